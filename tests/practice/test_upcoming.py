"""What home says a review asks is what it asks, and saying it writes nothing."""

from __future__ import annotations

from random import Random

import pytest

from katatx.sessions.desk import Desk
from katatx.sessions.review import todays
from katatx.settings import Settings
from tests.practice.small_decks import know_decks, record, right, small_deck, worked_deck


@pytest.fixture
def decks(tmp_path):
    folder = tmp_path / "decks"
    answers = {"a": "softmax([a, 4])", "b": "dot([a, 2], [3, 1])", "c": "mean([a, 2])", "d": "a^2", "e": "√a"}
    return {
        "lined": worked_deck(folder, "lined", answers),
        "small": small_deck(folder, "small", {"S": "fgh", "T": "ij"}),
    }


@pytest.fixture
def desk(decks, open_log, clock):
    def open_one(minutes: int | None = None) -> Desk:
        log = open_log(settings=Settings(minutes=minutes))
        know_decks(decks, log)
        return Desk(decks, log, clock, lambda: 7)

    return open_one


def check(desk: Desk) -> int:
    """A review asks what was foretold; how many questions that is."""
    before, left = desk.log.count(), todays(desk)
    told = desk.overview()
    assert (desk.log.count(), told.ahead.questions, told.tomorrow is None) == (before, len(left), bool(left))
    review = desk.review()
    # With nothing left, a review asks as much again; what was missed today comes back as well.
    if left and {*left} <= {*review.run.drills}:
        assert [turn.drill for turn in review.queue.waiting if not turn.showing] == left
    # Foretold once more it is the same, though it was opened.
    assert todays(desk) == left
    return len(left)


def test_it_is_what_the_review_then_asks(desk, clock) -> None:
    source, here = Random(0), desk(1)
    assert check(here)
    for _ in range(6):
        clock.move(hours=source.choice([0, 0, 5, 20, 90]))
        review = here.review()
        for _ in range(source.randint(0, 4)):
            if review.question is not None:
                if source.random() < 0.2:
                    review.hint()
                typed = right(review.question) if source.random() < 0.7 else " ".join(["1000.5"] * 2)
                review.answer(typed, source.choice([2.0, 30.0]))
                review.advance()
        if source.random() < 0.3:
            record(here.log, clock, source.choice(["lined/a", "small/f", "lined/d"]), "right")
        if source.random() < 0.2:
            here.undo()
        check(here)


def test_what_is_practised_elsewhere_only_shortens_todays_list(desk, clock) -> None:
    here = desk(1)
    for day in range(8):
        for place in ("small/f", "lined/a", "small/i"):
            before = todays(here)
            record(here.log, clock, place, "right" if day % 3 else "wrong")
            assert {*todays(here)} <= {*before} - {place}
        # An answer taken back is asked first, whatever was begun since.
        here.review()
        taken = here.log.undo(clock())
        left = todays(here)
        assert taken is not None
        assert [turn.drill for turn in here.review().queue.waiting] == left or not left
        clock.move(days=1)
