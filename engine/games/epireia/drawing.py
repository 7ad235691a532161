"""Epireia's table in plain text: the boards, where everybody is, and what each destination needs and brings."""

from __future__ import annotations

from typing import Any

from ...english import plural
from .rules import LEAGUES, Tables
from .text import reckoning, words

_SHORT = ("wh", "wo", "co")
_SIDE = {"delian": "D", "peloponnesian": "P", "": "-"}


def goods(amounts: list[int]) -> str:
    """Resources in a few letters; a dash for none."""
    return " ".join(f"{n}{word}" for n, word in zip(amounts, _SHORT, strict=True) if n) or "-"


def draw(tables: Tables, seen: dict[str, Any], width: int = 80) -> str:
    lines = [_headline(tables, seen), *_story(tables, seen), ""]
    for board in seen["boards"]:
        lines += _board(tables, seen, board)
    lines += ["", *_spaces(tables, seen), ""]
    for number, league in enumerate(LEAGUES):
        army = _army(tables, seen["army"][number])
        lines.append(f"{league.title()}: treasury {goods(seen['treasury'][number])}, army {army}")
    left = ", ".join(f"{tables.names[deck]} {n if isinstance(n, int) else sum(n)}" for deck, n in seen["decks"].items())
    lines.append(f"Decks: {left}")
    if any(column for side in seen["slots"] for columns in side.values() for column in columns) or seen["leaders"] != [
        {},
        {},
    ]:
        lines += ["", *_battle(tables, seen)]
    if seen["result"]:
        lines += ["", _result(tables, seen)]
    return "\n".join(part for line in lines for part in _fold(line, max(width, 60))) + "\n"


def _fold(line: str, width: int) -> list[str]:
    """A long line in pieces, the later ones indented."""
    found = []
    while len(line) > width:
        cut = line.rfind(" ", 8, width)
        cut = cut if cut > 0 else width
        found.append(line[:cut].rstrip())
        line = "    " + line[cut:].lstrip()
    return [*found, line.rstrip()]


def _headline(tables: Tables, seen: dict[str, Any]) -> str:
    last = f" of {tables.numbers['turns']}" if tables.is_solo else f" ({tables.numbers['turns']} at most)"
    parts = ["Setup" if seen["turn"] == 0 else f"Turn {seen['turn']}{last}", seen["phase"]]
    if seen["act"]:
        parts.append(f"Act {'I' * seen['act']}")
    return ", ".join(parts) + ("" if tables.solo is None else f": {tables.solo.name}")


def _story(tables: Tables, seen: dict[str, Any]) -> list[str]:
    found = []
    if tables.solo is not None:
        for goal, met in zip(tables.solo.goals, seen["goals"], strict=True):
            when = "at the end" if goal["when"] == "end" else "at any time"
            found.append(f"  [{'x' if met else ' '}] {words.goal(tables, goal)} {when}")
        if constraint := words.constraint(tables, seen):
            found.append(f"  in this scenario: {constraint}")
    if seen["card"]:
        row = tables.rows[seen["card"]]
        found.append(f"{row['name']}: {row.get('story') or row.get('text')}")
        if "objective" in row:
            reward = ", ".join(tables.names[deck] for deck in row["reward"])
            met = " (met)" if seen["met"] else ""
            found.append(f"  objective{met}: {words.goal(tables, row['objective'])}; reward: {reward}")
        if effects := words.card(tables, seen["card"]):
            found.append(f"  effects: {effects}")
    return found


def _board(tables: Tables, seen: dict[str, Any], board: dict[str, Any]) -> list[str]:
    names = tables.names
    city = names.get(board["city"], "no city yet")
    head = f"{board['seat']} [{_SIDE[board['league']]}] {city}"
    if board["administrator"]:
        head += f", {names[board['administrator']]} (used {board['uses']})"
    head += f": {goods(board['resources'])}, prestige {board['prestige']}"
    if board["actions"]:
        head += f", {plural(board['actions'], 'action')} left"
    lines = [head]
    if board["buildings"]:
        lines.append("  built: " + ", ".join(names[building] for building in board["buildings"]))
    figures = []
    for figure, at in board["figures"]:
        row = tables.rows[figure]
        where = {"": "home", "road": "on the road"}.get(at) or names[at]
        figures.append(f"{names[figure]} (power {row['power']}, diplomacy {row['diplomacy']}, "
                       f"{words.talent(tables, row['talent'])}) {where}")  # fmt: skip
    if figures:
        lines.append("  figures: " + "; ".join(figures))
    return lines


def _spaces(tables: Tables, seen: dict[str, Any]) -> list[str]:
    """Each space: what it needs, what it brings, who holds it and who is there."""
    there: dict[str, list[str]] = {}
    for board in seen["boards"]:
        for figure, at in board["figures"]:
            there.setdefault(at, []).append(f"{tables.names[figure]} [{_SIDE[board['league']]}]")
    lines = []
    for empire in tables.empires:
        row = tables.rows[empire]
        brings = goods(row["reward"]) if any(row["reward"]) else tables.names.get(row["token"], "-")
        needs = "closed" if reckoning.is_closed(tables, seen, empire) else f"needs {row['target']}"
        lines.append(_space(tables, empire, f"{needs}, brings {brings}", there))
    for territory, now in seen["territories"].items():
        row = tables.rows[territory]
        state = "brigands" if now["brigands"] else f"held by {tables.names[now['holder']]}" if now["holder"] else "free"
        state += ", storms" if reckoning.is_closed(tables, seen, territory) else ""
        lines.append(_space(tables, territory, f"{row['kind']}, yields {goods(row['yield'])}, {state}", there))
    played = {board["city"] for board in seen["boards"]}
    if not tables.is_solo:
        for city in tables.cities:
            row = tables.rows[city]
            if city in seen["joined"]:
                lines.append(_space(tables, city, f"joined the {seen['joined'][city].title()} league", there))
            elif city not in played:
                tokens = ", ".join(tables.names[deck] for deck in row["brings"])
                needs = f"needs {row['target']} and {goods(row['tribute'])}, brings {tokens}"
                lines.append(_space(tables, city, needs, there))
    return lines


def _space(tables: Tables, space: str, what: str, there: dict[str, list[str]]) -> str:
    present = f"  <- {', '.join(there[space])}" if space in there else ""
    return f"  {tables.names[space]:<17}{what}{present}"


def _army(tables: Tables, army: dict[str, Any]) -> str:
    parts = []
    for deck, counts in army.items():
        if isinstance(counts, int):
            if counts:
                parts.append(f"{counts} {tables.names[deck]}")
        else:
            powers = [str(power) for power, n in enumerate(counts, 1) for _ in range(n)]
            if powers:
                parts.append(f"{tables.names[deck]} {'/'.join(powers)}")
    return ", ".join(parts) or "none"


def _battle(tables: Tables, seen: dict[str, Any]) -> list[str]:
    lines = []
    for front in tables.fronts:
        won = seen["battle"]["fronts"].get(front)
        lines.append(f"{tables.names[front]}" + (f": won by {won}" if won else ""))
        for number, league in enumerate(LEAGUES):
            columns = " | ".join(" ".join(column) or "-" for column in seen["slots"][number].get(front, []))
            leader = seen["leaders"][number].get(front)
            engaged = " (engaged)" if seen["battle"]["engaged"][front][number] else ""
            led = f", led by {tables.names[leader]}{engaged}" if leader else ""
            lines.append(f"  {league.title():<14}{columns or '-'}{led}")
    return lines


def _result(tables: Tables, seen: dict[str, Any]) -> str:
    if seen["result"] == [0.5, 0.5]:
        return "The game is drawn."
    first = seen["result"] == [1.0, 0.0]
    if tables.is_solo:
        return "The player has won." if first else "The enemy has won."
    return f"The {LEAGUES[0 if first else 1].title()} league has won."
