"""What a view of Epireia amounts to by the rules: progress, incomes, costs, and what is added to a roll."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from ..rules import LEAGUES, RESOURCES, Tables

View = dict[str, Any]
Board = dict[str, Any]
Effect = dict[str, Any]

BATTLE = ("placement", "leaders", "battle", "over")  # the phases when no turn comes any more


def own_board(view: View) -> Board:
    """The viewer's board; a spectator looks with the first seat."""
    return next((board for board in view["boards"] if board["seat"] == view["you"]), view["boards"][0])


def fell_short(view: View) -> bool:
    """Solo: whether the game was lost for its objectives, before any battle."""
    return view["phase"] == "over" and not all(view["goals"])


def tokens_left(view: View, deck: str) -> int:
    """The number of tokens in a deck, which everybody can see."""
    count = view["decks"][deck]
    return count if isinstance(count, int) else sum(count)


def uses_left(tables: Tables, board: Board) -> int:
    """How often the administrator's ability can be used still."""
    built = [each for each in board["buildings"] if tables.rows[each]["type"] == "administrator"]
    return len(built) - int(board["uses"])


def progress(tables: Tables, view: View, what: Effect, board: Board) -> tuple[int, int]:
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


# ---------------------------------------------------------------------------------------------------------------
# The cards and the scenario.


def in_force(tables: Tables, view: View) -> list[Effect]:
    """The standing effects of the open card and of the solo scenario."""
    found: list[Effect] = []
    if view["card"]:
        row = tables.rows[view["card"]]
        found += row.get("constraint") or row.get("effects") or []
    if tables.solo is not None:
        found += tables.rows[tables.solo.id]["constraint"]
    return found


def applying(tables: Tables, view: View, do: str, board: Board) -> list[Effect]:
    """The standing effects of a kind that concern a board; in solo cards concern the player alone."""
    if tables.is_solo and (board["seat"] == "enemy") != (do == "enemy_roll"):
        return []
    return [each for each in in_force(tables, view) if each["do"] == do]


def standing(tables: Tables, view: View, do: str, board: Board) -> int:
    """The sum of an effect for a board."""
    return sum(each.get("n", 0) for each in applying(tables, view, do, board))


def famine(tables: Tables, view: View, board: Board) -> list[str]:
    """The resources that a city does not collect now."""
    return [each["of"] for each in applying(tables, view, "famine", board)]


def is_closed(tables: Tables, view: View, space: str) -> bool:
    """Whether no figure can enter a space now."""
    return any(
        (each["do"] == "closed" and each["at"] == space)
        or (each["do"] == "storms" and tables.rows[space].get("kind") == "sea")
        for each in in_force(tables, view)
    )


def income(tables: Tables, view: View, board: Board) -> list[int]:
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


def harvest(tables: Tables, view: View, board: Board) -> list[int]:
    """What the territories that a city holds yield at the end of the turn, as things are (RULES.md, 3.2)."""
    held = [tables.rows[name]["yield"] for name, now in view["territories"].items() if now["holder"] == board["city"]]
    times = 1
    for each in applying(tables, view, "territory_yield", board):
        times *= each["n"]
    return [times * sum(amounts) for amounts in zip(*held, strict=True)] if held else [0, 0, 0]


def cost_now(tables: Tables, view: View, board: Board, cost: list[int], do: str) -> list[int]:
    """A cost as the cards have it now."""
    found = list(cost)
    for effect in applying(tables, view, do, board):
        found[RESOURCES.index(effect["of"])] += effect["n"]
    return [max(n, 0) for n in found]


def may_build(tables: Tables, view: View, board: Board, building: str) -> bool:
    """Whether a building could be built if it could be paid: once each, and no card forbids its kind."""
    kind = tables.rows[building]["type"]
    forbidden = any(each["type"] == kind for each in applying(tables, view, "no_building", board))
    return building not in board["buildings"] and not forbidden


def may_produce(tables: Tables, view: View, board: Board, deck: str) -> bool:
    """Whether a token could be produced if it could be paid: one is left, and level II needs its building."""
    if not tokens_left(view, deck):
        return False
    row = tables.rows[deck]
    if row["level"] == 1:
        return True
    effects = [tables.rows[name]["effect"] for name in board["buildings"]]
    unlocked = any(each["do"] == "level2" and each["kind"] == row["kind"] for each in effects)
    return unlocked and not applying(tables, view, "no_level2", board)


# ---------------------------------------------------------------------------------------------------------------
# Rolls (RULES.md, Resolution).


def roll_ways(tables: Tables, need: int) -> int:
    """In how many ways the die shows at least so much."""
    return min(max(tables.die + 1 - need, 0), tables.die)


def contest_ways(tables: Tables, bonus: int, other: int, target: int = 0) -> int:
    """In how many ways of two dice the first with its bonus reaches a target and beats the second with its own."""
    dice = range(1, tables.die + 1)
    return sum(own + bonus >= target and own + bonus > theirs + other for own in dice for theirs in dice)


def rival(tables: Tables, view: View, board: Board, space: str) -> tuple[str, Board, int] | None:
    """The enemy's figure that would roll in a space, with what is added to its roll."""
    leagues = [league for league in sides(tables, view, space) if league != board["league"]]
    return champion(tables, view, leagues[0], space, False) if leagues else None


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


def support(tables: Tables, view: View, board: Board, space: str) -> int:
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
    if space in tables.cities or (tables.is_solo and tables.numbers["assembly_alone"]):
        total += sum(int(row["n"]) for row in rows if row["do"] == "city_roll")
    return total


def champion(tables: Tables, view: View, league: str, where: str, brigands: bool) -> tuple[str, Board, int]:
    """Of a league's figures in a space the one that rolls, its board, and what is added to its roll."""
    best: tuple[str, Board, int] | None = None
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


# ---------------------------------------------------------------------------------------------------------------
# The battle.


def decided_by(tables: Tables, view: View, board: Board) -> list[str]:
    """The fronts for which a seat decides: all of them, or its part in a league of two (fronts.toml)."""
    seats = [other["seat"] for other in view["boards"] if other["league"] == board["league"]]
    if len(seats) == 1:
        return list(tables.fronts)
    fronts = zip(tables.fronts, tables.numbers["fronts"], strict=True)
    return [front for front, row in fronts if seats[row["seat"]] == board["seat"]]


def front_power(tables: Tables, figure: str, front: str) -> int:
    """What a figure adds to a column of a front."""
    row = tables.rows[figure]
    skill = row["talent"]
    return int(row["power"]) + (skill["n"] if skill["do"] == "front" and skill["at"] == front else 0)
