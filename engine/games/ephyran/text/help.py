"""Ephyran for newcomers: what is asked, and what each move would mean."""

from __future__ import annotations

from ..rules import DIONYSUS, Tables
from . import words
from .words import View

_ASKED = ("gods", "action", "extra", "draw", "swap", "lose", "grab", "put", "keep", "under")


def question(tables: Tables, view: View) -> str:
    phase, say = view["phase"], tables.say
    if phase == "react":
        played = {
            "who": words.seat_name(tables, view, view["turn"]),
            "support": tables.support_names.get(view["support"]) or say("thing.support"),
        }
        if not view["target"]:
            return say("question.react", **played)
        return say("question.react_for", target=words.name(tables, view, view["target"]), **played)
    if phase == "put" and view["held"]:
        return say("question.put_token", token=words.token_with_value(tables, view["held"]["kind"]))
    return say(f"question.{phase}" if phase in _ASKED else "move")


def gloss(tables: Tables, view: View, move: str) -> str:
    say = tables.say
    verb, _, rest = move.partition(":")
    what, _, where = rest.partition("@")
    match verb:
        case "add" | "change" if rest:
            return _half(tables, view, verb, what, where)
        case "discard" | "keep" | "under" if rest:
            return words.card(tables, rest)
        case "twins" | "graeae" | "take" | "destroy" | "steal" if rest:
            return say("gloss.support", effect=tables.support_effects[verb], card=_upper(tables, what))
        case "exchange" if rest:
            return _exchange(tables, view, what, where)
        case "lock" if where:
            territory = words.territory(tables, where)
            return say("gloss.lock", territory=territory, card=_upper(tables, what))
        case "unlock" if where:
            return say("gloss.unlock", card=_upper(tables, what))
        case "shield" | "hecate" if rest:
            return say("gloss.stop", card=words.card(tables, rest))
        case "dionysus" if rest:
            return say("gloss.dionysus", half=words.half(tables, what))
        case "lose" | "put" | "swap" if rest:
            return words.area(tables, view, str(view.get("you")), rest)
        case "grab" if rest:
            return words.area(tables, view, str(view["target"]), rest)
        case "draw" if rest == "discard":
            return words.card(tables, view["discard"][-1]) if view["discard"] else ""
        case "draw" if rest == "pile":
            return say("thing.card_hidden")
        case "pass":
            return say("gloss.pass") if view["phase"] == "react" else ""
        case "god" if rest:
            return say("gloss.god", territory=words.territory(tables, words.territory_of(tables, rest)))
    return say.get(f"gloss.group.{verb}", "")


def _upper(tables: Tables, card: str) -> str:
    return words.half(tables, card if card in tables.cards else DIONYSUS)


def _half(tables: Tables, view: View, verb: str, half: str, where: str) -> str:
    """A creature where it goes, and what comes of it."""
    if half == DIONYSUS and not where:
        return tables.say("gloss.dionysus_fits")
    place = where if half == DIONYSUS else words.place_of(tables, half)
    there = tables.say("gloss.creature", half=words.half(tables, half), place=words.place(tables, place))
    parts = [there] if verb == "add" else []
    return tables.say.join("semicolon", parts + _outcome(tables, view, verb, half, place))


def outcome(tables: Tables, view: View, verb: str, half: str, place: str) -> str:
    """What comes of a creature that goes to a place, in words; empty: it counts as one creature."""
    return tables.say.join("semicolon", _outcome(tables, view, verb, half, place))


def _outcome(tables: Tables, view: View, verb: str, half: str, place: str) -> list[str]:
    say, you = tables.say, str(view.get("you"))
    found = [say("gloss.discards", area=words.area(tables, view, you, place))] if verb == "change" else []
    if half == DIONYSUS and found:
        return found
    territory, creature = place.rpartition("-")[0], half.rpartition("-")[0]
    if magic := words.printed_magic(tables, half):
        found.append(say("thing.magic", n=magic))
    own = view["cities"].get(you, {}).get(territory, {"areas": []})
    if creature and any(area["half"].rpartition("-")[0] == creature for area in own["areas"]):
        found.append(say("gloss.twice"))
    god = view["gods"].get(you)
    if god and words.territory_of(tables, god) == territory:
        found.append(say("gloss.own"))
    return found


def support_effect(tables: Tables, verb: str) -> str:
    """What playing a support does; its card is given up for it."""
    if verb in ("lock", "unlock"):
        return tables.say(f"gloss.group.{verb}")
    return tables.support_effects[verb]


def _exchange(tables: Tables, view: View, what: str, where: str) -> str:
    _, comma, half = what.partition(",")
    if comma:
        return tables.say("gloss.from_hand", half=words.half(tables, half.partition("@")[0]))
    if not where:
        return tables.support_effects["exchange"]
    return tables.say("gloss.with_city", who=words.seat_name(tables, view, where))
