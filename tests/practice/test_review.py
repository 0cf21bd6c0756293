"""A day's review: in the right order, all of it, once; gone on with, and true about tomorrow."""

from __future__ import annotations

import re
from datetime import UTC, date, datetime, timedelta
from random import Random

import fsrs
import pytest
from hypothesis import given
from hypothesis import strategies as st

from katatx.practice import review as module
from katatx.practice.home_lines import today
from katatx.practice.kata import open_kata
from katatx.practice.report import make_report
from katatx.practice.review import open_review, plan
from katatx.practice.session import open_session
from katatx.settings import Settings
from tests.practice.small_decks import answer, record, right, small_deck


@pytest.fixture
def decks(tmp_path):
    return {
        "one": small_deck(tmp_path / "decks", "one", {"S": "abc", "T": "de"}),
        "two": small_deck(tmp_path / "decks", "two", {"U": "fg", "V": "h"}),
    }


@pytest.fixture
def begin(decks, open_log, clock):
    """Opens a review of so many new drills a day, each time as a new start of the program does."""

    def begin_one(new: int = 5, limit: int | None = None, decks=decks):
        return open_review(decks, open_log(settings=Settings(new_per_day=new)), clock, lambda: 7, limit)

    return begin_one


def forgotten(days: list[tuple[int, bool]], today: int) -> float:
    """How likely FSRS holds a drill forgotten, by the package itself: (day, right) each."""
    scheduler = fsrs.Scheduler(learning_steps=(), relearning_steps=(), enable_fuzzing=False)
    card, begun = fsrs.Card(), datetime(2026, 3, 2, 12, tzinfo=UTC)
    for day, was_right in days:
        rating = fsrs.Rating.Good if was_right else fsrs.Rating.Again
        card, _ = scheduler.review_card(card, rating, begun + timedelta(days=day))
    return 1 - scheduler.get_card_retrievability(card, begun + timedelta(days=today))


def test_the_weakest_come_first(begin, clock, open_log, tmp_path) -> None:
    apart = {
        "one": small_deck(tmp_path / "apart", "one", dict(zip("STUV", "abde", strict=True))),
        "two": small_deck(tmp_path / "apart", "two", {"W": "f", "X": "h"}),
    }
    histories = {
        "one/a": [(0, True)],
        "one/d": [(0, False)],
        "two/f": [(0, True), (2, True)],
        "two/h": [(0, True), (1, False), (3, True)],
        "one/b": [(8, False)],
        "one/e": [(0, True), (2, True), (8, True)],
    }
    begun, log = clock.now, open_log()
    for day in range(9):
        clock.now = begun + timedelta(days=day)
        for name, days in histories.items():
            for verdict in [was_right for on, was_right in days if on == day]:
                record(log, clock, name, "right" if verdict else "wrong")
    clock.now = begun + timedelta(days=20)
    weakest = sorted(histories, key=lambda name: -forgotten(histories[name], 20))
    assert list(begin(new=0, decks=apart).run.drills) == weakest


names = st.lists(st.integers(0, 10_000), unique=True, max_size=60)


@given(names, st.integers(0, 60), st.integers(1, 6))
def test_a_plan_is_all_of_it_with_sections_apart_and_new_ones_spread(
    drills: list[int], cut: int, sections: int
) -> None:
    numbered = [str(drill) for drill in drills]
    due, new = numbered[cut:], numbered[:cut]
    section = {drill: int(drill) % sections for drill in numbered}
    found = plan(due, new, section.__getitem__)
    assert sorted(found) == sorted(numbered)
    assert [drill for drill in found if drill in new] == new
    # A new one after every three due ones, for as long as there are both.
    mixed = "".join("n" if drill in new else "d" for drill in found)
    together = min(len(new), len(due) // 3)
    assert mixed == "dddn" * together + "d" * (len(due) - 3 * together) + "n" * (len(new) - together)
    waiting = list(due)
    for before, drill in zip([None, *found], found, strict=False):
        if drill in waiting:
            if before is not None and section[before] == section[drill]:
                assert {section[each] for each in waiting[:8]} == {section[drill]}
            else:  # the first that is of another section: nobody waits longer than it must
                ahead = waiting[: waiting.index(drill)]
                assert before is None or {section[each] for each in ahead} <= {section[before]}
                assert before is not None or not ahead
            waiting.remove(drill)


def test_two_of_a_section_do_not_stand_side_by_side(begin, clock, open_log) -> None:
    log = open_log()
    for name in ("one/a", "one/b", "one/c", "one/d", "one/e"):
        record(log, clock, name, "wrong")
    clock.move(days=30)
    drills = begin(new=0).run.drills
    assert [name in ("one/a", "one/b", "one/c") for name in drills] == [True, False, True, False, True]


def test_new_drills_come_at_the_pace_and_in_page_order_of_decks_begun(begin, clock, open_log) -> None:
    assert begin(new=3).run.drills == ("one/a", "one/b", "one/c")
    clock.move(days=1)
    record(open_log(), clock, "two/g")
    clock.move(days=1)
    assert [name for name in begin(new=3).run.drills if name != "two/g"] == ["two/f", "two/h", "one/a"]


def test_what_was_begun_today_by_drill_counts_as_new(begin, decks, open_log, clock) -> None:
    session = open_session(decks["two"], open_log(), clock, lambda: 7)
    answer(session)
    answer(session, "wrong")
    review = begin(new=3)
    assert len(review.run.drills) == 1
    assert not set(review.run.drills) & {"two/f", "two/g"}
    clock.move(hours=30)
    assert len(set(begin(new=3).run.drills) - {"two/f", "two/g"}) == 3


def test_no_new_ones_where_none_are_wanted(begin) -> None:
    assert begin(new=0).question is None


def test_a_limit_ends_the_sitting_and_the_next_goes_on(begin) -> None:
    first = begin(limit=2)
    done = [answer(first), answer(first)]
    assert first.question is None
    assert first.summary_lines()[-2] == "2 of 5 drills done; 3 left for next time."
    second = begin()
    assert (second.run.id, second.finished) == (first.run.id, 2)
    assert [answer(second) for _ in range(3)] == [name for name in first.run.drills if name not in done]
    assert second.question is None


def test_a_review_that_was_killed_is_as_it_was(begin) -> None:
    live = begin()
    answer(live)
    answer(live, "wrong")
    live.hint()
    again = begin()
    assert (again.run, again.queue.waiting, again.queue.done) == (live.run, live.queue.waiting, live.queue.done)
    assert (again.question.id, again.question.given, again.opened.lines) == (live.question.id, live.question.given, 1)
    assert again.opening == "Review. 1 of 5 drills done."


def test_what_was_drilled_elsewhere_in_between_is_left_out(begin, decks, open_log, clock) -> None:
    live = begin()
    answer(live)
    record(open_log(), clock, "one/c", "wrong")
    again = begin()
    assert again.run.id == live.run.id
    assert [turn.drill for turn in again.queue.waiting] == ["one/b", "one/d", "one/e"]
    # Its own missed ones are not: they come back.
    answer(again, "wrong")
    assert "one/b" in [turn.drill for turn in begin().queue.waiting]


def test_the_next_day_begins_anew(begin, clock) -> None:
    yesterday = begin()
    first = answer(yesterday)
    answer(yesterday, "wrong")
    clock.now = clock.now.replace(hour=3) + timedelta(days=1)  # before four it is the same day still
    assert begin().run.id == yesterday.run.id
    clock.move(hours=1)
    today = begin()
    assert today.run.id != yesterday.run.id
    assert today.finished == 0
    assert first not in today.run.drills
    assert "one/b" in today.run.drills


def test_a_finished_review_is_over_for_the_day(begin, clock) -> None:
    review = begin()
    while review.question is not None:
        answer(review)
    again = begin()
    assert (again.total, again.question, again.opening) == (0, None, "Review. Nothing is due today.")


def test_missed_and_helped_ones_come_back_until_right_unaided(begin) -> None:
    review = begin()
    asked = [answer(review, "wrong"), answer(review, "helped")]
    while review.question is not None:
        asked.append(answer(review))
    assert sorted(asked) == sorted([*review.run.drills, *asked[:2]])
    assert review.summary_lines()[-2] == "All drills done: 5 of 5."


def test_the_pages_numbers_at_the_first_meeting_and_fresh_ones_later(begin, clock) -> None:
    review = begin(new=1)
    assert (review.question.seed, review.question.given) == (None, {"a": 3.0})
    answer(review, "wrong")
    second = review.question
    assert second.is_fresh
    answer(review)
    clock.move(days=10)
    third = begin(new=0).question
    assert third.is_fresh
    assert third.given != second.given


def test_a_drill_that_is_gone_is_left_out_and_its_history_kept(begin, decks, tmp_path, open_log, clock) -> None:
    log = open_log()
    for name in ("one/a", "one/b", "two/f"):
        record(log, clock, name, "wrong")
    clock.move(days=1)
    planned = begin(new=0)
    assert set(planned.run.drills) == {"one/a", "one/b", "two/f"}
    left = {"one": small_deck(tmp_path / "less", "one", {"S": "bc"})}
    again = begin(new=0, decks=left)
    assert again.run.id == planned.run.id
    assert [turn.drill for turn in again.queue.waiting] == ["one/b"]
    report = make_report(left, log, date(2026, 3, 3))
    assert (report.attempts, report.due) == (3, 1)
    kept = {f"{drill.deck}/{drill.drill}": drill for deck in report.decks for drill in deck.drills if not drill.in_deck}
    assert sorted(kept) == ["one/a", "two/f"]
    assert all(drill.standing.attempts == 1 and not drill.is_due for drill in kept.values())


def told(review) -> tuple[int, int]:
    found = re.fullmatch(r"Tomorrow: (\d+) drills? due(?:, up to (\d+) new)?\.", review.summary_lines()[-1])
    return int(found[1]), int(found[2] or 0)


@pytest.mark.parametrize("seed", range(3))
def test_what_is_said_of_tomorrow_is_what_tomorrow_asks(seed: int, begin, clock, open_log) -> None:
    source, log = Random(seed), open_log()
    for _ in range(9):
        review = begin(new=2)
        for _ in range(source.randrange(8)):
            if review.question is None:
                break
            answer(review, source.choice(["right", "right", "wrong", "helped"]))
        if source.random() < 0.3:
            record(log, clock, source.choice(["one/a", "two/h", "two/g"]), source.choice(["right", "wrong"]))
        said, known = told(review), log.standings.names()
        clock.move(days=1)
        drills = [tuple(name.split("/")) for name in begin(new=2).run.drills]
        new = sum(name not in known for name in drills)
        assert said == (len(drills) - new, new)


def test_more_than_a_day_holds_is_said_and_left_for_after(begin, clock, open_log, monkeypatch) -> None:
    monkeypatch.setattr(module, "MOST", 4)
    log = open_log()
    for name in ("one/a", "one/b", "one/c", "one/d", "one/e", "two/f"):
        record(log, clock, name, "wrong")
    clock.move(days=1)
    review = begin(new=1)
    assert len(review.run.drills) == 4
    assert "two/g" in review.run.drills
    assert review.opening == "Review. 0 of 4 drills done; 3 more are due after these."
    answer(review)
    review = begin(new=1)
    assert review.opening == "Review. 1 of 4 drills done; 3 more are due after these."
    while review.question is not None:
        answer(review)
    assert begin(new=1).total == 3


def test_nothing_due_leaves_no_trace(begin, open_log) -> None:
    review = begin(new=0)
    assert (review.question, review.opening) == (None, "Review. Nothing is due today.")
    assert review.summary_lines() == ["Tomorrow: 0 drills due."]
    assert list(open_log().runs("", "review")) == []


def test_an_undone_answer_is_asked_again(begin, open_log, clock) -> None:
    review = begin()
    name = answer(review)
    open_log().undo(clock())
    assert begin().question.id == name
    assert begin().finished == 0


def test_a_katas_line_counts_as_its_drill_does(attention, tmp_path, open_log, clock) -> None:
    by_kata, by_drill = open_log(tmp_path / "kata"), open_log(tmp_path / "drill")
    kata = open_kata(attention, by_kata, clock, lambda: 7, page=True)
    kata.answer("2 0 1 0", 5.0)
    open_session(attention, by_drill, clock, lambda: 7, "want-stick").answer("2 0 1 0", 5.0)
    one, other = (log.standings.one("attention", "want-stick") for log in (by_kata, by_drill))
    assert (one.due_day, one.cold_right, one.stability) == (other.due_day, other.cold_right, other.stability)
    assert one.due_day is not None
    clock.move(days=8)
    for log in (by_kata, by_drill):
        review = open_review({"attention": attention}, log, clock, lambda: 7)
        assert review.run.drills[0] == "attention/want-stick"
        assert "attention/want-stick" not in review.run.drills[1:]


def test_a_log_that_cannot_be_read_is_one_line(begin, open_log, monkeypatch) -> None:
    from katatx.errors import KatatxError
    from katatx.progress.standings import Standings

    def fail(*_: object) -> None:
        raise OSError("disk image is malformed")

    readers = {"due": begin, "names": begin, "all": lambda: make_report({}, open_log(), date(2026, 3, 2))}
    for name, read in readers.items():
        with monkeypatch.context() as patched:
            patched.setattr(Standings, name, fail)
            with pytest.raises(KatatxError, match="cannot be read"):
                read()


def test_the_right_answer_of_a_test_is_right(begin) -> None:
    review = begin()
    assert review.answer(right(review.question), 1.0).clean


def test_what_was_only_unread_here_and_done_elsewhere_is_left_out(begin, decks, open_log, clock) -> None:
    live = begin()
    assert live.question.id == "one/a"
    live.answer("what", 1.0)
    record(open_log(), clock, "one/a")
    assert "one/a" not in [turn.drill for turn in begin().queue.waiting]


def test_home_says_what_the_review_asks_again(begin, decks, open_log, clock) -> None:
    def said() -> str:
        return today(make_report(decks, open_log(settings=Settings(new_per_day=5)), clock.now.date()))

    live = begin()
    assert said() == "0 due today, 5 new to begin."
    missed = [answer(live, "wrong"), answer(live, "helped")]
    answer(live)
    assert said() == "0 due today, 2 new to begin, 2 missed to repeat."
    while live.question is not None:
        name = answer(live)
        missed = [each for each in missed if each != name]
    assert missed == []
    assert said() == "0 due today."
    clock.move(days=1)
    assert "repeat" not in said()
