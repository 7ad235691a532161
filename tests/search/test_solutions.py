"""Games whose solution is known: how far the search's strategy is from it."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable
from itertools import combinations

import pytest

from petteia.engine.registry import ruleset
from petteia.ext import core
from petteia.ext.search.cfr import Solver
from petteia.ext.search.searcher import Searcher

from . import plain

TREES: dict[str, tuple[Callable[[], plain.Position], float]] = {
    "kuhn": (plain.kuhn, 2),  # and how many chips are worth half the game
    "leduc": (plain.leduc, 13),
    "goofspiel": (lambda: plain.goofspiel(4), 1),
}
MILLION = 1_000_000


def exploit(game: str, policy: Callable[[int], dict[int, float]]) -> tuple[float, float]:
    """Exploitability, and the first player's value, in the game's own chips."""
    make, unit = TREES[game]
    root = make()
    strategy = plain.read(policy, plain.keys_of(root, ruleset(game), unit))
    return plain.exploitability(root, strategy), plain.expected(root, strategy)


def search_from_the_start(game: str, nodes: int, seed: int = 1) -> Searcher:
    search = Searcher(ruleset(game).rules.observe(0), ai_seed=seed)
    search.run(nodes=nodes)
    return search


@pytest.mark.parametrize("game", TREES)
def test_best_responses_know_the_uniform_strategy(game: str) -> None:
    """The calculator itself: to random play there is an answer that gains, and no strategy is below zero."""
    found, _ = exploit(game, lambda key: {})
    assert found > 0.1


def test_kuhns_known_equilibrium_cannot_be_exploited() -> None:
    """Bet a third of the kings' rate with a jack, call a third with the queen: worth -1/18 to the first player."""
    strategy: plain.Strategy = {
        (0, "j", None, ""): [2 / 3, 1 / 3],
        (0, "q", None, ""): [1, 0],
        (0, "k", None, ""): [0, 1],
        (0, "j", None, "cr"): [1, 0],
        (0, "q", None, "cr"): [1 / 3, 2 / 3],
        (0, "k", None, "cr"): [0, 1],
        (1, "j", None, "c"): [2 / 3, 1 / 3],
        (1, "q", None, "c"): [1, 0],
        (1, "k", None, "c"): [0, 1],
        (1, "j", None, "r"): [1, 0],
        (1, "q", None, "r"): [2 / 3, 1 / 3],
        (1, "k", None, "r"): [0, 1],
    }
    assert plain.exploitability(plain.kuhn(), strategy) == pytest.approx(0, abs=1e-12)
    assert plain.expected(plain.kuhn(), strategy) == pytest.approx(-1 / 18)


@pytest.mark.parametrize(("game", "bar"), [("kuhn", 0.03), ("leduc", 0.12), ("goofspiel", 0.05)])
def test_the_search_is_hard_to_exploit(game: str, bar: float) -> None:
    found, value = exploit(game, search_from_the_start(game, MILLION).policy)
    print(f"\nsearch, {game}: exploitability {found:.4f} (bar {bar}), value {value:.4f}")
    assert found <= bar
    if game == "kuhn":
        assert value == pytest.approx(-1 / 18, abs=0.005)


@pytest.mark.parametrize(
    ("game", "iterations", "bar"), [("kuhn", MILLION, 0.005), ("leduc", MILLION, 0.12), ("goofspiel", 50_000, 0.015)]
)
def test_the_solver_is_harder_to_exploit(game: str, iterations: int, bar: float) -> None:
    solver = Solver(ruleset(game).rules, seed=1)
    solver.run(iterations)
    found, value = exploit(game, solver.policy)
    print(f"\nsolver, {game}: exploitability {found:.4f} (bar {bar}), value {value:.4f}")
    assert found <= bar
    if game == "kuhn":
        assert value == pytest.approx(-1 / 18, abs=0.005)


# ---------------------------------------------------------------------------------------------------------------
# Bids against guesses.


def bids_of(obs: core.Obs, seed: int, nodes: int) -> dict[int, float]:
    search = Searcher(obs, ai_seed=seed, memory_mb=1)
    search.run(nodes=nodes)
    return {move >> 4: policy for move, policy, _, _ in search.root()}


def draw(chances: dict[int, float], numbers: random.Random) -> int:
    return numbers.choices(list(chances), weights=list(chances.values()))[0]


def test_bids_in_a_repeated_attack_cannot_be_read() -> None:
    """Success is worth 5, one guess: whoever guesses finds one bid in three, and not more by watching."""
    attacks, game = 2000, ruleset("attack", gold="6", guesses="1", unit="0")
    attacker, defender = game.rules.observe(0), game.rules.observe(1)
    numbers = random.Random(5)
    seen: Counter[int] = Counter()
    after: dict[int, Counter[int]] = {}
    last = 0
    hits = dict.fromkeys(("frequency", "bigram", "engine"), 0)
    for number in range(attacks):
        bid = draw(bids_of(attacker, number, 200), numbers)
        by_engine = draw(bids_of(defender, 10**6 + number, 200), numbers)  # a set of one amount
        follows = after.setdefault(last, Counter())
        hits["frequency"] += bool(seen) and seen.most_common(1)[0][0] == bid
        hits["bigram"] += bool(follows) and follows.most_common(1)[0][0] == bid
        hits["engine"] += by_engine == 1 << bid
        seen[bid] += 1
        follows[bid] += 1
        last = bid
    rates = {name: count / attacks for name, count in hits.items()}
    print(f"\nrepeated attack: guessed {rates}, bids {dict(sorted(seen.items()))}")
    assert max(rates.values()) <= 1 / 3 + 0.03


@pytest.mark.parametrize(("gold", "exact"), [(6, 0.3136), (8, 0.4355), (10, 0.5177), (12, 0.5814), (15, 0.6505)])
def test_a_siege_against_a_defender_who_knows_our_strategy(gold: int, exact: float) -> None:
    game = ruleset("siege", gold=str(gold))
    first = bids_of(game.rules.observe(0), 1, 20_000)
    chance_of_success = {}
    for bid in first:
        state, obs = game.rules.start(), game.rules.observe(0)
        wrong = next(move for move in state.legal(1) if not move >> 4 >> bid & 1)
        for seat, move in ((0, 1 | bid << 4), (1, wrong)):
            for token in state.apply_told(seat, move)[0]:
                obs.fold(token)
        then = sorted(bids_of(obs, 2, 2000).values(), reverse=True)
        chance_of_success[bid] = 1 - sum(then[:2])  # the defender names the two likeliest
    success = min(
        sum(chance * chance_of_success[bid] for bid, chance in first.items() if bid not in named)
        for named in combinations(first, 2)
    )
    print(f"\nsiege with {gold} gold: success {success:.4f} (exact {exact})")
    assert success == pytest.approx(exact, abs=0.01)


# ---------------------------------------------------------------------------------------------------------------


def test_a_guess_in_the_dark_is_not_taken_for_knowledge() -> None:
    """Strategy fusion: looking at one world at a time, waiting and calling the coin seems to be worth 1, not 0.5."""
    game = ruleset("coin")
    state, obs = game.rules.start(), game.rules.observe(0)
    for token in state.apply_told(core.CHANCE, state.legal(core.CHANCE)[0])[0]:
        obs.fold(token)
    for seed in range(10):
        search = Searcher(obs, ai_seed=seed)
        search.run(nodes=10_000)
        found = {game.format_move(move): (policy, visits, value) for move, policy, visits, value in search.root()}
        assert game.format_move(search.root()[0][0]) == "sure"
        assert found["sure"][0] > 0.9
        assert found["sure"][2] == pytest.approx(0.6, abs=1e-6)
        assert found["later"][1] >= 4  # bad luck at the first try is not final
        assert found["later"][2] < 0.6
    print(f"\nstrategy fusion: {found}")
