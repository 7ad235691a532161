"""Taking a move back where several people and the engine share a game: how far, and why not.

The engine process decides whether one move can be undone: not if chance has answered it, or somebody has learned
something from it. A frontend adds what only it knows: who of the seats is a person. Nobody takes back what another
person has decided.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence

from petteia.protocols.client import EngineError

REASONS = {  # by the engine's word for it, or by ours: the end of a sentence
    "chance": "a die was rolled or a card was drawn since",
    "revealed": "somebody has learned something from it",
    "nothing-to-undo": "you have not chosen anything yet",
    "others-moved": "somebody else at this table has moved since",
}


class CannotTakeBack(Exception):
    """The seat's last move stands; ``code`` is a word for programs and a key of `REASONS`."""

    def __init__(self, code: str) -> None:
        super().__init__(REASONS[code])
        self.code = code


def last_own_move(history: Sequence[tuple[str, str]], seat: str, people: Collection[str]) -> int:
    """The place of the seat's last move in the history of (seat, move): it and all after it must go.

    CannotTakeBack if there is none, or if another of the ``people`` has moved since.
    """
    place = max((place for place, (mover, _) in enumerate(history) if mover == seat), default=None)
    if place is None:
        raise CannotTakeBack("nothing-to-undo")
    if any(mover != seat and mover in people for mover, _ in history[place:]):
        raise CannotTakeBack("others-moved")
    return place


def reason_of(error: CannotTakeBack | EngineError) -> str:
    """Why a move stands, as the end of a sentence."""
    if isinstance(error, CannotTakeBack):
        return str(error)
    return REASONS.get(str(error.keys.get("reason")), str(error))
