"""What the small games share: plain words for moves and events, and views straight from the kernel's fields."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

from ....ext import core
from ....ext.games.toys import common as kernel
from ...block import Block
from ...encoding import Feature
from ...errors import BadPosition, InvalidMove
from ...ruleset import Ruleset
from ...tokens import join, split

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

MISFITS = {kernel.MALFORMED: "no such thing in this game", kernel.NOT_NOW: "not at this point of the game"}


class Toy(Ruleset):
    """A small game. Only its moves have words of their own; the rest is generic."""

    folder = "toys"
    seat_counts = (2,)
    event_words: ClassVar[dict[int, str]]

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

    def draw(self, view: dict[str, Any], width: int = 80) -> str:
        return "".join(f"{name}: {value}\n"[:width] for name, value in view.items())

    def headline(self, view: dict[str, Any]) -> str:
        return self.title

    def summary(self, view: dict[str, Any], brief: bool = False) -> list[Block]:
        return [Block(self.title, self.draw(view).splitlines())]

    def question(self, view: dict[str, Any]) -> str:
        return "It is your move."

    def gloss(self, view: dict[str, Any], move: str) -> str:
        return ""

    def tell(self, event: str) -> str | None:
        word, seat, open_part, secret = event.split(":")
        return f"{word} of {seat}: {open_part}" + ("" if secret == "?" else f", {secret}")

    def narrate(self, before: dict[str, Any], event: str, after: dict[str, Any], cause: str = "") -> str | None:
        return self.tell(event)

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

    def encode(self, obs: core.Obs) -> NDArray[np.float32]:
        import numpy as np  # here, because most programs never ask for vectors

        return np.frombuffer(obs.raw_state(), dtype=np.uint8).astype(np.float32)
