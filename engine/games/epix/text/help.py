"""Epix for newcomers: what is asked, and what each move would mean."""

from __future__ import annotations

from ..rules import UNITS, Tables
from .words import View, ability, name, own_number, price, province_name, seat_name, unit_names

_ASKED = ("auction", "give", "cards", "order", "recruit", "act", "unit", "press")
_PLAIN = ("pass", "done", "stop", "on", "back")  # moves that mean the same at any time


def question(tables: Tables, view: View) -> str:
    phase = view["phase"]
    if phase == "fight" and view["attack"]:
        return _fight_question(tables, view)
    if phase == "draft":
        return tables.say("question.draft", bids=bool(view["table"]))
    return tables.say(f"question.{phase}" if phase in _ASKED else "move")


def _fight_question(tables: Tables, view: View) -> str:
    attack, own = view["attack"], own_number(view)
    against, where = attack["against"], province_name(tables, attack["to"])
    target = {"against": against, "where": where, "unit": tables.say(f"unit.{against}"), "n": attack["guesses"]}
    if attack["defender"] == f"s{own}":
        gold, parity = view["gold"][int(view["turn"][1:])], attack["parity"] or ""
        return tables.say("question.defend", who=seat_name(tables, view["turn"]), gold=gold, parity=parity, **target)
    return tables.say("question.attack", who=seat_name(tables, attack["defender"]), gold=view["gold"][own], **target)


def gloss(tables: Tables, view: View, move: str) -> str:
    say = tables.say
    verb, _, rest = move.partition(":")
    what, at, where = rest.partition("@")
    if verb == "recruit":
        return _recruit(tables, view, what, where)
    if verb == "bid" and view["phase"] == "draft":
        if at:
            return ability(tables, where)
        return say("gloss.bid", gold=int(what)) if what else say("gloss.bid_any")
    if verb in ("move", "attack", "fire"):
        return _go(tables, view, verb, what, where)
    if verb == "guess" and move not in view["legal"]:  # the beginning of several that name two amounts
        return say("gloss.guess", amount=what)
    if verb in ("card", "play") and rest:
        return say.join("semicolon", [say(f"gloss.card.{card}") for card in rest.split("+")])
    if verb == "first":
        return _order(tables, view, int(rest[1:])) if rest else ""
    return say(f"gloss.{verb}") if verb in _PLAIN else ""


def _order(tables: Tables, view: View, first: int) -> str:
    """Who plays when, if that seat is the first player."""
    n_seats = view["players"]
    others = [seat_name(tables, f"s{(first + i) % n_seats}") for i in range(1, n_seats)]
    return tables.say("gloss.first", others=others)


def unit_use(tables: Tables, unit: str) -> str:
    """What a unit is good for."""
    return tables.say(f"gloss.unit.{unit}")


def _recruit(tables: Tables, view: View, unit: str, where: str) -> str:
    say = tables.say
    if unit not in UNITS:
        return say("gloss.recruit_any")
    gold, does = price(tables, view, unit), unit_use(tables, unit)
    if where in tables.provinces and province_name(tables, where) != where:
        return say("gloss.recruit_in", gold=gold, does=does, where=province_name(tables, where))
    return say("gloss.recruit", gold=gold, does=does)


def _go(tables: Tables, view: View, verb: str, unit: str, way: str) -> str:
    say = tables.say
    start, arrow, to = way.partition(">")
    if arrow:
        return say(f"gloss.to.{verb}", where=province_name(tables, to), there=_there(tables, view, verb, to))
    does = say(f"gloss.go.{verb}")
    if not unit:
        return does
    name = say(f"unit.{unit}")
    if not start:
        return say("gloss.go.with", does=does, unit=name)
    return say("gloss.go.with_in", does=does, unit=name, where=province_name(tables, start))


def _there(tables: Tables, view: View, verb: str, to: str) -> str:
    """Who would be met in a province."""
    stack = view["board"].get(to)
    garrison = tables.provinces.index(to) in tables.castles and verb != "move"
    if stack is None:
        return tables.say("gloss.there.garrison" if garrison else "gloss.there.nobody")
    key = "gloss.there.units_garrison" if garrison else "gloss.there.units"
    return tables.say(key, who=name(tables, view, stack["seat"]), units=unit_names(tables, stack["units"]))
