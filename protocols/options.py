"""The engine's options: what a client may set, within which bounds."""

from __future__ import annotations

import secrets
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from .errors import bad_arg
from .verbs import MAX_SEED, STYLES, whole

SELECTS = ("sample", "best")


@dataclass(frozen=True)
class Option:
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
            word = str(got).lower()
            if word not in known:
                raise bad_arg(self.name, got, "true,false")
            return known[word]
        if self.type == "combo":
            if got not in self.values:
                raise bad_arg(self.name, got, ",".join(self.values))
            return got
        return str(got)


OPTIONS: tuple[Option, ...] = (
    Option("Threads", "spin", 1, 1, 256),
    Option("MemoryMB", "spin", 64, 1, 1 << 20),
    Option("MaxGames", "spin", 64, 1, 4096),
    Option("LogFile", "string", ""),
    Option("DataDir", "string", ""),
    Option("DealSeed", "spin", -1, -1, MAX_SEED),  # -1: the operating system chooses
    Option("AISeed", "spin", -1, -1, MAX_SEED),  # -1: the operating system chooses, so that nobody can replay a search
    Option("Deterministic", "check", False),
    Option("Level", "spin", 10, 1, 10),
    Option("Style", "combo", "balanced", values=STYLES),
    Option("Select", "combo", "sample", values=SELECTS),
    Option("MultiPV", "spin", 1, 1, 256),
    Option("InfoEvery", "spin", 500, 1, 3_600_000),
    Option("MoveOverhead", "spin", 50, 0, 10_000),
    Option("Ponder", "check", True),
    Option("OpenHands", "check", False),
)
_BY_NAME = {option.name.lower(): option for option in OPTIONS}


class Options:
    """The options' values in one session."""

    def __init__(self) -> None:
        self._values = {option.name: option.default for option in OPTIONS}
        self._drawn = secrets.randbits(63)

    def __getitem__(self, name: str) -> Any:
        return self._values[name]

    @property
    def ai_seed(self) -> int:
        """What keys the searches: AISeed; unless it is set, a number that nobody knows, or 0 if Deterministic."""
        seed: int = self._values["AISeed"]
        if seed >= 0:
            return seed
        return 0 if self._values["Deterministic"] else self._drawn

    def __iter__(self) -> Iterator[Option]:
        return iter(OPTIONS)

    def read(self, name: str, got: Any) -> tuple[str, Any]:
        """The option's own name (case does not matter) and the value, not set yet."""
        option = _BY_NAME.get(name.lower())
        if option is None:
            raise bad_arg("name", name, ",".join(known.name for known in OPTIONS))
        return option.name, option.read(got)

    def set(self, name: str, value: Any) -> None:
        self._values[name] = value
