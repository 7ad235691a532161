"""A position of Epix: from a board in words, everything ordinary except for what is named."""

from __future__ import annotations

import random
from typing import Any, Self

from petteia.engine import Ruleset
from petteia.ext.games.epix import last_player
from tests.reference.base import components
from tests.reference.epix import Epix

from .. import position
from ..kernel import KernelGame, kept_rules
from ..position import Fields

DATA = components("epix")
ABILITIES = [row["id"] for row in DATA["abilities"]["ability"]]
SEATS = (2, 3, 4)


def rules_of(seats: int, rules: str, readings: str = "ours") -> Ruleset:
    return kept_rules("epix", seats, rules=rules, readings=readings)


class Position(position.Position):
    """One game, and what a test reads of it in short."""

    name = "epix"

    @classmethod
    def of(cls, board: dict[str, str], players: int = 2, **changes: Any) -> Self:
        """In Spring, s0 about to move and attack; see `fields_of`."""
        return cls.load(fields_of(board, players, **changes))

    @classmethod
    def drafted(cls, *moves: str, players: int = 2, abilities: tuple[str, ...] = ()) -> Self:
        """Played until the auction of Spring: s0 begins, and they recruit or bid in turn, then pass."""
        drafted = cls.new(players, rules="advanced" if abilities else "basic").do("first:s0")
        drafted.do(*(f"ability:{card}" for card in abilities))
        drafted.do(*moves)
        while drafted.phase == "draft":
            drafted.do("pass")
        return drafted

    @staticmethod
    def shape(fields: Fields) -> tuple[int, dict[str, str]]:
        return fields["players"], {"rules": fields["rules"]}

    @staticmethod
    def most_moves(seats: int) -> tuple[int, int]:
        chance = seats + 2
        return {2: 1008, 3: 2229, 4: 3930}[seats] - chance, chance

    def may_win(self, seat: str) -> bool:
        """8: whether the last player is let act in Winter, by the implementation's own test."""
        if isinstance(self.game, KernelGame):
            rules, state = self.game.ruleset, self.game.state
            return last_player.possible(rules.rules.packed(), state.raw(), rules.seat_number(seat))
        assert isinstance(self.game, Epix)
        return self.game.can_possibly_win(seat)

    @property
    def stacks(self) -> dict[str, str]:
        """The board in words."""
        return {at: " ".join([stack["seat"], *stack["units"]]) for at, stack in self.board.items()}


def fields_of(board: dict[str, str], players: int = 2, **changes: Any) -> Fields:
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
    rows = {row["id"]: row for row in DATA[f"board{players}"]["province"]}
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
    fields = fields_of({}, players=players, season="winter", first="s1", phase="order", todo=[])
    fields["board"] = board
    fields["gold"] = [rng.randint(0, 4), *(rng.randint(0, 4) for _ in range(players - 1))]
    if not is_small:
        fields["gold"] = [rng.choice((0, 1, 2, 3, 5, 9, 14)) for _ in range(players)]
    fields["cards"] = [cards, *([["recruit", "tax"]] * (players - 1))]
    fields["shown"] = [True] * players
    # As many cards as a draft deals at most: s0's, and a rival's.
    dealt = rng.sample(ABILITIES, players + 1)
    own = dealt[: rng.randint(0, players + 1)]
    fields["abilities"][0] = [card for card in ABILITIES if card in own]
    fields["abilities"][1] = [card for card in ABILITIES if card in dealt[len(own) :]]
    return fields
