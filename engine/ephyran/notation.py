"""Ephyran's moves and events in words (RULES.md, 13)."""

from __future__ import annotations

from collections.abc import Callable

from ..errors import BadPosition, GameError, InvalidMove
from .rules import DIONYSUS, DIONYSUS_CARD, DIONYSUS_HALF, Tables

# The kernel's numbers (ext/ephyran.pxd); the games played in lockstep would not agree if they differed.
(FIRST, GOD, CARD, TOKEN, ADD, TWINS, GRAEAE, EXCHANGE, EXCHANGE_HALF, EXCHANGE_DIONYSUS, TAKE, DESTROY, STEAL, CHANGE,
 DISCARD, TAKE_DIONYSUS, LOCK, UNLOCK, PASS, SHIELD, HECATE, SWAP, LOSE, GRAB, PUT, DRAW_PILE, DRAW_DISCARD, KEEP,
 UNDER) = range(1, 30)  # fmt: skip
(EV_MOVE, EV_DRAW, EV_TOKEN, EV_KEEP, EV_GRAB, EV_SHOW_TOKEN, EV_SHOW_CARD, EV_TURN, EV_SCORE) = range(1, 10)
SCORE_SHIFT = 1000
PHASES = ("first", "gods", "deal", "action", "react", "refill", "swap", "lose", "grab", "token", "put", "draw", "pile",
          "look", "keep", "under", "extra", "over")  # fmt: skip
MISFITS = {1: "no such card, place or seat", 2: "not at this point of the game", 3: "no deal could have led to it"}

# Moves with nothing but a card, or nothing but a place.
WITH_CARD = {"card": CARD, "twins": TWINS, "graeae": GRAEAE, "take": TAKE, "discard": DISCARD, "shield": SHIELD,
             "hecate": HECATE, "keep": KEEP, "under": UNDER}  # fmt: skip
WITH_CARD_AND_SEAT = {"exchange": EXCHANGE, "destroy": DESTROY, "steal": STEAL}
WITH_HALF = {"add": ADD, "change": CHANGE}
WITH_PLACE = {"swap": SWAP, "lose": LOSE, "grab": GRAB, "put": PUT}
_WORDS = {
    verb: word for words in (WITH_CARD, WITH_CARD_AND_SEAT, WITH_HALF, WITH_PLACE) for word, verb in words.items()
}

SHAPES = (
    "add:HALF, change:HALF, add:dionysus@PLACE, discard:CARD, lock:CARD@TERRITORY, twins:CARD, destroy:CARD@SEAT, "
    "draw:pile, draw:discard, pass or another of the rules page"
)


def format_move(tables: Tables, move: int) -> str:
    verb, what, seat, place = move & 63, move >> 6 & 255, move >> 14 & 7, move >> 17 & 15
    try:
        return _format(tables, verb, what, seat, place, move >> 14 & 127)
    except (IndexError, KeyError):
        raise InvalidMove(f"{move}: not the number of a move") from None


def _format(tables: Tables, verb: int, what: int, seat: int, place: int, by: int) -> str:
    if verb in WITH_HALF.values():
        half = tables.half_names[what]
        return f"{_WORDS[verb]}:{half}" + (f"@{tables.places[place]}" if what == DIONYSUS_HALF else "")
    if verb in WITH_CARD.values():
        return f"{_WORDS[verb]}:{tables.card(what)}"
    if verb in WITH_CARD_AND_SEAT.values():
        return f"{_WORDS[verb]}:{tables.card(what)}@{tables.seats[seat]}"
    if verb in WITH_PLACE.values():
        return f"{_WORDS[verb]}:{tables.places[place]}"
    if verb == DRAW_PILE:
        return "draw:pile"
    if verb == DRAW_DISCARD:
        return "draw:discard"
    if verb == PASS:
        return "pass"
    if verb == EXCHANGE_HALF:
        return f"exchange:{tables.card(by)},{tables.half_names[what]}"
    if verb == EXCHANGE_DIONYSUS:
        return f"exchange:{tables.card(what)},{DIONYSUS}@{tables.places[place]}"
    if verb == TAKE_DIONYSUS:
        return f"dionysus:{tables.half_names[what]}@{tables.seats[seat]}>{tables.places[place]}"
    if verb == LOCK:
        return f"lock:{tables.card(what)}@{tables.territories[place]}"
    if verb == UNLOCK:
        return f"unlock:{tables.card(what)}@{tables.seats[seat]}.{tables.territories[place]}"
    if verb == FIRST:
        return f"first:{tables.seats[what]}"
    if verb == GOD:
        return f"god:{tables.gods[what]}"
    if verb == TOKEN:
        return f"token:{tables.tokens[what]}"
    raise KeyError(verb)


def _pick(names: tuple[str, ...], name: str, what: str, fail: Callable[[str], GameError]) -> int:
    if name not in names:
        some = ", ".join(names[:6]) + (", ..." if len(names) > 6 else "")
        raise fail(f"no {what} {name!r}; want {some}")
    return names.index(name)


def parse_move(tables: Tables, text: str) -> int:
    verb, _, rest = text.partition(":")

    def fail(reason: str) -> GameError:
        return InvalidMove(f"{text!r}: {reason}")

    def card(name: str) -> int:
        return _pick(tables.cards, name, "card", fail)

    def seat(name: str) -> int:
        return _pick(tables.seats, name, "seat", fail) << 14

    def place(name: str) -> int:
        return _pick(tables.places, name, "place", fail) << 17

    def territory(name: str) -> int:
        return _pick(tables.territories, name, "territory", fail) << 17

    def half(name: str) -> int:
        if name not in tables.halves or name == DIONYSUS:
            raise fail(f"no territory half {name!r}; want a creature and its area, such as {tables.cards[0]!r}")
        return tables.halves[name]

    if text == "pass":
        return PASS
    if text == "draw:pile":
        return DRAW_PILE
    if text == "draw:discard":
        return DRAW_DISCARD
    what, at, where = rest.partition("@")
    if verb in WITH_HALF and rest:
        if what == DIONYSUS:
            return WITH_HALF[verb] | DIONYSUS_HALF << 6 | place(where)
        if not at:
            return WITH_HALF[verb] | half(what) << 6 | tables.half_places[half(what)] << 17
    elif verb == "discard" and rest == DIONYSUS:
        return DISCARD | DIONYSUS_CARD << 6
    elif verb in WITH_CARD and rest and not at:
        return WITH_CARD[verb] | card(rest) << 6
    elif verb in WITH_PLACE and rest and not at:
        return WITH_PLACE[verb] | place(rest)
    elif verb == "exchange" and "," in rest:
        by, _, what = rest.partition(",")
        if what.startswith(f"{DIONYSUS}@"):
            return EXCHANGE_DIONYSUS | card(by) << 6 | place(what.partition("@")[2])
        return EXCHANGE_HALF | half(what) << 6 | card(by) << 14
    elif verb in WITH_CARD_AND_SEAT and at:
        return WITH_CARD_AND_SEAT[verb] | card(what) << 6 | seat(where)
    elif verb == "dionysus" and at and ">" in where:
        whose, _, own = where.partition(">")
        return TAKE_DIONYSUS | half(what) << 6 | seat(whose) | place(own)
    elif verb == "lock" and at:
        return LOCK | card(what) << 6 | territory(where)
    elif verb == "unlock" and at and "." in where:
        whose, _, which = where.partition(".")
        return UNLOCK | card(what) << 6 | seat(whose) | territory(which)
    elif verb == "first" and rest:
        return FIRST | _pick(tables.seats, rest, "seat", fail) << 6
    elif verb == "god" and rest:
        return GOD | _pick(tables.gods, rest, "god", fail) << 6
    elif verb == "token" and rest:
        return TOKEN | _pick(tables.tokens, rest, "token", fail) << 6
    raise InvalidMove(f"{text!r} is not a move of Ephyran: want {SHAPES}")


# ---------------------------------------------------------------------------------------------------------------
# Tokens (ext/types.pxd): type, seat, open part, secret part.

_CHANCE = 6  # the seat of events that are about no seat


def _who(seat: int) -> str:
    return "chance" if seat == _CHANCE else f"s{seat}"


def format_token(tables: Tables, token: int) -> str:
    kind, who, part = token >> 56, _who(token >> 48 & 15), token >> 24 & 0xFFFFFF
    privy, secret = token >> 52 & 1, token & 0xFFFFFF
    try:
        if kind == EV_MOVE:
            return f"move {who} {format_move(tables, part)}"
        if kind == EV_DRAW:
            return f"draw {who} {tables.cards[secret] if privy else '?'}"
        if kind == EV_TOKEN:
            return f"token {who} {tables.tokens[secret] if privy else '?'}"
        if kind == EV_KEEP:
            return f"keep {who} {tables.cards[secret] if privy else '?'}"
        if kind == EV_GRAB:
            return f"grab {who} {tables.places[part]} {tables.tokens[secret] if privy else '?'}"
        if kind == EV_SHOW_TOKEN:
            return f"shown {who} {tables.places[part & 15]} {tables.tokens[part >> 4]}"
        if kind == EV_SHOW_CARD:
            return f"shown {who} {tables.cards[part]}"
        if kind == EV_TURN:
            return f"turn {who} {part}"
        if kind == EV_SCORE:
            return f"score {who} {part - SCORE_SHIFT}"
    except (IndexError, InvalidMove):
        pass
    raise BadPosition(f"{token:#x}: not an event of Ephyran")


def parse_token(tables: Tables, text: str) -> int:
    """The inverse of `format_token`."""

    def fail(reason: str) -> GameError:
        return BadPosition(f"{text!r} is not an event of Ephyran: {reason}")

    def seat(word: str) -> int:
        return _pick(tables.seats, word, "seat", fail)

    def card(word: str) -> int:
        return _pick(tables.cards, word, "card", fail)

    def kind(word: str) -> int:
        return _pick(tables.tokens, word, "token", fail)

    def place(word: str) -> int:
        return _pick(tables.places, word, "place", fail)

    def number(word: str, least: int, most: int) -> int:
        if word not in map(str, range(least, most + 1)):
            raise fail(f"{word!r}: want a number from {least} to {most}")
        return int(word)

    def openly(type_: int, about: int, part: int) -> int:
        """An event without a secret part, of which everybody sees everything."""
        return type_ << 56 | 1 << 52 | about << 48 | part << 24

    def secretly(type_: int, about: int, part: int, word: str, find: Callable[[str], int]) -> int:
        value = type_ << 56 | about << 48 | part << 24
        return value if word == "?" else value | 1 << 52 | find(word)

    match text.split(" "):
        case ["move", who, move]:
            try:
                part = parse_move(tables, move)
            except InvalidMove as error:
                raise fail(str(error)) from None
            return openly(EV_MOVE, _CHANCE if who == "chance" else seat(who), part)
        case ["draw", who, what]:
            return secretly(EV_DRAW, seat(who), 0, what, card)
        case ["token", who, what]:
            return secretly(EV_TOKEN, seat(who), 0, what, kind)
        case ["keep", who, what]:
            return secretly(EV_KEEP, seat(who), 0, what, card)
        case ["grab", who, where, what]:
            return secretly(EV_GRAB, seat(who), place(where), what, kind)
        case ["shown", who, where, what]:
            return openly(EV_SHOW_TOKEN, seat(who), place(where) | kind(what) << 4)
        case ["shown", who, what]:
            return openly(EV_SHOW_CARD, seat(who), card(what))
        case ["turn", who, round_]:
            return openly(EV_TURN, seat(who), number(round_, 1, tables.rounds))
        case ["score", who, points]:
            return openly(EV_SCORE, seat(who), number(points, -SCORE_SHIFT, SCORE_SHIFT) + SCORE_SHIFT)
    raise fail("want a word such as move, draw, shown or turn, and what belongs to it")


# ---------------------------------------------------------------------------------------------------------------
# Sentences.


def place_title(tables: Tables, place: int) -> str:
    """``lagoon 1``."""
    return tables.places[place].replace("-", " ")


def half_title(tables: Tables, half: int) -> str:
    """``Nereid 1``."""
    if half == DIONYSUS_HALF:
        return "Dionysus"
    creature, _, area = tables.half_names[half].rpartition("-")
    return f"{tables.creature_names[creature]} {area}"


def card_title(tables: Tables, card: int) -> str:
    """``Nereid 1 / Take a magical token``."""
    if card == DIONYSUS_CARD:
        return "Dionysus"
    support = tables.supports[card]
    lower = half_title(tables, 2 * card + 1) if support is None else tables.support_names[support]
    return f"{half_title(tables, 2 * card)} / {lower}"


def tell(tables: Tables, token: int) -> str | None:
    """An event as a sentence."""
    kind, who, part = token >> 56, _who(token >> 48 & 15), token >> 24 & 0xFFFFFF
    privy, secret = token >> 52 & 1, token & 0xFFFFFF
    if kind == EV_MOVE:
        return _tell_move(tables, who, part)
    if kind == EV_DRAW:
        return f"{who} draws {card_title(tables, secret) if privy else 'a card'} from the pile."
    if kind == EV_TOKEN:
        return f"{who} takes {tables.token_names[secret] if privy else 'a token'}."
    if kind == EV_KEEP:
        return f"{who} keeps {card_title(tables, secret) if privy else 'one of the cards'}."
    if kind == EV_GRAB:
        return f"{who} steals {tables.token_names[secret] if privy else 'the token'} on {place_title(tables, part)}."
    if kind == EV_SHOW_TOKEN:
        return f"The token of {who} on {place_title(tables, part & 15)} is {tables.token_names[part >> 4]}."
    if kind == EV_SHOW_CARD:
        return f"{who} puts {card_title(tables, part)} on the discard."
    if kind == EV_TURN:
        return f"Round {part}: {who}'s turn."
    if kind == EV_SCORE:
        return f"{who} has {part - SCORE_SHIFT} prestige."
    return None


def _tell_move(tables: Tables, who: str, move: int) -> str | None:
    verb, what, seat, place = move & 63, move >> 6 & 255, move >> 14 & 7, move >> 17 & 15
    if verb in (ADD, CHANGE):
        if verb == CHANGE:
            return f"{who} changes {place_title(tables, place)} to {half_title(tables, what)}."
        return f"{who} adds {half_title(tables, what)} on {place_title(tables, place)}."
    if verb in (TWINS, GRAEAE, TAKE):
        return f"{who} plays {tables.support_names[str(tables.supports[what])]}."
    if verb in (EXCHANGE, DESTROY, STEAL):
        return f"{who} plays {tables.support_names[str(tables.supports[what])]} against s{seat}."
    if verb == EXCHANGE_HALF:
        where = place_title(tables, tables.half_places[what])
        return f"{who} exchanges the area on {where} for {half_title(tables, what)} from hand."
    if verb == EXCHANGE_DIONYSUS:
        return f"{who} exchanges the area on {place_title(tables, place)} for Dionysus from hand."
    if verb == DISCARD:
        return f"{who} discards {card_title(tables, what)}."
    if verb == TAKE_DIONYSUS:
        where = place_title(tables, place)
        return f"{who} takes Dionysus from s{seat} for {half_title(tables, what)} and puts him on {where}."
    if verb == LOCK:
        return f"{who} locks {tables.territory_names[place]} with Athena's shield."
    if verb == UNLOCK:
        return f"{who} unlocks {tables.territory_names[place]} of s{seat} with Hecate's magic."
    if verb in (SHIELD, HECATE):
        return f"{who} stops it with {tables.support_names[str(tables.supports[what])]}."
    if verb == SWAP:
        return f"{who} swaps {place_title(tables, place)}."
    if verb == LOSE:
        return f"{who} loses the area on {place_title(tables, place)}."
    if verb == PUT:
        return f"{who} puts the token on {place_title(tables, place)}."
    if verb == DRAW_DISCARD:
        return f"{who} draws the top of the discard."
    if verb == UNDER:
        return f"{who} puts {card_title(tables, what)} on the discard."
    if verb == FIRST:
        return f"s{what} is the first player."
    if verb == GOD:
        return f"{'The next player' if who == 'chance' else who} is {tables.god_names[what]}."
    if verb == PASS:
        return f"{who} passes."
    return None
