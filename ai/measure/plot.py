"""Curves as an SVG picture, without a library for it: panels with axes, lines with marks, one legend."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from html import escape

# Told apart also by those who do not see all colours, and by their marks.
COLOURS = ("#0072b2", "#d55e00", "#009e73", "#aa4499", "#b8860b", "#444444")
MARKS = ("circle", "square", "diamond", "triangle", "cross", "circle")
CORNERS = {
    "square": ((-3.2, -3.2), (3.2, -3.2), (3.2, 3.2), (-3.2, 3.2)),
    "diamond": ((0, -4.6), (4.6, 0), (0, 4.6), (-4.6, 0)),
    "triangle": ((0, -4.6), (4.4, 3.4), (-4.4, 3.4)),
}
INK, SOFT, GRID = "#222222", "#666666", "#e3e3e3"

WIDTH, HEIGHT = 460, 300  # of a panel with its labels
LEFT, RIGHT, TOP, BOTTOM = 62, 16, 46, 48  # from there to the axes
HEAD = 78  # title and legend above the panels


@dataclass(frozen=True)
class Series:
    """One line: its name decides its colour, the same in all panels."""

    name: str
    points: tuple[tuple[float, float], ...]


@dataclass(frozen=True)
class Panel:
    title: str
    x_label: str
    y_label: str
    series: tuple[Series, ...]
    log_x: bool = False
    log_y: bool = False


class Scale:
    """From values to pixels, with round ticks."""

    def __init__(self, values: Iterable[float], log: bool, start: float, end: float) -> None:
        found = list(values)
        self.log, self.start, self.end = log, start, end
        low, high = min(found), max(found)
        if log:
            self.ticks = self._powers(low, high)
            self.low, self.high = math.log10(min(low, self.ticks[0])), math.log10(max(high, self.ticks[-1]))
        else:
            self.ticks = self._steps(low, high)
            self.low, self.high = self.ticks[0], self.ticks[-1]

    @staticmethod
    def _powers(low: float, high: float) -> list[float]:
        """Powers of ten around the values; 1, 2 and 5 of each where that would be few."""
        first, last = math.floor(math.log10(low)), math.ceil(math.log10(high))
        if last - first > 2:
            return [10.0**power for power in range(first, last + 1)]
        all_ticks = [digit * 10.0**power for power in range(first, last + 1) for digit in (1, 2, 5)]
        below = max((tick for tick in all_ticks if tick <= low), default=low)
        above = min((tick for tick in all_ticks if tick >= high), default=high)
        return [tick for tick in all_ticks if below <= tick <= above]

    @staticmethod
    def _steps(low: float, high: float) -> list[float]:
        """Whole numbers: nothing else is counted on such an axis."""
        span = (high - low) or abs(high) or 1.0
        unit = 10 ** math.floor(math.log10(span / 4))
        step = max(1.0, next(unit * factor for factor in (1, 2, 5, 10) if span / (unit * factor) <= 6))
        first, last = math.floor(low / step), math.ceil(high / step)
        return [step * n for n in range(first, last + 1)]

    def __call__(self, value: float) -> float:
        at = math.log10(value) if self.log else value
        share = (at - self.low) / (self.high - self.low) if self.high > self.low else 0.5
        return self.start + share * (self.end - self.start)


def short(value: float) -> str:
    """A tick's label: 20k, 3M, 1G."""
    for size, sign in ((1e9, "G"), (1e6, "M"), (1e3, "k")):
        if value >= size:
            return f"{value / size:g}{sign}"
    return f"{value:g}"


def drawn(title: str, subtitle: str, panels: Sequence[Panel], columns: int = 2) -> str:
    """The whole picture."""
    names = list(dict.fromkeys(series.name for panel in panels for series in panel.series))
    rows = -(-len(panels) // columns)
    width, height = WIDTH * min(columns, len(panels)), HEAD + HEIGHT * rows
    body = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}" '
        f'font-family="Helvetica, Arial, sans-serif" font-size="12" fill="{INK}">',
        f"<title>{escape(title)}</title>",
        f'<rect width="{width}" height="{height}" fill="white"/>',
        f'<text x="16" y="26" font-size="17" font-weight="bold">{escape(title)}</text>',
        f'<text x="16" y="45" fill="{SOFT}">{escape(subtitle)}</text>',
        *_legend(names),
    ]
    for number, panel in enumerate(panels):
        x, y = WIDTH * (number % columns), HEAD + HEIGHT * (number // columns)
        body += [f'<g transform="translate({x} {y})">', *_panel(panel, names), "</g>"]
    return "\n".join([*body, "</svg>", ""])


def _legend(names: Sequence[str]) -> list[str]:
    drawing, x = [], 16.0
    for name in names:
        colour = COLOURS[names.index(name) % len(COLOURS)]
        drawing.append(f'<line x1="{x:g}" y1="64" x2="{x + 24:g}" y2="64" stroke="{colour}" stroke-width="2"/>')
        drawing.append(_mark(x + 12, 64, names.index(name)))
        drawing.append(f'<text x="{x + 30:g}" y="68">{escape(name)}</text>')
        x += 50 + 7 * len(name)
    return drawing


def _panel(panel: Panel, names: Sequence[str]) -> list[str]:
    points = [point for series in panel.series for point in series.points]
    x = Scale((px for px, _ in points), panel.log_x, LEFT, WIDTH - RIGHT)
    y = Scale((py for _, py in points), panel.log_y, HEIGHT - BOTTOM, TOP)
    low, high = HEIGHT - BOTTOM, TOP
    drawing = [
        f'<text x="{LEFT}" y="{TOP - 14}" font-size="14"><tspan font-weight="bold">{escape(panel.title)}</tspan>'
        f'<tspan fill="{SOFT}" dx="8">{escape(panel.y_label)}</tspan></text>'
    ]
    for tick in y.ticks:
        at = y(tick)
        drawing.append(f'<line x1="{LEFT}" y1="{at:.1f}" x2="{WIDTH - RIGHT}" y2="{at:.1f}" stroke="{GRID}"/>')
        drawing.append(f'<text x="{LEFT - 7}" y="{at + 4:.1f}" text-anchor="end" fill="{SOFT}">{short(tick)}</text>')
    for tick in x.ticks:
        at = x(tick)
        drawing.append(f'<line x1="{at:.1f}" y1="{high}" x2="{at:.1f}" y2="{low}" stroke="{GRID}"/>')
        drawing.append(f'<text x="{at:.1f}" y="{low + 17}" text-anchor="middle" fill="{SOFT}">{short(tick)}</text>')
    drawing.append(f'<line x1="{LEFT}" y1="{low}" x2="{WIDTH - RIGHT}" y2="{low}" stroke="{SOFT}"/>')
    middle = (LEFT + WIDTH - RIGHT) / 2
    drawing.append(f'<text x="{middle:g}" y="{HEIGHT - 12}" text-anchor="middle">{escape(panel.x_label)}</text>')
    for series in panel.series:
        number = names.index(series.name)
        places = [(x(px), y(py)) for px, py in series.points]
        path = " ".join(f"{px:.1f},{py:.1f}" for px, py in places)
        drawing.append(
            f'<polyline points="{path}" fill="none" stroke="{COLOURS[number % len(COLOURS)]}" stroke-width="2" '
            f'stroke-linejoin="round"/>'
        )
        drawing += [_mark(px, py, number) for px, py in places]
    return drawing


def _mark(x: float, y: float, number: int) -> str:
    colour, mark = COLOURS[number % len(COLOURS)], MARKS[number % len(MARKS)]
    if mark == "circle":
        return f'<circle cx="{x:.1f}" cy="{y:.1f}" r="3.5" fill="{colour}"/>'
    if mark == "cross":
        return f'<path d="M{x - 4:.1f} {y - 4:.1f}l8 8m0 -8l-8 8" stroke="{colour}" stroke-width="2"/>'
    corners = " ".join(f"{x + dx:.1f},{y + dy:.1f}" for dx, dy in CORNERS[mark])
    return f'<polygon points="{corners}" fill="{colour}"/>'
