from typing import NamedTuple

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
    @property
    def want(self) -> str: ...
    def check(self, value: object) -> float: ...

PARAMETERS: dict[str, Parameter]
