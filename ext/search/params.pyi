from collections.abc import Mapping
from typing import NamedTuple

from ..core import Rules

MAX_THREADS: int
MAX_MEMORY_MB: int

class Parameter(NamedTuple):
    name: str
    default: float
    low: float
    high: float
    whole: bool
    about: str
    special: dict[float, str]
    sensible: tuple[float, float] | None = None
    @property
    def want(self) -> str: ...
    def check(self, value: object) -> float: ...

PARAMETERS: dict[str, Parameter]

def as_the_game_says(rules: Rules, given: Mapping[str, float] | None = None) -> dict[str, float]: ...
