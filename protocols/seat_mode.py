"""One seat of a game that is refereed elsewhere: the engine knows what it is told, and nothing else."""

from __future__ import annotations

import re
from typing import Any

from ..engine import BadPosition, Observation, Ruleset
from .errors import ProtocolError, bad_arg
from .open_game import EventLog, OpenGame, seat_range, team_names
from .records import uhg

_UNDO = re.compile(r"undo to=(0|[1-9][0-9]{0,8})\Z")


class SeatGame(OpenGame):
    """What one seat has been told so far."""

    def __init__(self, handle: str, ruleset: Ruleset, seat: str) -> None:
        super().__init__(handle)
        if seat not in ruleset.seats:
            raise bad_arg("seat", seat, seat_range(ruleset.seats))
        self.ruleset = ruleset
        self.seat = seat
        self.seen = Observation.start(ruleset, seat)
        self.teams = team_names(ruleset, len(self.seen.sample(0).evaluate()))
        self.log = EventLog()

    @property
    def viewers(self) -> tuple[str, ...]:
        return (self.seat,)

    def check_seat(self, seat: str, *others: str) -> None:
        if seat != self.seat:
            raise bad_arg("seat", seat, self.seat)

    def observation(self, seat: str) -> Observation:
        return self.seen

    def waiting(self) -> tuple[str, ...]:
        return self.seen.pending

    def outcome(self) -> tuple[tuple[str, ...], str] | None:
        return self.ruleset.result(self.ruleset.view(self.seen.core))

    def told(self, viewer: str) -> list[str]:
        return self.log.entries

    def decision(self, seat: str) -> int | None:
        return None  # the referee counts them

    def record(self, seat: str | None) -> str:
        return uhg.write_events(self.ruleset, self.seat, [self.log.entries[n - 1] for n in self.log.standing])

    def observe(self, n: int, text: str) -> dict[str, Any]:
        """Event number n, in the words that the referee sent to this seat."""
        text = text.rstrip(" ")
        told = len(self.log.entries)
        if n > told + 1:
            raise ProtocolError("gap", want=told + 1)
        if n <= told:
            if self.log.entries[n - 1] != text:
                raise ProtocolError("inconsistent", n=n, reason="told-otherwise")
            return {"dup": 1}
        undone = _UNDO.match(text)
        if undone is not None:
            self._undo(n, int(undone.group(1)))
        else:
            self.seen = self._see(self.seen, n, text)
            self.log.add([text])
        return {"asked": 1} if self.seat in self.waiting() else {}

    def _see(self, seen: Observation, n: int, text: str) -> Observation:
        try:
            token = self.ruleset.parse_token(text)
        except BadPosition:
            raise ProtocolError("inconsistent", n=n, reason="not-an-event") from None
        if self.ruleset.format_token(token) != text:
            raise ProtocolError("inconsistent", n=n, reason="not-an-event")
        after = seen.core.clone()
        misfit = after.fold(token)
        if misfit:
            raise ProtocolError("inconsistent", n=n, reason=self.ruleset.misfit(misfit))
        return Observation(self.ruleset, self.seat, after)

    def _undo(self, n: int, to: int) -> None:
        """The referee took something back: fold again what still stands."""
        standing = self.log.standing
        if to and to not in standing:
            raise ProtocolError("inconsistent", n=n, reason="undo-of-nothing")
        n_left = standing.index(to) + 1 if to else 0
        if n_left == len(standing):
            raise ProtocolError("inconsistent", n=n, reason="undo-of-nothing")
        seen = Observation.start(self.ruleset, self.seat)
        for number in standing[:n_left]:
            seen = self._see(seen, number, self.log.entries[number - 1])
        self.seen = seen
        self.log.take_back(n_left)
