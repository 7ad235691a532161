"""Ephyran for newcomers: what is asked, what each move would mean, and the position in words."""

from __future__ import annotations

from typing import Any

from ..components import Components
from ..sheet import Sheet, plural
from .notation import card_title, half_title
from .rules import DIONYSUS, DIONYSUS_CARD, Tables

View = dict[str, Any]

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


class Guide:
    """The words of one set of components."""

    def __init__(self, tables: Tables, components: Components) -> None:
        self.tables = tables
        self.effects = {row.values["id"]: row.values["effect"] for row in components.table("support")}

    def card(self, card: str) -> str:
        if card == "?":
            return "an unknown card"
        return card_title(self.tables, DIONYSUS_CARD if card == DIONYSUS else self.tables.cards.index(card))

    # What is asked.

    def headline(self, view: View) -> str:
        god = view["gods"].get(view.get("you", ""), None)
        you = [f"you are {view['you']}{f' ({god.title()})' if god else ''}"] if view.get("you", "pub") != "pub" else []
        near = ["the end is near"] if view["ending"] else []
        return " | ".join([f"Round {view['round']}", *you, f"{plural(view['pile_size'], 'card')} in the pile", *near])

    def question(self, view: View) -> str:
        phase = view["phase"]
        if phase == "react":
            support = self.tables.support_names.get(view["support"], "a support")
            whom = "you" if view["target"] == view.get("you") else view["target"]
            against = f" against {whom}" if view["target"] else ""
            return f"{view['turn']} plays {support}{against}. Do you stop it?"
        if phase == "put" and view["held"]:
            kind = view["held"]["kind"]
            names = dict(zip(self.tables.tokens, self.tables.token_names, strict=True))
            return f"You have {names.get(kind, 'a token')}. {_QUESTIONS['put']}"
        return _QUESTIONS.get(phase, "It is your move.")

    def narrate(self, before: View, event: str, plain: str | None) -> str | None:
        """A dealt god is told with whose it is: the first seat without one, from the first player on."""
        words = event.split(" ")
        if words[:2] == ["move", "chance"] and words[2].startswith("god:") and before["first"]:
            seats = self.tables.seats
            start = seats.index(before["first"])
            order = (*seats[start:], *seats[:start])
            seat = next((seat for seat in order if before["gods"][seat] is None), "")
            return f"{seat} is {words[2].removeprefix('god:').title()}." if seat else plain
        return plain

    # What a move means.

    def gloss(self, view: View, move: str) -> str:
        verb, _, rest = move.partition(":")
        what, _, where = rest.partition("@")
        match verb:
            case "add" | "change" if rest:
                return self._half(view, verb, what, where)
            case "discard" | "keep" | "under" if rest:
                return self.card(rest)
            case "twins" | "graeae" | "take" | "destroy" | "steal" if rest:
                return f"{self.effects[verb]} Gives up {self._upper(what)}."
            case "exchange" if rest:
                return self._exchange(what, where)
            case "lock" if where:
                return f"with Athena's shield: nothing changes in your {where} any more; gives up {self._upper(what)}"
            case "unlock" if where:
                return f"with Hecate's magic; gives up {self._upper(what)}"
            case "shield" | "hecate" if rest:
                return f"stop it; you draw a card for {self.card(rest)}"
            case "dionysus" if rest:
                return "put your card in his place and take Dionysus for yourself"
            case "lose" | "put" | "swap" if rest:
                return self._at(view, str(view.get("you")), rest)
            case "grab" if rest:
                return self._at(view, str(view["target"]), rest)
            case "draw" if rest == "discard":
                return self.card(view["discard"][-1]) if view["discard"] else ""
            case "draw" if rest == "pile":
                return "an unknown card"
            case "pass":
                return "let it happen" if view["phase"] == "react" else ""
            case "god" if rest:
                return "its territory counts double"
        groups = {
            "add": "put a creature into your city",
            "change": "replace the last area of a territory",
            "discard": "throw a card away",
            "exchange": "swap an area with another city or with your hand",
            "destroy": "an opponent loses an area",
            "steal": "take a token of an opponent's",
            "lock": "protect a territory for good",
            "unlock": "open a locked territory",
        }
        return groups.get(verb, "")

    def _upper(self, card: str) -> str:
        return half_title(self.tables, 2 * self.tables.cards.index(card)) if card in self.tables.cards else "Dionysus"

    def _half(self, view: View, verb: str, half: str, where: str) -> str:
        if half == DIONYSUS:
            return f"Dionysus on {where}" if where else "Dionysus fits everywhere"
        number = self.tables.halves[half]
        place = self.tables.places[self.tables.half_places[number]]
        territory = place.rpartition("-")[0]
        magic = self.tables.half_magic.get(number, 0)
        own = view["cities"].get(str(view.get("you")), {}).get(territory, {"areas": []})
        creature = half.rpartition("-")[0]
        twice = any(area["half"].rpartition("-")[0] == creature for area in own["areas"])
        parts = [f"{half_title(self.tables, number)} on {place}"]
        parts += [f"magic +{magic}"] if magic else []
        parts += ["that creature lives there already"] if twice else []
        god = view["gods"].get(str(view.get("you")))
        if god and self._territory_of(god) == territory:
            parts.append("your own territory: counts double")
        return "; ".join(parts)

    def _territory_of(self, god: str) -> str:
        return self.tables.territories[self.tables.gods.index(god)]

    def _exchange(self, what: str, where: str) -> str:
        _, comma, half = what.partition(",")
        if comma:
            return f"take the area back to your hand and put {half} there"
        return f"with the city of {where}, the same area of both" if where else self.effects["exchange"]

    def _at(self, view: View, seat: str, place: str) -> str:
        territory, _, number = place.rpartition("-")
        areas = view["cities"].get(seat, {}).get(territory, {"areas": []})["areas"]
        if int(number) > len(areas):
            return ""
        area = areas[int(number) - 1]
        half = area["half"]
        name = "Dionysus" if half == DIONYSUS else half_title(self.tables, self.tables.halves[half])
        return f"{name}{self._token(area)}"

    def _token(self, area: dict[str, Any]) -> str:
        token = area["token"]
        if not token:
            return ""
        names = dict(zip(self.tables.tokens, self.tables.token_names, strict=True))
        return f" with {names.get(token['kind'], 'an unknown token')}"

    # The position.

    def sheets(self, view: View) -> list[Sheet]:
        found = []
        for seat in self.tables.seats:
            god = view["gods"][seat]
            marks = ["you"] if seat == view.get("you") else []
            marks += ["first player"] if view["first"] == seat else []
            marks += [f"prestige {view['scores'][seat]}"] if view["scores"] else []
            title = seat + (f", {god.title()}" if god else "") + (f" ({', '.join(marks)})" if marks else "")
            lines = []
            for territory, there in view["cities"][seat].items():
                cells = [self._at(view, seat, f"{territory}-{number}") for number in range(1, len(there["areas"]) + 1)]
                double = ", counts double" if god and self._territory_of(god) == territory else ""
                locked = ", locked" if there["lock"] else ""
                lines.append(f"{territory.title()}{double}{locked}: {', '.join(cells) or 'empty'}")
            known = [self.card(card) for card in view["hands"][seat] if card != "?"]
            unknown = view["hands"][seat].count("?")
            hand = known + ([plural(unknown, "unknown card")] if unknown else [])
            lines.append(f"Hand: {'; '.join(hand) or 'nothing'}")
            found.append(Sheet(title, lines, seat=seat))
        top = self.card(view["discard"][-1]) if view["discard"] else "nothing"
        table = [f"{plural(view['pile_size'], 'card')} in the pile, {plural(view['supply_size'], 'token')} left"]
        table.append(f"On top of the discard: {top}")
        if view["looked"]:
            table.append(f"Looked at: {'; '.join(self.card(card) for card in view['looked'])}")
        found.append(Sheet("The table", table))
        return found
