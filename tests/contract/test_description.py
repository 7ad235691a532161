"""What every game says of a decision: every legal move with words, in groups, and found by one way only."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from importlib.resources import files

from petteia.engine import Description, Game, Ruleset
from petteia.engine.contract import positions, viewers
from petteia.engine.description import Part

from .test_words import check

TEXTS = {"headline", "question", "prompt", "label", "step", "does", "ask", "price", "chance", "why", "words"}


def described(rules: Ruleset, games: int, seed: int, share: float) -> Iterator[tuple[Description, list[str]]]:
    """Descriptions of positions, each with the legal moves of its viewer."""
    for game in positions(rules, games, seed=seed, share=share):
        for viewer in viewers(rules):
            legal = game.legal(viewer) if viewer in game.pending else []
            yield game.observation(viewer).describe(), legal


def texts(part: Part) -> Iterator[str]:
    """Everything in a part that people read."""
    for name, value in part.to_dict().items():
        if name in TEXTS:
            yield value


def test_every_legal_move_is_offered_once(rules: Ruleset) -> None:
    for told, legal in described(rules, 2, 8, 0.4):
        assert sorted(offer.move for offer in told.moves) == sorted(legal)
        assert told.asked == bool(legal)
        assert bool(told.prompt) == told.asked


def test_every_move_is_found_by_one_way(rules: Ruleset) -> None:
    for told, _ in described(rules, 2, 9, 0.3):
        groups = {group.id: group for group in told.groups}
        assert len(groups) == len(told.groups)
        ways = [tuple(told.path(offer)) for offer in told.moves]
        keys = [tuple(key for key, _ in way) for way in ways]
        assert len(set(keys)) == len(keys)
        for offer in told.moves:
            for place in offer.also:
                assert place.group in groups
        used = {offer.group for offer in told.moves} | {thing.group for thing in told.unpaid}
        used |= {place.group for offer in told.moves for place in offer.also}
        for group in reversed(told.groups):
            assert group.id in used, "a group without moves"
            assert not group.group or group.group in groups
            used.add(group.group)


def test_everything_has_words(rules: Ruleset) -> None:
    for told, _ in described(rules, 2, 10, 0.2):
        assert told.headline
        assert told.question
        for part in (told, *told.groups, *told.moves[:60], *told.unpaid, *told.threats):
            for text in texts(part):
                check(text.replace("...", ""))
                assert text.strip() == text
                assert "`" not in text  # that is notation, which people need not know
        for offer in told.moves:
            assert offer.label
            assert bool(offer.odds) == bool(offer.chance)
            assert not offer.cost or offer.price
            if offer.odds is not None:
                assert 0 <= offer.odds.n <= offer.odds.of
        for threat in told.threats:
            assert threat.words.endswith(".")


def test_what_is_unpaid_costs_more_than_there_is(rules: Ruleset) -> None:
    for told, legal in described(rules, 2, 11, 0.3):
        for thing in told.unpaid:
            assert thing.lacks
            assert all(0 < n <= thing.cost[name] for name, n in thing.lacks.items())
            assert legal


def test_a_description_travels_as_plain_data(rules: Ruleset) -> None:
    for told, _ in described(rules, 1, 12, 0.2):
        assert Description.from_dict(json.loads(json.dumps(told.to_dict()))).to_dict() == told.to_dict()


def test_the_end_is_told_to_everybody(rules: Ruleset) -> None:
    chooser, game = random.Random(5), Game(rules, 13)
    while game.pending:
        seat = game.pending[0]
        game.play(seat, chooser.choice(game.legal(seat)))
    assert game.result is not None
    for viewer in viewers(rules):
        told = game.observation(viewer).describe()
        assert told.result is not None
        assert tuple(told.result.winners) == game.result.winners
        assert told.question == told.result.words
        assert not told.moves
        assert not told.threats
        check(told.result.words)


def test_the_rules_page_lists_keys_and_threats(rules: Ruleset) -> None:
    """Frontends are written by it: what a key names, what there is to threaten."""
    page = (files("petteia.engine") / "games" / rules.name / "RULES.md").read_text("utf-8")
    section = page.partition("What people read\n\n")[2]
    for told, _ in described(rules, 2, 14, 0.3):
        keys = {part.key for part in (*told.groups, *told.moves, *told.unpaid)}
        for key in {*keys, *told.things, *(key for threat in told.threats for key in threat.keys)}:
            assert f"`{key.partition(':')[0]}{':' if ':' in key else '`'}" in section, key
        for threat in told.threats:
            assert f"`{threat.kind}`" in section, threat
        for name in {name for offer in (*told.moves, *told.unpaid) for name in offer.cost}:
            assert f"`{name.partition(':')[0]}" in section, name
