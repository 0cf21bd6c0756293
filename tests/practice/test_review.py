"""A day's review: its minutes filled with what is worth most, once; gone on with, and true about tomorrow."""

from __future__ import annotations

import re
from datetime import timedelta
from random import Random

import pytest

from katatx.decks.works import works_of
from katatx.errors import KatatxError
from katatx.progress.log import Log
from katatx.sessions.review import open_review, todays
from katatx.sessions.sitting import Practice
from katatx.sessions.summing_up import summary_of
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
        return open_review(Practice(decks, log, clock, lambda: 7), limit, minutes, focus)

    return begin_one


def reviews(log: Log) -> list:
    return list(log.runs("", "review"))


def test_a_limit_ends_the_sitting_and_the_next_goes_on(begin) -> None:
    first = begin(limit=2)
    done = [answer(first), answer(first)]
    assert first.question is None
    assert numbers(summary_of(first).left) == [6]
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


def numbers(text: str) -> list[int]:
    return [*map(int, re.findall(r"\d+", text))]


def test_what_is_left_is_what_the_day_says(begin, decks, clock, open_log) -> None:
    review, log = begin(), open_log()
    for how in ("right", "wrong", "helped", "right"):
        answer(review, how)
        said, still = summary_of(review), todays(Practice(decks, log, clock, lambda: 7))
        assert numbers(said.left)[0] == len(still)
        assert said.day is None
    while review.question is not None:
        answer(review)
    said = summary_of(review)
    assert (said.day.attempts, said.day.right, said.day.streak, numbers(said.left)) == (10, 9, 1, [])


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
        said = summary_of(review).tomorrow
        clock.move(days=1)
        now = todays(Practice(lined, log, clock, lambda: 7))
        assert (said.questions, said.new) == (len(now), sum(place not in log.whole.drills for place in now))
        clock.move(days=source.choice([0, 0, 0, 3]))


# What fails.


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
