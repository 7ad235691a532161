"""A table to test on: starts games, changes positions through their fields, and plays moves by their words."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from functools import lru_cache
from typing import Any, Protocol

from petteia.engine import Ruleset, ruleset
from tests.kernel import KernelGame
from tests.reference.base import CHANCE, Deal
from tests.reference.epireia import Epireia

DATA = Epireia().data
ROWS: dict[str, dict[str, dict[str, Any]]] = {
    stem: {row["id"]: row for rows in file.values() for row in rows}
    for stem, file in DATA.items()
    if stem not in ("die", "settings")
}
CITIES = list(ROWS["cities"])
DELIAN, PELOPONNESIAN = 0, 1


class Game(Protocol):
    """What a test needs of a game: the reference has it, and so can a wrapped kernel."""

    def pending(self) -> list[str]: ...
    def legal(self, seat: str) -> list[str]: ...
    def chance(self) -> tuple[int, list[tuple[str, int]]]: ...
    def play(self, seat: str, move: str) -> None: ...
    def fields(self) -> dict[str, Any]: ...
    def view(self, seat: str) -> dict[str, Any]: ...
    def returns(self) -> list[float]: ...


class Backend(Protocol):
    """Who knows the rules: starts games and sets up positions."""

    def start(self, seats: int, options: dict[str, Any]) -> Game: ...
    def from_fields(self, fields: dict[str, Any]) -> Game: ...


class ReferenceBackend:
    def start(self, seats: int, options: dict[str, Any]) -> Game:
        return Epireia(seats, options, DATA)

    def from_fields(self, fields: dict[str, Any]) -> Game:
        return Epireia.from_fields(fields, DATA)


@lru_cache
def rules(seats: int, **options: str) -> Ruleset:
    return ruleset("epireia", seats, **options)


class KernelBackend:
    def start(self, seats: int, options: dict[str, Any]) -> Game:
        return KernelGame(rules(seats, **options))

    def from_fields(self, fields: dict[str, Any]) -> Game:
        played_by = rules(**fields["options"])
        return KernelGame(played_by, played_by.from_fields(fields))


class Table:
    """One game, and short ways to bring it where a test wants it."""

    backend: Backend = ReferenceBackend()  # the fixture `backend` puts each of them here

    def __init__(self, game: Game) -> None:
        self.game = game

    # --- starting

    @classmethod
    def new(cls, seats: int, **options: str) -> Table:
        """A game at its very start."""
        return cls(cls.backend.start(seats, options))

    @classmethod
    def league_game(
        cls, seats: int = 2, card: str = "first_stones", cities: str = "", administrators: str = "", figures: str = ""
    ) -> Table:
        """A game of several players in its first development turn, both armies empty."""
        table = cls.new(seats)
        for city in (cities.split() or CITIES)[:seats]:
            table.do(f"city:{city}")
        for administrator in (administrators.split() or list(ROWS["administrators"]))[:seats]:
            table.do(f"administrator:{administrator}")
        wanted = figures.split()
        while table.phase == "figure":
            moves = table.legal()
            table.do(next((move for move in moves if move.split(":")[1] in wanted), moves[0]))
        return table.draws().disband().do(f"card:{card}")

    @classmethod
    def campaign(cls, seats: int, wishes: dict[str, list[str]], drawn: dict[str, list[int]]) -> Table:
        """A game from its start to the placement, played and not set up, so that the kernel can tell what seats saw.

        Each seat makes its wishes in their order, as soon as it can, and dull moves otherwise; ``drawn`` are the powers
        that a league draws from a deck (`delian cavalry1`), the least where none is given.
        """
        table = cls.new(seats)
        while table.phase != "placement":
            moves = table.legal()
            if moves[0].startswith("draw:"):
                _, league, deck = table.fields["agenda"][0]
                powers = drawn.get(f"{league} {deck}")
                table.do(f"draw:{powers.pop(0)}@{deck}" if powers else moves[0])
                continue
            mine = wishes.get(table.pending()[0], [])
            table.do(mine.pop(0) if mine and mine[0] in moves else table.default())
        assert not any(wishes.values()), wishes
        return table

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
    ) -> Table:
        """A solo game in its first development turn (the default augur card changes only the treasury)."""
        table = cls.new(1, scenario=scenario, enemy=enemy, city=city, league=league)
        table.do(f"administrator:{administrator}")
        table.do(f"figure:{figure}" if figure else table.legal()[0])
        table.draws()
        table.do(f"card:{augur}")
        return table

    # --- looking

    @property
    def fields(self) -> dict[str, Any]:
        return self.game.fields()

    @property
    def phase(self) -> str:
        return str(self.fields["phase"])

    def board(self, i: int = 0) -> dict[str, Any]:
        board: dict[str, Any] = self.fields["boards"][i]
        return board

    def pending(self) -> list[str]:
        return self.game.pending()

    def legal(self, seat: str = "") -> list[str]:
        return self.game.legal(seat or self.pending()[0])

    def verbs(self) -> set[str]:
        return {move.partition(":")[0] for move in self.legal()}

    def tokens(self, league: int) -> dict[str, int]:
        return {deck: sum(counts) for deck, counts in self.fields["army"][league].items() if sum(counts)}

    # --- changing the position

    def edit(self, change: Callable[[dict[str, Any]], object]) -> Table:
        fields = self.fields
        change(fields)
        self.game = self.backend.from_fields(fields)
        return self

    def set_board(self, i: int = 0, **values: Any) -> Table:
        return self.edit(lambda fields: fields["boards"][i].update(values))

    def rich(self) -> Table:
        for i in range(len(self.fields["boards"])):
            self.set_board(i, resources=[15, 15, 15])
        return self

    def set_treasury(self, league: int, *amounts: int) -> Table:
        return self.edit(lambda fields: fields["treasury"].__setitem__(league, list(amounts)))

    def hold(self, city: str, *territories: str, since: int = 1) -> Table:
        def change(fields: dict[str, Any]) -> None:
            for id in territories:
                fields["territories"][id].update(holder=city, since=since, brigands=False)

        return self.edit(change)

    def put_brigands(self, *territories: str) -> Table:
        def change(fields: dict[str, Any]) -> None:
            for id in territories:
                fields["territories"][id].update(holder="", since=0, brigands=True)

        return self.edit(change)

    def disband(self) -> Table:
        """Put all tokens of the armies back into their decks."""

        def change(fields: dict[str, Any]) -> None:
            for army in fields["army"]:
                for deck, counts in army.items():
                    fields["decks"][deck] = [a + b for a, b in zip(fields["decks"][deck], counts, strict=True)]
                    army[deck] = [0] * len(counts)

        return self.edit(change)

    def give_tokens(self, league: int, *tokens: str) -> Table:
        """Move tokens such as `cavalry1=3` from their decks to a league's army."""

        def change(fields: dict[str, Any]) -> None:
            for token in tokens:
                deck, power = token.split("=")
                fields["decks"][deck][int(power) - 1] -= 1
                fields["army"][league][deck][int(power) - 1] += 1

        return self.edit(change)

    # --- playing

    def do(self, *moves: str) -> Table:
        """Play each move for the pending seat that can make it."""
        for move in moves:
            seats = [seat for seat in self.pending() if move in self.game.legal(seat)]
            assert seats, f"{move} is not legal in {self.phase} for {self.pending()}: {self.legal()}"
            self.game.play(seats[0], move)
        return self

    def draws(self, power: int = 0) -> Table:
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

    def until(self, phase: str, stop: Callable[[], bool] = lambda: False) -> Table:
        """Play dull moves until the phase comes (the first cards, the lowest tokens, rolls of 1)."""
        while self.phase not in (phase, "over") and not stop():
            self.do(self.default())
        assert self.phase == phase or stop(), self.phase
        return self

    def next_turn(self) -> Table:
        turn = self.fields["turn"]
        while self.fields["turn"] == turn and self.phase != "over":
            self.do(self.default())
        return self

    def send(self, **sent: str) -> Table:
        """In diplomacy, send these figures to these spaces and keep the others at home."""
        self.until("diplomacy")
        while self.phase == "diplomacy" and self.pending() != [CHANCE]:
            figure = self.legal()[-1].split(":")[1]
            space = sent.pop(figure, "")
            self.do(f"send:{figure}@{space}" if space else f"stay:{figure}")
        assert not sent, f"{sent} could not be sent"
        return self

    def roll(self, *numbers: int) -> Table:
        return self.do(*(f"roll:{n}" for n in numbers))


def random_game(seats: int, options: dict[str, Any], seed: int) -> Iterator[tuple[Epireia, str, str]]:
    """Play one random game; before each move, the game, who moves and the move. A verb is chosen first, then a move."""
    game, deal, luck = Epireia(seats, options, DATA), Deal(seed), random.Random(seed)
    while pending := game.pending():
        if pending == [CHANCE]:
            seat, move = CHANCE, deal.choose(*game.chance())
        else:
            seat = luck.choice(pending)
            moves = game.legal(seat)
            verb = luck.choice(sorted({move.partition(":")[0] for move in moves}))
            move = luck.choice([move for move in moves if move.partition(":")[0] == verb])
        yield game, seat, move
        game.play(seat, move)
    yield game, "", ""
