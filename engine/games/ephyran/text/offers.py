"""Ephyran's moves as they are offered to people.

Keys: ``half:HALF`` and ``sup:CARD`` in the hand, ``place:SEAT.PLACE``, ``land:SEAT.TERRITORY`` and ``city:SEAT`` in the
cities, ``look:CARD``, ``pile``, ``discard``, ``throw``. A support costs its card: the creature on it is given up.
"""

from __future__ import annotations

from ....description import Menu, Odds, Offer, Offered
from ..rules import Tables
from . import help, words
from .words import View

SUPPORTS = ("twins", "graeae", "exchange", "take", "destroy", "steal", "lock", "unlock")
# First what builds the city, then supports, then what gives something up.
ORDER = ("add", "dionysus", "twins", "graeae", "take", "exchange", "steal", "destroy", "lock", "unlock", "change")
LAST = ("discard", "pass")


def offers(tables: Tables, view: View) -> Offered:
    menu = Menu()
    for move in sorted(view["legal"], key=_rank):
        menu.moves.append(_offer(tables, view, menu, move))
    return menu.offered(_prompt(tables, view))


def _rank(move: str) -> int:
    verb = move.partition(":")[0]
    if verb in LAST:
        return len(ORDER) + LAST.index(verb)
    return ORDER.index(verb) if verb in ORDER else 0


def _prompt(tables: Tables, view: View) -> str:
    say, phase = tables.say, view["phase"]
    if phase == "react":
        support, you = tables.support_names.get(view["support"], ""), view["target"] == view["you"]
        who, whom = words.seat_name(tables, view, view["turn"]), words.seat_name(tables, view, view["target"] or "")
        return say("offers.prompt.react", who=who, support=support, whom=whom, aimed=bool(view["target"]), you=you)
    return say(f"offers.prompt.{phase}", n=view["draws"])


def _offer(tables: Tables, view: View, menu: Menu, move: str) -> Offer:
    verb, _, rest = move.partition(":")
    what, _, where = rest.partition("@")
    if verb in ("add", "change"):
        return _half(tables, view, menu, move, verb, what, where)
    if verb in SUPPORTS:
        return _support(tables, view, menu, move, verb, what, where)
    if verb == "dionysus":
        return _dionysus(tables, view, menu, move, what, where)
    say, does = tables.say, help.gloss(tables, view, move)
    match verb:
        case "discard":
            group = menu.group("throw", say("offers.throw"), say("offers.throw_does"), say("offers.which_card"))
            card = words.card(tables, rest)
            return Offer(move, say("offers.discard", card=card), f"half:{rest}", card, group=group)
        case "shield" | "hecate":
            label = say("offers.stop", support=words.support(tables, rest), half=words.half(tables, rest))
            return Offer(move, label, f"sup:{rest}", does=does, cost={"card": 1}, price=words.half(tables, rest))
        case "swap":
            mine, theirs = does, words.area(tables, view, view["target"], rest)
            place = words.place(tables, rest)
            label, what = say("offers.swap", place=place), say("offers.swap_does", mine=mine, theirs=theirs)
            return Offer(move, label, f"place:{view['target']}.{rest}", place, what)
        case "grab":
            place = words.place(tables, rest)
            return Offer(move, say(f"offers.{verb}", place=place), f"place:{view['target']}.{rest}", place, does)
        case "lose" | "put":
            place = words.place(tables, rest)
            return Offer(move, say(f"offers.{verb}", place=place), f"place:{view['you']}.{rest}", place, does)
        case "keep" | "under":
            card = words.card(tables, rest)
            return Offer(move, say(f"offers.{verb}", card=card), f"look:{rest}", card)
        case "draw":
            return Offer(move, say(f"offers.draw_{rest}"), rest, does=does)
        case "god":
            name = words.god_name(tables, rest)
            return Offer(move, say("offers.god", god=name), move, name, does)
    return Offer(move, say("offers.let" if view["phase"] == "react" else "offers.pass"), move)


def _half_group(tables: Tables, view: View, menu: Menu, half: str) -> str:
    does = help.gloss(tables, view, f"add:{half}")
    return menu.group(f"half:{half}", words.half(tables, half), does, tables.say("offers.where"))


def _half(tables: Tables, view: View, menu: Menu, move: str, verb: str, half: str, where: str) -> Offer:
    place = where or words.place_of(tables, half)
    name, there = words.half(tables, half), words.place(tables, place)
    label = tables.say(f"offers.{verb}", half=name, place=there)
    group = _half_group(tables, view, menu, half)
    does = help.outcome(tables, view, verb, half, place)
    return Offer(move, label, f"place:{view['you']}.{place}", there, does, group)


def _dionysus(tables: Tables, view: View, menu: Menu, move: str, half: str, where: str) -> Offer:
    """A creature takes the place of somebody's Dionysus, who goes into the own city."""
    say = tables.say
    seat, _, place = where.partition(">")
    whose, mine = words.seat_name(tables, view, seat), seat == view["you"]
    name, there = words.half(tables, half), words.place(tables, place)
    theirs = menu.group(
        f"place:{seat}.{words.place_of(tables, half)}",
        say("offers.their_dionysus", whose=whose, you=mine),
        ask=say("offers.where_dionysus"),
        group=_half_group(tables, view, menu, half),
    )
    label = say("offers.dionysus", whose=whose, you=mine, half=name, place=there)
    return Offer(move, label, f"place:{view['you']}.{place}", there, help.gloss(tables, view, move), theirs)


def _support(tables: Tables, view: View, menu: Menu, move: str, verb: str, what: str, where: str) -> Offer:
    """A support, on whom it is played, and the creature that its card would have been."""
    say = tables.say
    card, _, half = what.partition(",")
    support, upper = words.support(tables, card), words.half(tables, card)
    cost, odds, chance = {"card": 1}, None, ""
    does = help.support_effect(tables, verb)
    if verb in ("twins", "graeae", "take"):
        if verb == "take":
            odds, chance = _token_odds(tables, view)
        label = say("offers.play", support=support, half=upper)
        return Offer(move, label, f"sup:{card}", support, does, cost=cost, price=upper, odds=odds, chance=chance)
    group = menu.group(f"sup:{card}", support, does, say("offers.target", support=support))
    if half:
        place = where or words.place_of(tables, half)
        name, there = words.half(tables, half), words.place(tables, place)
        inner = menu.group(f"half:{half}", name, say("offers.from_hand"), say("offers.where"), group)
        label = say("offers.exchange_half", place=there, half=name, by=upper)
        key = f"place:{view['you']}.{place}"
        return Offer(move, label, key, there, help.gloss(tables, view, move), inner, cost=cost, price=upper)
    if verb in ("lock", "unlock"):
        seat, _, territory = where.rpartition(".")
        seat = seat or view["you"]
        land, whose = words.territory(tables, territory), words.seat_name(tables, view, seat)
        label = say(f"offers.{verb}", territory=land, whose=whose, you=seat == view["you"], half=upper)
        return Offer(move, label, f"land:{seat}.{territory}", "", does, group, cost=cost, price=upper)
    whom = words.seat_name(tables, view, where)
    label = say(f"offers.{verb}", whom=whom, half=upper)
    return Offer(move, label, f"city:{where}", whom, does, group, cost=cost, price=upper)


def _token_odds(tables: Tables, view: View) -> tuple[Odds | None, str]:
    """How many of the tokens that may come are worth something."""
    counts = [view["unseen_tokens"][kind] for kind in tables.tokens]
    good = sum(n for n, value in zip(counts, tables.token_values, strict=True) if value > 0)
    if not sum(counts):
        return None, ""
    return Odds(good, sum(counts)), tables.say("offers.token_odds", n=good, of=sum(counts))
