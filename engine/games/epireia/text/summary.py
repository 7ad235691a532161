"""Epireia's position in words, part by part."""

from __future__ import annotations

from ....block import Block
from ....english import capital, plural, several
from ..rules import LEAGUES, RESOURCES, Tables
from . import reckoning, words
from .reckoning import Board, View


def _turns(tables: Tables) -> int:
    return int(tables.solo.turns if tables.solo else tables.numbers["turns"])


def when(tables: Tables, view: View) -> str:
    """The act and the turn; a scenario's turns are all played, but the acts may end before the last turn."""
    if view["turn"] == 0:
        return "Setup"
    if tables.is_solo:
        return f"Turn {view['turn']} of {_turns(tables)}"
    is_last = view["turn"] == _turns(tables) or (view["act"] == 3 and view["met"])
    limit = "last turn before the Great Battle" if is_last else f"{_turns(tables)} at most"
    return f"Act {'I' * view['act']}, turn {view['turn']} ({limit})"


def _fronts_won(view: View, board: Board) -> str:
    won = list(view["battle"]["fronts"].values())
    if view["you"] == "pub":
        return ", ".join(f"{league.title()} {won.count(league)}" for league in LEAGUES)
    other = LEAGUES[1 - LEAGUES.index(board["league"])]
    return f"you {won.count(board['league'])}, the enemy {won.count(other)}"


def headline(tables: Tables, view: View) -> str:
    board = reckoning.own_board(view)
    parts = [when(tables, view)]
    if reckoning.fell_short(view):
        parts.append("lost before the battle, for want of an objective")
    elif view["phase"] in reckoning.BATTLE and view["turn"]:
        parts = ["The Great Battle", f"fronts won: {_fronts_won(view, board)}"]
    elif view["you"] == "pub":
        parts.append(view["phase"])  # whoever watches has no city
    elif board["city"]:
        wheat, wood, copper = board["resources"]
        parts.append(f"{tables.names[board['city']]}: {wheat} wheat, {wood} wood, {copper} copper")
        parts.append(f"prestige {board['prestige']}")
    return " | ".join(parts)


def summary(tables: Tables, view: View, brief: bool = False) -> list[Block]:
    in_battle = view["phase"] in reckoning.BATTLE
    found = []
    if tables.solo is not None and (reckoning.fell_short(view) or not (brief and in_battle)):
        found.append(_scenario(tables, view))
    if view["card"] and not (brief and in_battle):
        found.append(_card(tables, view))
    if not (brief and in_battle):
        found += [_city(tables, view, board) for board in view["boards"]]
    if not brief and not in_battle:
        found += [_empires(tables, view), _territories(tables, view)]
        if not tables.is_solo:
            found.append(_greek_cities(tables, view))
    found.append(_armies(tables, view, brief))
    stands = any(column for side in view["slots"] for columns in side.values() for column in columns)
    if stands and not reckoning.fell_short(view):
        found.append(_battle(tables, view))
    return found


def _scenario(tables: Tables, view: View) -> Block:
    assert tables.solo is not None
    row = tables.rows[tables.solo.id]
    rows = []
    for goal, met in zip(tables.solo.goals, view["goals"], strict=True):
        when = "after the last turn" if goal["when"] == "end" else "at any time"
        state = "met" if met else words.so_far(tables, view, goal, view["boards"][0])
        if view["phase"] == "over" and not met:
            state = "not met: {} of {}".format(*reckoning.progress(tables, view, goal, view["boards"][0]))
        rows.append((capital(words.goal(tables, goal)), when, state))
    turns = (
        f"You have {row['turns']} turns, then comes the Great Battle; without all objectives it is lost. In the battle "
        "you need more fronts than the enemy: a tie loses."
    )
    lines = [] if view["turn"] > 1 else [turns] if view["turn"] else [row["story"], turns]
    if constraint := words.constraint(tables, view):
        lines.append(f"In this scenario {constraint}.")
    return Block(f"{row['name']}: your objectives", lines, ("objective", "", "now"), rows)


def _card(tables: Tables, view: View) -> Block:
    row = tables.rows[view["card"]]
    lines = [row.get("story") or row.get("text") or ""]
    if "objective" in row:
        reward = several([tables.names[deck] for deck in row["reward"]])
        met = "met" if view["met"] else words.race(tables, view, row["objective"])
        lines.append(f"Objective: {words.goal(tables, row['objective'])} ({met}); the first gets {reward}.")
        if view["act"] == 3:
            lines.append("When it is met, the turn is played to its end, and the Great Battle follows.")
    lines += words.constraints(tables, view["card"])
    title = "The augur" if tables.is_solo else f"Act {'I' * view['act']}"
    return Block(f"{title}: {row['name']}", lines)


def _city(tables: Tables, view: View, board: Board) -> Block:
    names = tables.names
    mine = board["seat"] == view["you"]
    enemy = tables.is_solo and board["seat"] == "enemy"
    city = names.get(board["city"], "no city yet")
    league = f", {board['league'].title()} league" if board["league"] else ""
    lines = []
    if not (enemy and tables.options["enemy"] != "rival"):
        lines.append(f"{words.goods(board['resources']).capitalize()}; prestige {board['prestige']}")
        if board["city"] and view["phase"] not in reckoning.BATTLE:
            lines += _income(tables, view, board)
        if board["administrator"]:
            ability = tables.rows[board["administrator"]]["ability"]
            uses = reckoning.uses_left(tables, board)
            lines.append(
                f"{names[board['administrator']]}: {words.ability(tables, ability)} ({plural(uses, 'use')} left)"
            )
            due = tables.rows[board["administrator"]]["bonus"][board["bonuses"] :]
            if due:
                lines.append(f"At prestige {due[0]['at']}: {words.bonus(tables, due[0])}")
        if board["buildings"]:
            lines.append(f"Built: {', '.join(names[building] for building in board['buildings'])}")
    for name, at in board["figures"]:
        where = {"": "at home", "road": "on the road"}.get(at) or f"in {names[at]}"
        whose = f" of {names[tables.rows[name]['city']]}" if enemy else ""
        lines.append(f"{names[name]}{whose}, {where}: {words.figure(tables, name)}")
    who = "You" if mine else "The enemy" if enemy else board["seat"]
    title = f"{who}: {city}{league}"
    if enemy:
        cities = dict.fromkeys(tables.rows[name]["city"] for name, _ in board["figures"])
        title = f"The enemy: {several([names[city] for city in cities]) or city}{league}"
    return Block(title, lines, seat=board["seat"])


def _income(tables: Tables, view: View, board: Board) -> list[str]:
    """What comes in at the end of the turn, as things are, and what of it there is no room for."""
    collects, yielded = reckoning.income(tables, view, board), reckoning.harvest(tables, view, board)
    held = f", and {words.goods(yielded)} from its territories" if any(yielded) else ""
    most = tables.numbers["resource_cap"]
    sums = [sum(each) for each in zip(board["resources"], collects, yielded, strict=True)]
    full = [name for name, total in zip(RESOURCES, sums, strict=True) if total > most]
    room = [f"It can keep {most} of each resource: more {several(full)} would be lost"] if full else []
    return [f"Collects {words.goods(collects)} this turn{held}", *room]


def _who(tables: Tables, view: View, board: Board) -> str:
    return "you" if board["seat"] == view["you"] else "enemy" if board["seat"] == "enemy" else str(board["seat"])


def _there(tables: Tables, view: View, space: str) -> str:
    found = []
    for board in view["boards"]:
        whose = _who(tables, view, board)
        found += [f"{tables.names[figure]} ({whose})" for figure, at in board["figures"] if at == space]
    return ", ".join(found)


def _empires(tables: Tables, view: View) -> Block:
    rows = []
    for empire in tables.empires:
        row = tables.rows[empire]
        brings = words.short_goods(row["reward"]) if any(row["reward"]) else tables.names.get(row["token"], "-")
        rewarded = [_who(tables, view, board) for board in view["boards"] if empire in board["empires"]]
        there = _there(tables, view, empire)
        needs = "closed" if reckoning.is_closed(tables, view, empire) else str(row["target"])
        rows.append((tables.names[empire], needs, brings, ", ".join(rewarded), there))
    return Block("Empires", [], ("empire", "needs", "brings", "has rewarded", "there"), rows)


def _territories(tables: Tables, view: View) -> Block:
    rows = []
    for territory, now in view["territories"].items():
        row = tables.rows[territory]
        state = "brigands" if now["brigands"] else f"held by {tables.names[now['holder']]}" if now["holder"] else "free"
        state += ", storms" if reckoning.is_closed(tables, view, territory) else ""
        there = _there(tables, view, territory)
        rows.append((tables.names[territory], row["kind"], words.short_goods(row["yield"]), state, there))
    return Block("Territories", [], ("territory", "", "yields", "", "there"), rows)


def _greek_cities(tables: Tables, view: View) -> Block:
    rows = []
    played = {board["city"] for board in view["boards"]}
    for city in tables.cities:
        row = tables.rows[city]
        if city in view["joined"]:
            rows.append((tables.names[city], "-", f"joined the {view['joined'][city].title()} league", "-", ""))
        elif city not in played:
            tokens = ", ".join(tables.names[deck] for deck in row["brings"])
            tribute = words.short_goods(row["tribute"])
            rows.append((tables.names[city], str(row["target"]), tokens, tribute, _there(tables, view, city)))
    return Block("Greek cities", [], ("city", "needs", "brings", "tribute", "there"), rows)


def _armies(tables: Tables, view: View, brief: bool) -> Block:
    board = reckoning.own_board(view)
    rows = []
    for number, league in enumerate(LEAGUES):
        mine = board["league"] == league
        counts = []
        for deck, n in view["army"][number].items():
            if isinstance(n, int):
                counts += [f"{n} {tables.names[deck]}"] if n else []
            elif any(n):
                powers = [str(power) for power, many in enumerate(n, 1) for _ in range(many)]
                counts.append(f"{tables.names[deck]} of power {several(powers)}")
        chest = words.short_goods(view["treasury"][number])
        whose = f"{league.title()}{' (yours)' if mine else ''}"
        if mine or counts or chest != "-" or not tables.is_solo or not board["league"]:
            rows.append((whose, chest, "; ".join(counts) or "none"))
    left = ", ".join(f"{reckoning.tokens_left(view, deck)} {tables.names[deck]}" for deck in tables.decks)
    lines = [] if brief or view["phase"] in reckoning.BATTLE else [f"Left in the decks: {left}"]
    return Block("Leagues", lines, ("league", "treasury", "army in reserve"), rows)


def _battle(tables: Tables, view: View) -> Block:
    """The fronts: of each league its columns and who leads, and who won."""
    rows = []
    whose = [league.title() for league in LEAGUES]
    if view["you"] != "pub":
        whose = ["yours" if reckoning.own_board(view)["league"] == league else "the enemy's" for league in LEAGUES]
    for front in tables.fronts:
        for number, league in enumerate(LEAGUES):
            columns = [" ".join(column) or "-" for column in view["slots"][number].get(front, [])]
            columns += ["-"] * (3 - len(columns))
            leader = view["leaders"][number].get(front)
            engaged = " (engaged)" if view["battle"]["engaged"][front][number] else ""
            won = view["battle"]["fronts"].get(front)
            state = "won" if won == league else "" if won is None else "lost" if won != "none" else "drawn"
            if any(column != "-" for column in columns) or leader:
                led = f"{tables.names[leader]}{engaged}" if leader else ""
                rows.append((f"{tables.names[front]}, {whose[number]}", *columns, led, state))
    shown = "Armies face to face" if view["phase"] in reckoning.BATTLE else "What stands for the Great Battle"
    return Block(
        f"{shown} (i and ii: levels, ? is face down)",
        [],
        ("front", "column 1", "column 2", "column 3", "led by", ""),
        rows,
    )
