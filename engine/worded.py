"""A game whose words and views are functions of its tables, in two modules of its own: `notation` and `view`."""

from __future__ import annotations

from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from ..ext import core
from .ruleset import Block, Ruleset


class Notation(Protocol):
    """A game's module `notation`: moves and events as text, and back."""

    MISFITS: dict[int, str]  # by the code with which a kernel refuses a token

    def format_move(self, tables: Any, move: int, /) -> str: ...

    def parse_move(self, tables: Any, text: str, /) -> int: ...

    def format_token(self, tables: Any, token: int, /) -> str: ...

    def parse_token(self, tables: Any, text: str, /) -> int: ...

    def tell(self, tables: Any, token: int, /) -> str | None: ...


class View(Protocol):
    """A game's module `view`: states and observations as plain data and as numbers."""

    def fields(self, tables: Any, state: core.State, /) -> dict[str, Any]: ...

    def from_fields(self, tables: Any, fields: dict[str, Any], /) -> core.State: ...

    def view(self, tables: Any, obs: core.Obs, /) -> dict[str, Any]: ...

    def secrets(self, fields: dict[str, Any], /) -> dict[str, list[str]]: ...

    def blocks(self, tables: Any, /) -> list[Block]: ...

    def encode(self, tables: Any, obs: core.Obs, /) -> NDArray[np.float32]: ...


class WordedRuleset(Ruleset):
    """Passes on to the two modules; `Ruleset` has what each of these means."""

    notation: Notation
    looks: View
    tables: Any  # the components as the kernel and the words need them

    def format_move(self, move: int) -> str:
        return self.notation.format_move(self.tables, move)

    def parse_move(self, text: str) -> int:
        return self.notation.parse_move(self.tables, text)

    def format_token(self, token: int) -> str:
        return self.notation.format_token(self.tables, token)

    def parse_token(self, text: str) -> int:
        return self.notation.parse_token(self.tables, text)

    def tell(self, token: int) -> str | None:
        return self.notation.tell(self.tables, token)

    def misfit(self, code: int) -> str:
        return self.notation.MISFITS[code]

    def fields(self, state: core.State) -> dict[str, Any]:
        return self.looks.fields(self.tables, state)

    def from_fields(self, fields: dict[str, Any]) -> core.State:
        return self.looks.from_fields(self.tables, fields)

    def view(self, obs: core.Obs) -> dict[str, Any]:
        return self.looks.view(self.tables, obs)

    def secrets(self, fields: dict[str, Any]) -> dict[str, list[str]]:
        return self.looks.secrets(fields)

    def blocks(self) -> list[Block]:
        return self.looks.blocks(self.tables)

    def encode(self, obs: core.Obs) -> NDArray[np.float32]:
        return self.looks.encode(self.tables, obs)
