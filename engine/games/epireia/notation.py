"""Epireia's moves and events in words."""

from __future__ import annotations

from itertools import product

from ....ext.games.epireia import state as kernel
from ...codec import Bits, Codec
from ...errors import InvalidMove
from ...numbers import by_number
from ...tokens import event_codec, hidden, join, movers
from ...vocabulary import Names, Pair, numbers
from .rules import LEAGUES, RESOURCES, Tables

OUTCOMES = by_number(
    {
        kernel.PLAYING: "",
        kernel.TEAM_0_WINS: "team0",
        kernel.TEAM_1_WINS: "team1",
        kernel.DRAWN: "draw",
    }
)
MISFITS = {
    kernel.MALFORMED: "no such thing, seat or move",
    kernel.NOT_NOW: "not at this point of the game",
    kernel.IMPOSSIBLE: "against the rules, or against what was seen before",
}
A, B = Bits.run(5, 11), Bits.run(12, 18)  # of a move
LEVELS = ("-", "i", "ii")  # of army tokens; none where there is no token
POWER = numbers(1, kernel.MAX_POWER)
MOST_DONATED = 100
TREASURY = "treasury"  # what a token is produced from, if not from the city's resources
MOST_TURNS = 99
MOST_OBJECTIVES = 3
BACKS = "backs {league:0} {front:1-2} {level:3-4} {level:5-6} {level:7-8} {level:9-10} {level:11-12} {level:13-14}"


def _army_tokens(powers: dict[int, str]) -> dict[int, str]:
    """The words of tokens of these powers: the level in Roman figures, and the power."""
    return {level << 3 | power: LEVELS[level] + word for level in (1, 2) for power, word in powers.items()}


_KNOWN_TOKENS = _army_tokens({power: str(power) for power in range(1, kernel.MAX_POWER + 1)})
_TOKENS = _KNOWN_TOKENS | _army_tokens({0: "?"})  # `?`: the viewer does not know the power
ARMY_TOKENS = Names("token", _TOKENS)


def spaces(tables: Tables) -> dict[int, str]:
    """The ids of all spaces."""
    return {
        first + number: name
        for first, names in (
            (0, tables.empires),
            (kernel.TERRITORY_0, tables.territories),
            (kernel.CITY_0, tables.cities),
        )
        for number, name in enumerate(names)
    }


def moves(tables: Tables) -> Codec:
    return Codec(
        "move of Epireia",
        InvalidMove,
        verb=Bits.run(0, 4),
        layout={"a": A, "b": B, "a_and_b": Bits.run(5, 18), "c": Bits.run(19, 23)},
        words={
            "city": Names("city", tables.cities),
            "league": Names("league", LEAGUES),
            "administrator": Names("administrator", tables.administrators),
            "figure": Names("figure", tables.figures),
            "power": Pair(_format_power, POWER.parse),
            "deck": Names("deck", tables.decks),
            "payer": Names("payer", {1: TREASURY}),
            "card": Names("card", tables.cards),
            "n": numbers(1, MOST_DONATED),
            "resource": Names("resource", RESOURCES),
            "building": Names("building", tables.buildings),
            "space": Names("space", spaces(tables)),
            "roll": numbers(1, tables.die),
            "tokens": _placed(),
            "column": _columns(tables),
            "leader": _leaders(tables),
            "front": Names("front", tables.fronts),
            "territory": Names("territory", tables.territories),
        },
        patterns={
            "city:{city:a}": kernel.DO_CITY,
            "league:{league:a}": kernel.DO_LEAGUE,
            "administrator:{administrator:a}": kernel.DO_ADMINISTRATOR,
            "figure:{figure:a}": kernel.DO_CHOOSE,
            "draw:{power:a}@{deck:b}": kernel.DO_DRAW,
            "card:{card:a}": kernel.DO_CARD,
            "donate:{n:a}@{resource:b}": kernel.DO_DONATE,
            "build:{building:a}": kernel.DO_BUILD,
            "produce:{deck:a}@{payer:b}": kernel.DO_PRODUCE,
            "produce:{deck:a}": kernel.DO_PRODUCE,
            "ability": kernel.DO_ABILITY,
            "ability:{resource:a}>{resource:b}": kernel.DO_EXCHANGE,
            "ability:{deck:a}": kernel.DO_LEVY_FROM,
            "done": kernel.DO_DONE,
            "send:{figure:a}@{space:b}": kernel.DO_SEND,
            "stay:{figure:a}": kernel.DO_STAY,
            "roll:{roll:a}": kernel.DO_ROLL,
            "place:{tokens:a_and_b}@{column:c}": kernel.DO_PLACE,
            "lead:{leader:a}@{front:b}": kernel.DO_LEAD,
            "engage": kernel.DO_ENGAGE,
            "hold": kernel.DO_HOLD,
            "give:{territory:a}": kernel.DO_GIVE,
        },
    )


def events(tables: Tables) -> Codec:
    return event_codec(
        "Epireia",
        words={
            "mover": movers(tables.seats),
            "seat": Names("seat", tables.seats),
            "move": moves(tables),
            "league": Names("league", LEAGUES),
            "deck": Names("deck", tables.decks),
            "power?": hidden(numbers(0, kernel.MAX_POWER)),
            "figure": Names("figure", tables.figures),
            "front": Names("front", tables.fronts),
            "level": Names("level", LEVELS),
            "leader": _leaders(tables),
            "column": _columns(tables),
            "token": Names("token", {0: "-"} | _TOKENS),
            "turn": numbers(0, MOST_TURNS),
            "empire": Names("empire", tables.empires),
            "territory": Names("territory", tables.territories),
            "city": Names("city", tables.cities),
            "objective": numbers(0, MOST_OBJECTIVES),
            "winner": Names("league", (*LEAGUES, "none")),
            "outcome": Names("outcome", OUTCOMES),
        },
        patterns={
            "move {mover:seat} {move:open}": join(kernel.EV_MOVE),
            "draw {league:3} {deck:0-2} {power?:secret}": join(kernel.EV_DRAW),
            "choice {seat} {move:open}": join(kernel.EV_CHOICE),
            "chosen {seat} {figure:open}": join(kernel.EV_CHOSEN),
            BACKS: join(kernel.EV_BACKS),
            "leader {league:0} {front:1-2} {leader:3-9}": join(kernel.EV_LEADER),
            "go": join(kernel.EV_GO),
            "column {column:0-3} {token:4-8} {token:9-13} {token:14-18} {token:19-23}": join(kernel.EV_COLUMN),
            "turn {turn:open}": join(kernel.EV_TURN),
            "reward {seat} {empire:open}": join(kernel.EV_REWARD),
            "won {seat} {territory:open}": join(kernel.EV_WON),
            "lost {seat} {territory:open}": join(kernel.EV_LOST),
            "held {seat} {territory:0-3} {city:4-7}": join(kernel.EV_HELD),
            "joined {seat} {city:open}": join(kernel.EV_JOINED),
            "met {seat} {objective:open}": join(kernel.EV_MET),
            "front {front:0-1} {winner:2-3}": join(kernel.EV_FRONT),
            "over {outcome:open}": join(kernel.EV_OVER),
        },
    )


def _columns(tables: Tables) -> Names:
    each = range(1, kernel.COLUMNS_EACH + 1)
    return Names("column", [f"{front}{number}" for front in tables.fronts for number in each])


def _leaders(tables: Tables) -> Names:
    return Names("figure", {**dict(enumerate(tables.figures)), kernel.NO_LEADER: "none"})


def _format_power(power: int) -> str:
    """Of a drawn token: who does not know it can say so, but nobody can draw it."""
    return POWER.format(power) if power else "?"


def _placed() -> Names:
    """The words of what is put into a column: no token, one, or two with the higher first."""
    words = {0: "none", **_KNOWN_TOKENS}
    for first, second in product(_KNOWN_TOKENS, repeat=2):
        if first >= second:
            words[first | second << B.shift - A.shift] = f"{_KNOWN_TOKENS[first]}+{_KNOWN_TOKENS[second]}"
    return Names("tokens", words, "none, one token such as ii5, or two, the higher first, such as ii5+i2")
