from collections.abc import Callable, Mapping, Sequence

from numpy.typing import ArrayLike

from ..core import Obs
from .batch import Leaves

# A function that judges a batch of leaves, or a capsule "petteia.evaluate".
Evaluate = Callable[[Leaves], ArrayLike] | object

class Searcher:
    threads: int
    seconds: float
    obs: Obs
    evaluate: Evaluate | None
    prior: object | None
    def __init__(
        self,
        obs: Obs,
        *,
        ai_seed: int,
        memory_mb: int = 64,
        threads: int = 1,
        params: Mapping[str, float] | None = None,
        moves: Sequence[int] | None = None,
        evaluate: Evaluate | None = None,
        prior: object | None = None,
        batch: int = 16,
    ) -> None: ...
    def run(
        self,
        nodes: int | None = None,
        seconds: float | None = None,
        listener: Callable[[Searcher], None] | None = None,
        every: float = 0.5,
    ) -> None: ...
    def stop(self) -> None: ...
    def advance(self, obs: Obs) -> bool: ...
    @property
    def nodes(self) -> int: ...
    @property
    def transitions(self) -> int: ...
    @property
    def decisions(self) -> int: ...
    @property
    def copies(self) -> int: ...
    @property
    def memory(self) -> int: ...
    @property
    def touched(self) -> int: ...
    @property
    def used(self) -> tuple[int, int]: ...
    def root(self) -> list[tuple[int, float, int, float]]: ...
    def policy(self, key: int) -> dict[int, float]: ...
    def values(self) -> list[float]: ...
    def error(self) -> float: ...
    def priors(self) -> list[tuple[int, float]]: ...
    def line(self, move: int, length: int = 8) -> list[tuple[int, int | None]]: ...
