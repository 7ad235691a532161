"""What the small games share: notation, words, and views straight from the kernel's fields."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any, ClassVar

from ....ext import core
from ....ext.games.toys import common as kernel
from ...block import Block
from ...description import Offered, Thing, Threat, plain_offers
from ...encoding import Feature
from ...errors import BadPosition, InvalidMove
from ...languages import Catalogue, catalogue
from ...messages import Value
from ...ruleset import Ruleset
from ...tokens import join, split

YOU = "you"  # the case of a message that speaks to the viewer
# What a view has beside the position.
BESIDE = {"game", "you", "pending", "legal", "options", "share"}
MISFITS = {kernel.MALFORMED: "no such thing in this game", kernel.NOT_NOW: "not at this point of the game"}


class Toy(Ruleset):
    """A small game."""

    folder = "toys"
    has_map = False
    seat_counts = (2,)
    event_words: ClassVar[dict[int, str]]

    @classmethod
    def names_before(cls, seats: int, words: Catalogue | None = None) -> dict[str, str]:
        say = words or catalogue(cls.folder)
        anybody = super().names_before(seats, say)
        return {seat: say.get(f"seats.{cls.name}.{seat}", name) for seat, name in anybody.items()}

    def unpack(self, raw: bytes) -> dict[str, Any]:
        """The kernel's fields."""
        raise NotImplementedError

    def moves(self) -> dict[int, str]:
        """Words for every move that can ever be made."""
        raise NotImplementedError

    def format_move(self, move: int) -> str:
        return self._words[move]

    def parse_move(self, text: str) -> int:
        if text not in self._numbers:
            raise InvalidMove(f"{text!r} is no move of {self.title}")
        return self._numbers[text]

    def move_shape(self, move: int) -> str:
        return self.format_move(move).partition(":")[0]

    @property
    def _words(self) -> dict[int, str]:
        if not hasattr(self, "_all_words"):
            self._all_words = self.moves()
        return self._all_words

    @property
    def _numbers(self) -> dict[str, int]:
        return {word: move for move, word in self._words.items()}

    def format_token(self, token: int) -> str:
        type_, seat, open_part, secret = split(token)
        return f"{self.event_words[type_]}:{self.seat_word(seat)}:{open_part}:{'?' if secret is None else secret}"

    def parse_token(self, text: str) -> int:
        types = {word: number for number, word in self.event_words.items()}
        try:
            word, seat, open_part, secret = text.split(":")
            return join(types[word], self.seat_number(seat), int(open_part), None if secret == "?" else int(secret))
        except (KeyError, ValueError) as error:
            raise BadPosition(f"{text!r} is no event of {self.title}: {error}") from None

    def why_not(self, obs: core.Obs, move: int) -> tuple[str, str]:
        return "not-legal", f"{self.format_move(move)!r} is not possible now"

    def misfit(self, code: int) -> str:
        return MISFITS[code]

    def fields(self, state: core.State) -> dict[str, Any]:
        return self.unpack(state.raw())

    def from_fields(self, fields: dict[str, Any]) -> core.State:
        raise BadPosition(f"positions of {self.title} are reached by playing only")

    def view(self, obs: core.Obs) -> dict[str, Any]:
        known = self.unpack(obs.raw_state())
        share = None
        if not obs.pending():
            share = self.rules.state(obs.raw_state()).returns()[0]
        return {**known, "share": share}

    def secrets(self, fields: dict[str, Any]) -> dict[str, list[str]]:
        return {}

    # What people read. A game gives its facts, and its events as the messages that tell them.

    def facts(self, view: dict[str, Any]) -> list[tuple[str, str]]:
        """The position: what each thing is called, and what it is. Without words of its own: the fields."""
        return [(name, str(value)) for name, value in view.items() if name not in BESIDE]

    def told(self, word: str, seen: int, secret: int | None) -> tuple[str, dict[str, Value]]:
        """The message of an event, and what its placeholders stand for beside the seat's name."""
        raise NotImplementedError

    def _by_seat(self, values: Sequence[int]) -> list[tuple[str, int]]:
        """Values of seats, with what the seats are called."""
        return [(self.seat_name(seat), value) for seat, value in zip(self.seats, values, strict=True)]

    def label(self, field: str) -> str:
        return self.words(f"field.{field}")

    def draw(self, view: dict[str, Any], width: int = 80) -> str:
        return "".join(f"{name}: {value}\n"[:width] for name, value in self.facts(view))

    def headline(self, view: dict[str, Any]) -> str:
        return " | ".join([self.title, *(f"{name}: {value}" for name, value in self.facts(view))])

    def summary(self, view: dict[str, Any], brief: bool = False) -> list[Block]:
        return [Block(self.title, heads=("", ""), rows=self.facts(view))]

    def question(self, view: dict[str, Any]) -> str:
        return self.words.get(f"question.{self._verb(view['legal'][0])}", self.words.get("move", ""))

    def gloss(self, view: dict[str, Any], move: str) -> str:
        return ""

    def offers(self, view: dict[str, Any]) -> Offered:
        """Moves by their notation, in words."""
        plain = plain_offers(view["legal"], self.question(view))
        moves = []
        for offer in plain.moves:
            what = offer.move.partition(":")[2]
            step = self.words.get(f"value.{what}", what.replace(",", " "))
            verb, label = self._verb(offer.move), offer.label
            if f"move.{verb}" in self.words:
                label = self.words(f"move.{verb}", what=step)
            moves.append(replace(offer, label=label, step=step))
        return replace(plain, moves=moves)

    @staticmethod
    def _verb(move: str) -> str:
        """The key of the words for a move: calling a bet is not calling a side."""
        verb, _, what = move.partition(":")
        return "side" if verb == "call" and what else verb

    def threats(self, view: dict[str, Any]) -> list[Threat]:
        return []

    def things(self, view: dict[str, Any]) -> dict[str, Thing]:
        return {}

    def tell(self, event: str) -> str | None:
        return self._tell(event, "")

    def narrate(self, before: dict[str, Any], event: str, after: dict[str, Any], cause: str = "") -> str | None:
        return self._tell(event, after["you"])

    def _tell(self, event: str, viewer: str) -> str:
        word, seat, seen, secret = event.split(":")
        message, values = self.told(word, int(seen), None if secret == "?" else int(secret))
        return self.words(f"story.{message}", who=YOU if seat == viewer else self.seat_name(seat), **values)

    def because(self, reason: str) -> str:
        return ""

    def result(self, view: dict[str, Any]) -> tuple[tuple[str, ...], str] | None:
        share = view["share"]
        if share is None:
            return None
        if share == 0.5:
            return self.seats, "draw"
        return (self.seats[0 if share > 0.5 else 1],), "win"

    def layout(self) -> list[Feature]:
        return [Feature("known", 0, (self.rules.state_size,), "the bytes of what the viewer knows")]
