"""Egemonia's map as a picture: areas, land and sea lines, influence, and the events lying face down."""

from __future__ import annotations

from html import escape
from typing import Any

from .rules import FACTIONS, Tables
from .text import words

WIDTH, HEIGHT, MARGIN = 920, 640, 46
COLOURS = {"athens": "#1f5fa8", "sparta": "#a8321f", "syracuse": "#6b6256"}


def picture(tables: Tables, seen: dict[str, Any]) -> str:
    """An SVG document of a view."""
    places = [_place(x, y) for x, y in tables.positions]
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" '
        'font-family="Georgia, serif" text-anchor="middle">',
        f'<rect width="{WIDTH}" height="{HEIGHT}" rx="12" fill="#e9f0f2"/>',
    ]
    for way, neighbours in (("sea", tables.sea), ("land", tables.land)):
        style = 'stroke="#5b8fa8" stroke-dasharray="3 6"' if way == "sea" else 'stroke="#8a7a5c"'
        for area, others in enumerate(neighbours):
            for other in others:
                if other > area:
                    (x1, y1), (x2, y2) = places[area], places[other]
                    parts.append(f'<line x1="{x1}" y1="{y1}" x2="{x2}" y2="{y2}" {style} stroke-width="2.5"/>')
    for area, (x, y) in enumerate(places):
        parts += _area(tables, seen, area, x, y)
    parts += [*_caption(tables, seen), "</svg>"]
    return "\n".join(parts) + "\n"


def _place(x: int, y: int) -> tuple[int, int]:
    """Percent of the map to its place in the picture, below the caption."""
    return MARGIN + x * (WIDTH - 2 * MARGIN) // 100, 60 + y * (HEIGHT - 110) // 100


def _area(tables: Tables, seen: dict[str, Any], area: int, x: int, y: int) -> list[str]:
    name = tables.areas[area]
    owner, count = seen["influence"].get(name, (None, 0))
    if owner is None and seen["syracuse"] and area == tables.sicily:
        owner, count = "syracuse", 1
    fill = COLOURS.get(owner, "#fffdf6") if owner else "#fffdf6"
    ink = "#ffffff" if owner else "#000000"
    parts = [f'<circle cx="{x}" cy="{y}" r="15" fill="{fill}" stroke="#4a4335" stroke-width="2"/>']
    if count:
        parts.append(f'<text x="{x}" y="{y + 6}" font-size="17" font-weight="bold" fill="{ink}">{count}</text>')
    parts.append(
        f'<text x="{x}" y="{y + 31}" font-size="14" fill="#2c281f" stroke="#e9f0f2" stroke-width="4" '
        f'paint-order="stroke">{_written(tables.area_names[area])}</text>'
    )
    lying = [(faction, event) for faction, event, where in seen["placed"] if where == name]
    for number, (faction, event) in enumerate(lying):
        left = x + 12 + 20 * number
        letter = "?" if event in (None, "?") else tables.event_names[tables.events.index(event)][0]
        parts.append(
            f'<rect x="{left}" y="{y - 31}" width="18" height="20" rx="3" fill="{COLOURS[faction]}" stroke="#fffdf6"/>'
            f'<text x="{left + 9}" y="{y - 16}" font-size="14" fill="#ffffff">{letter}</text>'
        )
    return parts


def _caption(tables: Tables, seen: dict[str, Any]) -> list[str]:
    places = {"athens": (WIDTH // 2, ""), "sparta": (WIDTH - MARGIN, ' text-anchor="end"')}
    found = [
        f'<text x="{MARGIN}" y="34" font-size="19" text-anchor="start" fill="#2c281f">{_turn(tables, seen)}</text>'
    ]
    for faction, n in zip(FACTIONS, words.areas_held(seen), strict=True):
        (x, anchor), held = places[faction], tables.say("picture.areas", side=tables.faction_names[faction], n=n)
        found.append(f'<text x="{x}" y="34" font-size="19"{anchor} fill="{COLOURS[faction]}">{_written(held)}</text>')
    return [
        *found,
        f'<text x="{MARGIN}" y="{HEIGHT - 14}" font-size="13" text-anchor="start" fill="#5b5546">'
        f"{_written(tables.say('picture.legend'))}</text>",
    ]


def _turn(tables: Tables, seen: dict[str, Any]) -> str:
    return _written(words.turn(tables, seen))


def _written(text: str) -> str:
    return escape(text, quote=False)
