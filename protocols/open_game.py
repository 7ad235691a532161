"""What every open game can tell, whether the engine referees it (`referee`) or sits at one seat (`seat_mode`)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from ..ai.player import Player
from ..engine import Observation, Ruleset
from ..engine.narration import Narration
from .errors import ProtocolError


def seat_range(seats: Sequence[str]) -> str:
    """The seats in an error's words: ``s0..s2``, with others behind a comma."""
    row = [seat for number, seat in enumerate(seats) if seat == f"s{number}"]
    others = [seat for seat in seats if seat not in row]
    first = [] if not row else [row[0] if len(row) == 1 else f"{row[0]}..{row[-1]}"]
    return ",".join([*first, *others])


def team_names(ruleset: Ruleset, n_teams: int) -> list[str]:
    """The teams in the order of all shares: their seats joined by ``+``; ``house`` for one without a seat."""
    members: list[list[str]] = [[] for _ in range(n_teams)]
    for seat, team in zip(ruleset.seats, ruleset.rules.teams, strict=True):
        members[team].append(seat)
    return ["+".join(team) or "house" for team in members]


@dataclass
class EventLog:
    """Everything that one viewer was ever told, and which of it was not taken back."""

    entries: list[str] = field(default_factory=list)  # number n is entries[n - 1]
    standing: list[int] = field(default_factory=list)  # numbers of the game's events so far

    def add(self, events: Sequence[str]) -> None:
        for text in events:
            self.entries.append(text)
            self.standing.append(len(self.entries))

    def take_back(self, n_left: int) -> bool:
        """Let only the first events stand. Return False if there was nothing to take back."""
        if n_left >= len(self.standing):
            return False
        self.entries.append(f"undo to={self.standing[n_left - 1] if n_left else 0}")
        del self.standing[n_left:]
        return True


class OpenGame:
    """A game that a client opened, whoever referees it."""

    ruleset: Ruleset
    teams: list[str]

    def __init__(self, handle: str) -> None:
        self.handle = handle
        self.player: Player | None = None  # who searched last, and what it was made from
        self.player_made_from: object = None
        self._narrations: dict[str, Narration] = {}  # of those who asked for their story

    def forget_player(self) -> None:
        """Let go of the player and of the trees that it keeps."""
        if self.player is not None:
            self.player.begin()
        self.player = None

    # The checks are in the order of the protocol.

    def check_seat(self, seat: str, *others: str) -> None:
        """Check that it is a seat of this game, or one of the others that are allowed here (bad-arg)."""
        raise NotImplementedError

    @property
    def viewers(self) -> tuple[str, ...]:
        """Those whose knowledge can be told here."""
        raise NotImplementedError

    def observation(self, seat: str) -> Observation:
        raise NotImplementedError

    def waiting(self) -> tuple[str, ...]:
        raise NotImplementedError

    def outcome(self) -> tuple[tuple[str, ...], str] | None:
        raise NotImplementedError

    def told(self, viewer: str) -> list[str]:
        """All that a viewer was told, number 1 first."""
        raise NotImplementedError

    def story(self, viewer: str) -> list[str | None]:
        """The same in sentences."""
        if viewer not in self._narrations:
            self._narrations[viewer] = Narration(self.ruleset, viewer)
        return self._narrations[viewer].follow(self.told(viewer))

    def record(self, seat: str | None) -> str:
        raise NotImplementedError

    def decision(self, seat: str) -> int | None:
        """The number of the decision that a seat is asked for; None if there is no such count."""
        raise NotImplementedError

    def check_open(self) -> None:
        if self.outcome() is not None:
            raise ProtocolError("game-over")

    def check_asked(self, seat: str, d: int | None = None) -> None:
        """Check that a seat must decide now, and that it is this decision."""
        waiting = self.waiting()
        if seat not in waiting:
            raise ProtocolError("wrong-seat", seat=seat, waiting=list(waiting))
        current = self.decision(seat)
        if d is not None and current is not None and d != current:
            raise ProtocolError("stale", d=d, want=current)

    def note(self, seat: str, d: int | None, remark: str) -> None:
        """Keep a remark on a decision, for the record. Called from the thread that searched."""
