"""What can go wrong, by kind. Every message quotes the input and says what would have been right."""

from __future__ import annotations

LONGEST = 2000  # characters of a message


class GameError(ValueError):
    """Something asked of a game cannot be; the game is as it was.

    A message quotes the input at its start and says at its end what would have been right. If the input was long, the
    middle is left out.
    """

    def __init__(self, message: str) -> None:
        half = LONGEST // 2
        super().__init__(message if len(message) <= LONGEST else f"{message[:half]} ... {message[-half:]}")


class UnknownGame(GameError):
    """No game of that name, or no such option of it."""


class InvalidMove(GameError):
    """The words are not a move of this game at all."""


class AmbiguousMove(GameError):
    """The words fit more than one legal move."""


class IllegalMove(GameError):
    """A move of this game, but not one that this seat may make now.

    ``reason`` is a word for programs (``out-of-range``, ``not-in-hand``...), drawn only from what the seat knows.
    """

    def __init__(self, message: str, reason: str = "illegal") -> None:
        super().__init__(message)
        self.reason = reason


class WrongSeat(GameError):
    """That seat is not asked now, or does not exist."""


class BadPosition(GameError):
    """A save, a record or a position that cannot be."""


class BadData(GameError):
    """A component file that cannot be used: the message names the file, the row and the reason."""


class BrokenGame(UserWarning):
    """A game of another package that cannot be used. The message names both and says why."""
