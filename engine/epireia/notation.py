"""Epireia's moves and events in words."""

from __future__ import annotations

from ..errors import BadPosition, InvalidMove
from .effects import CITY_0, TERRITORY_0
from .rules import LEAGUES, RESOURCES, Tables

# The kernel's numbers (ext/epireia.pxd; a test compares).
(CITY, LEAGUE, ADMINISTRATOR, CHOOSE, DRAW, CARD, DONATE, BUILD, PRODUCE, ABILITY, LEVY_FROM, EXCHANGE, BUY, DONE, SEND,
 STAY, ROLL, PLACE, LEAD, ENGAGE, HOLD, GIVE) = range(1, 23)  # fmt: skip
(EV_MOVE, EV_DRAW, EV_CHOICE, EV_CHOSEN, EV_BACKS, EV_LEADER, EV_GO, EV_COLUMN, EV_TURN, EV_REWARD, EV_WON, EV_LOST,
 EV_HELD, EV_JOINED, EV_MET, EV_FRONT, EV_OVER) = range(1, 18)  # fmt: skip
NO_LEADER = 127
OUTCOMES = ("", "team0", "team1", "draw")
MISFITS = {
    1: "no such thing, seat or move",
    2: "not at this point of the game",
    3: "against the rules, or against what was seen before",
}
_CHANCE = 6  # the seat of events that are about no seat
_LEVELS = ("", "i", "ii")

SHAPES = (
    "city:CITY, league:LEAGUE, administrator:ID, figure:ID, donate:N@RESOURCE, build:ID, produce:DECK, ability, "
    "ability:DECK, ability:GIVE>GET, buy:DECK, done, send:FIGURE@SPACE, stay:FIGURE, place:TOKEN+TOKEN@COLUMN, "
    "lead:FIGURE@FRONT, engage, hold or give:TERRITORY"
)


def format_tok(token: int) -> str:
    """An army token: its level in Roman figures and its power, ``?`` if that is not known."""
    return f"{_LEVELS[token >> 3]}{token & 7 or '?'}"


def parse_tok(word: str) -> int:
    """The inverse; ValueError if it is no token."""
    level, power = word[:-1], word[-1:]
    if level not in ("i", "ii") or power not in tuple("123456?"):
        raise ValueError(f"no token {word!r}")
    return _LEVELS.index(level) << 3 | (0 if power == "?" else int(power))


def _move(verb: int, a: int = 0, b: int = 0, c: int = 0) -> int:
    return verb | a << 5 | b << 12 | c << 19


def _column(tables: Tables, number: int) -> str:
    return f"{tables.fronts[number // 3]}{number % 3 + 1}"


def space(tables: Tables, number: int) -> str:
    """The id of a space."""
    if number >= CITY_0:
        return tables.cities[number - CITY_0]
    return tables.territories[number - TERRITORY_0] if number >= TERRITORY_0 else tables.empires[number]


def format_move(tables: Tables, move: int) -> str:
    verb, a, b, c = move & 31, move >> 5 & 127, move >> 12 & 127, move >> 19
    try:
        match verb:
            case 1:
                return f"city:{tables.cities[a]}"
            case 2:
                return f"league:{LEAGUES[a]}"
            case 3:
                return f"administrator:{tables.administrators[a]}"
            case 4:
                return f"figure:{tables.figures[a]}"
            case 5:
                return f"draw:{a or '?'}@{tables.decks[b]}"
            case 6:
                return f"card:{tables.cards[a]}"
            case 7:
                return f"donate:{a}@{RESOURCES[b]}"
            case 8:
                return f"build:{tables.buildings[a]}"
            case 9:
                return f"produce:{tables.decks[a]}"
            case 10:
                return "ability"
            case 11:
                return f"ability:{tables.decks[a]}"
            case 12:
                return f"ability:{RESOURCES[a]}>{RESOURCES[b]}"
            case 13:
                return f"buy:{tables.decks[a]}"
            case 14:
                return "done"
            case 15:
                return f"send:{tables.figures[a]}@{space(tables, b)}"
            case 16:
                return f"stay:{tables.figures[a]}"
            case 17:
                return f"roll:{a}"
            case 18:
                tokens = "+".join(format_tok(token) for token in (a, b) if token)
                return f"place:{tokens or 'none'}@{_column(tables, c)}"
            case 19:
                return f"lead:{'none' if a == NO_LEADER else tables.figures[a]}@{tables.fronts[b]}"
            case 20:
                return "engage"
            case 21:
                return "hold"
            case 22:
                return f"give:{tables.territories[a]}"
    except IndexError:
        pass
    raise InvalidMove(f"{move}: not the number of a move")


class _Words:
    """Looks up the words of one move; InvalidMove quotes it."""

    def __init__(self, text: str) -> None:
        self.text = text

    def pick(self, names: tuple[str, ...], name: str, what: str) -> int:
        if name not in names:
            raise InvalidMove(f"{self.text!r}: no {what} {name!r}; want {', '.join(names)}")
        return names.index(name)

    def number(self, word: str, most: int) -> int:
        if not (
            word.isascii() and word.isdigit() and len(word) <= 3 and 0 < int(word) <= most and str(int(word)) == word
        ):
            raise InvalidMove(f"{self.text!r}: {word!r} is no number from 1 to {most}")
        return int(word)

    def token(self, word: str) -> int:
        try:
            token = parse_tok(word)
        except ValueError:
            token = 0
        if not token & 7:
            raise InvalidMove(f"{self.text!r}: no token {word!r}; want a level and a power such as i2 or ii5")
        return token

    def space(self, tables: Tables, word: str) -> int:
        if word in tables.empires:
            return tables.empires.index(word)
        if word in tables.territories:
            return TERRITORY_0 + tables.territories.index(word)
        spaces = (*tables.empires, *tables.territories, *tables.cities)
        return CITY_0 - len(spaces) + len(tables.cities) + self.pick(spaces, word, "space")

    def column(self, tables: Tables, word: str) -> int:
        columns = tuple(_column(tables, number) for number in range(9))
        return self.pick(columns, word, "column")


def _parse_place(tables: Tables, words: _Words, tokens: str, where: str) -> int:
    column = words.column(tables, where)
    if tokens == "none":
        return _move(PLACE, 0, 0, column)
    first, plus, second = tokens.partition("+")
    a = words.token(first)
    b = words.token(second) if plus else 0
    if b > a:
        raise InvalidMove(f"{words.text!r}: the higher token comes first, place:{second}+{first}@{where}")
    return _move(PLACE, a, b, column)


def parse_move(tables: Tables, text: str) -> int:
    words = _Words(text)
    verb, colon, rest = text.partition(":")
    what, at, where = rest.partition("@")
    plain = {"ability": ABILITY, "done": DONE, "engage": ENGAGE, "hold": HOLD}
    if text in plain:
        return plain[text]
    lists: dict[str, tuple[int, tuple[str, ...], str]] = {
        "city": (CITY, tables.cities, "city"),
        "league": (LEAGUE, LEAGUES, "league"),
        "administrator": (ADMINISTRATOR, tables.administrators, "administrator"),
        "figure": (CHOOSE, tables.figures, "figure"),
        "card": (CARD, tables.cards, "card"),
        "build": (BUILD, tables.buildings, "building"),
        "produce": (PRODUCE, tables.decks, "deck"),
        "buy": (BUY, tables.decks, "deck"),
        "stay": (STAY, tables.figures, "figure"),
        "give": (GIVE, tables.territories, "territory"),
    }
    if colon and not at and verb in lists:
        number, names, kind = lists[verb]
        return _move(number, words.pick(names, rest, kind))
    if verb == "roll" and colon and not at:
        return _move(ROLL, words.number(rest, tables.die))
    if verb == "ability" and colon and not at:
        give, arrow, get = rest.partition(">")
        if arrow:
            return _move(EXCHANGE, words.pick(RESOURCES, give, "resource"), words.pick(RESOURCES, get, "resource"))
        return _move(LEVY_FROM, words.pick(tables.decks, rest, "deck"))
    if at and verb == "draw":
        return _move(DRAW, words.number(what, 6), words.pick(tables.decks, where, "deck"))
    if at and verb == "donate":
        return _move(DONATE, words.number(what, 100), words.pick(RESOURCES, where, "resource"))
    if at and verb == "send":
        return _move(SEND, words.pick(tables.figures, what, "figure"), words.space(tables, where))
    if at and verb == "place":
        return _parse_place(tables, words, what, where)
    if at and verb == "lead":
        figure = NO_LEADER if what == "none" else words.pick(tables.figures, what, "figure")
        return _move(LEAD, figure, words.pick(tables.fronts, where, "front"))
    raise InvalidMove(f"{text!r} is not a move of Epireia: want {SHAPES}")


# ---------------------------------------------------------------------------------------------------------------
# Tokens (ext/types.pxd): type, seat, open part, secret part.


def _seat(tables: Tables, seat: int) -> str:
    return "chance" if seat == _CHANCE else tables.seats[seat]


def format_token(tables: Tables, token: int) -> str:
    kind, seat, part = token >> 56, token >> 48 & 15, token >> 24 & 0xFFFFFF
    if kind == EV_MOVE:
        return f"move {_seat(tables, seat)} {format_move(tables, part)}"
    if kind == EV_DRAW:
        return f"draw {LEAGUES[part >> 3]} {tables.decks[part & 7]} {token & 7 if token >> 52 & 1 else '?'}"
    if kind == EV_CHOICE:
        return f"choice {tables.seats[seat]} {format_move(tables, part)}"
    if kind == EV_CHOSEN:
        return f"chosen {tables.seats[seat]} {tables.figures[part]}"
    if kind == EV_BACKS:
        levels = [_LEVELS[part >> 3 + 2 * slot & 3] or "-" for slot in range(6)]
        return f"backs {LEAGUES[part & 1]} {tables.fronts[part >> 1 & 3]} {' '.join(levels)}"
    if kind == EV_LEADER:
        figure = "none" if part >> 3 == NO_LEADER else tables.figures[part >> 3]
        return f"leader {LEAGUES[part & 1]} {tables.fronts[part >> 1 & 3]} {figure}"
    if kind == EV_GO:
        return "go"
    if kind == EV_COLUMN:
        tokens = [part >> 4 + 5 * slot & 31 for slot in range(4)]
        shown = " ".join(format_tok(token) if token else "-" for token in tokens)
        return f"column {_column(tables, part & 15)} {shown}"
    if kind == EV_TURN:
        return f"turn {part}"
    if kind == EV_REWARD:
        return f"reward {tables.seats[seat]} {tables.empires[part]}"
    if kind in (EV_WON, EV_LOST):
        return f"{'won' if kind == EV_WON else 'lost'} {tables.seats[seat]} {tables.territories[part]}"
    if kind == EV_HELD:
        return f"held {tables.seats[seat]} {tables.territories[part & 15]} {tables.cities[part >> 4]}"
    if kind == EV_JOINED:
        return f"joined {tables.seats[seat]} {tables.cities[part]}"
    if kind == EV_MET:
        return f"met {tables.seats[seat]} {part}"
    if kind == EV_FRONT:
        return f"front {tables.fronts[part & 3]} {(*LEAGUES, 'none')[part >> 2]}"
    if kind == EV_OVER:
        return f"over {OUTCOMES[part]}"
    raise BadPosition(f"{token:#x}: not an event of Epireia")


def parse_token(tables: Tables, text: str) -> int:
    """The inverse of `format_token`."""
    words = text.split(" ")

    def fail(reason: str) -> BadPosition:
        return BadPosition(f"{text!r} is not an event of Epireia: {reason}")

    def pick(word: str, names: tuple[str, ...], what: str) -> int:
        if word not in names or not word:
            raise fail(f"no {what} {word!r}; want {', '.join(name for name in names if name)}")
        return names.index(word)

    def number(word: str, most: int) -> int:
        if not (word.isascii() and word.isdigit() and len(word) <= 3 and int(word) <= most and str(int(word)) == word):
            raise fail(f"{word!r}: want a number from 0 to {most}")
        return int(word)

    def seat(word: str) -> int:
        return pick(word, tables.seats, "seat")

    def move(word: str) -> int:
        try:
            return parse_move(tables, word)
        except InvalidMove as error:
            raise fail(str(error)) from None

    def token(kind: int, about: int = _CHANCE, part: int = 0) -> int:
        return kind << 56 | about << 48 | part << 24 | 1 << 52

    def league_and_front(league: str, front: str) -> int:
        return pick(league, LEAGUES, "league") | pick(front, tables.fronts, "front") << 1

    match words:
        case ["move", who, what]:
            return token(EV_MOVE, _CHANCE if who == "chance" else seat(who), move(what))
        case ["draw", league, deck, power]:
            part = pick(deck, tables.decks, "deck") | pick(league, LEAGUES, "league") << 3
            value = EV_DRAW << 56 | _CHANCE << 48 | part << 24
            return value if power == "?" else value | 1 << 52 | number(power, 6)
        case ["choice", who, what]:
            return token(EV_CHOICE, seat(who), move(what))
        case ["chosen", who, figure]:
            return token(EV_CHOSEN, seat(who), pick(figure, tables.figures, "figure"))
        case ["backs", league, front, *levels] if len(levels) == 6:
            part = league_and_front(league, front)
            for slot, level in enumerate(levels):
                part |= pick(level, ("-", "i", "ii"), "level") << 3 + 2 * slot
            return token(EV_BACKS, part=part)
        case ["leader", league, front, figure]:
            who_leads = NO_LEADER if figure == "none" else pick(figure, tables.figures, "figure")
            return token(EV_LEADER, part=league_and_front(league, front) | who_leads << 3)
        case ["go"]:
            return token(EV_GO)
        case ["column", column, *tokens] if len(tokens) == 4:
            part = pick(column, tuple(_column(tables, place) for place in range(9)), "column")
            for slot, word in enumerate(tokens):
                if word != "-":
                    try:
                        part |= parse_tok(word) << 4 + 5 * slot
                    except ValueError as error:
                        raise fail(str(error)) from None
            return token(EV_COLUMN, part=part)
        case ["turn", turn]:
            return token(EV_TURN, part=number(turn, 99))
        case ["reward", who, empire]:
            return token(EV_REWARD, seat(who), pick(empire, tables.empires, "empire"))
        case ["won" | "lost" as how, who, territory]:
            kind = EV_WON if how == "won" else EV_LOST
            return token(kind, seat(who), pick(territory, tables.territories, "territory"))
        case ["held", who, territory, city]:
            part = pick(territory, tables.territories, "territory") | pick(city, tables.cities, "city") << 4
            return token(EV_HELD, seat(who), part)
        case ["joined", who, city]:
            return token(EV_JOINED, seat(who), pick(city, tables.cities, "city"))
        case ["met", who, which]:
            return token(EV_MET, seat(who), number(which, 3))
        case ["front", front, league]:
            part = pick(front, tables.fronts, "front") | pick(league, (*LEAGUES, "none"), "league") << 2
            return token(EV_FRONT, part=part)
        case ["over", outcome]:
            return token(EV_OVER, part=pick(outcome, OUTCOMES, "outcome"))
    raise fail("want a word such as move, draw, chosen or column, and what belongs to it")


def tell(tables: Tables, token: int) -> str | None:
    """An event as a sentence."""
    kind, seat, part = token >> 56, token >> 48 & 15, token >> 24 & 0xFFFFFF
    who = "Chance" if seat == _CHANCE else tables.seats[seat]
    names = tables.names
    if kind in (EV_MOVE, EV_CHOICE):
        return _tell_move(tables, who, part)
    if kind == EV_DRAW:
        power = f" of power {token & 7}" if token >> 52 & 1 else ""
        return f"The {LEAGUES[part >> 3].title()} league draws {names[tables.decks[part & 7]]}{power}."
    if kind == EV_CHOSEN:
        return f"{who} starts with {names[tables.figures[part]]}."
    if kind == EV_BACKS:
        levels = [_LEVELS[part >> 3 + 2 * slot & 3].upper() or "-" for slot in range(6)]
        front = names[tables.fronts[part >> 1 & 3]]
        return f"The {LEAGUES[part & 1].title()} league's {front}: {' '.join(levels)}."
    if kind == EV_LEADER:
        figure = "nobody" if part >> 3 == NO_LEADER else names[tables.figures[part >> 3]]
        return f"The {LEAGUES[part & 1].title()} league's {names[tables.fronts[part >> 1 & 3]]} is led by {figure}."
    if kind == EV_COLUMN:
        tokens = [format_tok(tok) if (tok := part >> 4 + 5 * slot & 31) else "none" for slot in range(4)]
        front, column = names[tables.fronts[(part & 15) // 3]], (part & 15) % 3 + 1
        return f"{front}, column {column}: Delian {_tell_tokens(tokens[:2])}, Peloponnesian {_tell_tokens(tokens[2:])}."
    if kind == EV_TURN:
        return f"Turn {part}."
    if kind == EV_REWARD:
        return f"{names[tables.empires[part]]} rewards {who}."
    if kind == EV_WON:
        return f"{who} wins the fight in {names[tables.territories[part]]}."
    if kind == EV_LOST:
        return f"{who}'s figures leave {names[tables.territories[part]]}."
    if kind == EV_HELD:
        return f"{names[tables.cities[part >> 4]]} holds {names[tables.territories[part & 15]]} now."
    if kind == EV_JOINED:
        return f"{names[tables.cities[part]]} joins the league of {who}."
    if kind == EV_MET:
        return f"{who} has met {'objective ' + str(part + 1) if tables.is_solo else 'the objective of the act'}."
    if kind == EV_FRONT:
        winner = ("The Delian league wins", "The Peloponnesian league wins", "Nobody wins")[part >> 2]
        return f"{winner} the {names[tables.fronts[part & 3]]}."
    if kind == EV_OVER:
        if OUTCOMES[part] == "draw":
            return "The game is drawn."
        sides = ("The player wins.", "The enemy wins.") if tables.is_solo else (
            "The Delian league wins the war.", "The Peloponnesian league wins the war.")  # fmt: skip
        return sides[part - 1]
    return None


def _tell_tokens(tokens: list[str]) -> str:
    """``II 5 and I 2`` for ii5 and i2."""
    known = [f"{token.rstrip('123456').upper()} {token.lstrip('i')}" for token in tokens if token != "none"]
    return " and ".join(known) or "nothing"


def _tell_move(tables: Tables, who: str, move: int) -> str | None:
    verb, a, b = move & 31, move >> 5 & 127, move >> 12 & 127
    names = tables.names
    if verb == CITY:
        return f"{who} plays {names[tables.cities[a]]}."
    if verb == LEAGUE:
        return f"{who} is in the {LEAGUES[a].title()} league."
    if verb == ADMINISTRATOR:
        return f"{who} takes the {names[tables.administrators[a]]}."
    if verb == CHOOSE:
        return f"{who} chooses {names[tables.figures[a]]}."
    if verb == CARD:
        row = tables.rows[tables.cards[a]]
        return f"{names[tables.cards[a]]}: {row.get('story') or row.get('text')}"
    if verb == DONATE:
        return f"{who} donates {a} {RESOURCES[b]}."
    if verb == BUILD:
        return f"{who} builds the {names[tables.buildings[a]]}."
    if verb in (PRODUCE, BUY):
        return f"{who} {'produces' if verb == PRODUCE else 'buys'} {names[tables.decks[a]]}."
    if verb in (ABILITY, LEVY_FROM, EXCHANGE):
        return f"{who} uses the administrator's ability."
    if verb == SEND:
        return f"{who} sends {names[tables.figures[a]]} to {names[space(tables, b)]}."
    if verb == STAY:
        return f"{names[tables.figures[a]]} stays at home."
    if verb == ROLL:
        return f"A {a} is rolled."
    if verb == GIVE:
        return f"{who} gives up {names[tables.territories[a]]}."
    if verb in (ENGAGE, HOLD):
        return f"{who} {'engages' if verb == ENGAGE else 'holds back'} the figure."
    if verb in (PLACE, LEAD):
        what, _, where = format_move(tables, move).partition(":")[2].partition("@")
        if verb == LEAD:
            return f"{who} has {'nobody' if what == 'none' else names[what]} lead the {names[where]}."
        return f"{who} places {_tell_tokens(what.split('+'))} on {names[where[:-1]]}, column {where[-1]}."
    return None
