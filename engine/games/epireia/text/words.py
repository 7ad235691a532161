"""Epireia's components in plain words: goods, effects, talents, objectives, and the chances of a roll."""

from __future__ import annotations

from collections.abc import Iterable

from ....languages import Catalogue
from ..effects import STANDING
from ..rules import LEAGUES, RESOURCES, SEATING, Tables
from . import reckoning
from .reckoning import Board, Effect, View

YOU = "you"  # for `who` in a message


# ---------------------------------------------------------------------------------------------------------------
# Seats and leagues.


def name(tables: Tables, view: View, seat: str) -> str:
    """A seat as the viewer is told of it, within a sentence."""
    if seat == view.get("you"):
        return YOU
    if seat == "enemy" or seat not in tables.seats or city_of(view, seat):
        return seat_name(tables, view, seat)
    return _name_without_city(tables, seat)


def seat_name(tables: Tables, view: View, seat: str) -> str:
    """A seat is called by its city, as soon as it has one."""
    if seat == "enemy":
        return tables.say("seat.enemy")
    if city := city_of(view, seat):
        return str(tables.names[city])
    return name_before(tables.say, tables.n_seats, seat) if seat in tables.seats else seat


def city_of(view: View, seat: str) -> str:
    """Its id; empty as long as the seat has none."""
    return next((str(board["city"]) for board in view.get("boards", ()) if board["seat"] == seat), "")


def name_before(say: Catalogue, n_seats: int, seat: str) -> str:
    """A seat without a city is called by its league; alone, there are the player and the enemy."""
    if n_seats == 1:
        return say("seat.enemy_cities" if seat == "enemy" else "seat.player")
    place, side = _place(n_seats, seat)
    return say(f"seat.{place}", league=say(f"league.{side}"))


def _name_without_city(tables: Tables, seat: str) -> str:
    """The same within a sentence."""
    if tables.is_solo:
        return tables.say("the_seat.player")
    place, side = _place(tables.n_seats, seat)
    return tables.say(f"the_seat.{place}", league=tables.say(f"league.{side}"))


def _place(n_seats: int, seat: str) -> tuple[str, str]:
    """Which of its league's seats it is (the only, the first, the second), and the league."""
    leagues, number = SEATING[n_seats], int(seat[1:])
    place = "first" if leagues.index(leagues[number]) == number else "second"
    return "only" if leagues.count(leagues[number]) == 1 else place, LEAGUES[leagues[number]]


def league(tables: Tables, league: str) -> str:
    """``the Delian league``."""
    return tables.say(f"the_league.{league}")


def whose(tables: Tables, view: View, of: str) -> str:
    """A league by its seat, if there is one seat; otherwise as the viewer's, or by its name."""
    seats = [board["seat"] for board in view["boards"] if board["league"] == of]
    if len(seats) == 1:
        return name(tables, view, seats[0])
    return tables.say("seat.your_league") if view["you"] in seats else league(tables, of)


def front(tables: Tables, front: str) -> str:
    """``flank``: within a sentence, where a front's name has no capital."""
    return tables.say.get(f"front.{front}", tables.names[front])  # other components may have other fronts


# ---------------------------------------------------------------------------------------------------------------
# Goods.


def amounts(tables: Tables, given: Iterable[int]) -> list[str]:
    """Each resource of which there is some."""
    return [tables.say(f"amount.{of}", n=n) for n, of in zip(given, RESOURCES, strict=True) if n]


def goods(tables: Tables, given: Iterable[int]) -> str:
    """``2 wheat and 1 copper``; ``nothing``."""
    return tables.say.join("and", amounts(tables, given)) or tables.say("word.nothing")


def short_goods(tables: Tables, given: Iterable[int]) -> str:
    """The same without "and", for tables; a dash for nothing."""
    return tables.say.join("comma", amounts(tables, given)) or "-"


def amount(tables: Tables, n: int, of: str) -> str:
    """``2 wheat``, also none of it."""
    return tables.say(f"amount.{of}", n=n)


def of_effect(effect: Effect) -> list[int]:
    return [effect.get(resource, 0) for resource in RESOURCES]


def tokens(tables: Tables, given: Iterable[str]) -> str:
    """``II 5 and I 2`` for ii5 and i2; ``nothing``."""
    known = [
        tables.say("word.token", level=tables.say(f"level.{token.count('i')}"), power=int(token.lstrip("i")))
        for token in given
    ]
    return tables.say.join("and", known) or tables.say("word.nothing")


def paid(tables: Tables, cost: Iterable[int]) -> str:
    """``1 wheat is paid``."""
    given = list(cost)
    return tables.say("word.paid", goods=goods(tables, given), n=sum(given))


# ---------------------------------------------------------------------------------------------------------------
# Effects.


def effect(tables: Tables, what: Effect, one_turn: bool = False) -> str:
    """What a card, a constraint, a building or an ability does (RULES.md, Effect words).

    In solo all but closed spaces concerns the player alone. What lasts ``one_turn`` happens once in it.
    """
    say, names = tables.say, tables.names
    do, n, of, at = what["do"], what.get("n", 0), what.get("of", ""), what.get("at", "")
    values = {"n": n, "alone": tables.is_solo, "once": one_turn, "more": n > 0}
    if of:
        values |= {"of": say(f"resource.{of}"), "amount": amount(tables, abs(n), of)}
    match do:
        case "gain" | "lose" | "treasury":
            return say(f"effect.{do}", goods=goods(tables, of_effect(what)))
        case "token":
            return say("effect.token", deck=names[what["deck"]])
        case "brigands":
            return say("effect.brigands", places=[names[place] for place in at], once=one_turn)
        case "city_roll" if tables.is_solo and not tables.numbers["assembly_alone"]:
            return say("effect.city_roll_idle")
        case "actions":
            return say(f"effect.{'more' if n > 0 else 'less'}_actions", **values | {"n": abs(n)})
        case "closed":
            return say("effect.closed", at=names[at])
        case "no_building":
            return say("effect.no_building", type=say(f"type.{what['type']}"), **values)
        case "level2":
            return say("effect.level2", kind=say(f"kind.{what['kind']}"))
        case "trade":
            return say("effect.trade", give=what["give"], get=what["get"])
    return say(f"effect.{do}", **values)


def effects(tables: Tables, what: list[Effect], one_turn: bool = False) -> str:
    """Several of them."""
    return tables.say.join("semicolon", [effect(tables, each, one_turn) for each in what])


def card(tables: Tables, name: str) -> str:
    """What an act's card does while it lies open, or an augur's card in its one turn."""
    row = tables.rows[name]
    return effects(tables, row["effects"], one_turn=True) if tables.is_solo else effects(tables, row["constraint"])


def constraints(tables: Tables, name: str) -> list[str]:
    """A card in sentences: what it did when it came, and what it does while it lies open or, alone, this turn."""
    alone, row = tables.is_solo, tables.rows[name]
    given = row["effects"] if alone else row["constraint"]
    once = effects(tables, [each for each in given if each["do"] not in STANDING], one_turn=alone)
    lasts = effects(tables, [each for each in given if each["do"] in STANDING], one_turn=alone)
    found = [tables.say("card.on_arrival", alone=alone, effects=once)] if once else []
    return [*found, tables.say("card.lasting", alone=alone, effects=lasts)] if lasts else found


def constraint(tables: Tables, view: View) -> str:
    """What a solo scenario changes; what happens once is over after the first turn, such as brigands who are beaten."""
    assert tables.solo is not None
    given = tables.rows[tables.solo.id]["constraint"]
    return effects(tables, [each for each in given if each["do"] in STANDING or view["turn"] < 2])


def ability(tables: Tables, what: Effect) -> str:
    """What an administrator can do, whosever it is."""
    match what["do"]:
        case "gain":
            return tables.say("ability.gain", goods=goods(tables, of_effect(what)))
        case "levy":
            return tables.say("ability.levy")
        case "actions":
            return tables.say("ability.actions", actions=effect(tables, what, one_turn=True))
    return effect(tables, what, one_turn=True)


def reward(tables: Tables, what: Effect) -> str:
    """What an administrator's bonus brings."""
    match what["do"]:
        case "gain":
            return goods(tables, of_effect(what))
        case "treasury":
            return tables.say("bonus.treasury", goods=goods(tables, of_effect(what)))
        case "figure":
            return tables.say("bonus.figure")
        case "actions":
            return effect(tables, what, one_turn=True)
        case "token":
            return str(tables.names[what["deck"]])
    return effect(tables, what)


def bonus(tables: Tables, what: Effect) -> str:
    """The same before it comes. Nobody is asked whether to pay for it (RULES.md, Prestige bonuses)."""
    found = reward(tables, what)
    if what["do"] == "actions":
        return tables.say("bonus.lost_outside", bonus=found)
    cost = what.get("cost", ())
    return tables.say("bonus.paid", bonus=found, paid=paid(tables, cost)) if any(cost) else found


# ---------------------------------------------------------------------------------------------------------------
# Figures and objectives.


def talent(tables: Tables, what: Effect) -> str:
    """What a figure is good at."""
    say, do, n = tables.say, what["do"], what.get("n", 0)
    match do:
        case "empire":
            return say("talent.empire", n=n, at=tables.names[what["at"]])
        case "front":
            return say("talent.front", n=n, front=front(tables, what["at"]))
        case "forage" | "gift" | "home":
            return say(f"talent.{do}", amount=amount(tables, n, what["of"]))
    return say(f"talent.{do}", n=n, alone=tables.is_solo)


def figure(tables: Tables, name: str) -> str:
    """A figure's values."""
    row = tables.rows[name]
    skill = talent(tables, row["talent"])
    return tables.say("word.figure", power=row["power"], diplomacy=row["diplomacy"], talent=skill)


def goal_when(tables: Tables, what: Effect) -> str:
    """The same, and whether it must hold at the end or was enough once."""
    when = tables.say("drawing.at_end" if what["when"] == "end" else "drawing.any_time")
    return tables.say("drawing.goal", goal=goal(tables, what), when=when)


def goal(tables: Tables, what: Effect) -> str:
    """What an objective asks for."""
    say, kind, n = tables.say, what["kind"], what.get("n", 0)
    match kind:
        case "buildings" if what["type"] != "any":
            return say("goal.buildings_of", n=n, type=say(f"type.{what['type']}"))
        case "territories" if what["where"] != "any":
            return say("goal.territories_of", n=n, terrain=say(f"terrain.{what['where']}"))
        case "hold":
            return say("goal.hold", places=[tables.names[at] for at in what["at"]])
        case "treasury" if what["of"] in ("each", "total"):
            return say(f"goal.treasury_{what['of']}", n=n)
        case "treasury":
            return say("goal.treasury", amount=amount(tables, n, what["of"]))
        case "tokens":
            return say("goal.tokens", n=n, kind=say(f"kind.{what['army']}"), level=what.get("level", 0))
    return say(f"goal.{kind}", n=n)


def so_far(tables: Tables, view: View, what: Effect, board: Board) -> str:
    """How far a seat is with an objective."""
    have, need = reckoning.progress(tables, view, what, board)
    return tables.say("progress.so_far" if have < need else "progress.holds", have=have, need=need)


def race(tables: Tables, view: View, what: Effect) -> str:
    """How far everybody is with the objective of an act: ``you 2, s1 0``; a league shares its treasury and its army."""
    boards = view["boards"]
    if what["kind"] in ("treasury", "tokens"):
        first = {board["league"]: board for board in reversed(boards)}
        own = next((board["league"] for board in boards if board["seat"] == view["you"]), "")
        names = {of: tables.say("seat.your_league") if of == own else league(tables, of) for of in first}
        shown = [(names[of], first[of]) for of in LEAGUES]
    else:
        shown = [(name(tables, view, board["seat"]), board) for board in boards]
    states = [
        tables.say("progress.race", who=who, n=reckoning.progress(tables, view, what, board)[0]) for who, board in shown
    ]
    return tables.say.join("comma", states)


# ---------------------------------------------------------------------------------------------------------------
# Chances.


def chance(tables: Tables, need: int) -> str:
    """How likely a twelve-sided die is to show at least so much."""
    return ways_of(tables, reckoning.roll_ways(tables, need))


def ways_of(tables: Tables, ways: int) -> str:
    """So many numbers of the die."""
    if ways in (0, tables.die):
        return tables.say("chance.sure" if ways else "chance.none")
    return tables.say("chance.some", ways=ways, all=tables.die)


def contest(tables: Tables, bonus: int, other: int, target: int = 0) -> str:
    """How likely one die with a bonus is to reach a target and to beat another die with its own."""
    return share_of(tables, reckoning.contest_ways(tables, bonus, other, target))


def share_of(tables: Tables, ways: int) -> str:
    """So many throws of two dice."""
    return tables.say("chance.percent", n=round(100 * ways / tables.die**2))
