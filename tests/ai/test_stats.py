"""The statistics of matches, against independent formulas."""

from __future__ import annotations

import math
import random
from itertools import product

import pytest

from petteia.ai.stats import (
    ControlVariates,
    Interval,
    Moments,
    Scores,
    Sprt,
    elo,
    elo_interval,
    interval,
    log_likelihood_ratio,
    mean_interval,
    student_t,
)


def binomial(n: int, k: int, p: float) -> float:
    return math.comb(n, k) * p**k * (1 - p) ** (n - k)


def test_the_interval_of_all_or_nothing_deals_is_wilsons() -> None:
    """Up to the n - 1 of the sample variance."""
    for n, k in product((20, 100, 400), (1, 7, 10, 19)):
        z2, p = 1.959964**2 / (n - 1), k / n
        root = math.sqrt(z2 * p * (1 - p) + z2 * z2 / 4)
        found = interval([1.0] * k + [0.0] * (n - k))
        assert found.value == pytest.approx(p)
        assert found.low == pytest.approx((p + z2 / 2 - root) / (1 + z2), abs=1e-6)
        assert found.high == pytest.approx((p + z2 / 2 + root) / (1 + z2), abs=1e-6)


@pytest.mark.parametrize("p", [0.05, 0.2, 0.5, 0.6, 0.9, 0.97])
def test_the_interval_covers_the_truth_95_times_of_100(p: float) -> None:
    """Summed over all results of 60 deals: near 95 %, as far as whole numbers allow."""
    n = 60
    covered = sum(
        binomial(n, k, p)
        for k in range(n + 1)
        if (found := interval([1.0] * k + [0.0] * (n - k))).low <= p <= found.high
    )
    assert 0.91 < covered < 0.99


def test_the_interval_is_paired_by_deal() -> None:
    """Deals that the seats share are no evidence of luck: 100 games of 50 deals, each won once by both, are surely
    equal.
    """
    paired, lucky = interval([0.5] * 50), interval([1.0] * 25 + [0.0] * 25)
    assert paired.value == lucky.value == 0.5
    assert paired.high - paired.low < (lucky.high - lucky.low) / 5


def test_the_interval_of_pairs_covers_too() -> None:
    numbers, covered = random.Random(1), 0
    for _ in range(1000):
        deals = [numbers.choice((0.25, 0.5, 0.5, 0.75, 1.0)) for _ in range(40)]
        found = interval(deals)
        covered += found.low <= 0.6 <= found.high
    assert 0.92 < covered / 1000 < 0.98


def test_the_interval_stays_within_bounds() -> None:
    assert interval([]) == Interval(0.5, 0.0, 1.0)
    won = interval([1.0] * 10)
    assert won.value == won.high == 1
    assert 0.6 < won.low < 0.8
    lost = interval([0.0] * 10)
    assert lost.low == 0
    assert lost.high == pytest.approx(1 - won.low)


def test_elo() -> None:
    assert elo(0.5) == 0
    assert elo(0.75) == pytest.approx(190.848, abs=0.001)
    assert elo(10 / 11) == pytest.approx(400)
    assert elo(0.3) == pytest.approx(-elo(0.7))
    assert elo(1) == math.inf
    assert elo_interval(Interval(0.5, 0.25, 1.0)) == Interval(0, elo(0.25), math.inf)
    for difference in (-300, -20, 1, 150):
        assert elo(1 / (1 + 10 ** (-difference / 400))) == pytest.approx(difference)


@pytest.mark.parametrize(("won", "lost"), [(30, 20), (5, 45), (48, 2), (1, 1)])
def test_the_likelihood_ratio_of_wins_and_losses_is_the_binomials(won: int, lost: int) -> None:
    for h0, h1 in ((0.5, 0.55), (0.5, 0.6), (0.8, 0.95)):
        exact = math.log(binomial(won + lost, won, h1) / binomial(won + lost, won, h0))
        found = log_likelihood_ratio([1.0] * won + [0.0] * lost, h0, h1)
        assert found == pytest.approx(exact, rel=0.02, abs=0.02)


def test_the_likelihood_ratio_of_pairs_is_the_best_of_all_distributions() -> None:
    """Brute force: the likeliest distributions over (0, 1/2, 1) with means h0 and h1 are a line each."""
    counts = {0.0: 9, 0.5: 24, 1.0: 17}
    scores = [score for score, count in counts.items() for _ in range(count)]

    def best(mean: float) -> float:
        # p(1) = w, p(1/2) = 2 (mean - w), p(0) = 1 - 2 mean + w
        found = -math.inf
        for step in range(1, 20_000):
            w = step / 20_000
            half, none = 2 * (mean - w), 1 - 2 * mean + w
            if half > 0 and none > 0:
                likely = counts[1.0] * math.log(w) + counts[0.5] * math.log(half) + counts[0.0] * math.log(none)
                found = max(found, likely)
        return found

    assert log_likelihood_ratio(scores, 0.5, 0.6) == pytest.approx(best(0.6) - best(0.5), abs=0.01)


def test_the_sequential_test_errs_no_more_than_it_says() -> None:
    """250 matches where h0 holds and 250 where h1 does."""
    test = Sprt(0.5, 0.65)

    def accepted(score: float, numbers: random.Random) -> str | None:
        deals: list[float] = []
        while len(deals) < 600:
            for _ in range(5):
                deals.append(sum(numbers.random() < score for _ in range(2)) / 2)
            if (verdict := test.verdict(deals)) is not None:
                return verdict
        return None

    numbers = random.Random(7)
    wrong_h1 = sum(accepted(0.5, numbers) == "h1" for _ in range(250))
    wrong_h0 = sum(accepted(0.65, numbers) == "h0" for _ in range(250))
    assert max(wrong_h1, wrong_h0) <= 250 * 0.05 + 3 * math.sqrt(250 * 0.05 * 0.95)
    assert test.verdict([]) is None
    assert test.bounds == (pytest.approx(math.log(0.05 / 0.95)), pytest.approx(math.log(0.95 / 0.05)))


def test_hypotheses_must_make_sense() -> None:
    with pytest.raises(ValueError, match="want 0 < h0 < h1 < 1"):
        Sprt(0.6, 0.5)
    with pytest.raises(ValueError, match=r"between 0 and 0\.5"):
        Sprt(alpha=0.7)


def test_a_verdict_says_unclear_where_it_may_be_bad_luck() -> None:
    assert Interval(0.6, 0.5, 0.7).verdict(0.55, 0.7) == "ok"
    assert Interval(0.7000000000000001, 0.65, 0.75).verdict(0.55, 0.7) == "ok"
    assert Interval(0.5, 0.45, 0.56).verdict(0.55, 0.7) == "unclear"
    assert Interval(0.8, 0.69, 0.9).verdict(0.55, 0.7) == "unclear"
    assert Interval(0.5, 0.46, 0.54).verdict(0.55, 0.7) == "OUT"
    assert Interval(0.8, 0.71, 0.9).verdict(0.55, 0.7) == "OUT"


def test_the_other_side_has_the_rest_of_every_deal() -> None:
    one, other = Scores.of([1, 0.25, 0.5, 0.25]), Scores.of([0, 0.75, 0.5, 0.75])
    found = one.mirrored()
    assert (found.n, found.counts) == (other.n, other.counts)
    assert (found.mean, found.variance) == pytest.approx((other.mean, other.variance))


# Scores without bounds.


def test_students_t() -> None:
    """The table's values for 95 %."""
    for freedom, t in ((1, 12.706), (2, 4.303), (3, 3.182), (4, 2.776), (10, 2.228), (100, 1.984), (10**6, 1.960)):
        assert student_t(1.959964, freedom) == pytest.approx(t, rel=0.002)


@pytest.mark.parametrize("n", [3, 10, 200])
def test_the_interval_of_a_mean_covers_95_times_of_100(n: int) -> None:
    numbers, covered = random.Random(3), 0
    for _ in range(1000):
        found = mean_interval(Moments.of(numbers.gauss(0.6, 0.3) for _ in range(n)))
        covered += found.low <= 0.6 <= found.high
    assert 0.93 < covered / 1000 < 0.97


def test_one_number_says_nothing_of_the_mean() -> None:
    assert mean_interval(Moments()) == Interval(0.5, -math.inf, math.inf)
    assert mean_interval(Moments.of([0.7])) == Interval(0.7, -math.inf, math.inf)


def test_the_sequential_test_of_corrected_scores_errs_no_more_than_it_says() -> None:
    """Also with few of them: looked at after every deal, where h0 holds and where h1 does."""
    test = Sprt(0.5, 0.6)

    def accepted(score: float, numbers: random.Random) -> str | None:
        found = Moments()
        while found.n < 2000:
            found.add(numbers.gauss(score, 0.2))
            if (verdict := test.verdict(found)) is not None:
                return verdict
        return None

    numbers = random.Random(7)
    wrong_h1 = sum(accepted(0.5, numbers) == "h1" for _ in range(400))
    wrong_h0 = sum(accepted(0.6, numbers) == "h0" for _ in range(400))
    assert max(wrong_h1, wrong_h0) <= 400 * 0.05 + 3 * math.sqrt(400 * 0.05 * 0.95)
    assert test.verdict(Moments()) is None


def noisy_scores(n: int, seed: int) -> list[tuple[float, list[float]]]:
    """Scores of the mean 0.55 that owe 0.8 of one noise and 0.3 of another, and the noises."""
    numbers, found = random.Random(seed), []
    for _ in range(n):
        one, two = numbers.gauss(0, 0.3), numbers.gauss(0, 0.2)
        found.append((0.55 + 0.8 * one + 0.3 * two + numbers.gauss(0, 0.1), [one, two]))
    return found


def test_control_variates_leave_the_mean_and_take_the_noise() -> None:
    control, means = ControlVariates((0.0, 1.0), doubt=1.0), Moments()
    raw = Moments()
    for score, noise in noisy_scores(3000, 1):
        raw.add(score)
        control.add(score, noise)
    assert control.coefficients == pytest.approx([0.8, 0.3], abs=0.03)
    assert control.corrected.variance == pytest.approx(0.01, rel=0.1)
    assert raw.variance > 0.06
    for seed in range(300):  # the first few, while nothing is known yet
        few = ControlVariates((0.0, 1.0), doubt=1.0)
        for score, noise in noisy_scores(8, seed):
            few.add(score, noise)
        means.add(few.corrected.mean)
    assert abs(means.mean - 0.55) < 4 * math.sqrt(means.variance / means.n)


def test_a_score_is_corrected_by_what_was_learnt_before_it() -> None:
    """So the coefficients cannot bend the mean: with another last score, the correction of it is the same."""
    one, other = ControlVariates((1.0, 1.0), 1.0), ControlVariates((1.0, 1.0), 1.0)
    scores = noisy_scores(20, 5)
    for score, noise in scores[:-1]:
        assert one.add(score, noise) == other.add(score, noise)
    score, noise = scores[-1]
    assert score - one.add(score, noise) == pytest.approx(score + 7 - other.add(score + 7, noise))
    assert one.coefficients != other.coefficients
