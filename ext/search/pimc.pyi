"""Determinised UCT (perfect-information Monte Carlo): the baseline that the search must beat."""

from ..core import Obs

MAX_WORLDS: int
MAX_MEMORY_MB: int
MAX_EXPLORATION: int

class Pimc:
    nodes: int
    seconds: float
    def __init__(
        self,
        obs: Obs,
        *,
        ai_seed: int,
        worlds: int = 16,
        memory_mb: int = 64,
        exploration: float = 0.5,
        cutoff: int = -1,
    ) -> None: ...
    def run(self, nodes: int | None = None, seconds: float | None = None) -> None: ...
    def stop(self) -> None: ...
    def root(self) -> list[tuple[int, float, int, float]]: ...
    def values(self) -> list[float]: ...
    def error(self) -> float: ...
