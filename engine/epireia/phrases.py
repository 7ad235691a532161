"""Epireia's components in plain words: goods, effects, talents, objectives, and the chances of a roll."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from ..sheet import plural, several
from .effects import STANDING
from .rules import LEAGUES, RESOURCES, Tables

View = dict[str, Any]
Effect = dict[str, Any]

DIE = 12
BATTLE = ("placement", "leaders", "battle", "over")  # the phases when no turn comes any more


def capital(sentence: str) -> str:
    """With a capital letter, and names as they are."""
    return sentence[:1].upper() + sentence[1:]


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
            count = f"{signed(n)} {'action' if abs(n) == 1 else 'actions'}"
            return f"{count} in {'this' if one_turn else 'each'} development turn"
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
    return effect(tables, what, one_turn=True)


def bonus(tables: Tables, what: Effect) -> str:
    """An administrator's bonus, as short as can be."""
    match what["do"]:
        case "gain":
            return short_goods(of_effect(what))
        case "treasury":
            return f"{short_goods(of_effect(what))} for the treasury"
        case "figure":
            return "a new figure"
        case "actions":
            return f"+{plural(what['n'], 'action')} (lost outside the own development turn)"
        case "token":
            cost = f" for {short_goods(what['cost'])}" if any(what["cost"]) else ""
            return f"{tables.names[what['deck']]}{cost}"
    return effect(tables, what)


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


def progress(tables: Tables, view: View, what: Effect, board: dict[str, Any]) -> tuple[int, int]:
    """How far a seat is with an objective: what it has, and what it needs."""
    league = LEAGUES.index(board["league"]) if board["league"] else 0
    held = [name for name, now in view["territories"].items() if now["holder"] and now["holder"] == board["city"]]
    need = int(what.get("n", 0))
    match what["kind"]:
        case "buildings":
            return sum(what["type"] in ("any", tables.rows[b]["type"]) for b in board["buildings"]), need
        case "territories":
            return sum(what["where"] in ("any", tables.rows[name]["kind"]) for name in held), need
        case "hold":
            return sum(at in held for at in what["at"]), len(what["at"])
        case "treasury":
            chest = view["treasury"][league]
            have = {"each": min(chest), "total": sum(chest)}.get(what["of"])
            return (chest[RESOURCES.index(what["of"])] if have is None else have), need
        case "tokens":
            counts = [
                n if isinstance(n, int) else sum(n)
                for deck, n in view["army"][league].items()
                if what["army"] in ("any", tables.rows[deck]["kind"])
                and what.get("level", 0) in (0, tables.rows[deck]["level"])
            ]
            return sum(counts), need
        case "empires" | "figures":
            return len(board[what["kind"]]), need
    return int(board.get(what["kind"], 0)), need


def so_far(tables: Tables, view: View, what: Effect, board: dict[str, Any]) -> str:
    """The same in words."""
    have, need = progress(tables, view, what, board)
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
    return ", ".join(f"{who} {progress(tables, view, what, board)[0]}" for who, board in shown)


def income(tables: Tables, view: View, board: dict[str, Any]) -> list[int]:
    """What a city will collect at the end of the turn, as things are (RULES.md, 3.4), without its figures at home."""
    row, numbers = tables.rows[board["city"]], tables.numbers
    times = numbers["lone_yield"][tables.seats.index(board["seat"])]
    found = [n * times for n in row["yield"]]
    found[RESOURCES.index(row["first"])] += sum(board["prestige"] >= step for step in numbers["prestige_steps"])
    is_enemy = tables.is_solo and board["seat"] == "enemy"
    if is_enemy:
        found = [n + more for n, more in zip(found, numbers["solo"]["rival_income"], strict=True)]
    cards = [] if is_enemy else in_force(tables, view)
    for each in [*(tables.rows[name]["effect"] for name in board["buildings"]), *cards]:
        if each["do"] == "harvest":
            found[RESOURCES.index(each["of"])] += each["n"]
    hungry = famine(tables, view, board)
    return [0 if of in hungry else max(n, 0) for n, of in zip(found, RESOURCES, strict=True)]


def harvest(tables: Tables, view: View, board: dict[str, Any]) -> list[int]:
    """What the territories that a city holds yield at the end of the turn, as things are (RULES.md, 3.2)."""
    held = [tables.rows[name]["yield"] for name, now in view["territories"].items() if now["holder"] == board["city"]]
    times = 1
    for each in applying(tables, view, "territory_yield", board):
        times *= each["n"]
    return [times * sum(amounts) for amounts in zip(*held, strict=True)] if held else [0, 0, 0]


def famine(tables: Tables, view: View, board: dict[str, Any]) -> list[str]:
    """The resources that a city does not collect now."""
    return [each["of"] for each in applying(tables, view, "famine", board)]


def left(view: View, deck: str) -> int:
    """The number of tokens in a deck, which everybody can see."""
    count = view["decks"][deck]
    return count if isinstance(count, int) else sum(count)


def fell_short(view: View) -> bool:
    """Solo: whether the game was lost for its objectives, before any battle."""
    return view["phase"] == "over" and not all(view["goals"])


def is_closed(tables: Tables, view: View, space: str) -> bool:
    """Whether no figure can enter a space now."""
    return any(
        (each["do"] == "closed" and each["at"] == space)
        or (each["do"] == "storms" and tables.rows[space].get("kind") == "sea")
        for each in in_force(tables, view)
    )


# ---------------------------------------------------------------------------------------------------------------
# Rolls (RULES.md, Resolution).


def in_force(tables: Tables, view: View) -> list[Effect]:
    """The standing effects of the open card and of the solo scenario."""
    found: list[Effect] = []
    if view["card"]:
        row = tables.rows[view["card"]]
        found += row.get("constraint") or row.get("effects") or []
    if tables.solo is not None:
        found += tables.rows[tables.solo.id]["constraint"]
    return found


def applying(tables: Tables, view: View, do: str, board: dict[str, Any]) -> list[Effect]:
    """The standing effects of a kind that concern a board; in solo cards concern the player alone."""
    if tables.is_solo and (board["seat"] == "enemy") != (do == "enemy_roll"):
        return []
    return [each for each in in_force(tables, view) if each["do"] == do]


def standing(tables: Tables, view: View, do: str, board: dict[str, Any]) -> int:
    """The sum of an effect for a board."""
    return sum(each.get("n", 0) for each in applying(tables, view, do, board))


def uses_left(tables: Tables, board: dict[str, Any]) -> int:
    """How often the administrator's ability can be used still."""
    built = [each for each in board["buildings"] if tables.rows[each]["type"] == "administrator"]
    return len(built) - int(board["uses"])


def worth(tables: Tables, name: str, space: str, brigands: bool) -> int:
    """A figure's power or diplomacy in a space, with its talent."""
    row = tables.rows[name]
    skill, n = row["talent"], row["talent"].get("n", 0)
    if space in tables.empires:
        return int(row["diplomacy"]) + (n if skill["do"] == "empire" and skill["at"] == space else 0)
    if space in tables.cities:
        return int(row["diplomacy"]) + (n if skill["do"] == "city" else 0)
    kind = tables.rows[space]["kind"]
    helps = skill["do"] == kind or (skill["do"] == "brigand" and brigands) or (skill["do"] == "city" and tables.is_solo)
    return int(row["power"]) + (n if helps else 0)


def support(tables: Tables, view: View, board: dict[str, Any], space: str) -> int:
    """What a board's buildings, its favour and the cards add to a roll in a space."""
    rows = [tables.rows[building]["effect"] for building in board["buildings"]]
    total: int = standing(tables, view, "enemy_roll", board) if tables.is_solo else 0
    if space in tables.empires:
        total += board["favour"] + standing(tables, view, "empire_roll", board)
        return total + sum(int(row["n"]) for row in rows if row["do"] == "empire_roll")
    if space in tables.cities:
        total += board["favour"] + standing(tables, view, "city_roll", board)
    else:
        total += standing(tables, view, "territory_roll", board)
    if space in tables.cities or tables.is_solo:
        total += sum(int(row["n"]) for row in rows if row["do"] == "city_roll")
    return total


def champion(tables: Tables, view: View, league: str, where: str, brigands: bool) -> tuple[str, dict[str, Any], int]:
    """Of a league's figures in a space the one that rolls, its board, and what is added to its roll."""
    best: tuple[str, dict[str, Any], int] | None = None
    for board in view["boards"]:
        if board["league"] != league:
            continue
        for figure, at in board["figures"]:
            value = worth(tables, figure, where, brigands)
            if at == where and (best is None or value > best[2]):
                best = figure, board, value
    assert best is not None
    figure, board, value = best
    return figure, board, value + support(tables, view, board, where)


def sides(tables: Tables, view: View, where: str) -> list[str]:
    """The leagues that roll in a space, in their order; who cannot pay a city's tribute does not."""
    return [
        league
        for number, league in reversed(list(enumerate(LEAGUES)))
        if any(board["league"] == league and at == where for board in view["boards"] for _, at in board["figures"])
        and (where not in tables.cities or can_pay(view["treasury"][number], tables.rows[where]["tribute"]))
    ]


def can_pay(have: Iterable[int], cost: Iterable[int]) -> bool:
    return all(n >= price for n, price in zip(have, cost, strict=True))


def chance(need: int) -> str:
    """How likely a twelve-sided die is to show at least so much."""
    ways = min(max(DIE + 1 - need, 0), DIE)
    return "surely" if ways == DIE else "no chance" if ways == 0 else f"{ways} in {DIE}"


def contest(bonus: int, other: int, target: int = 0) -> str:
    """How likely one die with a bonus is to reach a target and to beat another die with its own."""
    dice = range(1, DIE + 1)
    ways = sum(1 for own in dice for theirs in dice if own + bonus >= target and own + bonus > theirs + other)
    return f"{round(100 * ways / DIE**2)} %"
