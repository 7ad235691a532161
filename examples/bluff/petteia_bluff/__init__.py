"""Bluff for petteia: the rule set. `Toy` brings views and words; a larger game has modules of its own for them."""

from __future__ import annotations

from typing import Any, ClassVar

from petteia.engine.components import Data
from petteia.engine.games.toys import Toy
from petteia.ext import core

from . import kernel as bluff


class Bluff(Toy):
    name = "bluff"
    folder = ""  # its files are in this package
    kernel = bluff.OPS
    partly_hidden = frozenset({"die"})
    event_words: ClassVar[dict[int, str]] = {
        bluff.EV_ROLL: "roll",
        bluff.EV_CLAIM: "claim",
        bluff.EV_BELIEVE: "believe",
        bluff.EV_DOUBT: "doubt",
    }

    def __init__(self, seats: int | None = None, data: Data = None, **options: str) -> None:
        super().__init__(seats, data, **options)
        self.rules = core.Rules(self.name, bluff.make_rules())

    def unpack(self, raw: bytes) -> dict[str, Any]:
        return bluff.unpack(raw)

    def moves(self) -> dict[int, str]:
        words = {bluff.DO_BELIEVE: "believe", bluff.DO_DOUBT: "doubt"}
        for number in range(1, 7):
            words[bluff.DO_ROLL | number << 4] = f"roll:{number}"
            words[bluff.DO_CLAIM | number << 4] = f"claim:{number}"
        return words

    def told(self, word: str, seen: int, secret: int | None) -> tuple[str, dict[str, Any]]:
        numbers = {"event": self.words(f"event.{word}"), "open": str(seen)}
        return ("open", numbers) if secret is None else ("both", {**numbers, "secret": str(secret)})
