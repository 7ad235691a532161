"""The random generator: golden values, and the deal's numbers against the reference's."""

from __future__ import annotations

from collections import Counter

from petteia.engine import new
from petteia.ext import core
from tests.reference.base import Deal, bounded


def test_golden_values() -> None:
    """SplitMix64 as published: these are the numbers that its description lists for this seed."""
    assert core.random_numbers(1234567, 5) == [
        6457827717110365317,
        3203168211198807973,
        9817491932198370423,
        4593380528125082431,
        16408922859458223821,
    ]


def test_golden_values_below_a_bound() -> None:
    assert core.random_numbers(7, 12, 22) == [8, 0, 19, 12, 9, 5, 10, 7, 2, 9, 2, 21]
    assert core.random_numbers(7, 1, 22)[0] == bounded(7, 22)


def test_a_bound_is_not_biased() -> None:
    """A bound just above 2^31 would be met half as often by some numbers if nothing were rejected."""
    bound = 3 << 30
    low = sum(number < bound // 3 for number in core.random_numbers(3, 30_000, bound))
    assert abs(low - 10_000) < 500


def test_the_deal_is_keyed_by_seed_source_and_number() -> None:
    game = new("egemonia", seed=7, chance="client", scenario="historical")
    luck, deal = core.DealRng(7), Deal(7)
    for _ in range(8):
        outcomes = [(move, game.state.weight(move)) for move in game.state.legal(core.CHANCE)]
        expected = deal.choose(game.state.source(), [(str(move), weight) for move, weight in outcomes])
        drawn = luck.draw(game.state)
        assert str(drawn) == expected
        game.play("chance", game.ruleset.format_move(drawn))
    assert luck.drawn[:3] == (4, 4, 0)


def test_sources_do_not_disturb_each_other() -> None:
    """What Sparta draws does not depend on how often Athens drew before."""
    state = new("egemonia", seed=1, chance="client", scenario="historical").state
    one, other = core.DealRng(5), core.DealRng(5)
    other.draw(state)
    other.draw(state)
    assert state.source() == 0
    for kind in range(4):
        state.apply(core.CHANCE, state.legal(core.CHANCE)[kind])
    assert state.source() == 1
    assert one.draw(state) == other.draw(state)


def test_numbers_are_even() -> None:
    counts = Counter(core.random_numbers(9, 22_000, 22))
    assert max(abs(count - 1_000) for count in counts.values()) < 160
