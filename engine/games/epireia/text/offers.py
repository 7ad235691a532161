"""Epireia's moves as they are offered to people.

Keys: ``space:SPACE`` on the map, ``build:BUILDING``, ``deck:DECK``, ``donate:RESOURCE``, ``figure:FIGURE``,
``admin:ADMINISTRATOR``, ``tok:TOKENS``. Costs are paid in resources, or out of the treasury: ``treasury:wheat``.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from ....description import Menu, Odds, Offer, Offered, Unpaid
from ..notation import TREASURY
from ..rules import LEAGUES, RESOURCES, Tables
from . import help, reckoning, words
from .reckoning import Board, View

# Development: first what is built, at last what ends it. In the diplomacy a figure rather goes than stays.
ORDER = ("build", "produce", "ability", "donate", "send", "stay", "engage", "hold", "done")


def offers(tables: Tables, view: View) -> Offered:
    menu, board = Menu(), reckoning.own_board(view)
    for move in sorted(view["legal"], key=_rank):
        verb, _, rest = move.partition(":")
        menu.moves.append(_offer(tables, view, board, menu, move, verb, rest))
    if view["phase"] == "development" and not view["agenda"]:
        _unpaid(tables, view, board, menu)
    return menu.offered(_prompt(tables, view, board))


def _rank(move: str) -> int:
    verb = move.partition(":")[0]
    return ORDER.index(verb) if verb in ORDER else 0


def _prompt(tables: Tables, view: View, board: Board) -> str:
    """The question in a few words, by the first of the moves."""
    say, names = tables.say, tables.names
    verb, _, rest = view["legal"][0].partition(":")
    what, _, where = rest.partition("@")
    match verb:
        case "figure":
            kind = "more" if view["phase"] != "figure" else "first" if tables.is_solo else "secret"
            return say(f"offers.prompt.figure_{kind}")
        case "send" | "stay":
            return say("offers.prompt.send", figure=names[what], values=words.figure(tables, what))
        case "give":
            return say("offers.prompt.give", n=tables.numbers["trade_posts"])
        case "place":
            return say("offers.prompt.place", front=names[where[:-1]], column=int(where[-1]))
        case "lead":
            return say("offers.prompt.lead", front=names[where])
        case "engage" | "hold":
            return _battle_prompt(tables, view, board)
        case "city" | "league" | "administrator":
            return say(f"offers.prompt.{verb}")
    return say("offers.prompt.development", n=board["actions"])


def _battle_prompt(tables: Tables, view: View, board: Board) -> str:
    number, own = view["battle"]["revealed"] - 1, LEAGUES.index(board["league"])
    front = tables.fronts[number // 3]
    figure = view["leaders"][own].get(front, "")
    mine, theirs = view["battle"]["power"][own], view["battle"]["power"][1 - own]
    adds = reckoning.front_power(tables, figure, front) if figure else 0
    return tables.say(
        "offers.prompt.battle", front=tables.names[front], column=number % 3 + 1, mine=mine, theirs=theirs,
        figure=tables.names.get(figure, ""), adds=adds,
    )  # fmt: skip


def _offer(tables: Tables, view: View, board: Board, menu: Menu, move: str, verb: str, rest: str) -> Offer:
    match verb:
        case "build" | "produce" | "donate" | "ability" | "done":
            return _develop(tables, view, board, menu, move, verb, rest)
        case "send" | "stay":
            return _go(tables, view, board, menu, move, verb, rest)
        case "place" | "lead" | "engage" | "hold":
            return _fight(tables, view, board, move, verb, rest)
    name, does = tables.names.get(rest, rest), help.gloss(tables, view, move)
    key = {"city": "space", "give": "space", "administrator": "admin", "figure": "figure"}.get(verb)
    if verb == "league":
        name = words.league(tables, rest)
    return Offer(move, tables.say(f"offers.{verb}", name=name), f"{key}:{rest}" if key else move, name, does)


# ---------------------------------------------------------------------------------------------------------------
# Development.


def amounts(goods: Iterable[int], prefix: str = "") -> dict[str, int]:
    """Resources by name, as a cost."""
    return {f"{prefix}{name}": n for name, n in zip(RESOURCES, goods, strict=True) if n}


def _develop(tables: Tables, view: View, board: Board, menu: Menu, move: str, verb: str, rest: str) -> Offer:
    say, names = tables.say, tables.names
    match verb:
        case "produce" if rest.endswith(f"@{TREASURY}"):
            return _produce_by_treasury(tables, view, board, menu, move, rest.partition("@")[0])
        case "build" | "produce":
            goods = _cost(tables, view, board, verb, rest)
            group = _listing(tables, menu, verb)
            label, does = say(f"offers.{verb}", name=names[rest]), help.use_of(tables, view, board, verb, rest)
            key = f"build:{rest}" if verb == "build" else f"deck:{rest}"
            price = words.goods(tables, goods)
            return Offer(move, label, key, names[rest], does, group, cost=amounts(goods), price=price)
        case "donate":
            return _donate(tables, view, board, menu, move, *rest.split("@"))
        case "ability":
            return _ability(tables, view, board, menu, move, rest)
    return Offer(move, say("offers.done"), "done", does=help.gloss(tables, view, move))


def _listing(tables: Tables, menu: Menu, verb: str) -> str:
    """A group by which long lists are shorter; what is drawn needs no step for it."""
    return menu.group(verb, tables.say(f"offers.group.{verb}"), tables.say(f"offers.group.{verb}_does"), listing=True)


def _produce_by_treasury(tables: Tables, view: View, board: Board, menu: Menu, move: str, deck: str) -> Offer:
    say, goods = tables.say, _cost(tables, view, board, "produce", deck)
    label = say("offers.produce_treasury", name=tables.names[deck])
    does = help.use_of(tables, view, board, "produce", deck)
    price, group = say("offers.treasury_pays", price=words.goods(tables, goods)), _by_treasury(tables, menu)
    return Offer(
        move, label, f"deck:{deck}", tables.names[deck], does, group, cost=amounts(goods, "treasury:"), price=price
    )


def _by_treasury(tables: Tables, menu: Menu) -> str:
    """The tokens that the league's treasury pays for are a group of their own: others have the same names."""
    group, does = tables.say("offers.group.treasury"), tables.say("offers.group.treasury_does")
    return menu.group(TREASURY, group, does, tables.say("offers.which_token"))


def _one(of: str, n: int) -> list[int]:
    return [n if name == of else 0 for name in RESOURCES]


def _cost(tables: Tables, view: View, board: Board, verb: str, what: str) -> list[int]:
    kind = "building_cost" if verb == "build" else "army_cost"
    return reckoning.cost_now(tables, view, board, tables.rows[what]["cost"], kind)


def _donate(tables: Tables, view: View, board: Board, menu: Menu, move: str, amount: str, of: str) -> Offer:
    say, n = tables.say, int(amount)
    named = say(f"resource.{of}")
    group = menu.group(
        f"donate:{of}", say("offers.donate", of=named), say("offers.donate_does"), say("offers.how_much", of=named),
        _listing(tables, menu, "donate"),
    )  # fmt: skip
    does = help.donation_use(tables, view, board, n, of)
    label, price = say("offers.donate_n", n=n, of=named), words.goods(tables, _one(of, n))
    return Offer(move, label, f"n:{n}", amount, does, group, n, {of: n}, price)


def _ability(tables: Tables, view: View, board: Board, menu: Menu, move: str, rest: str) -> Offer:
    """The administrator's ability: alone, with a deck to draw from, or with what is given and taken."""
    say, ability = tables.say, tables.rows[board["administrator"]]["ability"]
    use, does = say("offers.ability", name=tables.names[board["administrator"]]), help.gloss(tables, view, move)
    if not rest:
        return Offer(move, use, "ability", does=does)
    group = menu.group("ability", use, words.ability(tables, ability), say("offers.which_one"))
    if ">" not in rest:
        name = tables.names[rest]
        return Offer(move, say("offers.ability_draw", name=name), f"deck:{rest}", name, does, group)
    give, get = rest.split(">")
    n, m = ability["give"], ability["get"]
    giving, taking = say(f"resource.{give}"), say(f"resource.{get}")
    inner = menu.group(f"give:{give}", say("offers.give_up", n=n, of=giving), "", say("offers.for_which"), group)
    label = say("offers.trade", n=n, of=giving, m=m, other=taking)
    step, price = say("offers.take", n=m, of=taking), words.goods(tables, _one(give, n))
    return Offer(move, label, f"get:{get}", step, does, inner, cost={give: n}, price=price)


def _unpaid(tables: Tables, view: View, board: Board, menu: Menu) -> None:
    """Buildings and tokens that could be had if the resources were there, in the city or, in part, in the treasury."""
    have = dict(zip(RESOURCES, board["resources"], strict=True))
    for verb, things in (("build", tables.buildings), ("produce", tables.decks)):
        for what in things:
            allowed = reckoning.may_build if verb == "build" else reckoning.may_produce
            goods = _cost(tables, view, board, verb, what)
            if board["actions"] and allowed(tables, view, board, what) and _lacks(have, amounts(goods)):
                key, group = f"{'build' if verb == 'build' else 'deck'}:{what}", _listing(tables, menu, verb)
                label = tables.say(f"offers.{verb}", name=tables.names[what])
                does = help.use_of(tables, view, board, verb, what)
                menu.unpaid.append(_missing(tables, label, key, goods, have, does, group))
    if board["actions"] and tables.numbers["treasury_pays"]:
        _unpaid_by_treasury(tables, view, board, menu)


def _unpaid_by_treasury(tables: Tables, view: View, board: Board, menu: Menu) -> None:
    chest = dict(zip(RESOURCES, view["treasury"][LEAGUES.index(board["league"])], strict=True))
    say = tables.say
    for deck in tables.decks:
        goods = _cost(tables, view, board, "produce", deck)
        lacks = _lacks(chest, amounts(goods))
        pays_a_part = any(chest[of] for of in amounts(goods))
        if lacks and pays_a_part and reckoning.may_produce(tables, view, board, deck):
            short = [lacks.get(of, 0) for of in RESOURCES]
            menu.unpaid.append(
                Unpaid(
                    say("offers.produce_treasury", name=tables.names[deck]),
                    f"deck:{deck}",
                    amounts(goods, "treasury:"),
                    say("offers.treasury_pays", price=words.goods(tables, goods)),
                    amounts(short, "treasury:"),
                    say("offers.treasury_lacks", goods=words.goods(tables, short), n=sum(short)),
                    help.use_of(tables, view, board, "produce", deck),
                    _by_treasury(tables, menu),
                )
            )


def _lacks(have: Mapping[str, int], cost: Mapping[str, int]) -> dict[str, int]:
    return {name: n - have[name] for name, n in cost.items() if n > have[name]}


def _missing(
    tables: Tables, label: str, key: str, goods: list[int], have: Mapping[str, int], does: str, group: str
) -> Unpaid:
    lacks = _lacks(have, amounts(goods))
    short = [lacks.get(name, 0) for name in RESOURCES]
    why = tables.say("offers.lacks", goods=words.goods(tables, short), n=sum(short))
    return Unpaid(label, key, amounts(goods), words.goods(tables, goods), lacks, why, does, group)


# ---------------------------------------------------------------------------------------------------------------
# Diplomacy.


def _go(tables: Tables, view: View, board: Board, menu: Menu, move: str, verb: str, rest: str) -> Offer:
    say, names = tables.say, tables.names
    figure, _, space = rest.partition("@")
    if verb == "stay":
        return Offer(move, say("offers.stay", figure=names[figure]), "stay", does=help.gloss(tables, view, move))
    kind = "empires" if space in tables.empires else "cities" if space in tables.cities else "territories"
    odds, chance = send_odds(tables, view, board, figure, space)
    tribute = tables.rows[space]["tribute"] if kind == "cities" else ()
    return Offer(
        move,
        say("offers.send", figure=names[figure], space=names[space]),
        f"space:{space}",
        names[space],
        help.destination(tables, view, board, figure, space),
        _listing(tables, menu, kind),
        cost=amounts(tribute, "treasury:") if tribute else {},
        price=say("offers.treasury_pays", price=words.goods(tables, tribute)) if any(tribute) else "",
        odds=odds,
        chance=chance,
    )


def send_odds(tables: Tables, view: View, board: Board, figure: str, space: str) -> tuple[Odds | None, str]:
    """How likely a figure is to succeed against who is there now; None where nobody rolls."""
    is_territory = space in tables.territories
    brigands = is_territory and view["territories"][space]["brigands"]
    rival = reckoning.rival(tables, view, board, space)
    bonus = reckoning.worth(tables, figure, space, brigands) + reckoning.support(tables, view, board, space)
    if is_territory and not brigands and rival is None:
        return None, ""
    if brigands:
        return _contest(tables, bonus, tables.numbers["brigand_power"], 0)
    target = 0 if is_territory else tables.rows[space]["target"]
    if rival is not None:
        return _contest(tables, bonus, rival[2], target)
    ways = reckoning.roll_ways(tables, target - bonus)
    return Odds(ways, tables.die), words.ways_of(tables, ways)


def _contest(tables: Tables, bonus: int, other: int, target: int) -> tuple[Odds, str]:
    ways, of = reckoning.contest_ways(tables, bonus, other, target), tables.die**2
    return Odds(ways, of), words.share_of(tables, ways)


# ---------------------------------------------------------------------------------------------------------------
# The battle.


def _fight(tables: Tables, view: View, board: Board, move: str, verb: str, rest: str) -> Offer:
    say, names, does = tables.say, tables.names, help.gloss(tables, view, move)
    what, _, where = rest.partition("@")
    if verb == "place":
        tokens = words.tokens(tables, [] if what == "none" else what.split("+"))
        label = say("offers.place", tokens=tokens, front=names[where[:-1]], column=int(where[-1]))
        return Offer(move, label, f"tok:{what}", tokens, does)
    if verb == "lead":
        name = names[what] if what != "none" else say("offers.nobody")
        key = f"figure:{what}" if what != "none" else "lead:none"
        return Offer(move, say("offers.lead", figure=name, front=names[where]), key, name, does)
    own = LEAGUES.index(board["league"])
    front = tables.fronts[(view["battle"]["revealed"] - 1) // 3]
    figure = view["leaders"][own].get(front, "")
    adds = reckoning.front_power(tables, figure, front) if figure else 0
    return Offer(move, say(f"offers.{verb}", figure=names.get(figure, ""), adds=adds), verb, does=does)
