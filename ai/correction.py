"""Correction for luck: how much of a game's result the players owe to draws and lots (AIVAT, Burch et al. 2018).

The referee of a match knows the whole position and the chances of what happened by chance. An event's luck is the value
of what came less the mean value of what could have come, by those chances (`ext/core/prospects`). Its mean is zero,
however bad the guess of a position's value is. So a score from which luck is taken has the same mean, and less noise
the better the guess is. There are three kinds of luck:

    chance   what was drawn or rolled
    lot      of choices that players left to a lot and told the chances of (`Decision.chances`)
    seed     of those chances themselves: a player of the same kind with other random numbers would have told others.
             So it is asked again with other seeds, and what it did is compared with what it does then

Each is counted apart early and late, where playouts reach the end of the game and positions are judged better. How
much of each is taken off is learnt (`stats.ControlVariates`).

Choices that seats make at the same time are one event. A player that tells no chances is taken to be sure of its move.
What a player decides that cannot be asked again (`Player.repeatable`) stays in the score.
"""

from __future__ import annotations

import itertools
import math
import random
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from ..engine import GameError, Ruleset
from ..ext.core import CHANCE, State
from ..ext.core.prospects import ends_soon, luck_of_chance, luck_of_choice

KINDS = ("chance", "lot", "seed", "late chance", "late lot", "late seed")
PLAYOUTS = 200  # for each side of an event
REDRAWS = 1  # times that a player is asked again: as dear as the game for each
MOST_TOGETHER = 256  # positions that a lot may lead to, of which all are looked at

# How much of each kind of luck to take off before any deal was seen, and how uncertain that is (`ControlVariates`). All
# of it would be right for perfect guesses; noise in them makes less of it better. Asked again once, half of what is
# found is the other answer's luck.
BELIEFS = (0.8, 0.8, 0.3, 0.9, 0.9, 0.5)
DOUBT = 1.0

Lot = tuple[tuple[str, float], ...]  # moves with their chances
Moves = tuple[tuple[int, int], ...]  # of seats, together
Mixture = dict[Moves, float]  # how likely each is


class Choice(NamedTuple):
    """How a player came to its move."""

    lot: Lot = ()  # that it was drawn from; none: the player was sure
    again: tuple[Lot, ...] = ()  # the lots of the same player with other seeds


class Turn(NamedTuple):
    """What one seat did."""

    seat: int
    move: int
    choice: Choice


def luck_of(
    rules: Ruleset, moves: Sequence[tuple[str, str]], choices: Mapping[int, Choice], playouts: int, seed: int
) -> dict[str, list[float]]:
    """Each team's luck of each kind in a finished game.

    ``moves`` are all moves, chance's included; ``choices`` says how players came to theirs, by the place among the
    moves. The seed must have nothing in common with the deal's and the players'.
    """
    luck = {kind: [0.0] * rules.rules.n_teams for kind in KINDS}
    for kind, shares in _events(rules, moves, choices, playouts, seed):
        luck[kind] = [a + b for a, b in zip(luck[kind], shares, strict=True)]
    return luck


def _events(
    rules: Ruleset, moves: Sequence[tuple[str, str]], choices: Mapping[int, Choice], playouts: int, seed: int
) -> Iterator[tuple[str, list[float]]]:
    """Each event's kind, and each team's luck in it."""
    before, place = rules.rules.start(), 0
    while place < len(moves):
        together = max(1, before.pending().bit_count())  # chance is one
        turns = [
            Turn(rules.seat_number(seat), rules.parse_move(move), choices.get(number, Choice()))
            for number, (seat, move) in enumerate(moves[place : place + together], place)
        ]
        when = "late " if ends_soon(before, seed) else ""
        if turns[0].seat == CHANCE:
            yield f"{when}chance", luck_of_chance(before, turns[0].move, playouts, seed)
        else:
            for kind, weights in _choices(rules, turns, f"{seed}/{before.digest()}").items():
                after = [_after(before, chosen) for chosen in weights]
                yield f"{when}{kind}", luck_of_choice(before, after, list(weights.values()), playouts, seed)
        before, place = _after(before, [(turn.seat, turn.move) for turn in turns]), place + together


def _after(before: State, moves: Sequence[tuple[int, int]]) -> State:
    state = before.clone()
    for seat, move in moves:
        state.apply(seat, move)
    return state


def _choices(rules: Ruleset, turns: Sequence[Turn], seed: str) -> dict[str, Mixture]:
    """Of each kind of luck in a choice: what came less what could have come. Nothing where they are the same."""
    own = [_told(rules, turn) for turn in turns]
    again = [_mean_lot(rules, turn, lot) for turn, lot in zip(turns, own, strict=True)]
    found: dict[str, Mixture] = {}
    mixed = _together(own, seed)
    if any(len(lot) > 1 for lot in own):
        found["lot"] = _less({tuple((turn.seat, turn.move) for turn in turns): 1.0}, mixed)
    if again != own:
        found["seed"] = _less(mixed, _together(again, seed))
    return {kind: weights for kind, weights in found.items() if weights}


def _told(rules: Ruleset, turn: Turn) -> Mixture:
    """What a seat may have chosen, as its player told it."""
    lot = {((turn.seat, rules.parse_move(word)),): chance for word, chance in turn.choice.lot if chance > 0}
    chosen = ((turn.seat, turn.move),)
    if lot and chosen not in lot:
        told = ", ".join(rules.format_move(move) for ((_, move),) in lot)
        raise GameError(
            f"{rules.seats[turn.seat]} played {rules.format_move(turn.move)!r}, but told chances of {told} alone"
        )
    total = sum(lot.values())
    return {moves: chance / total for moves, chance in lot.items()} or {chosen: 1.0}


def _mean_lot(rules: Ruleset, turn: Turn, told: Mixture) -> Mixture:
    """What the seat's player would have chosen with other seeds; without them what it told."""
    if not turn.choice.again:
        return told
    mean: Mixture = defaultdict(float)
    total = sum(chance for lot in turn.choice.again for _, chance in lot)
    for lot in turn.choice.again:
        for word, chance in lot:
            mean[((turn.seat, rules.parse_move(word)),)] += chance / total
    return mean


def _together(each: Sequence[Mixture], seed: str) -> Mixture:
    """What seats may have chosen together. If that is too much, as much as can be looked at, drawn by its chances."""
    mixed: Mixture = defaultdict(float)
    if math.prod(map(len, each)) <= MOST_TOGETHER:
        for parts in itertools.product(*(lot.items() for lot in each)):
            mixed[tuple(itertools.chain.from_iterable(moves for moves, _ in parts))] += math.prod(p for _, p in parts)
        return mixed
    numbers = random.Random(seed)
    drawn = (numbers.choices(list(lot), list(lot.values()), k=MOST_TOGETHER) for lot in each)
    for chosen in zip(*drawn, strict=True):
        mixed[tuple(itertools.chain.from_iterable(chosen))] += 1 / MOST_TOGETHER
    return mixed


def _less(one: Mixture, other: Mixture) -> Mixture:
    """One less the other, without what is in both alike."""
    weights = {moves: one.get(moves, 0.0) - other.get(moves, 0.0) for moves in {**one, **other}}
    return {moves: weight for moves, weight in weights.items() if weight}
