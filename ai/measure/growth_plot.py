"""The picture of how cost grows."""

from __future__ import annotations

from ...engine.registry import find
from .growth import MEMORY, Growth, Point
from .plot import Panel, Series, drawn


def picture(growth: Growth) -> str:
    """Speed and memory against nodes; speed against players, hands and purses."""
    panels = [
        Panel("Speed of a search", "nodes", "nodes/s", _curves(growth, "nodes_per_second"), log_x=True, log_y=True),
        Panel("Memory in use", "nodes", "bytes in nodes and edges", _curves(growth, "bytes"), log_x=True, log_y=True),
    ]
    for title, label, settings in (
        ("Players", "players", {"seats"}),
        ("Hands and purses", "cards in a hand (Egemonia, Ephyran), gold at the start (Epix)", {"hand", "start_gold"}),
    ):
        series = _sized(growth, settings)
        if series:
            panels.append(Panel(title, label, "nodes/s", series, log_y=True))
    return drawn(
        "What a search costs",
        f"One thread, random playouts to the end of the game, at most {MEMORY} megabytes; a node is an iteration",
        panels,
    )


def _curves(growth: Growth, what: str) -> tuple[Series, ...]:
    found: dict[str, list[Point]] = {}
    for point in growth.points:
        found.setdefault(point.game, []).append(point)
    return tuple(
        Series(find(game).title, tuple((point.nodes, float(getattr(point, what))) for point in points))
        for game, points in found.items()
    )


def _sized(growth: Growth, settings: set[str]) -> tuple[Series, ...]:
    found: dict[str, list[tuple[float, float]]] = {}
    for sized in growth.sized:
        if sized.what in settings:
            found.setdefault(sized.game, []).append((sized.size, sized.nodes_per_second))
    return tuple(Series(find(game).title, tuple(points)) for game, points in found.items())
