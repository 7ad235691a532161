"""A position of Epireia: starts games, changes positions through their fields, and plays moves by their words."""

from __future__ import annotations

import functools
from collections.abc import Callable
from pathlib import Path
from typing import Any, Self

from petteia.engine import Ruleset, ruleset
from tests.reference.base import CHANCE, components, load_data

from .. import position
from ..kernel import KernelGame

Rows = dict[str, dict[str, dict[str, Any]]]

# The rule tests have values of their own for what balancing changes, so that they need not follow it.
FOLDER = Path(__file__).parent / "data"
DATA = components("epireia") | load_data(FOLDER)


def rows_of(data: dict[str, Any]) -> Rows:
    return {
        stem: {row["id"]: row for rows in file.values() for row in rows}
        for stem, file in data.items()
        if stem not in ("die", "settings")
    }


ROWS, OWN_ROWS = rows_of(DATA), rows_of(components("epireia"))  # of these tests, and of the game
CITIES = list(ROWS["cities"])
DELIAN, PELOPONNESIAN = 0, 1


@functools.cache
def rules(seats: int, **options: str) -> Ruleset:
    """With the values of these tests."""
    return ruleset("epireia", seats, FOLDER, **options)


class Position(position.Position):
    """One game, and short ways to bring it where a test wants it."""

    name = "epireia"

    @staticmethod
    def shape(fields: position.Fields) -> tuple[int, dict[str, str]]:
        options = dict(fields["options"])
        return options.pop("seats"), options

    @staticmethod
    def most_moves(seats: int) -> tuple[int, int]:
        return 2_339, 2_079  # of the longest games, by the book's readings

    # --- starting

    @classmethod
    def new(cls, seats: int = 2, data: position.Data | None = None, **options: str) -> Self:
        if data is None and cls.implementation == "kernel":
            return cls(KernelGame(rules(seats, **options)), None, options)
        return super().new(seats, DATA if data is None else data, **options)

    @classmethod
    def load(cls, fields: position.Fields, data: position.Data | None = None, **options: str) -> Self:
        if data is None and cls.implementation == "kernel":
            seats, told = cls.shape(fields)
            found = rules(seats, **told | options)
            return cls(KernelGame(found, found.from_fields(fields)), None, options)
        return super().load(fields, DATA if data is None else data, **options)

    @classmethod
    def league_game(
        cls, seats: int = 2, card: str = "first_stones", cities: str = "", administrators: str = "", figures: str = ""
    ) -> Self:
        """A game of several players in its first development turn, both armies empty."""
        started = cls.new(seats)
        for city in (cities.split() or CITIES)[:seats]:
            started.do(f"city:{city}")
        for administrator in (administrators.split() or list(ROWS["administrators"]))[:seats]:
            started.do(f"administrator:{administrator}")
        wanted = figures.split()
        while started.phase == "figure":
            moves = started.legal()
            started.do(next((move for move in moves if move.split(":")[1] in wanted), moves[0]))
        return started.draws().disband().do(f"card:{card}")

    @classmethod
    def campaign(cls, seats: int, wishes: dict[str, list[str]], drawn: dict[str, list[int]]) -> Self:
        """A game from its start to the placement, played and not set up, so that the kernel can tell what seats saw.

        Each seat makes its wishes in their order, as soon as it can, and dull moves otherwise; ``drawn`` are the powers
        that a league draws from a deck (`delian cavalry1`), the least where none is given.
        """
        started = cls.new(seats)
        while started.phase != "placement":
            moves = started.legal()
            if moves[0].startswith("draw:"):
                _, league, deck = started.fields["agenda"][0]
                powers = drawn.get(f"{league} {deck}")
                started.do(f"draw:{powers.pop(0)}@{deck}" if powers else moves[0])
                continue
            mine = wishes.get(started.pending()[0], [])
            started.do(mine.pop(0) if mine and mine[0] in moves else started.default())
        assert not any(wishes.values()), wishes
        return started

    @classmethod
    def solo_game(
        cls,
        scenario: str = "harvest_road",
        enemy: str = "die",
        augur: str = "clear_liver",
        city: str = "elis",
        administrator: str = "tamias",
        league: str = "delian",
        figure: str = "",
    ) -> Self:
        """A solo game in its first development turn (the default augur card changes only the treasury)."""
        started = cls.new(1, scenario=scenario, enemy=enemy, city=city, league=league)
        started.do(f"administrator:{administrator}")
        started.do(f"figure:{figure}" if figure else started.legal()[0])
        started.draws()
        started.do(f"card:{augur}")
        return started

    # --- looking

    def board(self, i: int = 0) -> dict[str, Any]:
        board: dict[str, Any] = self.fields["boards"][i]
        return board

    def verbs(self) -> set[str]:
        return {move.partition(":")[0] for move in self.legal()}

    def tokens(self, league: int) -> dict[str, int]:
        return {deck: sum(counts) for deck, counts in self.fields["army"][league].items() if sum(counts)}

    # --- changing the position

    def edit(self, change: Callable[[dict[str, Any]], object]) -> Self:
        fields = self.fields
        change(fields)
        self.game = self.again(fields).game
        return self

    def set_board(self, i: int = 0, **values: Any) -> Self:
        return self.edit(lambda fields: fields["boards"][i].update(values))

    def rich(self) -> Self:
        for i in range(len(self.fields["boards"])):
            self.set_board(i, resources=[15, 15, 15])
        return self

    def set_treasury(self, league: int, *amounts: int) -> Self:
        return self.edit(lambda fields: fields["treasury"].__setitem__(league, list(amounts)))

    def hold(self, city: str, *territories: str, since: int = 1) -> Self:
        def change(fields: dict[str, Any]) -> None:
            for id in territories:
                fields["territories"][id].update(holder=city, since=since, brigands=False, passing=False)

        return self.edit(change)

    def put_brigands(self, *territories: str) -> Self:
        def change(fields: dict[str, Any]) -> None:
            for id in territories:
                fields["territories"][id].update(holder="", since=0, brigands=True, passing=False)

        return self.edit(change)

    def disband(self) -> Self:
        """Put all tokens of the armies back into their decks."""

        def change(fields: dict[str, Any]) -> None:
            for army in fields["army"]:
                for deck, counts in army.items():
                    fields["decks"][deck] = [a + b for a, b in zip(fields["decks"][deck], counts, strict=True)]
                    army[deck] = [0] * len(counts)

        return self.edit(change)

    def give_tokens(self, league: int, *tokens: str) -> Self:
        """Move tokens such as `cavalry1=3` from their decks to a league's army."""

        def change(fields: dict[str, Any]) -> None:
            for token in tokens:
                deck, power = token.split("=")
                fields["decks"][deck][int(power) - 1] -= 1
                fields["army"][league][deck][int(power) - 1] += 1

        return self.edit(change)

    # --- playing

    def draws(self, power: int = 0) -> Self:
        """Let chance draw all tokens that are due: the given power if possible, else the lowest."""
        while self.pending() == [CHANCE] and self.legal()[0].startswith("draw:"):
            moves = self.legal()
            self.do(next((move for move in moves if move.startswith(f"draw:{power}@")), moves[0]))
        return self

    def default(self) -> str:
        """A dull move: do nothing, if that is possible."""
        moves = self.legal()
        for move in moves:
            if move in ("done", "hold") or move.startswith("stay:"):
                return move
        return moves[0]

    def until(self, phase: str, stop: Callable[[], bool] = lambda: False) -> Self:
        """Play dull moves until the phase comes (the first cards, the lowest tokens, rolls of 1)."""
        while self.phase not in (phase, "over") and not stop():
            self.do(self.default())
        assert self.phase == phase or stop(), self.phase
        return self

    def next_turn(self) -> Self:
        turn = self.fields["turn"]
        while self.fields["turn"] == turn and self.phase != "over":
            self.do(self.default())
        return self

    def send(self, **sent: str) -> Self:
        """In diplomacy, send these figures to these spaces and keep the others at home."""
        self.until("diplomacy")
        while self.phase == "diplomacy" and self.pending() != [CHANCE]:
            figure = self.legal()[-1].split(":")[1]
            space = sent.pop(figure, "")
            self.do(f"send:{figure}@{space}" if space else f"stay:{figure}")
        assert not sent, f"{sent} could not be sent"
        return self

    def roll(self, *numbers: int) -> Self:
        return self.do(*(f"roll:{n}" for n in numbers))
