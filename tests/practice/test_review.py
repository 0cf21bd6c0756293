"""A day's review: its minutes filled with what is worth most, once; gone on with, and true about tomorrow."""

from __future__ import annotations

import re
from datetime import timedelta
from random import Random

import pytest

from katatx.decks.works import works_of
from katatx.progress.log import Log
from katatx.sessions.review import open_review
from katatx.sessions.summing_up import summary_of
from katatx.show.report import make_report
from tests.practice.small_decks import answer, know_decks, record, small_deck, worked_deck

LETTERS = "abcdefghijklmnopqrstuvwxyz"
# Drills of one line each, all of them different.


@pytest.fixture
def decks(tmp_path):
    return {
        "one": small_deck(tmp_path / "decks", "one", {"S": "abc", "T": "de"}),
        "two": small_deck(tmp_path / "decks", "two", {"U": "fg", "V": "h"}),
    }


@pytest.fixture
def many(tmp_path):
    return {"many": small_deck(tmp_path / "decks", "many", {"S": LETTERS[:13], "T": LETTERS[13:]})}


@pytest.fixture
def lined(tmp_path):
    """Drills worked by lines of several recipes."""
    answers = {
        "a": "softmax([a, 4])",
        "b": "dot([a, 2], [3, 1])",
        "c": "mean([a, 2])",
        "d": "mean_square([a, 2])",
        "e": "softmax([a, 2])",
    }
    return {"lined": worked_deck(tmp_path / "decks", "lined", answers)}


@pytest.fixture
def begin(decks, open_log, clock):
    """Opens a review, each time as a new start of the program does."""

    def begin_one(minutes: float | None = None, limit: int | None = None, focus: str = "", decks=decks):
        log = open_log()
        know_decks(decks, log)
        return open_review(decks, log, clock, lambda: 7, limit, minutes, focus)

    return begin_one


def reviews(log: Log) -> list:
    return list(log.runs("", "review"))


def test_a_limit_ends_the_sitting_and_the_next_goes_on(begin) -> None:
    first = begin(limit=2)
    done = [answer(first), answer(first)]
    assert first.question is None
    assert any(line.startswith("2 of 8 drills done") for line in summary_of(first).lines())
    second = begin()
    assert (second.run.id, second.finished) == (first.run.id, 2)
    assert [answer(second) for _ in range(6)] == [name for name in first.run.drills if name not in done]
    assert second.question is None


# Gone on with.


def test_a_review_that_was_killed_is_as_it_was(begin) -> None:
    live = begin()
    answer(live)
    answer(live, "wrong")
    live.hint()
    again = begin()
    assert (again.run, again.queue.waiting, again.queue.done) == (live.run, live.queue.waiting, live.queue.done)
    assert (again.question.id, again.question.given, again.opened.lines) == (live.question.id, live.question.given, 1)
    assert again.opening == "Review. 1 of 8 drills done."


def test_what_was_practised_elsewhere_in_between_is_left_out(begin, open_log, clock) -> None:
    live = begin()
    first = answer(live)
    record(open_log(), clock, "one/c", "wrong")
    again = begin()
    assert again.run.id == live.run.id
    assert {turn.drill for turn in again.queue.waiting} == set(live.run.drills) - {first, "one/c"}
    # Its own missed ones are not: they come back.
    missed = answer(again, "wrong")
    assert missed in [turn.drill for turn in begin().queue.waiting]


def test_the_next_day_begins_anew(begin, clock) -> None:
    yesterday = begin()
    answer(yesterday)
    answer(yesterday, "wrong")
    clock.now = clock.now.replace(hour=3) + timedelta(days=1)  # before four it is the same day still
    assert begin().run.id == yesterday.run.id
    clock.move(hours=1)
    anew = begin()
    assert (anew.run.id != yesterday.run.id, anew.finished) == (True, 0)
    # What was answered yesterday may come again.
    assert set(anew.run.drills) == set(yesterday.run.drills)


def test_missed_and_helped_ones_come_back_until_right_unaided(begin) -> None:
    review = begin()
    asked = [answer(review, "wrong"), answer(review, "helped")]
    while review.question is not None:
        asked.append(answer(review))
    assert sorted(asked) == sorted([*review.run.drills, *asked[:2]])
    assert review.finished == review.total == 8


# What is asked.


@pytest.mark.parametrize("focus", ["softmax/divide"])
def test_a_focus_asks_only_what_is_worked_by_it(begin, lined, open_log, focus: str) -> None:
    works = {
        f"lined/{drill}": [line for line, _ in work.lines] for (drill, _), work in works_of(lined["lined"]).items()
    }
    by_it = {name for name, lines in works.items() if any(focus in (line, line.split("/")[0]) for line in lines)}
    assert 0 < len(by_it) < len(works)
    review = begin(focus=focus, decks=lined)
    assert review.opening == f"Review of {focus}. 0 of {len(by_it)} drills done."
    asked = []
    while review.question is not None:
        asked.append(answer(review))
    assert (len(asked), set(asked)) == (len(by_it), by_it)
    again = begin(focus=focus, decks=lined)
    assert again.opening == f"Review of {focus}. Nothing is left for today."
    assert len(reviews(open_log())) == 1


# What is told.


def told(review) -> int:
    found = re.fullmatch(r"Tomorrow: (\d+) steps? due(, and new drills)?\.", summary_of(review).lines()[-1])
    return int(found[1])


def test_what_is_said_of_tomorrow_is_what_tomorrow_says(begin, lined, clock, open_log) -> None:
    source, log = Random(0), open_log()
    for _ in range(4):
        review = begin(decks=lined)
        for _ in range(source.randrange(6)):
            if review.question is None:
                break
            answer(review, source.choice(["right", "right", "wrong", "helped"]))
        if source.random() < 0.3:
            record(log, clock, f"lined/{source.choice('abcde')}", source.choice(["right", "wrong"]))
        new = any(
            not each.practised for deck in make_report(lined, log, clock.now.date()).decks for each in deck.drills
        )
        assert new == summary_of(review).lines()[-1].endswith(", and new drills.")
        said = told(review)
        clock.move(days=1)
        assert due(lined, log, clock) == said
        clock.move(days=source.choice([0, 0, 0, 3]))
    clock.move(days=40)
    said = told(begin(decks=lined))
    clock.move(days=1)
    assert due(lined, log, clock) == said > 0


def due(decks, log, clock) -> int:
    return sum(step.is_due for step in make_report(decks, log, clock.now.date()).steps)


# What fails.
