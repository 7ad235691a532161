"""Egemonia's moves as they are offered to people. Keys: ``area:AREA`` on the map, ``hand:EVENT`` in the hand."""

from __future__ import annotations

from ....description import Menu, Offer, Offered
from ..rules import Tables
from . import help
from .words import View, area_name, event_name


def offers(tables: Tables, view: View) -> Offered:
    menu = Menu()
    for move in sorted(view["legal"], key=lambda move: move == "keep"):  # what is done comes before what is not
        menu.moves.append(_offer(tables, view, menu, move))
    return menu.offered(tables.say(f"offers.prompt.{_phase(view)}"))


def _phase(view: View) -> str:
    return "pass" if view["legal"] == ["pass"] else str(view["phase"])


def _offer(tables: Tables, view: View, menu: Menu, move: str) -> Offer:
    say = tables.say
    verb, _, rest = move.partition(":")
    does = help.gloss(tables, view, move)
    match verb:
        case "setup":
            name = area_name(tables, rest)
            return Offer(move, say("offers.setup", area=name), f"area:{rest}", name, does)
        case "place":
            event, _, area = rest.partition("@")
            name, where = event_name(tables, event), area_name(tables, area)
            what = help.gloss(tables, view, f"place:{event}")
            group = menu.group(f"hand:{event}", name, what, say("offers.where", event=name))
            return Offer(move, say("offers.place", event=name, area=where), f"area:{area}", where, does, group)
        case "pythia":
            name = event_name(tables, rest)
            group = menu.group("pythia", say("offers.ask_pythia"), say("offers.pythia_does"), say("offers.which"))
            return Offer(move, say("offers.pythia", event=name), f"hand:{rest}", name, does, group)
    return Offer(move, say(f"offers.{verb}"), verb, does=does)
