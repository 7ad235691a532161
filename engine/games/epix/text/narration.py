"""Epix's events in sentences."""

from __future__ import annotations

from ..rules import Tables
from . import words
from .words import View, ability_name, card_names, province_name


def tell(tables: Tables, event: str) -> str | None:
    return _tell(tables, event, {})


def narrate(tables: Tables, before: View, event: str, after: View, cause: str = "") -> str | None:
    """What the viewer has chosen was told then: that it is shown now needs no words. A bid without a choice does."""
    sentence = _tell(tables, event, after)
    match event.split(" "):
        case ["bid" | "guess" as verb, who, amounts] if cause == f"secret {who} {verb}:{amounts}":
            sentence = None
        case ["gold", who, amount, "income"]:
            return _income(tables, before, who, int(amount), words.name(tables, after, who))
    if event.startswith("guess ") and before["attack"] and before["phase"] == "fight":
        return tables.say.sentences([*([sentence] if sentence else []), _fought(tables, before, after)])
    if event.startswith("bid ") and before["phase"] == "auction" and after["auction"] and not before["auction"]:
        return tables.say.sentences([*([sentence] if sentence else []), _auction(tables, before, after)])
    return sentence


def _fought(tables: Tables, before: View, after: View) -> str:
    """What a fight came to: the attack succeeds if the defender is not there any more."""
    attack = before["attack"]
    stack = after["board"].get(attack["to"], {"seat": "", "units": []})
    left = stack["units"] if stack["seat"] == attack["defender"] else []
    if attack["against"] == "garrison":
        beaten = stack["seat"] == before["turn"]
    else:
        beaten = not left if attack["against"] == "province" else attack["against"] not in left
    return tables.say("story.fought", guessed=not beaten)


def _income(tables: Tables, before: View, seat: str, gold: int, who: str) -> str:
    """What a season brings to a seat, and from where (RULES.md, 6)."""
    say, own = tables.say, int(seat[1:])
    held = [name for name, stack in before["board"].items() if stack["seat"] == seat]
    camps = sum("camp" in before["board"][name]["units"] for name in held)
    sources = [say("unit.many.camp", n=camps)] if camps else []
    sources += [province_name(tables, name) for name in held if tables.incomes[tables.provinces.index(name)]]
    sources += [ability_name(tables, card) for card in before["abilities"][own] if _pays(tables, card)]
    return say("story.income", who=who, sources=sources, gold=gold)


def _pays(tables: Tables, card: str) -> bool:
    return tables.effects[card].effect == "income"


def _auction(tables: Tables, before: View, after: View) -> str:
    """Who wins the First Player card, for how much, and why if several bid as much (RULES.md, 4)."""
    say, bids = tables.say, after["auction"]
    most = max(bids)
    tied = [f"s{number}" for number, bid in enumerate(bids) if bid == most]
    heralds = [f"s{number}" for number, cards in enumerate(before["abilities"]) if _is_herald(tables, cards)]
    holder = int(before["first"][1:])
    order = [f"s{(holder + step) % len(bids)}" for step in range(len(bids))]
    winner = next((seat for seat in heralds if seat in tied), "") or next(seat for seat in order if seat in tied)
    pays = (most + 1) // 2 if winner in heralds else most
    won = say("story.auction", who=words.name(tables, after, winner), gold=pays)
    if len(tied) == 1:
        return won
    why = "herald" if winner in heralds else "holder" if winner == before["first"] else "nearest"
    names = [words.seat_name(tables, seat) for seat in tied if seat != after.get("you")]
    if len(names) < len(tied):
        names.append(say("you"))
    return say("story.auction_tied", bid=most, who=names, won=won, why=why)


def _is_herald(tables: Tables, cards: list[str]) -> bool:
    return any(tables.effects[card].effect == "herald" for card in cards)


def _tell(tables: Tables, event: str, view: View) -> str | None:
    """An event for the viewer; without a view, for nobody in particular."""
    say = tables.say
    word, _, rest = event.partition(" ")
    if word == "over":
        return _winners(tables, view, rest.split(" ")[0].split("+"))
    if word == "season":
        return say("story.season", season=words.season_name(tables, rest))
    seat, *parts = rest.split(" ")
    who = words.name(tables, view, seat)
    match [word, *parts]:
        case ["move" | "forced", move]:
            return _tell_move(tables, view, who, move)
        case ["secret", move]:
            return _tell_secret(tables, who, move)
        case ["bid", amount]:
            return say("story.bid", who=who, gold=int(amount))
        case ["guess", named]:
            return say("story.guess", who=who, amounts=named.split(","))
        case ["parity", parity]:
            return say("story.parity", who=who, parity=parity)
        case ["turn", cards]:
            return say("story.turn", who=who, cards=card_names(tables, cards))
        case ["loss", what]:
            return say("story.loss", who=who, **_unit_in(tables, what))
        case ["capture", what, fate]:
            key = "story.captures" if fate == "replaced" else "story.removes"
            return say(key, who=who, **_unit_in(tables, what))
        case ["gold", amount, source] if f"story.gold.{source}" in say:
            return say(f"story.gold.{source}", who=who, gold=int(amount))
        case ["owner", card]:
            return say("story.owner", who=who, ability=ability_name(tables, card))
        case ["skip"]:
            return say("story.skip", who=who)
    return None


def _winners(tables: Tables, view: View, seats: list[str]) -> str:
    if len(seats) == 1:
        return tables.say("story.wins", who=words.name(tables, view, seats[0]))
    others = [words.seat_name(tables, seat) for seat in seats if seat != view.get("you")]
    return tables.say("story.win", winners=others if len(others) == len(seats) else [*others, tables.say("you")])


def _unit_in(tables: Tables, what: str) -> dict[str, str]:
    """``a camp`` and ``the Vale`` for ``camp@vale``."""
    unit, _, where = what.partition("@")
    return {"unit": tables.say(f"unit.one.{unit}"), "where": province_name(tables, where)}


def _tell_secret(tables: Tables, who: str, move: str) -> str:
    """A secret choice, for who made it."""
    verb, _, what = move.partition(":")
    if verb == "card":
        return tables.say("story.secret.card", who=who, cards=card_names(tables, what))
    if verb == "guess":
        return tables.say("story.secret.guess", who=who, amounts=what.split(","))
    return tables.say("story.secret.bid", who=who, gold=int(what))


def _tell_move(tables: Tables, view: View, who: str, move: str) -> str | None:
    say = tables.say
    verb, _, rest = move.partition(":")
    what, at, where = rest.partition("@")
    match verb:
        case "first":
            return say("story.first", who=words.name(tables, view, what))
        case "ability":
            return say("story.ability", name=ability_name(tables, what), text=words.ability_text(tables, what))
        case "recruit":
            return say("story.recruit", who=who, **_unit_in(tables, rest))
        case "bid" if at:
            return say("story.bids", who=who, gold=int(what), ability=ability_name(tables, where))
        case "play":
            return say("story.play", who=who, cards=card_names(tables, what))
        case "move" | "attack" | "fire":
            start, to = (province_name(tables, province) for province in where.split(">"))
            return say(f"story.{verb}", who=who, unit=say(f"unit.{what}"), start=start, to=to)
        case "pass" | "on" | "back":
            return say(f"story.{verb}", who=who)
    return None


def because(tables: Tables, reason: str) -> str:
    return tables.say.get(f"because.{reason}", "")
