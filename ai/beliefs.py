"""What a seat may think of hidden things, as plain data: how likely each possibility is, by the law of sampling.

It works for any game whose views mark what the viewer does not see by ``?``: a value ``"?"``, or a hand ``{"?": 4}``.
Each such place is filled in from sampled worlds, whose fields have the same names.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

from ..engine import Observation
from .player import randomness

WORLDS = 400  # a standard error of at most 0.025
HIDDEN = "?"

Path = tuple[str | int, ...]


def beliefs(observation: Observation, worlds: int = WORLDS, seed: int = 0) -> dict[str, dict[str, float]]:
    """For each hidden thing what it may be and how likely, likeliest first; of a hidden hand, how likely it has at
    least one of each.

    >>> from petteia.engine import new
    >>> game = new("egemonia", seed=7)
    >>> sorted(beliefs(game.observation("s0")))
    ['hands sparta']
    """
    view = observation.ruleset.view(observation.core)
    places = list(_hidden(view, ()))
    if not places:
        return {}
    numbers = randomness(seed, observation, "beliefs")
    found: dict[Path, Counter[str]] = {path: Counter() for path, _ in places}
    for _ in range(worlds):
        fields = observation.ruleset.fields(observation.sample(numbers.getrandbits(64)))
        for path, counts in found.items():
            counts.update(_possibilities(_at(fields, path)))
    return {
        name: {
            what: round(count / worlds, 4) for what, count in sorted(found[path].items(), key=lambda i: (-i[1], i[0]))
        }
        for path, name in places
        if found[path]
    }


def _hidden(view: Any, path: Path) -> Iterator[tuple[Path, str]]:
    """The places of a view that are hidden, and a name for each."""
    if isinstance(view, dict):
        if HIDDEN in view:
            if view[HIDDEN]:
                yield path, _name(path)
            return
        for key, inner in view.items():
            yield from _hidden(inner, (*path, key))
    elif isinstance(view, list):
        known = [str(inner) for inner in view if isinstance(inner, str) and inner != HIDDEN]
        for index, inner in enumerate(view):
            for where, name in _hidden(inner, (*path, index)):
                # A row such as ["sparta", "?", "thebes"] is called after what is known of it.
                yield where, f"{_name(path)} {' '.join(known)}" if inner == HIDDEN and known else name
    elif view == HIDDEN:
        yield path, _name(path)


def _name(path: Path) -> str:
    return " ".join(str(part + 1) if isinstance(part, int) else part for part in path)


def _at(fields: Any, path: Path) -> Any:
    for part in path:
        try:
            fields = fields[part]
        except (KeyError, IndexError, TypeError):
            return None  # a view may name what the fields do not
    return fields


def _possibilities(value: Any) -> list[str]:
    if value is None:
        return []
    if isinstance(value, dict):
        return [str(what) for what, count in value.items() if count]
    if isinstance(value, list):
        return sorted({str(what) for what in value})
    return [str(value)]
