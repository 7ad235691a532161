"""Ephyran's moves and events in words (RULES.md, 13)."""

from __future__ import annotations

from ....ext.games.ephyran import state as kernel
from ...codec import Bits, Codec
from ...errors import InvalidMove
from ...tokens import event_codec, hidden, join, movers
from ...vocabulary import Names, numbers
from .rules import DIONYSUS, Tables

PHASES = tuple("over" if name == "FINISHED" else name.lower() for name in kernel.Phase.__members__)
MISFITS = {
    kernel.MALFORMED: "no such card, place or seat",
    kernel.NOT_NOW: "not at this point of the game",
    kernel.IMPOSSIBLE: "no deal could have led to it",
}

# The bits of a move.
VERB = Bits.run(0, 5)
WHAT = Bits.run(6, 13)
WHERE = Bits.run(17, 20)
BY = Bits.run(14, 20)  # the card that plays an exchange with the hand


def moves(tables: Tables) -> Codec:
    halves = {number: name for number, name in tables.half_names.items() if name != DIONYSUS}
    to_place = WHERE.shift - WHAT.shift
    with_place = {half | tables.half_places[half] << to_place: name for half, name in halves.items()}
    want = f"a creature and its area, such as {tables.cards[0]!r}"
    return Codec(
        "move of Ephyran",
        InvalidMove,
        verb=VERB,
        layout={
            "what": WHAT,
            "seat": Bits.run(14, 16),
            "where": WHERE,
            "by": BY,
            "half_there": Bits.run(6, 20),  # a half, and the place that it brings with it
        },
        words={
            "seat": Names("seat", tables.seats),
            "god": Names("god", tables.gods),
            "token": Names("token", tables.tokens),
            "card": Names("card", tables.cards),
            "any_card": Names("card", {**dict(enumerate(tables.cards)), kernel.DIONYSUS_CARD: DIONYSUS}),
            "half": Names("territory half", with_place, want),
            "other_half": Names("territory half", halves, want),
            "place": Names("place", tables.places),
            "territory": Names("territory", tables.territories),
        },
        patterns={
            "first:{seat:what}": kernel.DO_FIRST,
            "god:{god:what}": kernel.DO_GOD,
            "card:{card:what}": kernel.DO_CARD,
            "token:{token:what}": kernel.DO_TOKEN,
            f"add:{DIONYSUS}@{{place:where}}": kernel.DO_ADD | kernel.DIONYSUS_HALF << WHAT.shift,
            "add:{half:half_there}": kernel.DO_ADD,
            "twins:{card:what}": kernel.DO_TWINS,
            "graeae:{card:what}": kernel.DO_GRAEAE,
            f"exchange:{{card:what}},{DIONYSUS}@{{place:where}}": kernel.DO_EXCHANGE_DIONYSUS,
            "exchange:{card:by},{other_half:what}": kernel.DO_EXCHANGE_HALF,
            "exchange:{card:what}@{seat}": kernel.DO_EXCHANGE,
            "take:{card:what}": kernel.DO_TAKE,
            "destroy:{card:what}@{seat}": kernel.DO_DESTROY,
            "steal:{card:what}@{seat}": kernel.DO_STEAL,
            f"change:{DIONYSUS}@{{place:where}}": kernel.DO_CHANGE | kernel.DIONYSUS_HALF << WHAT.shift,
            "change:{half:half_there}": kernel.DO_CHANGE,
            "discard:{any_card:what}": kernel.DO_DISCARD,
            "dionysus:{other_half:what}@{seat}>{place:where}": kernel.DO_DIONYSUS,
            "lock:{card:what}@{territory:where}": kernel.DO_LOCK,
            "unlock:{card:what}@{seat}.{territory:where}": kernel.DO_UNLOCK,
            "pass": kernel.DO_PASS,
            "shield:{card:what}": kernel.DO_SHIELD,
            "hecate:{card:what}": kernel.DO_HECATE,
            "swap:{place:where}": kernel.DO_SWAP,
            "lose:{place:where}": kernel.DO_LOSE,
            "grab:{place:where}": kernel.DO_GRAB,
            "put:{place:where}": kernel.DO_PUT,
            "draw:pile": kernel.DO_DRAW_PILE,
            "draw:discard": kernel.DO_DRAW_DISCARD,
            "keep:{card:what}": kernel.DO_KEEP,
            "under:{card:what}": kernel.DO_UNDER,
        },
    )


def events(tables: Tables) -> Codec:
    card, token = Names("card", tables.cards), Names("token", tables.tokens)
    return event_codec(
        "Ephyran",
        words={
            "mover": movers(tables.seats),
            "seat": Names("seat", tables.seats),
            "move": moves(tables),
            "card": card,
            "card?": hidden(card),
            "token": token,
            "token?": hidden(token),
            "place": Names("place", tables.places),
            "round": numbers(1, tables.rounds),
            "prestige": numbers(-kernel.SCORE_SHIFT, kernel.SCORE_SHIFT, zero=kernel.SCORE_SHIFT),
        },
        patterns={
            "move {mover:seat} {move:open}": join(kernel.EV_MOVE),
            "draw {seat} {card?:secret}": join(kernel.EV_DRAW),
            "token {seat} {token?:secret}": join(kernel.EV_TOKEN),
            "keep {seat} {card?:secret}": join(kernel.EV_KEEP),
            "grab {seat} {place:open} {token?:secret}": join(kernel.EV_GRAB),
            "shown {seat} {place:0-3} {token:4-7}": join(kernel.EV_SHOW_TOKEN),
            "shown {seat} {card:open}": join(kernel.EV_SHOW_CARD),
            "turn {seat} {round:open}": join(kernel.EV_TURN),
            "score {seat} {prestige:open}": join(kernel.EV_SCORE),
        },
    )
