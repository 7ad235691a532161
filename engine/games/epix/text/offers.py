"""Epix's moves as they are offered to people.

Keys: ``place:PROVINCE`` and ``unit:UNIT@PROVINCE`` on the map, ``supply:UNIT``, ``card:CARD``, ``ability:CARD``,
``bid:N``, ``guess:N``. Costs are paid in ``gold``.
"""

from __future__ import annotations

from ....description import Menu, Odds, Offer, Offered, Place, Unpaid
from ..rules import UNITS, Tables
from . import help
from .words import View, ability_name, ability_text, card_names, own_number, price, province_name, seat_name

LAST = ("pass", "done", "stop", "back")  # what ends something is offered last


def offers(tables: Tables, view: View) -> Offered:
    menu = Menu()
    for move in sorted(view["legal"], key=lambda move: move in LAST):
        menu.moves.append(_offer(tables, view, menu, move))
    if view["phase"] in ("draft", "recruit"):
        _unpaid(tables, view, menu)
    return menu.offered(_prompt(tables, view))


def _prompt(tables: Tables, view: View) -> str:
    phase = view["phase"]
    if phase == "fight":
        phase = "attack" if view["turn"] == view["you"] else "defend"
    gold, table = view["gold"][own_number(view)], bool(view["table"])
    return tables.say(f"offers.prompt.{phase}", gold=gold, table=table, winter=view["season"] == "winter")


def _offer(tables: Tables, view: View, menu: Menu, move: str) -> Offer:
    verb, _, rest = move.partition(":")
    match verb:
        case "recruit":
            return _recruit(tables, view, menu, move, *rest.split("@"))
        case "bid":
            return _bid(tables, view, menu, move, rest)
        case "guess":
            return _guess(tables, view, menu, move, rest.split(","))
        case "card":
            return _card(tables, view, menu, move, rest.split("+"))
        case "move" | "attack" | "fire":
            return _unit(tables, view, menu, move, verb, rest)
    does = help.gloss(tables, view, move)
    if verb == "play":
        name = tables.say(f"card.{rest}")
        return Offer(move, tables.say("offers.play", card=name), f"card:{rest}", name, does)
    if verb == "first":
        name = seat_name(tables, rest)
        return Offer(move, tables.say("offers.first", who=name, you=rest == view["you"]), move, name, does)
    return Offer(move, tables.say(f"offers.{verb}"), verb, does=does)


def _gold(tables: Tables, amount: int) -> str:
    return tables.say("offers.gold", n=amount)


def _recruit(tables: Tables, view: View, menu: Menu, move: str, unit: str, where: str) -> Offer:
    say, name, place = tables.say, tables.say(f"unit.{unit}"), province_name(tables, where)
    cost = price(tables, view, unit)
    group = menu.group(
        f"supply:{unit}", say("offers.unit", unit=name), help.unit_use(tables, unit), say("offers.where", unit=name)
    )
    return Offer(
        move,
        say("offers.recruit", unit=name, place=place),
        f"place:{where}",
        place,
        help.unit_use(tables, unit),
        group,
        cost={"gold": cost} if cost else {},
        price=_gold(tables, cost),
    )


def _bid(tables: Tables, view: View, menu: Menu, move: str, rest: str) -> Offer:
    """In the draft for a card, in the auction for the First Player card, in a fight against guesses."""
    say = tables.say
    amount, _, card = rest.partition("@")
    n, paid = int(amount), _gold(tables, int(amount))
    if card:
        name, does = ability_name(tables, card), ability_text(tables, card)
        group = menu.group(f"ability:{card}", name, does, say("offers.how_much"))
        label = say("offers.bid_for", n=n, card=name)
        return Offer(move, label, f"bid:{n}", amount, does, group, n, {"gold": n}, paid)
    label, key, cost = say("offers.bid", n=n), f"bid:{n}", {"gold": n} if n else {}
    if view["phase"] == "auction":
        return Offer(move, label, key, amount, amount=n, cost=cost, price=say("offers.if_won", price=paid))
    possible = len(view["legal"])
    blind = max(possible - view["attack"]["guesses"], 0)
    chance = say("offers.unguessed", n=blind, of=possible)
    return Offer(move, label, key, amount, amount=n, cost=cost, price=paid, odds=Odds(blind, possible), chance=chance)


def _guess(tables: Tables, view: View, menu: Menu, move: str, named: list[str]) -> Offer:
    """One amount, or two in either order; any bid that is possible is taken to be as likely."""
    say, attack = tables.say, view["attack"]
    gold = view["gold"][int(view["turn"][1:])]
    possible = gold if not attack["parity"] else gold // 2 if attack["parity"] == "even" else (gold + 1) // 2
    odds, chance = Odds(len(named), possible), say("offers.right", n=len(named), of=possible)
    label = say("offers.guess", amounts=named)
    if len(named) == 1:
        [amount] = named
        return Offer(move, label, f"guess:{amount}", amount, amount=int(amount), odds=odds, chance=chance)
    places = []
    for first, second in (named, reversed(named)):
        group = menu.group(f"guess:{first}", first, say("offers.guess_two", n=int(first)), say("offers.second_guess"))
        places.append(Place(group, f"guess:{second}", second))
    where, other = places
    return Offer(
        move, label, where.key, where.step, group=where.group, amount=int(where.step), odds=odds, chance=chance,
        also=(other,),
    )  # fmt: skip


def _card(tables: Tables, view: View, menu: Menu, move: str, cards: list[str]) -> Offer:
    """One action card, or in winter two in either order."""
    say, names = tables.say, card_names(tables, "+".join(cards))
    label, does = say("offers.card", cards=names), help.gloss(tables, view, move)
    if len(cards) == 1:
        return Offer(move, label, f"card:{cards[0]}", names[0], does)
    places = []
    for first, second in (cards, cards[::-1]):
        does_first = help.gloss(tables, view, f"card:{first}")
        group = menu.group(f"card:{first}", tables.say(f"card.{first}"), does_first, say("offers.second_card"))
        places.append(Place(group, f"card:{second}", tables.say(f"card.{second}")))
    where, other = places
    return Offer(move, label, where.key, where.step, does, where.group, also=(other,))


def _unit(tables: Tables, view: View, menu: Menu, move: str, verb: str, rest: str) -> Offer:
    say = tables.say
    unit, _, way = rest.partition("@")
    start, _, to = way.partition(">")
    name, here, there = tables.say(f"unit.{unit}"), province_name(tables, start), province_name(tables, to)
    group = menu.group(
        f"unit:{unit}@{start}", say("offers.unit_in", unit=name, place=here), help.unit_use(tables, unit),
        say("offers.where_to"),
    )  # fmt: skip
    label = say(f"offers.{verb}", unit=name, start=here, to=there)
    return Offer(move, label, f"place:{to}", there, help.gloss(tables, view, move), group)


def _unpaid(tables: Tables, view: View, menu: Menu) -> None:
    """Units in the supply that cost more than there is."""
    say, own = tables.say, own_number(view)
    gold = view["gold"][own]
    for unit in UNITS:
        cost = price(tables, view, unit)
        if cost > gold and view["supply"][own][unit]:
            name, lacks = tables.say(f"unit.{unit}"), cost - gold
            menu.unpaid.append(
                Unpaid(
                    say("offers.unit", unit=name),
                    f"supply:{unit}",
                    {"gold": cost},
                    _gold(tables, cost),
                    {"gold": lacks},
                    say("offers.lacks", n=lacks),
                    help.unit_use(tables, unit),
                )
            )
