"""``python -m bench.vector``: steps a second of `VectorEnv` on one core, beside what the kernels and the machine do.

A step is one decision of a seat, with its observation and mask written and chance played inside. The actions are random
and legal, chosen in C. Processor time, best of several rounds; all columns come from the same run.
"""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from dataclasses import asdict, dataclass

import click
import numpy as np

from petteia.cli.output import print_table
from petteia.engine import GAMES, Game, ruleset
from petteia.engine.vector import VectorEnv

STEPS = 60  # of all games in one round
WARM = 100  # so that the games are at different points
PLAYOUTS = 300
BARS = {"egemonia": 1e6, "epix": 1e6, "ephyran": 5e5, "epireia": 5e5}
COLUMNS = ("game", "steps/s", "bar", "ns", "bytes", "memcpy ns", "random moves/s")


@dataclass(frozen=True)
class Speed:
    """What a game costs."""

    game: str
    steps: float  # a second
    moves: float  # a second, in random games without observations
    size: int  # bytes of a row's observation and mask
    copy: float  # seconds to copy as many

    @property
    def holds(self) -> bool:
        return self.steps >= BARS[self.game]

    def cells(self) -> list[str]:
        bar = f"{BARS[self.game]:,.0f}" + ("" if self.holds else " (missed)")
        return [
            GAMES[self.game].title, f"{self.steps:,.0f}", bar, f"{1e9 / self.steps:.0f}", str(self.size),
            f"{1e9 * self.copy:.0f}", f"{self.moves:,.0f}",
        ]  # fmt: skip


def best(rounds: int, work: Callable[[], int]) -> float:
    """Seconds of processor time for one of what the work counts."""
    found = []
    for _ in range(rounds):
        started = time.process_time()
        done = work()
        found.append((time.process_time() - started) / done)
    return min(found)


def measure(name: str, games: int, rounds: int) -> Speed:
    rules = ruleset(name)
    env = VectorEnv(rules, games, seed=1)
    env.reset()
    for _ in range(WARM):
        env.step(env.random_actions())

    def stepping() -> int:
        for _ in range(STEPS):
            env.step(env.random_actions())
        return STEPS * games

    dealt = [Game(rules, seed).state for seed in range(PLAYOUTS)]

    def playing() -> int:
        return sum(state.clone().playout(seed) for seed, state in enumerate(dealt))

    arrays = [env.observations, env.masks]
    copies = [np.empty_like(array) for array in arrays]

    def copying() -> int:
        for array, copy in zip(arrays, copies, strict=True):
            np.copyto(copy, array)
        return games

    size = sum(array[0].nbytes for array in arrays)
    return Speed(name, 1 / best(rounds, stepping), 1 / best(rounds, playing), size, best(rounds, copying))


@click.command(context_settings={"help_option_names": ["-h", "--help"]})
@click.option("--games", default=1024, show_default=True, type=click.IntRange(1), help="At once.")
@click.option("--rounds", default=7, show_default=True, type=click.IntRange(1), help="The best counts.")
@click.option("--json", "as_json", is_flag=True, help="For programs.")
def main(games: int, rounds: int, as_json: bool) -> None:
    """Measure the steps of many games at once."""
    found = [measure(name, games, rounds) for name in GAMES]
    if as_json:
        click.echo(json.dumps([asdict(speed) | {"holds": speed.holds} for speed in found], indent=2))
    else:
        print_table(COLUMNS, [speed.cells() for speed in found], right=COLUMNS[1:])


if __name__ == "__main__":
    main()
