"""Boards in plain text: what several games' drawings share."""

from __future__ import annotations

from collections.abc import Iterable

Point = tuple[int, int]  # percent from the top and from the left


def map_lines(
    labels: Iterable[tuple[int, int, str]], width: int, height: int, ways: Iterable[tuple[Point, Point, str]] = ()
) -> list[str]:
    """Labels at points as lines of text, none over another, and between them ways, each drawn with its sign."""
    canvas = [[" "] * width for _ in range(height)]
    for y, x, label in sorted(labels):
        _write(canvas, label, round(y * (height - 1) / 100), round(x * (width - 1) / 100))
    for (y, x), (to_y, to_x), sign in ways:
        down, right = (height - 1) / 100, (width - 1) / 100
        _connect(canvas, (y * down, x * right), (to_y * down, to_x * right), sign)
    return "\n".join("".join(row).rstrip() for row in canvas).strip("\n").split("\n")


def _connect(canvas: list[list[str]], start: tuple[float, float], end: tuple[float, float], sign: str) -> None:
    """A line of signs that leaves out what is written, and a blank beside it."""
    steps = round(max(abs(end[0] - start[0]) * 2, abs(end[1] - start[1]) / 2))
    for step in range(1, steps):
        y = round(start[0] + (end[0] - start[0]) * step / steps)
        x = round(start[1] + (end[1] - start[1]) * step / steps)
        around = canvas[y][max(x - 1, 0) : x + 2]
        if all(char == " " or char == sign for char in around):
            canvas[y][x] = sign


def _write(canvas: list[list[str]], label: str, row: int, column: int) -> None:
    """Write a label around a point, at the nearest free place."""
    width = len(canvas[0])
    for distance in range(len(canvas)):
        for y in {row - distance, row + distance}:
            for shift in (0, -4, 4, -8, 8):
                left = min(max(column - len(label) // 2 + shift, 0), width - len(label))
                if 0 <= y < len(canvas) and all(
                    canvas[y][x] == " " for x in range(max(left - 1, 0), min(left + len(label) + 1, width))
                ):
                    canvas[y][left : left + len(label)] = label
                    return
