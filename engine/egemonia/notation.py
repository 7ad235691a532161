"""Egemonia's moves and events in words."""

from __future__ import annotations

from ..errors import BadPosition, InvalidMove
from .rules import FACTIONS, FATES, Tables

# The kernel's numbers (ext/egemonia.pxd; a test compares).
SETUP, DRAW, KEEP, PYTHIA, PLACE, PASS = range(1, 7)
(EV_INFLUENCE, EV_DRAW, EV_PYTHIA, EV_FAVOUR, EV_PLACE, EV_PASS, EV_REVEAL, EV_CLASH, EV_SYRACUSE, EV_FATE, EV_ORACLE,
 EV_NEXT, EV_OVER) = range(1, 14)  # fmt: skip
NOBODY = 2
PHASES = ("setup", "draw", "pythia", "pythia_draw", "action", "over")
REASONS = (None, "areas", "sicily", "draw")
OUTCOMES = ("loses", "draws", "wins")  # of the first event of a clash
MISFITS = {1: "no such area, event or seat", 2: "not at this point of the game", 3: "no deal could have led to it"}

SHAPES = "setup:AREA, keep, pythia:EVENT, place:EVENT@AREA or pass"


def format_move(tables: Tables, move: int) -> str:
    verb, area, kind = move & 15, move >> 4 & 31, move >> 9 & 15
    if verb == SETUP:
        return f"setup:{tables.areas[area]}"
    if verb == DRAW:
        return f"draw:{tables.events[kind]}"
    if verb == KEEP:
        return "keep"
    if verb == PYTHIA:
        return f"pythia:{tables.events[kind]}"
    if verb == PLACE:
        return f"place:{tables.events[kind]}@{tables.areas[area]}"
    if verb == PASS:
        return "pass"
    raise InvalidMove(f"{move}: not the number of a move")


def parse_move(tables: Tables, text: str) -> int:
    verb, _, rest = text.partition(":")

    def area(name: str) -> int:
        if name not in tables.areas:
            raise InvalidMove(f"{text!r}: no area {name!r}; the areas are {', '.join(tables.areas)}")
        return tables.areas.index(name) << 4

    def event(name: str) -> int:
        if name not in tables.events:
            raise InvalidMove(f"{text!r}: no event {name!r}; the events are {', '.join(tables.events)}")
        return tables.events.index(name) << 9

    if text == "keep":
        return KEEP
    if text == "pass":
        return PASS
    if verb == "setup" and rest:
        return SETUP | area(rest)
    if verb == "draw" and rest:
        return DRAW | event(rest)
    if verb == "pythia" and rest:
        return PYTHIA | event(rest)
    if verb == "place" and "@" in rest:
        kind, _, where = rest.partition("@")
        return PLACE | event(kind) | area(where)
    raise InvalidMove(f"{text!r} is not a move of Egemonia: want {SHAPES}")


# ---------------------------------------------------------------------------------------------------------------
# Tokens (ext/types.pxd): type, seat, open part, secret part.


def format_token(tables: Tables, token: int) -> str:
    kind, seat, part = token >> 56, token >> 48 & 15, token >> 24 & 0xFFFFFF
    secret = tables.events[token & 15] if token >> 52 & 1 else "?"
    if kind == EV_INFLUENCE:
        return f"influence {tables.areas[part & 31]} {FACTIONS[part >> 5 & 3]} {part >> 7}"
    if kind == EV_DRAW:
        return f"draw s{seat} {secret}"
    if kind == EV_PYTHIA:
        return f"pythia s{seat} {secret}" if part else f"keep s{seat}"
    if kind == EV_FAVOUR:
        return f"favour s{seat}"
    if kind == EV_PLACE:
        return f"place s{seat} {tables.areas[part]} {secret}"
    if kind == EV_PASS:
        return f"pass s{seat}"
    if kind == EV_REVEAL:
        return f"reveal s{seat} {part >> 9} {tables.areas[part >> 4 & 31]} {tables.events[part & 15]}"
    if kind == EV_CLASH:
        return f"clash {part & 15} {part >> 4 & 15} {OUTCOMES[part >> 8]}"
    if kind == EV_SYRACUSE:
        return "syracuse"
    if kind == EV_FATE:
        return f"fate s{seat} {tables.events[part & 15]} {FATES[part >> 4]}"
    if kind == EV_ORACLE:
        return f"oracle s{seat}"
    if kind == EV_NEXT:
        return f"next {PHASES[part & 15]} s{part >> 4 & 15} {part >> 8}"
    if kind == EV_OVER:
        winner = part & 15
        return f"over {'nobody' if winner == NOBODY else f's{winner}'} {REASONS[part >> 4]}"
    raise BadPosition(f"{token:#x}: not an event of Egemonia")


_CHANCE = 6  # the seat of events that are about no seat


def parse_token(tables: Tables, text: str) -> int:
    """The inverse of `format_token`."""
    words = text.split(" ")

    def fail(reason: str) -> BadPosition:
        return BadPosition(f"{text!r} is not an event of Egemonia: {reason}")

    def pick(word: str, names: tuple[str | None, ...], what: str) -> int:
        if word not in names:
            raise fail(f"no {what} {word!r}; want {', '.join(str(name) for name in names)}")
        return names.index(word)

    def number(word: str, most: int) -> int:
        if not (word.isascii() and word.isdigit() and len(word) <= 2 and int(word) <= most and str(int(word)) == word):
            raise fail(f"{word!r}: want a number from 0 to {most}")
        return int(word)

    def seat(word: str) -> int:
        return pick(word, ("s0", "s1"), "seat")

    def token(kind: int, about: int = _CHANCE, part: int = 0, secret: str | None = None) -> int:
        """``secret`` None: an event without a secret part, of which everybody sees everything."""
        value = kind << 56 | about << 48 | part << 24
        if secret is None:
            return value | 1 << 52
        return value if secret == "?" else value | 1 << 52 | pick(secret, tables.events, "event")

    match words:
        case ["influence", area, faction, count]:
            part = pick(area, tables.areas, "area") | pick(faction, FACTIONS, "faction") << 5 | number(count, 2) << 7
            return token(EV_INFLUENCE, part=part)
        case ["draw", who, event]:
            return token(EV_DRAW, seat(who), secret=event)
        case ["pythia", who, event]:
            return token(EV_PYTHIA, seat(who), 1, event)
        case ["keep", who]:
            return token(EV_PYTHIA, seat(who))
        case ["favour", who]:
            return token(EV_FAVOUR, seat(who))
        case ["place", who, area, event]:
            return token(EV_PLACE, seat(who), pick(area, tables.areas, "area"), event)
        case ["pass", who]:
            return token(EV_PASS, seat(who))
        case ["reveal", who, place, area, event]:
            part = pick(event, tables.events, "event") | pick(area, tables.areas, "area") << 4 | number(place, 5) << 9
            return token(EV_REVEAL, seat(who), part)
        case ["clash", first, second, outcome]:
            part = number(first, 5) | number(second, 5) << 4 | pick(outcome, OUTCOMES, "outcome") << 8
            return token(EV_CLASH, part=part)
        case ["syracuse"]:
            return token(EV_SYRACUSE)
        case ["fate", who, event, fate]:
            return token(EV_FATE, seat(who), pick(event, tables.events, "event") | pick(fate, FATES, "fate") << 4)
        case ["oracle", who]:
            return token(EV_ORACLE, seat(who))
        case ["next", phase, who, turn]:
            part = pick(phase, PHASES, "phase") | seat(who) << 4 | number(turn, tables.turns) << 8
            return token(EV_NEXT, part=part)
        case ["over", who, reason]:
            winner = NOBODY if who == "nobody" else seat(who)
            return token(EV_OVER, part=winner | pick(reason, REASONS, "reason") << 4)
    raise fail("want a word such as draw, place, reveal or next, and what belongs to it")


def tell(tables: Tables, token: int) -> str | None:
    """An event as a sentence."""
    kind, seat, part = token >> 56, token >> 48 & 15, token >> 24 & 0xFFFFFF
    who = "Athens" if seat == 0 else "Sparta"
    secret = tables.event_names[token & 15] if token >> 52 & 1 else None
    if kind == EV_INFLUENCE:
        area, faction, count = tables.area_names[part & 31], FACTIONS[part >> 5 & 3].title(), part >> 7
        return f"{area} is neutral now." if count == 0 else f"{faction} has {count} influence in {area} now."
    if kind == EV_DRAW:
        return f"{who} draws {secret}." if secret else None
    if kind == EV_PYTHIA:
        if not part:
            return f"{who} keeps the Oracle for later."
        return f"{who} asks Pythia and discards {secret or 'an event'}."
    if kind == EV_FAVOUR:
        return f"The gods favour {who}."
    if kind == EV_PLACE:
        return f"{who} places {secret or 'an event'} face down on {tables.area_names[part]}."
    if kind == EV_PASS:
        return f"{who} can place nothing and passes."
    if kind == EV_REVEAL:
        return f"{who} reveals {tables.event_names[part & 15]} on {tables.area_names[part >> 4 & 31]}."
    if kind == EV_SYRACUSE:
        return "Syracuse loses its hold on Sicily."
    if kind == EV_FATE and FATES[part >> 4] == "opponent":
        return f"{tables.event_names[part & 15]} passes from {who} to {'Sparta' if seat == 0 else 'Athens'}."
    if kind == EV_FATE and FATES[part >> 4] == "out":
        return f"{tables.event_names[part & 15]} leaves the game."
    if kind == EV_ORACLE:
        return f"{who} takes the Oracle of Delphi."
    if kind == EV_NEXT and PHASES[part & 15] == "draw" and not part >> 4 & 15:
        return f"Turn {part >> 8}."
    if kind == EV_OVER:
        winner = part & 15
        return "The game is drawn." if winner == NOBODY else f"{FACTIONS[winner].title()} wins."
    return None
