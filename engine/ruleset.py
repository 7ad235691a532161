"""What a game must offer beside its kernel: words for its moves and events, views, a drawing, numbers.

One `Ruleset` is a game with its options and components fixed. It holds no game in progress, so any number of games
can share it.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass
from itertools import product
from pathlib import Path
from typing import Any, ClassVar
from xml.sax.saxutils import escape

import numpy as np
from numpy.typing import NDArray

from ..ext import core
from .components import Components
from .errors import UnknownGame, WrongSeat
from .sheet import Sheet

CHANCE = "chance"
PUBLIC = "pub"


@dataclass(frozen=True)
class Block:
    """A part of ``Observation.to_numpy()``: where it starts, its shape, and what it holds."""

    name: str
    start: int
    shape: tuple[int, ...]
    meaning: str

    @property
    def size(self) -> int:
        return int(np.prod(self.shape))


def in_order(shapes: list[tuple[str, tuple[int, ...], str]]) -> list[Block]:
    """Blocks of (name, shape, meaning), one after the other."""
    found: list[Block] = []
    for name, shape, meaning in shapes:
        found.append(Block(name, found[-1].start + found[-1].size if found else 0, shape, meaning))
    return found


class Ruleset(ABC):
    """One game with fixed options and components."""

    name: ClassVar[str]  # as in `petteia.new(name)`
    title: ClassVar[str]
    about: ClassVar[str]  # one sentence
    folder: ClassVar[str] = ""  # where its data are, if not under its name
    version: ClassVar[int] = 1  # of the rules: a record says which it was played by
    primer: ClassVar[str] = ""  # the rules in a few paragraphs, for somebody who begins
    has_map: ClassVar[bool] = True  # whether `draw` shows more than `sheets` say
    aftermath: ClassVar[frozenset[str]] = frozenset()  # events told by who knows the position before their cause
    seat_counts: ClassVar[tuple[int, ...]]
    options: ClassVar[dict[str, tuple[str, ...]]] = {}  # the first value of each is the default

    rules: core.Rules
    components: Components

    def __init__(self, seats: int | None = None, data: str | Path | None = None, **options: str) -> None:
        self.n_seats = self.seat_counts[0] if seats is None else seats
        if self.n_seats not in self.seat_counts:
            counts = " or ".join(map(str, sorted(self.seat_counts)))
            raise UnknownGame(f"{self.name} with seats={seats}: want {counts}")
        self.chosen = self.choose(options)
        self.components = Components(self.folder or self.name, data)

    def choose(self, options: dict[str, str]) -> dict[str, str]:
        """The value of every option; UnknownGame if one does not exist."""
        chosen = {name: values[0] for name, values in self.options.items()}
        for name, value in options.items():
            if name not in self.options:
                known = ", ".join(self.options) or "none"
                raise UnknownGame(f"{self.name} has no option {name!r}; its options: {known}")
            if value not in self.options[name]:
                raise UnknownGame(f"{name}={value!r}: want one of {', '.join(self.options[name])}")
            chosen[name] = value
        return chosen

    @classmethod
    def shapes(cls) -> list[tuple[int, dict[str, str]]]:
        """Seats and options in which the game is tested: all of them, or what stands for them."""
        return [
            (seats, dict(zip(cls.options, values, strict=True)))
            for seats in cls.seat_counts
            for values in product(*cls.options.values())
        ]

    # Seats.

    @property
    def seats(self) -> tuple[str, ...]:
        return tuple(f"s{number}" for number in range(self.n_seats))

    def seat_name(self, seat: str) -> str:
        """What people call a seat."""
        return seat

    def seat_number(self, seat: str) -> int:
        """The kernel's number of a seat, of ``chance`` or of the spectator ``pub``."""
        if seat == CHANCE:
            return core.CHANCE
        if seat == PUBLIC:
            return core.SPECTATOR
        if seat in self.seats:
            return self.seats.index(seat)
        raise WrongSeat(f"no seat {seat!r}: want {', '.join(self.seats)}")

    def seat_word(self, number: int) -> str:
        """The other way round."""
        return {core.CHANCE: CHANCE, core.SPECTATOR: PUBLIC}.get(number) or self.seats[number]

    def words(self, pending: int) -> tuple[str, ...]:
        """The seats in a kernel's pending mask."""
        if pending == core.PENDING_CHANCE:
            return (CHANCE,)
        return tuple(seat for number, seat in enumerate(self.seats) if pending >> number & 1)

    # Notation. `parse_move(format_move(m)) == m`, and the same for tokens.

    @abstractmethod
    def format_move(self, move: int) -> str: ...

    @abstractmethod
    def parse_move(self, text: str) -> int:
        """InvalidMove if these are not the words of a move; whether it is legal is not asked."""

    @abstractmethod
    def format_token(self, token: int) -> str:
        """What a viewer saw of an event, as one line; ``?`` for what it did not see."""

    @abstractmethod
    def parse_token(self, text: str) -> int:
        """BadPosition if these are not the words of an event."""

    @abstractmethod
    def tell(self, token: int) -> str | None:
        """An event as a sentence for people; None if there is nothing to say."""

    @abstractmethod
    def why_not(self, obs: core.Obs, move: int) -> tuple[str, str]:
        """Why the viewer may not make this well-formed move: a word and a sentence, from what it knows alone."""

    @abstractmethod
    def misfit(self, code: int) -> str:
        """Why an observation refused a token."""

    # What people and programs look at.

    @abstractmethod
    def fields(self, state: core.State) -> dict[str, Any]:
        """The whole position, named as in RULES.md: for the referee and for tests."""

    @abstractmethod
    def from_fields(self, fields: dict[str, Any]) -> core.State:
        """A position set up by hand; BadPosition if it cannot be."""

    @abstractmethod
    def view(self, obs: core.Obs) -> dict[str, Any]:
        """What the viewer knows, as plain data, named as in RULES.md."""

    def secrets(self, fields: dict[str, Any]) -> dict[str, list[str]]:
        """Of a whole position, what may be hidden from somebody: by name, the things that are there."""
        return {}

    @abstractmethod
    def draw(self, view: dict[str, Any], width: int = 80) -> str:
        """The board of a view in plain text."""

    def picture(self, view: dict[str, Any]) -> str:
        """The board of a view as an SVG document; unless a game draws its own, the text as a picture."""
        lines = self.draw(view).splitlines()
        texts = "".join(
            f'<text x="16" y="{24 + 17 * row}" xml:space="preserve">{escape(line)}</text>\n'
            for row, line in enumerate(lines)
        )
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 720 {40 + 17 * len(lines)}" '
            'font-family="monospace" font-size="14">\n<rect width="100%" height="100%" fill="#fffdf6"/>\n'
            f"{texts}</svg>\n"
        )

    # What people are told. All of it comes from views and events, so it can tell a seat nothing that it may not know.

    def headline(self, view: dict[str, Any]) -> str:
        """Where the game stands, in one line."""
        return self.title

    def scene(self, view: dict[str, Any]) -> object:
        """A frontend that cannot show everything at once shows the board anew when this changes; None: always."""
        return None

    def sheets(self, view: dict[str, Any], brief: bool = False) -> list[Sheet]:
        """The position in words, part by part; ``brief`` leaves out what the glosses of the moves say as well.

        Unless a game has better: the lines of its drawing.
        """
        return [Sheet(self.title, [line for line in self.draw(view).splitlines() if line.strip()])]

    def question(self, view: dict[str, Any]) -> str:
        """What the viewer is asked now, and what that decides."""
        return "It is your move."

    def gloss(self, view: dict[str, Any], move: str) -> str:
        """What a move would mean now, in plain words; also of the beginning that several moves share.

        Empty if the move's own words say it all.
        """
        return ""

    def narrate(self, before: dict[str, Any], event: str, after: dict[str, Any]) -> str | None:
        """An event as a sentence, told by somebody who knows the viewer's position before and after it."""
        return self.tell(self.parse_token(event))

    def because(self, reason: str) -> str:
        """The word of `result` for a reason, in a sentence without its stop; empty if the word says it."""
        return ""

    def lesson(self) -> str:
        """What a beginner of this very game needs to know: the primer, unless games differ much."""
        return self.primer

    def odds(self, obs: core.Obs) -> tuple[float, float] | None:
        """How the share that the engine expects for the first of two teams comes true: if its log odds are x, it does
        with log odds a + b x, and a and b are these. None: about as often as it says.
        """
        return None

    def left(self, obs: core.Obs) -> float:
        """The share of the game that is still to come, where `odds` depends on it; otherwise none."""
        return 0.0

    @abstractmethod
    def result(self, view: dict[str, Any]) -> tuple[tuple[str, ...], str] | None:
        """The winning seats and a word for the reason, or None while the game goes on."""

    @abstractmethod
    def blocks(self) -> list[Block]:
        """The layout of `encode`."""

    @abstractmethod
    def encode(self, obs: core.Obs) -> NDArray[np.float32]:
        """What the viewer knows as a vector of fixed length, from the viewer's side of the table."""
