"""What every game tells people: questions, glosses, summaries and sentences, from views and events alone."""

from __future__ import annotations

import re

from petteia.engine import Observation, Ruleset
from petteia.engine.contract import positions, viewers

from ..tools.beginnings import beginnings

# A slip of the words: a Python value, an id with an underscore, a doubled blank or stop; a seat after "of", which for
# the person at it would become "of you".
SLIP = re.compile(r"None|True|False(?! alarm)|[\[{]'|\w_\w|  |[.!]\.|\bs\d+_|\bof s\d\b")


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
            for words in {*legal[:40], *beginnings(legal)}:
                check(rules.gloss(view, words).replace("...", ""))


def test_every_group_of_moves_has_words(rules: Ruleset) -> None:
    """Somebody who does not know the game chooses among groups before seeing a move."""
    for game in positions(rules, 3, seed=6, share=0.5):
        for seat in game.pending:
            described = game.observation(seat).describe()
            for group in described.groups:
                assert group.label, group
                check(f"{group.label} {group.does} {group.ask}".replace("...", "").strip().replace("  ", " "))


def test_every_position_is_told_to_every_viewer(rules: Ruleset) -> None:
    for game in positions(rules, 1, seed=4, share=0.2):
        for viewer in viewers(rules):
            view = game.view(viewer)
            check(rules.headline(view))
            blocks = rules.summary(view)
            assert blocks
            assert len(rules.summary(view, brief=True)) <= len(blocks)
            for block in blocks:
                check(block.title)
                for sentence in block.sentences():
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
