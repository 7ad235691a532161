"""Epireia for newcomers: what is asked, and what each move would mean."""

from __future__ import annotations

from typing import Any

from ..rules import LEAGUES, RESOURCES, Tables
from . import reckoning, words
from .reckoning import Board, View

# ---------------------------------------------------------------------------------------------------------------
# What is asked.


def question(tables: Tables, view: View) -> str:
    board, phase, say = reckoning.own_board(view), view["phase"], tables.say
    task = view["agenda"][0][0] if view["agenda"] else ""
    if task == "give":
        return say("question.give", most=tables.numbers["trade_posts"])
    if task == "figure":
        return say("question.new_figure")
    match phase:
        case "city" | "league" | "administrator" | "figure":
            asked = say(f"question.{phase}")
            return _with_goals(tables, asked) if phase == "city" and tables.solo is not None else asked
        case "development":
            return _development_question(tables, view, board)
        case "diplomacy":
            return _diplomacy_question(tables, view, board)
        case "placement":
            return _placement_question(tables, view, board)
        case "leaders":
            led = view["leaders"][LEAGUES.index(board["league"])]
            front = next((front for front in tables.fronts if front not in led), "")
            return say("question.leaders", front=words.front(tables, front)) if front else say("question.leaders_next")
        case "battle":
            return _battle_question(tables, view)
    return say("move")


def _with_goals(tables: Tables, asked: str) -> str:
    """The first question, with what the scenario is about."""
    assert tables.solo is not None
    goals = [words.goal_when(tables, goal) for goal in tables.solo.goals]
    return tables.say("question.city_alone", question=asked, turns=tables.solo.turns, goals=goals)


def _diplomacy_question(tables: Tables, view: View, board: Board) -> str:
    name = board["figures"][min(view["substep"], len(board["figures"]) - 1)][0]
    asked = tables.say("question.diplomacy", figure=tables.names[name], values=words.figure(tables, name))
    held = sum(now["holder"] == board["city"] for now in view["territories"].values())
    if held < tables.numbers["trade_posts"]:
        return asked
    return tables.say("question.diplomacy_full", question=asked, n=held)


def _development_question(tables: Tables, view: View, board: Board) -> str:
    say = tables.say
    ways = "ways_no_donations" if reckoning.applying(tables, view, "no_donations", board) else "ways"
    free = f"{_treasury_use(tables, view, board)}{_administrator_use(tables, board)}"
    return say("question.development", n=board["actions"], ways=say(f"question.{ways}"), free=free)


def _administrator_use(tables: Tables, board: Board) -> str:
    uses = reckoning.uses_left(tables, board)
    return tables.say("question.administrator_use", n=uses) if uses else ""


def _treasury_use(tables: Tables, view: View, board: Board) -> str:
    chest = view["treasury"][LEAGUES.index(board["league"])]
    if not tables.numbers["treasury_pays"] or not board["actions"]:
        return ""
    return tables.say("question.treasury_use", goods=words.goods(tables, chest))


def _placement_question(tables: Tables, view: View, board: Board) -> str:
    say = tables.say
    own = LEAGUES.index(board["league"])
    placed = view["slots"][own]
    front = next((front for front in reckoning.decided_by(tables, view, board) if len(placed.get(front, [])) < 3), None)
    where = say("question.placement_fronts")
    if front is not None:
        column = len(placed.get(front, []))
        facing = view["slots"][1 - own].get(front, [])
        against = (
            _backs(tables, front, facing[column] if len(facing) > column else [])
            if facing
            else say("question.placement_meanwhile")
        )
        where = say("question.placement_column", front=words.front(tables, front), n=column + 1, against=against)
    return say("question.placement", where=where)


def _backs(tables: Tables, front: str, tokens: list[str]) -> str:
    """Face-down tokens: all that is known is their level, and so what their power may be."""
    if not tokens:
        return tables.say("word.nothing")
    known = []
    for token in tokens:
        level = 2 if token.startswith("ii") else 1
        deck = next(deck for deck in tables.decks if _stands_there(tables, deck, front, level))
        powers = [power for power, n in enumerate(tables.rows[deck]["powers"], 1) if n]
        roman = tables.say(f"level.{level}")
        known.append(tables.say("question.back", level=roman, least=powers[0], most=powers[-1]))
    return tables.say("question.backs", n=len(tokens), levels=list(dict.fromkeys(known)))


def _stands_there(tables: Tables, deck: str, front: str, level: int) -> bool:
    row = tables.rows[deck]
    return bool(row["kind"] == tables.rows[front]["kind"] and row["level"] == level)


def _battle_question(tables: Tables, view: View) -> str:
    number = view["battle"]["revealed"] - 1
    front = tables.fronts[number // 3]
    own = LEAGUES.index(reckoning.own_board(view)["league"])
    figure = view["leaders"][own].get(front, "")
    columns = view["battle"]["columns"][front]
    return tables.say(
        "question.battle",
        front=tables.names[front],
        n=number % 3 + 1,
        mine=view["battle"]["power"][own],
        theirs=view["battle"]["power"][1 - own],
        own_columns=columns[own],
        columns=columns[1 - own],
        figure=tables.names.get(figure) or tables.say("question.your_figure"),
        extra=reckoning.front_power(tables, figure, front) if figure else 0,
    )


# ---------------------------------------------------------------------------------------------------------------
# What a move means.

_GROUPS = ("build", "produce", "send", "place", "lead")


def gloss(tables: Tables, view: View, move: str) -> str:
    verb, colon, rest = move.partition(":")
    what, _, where = rest.partition("@")
    board, say = reckoning.own_board(view), tables.say
    if not colon and verb == "donate":
        return _donations(tables, view, board)
    if not colon and verb in _GROUPS:
        return say(f"gloss.group.{verb}")
    rows, names = tables.rows, tables.names
    match verb:
        case "city":
            return _city(tables, view, what)
        case "league":
            return _league(tables, what)
        case "administrator":
            return _administrator(tables, what)
        case "figure":
            values = words.figure(tables, what)
            if view["phase"] != "figure":  # all were introduced at the beginning
                return values
            return say("gloss.figure", values=values, text=rows[what]["text"])
        case "donate":
            return _donation(tables, view, board, int(what or 0), where)
        case "build":
            return _build(tables, view, board, what)
        case "produce":
            cost = reckoning.cost_now(tables, view, board, rows[what]["cost"], "army_cost")
            token, payer = _token_range(tables, view, what), "_treasury" if where else ""
            return say(f"gloss.produce{payer}", cost=words.short_goods(tables, cost), token=token)
        case "ability":
            return _ability(tables, view, board, what)
        case "done":
            return _done(tables, view, board)
        case "send":
            return _send(tables, view, board, what, where) if where else ""
        case "stay":
            return _stay(tables, what)
        case "give":
            return say("gloss.give", goods=words.short_goods(tables, rows[what]["yield"]))
        case "place":
            return _place(tables, what)
        case "lead":
            if what == "none":
                return say("gloss.no_leader")
            return say("gloss.leader", n=reckoning.front_power(tables, what, where)) if where else ""
        case "engage":
            return say("gloss.engage")
        case "hold":
            return say("gloss.hold_last" if view["battle"]["revealed"] % 3 == 0 else "gloss.hold")
    return names.get(what, "")


def _city(tables: Tables, view: View, city: str) -> str:
    row = tables.rows[city]
    # The lone city of a league with three players collects more than it says (lone_yield).
    seats = [board["seat"] for board in view["boards"]]
    times = tables.numbers["lone_yield"][seats.index(view["you"])] if view["you"] in seats else 1
    hungry = reckoning.famine(tables, view, reckoning.own_board(view))
    yields = zip(RESOURCES, row["yield"], strict=True)
    collects = words.goods(tables, [0 if of in hungry else n * times for of, n in yields])
    return tables.say(
        "gloss.city_prestige" if row["prestige_every"] else "gloss.city",
        goods=collects,
        every=row["prestige_every"],
        first=tables.say(f"resource.{row['first']}"),
        figures=[tables.names[name] for name in tables.figures if tables.rows[name]["city"] == city],
    )


def _league(tables: Tables, league: str) -> str:
    """Solo: who is in the other league then."""
    assert tables.solo is not None
    enemies = [tables.names[tables.cities[city]] for city in tables.solo.enemy_cities]
    other = words.league(tables, LEAGUES[1 - LEAGUES.index(league)])
    return tables.say("gloss.league", enemies=enemies, league=other)


def _done(tables: Tables, view: View, board: Board) -> str:
    turns = [tables.seats[number] for number in tables.numbers["dev_turn"]]
    another = turns[view["step"] + 1 :][:1] == [board["seat"]]
    done = tables.say("gloss.done_another" if another else "gloss.done")
    return tables.say("gloss.done_lost", done=done) if board["actions"] else done


def _donations(tables: Tables, view: View, board: Board) -> str:
    """What all donations have in common."""
    least, most = tables.numbers["donate_min"], tables.numbers["donate_max"]
    honour = _prestige(tables, board, _honour(tables, view, board))
    return tables.say("gloss.group.donate", least=least, most=most, prestige=honour)


def _honour(tables: Tables, view: View, board: Board) -> int:
    """The prestige of a donation."""
    return int(tables.numbers["donate_prestige"]) + reckoning.standing(tables, view, "donation", board)


def _donation(tables: Tables, view: View, board: Board, n: int, of: str) -> str:
    honour = _prestige(tables, board, _honour(tables, view, board))
    if not of:
        return tables.say("gloss.donate_any", n=n, prestige=honour)
    text = tables.say("gloss.donate", amount=words.amount(tables, n, of), prestige=honour)
    room = tables.numbers["treasury_cap"] - view["treasury"][LEAGUES.index(board["league"])][RESOURCES.index(of)]
    if n <= room:
        return text
    return tables.say("gloss.donate_full", donation=text, amount=words.amount(tables, room, of))


def _prestige(tables: Tables, board: Board, n: int) -> str:
    """So much more prestige, as far as there is more."""
    most = tables.numbers["prestige_cap"]
    if n <= 0 or board["prestige"] + n <= most:
        return tables.say("gloss.prestige", n=n)
    return tables.say("gloss.prestige_most", n=most - board["prestige"], most=most)


def _build(tables: Tables, view: View, board: Board, building: str) -> str:
    row = tables.rows[building]
    cost = reckoning.cost_now(tables, view, board, row["cost"], "building_cost")
    does = _built(tables, view, board, row["effect"])
    kind = tables.say(f"type.{row['type']}")
    return tables.say("gloss.build", cost=words.short_goods(tables, cost), does=does, type=kind)


def use_of(tables: Tables, view: View, board: Board, verb: str, what: str) -> str:
    """What a building or a token brings, whatever it costs."""
    if verb != "build":
        return _token_range(tables, view, what)
    row = tables.rows[what]
    does = _built(tables, view, board, row["effect"])
    return tables.say("gloss.build_does", does=does, type=tables.say(f"type.{row['type']}"))


def _built(tables: Tables, view: View, board: Board, effect: dict[str, Any]) -> str:
    """What a building brings to this city."""
    if effect["do"] == "ability" and board["administrator"]:
        row = tables.rows[board["administrator"]]
        does = _no_use(tables, view, board, row["ability"]) or words.ability(tables, row["ability"])
        return tables.say("effect.ability_of", name=row["name"], does=does)
    return _no_use(tables, view, board, effect) or words.effect(tables, effect)


def donation_use(tables: Tables, view: View, board: Board, n: int, of: str) -> str:
    """What a donation brings, and what of it the treasury has no room for."""
    honour = _prestige(tables, board, _honour(tables, view, board))
    room = tables.numbers["treasury_cap"] - view["treasury"][LEAGUES.index(board["league"])][RESOURCES.index(of)]
    return (
        honour if n <= room else tables.say("gloss.donate_full", donation=honour, amount=words.amount(tables, room, of))
    )


def _no_use(tables: Tables, view: View, board: Board, effect: dict[str, Any]) -> str:
    """What is said of a building or an ability that would bring less than it says; empty if it brings all."""
    if effect["do"] == "prestige" and board["prestige"] + effect["n"] > tables.numbers["prestige_cap"]:
        return _prestige(tables, board, effect["n"])
    if effect["do"] == "figure":
        own = [name for name, _ in board["figures"] if tables.rows[name]["city"] == board["city"]]
        if len(own) >= tables.numbers["figures_max"]:
            return tables.say("gloss.no_figure", n=len(own))
    if effect["do"] == "harvest" and effect["of"] in reckoning.famine(tables, view, board):
        return tables.say("gloss.not_collected", effect=words.effect(tables, effect))
    return ""


def _administrator(tables: Tables, name: str) -> str:
    say, row = tables.say, tables.rows[name]
    bonuses = [
        say("gloss.administrator_bonus", at=bonus["at"], bonus=words.bonus(tables, bonus)) for bonus in row["bonus"]
    ]
    does = words.ability(tables, row["ability"])
    return say("gloss.administrator", does=does, bonuses=bonuses)


def _ability(tables: Tables, view: View, board: Board, what: str) -> str:
    ability = tables.rows[board["administrator"]]["ability"]
    if ">" in what:
        give, take = what.split(">")
        return tables.say(
            "gloss.trade",
            give=words.amount(tables, ability["give"], give),
            take=words.amount(tables, ability["get"], take),
        )
    does = _token_range(tables, view, what) if what else _no_use(tables, view, board, ability)
    return tables.say("gloss.no_action", does=does or words.ability(tables, ability))


def _stay(tables: Tables, figure: str) -> str:
    skill = tables.rows[figure]["talent"]
    if skill["do"] != "home":
        return tables.say("gloss.stay")
    return tables.say("gloss.stay_gathers", amount=words.amount(tables, skill["n"], skill["of"]))


def _token_range(tables: Tables, view: View, deck: str) -> str:
    """What a draw from a deck may give, from what the seat has not seen."""
    counts = view.get("unseen", {}).get(deck) or tables.rows[deck]["powers"]
    powers = [power for power, n in enumerate(counts, 1) if n]
    kind, left = tables.say(f"kind.{tables.rows[deck]['kind']}"), reckoning.tokens_left(view, deck)
    if not powers:
        return tables.say("gloss.token_unknown", kind=kind, left=left)
    return tables.say("gloss.token", kind=kind, least=powers[0], most=powers[-1], left=left)


def _send(tables: Tables, view: View, board: Board, figure: str, space: str) -> str:
    say, row = tables.say, tables.rows[space]
    bonus = reckoning.worth(tables, figure, space, False) + reckoning.support(tables, view, board, space)
    if space in tables.empires:
        key = "gloss.send.empire_again" if space in board["empires"] else "gloss.send.empire"
        return say(key, brings=brings(tables, space), odds=_odds(tables, view, board, space, bonus))
    if space in tables.cities:
        return say(
            "gloss.send.city",
            tokens=[tables.names[deck] for deck in row["brings"]],
            tribute=words.short_goods(tables, row["tribute"]),
            odds=_odds(tables, view, board, space, bonus),
        )
    return say(
        "gloss.send.territory",
        terrain=say(f"terrain.{row['kind']}"),
        goods=words.short_goods(tables, row["yield"]),
        fight=_fight(tables, view, board, figure, space),
    )


def destination(tables: Tables, view: View, board: Board, figure: str, space: str) -> str:
    """What a space brings, and who is there, without the chances."""
    say, row = tables.say, tables.rows[space]
    rival = reckoning.rival(tables, view, board, space)
    if space in tables.territories:
        now = view["territories"][space]
        state = "brigands" if now["brigands"] else "held" if now["holder"] else "free"
        if state == "held" and now["holder"] == board["city"]:
            state = "yours"
        there = say(f"offers.state.{state}", city=tables.names.get(now["holder"], ""))
        terrain, goods = say(f"terrain.{row['kind']}"), words.short_goods(tables, row["yield"])
        found = [say("offers.to_territory", terrain=terrain, goods=goods), there]
        return say.join("semicolon", [*found, *_met(tables, rival)])
    bonus = reckoning.worth(tables, figure, space, False) + reckoning.support(tables, view, board, space)
    if space in tables.empires:
        found = [say("offers.to_empire", brings=brings(tables, space))]
        found += [say("offers.again")] if space in board["empires"] else []
    else:
        found = [say("offers.to_city", tokens=[tables.names[deck] for deck in row["brings"]])]
    found.append(say("offers.needs", target=row["target"], bonus=bonus))
    return say.join("semicolon", [*found, *_met(tables, rival)])


def _met(tables: Tables, rival: tuple[str, Board, int] | None) -> list[str]:
    """The enemy who is there already."""
    if rival is None:
        return []
    return [tables.say("offers.met", figure=tables.names[rival[0]], bonus=rival[2])]


def brings(tables: Tables, empire: str) -> str:
    """What an empire rewards with."""
    row = tables.rows[empire]
    return words.short_goods(tables, row["reward"]) if any(row["reward"]) else tables.names.get(row["token"], "-")


def _odds(tables: Tables, view: View, board: Board, space: str, bonus: int) -> str:
    """What a figure needs at an empire or a city, and how likely that is against the enemy who is there already."""
    target = tables.rows[space]["target"]
    rival = reckoning.rival(tables, view, board, space)
    if rival is None:
        return tables.say("gloss.send.needs", target=target, bonus=bonus, chance=words.chance(tables, target - bonus))
    figure, _, more = rival
    return tables.say(
        "gloss.send.needs_more",
        target=target,
        bonus=bonus,
        figure=tables.names[figure],
        more=more,
        chance=words.contest(tables, bonus, more, target),
    )


def _fight(tables: Tables, view: View, board: Board, figure: str, space: str) -> str:
    """Who is to be met in a territory."""
    say, now = tables.say, view["territories"][space]
    rival = reckoning.rival(tables, view, board, space)
    bonus = reckoning.worth(tables, figure, space, now["brigands"]) + reckoning.support(tables, view, board, space)
    if now["brigands"]:
        strength = tables.numbers["brigand_power"]
        state = say("gloss.send.brigands", chance=words.contest(tables, bonus, strength))
    elif now["holder"]:
        own = now["holder"] == board["city"]
        state = say("gloss.send.yours") if own else say("gloss.send.held", city=tables.names[now["holder"]])
    else:
        state = say("gloss.send.free")
    if rival is None:
        return state
    if now["brigands"]:
        return say("gloss.send.met", state=state, figure=tables.names[rival[0]])
    chance = words.contest(tables, bonus, rival[2])
    return say("gloss.send.met_chance", state=state, figure=tables.names[rival[0]], chance=chance)


def _place(tables: Tables, what: str) -> str:
    if what == "none":
        return tables.say("gloss.nothing_here")
    return tables.say("gloss.power", n=sum(int(token.lstrip("i")) for token in what.split("+")))
