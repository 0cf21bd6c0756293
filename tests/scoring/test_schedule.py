"""The schedule against the `fsrs` package called directly, and what is laid over it."""

from __future__ import annotations

import os
import random
import subprocess
import sys
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta

import fsrs
import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.schedule import RETENTION, Memory, Rating, Schedule, rate, spread_out

# More by hand: KATATX_EXAMPLES=100000 pytest tests/scoring/test_schedule.py
HISTORIES = int(os.environ.get("KATATX_EXAMPLES", "10000"))
AGAIN, HARD, GOOD, EASY = Rating
RETENTIONS = (0.7, 0.8, 0.85, 0.9, 0.95, 0.97)


# What FSRS sees of an answer.


@pytest.mark.parametrize(
    ("clean", "over_target", "automatic", "rating"),
    [
        (False, False, False, AGAIN),
        (False, False, True, AGAIN),
        (False, True, False, AGAIN),
        (False, True, True, AGAIN),
        (True, True, False, HARD),
        (True, True, True, HARD),
        (True, False, False, GOOD),
        (True, False, True, EASY),
    ],
)
def test_a_rating_is_of_the_days_first_answer(clean: bool, over_target: bool, automatic: bool, rating: Rating) -> None:
    assert rate(clean, over_target, automatic) is rating


def test_the_ratings_are_the_packages() -> None:
    assert [(rating.name, rating.value) for rating in Rating] == [
        (rating.name.upper(), rating.value) for rating in fsrs.Rating
    ]


# FSRS itself.


@dataclass(frozen=True)
class History:
    """Ratings with the days between them, a retention and parameters, drawn from one seed."""

    ratings: tuple[Rating, ...]
    days: tuple[date, ...]
    retention: float
    parameters: tuple[float, ...] | None


def drawn(source: random.Random) -> History:
    """Up to 25 ratings: a day apart, about when they are due, or years late; a fifth with parameters of their own."""
    count = source.randint(1, 25)
    weights = source.choice([(1, 1, 1, 1), (1, 2, 6, 1), (0, 0, 1, 0), (3, 1, 1, 0), (0, 0, 1, 3)])
    longest = source.choice([1, 5, 40, 400])
    day, days = date(2026, 1, 1) + timedelta(days=source.randint(0, 2_000)), []
    for _ in range(count):
        days.append(day)
        day += timedelta(days=source.randint(1, longest))
    parameters = None
    if source.random() < 0.2:
        ends = zip(fsrs.scheduler.LOWER_BOUNDS_PARAMETERS, fsrs.scheduler.UPPER_BOUNDS_PARAMETERS, strict=True)
        within = zip(fsrs.scheduler.DEFAULT_PARAMETERS, ends, strict=True)
        parameters = tuple(min(max(usual * source.uniform(0.7, 1.4), low), high) for usual, (low, high) in within)
    ratings = tuple(source.choices(list(Rating), weights, k=count))
    return History(ratings, tuple(days), source.choice(RETENTIONS), parameters)


def noon(day: date) -> datetime:
    return datetime(day.year, day.month, day.day, 12, tzinfo=UTC)


def oracle_of(history: History) -> fsrs.Scheduler:
    return fsrs.Scheduler(
        parameters=history.parameters or fsrs.scheduler.DEFAULT_PARAMETERS,
        desired_retention=history.retention,
        learning_steps=(),
        relearning_steps=(),
        enable_fuzzing=False,
    )


def assert_same_as_the_package(history: History) -> None:
    """One card carried on by the package, beside a memory that is made a card again every time."""
    oracle, card = oracle_of(history), fsrs.Card(card_id=7)
    schedule, memory = Schedule(history.parameters, history.retention), None
    for rating, day in zip(history.ratings, history.days, strict=True):
        card, _ = oracle.review_card(card, fsrs.Rating(rating.value), noon(day))
        memory, days = schedule.review(memory, rating, day)
        assert (memory.stability, memory.difficulty) == (card.stability, card.difficulty)
        assert (days, memory.last) == ((card.due - noon(day)) / timedelta(days=1), day)
        for later in (0, 1, days, 10 * days):
            then = day + timedelta(days=later)
            assert schedule.recall(memory, then) == oracle.get_card_retrievability(card, noon(then))


@pytest.mark.slow
def test_random_histories_come_out_as_the_packages_own() -> None:
    source = random.Random(2026)
    for _ in range(HISTORIES):
        assert_same_as_the_package(drawn(source))


def test_the_histories_are_of_every_kind() -> None:
    source = random.Random(2026)
    histories = [drawn(source) for _ in range(1_000)]
    assert {rating for history in histories for rating in history.ratings} == set(Rating)
    assert {history.retention for history in histories} == set(RETENTIONS)
    assert 100 < sum(history.parameters is not None for history in histories) < 300
    gaps = [(later - day).days for each in histories for day, later in zip(each.days, each.days[1:], strict=False)]
    assert min(gaps) == 1
    assert max(gaps) > 365


# By the formulas of FSRS-6 with its published parameters: the first stability is w0 to w3, and an interval at a
# retention of 0.9 is the stability itself, rounded, at least a day.
@pytest.mark.parametrize(
    ("rating", "stability", "days"), [(AGAIN, 0.212, 1), (HARD, 1.2931, 1), (GOOD, 2.3065, 2), (EASY, 8.2956, 8)]
)
def test_the_first_rating_by_hand(rating: Rating, stability: float, days: int) -> None:
    memory, interval = Schedule().review(None, rating, date(2026, 3, 2))
    assert (memory.stability, interval) == (stability, days)
    difficulty = 6.4133 - 2.718281828459045 ** (0.8334 * (rating - 1)) + 1
    assert memory.difficulty == pytest.approx(max(1.0, difficulty), rel=1e-12)


def test_recall_is_nine_in_ten_after_as_many_days_as_the_stability() -> None:
    memory = Memory(20.0, 5.0, date(2026, 3, 2))
    assert Schedule().recall(memory, date(2026, 3, 22)) == pytest.approx(0.9, rel=1e-12)
    assert Schedule().recall(memory, date(2026, 3, 2)) == 1.0
    assert RETENTION == 0.9


@given(st.sampled_from(Rating), st.floats(0.5, 500), st.floats(1, 10), st.integers(1, 1_000))
def test_a_lower_retention_never_asks_sooner(rating: Rating, stability: float, difficulty: float, late: int) -> None:
    memory = Memory(stability, difficulty, date(2026, 1, 1))
    day = date(2026, 1, 1) + timedelta(days=late)
    found = [Schedule(retention=retention).review(memory, rating, day)[1] for retention in RETENTIONS]
    assert found == sorted(found, reverse=True)


@given(st.floats(0.5, 500), st.floats(1, 10), st.integers(1, 1_000))
def test_a_better_rating_never_asks_sooner(stability: float, difficulty: float, late: int) -> None:
    memory = Memory(stability, difficulty, date(2026, 1, 1))
    found = [Schedule().review(memory, rating, date(2026, 1, 1) + timedelta(days=late))[1] for rating in Rating]
    assert found == sorted(found)
    assert found[0] <= max(1, round(stability))


@pytest.mark.parametrize("back", [0, 1, 30])
def test_a_second_rating_on_a_day_is_refused(back: int) -> None:
    memory = Memory(3.0, 5.0, date(2026, 3, 2))
    with pytest.raises(ValueError, match="rated on 2026-03-02 already"):
        Schedule().review(memory, GOOD, date(2026, 3, 2) - timedelta(days=back))


@pytest.mark.parametrize("parameters", [[], [1.0] * 3, [-1.0] * 21, [1e9] * 21])
def test_parameters_that_fsrs_does_not_take_are_refused(parameters: list[float]) -> None:
    with pytest.raises(ValueError, match="arameters"):
        Schedule(parameters).review(None, GOOD, date(2026, 3, 2))


def test_a_schedule_leaves_the_global_random_generator_alone() -> None:
    random.seed(5)
    before = random.getstate()
    memory, _ = Schedule().review(None, GOOD, date(2026, 3, 2))
    Schedule().review(memory, GOOD, date(2026, 3, 12))
    assert random.getstate() == before


# Spreading.

names = st.text(max_size=40)
ratings = st.integers(1, 5_000)


@given(st.integers(1, 36_500), names, ratings)
def test_an_interval_is_cut_by_a_tenth_at_most_and_never_made_longer(days: int, name: str, count: int) -> None:
    spread = spread_out(days, name, count)
    assert 1 <= spread <= days
    assert days - spread <= max(1, 0.1 * days + 0.5)


@given(st.integers(1, 2), names, ratings)
def test_intervals_of_one_and_two_days_stay(days: int, name: str, count: int) -> None:
    assert spread_out(days, name, count) == days


@pytest.mark.parametrize(("days", "ends"), [(3, {2, 3}), (10, {9, 10}), (20, {18, 19, 20}), (100, set(range(90, 101)))])
def test_drills_learned_together_come_due_on_every_day_of_the_tenth(days: int, ends: set[int]) -> None:
    found = [spread_out(days, f"deck/drill-{number}", 3) for number in range(1_000)]
    assert set(found) == ends
    for end in ends:
        # A fair draw of 1,000 lies within 5 standard deviations of its share.
        share = 1 / len(ends)
        assert abs(found.count(end) - 1_000 * share) < 5 * (1_000 * share * (1 - share)) ** 0.5


def test_an_interval_is_spread_the_same_in_every_process() -> None:
    program = (
        "from scoring.schedule import spread_out; "
        "print([spread_out(days, f'deck/{name}', days % 7) for days in (3, 9, 40, 365) for name in 'abcdé'])"
    )
    said = {
        subprocess.run(
            [sys.executable, "-c", program],
            env={**os.environ, "PYTHONHASHSEED": seed},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for seed in ("0", "1", "42", "random")
    }
    here = [spread_out(days, f"deck/{name}", days % 7) for days in (3, 9, 40, 365) for name in "abcdé"]
    assert said == {f"{here}\n"}


def test_a_spread_is_the_hash_it_was() -> None:
    # The first four bytes of SHA-256, by hand (`printf 'attention/match 2' | sha256sum`), modulo 11 for 100 days.
    assert spread_out(100, "attention/match", 2) == 100 - 0x8EA2928D % 11
