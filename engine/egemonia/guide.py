"""Egemonia for newcomers: what is asked, what each move would mean, and the position in words."""

from __future__ import annotations

from typing import Any

from ..components import Components
from ..sheet import Sheet, plural, several
from .rules import FACTIONS, Tables

View = dict[str, Any]

PRIMER = """\
Athens and Sparta fight for the areas of Greece with events. Each turn both draw up to four events, then lay three each
face down on the map, by turns. All are revealed together: in each area the first event of one side meets the first of
the other, the second the second. What survives acts once: it removes one influence of the other side, or if there is
none adds one of yours (two at most).

Military beats a coup, a coup beats influence, influence beats military; like against like, both are removed. Divine
help beats nearly everything and goes to the opponent afterwards; the Olympics draw with all; a false alarm only looks
like an event. Specials act for the side that they favour, whoever places them.

Who controls ten areas at the end of a turn wins; after ten turns, who has more. The side with more areas has the favour
of the gods and places first. Who gains Delphi takes the Oracle, and may once exchange an event.
"""

_RANGES = {
    "military": "within two lines of your areas, three by {way}",
    "influence": "in your areas or next to them",
}


class Guide:
    """The words of one set of components."""

    def __init__(self, tables: Tables, components: Components) -> None:
        self.tables = tables
        self.events = {row.values["id"]: row.values for row in components.table("event")}
        self.areas = dict(zip(tables.areas, tables.area_names, strict=True))
        results: dict[str, dict[str, list[str]]] = {}
        for row in components.table("result"):
            outcome = results.setdefault(row.values["attacker"], {"win": [], "draw": [], "lose": []})
            outcome[row.values["result"]].append(row.values["defender"])
        self.results = results

    def name(self, event: str) -> str:
        return str(self.events[event]["name"]) if event in self.events else "an unknown event"

    # What is asked.

    def headline(self, view: View) -> str:
        counts = [sum(holder == faction for holder, _ in view["influence"].values()) for faction in FACTIONS]
        turn = "Setup" if view["turn"] == 0 else f"Turn {view['turn']} of {self.tables.turns}"
        parts = [turn]
        if view.get("you") in ("s0", "s1"):
            parts.append(f"you are {FACTIONS[int(view['you'][1])].title()}")
        parts.append(f"areas: Athens {counts[0]}, Sparta {counts[1]}")
        if view["favoured"]:
            parts.append(f"favour: {view['favoured'].title()}")
        return " | ".join(parts)

    def question(self, view: View) -> str:
        if view["phase"] == "setup":
            return "Where do you put one more influence before the first turn? From there your events reach further."
        if view["phase"] == "pythia":
            return "You hold the Oracle: discard an event unseen and draw another, or keep the Oracle for later?"
        own = FACTIONS[int(view["you"][1])] if view.get("you") in ("s0", "s1") else ""
        number = sum(faction == own for faction, _, _ in view["placed"]) + 1
        return (
            f"Place event {number} of {self.tables.placements} face down: which, and where? The other side sees the "
            "area and the order, not the event. All are revealed when both are done."
        )

    # What a move means.

    def gloss(self, view: View, move: str) -> str:
        verb, _, rest = move.partition(":")
        what, at, where = rest.partition("@")
        own = FACTIONS[int(view["you"][1])] if view.get("you") in ("s0", "s1") else FACTIONS[0]
        if verb == "setup" and rest:
            return self._neighbours(rest)
        if verb == "place" and at and where:
            return self._effect(view, self.events[what].get("favours") or own, where, self.events[what]["type"])
        if verb == "place" and what:
            return self._event(what, own)
        if verb == "pythia" and rest:
            return f"discard {self.name(rest)} and draw an event"
        return {"keep": "use the Oracle another time", "pass": "nothing that you hold can be placed"}.get(verb, "")

    def _neighbours(self, area: str) -> str:
        number = self.tables.areas.index(area)
        land = [self.tables.area_names[other] for other in self.tables.land[number]]
        sea = [self.tables.area_names[other] for other in self.tables.sea[number]]
        parts = [f"by {way} to {', '.join(names)}" for way, names in (("land", land), ("sea", sea)) if names]
        return "; ".join(parts)

    def _event(self, event: str, own: str) -> str:
        row = self.events[event]
        way = "land" if own == FACTIONS[1] else "sea"
        where = _RANGES.get(row["type"], "anywhere").format(way=way)
        if row["type"] == "false_alarm":
            return f"{where}; never acts: a bluff"
        beats = [word.replace("_", " ") for word in self.results[row["type"]]["win"] if word != "false_alarm"]
        fights = f"; beats {several(beats)}" if beats else ""
        favours = f"; acts for {row['favours'].title()}, whoever places it" if row.get("favours") else ""
        return f"{where}{fights}{favours}"

    def _effect(self, view: View, faction: str, area: str, kind: str) -> str:
        holder, count = view["influence"].get(area, ("", 0))
        there = [f"{self.name(event)} of {owner.title()}" for owner, event, at in view["placed"] if at == area]
        waiting = f"; there already: {', '.join(there)}" if there else ""
        now = f"{holder.title()} {count}" if count else "neutral"
        if kind == "false_alarm":
            return f"{now}{waiting}"
        if count and holder != faction:
            would = f"would be {holder.title()} {count - 1}" if count > 1 else "would be neutral"
        elif area == self.tables.areas[self.tables.sicily] and view["syracuse"]:
            would = "would drive out Syracuse"
        else:
            would = "would stay" if count == 2 else f"would be {faction.title()} {count + 1}"
        return f"{now}, {would}{waiting}"

    # The position.

    def sheets(self, view: View) -> list[Sheet]:
        lines = []
        for faction in FACTIONS:
            held = [
                f"{self.areas[area]}{' (2)' if count == 2 else ''}"
                for area, (holder, count) in view["influence"].items()
                if holder == faction
            ]
            lines.append(f"{faction.title()} holds {plural(len(held), 'area')}: {', '.join(held) or 'none'}")
        neutral = [name for area, name in self.areas.items() if area not in view["influence"]]
        lines.append(f"Neutral: {', '.join(neutral)}")
        if view["syracuse"]:
            lines.append("Syracuse stands in Sicily")
        oracle = view["oracle"]
        lines.append(f"The Oracle is {'at Delphi' if oracle == 'delphi' else f'held by {oracle.title()}'}")
        found = [Sheet("The map", lines)]
        if view["placed"]:
            placed = [
                f"{faction.title()}: {self.name(event)} on {self.areas[area]}" if area else f"{faction.title()}: passed"
                for faction, event, area in view["placed"]
            ]
            found.append(Sheet("Events face down, in their order", placed))
        hands = []
        for faction, hand in view["hands"].items():
            cards = [
                (plural(n, "event") if event == "?" else f"{self.name(event)}{f' ({n})' if n > 1 else ''}")
                for event, n in hand.items()
            ]
            hands.append(f"{faction.title()}: {', '.join(cards) or 'nothing'}")
        found.append(Sheet("Hands", hands))
        return found


_REASONS = {
    "areas": "the winner has more areas",
    "sicily": "both have as many areas, and the winner controls Sicily",
    "draw": "both have as many areas, and nobody controls Sicily",
}


def because(reason: str) -> str:
    return _REASONS.get(reason, "")
