"""When a drill is automatic, by tables worked by hand and by counting with fractions."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from scoring.automatic import ANSWERS, DAYS, SETTLED, Condition, FirstAnswer, judge_automatic

ATTEMPTS, ON_DAYS, RIGHT, TIME, SPREAD = Condition


def history(
    times: list[float | None], target: float | None = 30.0, missed: str = "", days: str = "12345"
) -> list[FirstAnswer]:
    """Cold answers with these times; `missed` holds the places (from 1) that were not clean, `days` the day of each."""
    return [
        FirstAnswer(f"2026-03-{int(day):02}", str(place) not in missed, seconds, target)
        for place, (seconds, day) in enumerate(zip(times, days, strict=False), 1)
    ]


def test_the_numbers_of_the_rule_are_those_that_were_decided() -> None:
    assert (ANSWERS, DAYS, SETTLED) == (5, 3, 0.4)


# SD and mean by hand. [20, 25, 30, 25, 20]: mean 24, squares 16+1+36+1+16 = 70, SD √17.5 = 4.18, spread 0.17.
# [10, 10, 10, 10, 30]: mean 14, squares 4·16+256 = 320, SD √80 = 8.94, spread 0.64; median 10.
# [29, 29, 31, 31, 31]: median 31. [6, 10, 14]: mean 10, squares 32, SD 4, spread 0.4 exactly.
# [1, 3]: mean 2, SD √2: two times are too few for a spread.
RULE = [
    pytest.param(history([20, 25, 30, 25, 20]), [], id="all met"),
    pytest.param([], [ATTEMPTS, ON_DAYS], id="never answered"),
    pytest.param(history([20]), [ATTEMPTS, ON_DAYS], id="one answer"),
    pytest.param(history([20, 20, 20, 20]), [ATTEMPTS], id="four answers"),
    pytest.param(history([20] * 5, days="11122"), [ON_DAYS], id="two days"),
    pytest.param(history([20] * 5, days="11123"), [], id="three days"),
    pytest.param(history([20] * 5, days="11111"), [ON_DAYS], id="one day"),
    pytest.param(history([20] * 4, days="1111"), [ATTEMPTS, ON_DAYS], id="four answers in a day lack answers first"),
    pytest.param(history([20] * 5, missed="1"), [RIGHT], id="the oldest of five missed"),
    pytest.param(history([20] * 5, missed="5"), [RIGHT], id="the latest missed"),
    pytest.param(history([20] * 5, missed="12345"), [RIGHT], id="all missed"),
    pytest.param(history([29, 29, 31, 31, 31]), [TIME], id="the median is over"),
    pytest.param(history([29, 29, 30, 31, 31]), [], id="the median is on the target"),
    pytest.param(history([10, 10, 10, 10, 30]), [SPREAD], id="in time, but once three times as slow"),
    pytest.param(history([40, 40, 40, 40, 120]), [TIME, SPREAD], id="slow and unsteady"),
    pytest.param(history([6, 10, 14], days="123"), [ATTEMPTS], id="a spread of 0.4 is settled"),
    pytest.param(history([6, 10, 14.1], days="123"), [ATTEMPTS, SPREAD], id="a spread above 0.4 is not"),
    pytest.param(history([1, 3], days="12"), [ATTEMPTS, ON_DAYS], id="no spread of two times"),
    pytest.param(history([None, None, 20, 20, 20]), [], id="three times of five are enough"),
    pytest.param(history([None, None, None, 20, 20]), [TIME, SPREAD], id="two times of five are not"),
    pytest.param(history([None] * 5), [TIME, SPREAD], id="never timed"),
    pytest.param(history([500, 1, 9, 70, 2], target=None), [], id="no target, no time and no spread"),
    pytest.param(history([None] * 5, target=None), [TIME], id="no target, but nobody there"),
    pytest.param(history([9] * 5, target=None, missed="3"), [RIGHT], id="no target, but missed"),
    pytest.param(history([99] * 5, missed="2", days="11223"), [RIGHT, TIME], id="missed and slow"),
]


@pytest.mark.parametrize(("answers", "unmet"), RULE)
def test_what_is_unmet(answers: list[FirstAnswer], unmet: list[Condition]) -> None:
    judged = judge_automatic(answers)
    assert list(judged.unmet) == unmet
    assert judged.automatic == (not unmet)


def test_the_spread_is_that_of_a_sample_and_the_median_the_middle_one() -> None:
    judged = judge_automatic(history([20, 25, 30, 25, 20]))
    assert judged.median_seconds == 25
    assert judged.spread == pytest.approx(17.5**0.5 / 24, rel=1e-12)


def test_the_target_is_that_of_the_latest_answer() -> None:
    early = history([25] * 4, target=20.0)
    assert judge_automatic([*early, FirstAnswer("2026-03-09", True, 25.0, 26.0)]).automatic
    early = history([25] * 4, target=26.0)
    assert judge_automatic([*early, FirstAnswer("2026-03-09", True, 25.0, 24.0)]).unmet == (TIME,)


@pytest.mark.parametrize(
    ("answers", "sentence"),
    [
        (history([20] * 5), "automatic"),
        ([], "five more days"),
        (history([20] * 2), "three more days"),
        (history([20] * 4), "one more day"),
        (history([20] * 5, days="11122"), "on 2 of 3 different days"),
        (history([20] * 5, missed="24"), "four more days, 2 of the last 5 missed"),
        (history([20] * 2, missed="2"), "five more days, 1 of the last 2 missed"),
        (history([20], missed="1"), "five more days, the first missed"),
        (history([38] * 5), "right, but 8 s over"),
        (history([38] * 5, missed="1"), "one more day, 1 of the last 5 missed"),
        (history([30.2] * 5), "right, but just over"),
        (history([31] * 5), "right, but 1 s over"),
        (history([10, 10, 10, 10, 30]), "times vary by 64%, more than 40%"),
        (history([None] * 5), "not timed often enough"),
    ],
)
def test_what_is_missing_is_said(answers: list[FirstAnswer], sentence: str) -> None:
    assert judge_automatic(answers).sentence == sentence


seconds = st.none() | st.integers(0, 4_000).map(lambda tenths: tenths / 10)
cold = st.builds(
    FirstAnswer,
    day=st.integers(1, 9).map(lambda day: f"2026-03-0{day}"),
    clean=st.booleans() | st.just(True),
    seconds=seconds,
    target=st.none() | st.integers(1, 3_000).map(lambda tenths: tenths / 10),
)
histories = st.lists(cold, max_size=9).map(lambda answers: sorted(answers, key=lambda answer: answer.day))
# Mostly good ones: those of which the rule's last two conditions decide.
good = st.lists(
    st.builds(
        FirstAnswer,
        day=st.integers(1, 9).map(lambda day: f"2026-03-0{day}"),
        clean=st.just(True),
        seconds=st.integers(100, 400).map(lambda tenths: tenths / 10),
        target=st.just(25.0),
    ),
    min_size=5,
    max_size=7,
)


def by_fractions(answers: list[FirstAnswer]) -> bool:
    """The rule in one breath: no standard deviation, but its square, and no rounding. The times are
    tenths, and the bound is 2/5.
    """
    last = answers[-5:]
    if len(last) < 5 or len({answer.day for answer in last}) < 3 or not all(answer.clean for answer in last):
        return False
    times = sorted(Fraction(str(answer.seconds)) for answer in last if answer.seconds is not None)
    count = len(times)
    if count < 3:
        return False
    if last[-1].target is None:
        return True
    middle = (times[(count - 1) // 2] + times[count // 2]) / 2
    mean = sum(times, Fraction(0)) / count
    square = sum(((time - mean) ** 2 for time in times), Fraction(0)) / (count - 1)
    assume(square != Fraction(2, 5) ** 2 * mean**2)  # a float may lie on either side
    return middle <= Fraction(str(last[-1].target)) and mean > 0 and square <= Fraction(2, 5) ** 2 * mean**2


@given(histories | good)
def test_automatic_is_what_the_rule_says_in_fractions(answers: list[FirstAnswer]) -> None:
    assert judge_automatic(answers).automatic == by_fractions(answers)


@given(histories | good, histories)
def test_only_the_last_five_are_looked_at(answers: list[FirstAnswer], before: list[FirstAnswer]) -> None:
    if len(answers) >= ANSWERS:
        assert judge_automatic([*before, *answers]) == judge_automatic(answers[-ANSWERS:])


@given(histories | good)
def test_what_is_unmet_is_told_in_order_and_once(answers: list[FirstAnswer]) -> None:
    unmet = judge_automatic(answers).unmet
    assert list(unmet) == [condition for condition in Condition if condition in unmet]
    assert (judge_automatic(answers).sentence == "automatic") == (not unmet)
    if judge_automatic(answers).automatic:
        assert len({answer.day for answer in answers}) >= DAYS


@given(good, st.integers(1, 1_000))
def test_the_unit_of_time_does_not_matter_to_the_spread(answers: list[FirstAnswer], factor: int) -> None:
    scaled = [
        FirstAnswer(answer.day, answer.clean, (answer.seconds or 0) * factor, (answer.target or 0) * factor)
        for answer in answers
    ]
    assert judge_automatic(scaled).spread == pytest.approx(judge_automatic(answers).spread)


@given(good)
def test_one_miss_undoes_it_and_five_clean_answers_bring_it_back(answers: list[FirstAnswer]) -> None:
    missed = [*answers, FirstAnswer("2026-04-01", False, 20.0, 25.0)]
    assert RIGHT in judge_automatic(missed).unmet
    days = [f"2026-04-0{day}" for day in range(2, 7)]
    again = [FirstAnswer(day, True, 20.0, 25.0) for day in days]
    for count in range(1, 5):
        assert not judge_automatic([*missed, *again[:count]]).automatic
    assert judge_automatic([*missed, *again]).automatic
