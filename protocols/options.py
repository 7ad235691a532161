"""The engine's options: what a client may set, within which bounds."""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from ..ai.settings import LEVEL, MEMORY, SELECT, STYLE, THREADS, IsmctsSettings
from .errors import bad_arg
from .verbs.syntax import MAX_SEED, whole


@dataclass(frozen=True)
class EngineOption:
    """One option, described as UCI does: a spin has bounds, a combo has values."""

    name: str
    type: str  # spin, check, combo or string
    default: Any
    low: int = 0
    high: int = 0
    values: tuple[str, ...] = ()

    def fields(self) -> dict[str, Any]:
        """As in the handshake."""
        fields = {"name": self.name, "type": self.type, "default": self.default}
        if self.type == "spin":
            fields.update(min=self.low, max=self.high)
        elif self.type == "combo":
            fields["var"] = list(self.values)
        return fields

    def read(self, got: Any) -> Any:
        """The value that was meant; ProtocolError says what would have been right."""
        if self.type == "spin":
            return whole(self.low, self.high)(self.name, got)
        if self.type == "check":
            known = {"true": True, "false": False, "1": True, "0": False}
            word = str(got).lower()  # true and false are 1 and 0 in text
            if word not in known:
                raise bad_arg(self.name, got, "true,false")
            return known[word]
        if self.type == "combo":
            if got not in self.values:
                raise bad_arg(self.name, got, ",".join(self.values))
            return got
        if not isinstance(got, str):
            raise bad_arg(self.name, got, "text")
        return got


_PLAYER = IsmctsSettings()  # its defaults are the options' too

OPTIONS: tuple[EngineOption, ...] = (
    EngineOption("Threads", "spin", _PLAYER.threads, THREADS.low, THREADS.high),
    EngineOption("MemoryMB", "spin", _PLAYER.memory, MEMORY.low, MEMORY.high),
    EngineOption("MaxGames", "spin", 64, 1, 4096),
    EngineOption("LogFile", "string", ""),
    EngineOption("DataDir", "string", ""),
    EngineOption("DealSeed", "spin", -1, -1, MAX_SEED),  # -1: the operating system chooses
    EngineOption(
        "AISeed", "spin", -1, -1, MAX_SEED
    ),  # -1: the operating system chooses, so that nobody can replay a search
    EngineOption("Deterministic", "check", False),
    EngineOption("Level", "spin", _PLAYER.level, LEVEL.low, LEVEL.high),
    EngineOption("Style", "combo", _PLAYER.style, values=STYLE.words),
    EngineOption("Select", "combo", _PLAYER.select, values=SELECT.words),
    EngineOption("MultiPV", "spin", 1, 1, 256),
    EngineOption("InfoEvery", "spin", 500, 1, 3_600_000),
    EngineOption("MoveOverhead", "spin", 50, 0, 10_000),
    EngineOption("Ponder", "check", True),
    EngineOption("OpenHands", "check", False),
    EngineOption("Toys", "check", False),
)
_BY_NAME = {option.name.lower(): option for option in OPTIONS}


class Options:
    """The options' values in one session."""

    def __init__(self) -> None:
        self._values = {option.name: option.default for option in OPTIONS}
        self._drawn = int.from_bytes(os.urandom(8), "big") >> 1

    def __getitem__(self, name: str) -> Any:
        return self._values[name]

    @property
    def ai_seed(self) -> int:
        """What keys the searches: AISeed; unless it is set, a number that nobody knows, or 0 if Deterministic."""
        seed: int = self._values["AISeed"]
        if seed >= 0:
            return seed
        return 0 if self._values["Deterministic"] else self._drawn

    def __iter__(self) -> Iterator[EngineOption]:
        return iter(OPTIONS)

    def read(self, name: str, got: Any) -> tuple[str, Any]:
        """The option's own name (case does not matter) and the value, not set yet."""
        option = _BY_NAME.get(name.lower())
        if option is None:
            raise bad_arg("name", name, ",".join(known.name for known in OPTIONS))
        return option.name, option.read(got)

    def set(self, name: str, value: Any) -> None:
        self._values[name] = value
