"""Epireia in plain text: the boards, and a map of what each place needs, brings and yields, and who is there."""

from __future__ import annotations

from typing import Any

from ...drawing import map_lines
from .rules import LEAGUES, RESOURCES, Tables
from .text import reckoning, summary, words

MAP_HEIGHT = 17  # lines
# Where the places of the printed map are, in percent from the left and from the top. Others are listed below the map.
_PLACES = {
    "macedonia": (31, 0), "illyria": (8, 7), "epirus": (12, 30), "chalkidiki": (45, 13), "thrakiko": (67, 21),
    "persia": (94, 14), "aeolis": (88, 32), "ionia": (92, 52), "aigaio": (68, 47), "euboea": (50, 37),
    "syracuse": (4, 66), "carthage": (5, 96), "egypt": (72, 99), "phoenicia": (93, 88), "kritiko": (60, 82),
    "athens": (48, 55), "sparta": (30, 71), "corinth": (33, 59), "delphi": (33, 46), "larissa": (33, 30),
    "elis": (17, 58),
}  # fmt: skip
_UNDECIDED = "-"  # in place of the letter of a league


def goods(tables: Tables, amounts: list[int]) -> str:
    """Resources in a few letters; a dash for none."""
    found = [tables.say(f"short.{of}", n=n) for n, of in zip(amounts, RESOURCES, strict=True) if n]
    return " ".join(found) or "-"


def draw(tables: Tables, seen: dict[str, Any], width: int = 80) -> str:
    """In the Great Battle the armies alone: nothing else counts any more."""
    lines = [_headline(tables, seen)]
    in_battle = seen["phase"] in reckoning.BATTLE and seen["turn"] > 0 and not reckoning.fell_short(seen)
    if not in_battle:
        lines += _story(tables, seen)
        for board in seen["boards"]:
            lines += _board(tables, seen, board)
        lines += _map(tables, seen, max(width, 60))
    lines += _leagues(tables, seen, in_battle)
    if not reckoning.fell_short(seen):
        lines += _battle(tables, seen)
    if seen["result"]:
        lines.append(_result(tables, seen))
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
    say, turn, turns = tables.say, seen["turn"], tables.numbers["turns"]
    if seen["phase"] in reckoning.BATTLE and turn and not reckoning.fell_short(seen):
        battle = say("headline.battle")
        return battle if tables.solo is None else say("drawing.scenario", when=battle, name=tables.solo.name)
    key = "when.setup" if turn == 0 else "drawing.turn" if tables.is_solo else "drawing.turn_most"
    parts = [say(key, turn=turn, turns=turns), say(f"phase.{seen['phase']}")]
    if seen["act"]:
        parts.append(summary.act(tables, seen["act"]))
    when = say.join("comma", parts)
    return when if tables.solo is None else say("drawing.scenario", when=when, name=tables.solo.name)


def _story(tables: Tables, seen: dict[str, Any]) -> list[str]:
    say, found = tables.say, []
    if tables.solo is not None:
        for goal, met in zip(tables.solo.goals, seen["goals"], strict=True):
            found.append(f"  [{'x' if met else ' '}] {words.goal_when(tables, goal)}")
        if constraint := words.constraint(tables, seen):
            found.append(f"  {say('drawing.constraint', effects=constraint)}")
    if seen["card"]:
        row = tables.rows[seen["card"]]
        found.append(say("drawing.card", name=row["name"], text=row.get("story") or row["text"]))
        if "objective" in row:
            reward = [tables.names[deck] for deck in row["reward"]]
            asks = words.goal(tables, row["objective"])
            found.append(f"  {say('drawing.objective', met=bool(seen['met']), goal=asks, reward=reward)}")
        if effects := words.card(tables, seen["card"]):
            found.append(f"  {say('drawing.effects', effects=effects)}")
    return found


def _sign(tables: Tables, league: str) -> str:
    """The letter of a league."""
    return tables.say(f"drawing.sign_{league}") if league else _UNDECIDED


def _board(tables: Tables, seen: dict[str, Any], board: dict[str, Any]) -> list[str]:
    say, names = tables.say, tables.names
    city = names.get(board["city"]) or say("summary.no_city")
    if board["administrator"] and board["seat"] != seen.get("you"):
        city = say("drawing.administrator", city=city, name=names[board["administrator"]])
    mine, league = board["seat"] == seen.get("you"), board["league"]
    if _only_travels(tables, board):
        return [f"  {summary.city_title(tables, seen, board)}", *_figures(tables, board)]
    whose = [say("drawing.you")] * mine + ([say("drawing.league_of", league=say(f"league.{league}"))] if league else [])
    head = f"{'>' if mine else ' '} {say('drawing.city_of', city=city, whose=whose) if whose else city}"
    stock = words.goods(tables, board["resources"])
    head = say("drawing.stock", head=head, goods=stock, prestige=board["prestige"])
    if board["actions"]:
        head = say("drawing.actions", head=head, n=board["actions"])
    lines = [head]
    if mine and board["administrator"] and seen["phase"] not in reckoning.BATTLE:
        lines += [f"  {line}" for line in summary.administrator(tables, board)]
    if board["buildings"]:
        lines.append(f"  {say('drawing.built', buildings=[names[building] for building in board['buildings']])}")
    return lines + _figures(tables, board)


def _figures(tables: Tables, board: dict[str, Any]) -> list[str]:
    figures = []
    for figure, at in board["figures"]:
        told = {"figure": tables.names[figure], "where": summary.where(tables, at)}
        figures.append(tables.say("summary.figure", values=words.figure(tables, figure), **told))
    return [f"  {tables.say('drawing.figures', figures=figures)}"] if figures else []


def _only_travels(tables: Tables, board: dict[str, Any]) -> bool:
    """Whether a board is an enemy's who has figures, but no city of its own that gathers."""
    return tables.is_solo and board["seat"] == "enemy" and tables.options["enemy"] != "rival"


def _leagues(tables: Tables, seen: dict[str, Any], in_battle: bool) -> list[str]:
    """Each league's treasury and the tokens that do not stand yet; of an enemy who has neither, nothing."""
    say, lines = tables.say, []
    own = next((board["league"] for board in seen["boards"] if board["seat"] == seen.get("you")), "")
    for number, league in enumerate(LEAGUES):
        army, chest = _army(tables, seen["army"][number]), seen["treasury"][number]
        if in_battle:
            if army:
                lines.append(say("drawing.reserve", league=say(f"league.{league}"), army=army))
        elif army or any(chest) or not tables.is_solo or league == own:
            told = {"goods": words.goods(tables, chest), "army": army or say("summary.none")}
            lines.append(say("drawing.league", league=say(f"league.{league}"), mine=league == own, **told))
    return lines


def _map(tables: Tables, seen: dict[str, Any], width: int) -> list[str]:
    """Each place with what it needs and brings or yields, who holds it, and who is there."""
    there: dict[str, list[str]] = {}
    for board in seen["boards"]:
        for figure, at in board["figures"]:
            there.setdefault(at, []).append(f"{tables.names[figure]} ({_sign(tables, board['league'])})")
    spaces = {empire: _empire(tables, seen, empire) for empire in tables.empires}
    spaces |= {territory: _territory(tables, seen, territory) for territory in seen["territories"]}
    if not tables.is_solo:
        played = {board["city"] for board in seen["boards"]}
        spaces |= {city: _city(tables, seen, city) for city in tables.cities if city not in played}
    labels, others = [], []
    for space, what in spaces.items():
        label = f"{tables.names[space]} {what}"
        if space in there:
            label += f" < {', '.join(there[space])}"
        if space in _PLACES:
            labels.append((_PLACES[space][1], _PLACES[space][0], label))
        else:
            others.append(f"  {label}")
    return ["", *map_lines(labels, width, MAP_HEIGHT), *others, _legend(tables), ""]


def _legend(tables: Tables) -> str:
    return tables.say("drawing.map", **{league: _sign(tables, league) for league in LEAGUES})


def _empire(tables: Tables, seen: dict[str, Any], empire: str) -> str:
    row = tables.rows[empire]
    brings = goods(tables, row["reward"]) if any(row["reward"]) else tables.names.get(row["token"], "-")
    if reckoning.is_closed(tables, seen, empire):
        return tables.say("drawing.closed", brings=brings)
    return tables.say("drawing.needs", n=row["target"], brings=brings)


def _territory(tables: Tables, seen: dict[str, Any], territory: str) -> str:
    """What it yields, and who holds it."""
    yields, now = goods(tables, tables.rows[territory]["yield"]), seen["territories"][territory]
    held = tables.say("summary.brigands") if now["brigands"] else tables.names.get(now["holder"], "")
    if reckoning.is_closed(tables, seen, territory):
        held = tables.say("summary.storms", state=held)
    return tables.say("drawing.territory", goods=yields, state=held) if held else yields


def _city(tables: Tables, seen: dict[str, Any], city: str) -> str:
    """A Greek city that nobody leads."""
    row = tables.rows[city]
    if city in seen["joined"]:
        return f"({_sign(tables, seen['joined'][city])})"
    return tables.say("drawing.city", target=row["target"], tribute=goods(tables, row["tribute"]))


def _army(tables: Tables, army: dict[str, Any]) -> str:
    parts = []
    for deck, counts in army.items():
        if isinstance(counts, int):
            if counts:
                parts.append(tables.say("summary.counted", n=counts, deck=tables.names[deck]))
        else:
            powers = [str(power) for power, n in enumerate(counts, 1) for _ in range(n)]
            if powers:
                parts.append(tables.say("drawing.powers", deck=tables.names[deck], powers="/".join(powers)))
    return str(tables.say.join("comma", parts))


def _battle(tables: Tables, seen: dict[str, Any]) -> list[str]:
    """The columns of each front; as long as only one army stands, in one line for each front."""
    say = tables.say
    stands = [any(column for columns in side.values() for column in columns) for side in seen["slots"]]
    if not any(stands) and seen["leaders"] == [{}, {}]:
        return []
    if not all(stands) and seen["leaders"] == [{}, {}]:
        number = stands.index(True)
        fronts = [f"  {tables.names[front]:<10}{_columns(seen, number, front)}" for front in tables.fronts]
        return [say("drawing.stands", league=say(f"league.{LEAGUES[number]}")), *fronts]
    lines = []
    for front in tables.fronts:
        name, won = tables.names[front], seen["battle"]["fronts"].get(front)
        if won:
            winner = say("word.nobody") if won == "none" else say(f"league.{won}")
            name = say("drawing.front_won", front=name, winner=winner)
        lines.append(name)
        for number, league in enumerate(LEAGUES):
            columns = _columns(seen, number, front)
            if leader := seen["leaders"][number].get(front):
                figure = tables.names[leader]
                if seen["battle"]["engaged"][front][number]:
                    figure = say("summary.engaged", figure=figure)
                columns = say("drawing.led", columns=columns, figure=figure)
            lines.append(f"  {say(f'league.{league}'):<14}{columns}")
    return lines


def _columns(seen: dict[str, Any], number: int, front: str) -> str:
    """A league's columns of a front."""
    return " | ".join(" ".join(column) or "-" for column in seen["slots"][number].get(front, [])) or "-"


def _result(tables: Tables, seen: dict[str, Any]) -> str:
    if seen["result"] == [0.5, 0.5]:
        return tables.say("story.drawn")
    first = seen["result"] == [1.0, 0.0]
    if tables.is_solo:
        return tables.say("drawing.player_won" if first else "drawing.enemy_won")
    return tables.say("drawing.league_won", league=words.league(tables, LEAGUES[0 if first else 1]))
