"""A toy for the protocol's tests: three seats show one to three fingers at once, three times.

Who is nearest to the mean scores. It has what the first games lack: decisions that several seats make together, unseen
until the last is in. It is written in Python from end to end, kernel included.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from petteia.engine import BadPosition, Feature, InvalidMove, Ruleset
from petteia.ext import core

SEATS, ROUNDS, FINGERS = 3, 3, 3
SHOW, REVEAL, OVER = 1, 2, 3  # kinds of tokens: kind * 100 + seat * 10 + fingers


class Rules:
    n_seats = SEATS
    teams = (0, 1, 2)

    def start(self) -> State:
        return State()

    def observe(self, viewer: int) -> Obs:
        return Obs(viewer)


class State:
    def __init__(self) -> None:
        self.shown: list[int | None] = [None] * SEATS
        self.scores = [0] * SEATS
        self.round = 0

    def clone(self) -> State:
        other = State()
        other.shown, other.scores, other.round = list(self.shown), list(self.scores), self.round
        return other

    def pending(self) -> int:
        if self.round == ROUNDS:
            return 0
        return sum(1 << seat for seat, fingers in enumerate(self.shown) if fingers is None)

    def kind(self, seat: int) -> int:
        return 2

    def legal(self, seat: int) -> list[int]:
        return list(range(1, FINGERS + 1))

    def apply(self, seat: int, move: int) -> None:
        self.apply_told(seat, move)

    def apply_told(self, seat: int, move: int) -> list[list[int]]:
        told: list[list[int]] = [[] for _ in range(SEATS + 1)]
        self.shown[seat] = move
        told[seat].append(SHOW * 100 + seat * 10 + move)
        if None not in self.shown:
            fingers = [number or 0 for number in self.shown]
            for tokens in told:
                tokens += [REVEAL * 100 + other * 10 + number for other, number in enumerate(fingers)]
            settle(self, fingers)
            if self.round == ROUNDS:
                for tokens in told:
                    tokens.append(OVER * 100)
        return told

    def evaluate(self) -> list[float]:
        total = sum(self.scores)
        return [score / total for score in self.scores] if total else [1 / SEATS] * SEATS

    returns = evaluate

    def playout(self, seed: int, cutoff: int = -1) -> int:
        steps = 0
        while pending := self.pending():
            seed = (seed * 6364136223846793005 + 1442695040888963407) % (1 << 64)
            self.apply((pending & -pending).bit_length() - 1, (seed >> 33) % FINGERS + 1)
            steps += 1
        return steps

    def digest(self) -> int:
        return hash((tuple(self.shown), tuple(self.scores), self.round)) & (1 << 64) - 1

    def check(self) -> int:
        return 0


def settle(state: State, fingers: list[int]) -> None:
    mean = sum(fingers) / SEATS
    nearest = min(abs(number - mean) for number in fingers)
    for seat, number in enumerate(fingers):
        state.scores[seat] += abs(number - mean) == nearest
    state.shown = [None] * SEATS
    state.round += 1


class Obs:
    def __init__(self, viewer: int) -> None:
        self.viewer = viewer
        self.state = State()  # the others' fingers are never in it
        self.revealed: list[int] = []
        self.n_tokens = 0
        self.info_key = viewer + 1

    def clone(self) -> Obs:
        other = Obs(self.viewer)
        other.state, other.revealed = self.state.clone(), list(self.revealed)
        other.n_tokens, other.info_key = self.n_tokens, self.info_key
        return other

    def fold(self, token: int) -> int:
        kind, seat, fingers = token // 100, token // 10 % 10, token % 10
        self.n_tokens += 1
        self.info_key = (self.info_key * 1_000_003 + token) % (1 << 64)
        if self.state.round == ROUNDS and kind != OVER:
            return 1
        if kind == SHOW:
            if seat != self.viewer or self.state.shown[seat] is not None:
                return 1
            self.state.shown[seat] = fingers
        elif kind == REVEAL:
            if seat != len(self.revealed) or (seat == self.viewer and self.state.shown[seat] != fingers):
                return 1
            self.revealed.append(fingers)
            if len(self.revealed) == SEATS:
                settle(self.state, self.revealed)
                self.revealed = []
        return 0

    def pending(self) -> int:
        return self.state.pending()

    def kind(self, seat: int) -> int:
        return 2

    def legal(self) -> list[int]:
        return self.state.legal(self.viewer) if self.pending() >> self.viewer & 1 else []

    def sample(self, seed: int, stream: int = 0, resample_own: bool = False) -> State:
        return self.state.clone()


class Morra(Ruleset):
    name = "morra"
    title = "Morra"
    about = "show fingers together"
    seat_counts = (SEATS,)

    def __init__(self, seats: int | None = None, data: object = None, *, lang: str = "en") -> None:
        self.n_seats = SEATS
        self._chosen = {}
        self.rules: Any = Rules()
        self.components: Any = type("NoComponents", (), {"digest": "none"})()

    def format_move(self, move: int) -> str:
        return f"show:{move}"

    def parse_move(self, text: str) -> int:
        if text not in ("show:1", "show:2", "show:3"):
            raise InvalidMove(text)
        return int(text[-1])

    def format_token(self, token: int) -> str:
        kind, seat, fingers = token // 100, token // 10 % 10, token % 10
        return "over" if kind == OVER else f"{'show' if kind == SHOW else 'reveal'} s{seat} {fingers}"

    def parse_token(self, text: str) -> int:
        match text.split(" "):
            case ["over"]:
                return OVER * 100
            case ["show" | "reveal" as kind, ("s0" | "s1" | "s2") as seat, ("1" | "2" | "3") as fingers]:
                return (SHOW if kind == "show" else REVEAL) * 100 + int(seat[1]) * 10 + int(fingers)
        raise BadPosition(text)

    def tell(self, event: str) -> str | None:
        return event

    def narrate(self, before: dict[str, Any], event: str, after: dict[str, Any], cause: str = "") -> str | None:
        return event

    def secrets(self, fields: dict[str, Any]) -> dict[str, list[str]]:
        return {}

    def why_not(self, obs: core.Obs, move: int) -> tuple[str, str]:
        return "not-now", "not now"

    def misfit(self, code: int) -> str:
        return "not now"

    def fields(self, state: core.State) -> dict[str, Any]:
        plain: Any = state
        return {"shown": plain.shown, "scores": plain.scores, "round": plain.round}

    def from_fields(self, fields: dict[str, Any]) -> core.State:
        raise NotImplementedError

    def view(self, obs: core.Obs) -> dict[str, Any]:
        plain: Any = obs
        shown = [fingers if seat == plain.viewer else "?" for seat, fingers in enumerate(plain.state.shown)]
        return {"shown": shown, "scores": plain.state.scores, "round": plain.state.round}

    def draw(self, view: dict[str, Any], width: int = 80) -> str:
        return f"{view['scores']}\n"

    def result(self, view: dict[str, Any]) -> tuple[tuple[str, ...], str] | None:
        if view["round"] < ROUNDS:
            return None
        most = max(view["scores"])
        return tuple(f"s{seat}" for seat, score in enumerate(view["scores"]) if score == most), "score"

    def layout(self) -> list[Feature]:
        return []

    def encode(self, obs: core.Obs) -> NDArray[np.float32]:
        return np.zeros(0, np.float32)
