"""A kata reworked from its first mistake: its right lines kept, nothing counted twice, no examination."""

from __future__ import annotations

from copy import deepcopy

import pytest

from katatx.progress.log import Log
from katatx.sessions.kata import open_kata
from katatx.sessions.sitting import Practice, Sitting
from katatx.sessions.summing_up import summary_of
from scoring import Verdict

RIGHT = ["2 0 1 0", "2 8", "1 4", "2.718 54.598", "57.316", "0.047 0.953", "0.095 2.858 0.953 0.047"]
# The second line wrong, and the rest rightly from it.
WRONG = ["2 0 1 0", "2 7", "1 3.5", "2.718 33.12", "35.83", "0.076 0.924", "0.152 2.772 0.924 0.076"]


@pytest.fixture
def begin(attention, open_log, clock):
    log = open_log()

    def begin_one() -> Sitting:
        clock.move(minutes=1)
        return open_kata(Practice({"attention": attention}, log, clock, lambda: 7), "attention", page=True)

    return begin_one


def work(kata: Sitting, answers: list[str], seconds: float = 1.0) -> Sitting:
    for typed in answers:
        kata.answer(typed, seconds)
        kata.advance()
    return kata


def rework(kata: Sitting, clock) -> Sitting:
    clock.move(minutes=1)
    return kata.sequels["rework"]()


def test_only_what_is_answered_anew_is_in_the_log(begin, clock) -> None:
    kata = work(begin(), WRONG)
    again = work(rework(kata, clock), RIGHT[1:])
    log = again.log
    assert [each.answer.line for each in log.attempts(again.run.id)] == [
        line.name for line in again.plan.kata.kata.lines[1:]
    ]
    assert len(log.attempts(kata.run.id)) == 7
    lines = [attempt for run in log.runs("attention", "kata") for attempt in log.attempts(run.id)]
    assert sum(each.answer.line == "nolan.query" for each in lines) == 1
    kept = deepcopy(standing(log))
    works = log.works
    log.know(lambda: works)
    assert standing(log) == kept


def test_stopped_it_is_gone_on_with_on_its_day_alone(begin, clock) -> None:
    again = work(rework(work(begin(), WRONG), clock), RIGHT[1:3])
    resumed = begin()
    assert (resumed.run.id, resumed.question.line) == (again.run.id, "raised")
    assert [row.is_kept for row in resumed.plan.kata.rows] == [True, False, False]
    assert [row.judgement.verdict for row in resumed.plan.kata.rows] == [Verdict.RIGHT] * 3
    clock.move(days=1)
    later = begin()
    assert (later.run.id != again.run.id, later.finished) == (True, 0)


def test_each_line_says_what_it_follows_from(begin) -> None:
    told = summary_of(work(begin(), WRONG)).shown(100)
    assert [row.plain[0] for row in told.rows.lines] == ["✓", "✗", "┆", "┆", "┆", "┆", "┆"]
    assert (told.at, told.rows.lines[1].plain.split()) == (1, ["✗", "2", "scores", "2", "7", "2", "8"])
    slip = [each.plain.split() for each in told.behind(1).lines]
    assert any(cells[-1:] == ["2·1"] or ("7" in cells and "8" in cells) for cells in slip), "yours beside true"
    assert all("line 2" in told.behind(at).lines[0].plain for at in range(2, 7))


def standing(log: Log):
    found = log.whole
    return found.learner, found.steps, found.drills
