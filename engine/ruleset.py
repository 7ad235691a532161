"""A game with its options and components fixed: everything that it is beside its kernel.

A rule set holds no game in progress and never changes, so any number of games share one.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from functools import cached_property
from html import escape
from itertools import product
from typing import TYPE_CHECKING, Any, ClassVar, Self

from ..ext import core
from .block import Block
from .components import Components, Data, Replacements
from .encoding import Feature
from .errors import BadData, BadPosition, UnknownGame, WrongSeat
from .modules import Modules
from .vocabulary import Vocabulary

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

CHANCE = "chance"
PUBLIC = "pub"
PICKLE = 1  # the version of pickled rule sets, games and observations


class Ruleset(ABC):
    """One game with fixed options and components.

    Its words and views come from the game's own modules, named in `modules`. A game without such modules, such as the
    small ones by which the search is checked, has methods of its own in their place.
    """

    name: ClassVar[str]  # as in `petteia.new(name)`
    title: ClassVar[str]
    about: ClassVar[str]  # one sentence
    folder: ClassVar[str] = ""  # where its data are, if not under its name
    version: ClassVar[int] = 1  # of the rules: a record says which it was played by
    primer: ClassVar[str] = ""  # the rules in a few paragraphs, for somebody who begins
    has_map: ClassVar[bool] = True  # whether `draw` shows more than `summary` says
    causes: ClassVar[frozenset[str]] = frozenset({"move"})  # events that tell of a decision
    aftermath: ClassVar[frozenset[str]] = frozenset()  # events that are told with the position before their cause
    seat_counts: ClassVar[tuple[int, ...]]
    options: ClassVar[dict[str, tuple[str, ...]]] = {}  # the first value of each is the default
    modules: ClassVar[Modules]

    rules: core.Rules  # the kernel's
    tables: Any  # the components as the kernel and the words need them
    components: Components
    _chosen: dict[str, str]

    def __init__(self, seats: int | None = None, data: Data = None, **options: str) -> None:
        self.n_seats = self.seat_counts[0] if seats is None else seats
        if self.n_seats not in self.seat_counts:
            counts = " or ".join(map(str, sorted(self.seat_counts)))
            raise UnknownGame(f"{self.name} with seats={seats}: want {counts}")
        self._chosen = self.choose(options)
        self.components = Components(self.folder or self.name, data)

    # Copies. Nothing in a rule set changes, so a copy is the same object; a pickle says how to make it again.

    def __copy__(self) -> Self:
        return self

    def __deepcopy__(self, memo: object) -> Self:
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        """A pickle has the options, an owner's files if there are any, and what the components and rules must be."""
        made_from = (self.name, self.n_seats, self.chosen, self.components.replaced)
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
        """Seats and options in which the game is tested: all of them, or what stands for them."""
        return [
            (seats, dict(zip(cls.options, values, strict=True)))
            for seats in cls.seat_counts
            for values in product(*cls.options.values())
        ]

    # Seats.

    @property
    def seats(self) -> tuple[str, ...]:
        return tuple(f"s{number}" for number in range(self.n_seats))

    def seat_name(self, seat: str) -> str:
        """What people call a seat."""
        return seat

    def seat_number(self, seat: str) -> int:
        """The kernel's number of a seat, of ``chance`` or of the spectator ``pub``."""
        if seat == CHANCE:
            return core.CHANCE
        if seat == PUBLIC:
            return core.SPECTATOR
        if seat in self.seats:
            return self.seats.index(seat)
        raise WrongSeat(f"no seat {seat!r}: want {', '.join(self.seats)}")

    def seat_word(self, number: int) -> str:
        """The other way round."""
        return {core.CHANCE: CHANCE, core.SPECTATOR: PUBLIC}.get(number) or self.seats[number]

    def pending_seats(self, mask: int) -> tuple[str, ...]:
        """The seats in a kernel's mask of who must decide."""
        if mask == core.PENDING_CHANCE:
            return (CHANCE,)
        return tuple(seat for number, seat in enumerate(self.seats) if mask >> number & 1)

    # Notation. `parse_move(format_move(m)) == m`, and the same for tokens.

    @cached_property
    def _moves(self) -> Vocabulary:
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

    def misfit(self, code: int) -> str:
        """Why an observation refused a token."""
        return self.modules.notation.MISFITS[code]

    @abstractmethod
    def why_not(self, obs: core.Obs, move: int) -> tuple[str, str]:
        """Why the viewer may not make this well-formed move: a word and a sentence, from what it knows alone."""

    # What programs look at.

    def fields(self, state: core.State) -> dict[str, Any]:
        """The whole position, named as in RULES.md: for the referee and for tests."""
        return self.modules.views.fields(self.tables, state)

    def from_fields(self, fields: dict[str, Any]) -> core.State:
        """A position set up by hand; BadPosition if it cannot be."""
        return self.modules.views.from_fields(self.tables, fields)

    def view(self, obs: core.Obs) -> dict[str, Any]:
        """What the viewer knows, as plain data, named as in RULES.md."""
        return self.modules.views.view(self.tables, obs)

    def secrets(self, fields: dict[str, Any]) -> dict[str, list[str]]:
        """Of a whole position, what may be hidden from somebody: by name, the things that are there."""
        return self.modules.views.secrets(fields)

    def layout(self) -> list[Feature]:
        """What is where in the vector of `encode`."""
        return self.modules.views.layout(self.tables)

    def encode(self, obs: core.Obs) -> NDArray[np.float32]:
        """What the viewer knows as a vector of fixed length, from the viewer's side of the table."""
        return self.modules.views.encode(self.tables, obs)

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

    def tell(self, event: str) -> str | None:
        """An event (as `format_token` has it) as a sentence for people; None if there is nothing to say."""
        return self.modules.narration.tell(self.tables, event)

    def narrate(self, before: dict[str, Any], event: str, after: dict[str, Any], cause: str = "") -> str | None:
        """The same, told by somebody who knows the viewer's position before and after the event.

        ``cause`` is the last event in `causes`. Of one in `aftermath`, ``before`` is the position before its cause.
        """
        return self.modules.narration.narrate(self.tables, before, event, after, cause)

    def because(self, reason: str) -> str:
        """The word of `result` for a reason, in a sentence without its stop; empty if the word says it."""
        return self.modules.narration.because(self.tables, reason)

    # What the engine expects, as people are told it.

    def calibration(self, obs: core.Obs) -> tuple[float, float] | None:
        """How often what the engine expects comes true, as (a, b). None: about as often as it says.

        If the engine gives the first of two teams a share with log odds x, that team wins with log odds a + b x.
        """
        return None

    def share_left(self, obs: core.Obs) -> float:
        """The share of the game that is still to come, where `calibration` depends on it; otherwise none."""
        return 0.0


def check_version(what: str, version: object) -> None:
    """BadPosition if a pickle is of another version than this build writes."""
    if version != PICKLE:
        raise BadPosition(f"a pickled {what} of version {version!r}: this build reads version {PICKLE}")


def _load_ruleset(
    version: int,
    name: str,
    seats: int,
    options: dict[str, str],
    replaced: Replacements | None,
    rules_version: int,
    digest: str,
) -> Ruleset:
    from .registry import kept_ruleset  # which knows all games, and so imports this

    check_version("rule set", version)
    found = kept_ruleset(name, seats, replaced, options)
    if found.version != rules_version:
        raise BadData(f"pickled by version {rules_version} of {name}'s rules; this engine has {found.version}")
    if found.components.digest != digest:
        raise BadData(f"pickled with other components of {name} ({digest}); this engine has {found.components.digest}")
    return found
