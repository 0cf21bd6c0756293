"""How long until automatic: against the exact Markov chain, and against learners who toss coins."""

from __future__ import annotations

from fractions import Fraction
from math import ceil, sqrt
from random import Random
from statistics import fmean, stdev

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.automatic import ANSWERS, FirstAnswer, judge_automatic
from scoring.forecast import LONGEST, Estimate, _waiting, days_to_automatic, days_to_the_last


def answers(marks: str, target: float | None = 20.0) -> list[FirstAnswer]:
    """`+` clean and in time, `-` missed, `l` clean but late, `?` clean and untimed; a day each."""
    seconds = {"+": 10.0, "-": 10.0, "l": 30.0, "?": None}
    return [FirstAnswer(f"2026-03-{day:02}", mark != "-", seconds[mark], target) for day, mark in enumerate(marks, 1)]


def exact_wait(streak: int, chance: Fraction) -> tuple[Fraction, Fraction]:
    """Mean and variance of the tosses from a streak to five heads, by solving the chain's equations.

    E[k] = 1 + p E[k+1] + q E[0] and M[k] = 1 + 2 (p E[k+1] + q E[0]) + p M[k+1] + q M[0], each written as a + b X[0].
    """
    p, q = chance, 1 - chance
    first: dict[int, tuple[Fraction, Fraction]] = {ANSWERS: (Fraction(0), Fraction(0))}
    for k in reversed(range(ANSWERS)):
        a, b = first[k + 1]
        first[k] = 1 + p * a, p * b + q
    from_nothing = first[0][0] / (1 - first[0][1])
    means = {k: a + b * from_nothing for k, (a, b) in first.items()}
    second: dict[int, tuple[Fraction, Fraction]] = {ANSWERS: (Fraction(0), Fraction(0))}
    for k in reversed(range(ANSWERS)):
        a, b = second[k + 1]
        second[k] = 1 + 2 * (p * means[k + 1] + q * means[0]) + p * a, p * b + q
    squares_from_nothing = second[0][0] / (1 - second[0][1])
    square = second[streak][0] + second[streak][1] * squares_from_nothing
    return means[streak], square - means[streak] ** 2


@pytest.mark.parametrize("streak", range(ANSWERS))
@pytest.mark.parametrize("chance", [Fraction(1, 4), Fraction(1, 2), Fraction(2, 3), Fraction(7, 8)])
def test_the_wait_is_that_of_the_exact_chain(streak: int, chance: Fraction) -> None:
    mean, variance = exact_wait(streak, chance)
    assert _waiting(streak, float(chance)) == pytest.approx((float(mean), sqrt(variance)), rel=1e-9)


@pytest.mark.parametrize(("streak", "chance"), [(0, 2 / 3), (2, 0.75), (3, 0.5), (4, 0.9)])
def test_the_wait_is_that_of_simulated_learners(streak: int, chance: float) -> None:
    source, waits = Random(streak), []
    for _ in range(20_000):
        run, tosses = streak, 0
        while run < ANSWERS:
            tosses += 1
            run = run + 1 if source.random() < chance else 0
        waits.append(tosses)
    mean, deviation = _waiting(streak, chance)
    assert fmean(waits) == pytest.approx(mean, abs=5 * deviation / sqrt(len(waits)))
    assert stdev(waits) == pytest.approx(deviation, rel=0.05)


def test_a_drill_never_answered_by_hand() -> None:
    # Due tomorrow, then after 3, 7, 7 and 7 days: 25. Five heads at 4/5 take (1 - p^5)/(q p^5) = 10505/1024 = 10.26 tosses,
    # 5.26 more than five, each two days: 35.52.
    found = days_to_automatic((), 1, None)
    assert (found.low, found.middle) == (25, 36)
    assert found.high == ceil(25 + 2 * (10505 / 1024 - 5) + 2 * 1.28 * sqrt(exact_wait(0, Fraction(4, 5))[1]))


def test_low_is_when_every_answer_from_now_on_is_right() -> None:
    assert days_to_automatic(answers("++++"), 2, 20.0).low == 2
    assert days_to_automatic(answers("+++"), 2, 20.0).low == 2 + 7
    assert days_to_automatic(answers("+++"), 0, 1.5).low == 0 + 4  # 4.5 days, to the even
    assert days_to_automatic(answers("+++"), -30, 1.5).low == 4  # overdue is due now
    # Missed, late and never begun are all five answers away.
    assert {days_to_automatic(answers(marks), 1, 1.0).low for marks in ("", "++-", "++++l")} == {25}
    assert days_to_automatic(answers("++++l", target=None), 1, 1.0).low == 1


def test_what_is_not_steady_yet_needs_one_more_at_least() -> None:
    uneven = [FirstAnswer(f"2026-03-0{day}", True, seconds, 20.0) for day, seconds in enumerate([1, 1, 1, 1, 19], 1)]
    assert not judge_automatic(uneven).automatic
    assert days_to_automatic(uneven, 3, 5.0).low == 3


@given(
    st.text("+-l?", max_size=12),
    st.integers(-4000, 4000),
    st.none() | st.floats(0.001, 36_500),
    st.none() | st.floats(1, 100),
)
def test_low_is_at_most_middle_is_at_most_high(
    marks: str, due_in: int, stability: float | None, target: float | None
) -> None:
    found = days_to_automatic(answers(marks, target), due_in, stability)
    assert 0 <= found.low <= found.middle <= found.high <= LONGEST


@given(st.text("+-", max_size=4), st.integers(0, 30))
def test_one_more_miss_never_brings_it_nearer(marks: str, due_in: int) -> None:
    before, after = (days_to_automatic(answers(each), due_in, 2.0) for each in (marks, marks + "-"))
    assert before.low <= after.low
    assert before.middle <= after.middle


@pytest.mark.parametrize("count", [1, 2, 7, 40])
def test_the_last_of_many_is_that_of_learners_who_wait_for_all(count: int) -> None:
    source = Random(count)
    drills = [Estimate(source.randrange(5, 30), middle := source.randrange(30, 60), middle + source.randrange(10, 40)) for _ in range(count)]  # fmt: skip
    found = days_to_the_last(dict.fromkeys(drills, 1))
    waits = sorted(
        max(source.gauss(each.middle, (each.high - each.middle) / 1.28) for each in drills) for _ in range(4000)
    )
    assert found.low == max(each.low for each in drills)
    assert abs(found.middle - waits[2000]) < 2.5
    assert abs(found.high - waits[3600]) < 4
    assert found.low <= found.middle <= found.high
    if count == 1:
        assert abs(found.middle - drills[0].middle) <= 1
        assert abs(found.high - drills[0].high) <= 1


def test_the_last_of_many_alike_is_waited_for_longer_and_never_for_more_than_can_be_said() -> None:
    one = Estimate(20, 40, 70)
    middles = [days_to_the_last({one: count}).middle for count in (1, 5, 50, 5000)]
    assert middles == sorted(set(middles))
    endless = Estimate(20, LONGEST, LONGEST)
    assert days_to_the_last({one: 3, endless: 1}) == Estimate(20, LONGEST, LONGEST)
