"""Estimates with their intervals as an SVG picture: a row for each, one axis for all."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from ..stats import Interval
from .plot import COLOURS, GRID, INK, RIGHT, SOFT, Scale, short

WIDTH = 640
ROW = 26  # pixels of a row
HEAD, FOOT = 62, 52  # title above the rows, axis below
LETTER = 6.6  # pixels, about
LONGEST = 40  # letters of a name; the rest is cut off, for commands may be long


def intervals_drawn(title: str, subtitle: str, label: str, rows: Sequence[tuple[str, Interval]]) -> str:
    """The whole picture. The rows are drawn from top to bottom, the axis is named by the label."""
    names = [name if len(name) <= LONGEST else name[: LONGEST - 1] + "…" for name, _ in rows]
    left = 24 + LETTER * max(map(len, names))
    height = HEAD + ROW * len(rows) + FOOT
    x = Scale((value for _, one in rows for value in (one.low, one.value, one.high)), False, left, WIDTH - RIGHT)
    low = HEAD + ROW * len(rows)
    body = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" width="{WIDTH}" height="{height}" '
        f'font-family="Helvetica, Arial, sans-serif" font-size="12" fill="{INK}">',
        f"<title>{escape(title)}</title>",
        f'<rect width="{WIDTH}" height="{height}" fill="white"/>',
        f'<text x="16" y="26" font-size="17" font-weight="bold">{escape(title)}</text>',
        f'<text x="16" y="45" fill="{SOFT}">{escape(subtitle)}</text>',
    ]
    for tick in x.ticks:
        at = x(tick)
        body.append(f'<line x1="{at:.1f}" y1="{HEAD}" x2="{at:.1f}" y2="{low}" stroke="{GRID}"/>')
        body.append(f'<text x="{at:.1f}" y="{low + 17}" text-anchor="middle" fill="{SOFT}">{short(tick)}</text>')
    middle = (left + WIDTH - RIGHT) / 2
    body.append(f'<text x="{middle:.1f}" y="{height - 12}" text-anchor="middle">{escape(label)}</text>')
    for number, (name, (_, one)) in enumerate(zip(names, rows, strict=True)):
        y = HEAD + ROW * (number + 0.5)
        body += [
            f'<text x="{left - 10:.1f}" y="{y + 4:g}" text-anchor="end">{escape(name)}</text>',
            f'<line x1="{x(one.low):.1f}" y1="{y:g}" x2="{x(one.high):.1f}" y2="{y:g}" stroke="{COLOURS[0]}" '
            'stroke-width="2"/>',
            f'<circle cx="{x(one.value):.1f}" cy="{y:g}" r="3.5" fill="{COLOURS[0]}"/>',
        ]
    return "\n".join([*body, "</svg>", ""])
