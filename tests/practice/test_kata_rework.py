"""A kata reworked from its first mistake: its right lines kept, nothing counted twice, no examination."""

from __future__ import annotations

import pytest

from katatx.progress.bests import clean_katas, examinations
from katatx.progress.log import Log
from katatx.sessions.kata import KataSitting, open_kata
from scoring import Verdict

RIGHT = ["2 0 1 0", "2 8", "1 4", "2.718 54.598", "57.316", "0.047 0.953", "0.095 2.858 0.953 0.047"]
# The second line wrong, and the rest rightly from it.
WRONG = ["2 0 1 0", "2 7", "1 3.5", "2.718 33.12", "35.83", "0.076 0.924", "0.152 2.772 0.924 0.076"]


@pytest.fixture
def begin(attention, open_log, clock):
    log = open_log()

    def begin_one() -> KataSitting:
        clock.move(minutes=1)
        return open_kata(attention, log, clock, lambda: 7, page=True)

    return begin_one


def work(kata: KataSitting, answers: list[str], seconds: float = 1.0) -> KataSitting:
    for typed in answers:
        kata.answer(typed, seconds)
        kata.advance()
    return kata


def rework(kata: KataSitting, clock) -> KataSitting:
    clock.move(minutes=1)
    return kata.sequels["rework"]()


def test_it_goes_on_from_the_first_mistake_with_the_learners_own_right_lines(begin, clock) -> None:
    kata = work(begin(), WRONG)
    again = rework(kata, clock)
    assert (again.question.line, again.finished, again.total) == ("matches", 1, 7)
    assert again.question.given["nolan.WANT"] == (2.0, 0.0, 1.0, 0.0)
    assert [row.is_kept for row in again.rows] == [True]
    assert again.seconds_before == 0.0, "the clock begins anew"
    work(again, RIGHT[1:])
    assert (again.question, again.result.first_departure) == (None, None)
    assert again.summary().headline == "6 of 6 steps right · 6 s"
    assert again.summary().rows[0].note == "as before"
    assert "rework" not in again.sequels


def test_only_what_is_answered_anew_is_in_the_log(begin, clock) -> None:
    kata = work(begin(), WRONG)
    again = work(rework(kata, clock), RIGHT[1:])
    log = again.log
    assert [each.answer.line for each in log.attempts(again.run.id)] == [line.name for line in again.kata.lines[1:]]
    assert len(log.attempts(kata.run.id)) == 7
    lines = [attempt for run in log.runs("attention", "kata") for attempt in log.attempts(run.id)]
    assert sum(each.answer.line == "nolan.WANT" for each in lines) == 1
    assert not any(each.cold for each in log.attempts(again.run.id)), "its drills were answered today already"
    kept = standing(log)
    assert log.rebuild() == 13
    assert standing(log) == kept


def test_an_answer_that_was_taken_back_makes_a_kata_neither_clean_nor_passed(begin) -> None:
    kata = work(begin(), [*RIGHT[:1], "2 7"])
    kata.undo()
    log = work(kata, RIGHT[1:]).log
    assert kata.result is not None
    assert not kata.result.clean
    assert (clean_katas(log), examinations(log)) == ([], {})


def test_only_a_whole_kata_is_the_examination_and_a_best(begin, clock) -> None:
    log = work(rework(work(begin(), ["2 0 1 5"]), clock), RIGHT).log
    assert (clean_katas(log), examinations(log)) == ([], {}), "it began at the first line, but on numbers seen before"
    assert "Only a whole kata" in " ".join(work(rework(work(begin(), WRONG), clock), RIGHT[1:]).summary_lines())
    first = work(begin(), RIGHT, seconds=2.0)
    assert "the examination of this deck is passed" in " ".join(first.summary_lines())
    assert [(each.deck, each.seconds) for each in clean_katas(log)] == [("attention", 14.0)]
    assert first.summary().headline.endswith(" · 14 s")
    second = work(begin(), RIGHT, seconds=3.0)
    assert second.summary().headline == "7 of 7 steps right · 21 s (best 14 s)"
    third = work(begin(), RIGHT, seconds=1.0)
    assert third.summary().headline == "7 of 7 steps right · 7 s, your fastest clean one (before: 14 s)"
    assert work(begin(), WRONG, seconds=0.5).summary().headline.endswith("4 s (best 7 s)")


def test_a_mistake_in_reworking_is_reworked_from_there(begin, clock) -> None:
    kata = work(begin(), WRONG[:2])
    again = work(rework(kata, clock), ["2 8", "1 5"])
    third = rework(again, clock)
    assert (third.question.line, [row.typed for row in third.rows]) == ("scaled", ["2 0 1 0", "2 8"])
    # Wrong at the same line once more: gone on from the run that has the lines before it.
    fourth = rework(work(third, ["1 6"]), clock)
    assert fourth.run.drill == third.run.drill == again.run.id
    work(fourth, RIGHT[2:])
    assert fourth.result.first_departure is None


def test_stopped_it_is_gone_on_with_on_its_day_alone(begin, clock) -> None:
    again = work(rework(work(begin(), WRONG), clock), RIGHT[1:3])
    resumed = begin()
    assert (resumed.run.id, resumed.question.line) == (again.run.id, "raised")
    assert [row.is_kept for row in resumed.rows] == [True, False, False]
    assert [row.verdict for row in resumed.rows] == [Verdict.RIGHT] * 3
    clock.move(days=1)
    later = begin()
    assert (later.run.id != again.run.id, later.finished) == (True, 0)


def test_lines_that_are_gone_are_not_gone_on_from(begin, clock) -> None:
    again = work(rework(work(begin(), WRONG), clock), RIGHT[1:3])
    log = again.log
    for attempt in (each for run in [*log.runs("attention", "kata")] for each in log.attempts(run.id)):
        if attempt.answer.line == "nolan.WANT":
            log.reset("attention", attempt.answer.drill, clock())
    assert begin().run.id != again.run.id


def test_a_loop_of_runs_ends(begin, clock) -> None:
    from dataclasses import replace

    kata = work(begin(), WRONG)
    names = tuple(line.name for line in kata.kata.lines)
    for one, other in (("x", "y"), ("y", "x"), ("z", "nobody")):
        clock.move(minutes=1)
        kata.log.start_run(replace(kata.run, id=one, drill=other, drills=names[2:], started=clock()))
        assert begin().run.id not in ("x", "y", "z")


def test_the_kata_again_is_whole_and_on_other_numbers(begin, clock) -> None:
    kata = work(begin(), WRONG[:3])
    again = kata.sequels["kata-again"]()
    assert (again.finished, again.is_whole, again.run.always_fresh) == (0, True, True)
    assert again.worked.given != kata.worked.given
    clock.move(minutes=1)
    assert again.sequels["kata-again"]().worked.given != again.worked.given


def test_each_line_says_what_it_follows_from(begin) -> None:
    told = work(begin(), WRONG).summary()
    assert told.headline == "6 of 7 steps right · 1 slip · 7 s"
    assert [row.sign for row in told.rows] == ["✓", "✗", "╎", "╎", "╎", "╎", "╎"]
    assert (told.at, told.rows[1].yours, told.rows[1].true) == (1, "2 [7]", "2 8")
    assert told.rows[1].note == "6 + 0 + 2 + 0 = 8, you had 7"
    assert told.rows[1].under[1] == "    dot  2·3 + 0·0 + 1·2 + 0·0 = 6 + 0 + 2 + 0 = 8"
    assert {row.note for row in told.rows[2:]} == {"follows from your 7"}


def test_a_line_follows_from_the_latest_mistake_it_stands_on(begin) -> None:
    answers = ["2 0 1 0", "2 7", "2 7", "7.389 1096.633", "1104.022", "0.007 0.993"]
    told = work(begin(), answers).summary()
    assert [row.sign for row in told.rows] == ["✓", "✗", "✗", "╎", "╎", "╎"]
    assert {row.note for row in told.rows[3:]} == {"follows from your line 3"}


def test_the_clock_runs_over_all_lines_and_stands_still_between_sittings(begin) -> None:
    kata = work(begin(), RIGHT[:2], seconds=10.0)
    assert kata.seconds_before == 20.0
    assert begin().seconds_before == 20.0


def standing(log: Log):
    found = log.standings.whole()
    return found.learner, found.skills, found.drills


def test_an_answer_taken_back_leaves_the_kept_lines(begin, clock) -> None:
    again = work(rework(work(begin(), WRONG), clock), RIGHT[1:2], seconds=9.0)
    assert again.seconds_before == 9.0
    assert again.undo() is not None
    assert (again.question.line, again.finished, again.seconds_before) == ("matches", 1, 0.0)
    assert again.undo() is None, "what was kept is of another run"
    kept = standing(again.log)
    again.log.rebuild()
    assert standing(again.log) == kept
