"""The modules of its own from which a game's rule set takes its words and views: the same files in every game.

Each is a set of functions of the game's tables (`rules.py`), which are the components as the kernel and the words need
them. What the functions mean stands at the methods of `Ruleset` that pass on to them.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from ..ext import core
from .block import Block
from .codec import Codec
from .description import Offered, Thing, Threat
from .encoding import Feature
from .vocabulary import Vocabulary

ViewData = dict[str, Any]  # what a seat knows, as plain data


class Notation(Protocol):
    """`notation.py`: moves and events as text, and back."""

    MISFITS: dict[int, str]  # by the code with which a kernel refuses a token

    def moves(self, tables: Any, /) -> Codec: ...

    def events(self, tables: Any, /) -> Vocabulary: ...


class Views(Protocol):
    """`view.py`: states and observations as plain data and as numbers."""

    def fields(self, tables: Any, state: core.State, /) -> Any: ...  # the game's `Position` (its `fields.py`)

    def from_fields(self, tables: Any, fields: dict[str, Any], /) -> core.State: ...

    def view(self, tables: Any, obs: core.Obs, /) -> Any: ...  # the game's `View`

    def secrets(self, fields: dict[str, Any], /) -> dict[str, list[str]]: ...

    def layout(self, tables: Any, /) -> list[Feature]: ...


class Drawing(Protocol):
    """`drawing.py`: the board in plain text."""

    def draw(self, tables: Any, view: ViewData, width: int, /) -> str: ...


class Help(Protocol):
    """`text/help.py`: what is asked, and what a move would do."""

    def question(self, tables: Any, view: ViewData, /) -> str: ...

    def gloss(self, tables: Any, view: ViewData, move: str, /) -> str: ...


class Offers(Protocol):
    """`text/offers.py`: the moves of a decision as people should see them."""

    def offers(self, tables: Any, view: ViewData, /) -> Offered: ...


class Threats(Protocol):
    """`text/threats.py`: what may go wrong for the viewer; for a spectator, for anybody."""

    def threats(self, tables: Any, view: ViewData, /) -> list[Threat]: ...


class Things(Protocol):
    """`text/things.py`: what is drawn of a position, in words, by the keys of the things."""

    def things(self, tables: Any, view: ViewData, /) -> dict[str, Thing]: ...


class Summary(Protocol):
    """`text/summary.py`: the position in words."""

    def headline(self, tables: Any, view: ViewData, /) -> str: ...

    def summary(self, tables: Any, view: ViewData, brief: bool, /) -> list[Block]: ...


class Uncovered(Protocol):
    """`text/uncovered.py`: what is hidden in words: what it may be, and for after the game what it was."""

    def uncovered(self, tables: Any, view: ViewData, secrets: Mapping[str, Sequence[str]], /) -> list[str]: ...

    def believed(self, tables: Any, view: ViewData, name: str, /) -> str: ...

    def thing(self, tables: Any, name: str, thing: str, /) -> str: ...


class Narration(Protocol):
    """`text/narration.py`: what happened, in sentences."""

    def tell(self, tables: Any, event: str, /) -> str | None: ...

    def narrate(self, tables: Any, before: ViewData, event: str, after: ViewData, cause: str, /) -> str | None: ...

    def because(self, tables: Any, reason: str, /) -> str: ...


@dataclass(frozen=True)
class Modules:
    """All of them."""

    notation: Notation
    views: Views
    drawing: Drawing
    help: Help
    summary: Summary
    narration: Narration
    offers: Offers | None = None  # without it moves are offered by their notation
    threats: Threats | None = None  # without it nothing is known to threaten
    things: Things | None = None  # without it there are no words for a drawing
    uncovered: Uncovered | None = None  # without it hidden things are told by their names
