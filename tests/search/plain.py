"""Small games in plain Python, and how much a strategy loses to a best response.

Nothing here uses the kernels' rules or the search: a game is written down as a tree from its description, and the
kernel is walked beside it only to learn by which key the search knows each information set.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any

from petteia.engine import Ruleset
from petteia.ext import core

CHANCE = -1
Strategy = dict[Any, list[float]]  # by information set: the chance of each action


@dataclass
class Position:
    """A position of a plain game: who acts (None at the end), what it knows, and where each action leads."""

    player: int | None
    info: Any = None
    actions: list[tuple[str, float, Position]] = field(default_factory=list)  # word, chance's probability, next
    payoff: float = 0.0  # to the first player


# ---------------------------------------------------------------------------------------------------------------
# Poker.


def kuhn() -> Position:
    return _deal({"j": 1, "q": 1, "k": 1}, [], lambda cards: _bet(cards, None, {}, 0, (1, 1), "", [1], 1))


def leduc() -> Position:
    deck = {"j": 2, "q": 2, "k": 2}
    return _deal(deck, [], lambda cards: _bet(cards, None, deck, 0, (1, 1), "", [2, 4], 2))


def _deal(deck: dict[str, int], cards: list[str], then: Callable[[list[str]], Position]) -> Position:
    if len(cards) == 2:
        return then(cards)
    left = {card: count - cards.count(card) for card, count in deck.items() if count > cards.count(card)}
    total = sum(left.values())
    return Position(
        CHANCE,
        actions=[(f"deal:{card}", count / total, _deal(deck, [*cards, card], then)) for card, count in left.items()],
    )


def _strength(card: str, board: str | None) -> int:
    return "jqk".index(card) + (10 if card == board else 0)


def _bet(
    cards: list[str],
    board: str | None,
    deck: dict[str, int],
    player: int,
    paid: tuple[int, int],
    said: str,
    sizes: list[int],
    most: int,
) -> Position:
    """`said` holds the whole betting, rounds parted by a slash; `sizes` the bets of the rounds that are left."""
    here = said.rpartition("/")[2]
    position = Position(player, (player, cards[player], board, said))

    def end(payoff: float) -> Position:
        return Position(None, payoff=payoff)

    def go_on(letter: str, paid: tuple[int, int]) -> Position:
        if letter == "c" and len(here) >= 1:  # both have spoken and nobody is owed anything
            return after_round(said + letter, paid)
        return _bet(cards, board, deck, 1 - player, paid, said + letter, sizes, most)

    def after_round(said: str, paid: tuple[int, int]) -> Position:
        if len(sizes) > 1:
            left = {card: count - cards.count(card) for card, count in deck.items() if count > cards.count(card)}
            total = sum(left.values())
            return Position(
                CHANCE,
                actions=[
                    (f"deal:{card}", count / total, _bet(cards, card, deck, 0, paid, said + "/", sizes[1:], most))
                    for card, count in left.items()
                ],
            )
        first, second = _strength(cards[0], board), _strength(cards[1], board)
        return end(paid[1] if first > second else -paid[0] if first < second else 0)

    if paid[1 - player] > paid[player]:
        position.actions.append(("fold", 0, end(-paid[0] if player == 0 else paid[1])))
    even = max(paid)
    called = (even, paid[1]) if player == 0 else (paid[0], even)
    position.actions.append(("call", 0, go_on("c", called)))
    if here.count("r") < most:
        raised = (even + sizes[0], paid[1]) if player == 0 else (paid[0], even + sizes[0])
        position.actions.append(("raise", 0, go_on("r", raised)))
    return position


# ---------------------------------------------------------------------------------------------------------------
# Goofspiel.


def goofspiel(cards: int) -> Position:
    return _goofspiel(cards, [], [], [])


def _goofspiel(n: int, first: list[int], second: list[int], winners: list[int]) -> Position:
    """Cards played so far by each, and who won each prize; the first player may be one card ahead."""
    if len(second) == n:
        points = [sum(n - r for r, winner in enumerate(winners) if winner == player) for player in (0, 1)]
        return Position(None, payoff=float((points[0] > points[1]) - (points[0] < points[1])))
    player = 0 if len(first) == len(second) else 1
    own = (first, second)[player]
    position = Position(player, (player, tuple(own), tuple(winners)))
    for card in range(1, n + 1):
        if card in own:
            continue
        if player == 0:
            after = _goofspiel(n, [*first, card], second, winners)
        else:
            winner = 2 if first[-1] == card else 0 if first[-1] > card else 1
            after = _goofspiel(n, first, [*second, card], [*winners, winner])
        position.actions.append((f"card:{card}", 0, after))
    return position


# ---------------------------------------------------------------------------------------------------------------
# Best responses.


def walk(position: Position) -> Iterator[Position]:
    yield position
    for _, _, after in position.actions:
        yield from walk(after)


def expected(position: Position, strategy: Strategy) -> float:
    """The first player's payoff if both play by the strategy."""
    if position.player is None:
        return position.payoff
    if position.player == CHANCE:
        return sum(chance * expected(after, strategy) for _, chance, after in position.actions)
    chances = strategy[position.info]
    return sum(c * expected(after, strategy) for c, (_, _, after) in zip(chances, position.actions, strict=True) if c)


def best_response(root: Position, strategy: Strategy, player: int) -> float:
    """What a player gets that answers the other's strategy best, from what it may know."""
    sign = 1 if player == 0 else -1
    members: dict[Any, list[tuple[Position, float]]] = {}

    def collect(position: Position, reach: float) -> None:
        """Find the positions of each of the player's information sets, with the chance of the others to lead there."""
        if position.player == player:
            members.setdefault(position.info, []).append((position, reach))
        for number, (_, chance, after) in enumerate(position.actions):
            if position.player == CHANCE:
                collect(after, reach * chance)
            elif position.player == player:
                collect(after, reach)
            elif position.player is not None:
                collect(after, reach * strategy[position.info][number])

    answers: dict[Any, int] = {}

    def value(position: Position) -> float:
        if position.player is None:
            return sign * position.payoff
        if position.player == CHANCE:
            return sum(chance * value(after) for _, chance, after in position.actions)
        if position.player != player:
            chances = strategy[position.info]
            return sum(c * value(after) for c, (_, _, after) in zip(chances, position.actions, strict=True) if c)
        return value(position.actions[answer(position.info)][2])

    def answer(info: Any) -> int:
        if info not in answers:
            group = [(position, reach) for position, reach in members[info] if reach]
            options = range(len(members[info][0][0].actions))
            answers[info] = max(options, key=lambda a: sum(reach * value(p.actions[a][2]) for p, reach in group))
        return answers[info]

    collect(root, 1.0)
    return value(root)


def exploitability(root: Position, strategy: Strategy) -> float:
    """NashConv / 2: what both could gain by answering best, on average."""
    return (best_response(root, strategy, 0) + best_response(root, strategy, 1)) / 2


# ---------------------------------------------------------------------------------------------------------------
# The kernel beside it.


def keys_of(root: Position, ruleset: Ruleset, unit: float) -> dict[Any, tuple[int, list[int]]]:
    """For each information set the search's key and the kernel's moves, in the order of the actions.

    On the way the kernel is compared: who acts, the words of the moves, chance, and at the end shares against payoffs
    (`unit` chips are worth half the game). Two histories share a key just when they share an information set.
    """
    found: dict[Any, tuple[int, list[int]]] = {}
    seen: dict[int, Any] = {}

    def go(position: Position, state: core.State, observed: list[core.Obs]) -> None:
        pending = state.pending()
        if position.player is None:
            assert pending == 0
            assert abs(state.returns()[0] - (0.5 + 0.5 * position.payoff / unit)) < 1e-6
            return
        seat = core.CHANCE if position.player == CHANCE else position.player
        assert pending >> seat & 1
        moves = state.legal(seat)
        assert [ruleset.format_move(move) for move in moves] == [word for word, _, _ in position.actions]
        if position.player == CHANCE:
            total = sum(state.weight(move) for move in moves)
            assert all(
                abs(state.weight(move) / total - chance) < 1e-12
                for move, (_, chance, _) in zip(moves, position.actions, strict=True)
            )
        else:
            key = observed[seat].info_key
            assert found.setdefault(position.info, (key, moves)) == (key, moves)
            assert seen.setdefault(key, position.info) == position.info
            assert observed[seat].legal() == moves
        for move, (_, _, after) in zip(moves, position.actions, strict=True):
            state_after, observed_after = state.clone(), [obs.clone() for obs in observed]
            told = state_after.apply_told(seat, move)
            for viewer, obs in enumerate(observed_after):
                for token in told[viewer]:
                    assert obs.fold(token) == 0
            go(after, state_after, observed_after)

    go(root, ruleset.rules.start(), [ruleset.rules.observe(seat) for seat in range(2)])
    return found


def read(policy: Callable[[int], dict[int, float]], keys: dict[Any, tuple[int, list[int]]]) -> Strategy:
    """A strategy out of the search; where it knows nothing, all actions alike."""
    strategy: Strategy = {}
    for info, (key, moves) in keys.items():
        chances = policy(key)
        strategy[info] = [chances.get(move, 0.0) if chances else 1 / len(moves) for move in moves]
    return strategy
