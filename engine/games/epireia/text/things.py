"""What is drawn of Epireia's position, in words.

Keys beside those of the moves: ``map``, ``scenario`` and ``goal:N`` (alone), ``card`` and ``objective``,
``board:SEAT``, ``prestige:SEAT``, ``front:FRONT`` and ``leader:LEAGUE.FRONT`` in the battle, ``resource:RESOURCE``,
``type:TYPE``, and captions.
"""

from __future__ import annotations

from typing import Any

from ....description import Thing
from ..rules import LEAGUES, RESOURCES, TYPES, Tables
from . import help, reckoning, summary, words
from .offers import amounts
from .reckoning import Board, View

CAPTIONS = (
    "map", "city", "treasury", "buildings", "figures", "army", "standing", "this_turn", "last_turn", "power",
    "diplomacy", "built", "none",
)  # fmt: skip


def things(tables: Tables, view: View) -> dict[str, Thing]:
    say, own = tables.say, reckoning.own_board(view)
    found = {caption: Thing(say(f"things.{caption}")) for caption in CAPTIONS}
    for of in RESOURCES:
        found[f"resource:{of}"] = Thing(say(f"resource.{of}"))
        found[f"donate:{of}"] = Thing(say("offers.donate", of=say(f"resource.{of}")))
    found |= {f"type:{kind}": Thing(say(f"type.{kind}")) for kind in TYPES}
    if tables.is_solo:
        found["house"] = Thing(say("seat.enemy"))
    found |= _map(tables, view, own)
    found |= _cards(tables, view, own)
    found |= _city(tables, view, own)
    for board in view["boards"]:
        found |= _board(tables, view, board)
    return found | _fronts(tables, view, own)


# ---------------------------------------------------------------------------------------------------------------
# The map.


def _map(tables: Tables, view: View, own: Board) -> dict[str, Thing]:
    say, names, found = tables.say, tables.names, {}
    for space in tables.empires:
        row, rewarded = tables.rows[space], space in own["empires"]
        words_of = {"name": names[space], "target": row["target"], "brings": help.brings(tables, space)}
        found[f"space:{space}"] = Thing(names[space], says=say("things.empire", rewarded=rewarded, **words_of))
    for space in tables.territories:
        row = tables.rows[space]
        says = say(
            "things.territory", name=names[space], terrain=say(f"terrain.{row['kind']}"),
            goods=words.goods(tables, row["yield"]), state=summary.state(tables, view, space),
        )  # fmt: skip
        found[f"space:{space}"] = Thing(names[space], says=says)
    for space in tables.cities:
        says = say("things.city_is", name=names[space], state=_city_state(tables, view, space))
        found[f"space:{space}"] = Thing(names[space], says=says)
    return found


def _city_state(tables: Tables, view: View, city: str) -> str:
    say, row = tables.say, tables.rows[city]
    board = next((board for board in view["boards"] if board["city"] == city), None)
    if board is not None and board["seat"] == view["you"]:
        return say("things.own_city")
    if board is not None and board["seat"] != "enemy":
        return say("things.city_of", league=say(f"league.{board['league']}") if board["league"] else "")
    if tables.solo is not None:
        enemies = [tables.cities[number] for number in tables.solo.enemy_cities]
        return say("things.enemy_city" if city in enemies else "things.neutral")
    if city in view["joined"]:
        return say("summary.joined", league=say(f"league.{view['joined'][city]}"))
    return say("things.neutral_needs", target=row["target"], tribute=words.goods(tables, row["tribute"]))


# ---------------------------------------------------------------------------------------------------------------
# Cards, objectives and the scenario.


def _cards(tables: Tables, view: View, own: Board) -> dict[str, Thing]:
    say, found = tables.say, {}
    if tables.solo is not None:
        row = tables.rows[tables.solo.id]
        constraint = words.constraint(tables, view)
        notes = [say("summary.constraint", effects=constraint)] if constraint else []
        found["scenario"] = Thing(row["name"], notes, row["story"])
        board = view["boards"][0]
        for number, (goal, met) in enumerate(zip(tables.solo.goals, view["goals"], strict=True)):
            due = say("summary.at_end" if goal["when"] == "end" else "summary.any_time")
            found[f"goal:{number}"] = _goal(tables, view, board, goal, met, [due])
    if view["card"]:
        row = tables.rows[view["card"]]
        kind = say(f"omen.{row['omen']}") if "omen" in row else summary.act(tables, view["act"])
        notes = [kind, *words.constraints(tables, view["card"])]
        found["card"] = Thing(row["name"], notes, row.get("story") or row.get("text") or "")
        if "objective" in row:
            reward = say("things.reward", reward=[tables.names[deck] for deck in row["reward"]])
            race = words.race(tables, view, row["objective"])
            found["objective"] = _goal(tables, view, own, row["objective"], view["met"], [race, reward])
    return found


def _goal(tables: Tables, view: View, board: Board, goal: dict[str, Any], met: bool, notes: list[str]) -> Thing:
    have, need = reckoning.progress(tables, view, goal, board)
    state = tables.say("summary.met") if met else words.so_far(tables, view, goal, board)
    label = tables.say("summary.goal", goal=words.goal(tables, goal))
    return Thing(label, (*notes, state), have=need if met else have, need=need)


# ---------------------------------------------------------------------------------------------------------------
# The own city.


def _city(tables: Tables, view: View, own: Board) -> dict[str, Thing]:
    say, found = tables.say, {}
    for building in tables.buildings:
        row = tables.rows[building]
        goods = reckoning.cost_now(tables, view, own, row["cost"], "building_cost")
        effect = (words.effect(tables, row["effect"]),)
        price = words.goods(tables, goods)
        found[f"build:{building}"] = Thing(row["name"], effect, cost=amounts(goods), price=price)
    league = LEAGUES.index(own["league"]) if own["league"] else -1
    for deck in tables.decks:
        goods = reckoning.cost_now(tables, view, own, tables.rows[deck]["cost"], "army_cost")
        army = {deck: view["army"][league][deck]} if league >= 0 else {}
        have = summary.counts(tables, army) or [say("things.none")]
        notes = (say("things.left", n=reckoning.tokens_left(view, deck)), *have)
        price = words.goods(tables, goods)
        found[f"deck:{deck}"] = Thing(tables.names[deck], notes, cost=amounts(goods), price=price)
    offered = [move.partition(":")[2] for move in view["legal"] if move.startswith("administrator:")]
    for name in filter(None, (*offered, *(board["administrator"] for board in view["boards"]))):
        found[f"admin:{name}"] = _administrator(tables, name)
    if own["administrator"]:
        row = tables.rows[own["administrator"]]
        uses = say("things.uses", n=reckoning.uses_left(tables, own))
        found["ability"] = Thing(row["name"], (words.ability(tables, row["ability"]), uses))
    return found


def _administrator(tables: Tables, name: str) -> Thing:
    say, row = tables.say, tables.rows[name]
    bonuses = [say("summary.bonus", at=bonus["at"], bonus=words.bonus(tables, bonus)) for bonus in row["bonus"]]
    return Thing(
        row["name"], (say("things.ability", does=words.ability(tables, row["ability"])), *bonuses), row["text"]
    )


def _board(tables: Tables, view: View, board: Board) -> dict[str, Thing]:
    """A board: whose it is, what stands on it in short, and its figures."""
    say, seat, most = tables.say, board["seat"], tables.numbers["prestige_cap"]
    notes = [say("things.actions", n=board["actions"])] if board["actions"] else []
    notes.append(say("headline.prestige", n=board["prestige"]))
    if board["buildings"]:
        notes.append(say("summary.built", buildings=[tables.names[building] for building in board["buildings"]]))
    prestige = say("things.prestige_of", n=board["prestige"], most=most)
    found = {
        f"board:{seat}": Thing(summary.city_title(tables, view, board), notes),
        f"prestige:{seat}": Thing(say("things.prestige"), says=prestige, have=board["prestige"], need=most),
    }
    if board["league"]:
        found[f"league:{board['league']}"] = Thing(words.league(tables, board["league"]))
    known = {name: [summary.where(tables, at)] for name, at in board["figures"]}
    if seat == view["you"]:
        offered = (move.partition(":")[2].partition("@")[0] for move in view["legal"] if _names_figure(move))
        known |= {name: known.get(name, []) for name in offered if name != "none"}
    for name, at in known.items():
        row = tables.rows[name]
        notes = [words.talent(tables, row["talent"]), *at]
        found[f"figure:{name}"] = Thing(row["name"], notes, words.figure(tables, name))
    return found


def _names_figure(move: str) -> bool:
    return move.startswith(("figure:", "lead:"))


# ---------------------------------------------------------------------------------------------------------------
# The battle.


def _fronts(tables: Tables, view: View, own: Board) -> dict[str, Thing]:
    say, battle, found = tables.say, view["battle"], {}
    league = LEAGUES.index(own["league"]) if own["league"] else 0
    for number, front in enumerate(tables.fronts):
        won, notes = battle["fronts"].get(front), []
        if won == "none":
            notes.append(say("things.front_drawn"))
        elif won:
            notes.append(say("things.front_won", league=words.league(tables, won)))
        elif battle["revealed"] > 3 * number:
            columns = battle["columns"][front]
            notes.append(say("things.columns", theirs=columns[1 - league], mine=columns[league]))
        says = say("things.front", front=tables.names[front], state=notes[0] if notes else say("things.not_decided"))
        found[f"front:{front}"] = Thing(tables.names[front], notes, says)
        for side, leaders in zip(LEAGUES, view["leaders"], strict=True):
            if figure := leaders.get(front):
                n, engaged = reckoning.front_power(tables, figure, front), battle["engaged"][front][LEAGUES.index(side)]
                words_of = say("things.leader", figure=tables.names[figure], n=n, engaged=bool(engaged))
                found[f"leader:{side}.{front}"] = Thing(words_of, have=n)
    return found
