"""What every game tells people: questions, glosses, sheets and sentences, from views and events alone."""

from __future__ import annotations

import re

from petteia.engine import Observation, Ruleset
from petteia.play_moves import choices

from .test_contract import positions, viewers

# A slip of the words: a Python value, an id with an underscore, a doubled blank or stop.
SLIP = re.compile(r"None|True|False(?! alarm)|[\[{]'|\w_\w|  |\.\.|\bs\d+_")


def check(text: str) -> None:
    assert not SLIP.search(text), text


def test_every_decision_is_explained(rules: Ruleset) -> None:
    assert len(rules.primer) > 200
    for game in positions(rules, 2, seed=3, share=0.4):
        for seat in game.pending:
            view = game.view(seat)
            check(rules.headline(view))
            check(rules.question(view))
            legal = game.legal(seat)
            offered = choices(legal)
            for words in {*legal[:40], *(choice.words for choice in offered)}:
                check(rules.gloss(view, words).replace("...", ""))


def test_every_position_is_told_to_every_viewer(rules: Ruleset) -> None:
    for game in positions(rules, 1, seed=4, share=0.2):
        for viewer in viewers(rules):
            view = game.view(viewer)
            check(rules.headline(view))
            sheets = rules.sheets(view)
            assert sheets
            assert len(rules.sheets(view, brief=True)) <= len(sheets)
            for sheet in sheets:
                check(sheet.title)
                for sentence in sheet.sentences():
                    check(sentence)
                    assert sentence.endswith((".", "!", "?", ":")), sentence


def test_the_story_is_told_from_the_seats_own_events(rules: Ruleset) -> None:
    """Folding what a seat was told gives a sentence or nothing for each event, and ends at the seat's view."""
    *_, last = positions(rules, 1, seed=5, share=0.1)
    for viewer in viewers(rules):
        seen = Observation.start(rules, viewer)
        told = 0
        for event in last.events(viewer):
            after = seen.see(event)
            sentence = rules.narrate(seen.view(), event, after.view())
            if sentence is not None:
                check(sentence)
                told += 1
            seen = after
        assert told
        assert seen.view() == last.view(viewer)
