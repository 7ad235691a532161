"""What players are made from: a frozen dataclass for each kind of player, with the values that each setting may have.

Programs make these directly. People write the same as text, ``ismcts:level=5,style=cautious``, which
`registry.parse_player` turns into settings.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, fields
from typing import TYPE_CHECKING, Any, ClassVar, TypeVar

from ..engine.errors import GameError
from ..ext.search import pimc
from ..ext.search.params import MAX_MEMORY_MB, MAX_THREADS
from .levels import FULL, STYLES

if TYPE_CHECKING:
    from numpy.typing import ArrayLike

    from ..ext.search.batch import Leaves
    from ..ext.search.searcher import Evaluate

T = TypeVar("T")


class Values(ABC):
    """The values that a setting may have."""

    want: str  # in an error's words

    @abstractmethod
    def parse(self, text: str) -> Any:
        """The value that was written; ValueError if it is none of them."""

    @abstractmethod
    def allow(self, value: Any) -> bool: ...


class Whole(Values):
    """Whole numbers within bounds."""

    def __init__(self, low: int, high: int) -> None:
        self.low, self.high = low, high
        self.want = f"a whole number from {low} to {high}"

    def parse(self, text: str) -> int:
        return _checked(self, int(text))

    def allow(self, value: Any) -> bool:
        return isinstance(value, int) and not isinstance(value, bool) and self.low <= value <= self.high


class Number(Values):
    """Numbers within bounds."""

    def __init__(self, low: float, high: float) -> None:
        self.low, self.high = low, high
        self.want = f"a number from {low:g} to {high:g}"

    def parse(self, text: str) -> float:
        return _checked(self, float(text))

    def allow(self, value: Any) -> bool:
        return isinstance(value, int | float) and not isinstance(value, bool) and self.low <= value <= self.high


class OneOf(Values):
    """A few words."""

    def __init__(self, *words: str) -> None:
        self.words = words
        self.want = f"one of {', '.join(words)}"

    def parse(self, text: str) -> str:
        return _checked(self, text)

    def allow(self, value: Any) -> bool:
        return value in self.words


def _checked(values: Values, value: T) -> T:
    if not values.allow(value):
        raise ValueError(value)
    return value


def setting(default: Any, values: Values, about: str) -> Any:
    return field(default=default, metadata={"values": values, "about": about})


NODES = Whole(1, 10**12)  # iterations
THREADS = Whole(1, MAX_THREADS)
MEMORY = Whole(1, MAX_MEMORY_MB)
LEVEL = Whole(1, FULL)
STYLE = OneOf(*STYLES)
SELECT = OneOf("sample", "best")


@dataclass(frozen=True)
class PlayerSettings:
    """The settings of one kind of player. Making them checks them: GameError says what would have been right."""

    name: ClassVar[str]

    def __post_init__(self) -> None:
        for name, values in self.values().items():
            value = getattr(self, name)
            if value is not None and not values.allow(value):
                raise GameError(f"{name}={value!r}: want {values.want}")

    @classmethod
    def values(cls) -> dict[str, Values]:
        """Each setting that people may write, and its values."""
        return {one.name: one.metadata["values"] for one in fields(cls) if "values" in one.metadata}

    @classmethod
    def about(cls) -> dict[str, str]:
        """What each of them does, and its default where it has one."""
        return {
            one.name: one.metadata["about"] + ("" if one.default is None else f" Default {one.default}.")
            for one in fields(cls)
            if "about" in one.metadata
        }


@dataclass(frozen=True)
class RandomSettings(PlayerSettings):
    name = "random"


@dataclass(frozen=True)
class GreedySettings(PlayerSettings):
    name = "greedy"
    worlds: int = setting(32, Whole(1, 100_000), "Sampled worlds that a move is judged in.")
    ahead: int = setting(0, Whole(0, 1000), "Random decisions after the move, before the position is judged.")
    # Somebody else's judgement in place of the game's own: a function of `Leaves`. It has no text form.
    evaluate: Callable[[Leaves], ArrayLike] | None = None


@dataclass(frozen=True)
class PimcSettings(PlayerSettings):
    name = "pimc"
    nodes: int | None = setting(None, NODES, "Iterations for a decision, where the caller gives no limit.")
    worlds: int = setting(16, Whole(1, pimc.MAX_WORLDS), "Worlds that are searched, each with a tree of its own.")
    exploration: float = setting(0.5, Number(0, pimc.MAX_EXPLORATION), "The constant of UCB1.")
    cutoff: int = setting(-1, Whole(-1, 10_000), "Decisions of a playout; -1: to the end of the game.")
    memory: int = setting(64, Whole(1, pimc.MAX_MEMORY_MB), "Megabytes for the tree.")


@dataclass(frozen=True)
class IsmctsSettings(PlayerSettings):
    name = "ismcts"
    level: int = setting(FULL, LEVEL, "How strong it plays.")
    style: str = setting("balanced", STYLE, "Which of two moves that are about equal it prefers.")
    select: str = setting("sample", SELECT, "Draw from the recommended mix, or play its likeliest move.")
    nodes: int | None = setting(None, NODES, "Iterations for a decision, instead of the level's budget.")
    threads: int = setting(1, THREADS, "Threads, each with a tree of its own.")
    memory: int = setting(64, MEMORY, "Megabytes for the tree.")
    # The search's own parameters, for tuning; those that are not named have their defaults.
    params: Mapping[str, float] = field(default_factory=dict, hash=False)
    # Somebody else's judgement in place of the game's own, as `Searcher` takes it. It has no text form.
    evaluate: Evaluate | None = None
    prior: object | None = None
    batch: int = 16  # leaves that an `evaluate` in Python judges in one call
