"""Epix's board in plain text: who stands where, and what the viewer knows beside."""

from __future__ import annotations

from textwrap import wrap
from typing import Any

from ...drawing import Point, map_lines
from .rules import Tables
from .text import words

NEAR = 42  # percent of the board's width and height: farther borders would cross others
_BORDER = "."
_SIGN = {"soldier": "s", "knight": "k", "camp": "c", "catapult": "x"}


def draw(tables: Tables, seen: dict[str, Any], width: int = 80) -> str:
    """The board with who stands where, and what the viewer knows beside."""
    height = 20
    labels = []
    for at, (x, y) in zip(tables.provinces, tables.positions, strict=True):
        stack = seen["board"].get(at)
        there = "-"
        if stack is not None:
            there = f"{words.seat_name(tables, stack['seat'])}:{''.join(_SIGN[u] for u in stack['units'])}"
        labels.append((y, x, f"{words.province_name(tables, at)} {there}"))
    ways, untold = _borders(tables)
    lines = map_lines(labels, width, height, ways)
    signs = {sign: sign for sign in _SIGN.values()}
    lines += ["", tables.say("drawing.legend", border=_BORDER, **signs)]
    for line in [*untold, *_summary(tables, seen)]:
        lines += wrap(line, width, subsequent_indent="    ")
    return "\n".join(lines) + "\n"


def _borders(tables: Tables) -> tuple[list[tuple[Point, Point, str]], list[str]]:
    """The borders that are drawn, and the others in words: of a province that lies around the board, say."""
    at = tables.positions
    pairs = [(a, b) for a, beside in enumerate(tables.neighbours) for b in beside if a < b]
    near = [(a, b) for a, b in pairs if _is_near(at[a], at[b])]
    far = set(pairs) - set(near)
    told = []
    while far:
        most = max(range(len(at)), key=lambda a: sum(a in pair for pair in far))
        others = sorted(b for pair in far if most in pair for b in pair if b != most)
        names = [tables.province_names[b] for b in others]
        told.append(tables.say("drawing.borders", province=tables.province_names[most], others=names))
        far = {pair for pair in far if most not in pair}
    return [(at[a][::-1], at[b][::-1], _BORDER) for a, b in near], told


def _is_near(one: Point, other: Point) -> bool:
    return abs(one[0] - other[0]) <= NEAR and abs(one[1] - other[1]) <= NEAR


def _summary(tables: Tables, seen: dict[str, Any]) -> list[str]:
    say = tables.say
    when = words.season_name(tables, seen["season"])
    if seen["phase"] != seen["season"]:
        when = say("drawing.when", season=when, phase=say(f"phase.{seen['phase']}"))
    lines = [say("drawing.first", when=when, seat=words.seat_name(tables, seen["first"]) if seen["first"] else "-")]
    for seat in range(tables.seats):
        lines.append(_seat(tables, seen, seat))
        lines += [f"    {words.ability_name(tables, card)}" for card in seen["abilities"][seat]]
    for card in seen["table"]:
        name, bid = words.ability_name(tables, card), seen["bids"].get(card)
        if bid:
            lines.append(say("drawing.bid", name=name, who=words.seat_name(tables, bid["seat"]), gold=bid["gold"]))
        else:
            lines.append(say("drawing.no_bid", name=name))
    if seen["auction"] and seen["phase"] == "give":
        names = [words.seat_name(tables, f"s{number}") for number in range(tables.seats)]
        lines.append(
            say("drawing.bids", bids=[f"{name} {bid}" for name, bid in zip(names, seen["auction"], strict=True)])
        )
    if seen["attack"]:
        lines.append(_attack(tables, seen))
    if seen["winners"]:
        lines.append(say("drawing.won", winners=[words.seat_name(tables, seat) for seat in seen["winners"]]))
    return lines


def _seat(tables: Tables, seen: dict[str, Any], number: int) -> str:
    say, seat = tables.say, f"s{number}"
    held = tables.held(seen["board"], seat)
    parts = [
        say(
            "headline.seat",
            seat=words.seat_name(tables, seat),
            n=held,
            gold=seen["gold"][number],
        )
    ]
    if cards := " + ".join(say(f"card.{card}") for card in seen["cards"][number] or ()):
        parts.append(cards if seen["shown"][number] else say("drawing.hidden", cards=cards))
    if seen["secret"][number]:
        parts.append(say("drawing.secretly", amount=str(seen["secret"][number])))
    line = say.join("comma", parts)
    return say("drawing.acts", line=line) if seen["turn"] == seat else line


def _attack(tables: Tables, seen: dict[str, Any]) -> str:
    say, attack, active = tables.say, seen["attack"], seen["active"]
    return say(
        "drawing.attack",
        who=words.seat_name(tables, seen["turn"]),
        unit=say(f"unit.{active['unit']}"),
        at=active["at"],
        defender=words.seat_name(tables, attack["defender"]),
        against=say(f"unit.{attack['against']}"),
        to=attack["to"],
        n=attack["guesses"],
        parity=attack["parity"] or "",
    )
