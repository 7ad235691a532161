from typing import final

import numpy as np
from numpy.typing import NDArray

from .handles import Rules

MAX_GAMES: int
MAX_THREADS: int

@final
class Batch:
    def __init__(
        self,
        rules: Rules,
        n: int,
        threads: int,
        observations: NDArray[np.float32],
        masks: NDArray[np.uint8],
        rewards: NDArray[np.float32],
        to_act: NDArray[np.int8],
        done: NDArray[np.uint8],
        seeds: NDArray[np.uint64],
    ) -> None: ...
    @property
    def rules(self) -> Rules: ...
    @property
    def threads(self) -> int: ...
    def reset(self) -> None: ...
    def step(self, actions: NDArray[np.int64]) -> int: ...
    def choose(self, out: NDArray[np.int32]) -> None: ...
