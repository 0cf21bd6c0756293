"""The schedule against the `fsrs` package called directly."""

from __future__ import annotations

import os
import random
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta

import fsrs
import pytest

from scoring.schedule import PARAMETERS, RETENTION, Memory, Rating, Schedule

# More by hand: KATATX_EXAMPLES=100000 pytest tests/scoring/test_schedule.py
HISTORIES = int(os.environ.get("KATATX_EXAMPLES", "10000"))
AGAIN, GOOD = Rating
RETENTIONS = (0.7, 0.8, 0.85, 0.9, 0.95, 0.97)
DAY = date(2026, 3, 2).toordinal()


def test_the_ratings_and_parameters_are_the_packages() -> None:
    assert {rating: fsrs.Rating(rating).name for rating in Rating} == {AGAIN: "Again", GOOD: "Good"}
    assert fsrs.scheduler.DEFAULT_PARAMETERS == PARAMETERS


@dataclass(frozen=True)
class History:
    """Ratings with the days between them, a retention and parameters, drawn from one seed."""

    ratings: tuple[Rating, ...]
    days: tuple[int, ...]
    retention: float
    parameters: tuple[float, ...] | None


def drawn(source: random.Random) -> History:
    """Up to 25 ratings: a day apart, about when they are due, or years late; a fifth with parameters of their own."""
    count = source.randint(1, 25)
    weights = source.choice([(1, 1), (1, 5), (0, 1), (3, 1)])
    longest = source.choice([1, 5, 40, 400])
    day, days = DAY + source.randint(0, 2_000), []
    for _ in range(count):
        days.append(day)
        day += source.randint(1, longest)
    parameters = None
    if source.random() < 0.2:
        ends = zip(fsrs.scheduler.LOWER_BOUNDS_PARAMETERS, fsrs.scheduler.UPPER_BOUNDS_PARAMETERS, strict=True)
        within = zip(fsrs.scheduler.DEFAULT_PARAMETERS, ends, strict=True)
        parameters = tuple(min(max(usual * source.uniform(0.7, 1.4), low), high) for usual, (low, high) in within)
    ratings = tuple(source.choices(list(Rating), weights, k=count))
    return History(ratings, tuple(days), source.choice(RETENTIONS), parameters)


def noon(day: int) -> datetime:
    return datetime.combine(date.fromordinal(day), datetime.min.time(), UTC) + timedelta(hours=12)


def oracle_of(history: History) -> fsrs.Scheduler:
    return fsrs.Scheduler(
        parameters=history.parameters or fsrs.scheduler.DEFAULT_PARAMETERS,
        desired_retention=history.retention,
        learning_steps=(),
        relearning_steps=(),
        enable_fuzzing=False,
    )


def assert_same_as_the_package(history: History) -> None:
    """One card carried on by the package, beside a memory."""
    oracle, card = oracle_of(history), fsrs.Card(card_id=7)
    schedule, memory = Schedule(history.parameters, history.retention), None
    for rating, day in zip(history.ratings, history.days, strict=True):
        card, _ = oracle.review_card(card, fsrs.Rating(rating.value), noon(day))
        memory = schedule.review(memory, rating, day)
        assert memory == (card.stability, card.difficulty, day)
        days = schedule.interval(memory.stability)
        assert days == (card.due - noon(day)) / timedelta(days=1)
        for later in (0, 1, days, 10 * days):
            assert schedule.recall(memory, day + later) == oracle.get_card_retrievability(card, noon(day + later))


@pytest.mark.nightly
@pytest.mark.parametrize("histories", [100, pytest.param(HISTORIES, marks=pytest.mark.slow)])
def test_random_histories_come_out_as_the_packages_own(histories: int) -> None:
    source = random.Random(7)
    for _ in range(histories):
        assert_same_as_the_package(drawn(source))


def test_recall_is_nine_in_ten_after_as_many_days_as_the_stability() -> None:
    memory = Memory(20.0, 5.0, DAY)
    assert Schedule().recall(memory, DAY + 20) == pytest.approx(0.9, rel=1e-12)
    assert Schedule().recall(memory, DAY) == 1.0
    assert RETENTION == 0.9
