"""Epix's moves and events in words."""

from __future__ import annotations

from ..errors import BadPosition, InvalidMove
from .rules import CARDS, MAX_GOLD, UNITS, Tables

# The kernel's numbers (ext/epix.pxd; a test compares).
(FIRST, ABILITY, RECRUIT, OFFER, PASS, BID, CARD, PLAY, DONE, MOVE, ATTACK, STOP, GUESS, ON, BACK) = range(1, 16)
(EV_MOVE, EV_SECRET, EV_BID, EV_GUESS, EV_PARITY, EV_TURN, EV_FORCED, EV_LOSS, EV_CAPTURE, EV_GOLD, EV_OWNER,
 EV_SEASON, EV_SKIP, EV_OVER) = range(1, 15)  # fmt: skip
PHASES = (
    *("deal_first", "deal_ability", "draft", "auction", "give", "cards", "order", "recruit", "act", "unit", "fight"),
    *("press", "over"),
    "between",  # a turn is over and the next has not begun: seen only between two events of one move
)
PARITIES = ("even", "odd", None)
REASONS = (None, "castle", "provinces", "gold", "split")
WHYS = ("offer", "price", "bid", "refund", "tax", "tribute", "plunder", "income")
AGAINST = (*UNITS, "garrison", "province")
NO_AMOUNT, CATAPULT = 127, 3
CHANCE = 6  # the seat of chance, and of events that are about no seat
MISFITS = {1: "no such move, amount or seat", 2: "not at this point of the game", 3: "the rules do not allow it"}

_PLAIN = {"pass": PASS, "done": DONE, "stop": STOP, "on": ON, "back": BACK}
_PLAIN_WORDS = {verb: word for word, verb in _PLAIN.items()}
SHAPES = (
    "recruit:UNIT@PROVINCE, bid:N@ABILITY, pass, bid:N, first:SEAT, card:CARD, play:CARD, done, move:UNIT@FROM>TO, "
    "attack:UNIT@FROM>TO, fire:catapult@FROM>TO, stop, guess:N or guess:N,M, on or back"
)


def move_of(verb: int, a: int = 0, b: int = 0, c: int = 0) -> int:
    return verb | a << 4 | b << 11 | c << 18


def card_words(cards: int) -> str:
    return "+".join(name for number, name in enumerate(CARDS) if cards >> number & 1)


def format_move(tables: Tables, move: int) -> str:
    verb, a, b, c = move & 15, move >> 4 & 127, move >> 11 & 127, move >> 18 & 31
    if verb in _PLAIN_WORDS:
        return _PLAIN_WORDS[verb]
    if verb == FIRST:
        return f"first:s{a}"
    if verb == ABILITY:
        return f"ability:{tables.abilities[a]}"
    if verb == RECRUIT:
        return f"recruit:{UNITS[a]}@{tables.provinces[b]}"
    if verb == OFFER:
        return f"bid:{a}@{tables.abilities[b]}"
    if verb == BID:
        return f"bid:{a}"
    if verb == CARD:
        return f"card:{card_words(a)}"
    if verb == PLAY:
        return f"play:{card_words(a)}"
    if verb in (MOVE, ATTACK):
        word = "move" if verb == MOVE else "fire" if a == CATAPULT else "attack"
        return f"{word}:{UNITS[a]}@{tables.provinces[b]}>{tables.provinces[c]}"
    if verb == GUESS:
        return f"guess:{a}" if b == NO_AMOUNT else f"guess:{a},{b}"
    raise InvalidMove(f"{move}: not the number of a move")


def parse_move(tables: Tables, text: str) -> int:
    verb, _, rest = text.partition(":")

    def pick(name: str, names: tuple[str, ...], what: str) -> int:
        if name not in names:
            raise InvalidMove(f"{text!r}: no {what} {name!r}; want {', '.join(names)}")
        return names.index(name)

    def amount(word: str) -> int:
        if not (word.isascii() and word.isdigit() and len(word) <= 2 and str(int(word)) == word):
            raise InvalidMove(f"{text!r}: {word!r} is no amount; want a number such as 3")
        return min(int(word), MAX_GOLD + 1)

    def unit(word: str) -> int:
        return pick(word, UNITS, "unit")

    def province(word: str) -> int:
        return pick(word, tables.provinces, "province")

    def cards(words: str) -> int:
        numbers = [pick(word, CARDS, "card") for word in words.split("+")]
        if sorted(set(numbers)) != numbers:
            raise InvalidMove(f"{text!r}: want different cards in the order {'+'.join(CARDS)}")
        return sum(1 << number for number in numbers)

    if text in _PLAIN:
        return _PLAIN[text]
    if verb == "first" and rest:
        return move_of(FIRST, pick(rest, tuple(f"s{seat}" for seat in range(tables.seats)), "seat"))
    if verb == "ability" and rest:
        return move_of(ABILITY, pick(rest, tables.abilities, "ability"))
    if verb == "recruit" and "@" in rest:
        what, _, where = rest.partition("@")
        return move_of(RECRUIT, unit(what), province(where))
    if verb == "bid" and "@" in rest:
        what, _, where = rest.partition("@")
        return move_of(OFFER, amount(what), pick(where, tables.abilities, "ability"))
    if verb == "bid" and rest:
        return move_of(BID, amount(rest))
    if verb == "card" and rest:
        return move_of(CARD, cards(rest))
    if verb == "play" and rest:
        return move_of(PLAY, 1 << pick(rest, CARDS, "card"))
    if verb in ("move", "attack", "fire") and "@" in rest and ">" in rest:
        what, _, way = rest.partition("@")
        start, _, to = way.partition(">")
        if (what == "catapult") != (verb == "fire"):
            raise InvalidMove(f"{text!r}: catapults fire, the others move and attack")
        return move_of(MOVE if verb == "move" else ATTACK, unit(what), province(start), province(to))
    if verb == "guess" and rest:
        first, comma, second = rest.partition(",")
        return move_of(GUESS, amount(first), amount(second) if comma else NO_AMOUNT)
    raise InvalidMove(f"{text!r} is not a move of Epix: want {SHAPES}")


# ---------------------------------------------------------------------------------------------------------------
# Tokens (ext/types.pxd): type, seat, open part, secret part.


def _amounts(part: int) -> list[int]:
    return [amount for amount in (part >> 7 * n & 127 for n in range(3)) if amount != NO_AMOUNT]


def format_token(tables: Tables, token: int) -> str:
    kind, seat, part = token >> 56, token >> 48 & 15, token >> 24 & 0xFFFFFF
    who = "chance" if seat == CHANCE else f"s{seat}"
    if kind == EV_MOVE:
        return f"move {who} {format_move(tables, part)}"
    if kind == EV_SECRET:
        return f"secret {who} {format_move(tables, token & 0xFFFFFF) if token >> 52 & 1 else '?'}"
    if kind == EV_BID:
        return f"bid {who} {part}"
    if kind == EV_GUESS:
        return f"guess {who} {','.join(map(str, _amounts(part)))}"
    if kind == EV_PARITY:
        return f"parity {who} {PARITIES[part]}"
    if kind == EV_TURN:
        return f"turn {who} {card_words(part)}"
    if kind == EV_FORCED:
        return f"forced {who} {format_move(tables, part)}"
    if kind == EV_LOSS:
        return f"loss {who} {UNITS[part & 15]}@{tables.provinces[part >> 4]}"
    if kind == EV_CAPTURE:
        fate = "replaced" if part >> 9 else "removed"
        return f"capture {who} {UNITS[part & 15]}@{tables.provinces[part >> 4 & 31]} {fate}"
    if kind == EV_GOLD:
        return f"gold {who} {part & 255} {WHYS[part >> 8]}"
    if kind == EV_OWNER:
        return f"owner {who} {tables.abilities[part]}"
    if kind == EV_SEASON:
        return f"season {tables.seasons[part - 1]}"
    if kind == EV_SKIP:
        return f"skip {who}"
    if kind == EV_OVER:
        winners = "+".join(f"s{seat}" for seat in range(tables.seats) if part >> seat & 1)
        return f"over {winners} {REASONS[part >> 4]}"
    raise BadPosition(f"{token:#x}: not an event of Epix")


def parse_token(tables: Tables, text: str) -> int:
    """The inverse of `format_token`."""
    words = text.split(" ")
    seats = tuple(f"s{seat}" for seat in range(tables.seats))

    def fail(reason: str) -> BadPosition:
        return BadPosition(f"{text!r} is not an event of Epix: {reason}")

    def pick(word: str, names: tuple[str | None, ...], what: str) -> int:
        if word not in names:
            raise fail(f"no {what} {word!r}; want {', '.join(str(name) for name in names)}")
        return names.index(word)

    def number(word: str, most: int = 126) -> int:
        if not (word.isascii() and word.isdigit() and len(word) <= 3 and int(word) <= most and str(int(word)) == word):
            raise fail(f"{word!r}: want a number from 0 to {most}")
        return int(word)

    def move(word: str) -> int:
        try:
            return parse_move(tables, word)
        except InvalidMove as error:
            raise fail(str(error)) from None

    def cards(word: str) -> int:
        return move(f"card:{word}") >> 4 & 127

    def place(word: str) -> int:
        unit, _, at = word.partition("@")
        return pick(unit, UNITS, "unit") | pick(at, tables.provinces, "province") << 4

    def amounts(word: str) -> int:
        found = [number(each) for each in word.split(",")]
        if len(found) > 3:
            raise fail("at most three amounts are named")
        return sum(amount << 7 * n for n, amount in enumerate([*found, NO_AMOUNT, NO_AMOUNT][:3]))

    def seat(word: str) -> int:
        return pick(word, seats, "seat")

    def token(kind: int, about: int, part: int = 0) -> int:
        return kind << 56 | about << 48 | part << 24 | 1 << 52

    match words:
        case ["move", who, what]:
            return token(EV_MOVE, CHANCE if who == "chance" else seat(who), move(what))
        case ["secret", who, what]:
            return token(EV_SECRET, seat(who)) | move(what)
        case ["bid", who, amount]:
            return token(EV_BID, seat(who), number(amount))
        case ["guess", who, named]:
            return token(EV_GUESS, seat(who), amounts(named))
        case ["parity", who, parity]:
            return token(EV_PARITY, seat(who), pick(parity, PARITIES[:2], "parity"))
        case ["turn", who, chosen]:
            return token(EV_TURN, seat(who), cards(chosen))
        case ["forced", who, what]:
            return token(EV_FORCED, seat(who), move(what))
        case ["loss", who, what]:
            return token(EV_LOSS, seat(who), place(what))
        case ["capture", who, what, fate]:
            return token(EV_CAPTURE, seat(who), place(what) | pick(fate, ("removed", "replaced"), "fate") << 9)
        case ["gold", who, amount, why]:
            return token(EV_GOLD, seat(who), number(amount, 255) | pick(why, WHYS, "reason") << 8)
        case ["owner", who, ability]:
            return token(EV_OWNER, seat(who), pick(ability, tables.abilities, "ability"))
        case ["season", name]:
            return token(EV_SEASON, CHANCE, 1 + pick(name, tables.seasons, "season"))
        case ["skip", who]:
            return token(EV_SKIP, seat(who))
        case ["over", who, reason]:
            winners = sum({1 << seat(word) for word in who.split("+")})
            return token(EV_OVER, CHANCE, winners | pick(reason, REASONS[1:], "reason") + 1 << 4)
    raise fail("want a word such as move, secret, bid, guess or turn, and what belongs to it")


# ---------------------------------------------------------------------------------------------------------------
# Sentences.

_CARD_NAMES = {"recruit": "Recruitment", "tax": "Tax", "move": "Move & Attack"}
_BECAUSE = {
    "tax": "after the Tax",
    "tribute": "after the Tribute",
    "plunder": "after plunder",
    "income": "after the income",
}


def _card_names(cards: int) -> str:
    return " and ".join(_CARD_NAMES[card] for card in card_words(cards).split("+"))


def _tell_secret(who: str, move: int) -> str:
    """A secret choice, for who made it."""
    verb, a, b = move & 15, move >> 4 & 127, move >> 11 & 127
    if verb == CARD:
        return f"{who} secretly chooses {_card_names(a)}."
    if verb == GUESS:
        return f"{who} secretly guesses {a}{'' if b == NO_AMOUNT else f' or {b}'}."
    return f"{who} secretly bids {a}."


def _tell_move(tables: Tables, who: str, move: int, by_chance: bool) -> str | None:
    verb, a, b, c = move & 15, move >> 4 & 127, move >> 11 & 127, move >> 18 & 31
    if verb == FIRST:
        return f"The First Player card goes to s{a}."
    if verb == ABILITY:
        return f"{tables.ability_names[a]} lies on the table: {tables.ability_texts[a]}"
    if verb == RECRUIT:
        return f"{who} recruits a {UNITS[a]} in {tables.province_names[b]}."
    if verb == OFFER:
        return f"{who} bids {a} for {tables.ability_names[b]}."
    if verb == PASS:
        return f"{who} passes."
    if verb == PLAY:
        return f"{who} plays {_card_names(a)} first."
    start, to = tables.province_names[b] if verb in (MOVE, ATTACK) else "", ""
    if verb in (MOVE, ATTACK):
        to = tables.province_names[c]
    if verb == MOVE:
        return f"{who}'s {UNITS[a]} goes from {start} to {to}."
    if verb == ATTACK:
        return f"{who}'s {UNITS[a]} in {start} {'fires at' if a == CATAPULT else 'attacks'} {to}."
    return {ON: f"{who} goes on.", BACK: f"{who} falls back."}.get(verb)


def tell(tables: Tables, token: int) -> str | None:
    """An event as a sentence."""
    kind, seat, part = token >> 56, token >> 48 & 15, token >> 24 & 0xFFFFFF
    who = f"s{seat}"
    if kind in (EV_MOVE, EV_FORCED):
        return _tell_move(tables, who, part, seat == CHANCE)
    if kind == EV_SECRET:
        return _tell_secret(who, token & 0xFFFFFF)
    if kind == EV_BID:
        return f"{who} has bid {part}."
    if kind == EV_GUESS:
        return f"{who} has guessed {' or '.join(map(str, _amounts(part)))}."
    if kind == EV_PARITY:
        return f"{who}'s bid is {PARITIES[part]}."
    if kind == EV_TURN:
        return f"{who} shows {_card_names(part)}."
    if kind == EV_LOSS:
        return f"{who} loses a {UNITS[part & 15]} in {tables.province_names[part >> 4]}."
    if kind == EV_CAPTURE:
        fate = "captures" if part >> 9 else "removes"
        return f"{who} {fate} a {UNITS[part & 15]} in {tables.province_names[part >> 4 & 31]}."
    if kind == EV_GOLD and WHYS[part >> 8] in _BECAUSE:
        return f"{who} has {part & 255} gold {_BECAUSE[WHYS[part >> 8]]}."
    if kind == EV_OWNER:
        return f"{who} owns {tables.ability_names[part]}."
    if kind == EV_SEASON:
        return f"{tables.seasons[part - 1].title()} begins."
    if kind == EV_SKIP:
        return f"{who} cannot win any more and does not act."
    if kind == EV_OVER:
        winners = [f"s{seat}" for seat in range(tables.seats) if part >> seat & 1]
        return f"{' and '.join(winners)} {'win' if len(winners) > 1 else 'wins'}."
    return None
