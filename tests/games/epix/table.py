"""Positions of Epix for tests, and the rules that play them: the reference, or the kernel behind the same interface.

A test that wants both uses the fixture ``backend`` of conftest.py.
"""

from __future__ import annotations

import random
from typing import Any

from petteia.engine import Ruleset, ruleset
from tests.kernel import KernelGame
from tests.reference.base import Reference, load_data
from tests.reference.epix import DATA, Epix

DATA_ROWS = load_data(DATA)
ABILITIES = [row["id"] for row in DATA_ROWS["abilities"]["ability"]]
Fields = dict[str, Any]

BACKENDS = ("reference", "kernel")
_backend = "reference"
_rulesets: dict[tuple[int, str], Ruleset] = {}


def choose_backend(name: str) -> None:
    """Which rules `load` and `new` take from now on."""
    global _backend
    assert name in BACKENDS
    _backend = name


def rules_of(seats: int, rules: str) -> Ruleset:
    if (seats, rules) not in _rulesets:
        _rulesets[seats, rules] = ruleset("epix", seats, rules=rules)
    return _rulesets[seats, rules]


def load(fields: Fields) -> Reference:
    """A game in the position of these fields."""
    if _backend == "reference":
        return Epix.from_fields(fields, DATA_ROWS)
    rules = rules_of(fields["players"], fields["rules"])
    return KernelGame(rules, rules.from_fields(fields))


def new(seats: int = 2, rules: str = "basic") -> Reference:
    """A game from the start."""
    if _backend == "reference":
        return Epix(seats, {"rules": rules}, DATA_ROWS)
    return KernelGame(rules_of(seats, rules))


def position(board: dict[str, str], players: int = 2, **changes: Any) -> Fields:
    """A position in Spring, everything ordinary except for what is named; board={"A1": "s0 soldier camp"}."""
    fields: Fields = {
        "players": players,
        "rules": "advanced",
        "phase": "act",
        "season": "spring",
        "first": "s0",
        "turn": "s0",
        "gold": [10] * players,
        "board": {at: {"seat": words.split()[0], "units": words.split()[1:]} for at, words in board.items()},
        "table": [],
        "bids": {},
        "passed": [False] * players,
        "abilities": [[] for _ in range(players)],
        "auction": [0] * players,
        "secret": [None] * players,
        "cards": [["move"]] + [["tax"] for _ in range(players - 1)],
        "shown": [True] + [False] * (players - 1),
        "todo": ["move"],
        "spent": [],
        "active": None,
        "attack": None,
        "valour": [0] * players,
        "winners": [],
    }
    unknown = set(changes) - set(fields)
    assert not unknown, unknown
    return fields | changes


def random_last_turn(rng: random.Random, is_small: bool = True) -> Fields:
    """s0 is the last player in Winter and about to play its two cards.

    A small one has few units and little gold, so that every line of play can be tried.
    """
    players = rng.choice((2, 2, 3) if is_small else (2, 3, 4))
    rows = {row["id"]: row for row in DATA_ROWS[f"board{players}"]["province"]}
    board: dict[str, dict[str, Any]] = {}
    count = {f"s{i}": dict.fromkeys(("soldier", "knight", "camp", "catapult"), 0) for i in range(players)}
    most = {"soldier": 3, "knight": 2, "camp": 3, "catapult": 2}
    for seat in count:
        units = rng.randint(0, 3) if seat == "s0" else rng.randint(1, 6)
        for _ in range(units if is_small else rng.randint(0, 14)):
            at, kind = rng.choice(list(rows)), rng.choice(list(most))
            stack = board.get(at, {"seat": seat, "units": []})
            castle = rows[at]["kind"] == "castle"
            foreign = castle and f"s{rows[at]['seat']}" != seat
            taken = stack["seat"] != seat or kind in stack["units"] or count[seat][kind] == most[kind]
            if foreign or taken or kind in rows[at]["bans"]:
                continue
            count[seat][kind] += 1
            stack["units"] = [each for each in most if each in [*stack["units"], kind]]
            board[at] = stack
    cards = rng.choice((["recruit", "tax"], ["recruit", "move"], ["tax", "move"]))
    fields = position({}, players=players, season="winter", first="s1", phase="order", todo=[])
    fields["board"] = board
    fields["gold"] = [rng.randint(0, 3), *(rng.randint(0, 4) for _ in range(players - 1))]
    if not is_small:
        fields["gold"] = [rng.choice((0, 1, 2, 3, 5, 9, 14)) for _ in range(players)]
    fields["cards"] = [cards, *([["recruit", "tax"]] * (players - 1))]
    fields["shown"] = [True] * players
    # As many cards as a draft deals at most: s0's, and in larger positions a rival's.
    dealt = rng.sample(ABILITIES, players + 1)
    own = dealt[: rng.randint(0, 3 if is_small else players + 1)]
    fields["abilities"][0] = [card for card in ABILITIES if card in own]
    if not is_small:
        fields["abilities"][1] = [card for card in ABILITIES if card in dealt[len(own) :]]
    return fields
