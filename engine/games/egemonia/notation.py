"""Egemonia's moves and events in words."""

from __future__ import annotations

from ....ext.games.egemonia import state as kernel
from ...codec import Bits, Codec
from ...errors import InvalidMove
from ...numbers import by_number
from ...tokens import event_codec, hidden, join
from ...vocabulary import Names, numbers
from .rules import FACTIONS, FATES, Tables

SEATS = ("s0", "s1")
PHASES = by_number(
    {
        kernel.SETUP: "setup",
        kernel.DRAW: "draw",
        kernel.PYTHIA: "pythia",
        kernel.PYTHIA_DRAW: "pythia_draw",
        kernel.ACTION: "action",
        kernel.FINISHED: "over",
    }
)
REASONS = by_number(
    {kernel.NO_REASON: None, kernel.BY_AREAS: "areas", kernel.BY_SICILY: "sicily", kernel.DRAWN: "draw"}
)
OUTCOMES = ("loses", "draws", "wins")  # of the first event of a clash
MISFITS = {
    kernel.MALFORMED: "no such area, event or seat",
    kernel.NOT_NOW: "not at this point of the game",
    kernel.IMPOSSIBLE: "no deal could have led to it",
}


def moves(tables: Tables) -> Codec:
    return Codec(
        "move of Egemonia",
        InvalidMove,
        verb=Bits.run(0, 3),
        layout={"area": Bits.run(4, 8), "event": Bits.run(9, 12)},
        words={"area": Names("area", tables.areas), "event": Names("event", tables.events)},
        patterns={
            "setup:{area}": kernel.DO_SETUP,
            "draw:{event}": kernel.DO_DRAW,
            "keep": kernel.DO_KEEP,
            "pythia:{event}": kernel.DO_PYTHIA,
            "place:{event}@{area}": kernel.DO_PLACE,
            "pass": kernel.DO_PASS,
        },
    )


def events(tables: Tables) -> Codec:
    event = Names("event", tables.events)
    return event_codec(
        "Egemonia",
        words={
            "seat": Names("seat", SEATS),
            "area": Names("area", tables.areas),
            "event": event,
            "event?": hidden(event),
            "faction": Names("faction", FACTIONS),
            "count": numbers(0, 2),
            "place": numbers(0, 5),
            "outcome": Names("outcome", OUTCOMES),
            "fate": Names("fate", FATES),
            "phase": Names("phase", PHASES),
            "turn": numbers(0, tables.turns),
            "winner": Names("seat", {**dict(enumerate(SEATS)), kernel.NOBODY: "nobody"}),
            "reason": Names("reason", REASONS),
        },
        patterns={
            "influence {area:0-4} {faction:5-6} {count:7-8}": join(kernel.EV_INFLUENCE),
            "draw {seat} {event?:secret}": join(kernel.EV_DRAW),
            "pythia {seat} {event?:secret}": join(kernel.EV_PYTHIA, open_part=1),
            "keep {seat}": join(kernel.EV_PYTHIA),
            "favour {seat}": join(kernel.EV_FAVOUR),
            "place {seat} {area:0-4} {event?:secret}": join(kernel.EV_PLACE),
            "pass {seat}": join(kernel.EV_PASS),
            "reveal {seat} {place:9-11} {area:4-8} {event:0-3}": join(kernel.EV_REVEAL),
            "clash {place:0-3} {place:4-7} {outcome:8-9}": join(kernel.EV_CLASH),
            "syracuse": join(kernel.EV_SYRACUSE),
            "fate {seat} {event:0-3} {fate:4-7}": join(kernel.EV_FATE),
            "oracle {seat}": join(kernel.EV_ORACLE),
            "next {phase:0-3} {seat:4-7} {turn:8-15}": join(kernel.EV_NEXT),
            "over {winner:0-3} {reason:4-7}": join(kernel.EV_OVER),
        },
    )
