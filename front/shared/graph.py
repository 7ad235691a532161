"""The graph of a review: each side's chance over a game, as text and as SVG."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from petteia.ai.review import Review

ROWS = 11  # of the plot: 100 % to 0 % by tens
MARGIN = 6  # columns left of it
WIDTH, HEIGHT, LEFT, TOP, RIGHT, BOTTOM = 720, 320, 44, 16, 16, 48  # of the picture, in its own units
COLOURS = ("#1f5fa8", "#b3361f", "#8a6d00", "#2f7d32")
SIGNS, PLAIN_SIGNS = "●○◆◇", "*o+x"


def shown_teams(review: Review) -> list[int]:
    """The teams whose lines are drawn: of two, the seat's own; the other's is what is left of 100 %."""
    return [review.team] if len(review.names) == 2 else list(range(len(review.names)))


def by_turn(review: Review) -> list[tuple[str, Sequence[float]]]:
    """The chances at the end of each turn, as people call it."""
    found: list[tuple[str, Sequence[float]]] = []
    for point in review.graph:
        if found and found[-1][0] == point.when:
            found[-1] = (point.when, point.chances)
        else:
            found.append((point.when, point.chances))
    return found


def plot(review: Review, width: int, ascii_only: bool = False) -> list[str]:
    """The graph in lines of text, with the turning points numbered below it."""
    columns = max(10, min(width - MARGIN - 2, len(review.graph)))
    signs = PLAIN_SIGNS if ascii_only else SIGNS
    points, last = review.graph, len(review.graph) - 1

    def at(column: int) -> int:
        return round(column * last / (columns - 1))

    rows = [[" "] * columns for _ in range(ROWS)]
    for team in reversed(shown_teams(review)):
        for column in range(columns):
            row = round((1 - points[at(column)].chances[team]) * (ROWS - 1))
            rows[row][column] = signs[team % len(signs)]
    bar, foot = ("|", "-") if ascii_only else ("┤", "─")
    lines = [f"{100 - 100 * n // (ROWS - 1):>4}%{bar}{''.join(row).rstrip()}" for n, row in enumerate(rows)]
    marks = [" "] * columns
    for number, swing in enumerate(review.swings, 1):
        column = min(range(columns), key=lambda c: (abs(at(c) - swing.until), c))
        marks[column] = str(number)
    lines.append(" " * (MARGIN - 1) + ("+" if ascii_only else "└") + foot * columns)
    if review.swings:
        lines.append(" " * MARGIN + "".join(marks).rstrip())
    legend = ", ".join(f"{signs[team % len(signs)]} {review.names[team]}" for team in shown_teams(review))
    return [*lines, " " * MARGIN + legend]


def picture(review: Review) -> str:
    """The graph as an SVG document. It names its lines and turning points, for those who do not see colours."""
    last = max(1, len(review.graph) - 1)
    wide, high = WIDTH - LEFT - RIGHT, HEIGHT - TOP - BOTTOM

    def x(step: int) -> float:
        return round(LEFT + wide * step / last, 1)

    def y(chance: float) -> float:
        return round(TOP + high * (1 - chance), 1)

    names = ", ".join(review.names[team] for team in shown_teams(review))
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" role="img" '
        f'font-family="sans-serif" font-size="12" aria-label="{escape(names)}">',
        '<rect width="100%" height="100%" fill="#fffdf6"/>',
    ]
    for tenth in range(0, 11, 5):
        parts.append(f'<path d="M{LEFT} {y(tenth / 10)}h{wide}" stroke="#ccc" fill="none"/>')
        parts.append(f'<text x="{LEFT - 6}" y="{y(tenth / 10) + 4}" text-anchor="end">{10 * tenth}%</text>')
    for number, swing in enumerate(review.swings, 1):
        parts.append(f'<path d="M{x(swing.until)} {TOP}v{high}" stroke="#999" stroke-dasharray="3 3" fill="none"/>')
        parts.append(f'<text x="{x(swing.until)}" y="{TOP + high + 16}" text-anchor="middle">{number}</text>')
    for order, team in enumerate(shown_teams(review)):
        colour = COLOURS[team % len(COLOURS)]
        line = " ".join(f"{x(n)},{y(point.chances[team])}" for n, point in enumerate(review.graph))
        parts.append(f'<polyline points="{line}" fill="none" stroke="{colour}" stroke-width="2"/>')
        where = LEFT + 150 * order
        parts.append(f'<text x="{where}" y="{HEIGHT - 10}" fill="{colour}">{escape(review.names[team])}</text>')
    return "\n".join([*parts, "</svg>"]) + "\n"
