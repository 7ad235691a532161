"""Boards in plain text: what several games' drawings share."""

from __future__ import annotations

from collections.abc import Iterable


def map_lines(labels: Iterable[tuple[int, int, str]], width: int, height: int) -> list[str]:
    """Labels at (percent from the top, percent from the left) as lines of text, none over another."""
    canvas = [[" "] * width for _ in range(height)]
    for y, x, label in sorted(labels):
        _write(canvas, label, round(y * (height - 1) / 100), round(x * (width - 1) / 100))
    return ["".join(row).rstrip() for row in canvas]


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
