"""Ephyran for newcomers: what is asked, and what each move would mean."""

from __future__ import annotations

from ..rules import DIONYSUS, Tables
from . import words
from .words import View

PRIMER = """\
You are a god and build a city of four territories (lagoon, lands, forest, mountain) with four areas each, from area 1
upwards. A card has two halves and is played as one of them: a creature, which fills the area with its number, or a
support. A turn is one action, then one card is drawn from the pile or the discard.

Each different creature in a territory counts 1, four different ones 1 more; printed magic and tokens add to it; the
territory of your own god counts double. Supports draw cards, take or steal tokens, exchange or destroy areas; Athena's
shield and Hecate's magic stop them, or lock and unlock a territory. Dionysus fits everywhere.

When the pile is empty or a city is full the round is played out, and the most prestige wins.
"""

_QUESTIONS = {
    "gods": "Which god are you? The territory of your god counts double.",
    "action": "Your action: add an area to your city, play a support, change or discard a card.",
    "extra": "Castor & Pollux: one more action.",
    "draw": "Draw a card: from the pile, or the one that lies open on the discard?",
    "swap": "Which area do you exchange?",
    "lose": "Which of your areas do you give up?",
    "grab": "Which token do you steal?",
    "put": "On which of your areas do you put the token, face down?",
    "keep": "The Graeae: which of these cards do you keep?",
    "under": "Which of the others is discarded first? The last one lies on top.",
}
_GROUPS = {
    "add": "put a creature into your city",
    "change": "replace the last area of a territory",
    "discard": "throw a card away",
    "twins": "draw two cards and act once more",
    "graeae": "look at three cards and keep one",
    "exchange": "swap an area with another city or with your hand",
    "take": "draw a magical token for your city",
    "destroy": "an opponent loses an area",
    "steal": "take a token of an opponent's",
    "dionysus": "take Dionysus out of a city for a card of yours",
    "lock": "protect a territory for good",
    "unlock": "open a locked territory",
    "shield": "stop it with Athena's shield",
    "hecate": "stop it with Hecate's magic",
}


def question(tables: Tables, view: View) -> str:
    phase = view["phase"]
    if phase == "react":
        support = tables.support_names.get(view["support"], "a support")
        whom = "you" if view["target"] == view.get("you") else view["target"]
        against = f" against {whom}" if view["target"] else ""
        return f"{view['turn']} plays {support}{against}. Do you stop it?"
    if phase == "put" and view["held"]:
        return f"You have {words.token_with_value(tables, view['held']['kind'])}. {_QUESTIONS['put']}"
    return _QUESTIONS.get(phase, "It is your move.")


def gloss(tables: Tables, view: View, move: str) -> str:
    verb, _, rest = move.partition(":")
    what, _, where = rest.partition("@")
    match verb:
        case "add" | "change" if rest:
            return _half(tables, view, what, where)
        case "discard" | "keep" | "under" if rest:
            return words.card(tables, rest)
        case "twins" | "graeae" | "take" | "destroy" | "steal" if rest:
            return f"{tables.support_effects[verb]} Gives up {_upper(tables, what)}."
        case "exchange" if rest:
            return _exchange(tables, what, where)
        case "lock" if where:
            return f"with Athena's shield: nothing changes in your {where} any more; gives up {_upper(tables, what)}"
        case "unlock" if where:
            return f"with Hecate's magic; gives up {_upper(tables, what)}"
        case "shield" | "hecate" if rest:
            return f"stop it; you draw a card for {words.card(tables, rest)}"
        case "dionysus" if rest:
            return f"put {words.half(tables, what)} in his place and take Dionysus for yourself"
        case "lose" | "put" | "swap" if rest:
            return words.area(tables, view, str(view.get("you")), rest)
        case "grab" if rest:
            return words.area(tables, view, str(view["target"]), rest)
        case "draw" if rest == "discard":
            return words.card(tables, view["discard"][-1]) if view["discard"] else ""
        case "draw" if rest == "pile":
            return "an unknown card"
        case "pass":
            return "let it happen" if view["phase"] == "react" else ""
        case "god" if rest:
            return f"your {words.territory_of(tables, rest)} will count double"
    return _GROUPS.get(verb, "")


def _upper(tables: Tables, card: str) -> str:
    return words.half(tables, card) if card in tables.cards else "Dionysus"


def _half(tables: Tables, view: View, half: str, where: str) -> str:
    """What a creature would count where it goes."""
    if half == DIONYSUS:
        return f"Dionysus on {words.place(where)}" if where else "Dionysus fits everywhere"
    place = words.place_of(tables, half)
    territory = place.rpartition("-")[0]
    magic = words.printed_magic(tables, half)
    own = view["cities"].get(str(view.get("you")), {}).get(territory, {"areas": []})
    creature = half.rpartition("-")[0]
    twice = any(area["half"].rpartition("-")[0] == creature for area in own["areas"])
    parts = [f"{words.half(tables, half)} on {words.place(place)}"]
    parts += [f"magic {magic:+d}"] if magic else []
    parts += ["that creature lives there already"] if twice else []
    god = view["gods"].get(str(view.get("you")))
    if god and words.territory_of(tables, god) == territory:
        parts.append("your own territory: counts double")
    return "; ".join(parts)


def _exchange(tables: Tables, what: str, where: str) -> str:
    _, comma, half = what.partition(",")
    if comma:
        return f"take the area back to your hand and put {words.half(tables, half.partition('@')[0])} there"
    return f"with {where}'s city, the same area of both" if where else tables.support_effects["exchange"]
