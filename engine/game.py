"""The public API: a game in progress, and what one seat knows of it.

game = petteia.new("egemonia", seed=7)
while game.pending:
    seat = game.pending[0]
    game.play(seat, game.legal(seat)[0])
print(game.result)
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ..ext import core as kernel
from .block import Block
from .description import Description
from .encoding import Feature
from .english import some
from .errors import AmbiguousMove, BadPosition, GameError, IllegalMove, InvalidMove, WrongSeat
from .languages import ENGLISH
from .record import Record
from .registry import ruleset
from .ruleset import CHANCE, PICKLE, PUBLIC, Ruleset, check_pickled

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

ENGINE, CLIENT = "engine", "client"


@dataclass(frozen=True)
class Result:
    """How a game ended."""

    winners: tuple[str, ...]  # several share a win; in a drawn game all are named
    reason: str
    returns: tuple[float, ...]  # one for each team, adding up to 1

    def to_dict(self) -> dict[str, Any]:
        return {"winners": list(self.winners), "reason": self.reason, "returns": list(self.returns)}


class Observation:
    """What one seat (or the spectator ``pub``) knows, and nothing else. Players decide from this.

    It is folded from the events that the seat saw, in the same way whether a `Game` runs here or the events come
    from elsewhere (`start` and `see`).
    """

    __slots__ = ("_obs", "ruleset", "seat")

    def __init__(self, ruleset: Ruleset, seat: str, obs: kernel.Obs) -> None:
        self.ruleset = ruleset
        self.seat = seat
        self._obs = obs

    @classmethod
    def start(cls, ruleset: Ruleset, seat: str) -> Observation:
        """What a seat knows before anything has happened."""
        if seat == CHANCE:
            raise WrongSeat("chance does not observe: want a seat or 'pub'")
        return cls(ruleset, seat, ruleset.rules.observe(ruleset.seat_number(seat)))

    def see(self, event: str) -> Observation:
        """What the seat knows after one more event, in the words of `Game.events`; BadPosition if it cannot be."""
        after = self._obs.clone()
        misfit = after.fold(self.ruleset.parse_token(event))
        if misfit:
            raise BadPosition(f"{event!r} does not fit what {self.seat} saw before: {self.ruleset.misfit(misfit)}")
        return Observation(self.ruleset, self.seat, after)

    @property
    def core(self) -> kernel.Obs:
        """The kernel's handle, for the search. It must not be folded further."""
        return self._obs

    @property
    def key(self) -> int:
        """64 bits that stand for all that the seat saw."""
        return self._obs.info_key

    @property
    def pending(self) -> tuple[str, ...]:
        return self.ruleset.pending_seats(self._obs.pending())

    def legal(self) -> list[str]:
        """The seat's own legal moves; empty if it is not asked."""
        if self.seat == PUBLIC:
            return []
        return [self.ruleset.format_move(move) for move in self._obs.legal()]

    def legal_actions(self) -> list[int]:
        """The same by their action ids (`Ruleset.move_of`)."""
        return self._obs.legal_actions()

    def action_mask(self) -> NDArray[np.bool_]:
        """True for each action that is legal, `Ruleset.n_actions` in all."""
        return self.ruleset.actions.mask(self.legal_actions())

    def view(self) -> dict[str, Any]:
        """What the seat knows as plain data, with its legal moves."""
        return {
            "game": self.ruleset.name,
            "you": self.seat,
            "pending": list(self.pending),
            **self.ruleset.view(self._obs),
            "legal": self.legal(),
        }

    def events(self, start: int = 0) -> list[str]:
        """What the seat saw so far, as `Game.events` tells it: all that the observation was folded from."""
        return [self.ruleset.format_token(token) for token in self._obs.tokens()[start:]]

    def draw(self, width: int = 80) -> str:
        """The board in plain text."""
        return self.ruleset.draw(self.view(), width)

    def describe(self) -> Description:
        """The decision as people meet it: what is asked, what each move does and costs, what threatens."""
        return self.ruleset.describe(self.view())

    def summary(self, brief: bool = False) -> list[Block]:
        """The position in words, part by part; ``brief`` leaves out what the moves of `describe` say as well."""
        return self.ruleset.summary(self.view(), brief)

    def to_numpy(self) -> NDArray[np.float32]:
        """What the seat knows as a vector of fixed length; `layout` says what is where."""
        return self.ruleset.encode(self._obs)

    def layout(self) -> list[Feature]:
        """What is where in the vector of `to_numpy`."""
        return self.ruleset.layout()

    def sample(self, seed: int, number: int = 0) -> kernel.State:
        """A whole position that the seat cannot tell from the true one, by the law of sampling."""
        return self._obs.sample(seed & (1 << 64) - 1, number)

    # Copies. The kernel's part must not be folded further, so a copy may share it, as it shares the rules.

    def __copy__(self) -> Observation:
        return self

    def __deepcopy__(self, memo: object) -> Observation:
        return Observation(self.ruleset, self.seat, self._obs.clone())

    def __reduce__(self) -> tuple[Any, ...]:
        """A pickle has what the seat saw and nothing else; it is folded anew where it arrives."""
        return _load_observation, (PICKLE, self.ruleset, self.seat, self._obs.tokens(), self.key)


def _load_observation(version: int, ruleset: Ruleset, seat: str, tokens: list[int], key: int) -> Observation:
    check_pickled("observation", version, ruleset)
    if kernel.key_of(ruleset.seat_number(seat), tokens) != key:
        raise BadPosition("the pickled observation is damaged: its key does not match its events")
    observation = Observation.start(ruleset, seat)
    for number, token in enumerate(tokens, 1):
        misfit = observation.core.fold(token)
        if misfit:
            raise BadPosition(f"a pickled observation whose event {number} cannot be: {ruleset.misfit(misfit)}")
    return observation


class Game:
    """A game in progress, with all its secrets: the referee's.

    ``chance="client"`` leaves dice and draws to the caller: ``chance`` is then a pending seat whose moves are the
    outcomes.
    """

    def __init__(self, ruleset: Ruleset, seed: int | None = None, chance: str = ENGINE) -> None:
        if chance not in (ENGINE, CLIENT):
            raise GameError(f"chance={chance!r}: want {ENGINE!r} or {CLIENT!r}")
        self.ruleset = ruleset
        self.chance = chance
        self.seed = int.from_bytes(os.urandom(8), "big") >> 1 if seed is None else int(seed)
        if not 0 <= self.seed < 1 << 64:
            raise GameError(f"seed={seed}: want 0..{(1 << 64) - 1}")
        self.state = ruleset.rules.start()
        self._deal_rng = kernel.DealRng(self.seed)
        self._moves: list[tuple[str, int]] = []
        viewers = (*ruleset.seats, PUBLIC)
        self._told: dict[str, list[int]] = {viewer: [] for viewer in viewers}
        self._obs: dict[str, kernel.Obs] = {}  # begun and folded when somebody asks, not at every move
        self._settle()

    # Who decides, and what.

    @property
    def seats(self) -> tuple[str, ...]:
        return self.ruleset.seats

    @property
    def pending(self) -> tuple[str, ...]:
        """The seats that must decide now; ``("chance",)`` if chance is the caller's; empty when the game is over."""
        return self.ruleset.pending_seats(self.state.pending())

    @property
    def result(self) -> Result | None:
        if self.state.pending():
            return None
        outcome = self.ruleset.result(self.view(PUBLIC))
        if outcome is None:
            raise AssertionError("nobody is pending, but there is no result")
        return Result(*outcome, tuple(self.state.returns()))

    def legal(self, seat: str) -> list[str]:
        """The legal moves of a seat that is asked, in the order of the rules page."""
        return [self.ruleset.format_move(move) for move in self.state.legal(self._asked(seat))]

    def legal_actions(self, seat: str) -> list[int]:
        """The same by their action ids (`Ruleset.move_of`)."""
        return self.state.legal_actions(self._asked_seat(seat))

    def action_mask(self, seat: str) -> NDArray[np.bool_]:
        """True for each action that is legal for a seat that is asked, `Ruleset.n_actions` in all."""
        return self.ruleset.actions.mask(self.legal_actions(seat))

    def play(self, seat: str, move: str) -> None:
        """Make a move. If it cannot be made, the error says why and nothing has changed."""
        self._make(seat, self._check(seat, move))
        self._settle()

    def play_action(self, seat: str, action: int) -> None:
        """The same by the move's action id: quicker, for programs."""
        number = self._asked_seat(seat)
        move = self.ruleset.rules.move_of(action)
        if move not in self.state.legal(number):
            raise IllegalMove(
                f"action {action} ({self.ruleset.move_of(action)}) is not legal for {seat} now", "not-now"
            )
        self._make(seat, move)
        self._settle()

    def complete(self, seat: str, text: str) -> str:
        """The legal move that begins with these words, for people who type; AmbiguousMove if there are several."""
        moves = self.legal(seat)
        found = [move for move in moves if move == text] or [move for move in moves if move.startswith(text)]
        if len(found) > 1:
            raise AmbiguousMove(f"{text!r} fits {len(found)} moves: {some(found)}")
        if not found:
            self._check(seat, text)
        return found[0]

    # What is known.

    def observation(self, seat: str) -> Observation:
        """What a seat (or ``pub``) knows now."""
        return Observation(self.ruleset, seat, self._folded(seat).clone())

    def view(self, seat: str) -> dict[str, Any]:
        """What a seat (or ``pub``) knows now, as plain data, with its legal moves."""
        return Observation(self.ruleset, seat, self._folded(seat)).view()

    def draw(self, seat: str = PUBLIC, width: int = 80) -> str:
        """The board as a seat sees it, in plain text."""
        return Observation(self.ruleset, seat, self._folded(seat)).draw(width)

    def events(self, seat: str = PUBLIC, start: int = 0) -> list[str]:
        """What a seat saw so far, one line each, from number ``start`` on."""
        self._viewer(seat)
        return [self.ruleset.format_token(token) for token in self._told[seat][start:]]

    def story(self, seat: str = PUBLIC, start: int = 0) -> list[str]:
        """The same in sentences, for the person at the seat: each with what was known when it happened."""
        from .narration import Narration  # which needs this module

        told = Narration(self.ruleset, seat).follow(self.events(seat))[start:]
        return [sentence for sentence in told if sentence]

    def n_events(self, seat: str = PUBLIC) -> int:
        self._viewer(seat)
        return len(self._told[seat])

    # Copies, saves and records.

    def clone(self) -> Game:
        """An independent copy."""
        other = Game.__new__(Game)
        other.ruleset, other.chance, other.seed = self.ruleset, self.chance, self.seed
        other.state, other._deal_rng = self.state.clone(), self._deal_rng.clone()
        other._moves = list(self._moves)
        other._told = {viewer: list(tokens) for viewer, tokens in self._told.items()}
        other._obs = {viewer: obs.clone() for viewer, obs in self._obs.items()}
        return other

    def __copy__(self) -> Game:
        return self.clone()

    def __deepcopy__(self, memo: object) -> Game:
        return self.clone()

    def __reduce__(self) -> tuple[Any, ...]:
        """A pickle is a save with its rule set: where it arrives, every move is made again and checked."""
        return _load_game, (PICKLE, self.ruleset, self.save())

    @property
    def moves(self) -> list[tuple[str, str]]:
        """All moves so far, chance's included, as (seat, move)."""
        return [(seat, self.ruleset.format_move(move)) for seat, move in self._moves]

    @property
    def n_moves(self) -> int:
        """How many moves were made, chance's included."""
        return len(self._moves)

    @property
    def digest(self) -> int:
        """64 bits that tell positions apart, the same on every machine. For the referee: it depends on secrets."""
        return self.state.digest()

    def record(self) -> Record:
        """The game so far, for keeping and replaying. It holds all secrets."""
        return Record(
            game=self.ruleset.name,
            version=self.ruleset.version,
            seats=self.ruleset.n_seats,
            options=dict(self.ruleset.chosen),
            components=self.ruleset.components.digest,
            seed=self.seed,
            chance=self.chance,
            moves=self.moves,
            digest=self.digest,
            result=None if self.result is None else self.result.to_dict(),
        )

    def save(self) -> bytes:
        """The record as bytes, with a checksum."""
        return self.record().pack()

    @classmethod
    def load(cls, saved: bytes, data: str | Path | None = None, lang: str = ENGLISH) -> Game:
        """A game from `save`; BadPosition if it is damaged, foreign, or from other components or rules."""
        return cls.replay(Record.unpack(saved), data, lang)

    @classmethod
    def replay(cls, kept: Record, data: str | Path | None = None, lang: str = ENGLISH) -> Game:
        """Play a record again, checking every move. A record is of no language."""
        return cls._replay(kept, ruleset(kept.game, kept.seats, data, lang=lang, **kept.options))

    @classmethod
    def _replay(cls, kept: Record, rules: Ruleset) -> Game:
        if kept.version != rules.version:
            raise BadPosition(
                f"played by version {kept.version} of {kept.game}'s rules; this engine has {rules.version}"
            )
        if kept.components != rules.components.digest:
            raise BadPosition(
                f"played with other components of {kept.game} ({kept.components}): pass their folder as data"
            )
        game = cls(rules, kept.seed, CLIENT)._retrace(kept.moves, kept.chance)
        if game.digest != kept.digest:
            raise BadPosition("the record does not end in the position that it names")
        return game

    def with_moves(self, moves: Sequence[tuple[str, str]]) -> Game:
        """The same deal after other moves, chance's included: for taking moves back. BadPosition if one cannot be."""
        return Game(self.ruleset, self.seed, CLIENT)._retrace(moves, self.chance)

    @property
    def deal_rng(self) -> kernel.DealRng:
        """A copy of the deal's random numbers as they stand, for perft. It holds the seed."""
        return self._deal_rng.clone()

    # Inside.

    def _retrace(self, moves: Sequence[tuple[str, str]], chance: str) -> Game:
        """Make recorded moves in a game that has just begun, then leave chance to whom it belongs."""
        for number, (seat, move) in enumerate(moves, 1):
            try:
                checked = self._check(seat, move)
                if seat == CHANCE:
                    self._deal_rng.skip(self.state)
                self._make(seat, checked)
            except GameError as error:
                raise BadPosition(f"move {number} of the record: {error}") from None
        self.chance = chance
        self._settle()
        return self

    def _viewer(self, seat: str) -> None:
        if seat not in self._told:
            raise WrongSeat(f"no seat {seat!r}: want {', '.join(self._told)}")

    def _folded(self, seat: str) -> kernel.Obs:
        self._viewer(seat)
        if seat not in self._obs:
            self._obs[seat] = self.ruleset.rules.observe(self.ruleset.seat_number(seat))
        obs = self._obs[seat]
        for token in self._told[seat][obs.n_tokens :]:
            if obs.fold(token):
                raise AssertionError(f"{seat}'s observation refused {self.ruleset.format_token(token)!r}")
        return obs

    def _asked(self, seat: str) -> int:
        """The number of a seat that must decide now; WrongSeat if it need not."""
        number = self.ruleset.seat_number(seat)
        if self.state.pending() >> number & 1:
            return number
        pending = self.pending
        if not pending:
            raise WrongSeat(f"{seat!r} is not asked: the game is over")
        # A seat is told no more than it knows: who has made a secret choice already is hidden.
        known = self.ruleset.pending_seats(self._folded(seat).pending()) if seat in self._told else pending
        raise WrongSeat(f"{seat!r} is not asked now: want {', '.join(known)}")

    def _asked_seat(self, seat: str) -> int:
        """The same, of a seat alone: chance has outcomes, not actions."""
        if seat == CHANCE:
            raise WrongSeat(f"chance has no actions: want {', '.join(self.seats)}")
        return self._asked(seat)

    def _check(self, seat: str, text: str) -> int:
        """The legal move that the words name, or the error that says why not."""
        number = self._asked(seat)
        if not isinstance(text, str):
            raise InvalidMove(f"{text!r} is not a move: want text such as {self.legal(seat)[0]!r}")
        legal = self.state.legal(number)
        try:
            move = self.ruleset.parse_move(text)
        except InvalidMove:
            fitting = [word for word in map(self.ruleset.format_move, legal) if text and word.startswith(text)]
            if len(fitting) > 1:
                raise AmbiguousMove(f"{text!r} fits {len(fitting)} moves: {some(fitting)}") from None
            raise
        if move not in legal:
            if seat == CHANCE:
                raise IllegalMove(f"{text!r} cannot happen now: want {some(self.legal(seat))}", "impossible")
            reason, sentence = self.ruleset.why_not(self._folded(seat), move)
            raise IllegalMove(f"{text!r} is not legal for {seat} now: {sentence}", reason)
        return move

    def _make(self, seat: str, move: int) -> None:
        told = self.state.apply_told(self.ruleset.seat_number(seat), move)
        self._moves.append((seat, move))
        for tokens, seen in zip(self._told.values(), told, strict=True):
            tokens.extend(seen)

    def _settle(self) -> None:
        """Let the deal answer for chance, unless the caller does."""
        while self.chance == ENGINE and self.state.pending() == kernel.PENDING_CHANCE:
            self._make(CHANCE, self._deal_rng.draw(self.state))


def _load_game(version: int, ruleset: Ruleset, saved: bytes) -> Game:
    check_pickled("game", version, ruleset)
    kept = Record.unpack(saved)
    was, want = (kept.game, kept.seats, kept.options), (ruleset.name, ruleset.n_seats, ruleset.chosen)
    if was != want:
        raise BadPosition(f"a pickled game by the rules {was}: want {want}, which it came with")
    return Game._replay(kept, ruleset)


def new(
    game: str,
    *,
    seats: int | None = None,
    seed: int | None = None,
    data: str | Path | None = None,
    chance: str = ENGINE,
    lang: str = ENGLISH,
    **options: str,
) -> Game:
    """Start a game.

    ``seed`` fixes the deal (default: the operating system chooses); ``data`` is a folder whose files replace the
    game's component files; ``chance="client"`` leaves dice and draws to the caller; ``lang`` is the language of all
    that people read, and the folder may bring one; the rest are the game's own options.

    >>> game = new("egemonia", seed=7, scenario="historical")
    >>> game.pending
    ('s0',)
    """
    return Game(ruleset(game, seats, data, lang=lang, **options), seed, chance)
