"""What a seat may believe of hidden things: how likely each possibility is, over worlds that the seat might be in."""

from __future__ import annotations

from collections import Counter, defaultdict

from ..engine import Observation
from .player import randomness
from .stop import Stop, Stopped

WORLDS = 400  # a standard error of at most 0.025


def beliefs(
    observation: Observation, worlds: int = WORLDS, seed: int = 0, stop: Stop | None = None
) -> dict[str, dict[str, float]]:
    """For each hidden thing (`Ruleset.secrets`) what it may be and how likely, likeliest first; of a hidden hand, how
    likely it has at least one of each. What the seat is sure of is left out. `Stopped` if somebody stops it.

    >>> from petteia.engine import new
    >>> game = new("egemonia", seed=7)
    >>> sorted(beliefs(game.observation("s0")))
    ['hands sparta']
    """
    rules = observation.ruleset
    numbers = randomness(seed, observation, "beliefs")
    found: defaultdict[str, Counter[str]] = defaultdict(Counter)
    for _ in range(worlds):
        if stop is not None and stop.is_set():
            raise Stopped
        for name, things in rules.secrets(rules.fields(observation.sample(numbers.getrandbits(64)))).items():
            found[name].update(set(things))
    chances = {
        name: {
            what: round(count / worlds, 4)
            for what, count in sorted(counts.items(), key=lambda item: (-item[1], item[0]))
            if count < worlds
        }
        for name, counts in found.items()
    }
    return {name: possible for name, possible in chances.items() if possible}
