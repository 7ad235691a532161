"""Ephyran's sampled worlds: replayed by the reference from the start, and against an enumeration of all histories."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import pytest

from tests.reference.base import CHANCE
from tests.reference.ephyran import Ephyran
from tests.reference.ephyran.worlds import Observer, hidden_part

from ..frequencies import check_frequencies
from ..kernel import KernelGame, kept_rules, kernel_rules
from .styles import STYLES
from .variants import small_box

Move = tuple[str, str]


# ---------------------------------------------------------------------------------------------------------------
# Every sample is a world to which a history leads that looks to the viewer like what it has seen.


class History:
    """A game on both rules, with what is needed to tell it again with other hidden cards and tokens."""

    def __init__(self, seats: int) -> None:
        self.kernel = KernelGame(kept_rules("ephyran", seats))
        self.reference = Ephyran(seats)
        self.moves: list[Move] = []
        self.views: dict[str, list[dict[str, Any]]] = {viewer: [] for viewer in self.kernel.obs}
        self.tokens: dict[tuple[str, str] | None, int] = {}  # the number of the move that drew the token there
        self._look()

    def _look(self) -> None:
        for viewer, views in self.views.items():
            views.append(self.reference.view(viewer))

    def play(self, seat: str, move: str) -> None:
        self._follow_tokens(seat, move)
        self.kernel.play(seat, move)
        self.reference.play(seat, move)
        self.moves.append((seat, move))
        self._look()

    def _follow_tokens(self, seat: str, move: str) -> None:
        """Where each token is (None: held), told from the moves alone."""
        fields = self.reference.fields()
        verb, _, rest = move.partition(":")
        half = rest.partition("@")[0].partition(",")[2] or rest.partition("@")[0]
        slot = self.reference.halves[half].slot if half in self.reference.halves else rest.partition("@")[2]
        if verb == "token":
            self.tokens[None] = len(self.moves)
        elif verb == "put":
            self.tokens[seat, rest] = self.tokens.pop(None)
        elif verb == "grab":
            self.tokens[None] = self.tokens.pop((fields["target"], rest))
        elif verb == "swap":
            mine, theirs = (seat, rest), (fields["target"], rest)
            found = {mine: self.tokens.pop(theirs, None), theirs: self.tokens.pop(mine, None)}
            self.tokens |= {where: number for where, number in found.items() if number is not None}
        elif verb == "dionysus":
            whose, _, own = rest.partition("@")[2].partition(">")
            if (whose, slot) in self.tokens:
                self.tokens[seat, own] = self.tokens.pop((whose, slot))
        elif verb == "lose":
            self.tokens.pop((seat, rest), None)
        elif verb == "change" or (verb == "exchange" and "," in rest):
            self.tokens.pop((seat, slot), None)

    def retold(self, seat: str, world: dict[str, Any]) -> list[Move]:
        """The moves of a history that leads to the world: the cards that the seat cannot place are permuted."""
        true, seen = self.reference.fields(), self.reference.view(seat)
        other: dict[str, str] = {}
        for where in [(name, owner) for name in ("hands", "looked", "unseen") for owner in self.reference.seats]:
            name, owner = where
            mine, theirs = (true[name][owner], world[name][owner]) if name == "hands" else (true[name], world[name])
            hidden = [card for card in mine if card in seen["unseen"]]
            other |= zip(hidden, [card for card in theirs if card in seen["unseen"]], strict=True)
        assert sorted(other) == sorted(other.values()) == sorted(seen["unseen"])
        moves = []
        for mover, move in self.moves:
            verb, _, card = move.partition(":")
            moves.append((mover, f"{verb}:{other.get(card, card)}" if verb in ("card", "keep") else move))
        for where, number in self.tokens.items():
            place = world["held"] if where is None else area(world, *where)["token"]
            moves[number] = (CHANCE, f"token:{place['kind']}")
        return moves

    def check(self, seat: str, number: int) -> None:
        world = self.kernel.observation(seat).sample(number, number)
        assert world.check() == 0
        fields = self.kernel.ruleset.fields(world)
        game = Ephyran(len(self.reference.seats))
        assert game.view(seat) == self.views[seat][0]
        for step, (mover, move) in enumerate(self.retold(seat, fields), 1):
            game.play(mover, move)  # raises if it is not legal
            assert game.view(seat) == self.views[seat][step]
        assert game.fields() == fields


def area(fields: dict[str, Any], seat: str, slot: str) -> dict[str, Any]:
    territory, _, number = slot.partition("-")
    found: dict[str, Any] = fields["cities"][seat][territory]["areas"][int(number) - 1]
    return found


def check_samples(positions: int, share: float) -> Counter[str]:
    """Check a sample for one seat on so many positions of random games; in which phases."""
    checked: Counter[str] = Counter()
    seed = 0
    while checked.total() < positions:
        rng = random.Random(f"samples {seed}")
        history = History(2 + seed % 3)
        style = STYLES[seed % len(STYLES)]
        while (pending := history.reference.pending()) and checked.total() < positions:
            if rng.random() < share:
                history.check(rng.choice(history.reference.seats), rng.getrandbits(60))
                checked[history.reference.phase] += 1
            moves = history.reference.legal(pending[0])
            wanted = [move for move in moves if move.startswith(style)] if style else []
            history.play(pending[0], rng.choice(wanted or moves))
        seed += 1
    return checked


def test_samples_are_replayed_by_the_reference() -> None:
    assert len(check_samples(25, 0.03)) > 4


@pytest.mark.long
@pytest.mark.timeout(0)
def test_samples_on_a_thousand_positions_are_replayed_by_the_reference() -> None:
    checked = check_samples(1_000, 0.03)
    print(dict(checked))
    assert set(checked) >= {"action", "react", "draw", "pile", "look", "keep", "under", "put", "refill", "extra"}


# ---------------------------------------------------------------------------------------------------------------
# Frequencies: the law of RULES.md, 17, by enumeration of all histories of a game with few cards.

BOX = small_box(
    {"graeae": 3, "take": 2, "steal": 1, "hecate": 1},
    1,
    {"thunderbolt": 1, "owl": 2},
    hand=1,
    left_out_2=1,
    left_out_3=1,
)


def check_law(observer: Observer, kernel: KernelGame, samples: int, forget_own_of: str | None = None) -> None:
    """What the kernel samples for the viewer (or for a seat that forgets its own) follows the weights."""
    obs = kernel.obs[forget_own_of or observer.viewer]
    drawn = Counter(
        hidden_part(kernel.ruleset.fields(obs.sample(7, number, forget_own_of is not None)))
        for number in range(samples)
    )
    check_frequencies(drawn, {key: weight for key, (_, weight) in observer.worlds.items()})


def watch_game(seed: int, seats: int, every: int, viewers: tuple[str, ...]) -> Counter[str]:
    """Play a game with few cards and check the law now and then; the largest numbers of worlds, by phase."""
    rng = random.Random(seed)
    kernel, reference = KernelGame(kernel_rules("ephyran", seats, data=BOX)), Ephyran(seats, data=BOX)
    observers = [Observer(viewer, reference) for viewer in viewers]
    checked: Counter[str] = Counter()
    step = 0
    while pending := reference.pending():
        moves = reference.legal(pending[0])
        wanted = [move for move in moves if move.startswith(("graeae", "take", "steal", "add"))]
        move = rng.choice(wanted if wanted and rng.random() < 0.7 else moves)
        kernel.play(pending[0], move)
        reference.play(pending[0], move)
        step += 1
        for observer in observers:
            observer.observe(pending[0], move, reference.view(observer.viewer))
            if step % every == 0 or reference.phase in ("keep", "under", "put"):
                samples = 40 * len(observer.worlds)
                if samples <= 12_000:
                    check_law(observer, kernel, samples)
                    if observer.viewer == "pub":
                        check_law(observer, kernel, samples, forget_own_of="s0")
                    checked[reference.phase] = max(checked[reference.phase], len(observer.worlds))
    return checked


def test_sampled_worlds_follow_the_law() -> None:
    checked = watch_game(2, 2, 4, ("s0",)) | watch_game(3, 3, 4, ("s1",)) | watch_game(4, 2, 4, ("pub",))
    assert checked["action"] > 1


@pytest.mark.long
@pytest.mark.timeout(0)
def test_sampled_worlds_follow_the_law_in_many_games() -> None:
    checked: Counter[str] = Counter()
    for seed in range(100, 120):
        checked |= watch_game(seed, 2 + seed % 2, 5, ("s0", "pub"))
        print(seed, dict(checked), flush=True)
    assert min(checked[phase] for phase in ("action", "react", "draw", "keep", "under", "put")) > 1
