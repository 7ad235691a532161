"""A position of a game, on the reference or on the kernel: what the rule tests of all games are written with.

Each game has its own `Position` in `tests/games/<game>/position.py`, with short ways to bring it where a test wants it.
A file of rule tests says ``pytestmark = pytest.mark.usefixtures("implementation")``: every test in it then runs twice,
and whatever it starts or sets up is of the implementation whose turn it is.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any, ClassVar, Self

from tests.reference import REFERENCES
from tests.reference.base import CHANCE, Deal, Reference
from tests.tools.random_play import any_kind

from .kernel import KernelGame, kernel_rules

Fields = dict[str, Any]
Data = dict[str, Any]

IMPLEMENTATIONS = ("reference", "kernel")

# What a position that cannot be is refused with. (The kernel says why; the reference may just fail over it.)
REFUSED = (ValueError, AssertionError, LookupError)


class Position:
    """One game, its fields by their names (``position.phase``), and the moves that lead on."""

    name: ClassVar[str]  # of the game
    implementation: ClassVar[str] = "reference"  # the fixture `implementation` sets it

    def __init__(
        self, game: Reference | KernelGame, data: Data | None = None, options: dict[str, str] | None = None
    ) -> None:
        self.game = game
        self.data = data
        self.untold = options or {}  # options that fields may not tell

    # --- starting

    @classmethod
    def new(cls, seats: int = 2, data: Data | None = None, **options: str) -> Self:
        """A game from its start."""
        if cls.implementation == "reference":
            return cls(REFERENCES[cls.name](seats, options, data), data, options)
        return cls(KernelGame(kernel_rules(cls.name, seats, options, data)), data, options)

    @classmethod
    def load(cls, fields: Fields, data: Data | None = None, **options: str) -> Self:
        """The position of these fields. The kernel's has no history, so that nobody has a view of it."""
        if cls.implementation == "reference":
            return cls(REFERENCES[cls.name].from_fields(fields, data, options), data, options)
        seats, told = cls.shape(fields)
        rules = kernel_rules(cls.name, seats, told | options, data)
        return cls(KernelGame(rules, rules.from_fields(fields)), data, options)

    def again(self, fields: Fields) -> Self:
        """Another position of the same game."""
        return self.load(fields, self.data, **self.untold)

    @staticmethod
    def shape(fields: Fields) -> tuple[int, dict[str, str]]:
        """The number of seats and the options that a position tells."""
        raise NotImplementedError

    @staticmethod
    def most_moves(seats: int) -> tuple[int, int]:
        """How many decisions of seats, and outcomes of chance, a game has at most, as its RULES.md says."""
        raise NotImplementedError

    # --- looking

    @property
    def fields(self) -> Fields:
        return self.game.fields()

    def __getattr__(self, name: str) -> Any:
        if name.startswith("_") or name not in (fields := self.fields):
            raise AttributeError(name)
        return fields[name]

    def pending(self) -> list[str]:
        return self.game.pending()

    def legal(self, seat: str = "") -> list[str]:
        """The moves of a seat, or of the first that is pending."""
        return self.game.legal(seat or self.pending()[0])

    def moves(self, start: str, seat: str = "") -> list[str]:
        """The legal moves that begin with these letters, without them."""
        return [move.removeprefix(start) for move in self.legal(seat) if move.startswith(start)]

    def chance(self) -> tuple[int, list[tuple[str, int]]]:
        return self.game.chance()

    def view(self, seat: str) -> Fields:
        return self.game.view(seat)

    def returns(self) -> list[float]:
        return self.game.returns()

    # --- playing

    def play(self, seat: str, move: str) -> Self:
        self.game.play(seat, move)
        return self

    def do(self, *moves: str) -> Self:
        """Play each move for the first pending seat that can make it."""
        for move in moves:
            seats = [seat for seat in self.pending() if move in self.game.legal(seat)]
            assert seats, (
                f"{move} is not legal in {self.phase}: {[(seat, self.legal(seat)) for seat in self.pending()]}"
            )
            self.play(seats[0], move)
        return self

    def clone(self) -> Self:
        return type(self)(self.game.clone(), self.data, self.untold)


def random_game(position: Position, seed: int) -> Iterator[tuple[str, str]]:
    """Play to the end; before each move, who makes it and which. Each kind of move is as likely."""
    deal, rng = Deal(seed), random.Random(seed)
    while pending := position.pending():
        seat = CHANCE if pending == [CHANCE] else rng.choice(pending)
        moves = position.legal(seat)
        assert moves, f"{seat} is asked and has no move"
        assert len(set(moves)) == len(moves)
        move = any_kind(rng, moves)
        if seat == CHANCE:
            source, outcomes = position.chance()
            assert [outcome for outcome, _ in outcomes] == moves
            move = deal.choose(source, outcomes)
        yield seat, move
        position.play(seat, move)
