"""Ephyran's position in words, part by part."""

from __future__ import annotations

from ....block import Block
from ..rules import Tables
from . import words
from .words import HIDDEN, View


def headline(tables: Tables, view: View) -> str:
    say, you = tables.say, view.get("you", "pub")
    parts = [say("headline.round", round=view["round"])]
    if you != "pub":
        parts.append(say("headline.you", seat=words.seat_name(tables, view, you)))
    if any(view["gods"].values()):
        running = view["scores"] or view["running"]
        scores = [say("headline.score", seat=words.seat_name(tables, view, seat), n=n) for seat, n in running.items()]
        parts.append(say("headline.prestige", scores=scores))
    parts.append(say("headline.pile", n=view["pile_size"]))
    if view["ending"]:
        parts.append(say("headline.near"))
    return " | ".join(parts)


def summary(tables: Tables, view: View, brief: bool = False) -> list[Block]:
    return [*(_city(tables, view, seat) for seat in tables.seats), _table(tables, view)]


def _city(tables: Tables, view: View, seat: str) -> Block:
    say, god = tables.say, view["gods"][seat]
    marks = [say("summary.you")] if seat == view.get("you") else []
    marks += [say("summary.first")] if view["first"] == seat else []
    marks += [say("summary.prestige", n=view["scores"][seat])] if view["scores"] else []
    title = words.seat_name(tables, view, seat)
    lines = []
    for territory, there in view["cities"][seat].items():
        places = [f"{territory}-{number}" for number in range(1, len(there["areas"]) + 1)]
        areas = [words.area(tables, view, seat, place) for place in places]
        lines.append(
            say(
                "summary.territory" if areas else "summary.territory_empty",
                territory=words.territory(tables, territory),
                double=bool(god and words.territory_of(tables, god) == territory),
                locked=bool(there["lock"]),
                areas=areas,
            )
        )
    lines.append(_hand(tables, view["hands"][seat]))
    return Block(say("summary.marked", name=title, marks=marks) if marks else title, lines, seat=seat)


def _hand(tables: Tables, cards: list[str]) -> str:
    hand = [words.card(tables, card) for card in cards if card != HIDDEN]
    if hidden := cards.count(HIDDEN):
        hand.append(tables.say("summary.hidden", n=hidden))
    return tables.say("summary.hand", cards=hand) if hand else tables.say("summary.hand_empty")


def _table(tables: Tables, view: View) -> Block:
    say = tables.say
    lines = [say("summary.left", cards=view["pile_size"], tokens=view["supply_size"])]
    if view["discard"]:
        lines.append(say("summary.discard", card=words.card(tables, view["discard"][-1])))
    else:
        lines.append(say("summary.discard_empty"))
    if view["looked"]:
        lines.append(say("summary.looked", cards=[words.card(tables, card) for card in view["looked"]]))
    return Block(say("summary.table"), lines)
