"""The modules of its own from which a game's rule set takes its words and views: the same files in every game.

Each is a set of functions of the game's tables (`rules.py`), which are the components as the kernel and the words need
them. What the functions mean stands at the methods of `Ruleset` that pass on to them.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Protocol

from ..ext import core
from .block import Block
from .encoding import Feature
from .vocabulary import Vocabulary

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

ViewData = dict[str, Any]  # what a seat knows, as plain data


class Notation(Protocol):
    """`notation.py`: moves and events as text, and back."""

    MISFITS: dict[int, str]  # by the code with which a kernel refuses a token

    def moves(self, tables: Any, /) -> Vocabulary: ...

    def events(self, tables: Any, /) -> Vocabulary: ...


class Views(Protocol):
    """`view.py`: states and observations as plain data and as numbers."""

    def fields(self, tables: Any, state: core.State, /) -> dict[str, Any]: ...

    def from_fields(self, tables: Any, fields: dict[str, Any], /) -> core.State: ...

    def view(self, tables: Any, obs: core.Obs, /) -> ViewData: ...

    def secrets(self, fields: dict[str, Any], /) -> dict[str, list[str]]: ...

    def layout(self, tables: Any, /) -> list[Feature]: ...

    def encode(self, tables: Any, obs: core.Obs, /) -> NDArray[np.float32]: ...


class Drawing(Protocol):
    """`drawing.py`: the board in plain text."""

    def draw(self, tables: Any, view: ViewData, width: int, /) -> str: ...


class Help(Protocol):
    """`text/help.py`: what is asked, and what a move would do."""

    PRIMER: str

    def question(self, tables: Any, view: ViewData, /) -> str: ...

    def gloss(self, tables: Any, view: ViewData, move: str, /) -> str: ...


class Summary(Protocol):
    """`text/summary.py`: the position in words."""

    def headline(self, tables: Any, view: ViewData, /) -> str: ...

    def summary(self, tables: Any, view: ViewData, brief: bool, /) -> list[Block]: ...


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
