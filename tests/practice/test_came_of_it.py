"""What a sitting moved: drills missed again and again, what comes tomorrow."""

from __future__ import annotations

import pytest

from katatx.errors import KatatxError
from katatx.sessions.drills import open_session
from katatx.sessions.review import open_review
from katatx.sessions.sitting import Practice
from katatx.sessions.summing_up import summary_of
from tests.practice.small_decks import answer, small_deck, worked_deck


@pytest.fixture
def deck(tmp_path):
    return small_deck(tmp_path / "decks", "one", {"S": "ab"})


@pytest.fixture
def begin(deck, open_log, clock):
    """Begins a session of the small deck, an hour later each time."""

    def begin_one(drill: str | None = None, seed: int | None = None):
        clock.move(hours=1)
        return open_session(Practice({deck.name: deck}, open_log(), clock, lambda: 7), deck.name, drill, seed=seed)

    return begin_one


def test_a_drill_missed_on_three_days_is_told_with_what_comes(begin, clock) -> None:
    for day in range(3):
        clock.move(days=1)
        sitting = begin("a")
        answer(sitting, "wrong")
        assert [*summary_of(sitting).leeches.values()] == [3] * (day == 2)
    clock.move(days=1)
    assert begin("a").question.above, "and so it does"


# What cannot be worked.


def test_a_review_leaves_out_what_cannot_be_worked_and_names_it(tmp_path, open_log, clock) -> None:
    decks = {
        "good": worked_deck(tmp_path / "decks", "good", {"a": "a^2", "b": "a^3"}),
        "bad": worked_deck(tmp_path / "decks", "bad", {"x": "nope(a)", "y": "1/(a - a)"}),
    }
    review = open_review(Practice(decks, open_log(), clock, lambda: 7), minutes=5)
    asked = []
    left_out = []
    while review.question is not None:
        try:
            asked.append(answer(review))
        except KatatxError as error:  # as screens do
            left_out.append(review.leave_out(error))
    assert all(left_out)
    assert sorted(asked) == ["good/a", "good/b"]
    faults = summary_of(review).faults
    assert len(faults) == 2
    assert all("bad.yaml:" in line for line in faults)
    assert any(" x: " in line and "nope" in line for line in faults)
    assert any(" y: " in line for line in faults)
