"""Epireia's position in words, part by part."""

from __future__ import annotations

from typing import Any

from ....block import Block
from ..rules import LEAGUES, RESOURCES, Tables
from . import reckoning, words
from .help import brings
from .reckoning import Board, View


def _turns(tables: Tables) -> int:
    return int(tables.solo.turns if tables.solo else tables.numbers["turns"])


def when(tables: Tables, view: View) -> str:
    """The act and the turn; a scenario's turns are all played, but the acts may end before the last turn."""
    say, turn, turns = tables.say, view["turn"], _turns(tables)
    if turn == 0:
        return say("when.setup")
    if tables.is_solo:
        return say("when.turn", turn=turn, turns=turns)
    is_last = turn == turns or (view["act"] == 3 and view["met"])
    return say("when.act_last" if is_last else "when.act", act=act(tables, view["act"]), turn=turn, turns=turns)


def act(tables: Tables, number: int) -> str:
    """``Act II``; before the first act there is none."""
    return tables.say(f"act.{max(number, 1)}")


def _fronts_won(tables: Tables, view: View, board: Board) -> list[str]:
    say, won = tables.say, list(view["battle"]["fronts"].values())
    if view["you"] == "pub":
        return [say("headline.league_fronts", league=say(f"league.{of}"), n=won.count(of)) for of in LEAGUES]
    other = LEAGUES[1 - LEAGUES.index(board["league"])]
    yours = say("headline.your_fronts", n=won.count(board["league"]))
    return [yours, say("headline.enemy_fronts", n=won.count(other))]


def headline(tables: Tables, view: View) -> str:
    say, board = tables.say, reckoning.own_board(view)
    parts = [when(tables, view)]
    if reckoning.fell_short(view):
        parts.append(say("headline.fell_short"))
    elif view["phase"] in reckoning.BATTLE and view["turn"]:
        parts = [say("headline.battle"), say("headline.fronts", fronts=_fronts_won(tables, view, board))]
    elif view["you"] == "pub":
        parts.append(say(f"phase.{view['phase']}"))  # whoever watches has no city
    elif board["city"]:
        goods = [words.amount(tables, n, of) for n, of in zip(board["resources"], RESOURCES, strict=True)]
        parts.append(say("headline.city", city=tables.names[board["city"]], goods=goods))
        parts.append(say("headline.prestige", n=board["prestige"]))
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
    armies = _armies(tables, view, brief)
    found += [armies] if armies.rows or armies.lines else []
    stands = any(column for side in view["slots"] for columns in side.values() for column in columns)
    if stands and not reckoning.fell_short(view):
        found.append(_battle(tables, view))
    return found


def _scenario(tables: Tables, view: View) -> Block:
    assert tables.solo is not None
    say, row = tables.say, tables.rows[tables.solo.id]
    rows = []
    for goal, met in zip(tables.solo.goals, view["goals"], strict=True):
        due = say("summary.at_end" if goal["when"] == "end" else "summary.any_time")
        state = say("summary.met") if met else words.so_far(tables, view, goal, view["boards"][0])
        if view["phase"] == "over" and not met:
            have, need = reckoning.progress(tables, view, goal, view["boards"][0])
            state = say("summary.not_met", have=have, need=need)
        rows.append((say("summary.goal", goal=words.goal(tables, goal)), due, state))
    turns = say("summary.turns", n=row["turns"])
    lines = [] if view["turn"] > 1 else [turns] if view["turn"] else [row["story"]]
    if constraint := words.constraint(tables, view):
        lines.append(say("summary.constraint", effects=constraint))
    heads = (say("summary.objective"), "", say("summary.now"))
    return Block(say("summary.scenario", name=row["name"]), lines, heads, rows)


def _card(tables: Tables, view: View) -> Block:
    say, row = tables.say, tables.rows[view["card"]]
    lines = [row.get("story") or row.get("text") or ""]
    if "objective" in row:
        state = say("summary.met") if view["met"] else words.race(tables, view, row["objective"])
        reward = [tables.names[deck] for deck in row["reward"]]
        goal = words.goal(tables, row["objective"])
        lines.append(say("summary.act_objective", goal=goal, state=state, reward=reward))
        if view["act"] == 3:
            lines.append(say("summary.last_act"))
    lines += words.constraints(tables, view["card"])
    if tables.is_solo:
        return Block(say("summary.augur", name=row["name"]), lines)
    return Block(say("summary.act", act=act(tables, view["act"]), name=row["name"]), lines)


def _city(tables: Tables, view: View, board: Board) -> Block:
    say, names = tables.say, tables.names
    enemy = tables.is_solo and board["seat"] == "enemy"
    lines = []
    if not (enemy and tables.options["enemy"] != "rival"):
        goods = words.goods(tables, board["resources"])
        lines.append(say("summary.stock", goods=goods, prestige=board["prestige"]))
        if board["city"] and view["phase"] not in reckoning.BATTLE:
            lines += _income(tables, view, board)
        if board["administrator"]:
            lines += administrator(tables, board)
        if board["buildings"]:
            lines.append(say("summary.built", buildings=[names[building] for building in board["buildings"]]))
    for figure, at in board["figures"]:
        told = {"figure": names[figure], "where": where(tables, at), "values": words.figure(tables, figure)}
        if enemy:
            lines.append(say("summary.figure_of", city=names[tables.rows[figure]["city"]], **told))
        else:
            lines.append(say("summary.figure", **told))
    return Block(city_title(tables, view, board), lines, seat=board["seat"])


def city_title(tables: Tables, view: View, board: Board) -> str:
    """Whose city it is; an enemy has one for each of its figures."""
    say, city = tables.say, tables.names.get(board["city"]) or tables.say("summary.no_city")
    if tables.is_solo and board["seat"] == "enemy":
        cities = dict.fromkeys(tables.rows[name]["city"] for name, _ in board["figures"])
        city = say.join("and", [tables.names[each] for each in cities]) or city
    who, league = words.name(tables, view, board["seat"]), board["league"]
    if who == city and league:  # another's, which is called by its city
        return say("summary.city_league", city=city, league=say(f"league.{league}"))
    if not league:
        return say("summary.board", who=who, city=city)
    return say("summary.board_league", who=who, city=city, league=say(f"league.{league}"))


def where(tables: Tables, at: str) -> str:
    """Where a figure is."""
    if not at or at == "road":
        return tables.say("summary.on_road" if at else "summary.at_home")
    return tables.say("summary.in_space", space=tables.names[at])


def administrator(tables: Tables, board: Board) -> list[str]:
    """What an administrator can do, and the next bonus."""
    say, row = tables.say, tables.rows[board["administrator"]]
    ability, uses = words.ability(tables, row["ability"]), reckoning.uses_left(tables, board)
    lines = [say("summary.administrator", name=row["name"], ability=ability, n=uses)]
    due = row["bonus"][board["bonuses"] :]
    return [*lines, say("summary.bonus", at=due[0]["at"], bonus=words.bonus(tables, due[0]))] if due else lines


def _income(tables: Tables, view: View, board: Board) -> list[str]:
    """What comes in at the end of the turn, as things are, and what of it there is no room for."""
    say, most = tables.say, tables.numbers["resource_cap"]
    collects, yielded = reckoning.income(tables, view, board), reckoning.harvest(tables, view, board)
    sums = [sum(each) for each in zip(board["resources"], collects, yielded, strict=True)]
    full = [say(f"resource.{of}") for of, total in zip(RESOURCES, sums, strict=True) if total > most]
    room = [say("summary.room", most=most, resources=full)] if full else []
    goods = words.goods(tables, collects)
    if any(yielded):
        return [say("summary.collects_both", goods=goods, yielded=words.goods(tables, yielded)), *room]
    return [say("summary.collects", goods=goods), *room]


def _there(tables: Tables, view: View, space: str) -> str:
    found = []
    for board in view["boards"]:
        present = [tables.names[figure] for figure, at in board["figures"] if at == space]
        found += [
            tables.say("summary.there", figure=figure, who=words.name(tables, view, board["seat"]))
            for figure in present
        ]
    return tables.say.join("comma", found)


def _heads(tables: Tables, *keys: str) -> tuple[str, ...]:
    """The heads of a table's columns; an empty key for a column without one."""
    return tuple(tables.say(f"summary.{key}") if key else "" for key in keys)


def _empires(tables: Tables, view: View) -> Block:
    say, rows = tables.say, []
    for empire in tables.empires:
        rewarded = [
            say("summary.who", who=words.name(tables, view, board["seat"]))
            for board in view["boards"]
            if empire in board["empires"]
        ]
        closed = reckoning.is_closed(tables, view, empire)
        needs = say("summary.closed") if closed else str(tables.rows[empire]["target"])
        given, there = say.join("comma", rewarded), _there(tables, view, empire)
        rows.append((tables.names[empire], needs, brings(tables, empire), given, there))
    return Block(
        say("summary.empires"), [], _heads(tables, "empire", "needs", "brings", "has_rewarded", "present"), rows
    )


def state(tables: Tables, view: View, territory: str) -> str:
    """Who holds a territory, and whether it can be entered."""
    say, now = tables.say, view["territories"][territory]
    if now["brigands"]:
        found = say("summary.brigands")
    else:
        found = say("summary.held", city=tables.names[now["holder"]]) if now["holder"] else say("summary.free")
    return say("summary.storms", state=found) if reckoning.is_closed(tables, view, territory) else found


def _territories(tables: Tables, view: View) -> Block:
    say, rows = tables.say, []
    for territory in view["territories"]:
        row = tables.rows[territory]
        terrain, goods = say(f"terrain.{row['kind']}"), words.short_goods(tables, row["yield"])
        there = _there(tables, view, territory)
        rows.append((tables.names[territory], terrain, goods, state(tables, view, territory), there))
    return Block(say("summary.territories"), [], _heads(tables, "territory", "", "yields", "", "present"), rows)


def _greek_cities(tables: Tables, view: View) -> Block:
    say, rows = tables.say, []
    played = {board["city"] for board in view["boards"]}
    for city in tables.cities:
        row = tables.rows[city]
        if city in view["joined"]:
            joined = say("summary.joined", league=words.league(tables, view["joined"][city]))
            rows.append((tables.names[city], "-", joined, "-", ""))
        elif city not in played:
            tokens = say.join("comma", [tables.names[deck] for deck in row["brings"]])
            tribute = words.short_goods(tables, row["tribute"])
            rows.append((tables.names[city], str(row["target"]), tokens, tribute, _there(tables, view, city)))
    return Block(say("summary.cities"), [], _heads(tables, "city", "needs", "brings", "tribute", "present"), rows)


def _armies(tables: Tables, view: View, brief: bool) -> Block:
    say, board = tables.say, reckoning.own_board(view)
    rows = []
    for number, league in enumerate(LEAGUES):
        mine = board["league"] == league
        tokens = counts(tables, view["army"][number])
        chest = words.short_goods(tables, view["treasury"][number])
        whose = say(f"league.{league}")
        if mine or tokens or chest != "-" or not tables.is_solo or view["you"] == "pub":
            whose = say("summary.yours", league=whose) if mine else whose
            rows.append((whose, chest, say.join("semicolon", tokens) or say("summary.none")))
    decks = [
        say("summary.counted", n=reckoning.tokens_left(view, deck), deck=tables.names[deck]) for deck in tables.decks
    ]
    lines = [] if brief or view["phase"] in reckoning.BATTLE else [say("summary.decks", decks=decks)]
    return Block(say("summary.leagues"), lines, _heads(tables, "league", "treasury", "reserve"), rows)


def counts(tables: Tables, army: dict[str, Any]) -> list[str]:
    """An army's tokens, by deck: how many, or of which power."""
    found = []
    for deck, n in army.items():
        if isinstance(n, int):
            found += [tables.say("summary.counted", n=n, deck=tables.names[deck])] if n else []
        elif any(n):
            powers = [str(power) for power, many in enumerate(n, 1) for _ in range(many)]
            found.append(tables.say("summary.powers", deck=tables.names[deck], powers=powers))
    return found


def _battle(tables: Tables, view: View) -> Block:
    """The fronts: of each league its columns and who leads, and who won."""
    say, rows = tables.say, []
    whose = [say(f"league.{league}") for league in LEAGUES]
    if view["you"] != "pub":
        own = reckoning.own_board(view)["league"]
        whose = [say("summary.mine" if own == league else "summary.enemys") for league in LEAGUES]
    for front in tables.fronts:
        for number, league in enumerate(LEAGUES):
            columns = [" ".join(column) or "-" for column in view["slots"][number].get(front, [])]
            columns += ["-"] * (3 - len(columns))
            leader = view["leaders"][number].get(front)
            led = tables.names[leader] if leader else ""
            if led and view["battle"]["engaged"][front][number]:
                led = say("summary.engaged", figure=led)
            won = view["battle"]["fronts"].get(front)
            state = "" if won is None else "won" if won == league else "lost" if won != "none" else "drawn"
            if any(column != "-" for column in columns) or leader:
                title = say("summary.front_of", front=tables.names[front], whose=whose[number])
                rows.append((title, *columns, led, say(f"summary.{state}") if state else ""))
    shown = say("summary.face_to_face" if view["phase"] in reckoning.BATTLE else "summary.standing")
    columns = [say("summary.column", n=number) for number in (1, 2, 3)]
    return Block(shown, [], (say("summary.front"), *columns, say("summary.led_by"), ""), rows)
