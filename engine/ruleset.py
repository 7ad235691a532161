"""A game with its options and components fixed: everything that it is beside its kernel.

A rule set holds no game in progress and never changes, so any number of games share one.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from html import escape
from itertools import product
from typing import TYPE_CHECKING, Any, ClassVar, Self

from ..ext import core
from .actions import ActionSpace
from .block import Block
from .codec import Codec
from .components import BOOK, OURS, Components, Data, Replacements
from .description import Description, Ending, Hidden, Offered, Thing, Threat, plain_offers
from .encoding import Feature
from .errors import BadData, BadPosition, UnknownGame, WrongSeat
from .languages import ENGLISH, Catalogue, catalogue
from .modules import Modules
from .vocabulary import Vocabulary

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

CHANCE = "chance"
PUBLIC = "pub"
BY_THE_BOOK = {"readings": BOOK}
PICKLE = 1  # the version of pickled rule sets, games and observations


@dataclass(frozen=True)
class OptionWords:
    """An option of a game for people."""

    name: str
    values: dict[str, str]  # what each value is called
    about: dict[str, str]  # and what it means, in a sentence; empty where the name says it


class Phrase:
    """Words of a game by the key of their message: of a class in English, of a rule set in its language."""

    def __init__(self, key: str, default: str | None = None) -> None:
        self.key = key
        self.default = default  # None: every game has it

    def __get__(self, rules: Ruleset | None, kind: type[Ruleset]) -> str:
        words = catalogue(kind.folder or kind.name) if rules is None else rules.words
        key = kind.key(self.key)
        return words(key) if self.default is None else words.get(key, self.default)


class Ruleset(ABC):
    """One game with fixed options and components.

    Its words and views come from the game's own modules, named in `modules`. A game without such modules, such as the
    small ones by which the search is checked, has methods of its own in their place.
    """

    name: ClassVar[str]  # as in `petteia.new(name)`
    title = Phrase("title")
    about = Phrase("about")  # one sentence
    aim = Phrase("aim", "")  # who wins, in a sentence or two
    folder: ClassVar[str] = ""  # where its data are, if not under its name
    version: ClassVar[int] = 1  # of the rules: a record says which it was played by
    primer = Phrase("primer")  # the rules in a few paragraphs, for somebody who begins
    has_map: ClassVar[bool] = True  # whether `draw` shows more than `summary` says
    causes: ClassVar[frozenset[str]] = frozenset({"move"})  # events that tell of a decision
    aftermath: ClassVar[frozenset[str]] = frozenset()  # events that are told with the position before their cause
    seat_counts: ClassVar[tuple[int, ...]]
    options: ClassVar[dict[str, tuple[str, ...]]] = {}  # the first value of each is the default
    modules: ClassVar[Modules]
    kernel: ClassVar[object]  # of a game in another package: the capsule with its GameOps
    # Of what `view` and `fields` both name, that in which a view may say less.
    partly_hidden: ClassVar[frozenset[str]] = frozenset()

    rules: core.Rules  # the kernel's
    tables: Any  # the components as the kernel and the words need them
    components: Components
    words: Catalogue  # all that people read of the game, in one language
    _chosen: dict[str, str]

    def __init__(self, seats: int | None = None, data: Data = None, *, lang: str = ENGLISH, **options: str) -> None:
        self.n_seats = self.seat_counts[0] if seats is None else seats
        if self.n_seats not in self.seat_counts:
            counts = " or ".join(map(str, sorted(self.seat_counts)))
            raise UnknownGame(f"{self.name} with seats={seats}: want {counts}")
        self._chosen = self.choose(options)
        self.components = Components(self.folder or self.name, data, lang)
        self.words = self.components.words

    @property
    def lang(self) -> str:
        """The language that people are told in."""
        return self.words.lang

    # Copies. Nothing in a rule set changes, so a copy is the same object; a pickle says how to make it again.

    def __copy__(self) -> Self:
        return self

    def __deepcopy__(self, memo: object) -> Self:
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        """A pickle has the options, an owner's files if there are any, and what the components and rules must be."""
        made_from = (self.name, self.n_seats, self.chosen, self.components.replaced, self.lang)
        return _load_ruleset, (PICKLE, *made_from, self.version, self.components.digest)

    @property
    def chosen(self) -> dict[str, str]:
        """The value of every option, in a copy of its own."""
        return dict(self._chosen)

    def choose(self, options: dict[str, str]) -> dict[str, str]:
        """The value of every option; UnknownGame if one does not exist."""
        chosen = {name: values[0] for name, values in self.options.items()}
        for name, value in options.items():
            if name not in self.options:
                known = ", ".join(self.options) or "none"
                raise UnknownGame(f"{self.name} has no option {name!r}; its options: {known}")
            if value not in self.options[name]:
                raise UnknownGame(f"{name}={value!r}: want one of {', '.join(self.options[name])}")
            chosen[name] = value
        return chosen

    @classmethod
    def shapes(cls) -> list[tuple[int, dict[str, str]]]:
        """Seats and options in which the game is tested: all of them, or what stands for them.

        By the book it is tested with the defaults of the other options.
        """
        first = {name: values[0] for name, values in cls.options.items()}
        every = [dict(zip(cls.options, values, strict=True)) for values in product(*cls.options.values())]
        chosen = [options for options in every if options.get("readings") != BOOK or options == first | BY_THE_BOOK]
        return [(seats, dict(options)) for seats in cls.seat_counts for options in chosen]

    @classmethod
    def key(cls, word: str) -> str:
        """The key of a message of this game; games that share a folder have their keys apart."""
        return f"{cls.name}.{word}" if cls.folder else word

    @classmethod
    def names_before(cls, seats: int, words: Catalogue | None = None) -> dict[str, str]:
        """What people call the seats of a game that has not begun, in a language or in English."""
        say = words or catalogue(cls.folder or cls.name)
        return {f"s{number}": say.get(f"seats.s{number}", say("seats.any", n=number + 1)) for number in range(seats)}

    @classmethod
    def option_words(cls, words: Catalogue | None = None) -> dict[str, OptionWords]:
        """Every option in words, of a language or in English."""
        say = words or catalogue(cls.folder or cls.name)
        found = {}
        for option, values in cls.options.items():
            key = f"option.{option}"
            found[option] = OptionWords(
                name=say.get(f"{key}.name", option),
                values={value: say.get(f"{key}.value.{value}", value) for value in values},
                about={value: say.get(f"{key}.about.{value}", "") for value in values},
            )
        return found

    # What these rules have that the book has not. People are told before a game begins.

    @property
    def readings(self) -> str:
        """Which side of the settings is in force that have one of the book's: `OURS` or `BOOK`."""
        return self._chosen.get("readings") or OURS

    def concerns(self, setting: str) -> bool:
        """Whether a setting has a part in these rules; some belong to another number of seats."""
        return True

    def additions(self) -> list[str]:
        """What is in force that the book has not, in sentences.

        Every setting with a message under ``addition`` is told, unless it has the value that its row calls the book's.
        """
        if not self.components.has("setting"):
            return []
        told = []
        for name, row in self.components.settings(self.readings).items():
            key, value = f"addition.{name}", row.values["value"]
            if key in self.words and value != row.values.get("book") and self.concerns(name):
                told.append(self.words(key, value=_told(value)))
        return told

    def bound(self) -> str:
        """When a game is over at the latest, in a sentence; small games whose length is plain say nothing."""
        return ""

    def setup_notes(self) -> list[str]:
        """What people are told where a game is set up: the additions in force, and the bound on its length."""
        return [*self.additions(), *filter(None, [self.bound()])]

    # Seats.

    @cached_property
    def seats(self) -> tuple[str, ...]:
        return tuple(f"s{number}" for number in range(self.n_seats))

    def seat_name(self, seat: str) -> str:
        """What people call a seat before the game begins."""
        return self.names_before(self.n_seats, self.words).get(seat, seat)

    def names(self, view: dict[str, Any]) -> dict[str, str]:
        """What people call each seat in a position."""
        return {seat: self.seat_name(seat) for seat in self.seats}

    def seat_number(self, seat: str) -> int:
        """The kernel's number of a seat, of ``chance`` or of the spectator ``pub``."""
        number = self._seat_numbers.get(seat) if isinstance(seat, str) else None
        if number is None:
            raise WrongSeat(f"no seat {seat!r}: want {', '.join(self.seats)}")
        return number

    @cached_property
    def _seat_numbers(self) -> dict[str, int]:
        return {**{seat: number for number, seat in enumerate(self.seats)}, CHANCE: core.CHANCE, PUBLIC: core.SPECTATOR}

    def seat_word(self, number: int) -> str:
        """The other way round."""
        return {core.CHANCE: CHANCE, core.SPECTATOR: PUBLIC}.get(number) or self.seats[number]

    def pending_seats(self, mask: int) -> tuple[str, ...]:
        """The seats in a kernel's mask of who must decide."""
        found = self._pending_seats.get(mask)
        if found is None:
            found = tuple(seat for number, seat in enumerate(self.seats) if mask >> number & 1)
            self._pending_seats[mask] = found
        return found

    @cached_property
    def _pending_seats(self) -> dict[int, tuple[str, ...]]:
        """Those that were asked for: every move asks."""
        return {core.PENDING_CHANCE: (CHANCE,)}

    # Notation. `parse_move(format_move(m)) == m`, and the same for tokens.

    @cached_property
    def _moves(self) -> Codec:
        return self.modules.notation.moves(self.tables)

    @cached_property
    def _events(self) -> Vocabulary:
        return self.modules.notation.events(self.tables)

    def format_move(self, move: int) -> str:
        return self._moves.format(move)

    def parse_move(self, text: str) -> int:
        """InvalidMove if these are not the words of a move; whether it is legal is not asked."""
        return self._moves.parse(text)

    def format_token(self, token: int) -> str:
        """What a viewer saw of an event, as one line; ``?`` for what it did not see."""
        return self._events.format(token)

    def parse_token(self, text: str) -> int:
        """BadPosition if these are not the words of an event."""
        return self._events.parse(text)

    def move_shape(self, move: int) -> str:
        """What moves of this kind look like, such as ``place:EVENT@AREA``."""
        return self._moves.shape(move)

    # Actions: a fixed number for every move that a seat can ever make.

    @cached_property
    def actions(self) -> ActionSpace:
        return ActionSpace(self)

    @property
    def n_actions(self) -> int:
        return self.rules.n_actions

    def action_id(self, move: str) -> int:
        """The action of a move, 0 to `n_actions` - 1; InvalidMove if no seat can ever make it."""
        return self.actions.id_of(move)

    def move_of(self, action: int) -> str:
        """The other way round."""
        return self.actions.move_of(action)

    @property
    def actions_hash(self) -> str:
        """Stands for the whole list of actions: the same for equal options and components."""
        return self.actions.hash

    def misfit(self, code: int) -> str:
        """Why an observation refused a token."""
        return self.modules.notation.MISFITS[code]

    @abstractmethod
    def why_not(self, obs: core.Obs, move: int) -> tuple[str, str]:
        """Why the viewer may not make this well-formed move: a word and a sentence, from what it knows alone."""

    # What programs look at.

    def fields(self, state: core.State) -> dict[str, Any]:
        """The whole position, named as in RULES.md: for the referee and for tests."""
        position: dict[str, Any] = self.modules.views.fields(self.tables, state)
        return position

    def from_fields(self, fields: dict[str, Any]) -> core.State:
        """A position set up by hand; BadPosition if it cannot be."""
        return self.modules.views.from_fields(self.tables, fields)

    def view(self, obs: core.Obs) -> dict[str, Any]:
        """What the viewer knows, as plain data, named as in RULES.md."""
        seen: dict[str, Any] = self.modules.views.view(self.tables, obs)
        return seen

    def secrets(self, fields: dict[str, Any]) -> dict[str, list[str]]:
        """Of a whole position, what may be hidden from somebody: by name, the things that are there."""
        return self.modules.views.secrets(fields)

    def layout(self) -> list[Feature]:
        """What is where in the vector of `encode`."""
        return self.modules.views.layout(self.tables)

    def encode(self, obs: core.Obs) -> NDArray[np.float32]:
        """What the viewer knows as a vector of fixed length, from the viewer's side of the table."""
        import numpy as np  # here, because most programs never ask for vectors

        vector = np.empty(self.rules.n_features, dtype=np.float32)
        obs.encode(vector)
        return vector

    @abstractmethod
    def result(self, view: dict[str, Any]) -> tuple[tuple[str, ...], str] | None:
        """The winning seats and a word for the reason, or None while the game goes on."""

    # What people look at.

    def draw(self, view: dict[str, Any], width: int = 80) -> str:
        """The board of a view in plain text."""
        return self.modules.drawing.draw(self.tables, view, width)

    def picture(self, view: dict[str, Any]) -> str:
        """The board of a view as an SVG document; unless a game draws its own, the text as a picture."""
        lines = self.draw(view).splitlines()
        texts = "".join(
            f'<text x="16" y="{24 + 17 * row}" xml:space="preserve">{escape(line, quote=False)}</text>\n'
            for row, line in enumerate(lines)
        )
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 720 {40 + 17 * len(lines)}" '
            'font-family="monospace" font-size="14">\n<rect width="100%" height="100%" fill="#fffdf6"/>\n'
            f"{texts}</svg>\n"
        )

    def scene(self, view: dict[str, Any]) -> object:
        """A frontend that cannot show everything at once shows the board anew when this changes; None: always."""
        return None

    # What people are told. All of it comes from views and events, so it can tell a seat nothing that it may not know.

    def headline(self, view: dict[str, Any]) -> str:
        """Where the game stands, in one line."""
        return self.modules.summary.headline(self.tables, view)

    def summary(self, view: dict[str, Any], brief: bool = False) -> list[Block]:
        """The position in words, part by part; ``brief`` leaves out what the glosses of the moves say as well."""
        return self.modules.summary.summary(self.tables, view, brief)

    def lesson(self) -> str:
        """What a beginner of this very game needs to know: the primer, unless games differ much."""
        return self.primer

    def question(self, view: dict[str, Any]) -> str:
        """What the viewer is asked now, and what that decides."""
        return self.modules.help.question(self.tables, view)

    def gloss(self, view: dict[str, Any], move: str) -> str:
        """What a move would mean now, in plain words; also of the beginning that several moves share.

        Empty if the move's own words say it all.
        """
        return self.modules.help.gloss(self.tables, view, move)

    def offers(self, view: dict[str, Any]) -> Offered:
        """The legal moves as people should see them, with what each does and costs, and what cannot be paid."""
        offers = self.modules.offers
        return plain_offers(view["legal"], self.question(view)) if offers is None else offers.offers(self.tables, view)

    def threats(self, view: dict[str, Any]) -> list[Threat]:
        """What may go wrong for the viewer."""
        threats = self.modules.threats
        return [] if threats is None else threats.threats(self.tables, view)

    def things(self, view: dict[str, Any]) -> dict[str, Thing]:
        """What a frontend draws of a position, in words, by the keys of the things."""
        things = self.modules.things
        return {} if things is None else things.things(self.tables, view)

    def describe(self, view: dict[str, Any]) -> Description:
        """The viewer's decision, or whom it waits for, or how the game ended. The view is an observation's."""
        names, ending = self.names(view), self._ending(view)
        asked = bool(view["legal"])
        offered = self.offers(view) if asked else Offered("", ())
        if ending is not None:
            question = ending.words
        elif asked:
            question = self.question(view)
        else:
            question = self.words("waiting", who=[names.get(seat, self.words("chance")) for seat in view["pending"]])
        return Description(
            headline=self.headline(view),
            question=question,
            asked=asked,
            prompt=offered.prompt,
            waiting=tuple(view["pending"]),
            names=names,
            groups=offered.groups,
            moves=offered.moves,
            unpaid=offered.unpaid,
            threats=() if ending is not None else self.threats(view),
            things=self.things(view),
            result=ending,
        )

    def _ending(self, view: dict[str, Any]) -> Ending | None:
        """How the game ended, told to the viewer."""
        outcome = self.result(view)
        if outcome is None:
            return None
        winners, reason = outcome
        names, because = self.names(view), self.because(reason)
        if len(winners) == len(self.seats) > 1:
            how = "drawn"
        elif view["you"] in winners:
            how = "you"
        else:
            how = "others" if winners else "nobody"
        others = [names[seat] for seat in winners if seat != view["you"]]
        words = self.words(f"result.{how}", who=others, n=len(others), why=because, told=bool(because))
        return Ending(winners, reason, words)

    def tell(self, event: str) -> str | None:
        """An event (as `format_token` has it) as a sentence for people; None if there is nothing to say."""
        return self.modules.narration.tell(self.tables, event)

    def narrate(self, before: dict[str, Any], event: str, after: dict[str, Any], cause: str = "") -> str | None:
        """The same, told by somebody who knows the viewer's position before and after the event.

        ``cause`` is the last event in `causes`. Of one in `aftermath`, ``before`` is the position before its cause.
        """
        return self.modules.narration.narrate(self.tables, before, event, after, cause)

    def uncover(self, view: dict[str, Any], secrets: Mapping[str, Sequence[str]]) -> list[str]:
        """Hidden things (some of `secrets`) in sentences, for after the game. The view is any of that position."""
        uncovered = self.modules.uncovered
        if uncovered is None:
            return [self.words("review.hidden", name=name, things=list(things)) for name, things in secrets.items()]
        return uncovered.uncovered(self.tables, view, secrets)

    def believed(self, view: dict[str, Any], name: str, things: Iterable[str]) -> Hidden:
        """A hidden thing (one of `secrets`), and what it may be, in words. The view is the viewer's."""
        uncovered = self.modules.uncovered
        if uncovered is None:
            return Hidden(name, {thing: thing for thing in things})
        words = {thing: uncovered.thing(self.tables, name, thing) for thing in things}
        return Hidden(uncovered.believed(self.tables, view, name), words)

    def because(self, reason: str) -> str:
        """The word of `result` for a reason, in a sentence without its stop; empty if the word says it."""
        return self.modules.narration.because(self.tables, reason)

    # What the engine expects, as people are told it.

    def calibration(self, obs: core.Obs) -> tuple[float, float] | None:
        """How often what the engine expects comes true, as (a, b). None: about as often as it says.

        If the engine gives the first of two teams a share with log odds x, that team wins with log odds a + b x.
        """
        return None

    def slips(self, seat: str) -> float:
        """What part of the slips of a weak level this seat makes: fewer where each of its moves decides little.

        At the usual rate and temperature it would mostly make any move at all.
        """
        return 1.0

    def share_left(self, obs: core.Obs) -> float:
        """The share of the game that is still to come, where `calibration` depends on it; otherwise none."""
        return 0.0


def _told(value: Any) -> str | int | list[str]:
    """A setting's value as a message takes it; a switch is ``yes`` or ``no``."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    return [str(each) for each in value] if isinstance(value, list) else value


def check_version(what: str, version: object) -> None:
    """BadPosition if a pickle is of another version than this build writes."""
    if version != PICKLE:
        raise BadPosition(f"a pickled {what} of version {version!r}: this build reads version {PICKLE}")


def check_pickled(what: str, version: object, ruleset: object) -> None:
    """BadPosition if a pickle is of another version, or if its rules are none."""
    check_version(what, version)
    if not isinstance(ruleset, Ruleset):
        raise BadPosition(f"a pickled {what} whose rules are of the type {type(ruleset).__name__}: want a Ruleset")


def _load_ruleset(
    version: int,
    name: str,
    seats: int,
    options: dict[str, str],
    replaced: Replacements | None,
    lang: str,
    rules_version: int,
    digest: str,
) -> Ruleset:
    from .registry import kept_ruleset  # which knows all games, and so imports this

    check_version("rule set", version)
    found = kept_ruleset(name, seats, replaced, lang, options)
    if found.version != rules_version:
        raise BadData(f"pickled by version {rules_version} of {name}'s rules; this engine has {found.version}")
    if found.components.digest != digest:
        raise BadData(f"pickled with other components of {name} ({digest}); this engine has {found.components.digest}")
    return found
