"""Epireia's components in plain words: goods, effects, talents, objectives, and the chances of a roll."""

from __future__ import annotations

from collections.abc import Iterable

from ....english import plural, several
from ..effects import STANDING
from ..rules import LEAGUES, RESOURCES, Tables
from . import reckoning
from .reckoning import Board, Effect, View

DIE = 12


def goods(amounts: Iterable[int]) -> str:
    """``2 wheat and 1 copper``; ``nothing``."""
    return several([f"{n} {word}" for n, word in zip(amounts, RESOURCES, strict=True) if n]) or "nothing"


def short_goods(amounts: Iterable[int]) -> str:
    """The same without "and", for tables; a dash for nothing."""
    return ", ".join(f"{n} {word}" for n, word in zip(amounts, RESOURCES, strict=True) if n) or "-"


def of_effect(effect: Effect) -> list[int]:
    return [effect.get(resource, 0) for resource in RESOURCES]


def signed(n: int) -> str:
    return f"+{n}" if n >= 0 else f"-{-n}"


def effect(tables: Tables, what: Effect, one_turn: bool = False) -> str:
    """What a card, a constraint, a building or an ability does (RULES.md, Effect words).

    In solo all but closed spaces concerns the player alone. What lasts ``one_turn`` happens once in it.
    """
    do, n, names, alone = what["do"], what.get("n", 0), tables.names, tables.is_solo
    of, your = what.get("of", ""), "your " if alone else ""
    match do:
        case "gain":
            return f"you take {goods(of_effect(what))}"
        case "lose":
            return f"you lose {goods(of_effect(what))}"
        case "prestige":
            return f"{signed(n)} prestige"
        case "treasury":
            return f"the league's treasury gets {goods(of_effect(what))}"
        case "token":
            return f"draw {names[what['deck']]}"
        case "brigands":
            where = several([names[at] for at in what["at"]])
            return f"brigands settle in {where} until they are beaten, and take city tokens off"
        case "pacify":
            return "all brigands go away"
        case "figure":
            return "one more figure of your city"
        case "actions":
            count = f"{n} more action{'' if n == 1 else 's'}" if n > 0 else f"{plural(-n, 'action')} less"
            return count if one_turn else f"{count} in each development turn"
        case "no_donations":
            return f"{'you may not' if alone else 'nobody may'} donate"
        case "donation":
            return f"every donation brings {n} more prestige"
        case "famine":
            return f"{'your city collects' if alone else 'cities collect'} no {of}"
        case "harvest":
            return f"{signed(n)} {of} at {'this' if one_turn else 'every'} collection"
        case "storms":
            return "no figure can enter a sea territory"
        case "closed":
            return f"no figure can go to {names[what['at']]}"
        case "army_cost":
            return f"{your}army tokens cost {abs(n)} {of} {'more' if n > 0 else 'less'}"
        case "building_cost":
            return f"{your}buildings cost {abs(n)} {of} {'more' if n > 0 else 'less'}"
        case "no_building":
            return f"{'you may not' if alone else 'nobody may'} build {what['type']} buildings"
        case "no_level2":
            return f"{'you may not' if alone else 'nobody may'} produce army tokens of level II"
        case "empire_roll":
            return f"{signed(n)} on {your}rolls with empires"
        case "territory_roll":
            return f"{signed(n)} on {your}rolls in territories"
        case "city_roll":
            return f"{signed(n)} on {your}rolls {'in territories' if alone else 'with Greek cities'}"
        case "enemy_roll":
            return f"{signed(n)} on every roll of the enemy"
        case "enemy_rests":
            return "the enemy's figures stay at home"
        case "territory_yield":
            return f"{your}territories yield {f'{n} times as much' if n else 'nothing'}"
        case "tax":
            return f"you pay {n} {of} at the start of {'the' if one_turn else 'each'} turn"
        case "level2":
            return f"level II {what['kind']} may be produced"
        case "ability":
            return "one use of your administrator's ability"
        case "trade":
            return f"trade {what['give']} of one resource for {what['get']} of another"
        case "favour":
            return f"{signed(n)} on this turn's rolls with empires{'' if alone else ' and Greek cities'}"
    return str(do).replace("_", " ")


def effects(tables: Tables, what: list[Effect], one_turn: bool = False) -> str:
    """Several of them."""
    return "; ".join(effect(tables, each, one_turn) for each in what)


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
    found = [f"{'When it was turned up:' if alone else 'On its arrival'} {once}."] if once else []
    return [*found, f"{'This turn' if alone else 'While it lies open'}: {lasts}."] if lasts else found


def constraint(tables: Tables, view: View) -> str:
    """What a solo scenario changes; what happens once is over after the first turn, such as brigands who are beaten."""
    assert tables.solo is not None
    given = tables.rows[tables.solo.id]["constraint"]
    return effects(tables, [each for each in given if each["do"] in STANDING or view["turn"] < 2])


def ability(tables: Tables, what: Effect) -> str:
    """What an administrator can do, whosever it is."""
    match what["do"]:
        case "gain":
            return f"take {goods(of_effect(what))}"
        case "levy":
            return "draw an army token of level I, of any kind"
        case "actions":
            return f"{effect(tables, what, one_turn=True)} in this development turn"
    return effect(tables, what, one_turn=True)


def reward(tables: Tables, what: Effect) -> str:
    """What an administrator's bonus brings."""
    match what["do"]:
        case "gain":
            return goods(of_effect(what))
        case "treasury":
            return f"{goods(of_effect(what))} for the treasury"
        case "figure":
            return "a new figure"
        case "actions":
            return effect(tables, what, one_turn=True)
        case "token":
            return str(tables.names[what["deck"]])
    return effect(tables, what)


def bonus(tables: Tables, what: Effect) -> str:
    """The same before it comes. Nobody is asked whether to pay for it (RULES.md, Prestige bonuses)."""
    if what["do"] == "actions":
        return f"{reward(tables, what)} (lost outside the own development turn)"
    cost = what.get("cost", ())
    return reward(tables, what) + (f" ({paid(cost)} for it; without that it is lost)" if any(cost) else "")


def paid(cost: Iterable[int]) -> str:
    """``1 wheat is paid``."""
    amounts = list(cost)
    return f"{goods(amounts)} {'is' if sum(amounts) == 1 else 'are'} paid"


def talent(tables: Tables, what: Effect) -> str:
    """What a figure is good at."""
    n, of = what.get("n", 0), what.get("of", "")
    match what["do"]:
        case "land" | "sea":
            return f"+{n} in {what['do']} territories"
        case "brigand":
            return f"+{n} against brigands"
        case "empire":
            return f"+{n} in {tables.names[what['at']]}"
        case "city":
            return f"+{n} in territories" if tables.is_solo else f"+{n} with Greek cities"
        case "front":
            return f"+{n} in battle on the {tables.names[what['at']].lower()} front"
        case "forage":
            return f"brings {n} {of} from a territory"
        case "gift":
            return f"brings {n} {of} more from an empire"
        case "home":
            return f"gathers {n} {of} when at home"
    return str(what["do"])


def figure(tables: Tables, name: str) -> str:
    """A figure's values."""
    row = tables.rows[name]
    return f"power {row['power']}, diplomacy {row['diplomacy']}, {talent(tables, row['talent'])}"


def goal(tables: Tables, what: Effect) -> str:
    """What an objective asks for."""
    n = what.get("n", 0)
    match what["kind"]:
        case "buildings":
            kind = "" if what["type"] == "any" else f" {what['type']}"
            return f"have {n}{kind} building{'s' if n != 1 else ''}"
        case "territories":
            kind = "" if what["where"] == "any" else f"{what['where']} "
            return f"hold {plural(n, f'{kind}territory')}"
        case "hold":
            return f"hold {several([tables.names[at] for at in what['at']])}"
        case "prestige":
            return f"have prestige {n}"
        case "donations":
            return f"donate {n} times"
        case "treasury":
            amount = {"each": f"{n} of every resource", "total": f"{n} resources"}.get(what["of"], f"{n} {what['of']}")
            return f"have {amount} in the league's treasury"
        case "tokens":
            level = {0: "", 1: " of level I", 2: " of level II"}[what.get("level", 0)]
            kind = "army" if what["army"] == "any" else what["army"]
            return f"have {n} {kind} tokens{level}"
        case "empires":
            return f"be rewarded by {n} different empires"
        case "cities":
            return f"bring {plural(n, 'city')} into the league"
        case "victories":
            return f"win {plural(n, 'fight')} in territories"
        case "figures":
            return f"have {plural(n, 'figure')} in play"
    return str(what["kind"])


def so_far(tables: Tables, view: View, what: Effect, board: Board) -> str:
    """The same in words."""
    have, need = reckoning.progress(tables, view, what, board)
    return f"{have} of {need}" if have < need else f"{have}, holds so far"


def race(tables: Tables, view: View, what: Effect) -> str:
    """How far everybody is with the objective of an act: ``you 2, s1 0``; a league shares its treasury and its army."""
    boards = view["boards"]
    if what["kind"] in ("treasury", "tokens"):
        first = {board["league"]: board for board in reversed(boards)}
        own = next((board["league"] for board in boards if board["seat"] == view["you"]), "")
        names = {league: "your league" if league == own else f"the {league.title()} league" for league in first}
        shown = [(names[league], first[league]) for league in LEAGUES]
    else:
        shown = [("you" if board["seat"] == view["you"] else board["seat"], board) for board in boards]
    return ", ".join(f"{who} {reckoning.progress(tables, view, what, board)[0]}" for who, board in shown)


def chance(need: int) -> str:
    """How likely a twelve-sided die is to show at least so much."""
    ways = min(max(DIE + 1 - need, 0), DIE)
    return "surely" if ways == DIE else "no chance" if ways == 0 else f"{ways} in {DIE}"


def contest(bonus: int, other: int, target: int = 0) -> str:
    """How likely one die with a bonus is to reach a target and to beat another die with its own."""
    dice = range(1, DIE + 1)
    ways = sum(1 for own in dice for theirs in dice if own + bonus >= target and own + bonus > theirs + other)
    return f"{round(100 * ways / DIE**2)} %"
