"""What is asked of a log at every start and answer is found by an index, however long the log is."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, date, datetime, timedelta

import pytest

from katatx.progress.log import Log
from katatx.progress.records import Answered, Run, Uncovering

NOW = datetime(2026, 3, 2, 9, 0, tzinfo=UTC)


def answered(drill: str, verdict: str = "right", days: int = 0) -> Answered:
    return Answered("r1", "attention", drill, None, {}, "3", verdict, (), (True,), 0, NOW + timedelta(days=days), 1.5)


def begun(open_log) -> Log:
    log = open_log()
    log.start_run(Run("r1", "attention", None, ("match",), 7, False, NOW))
    log.record(answered("match"))
    return log


@pytest.mark.parametrize(
    ("work", "index"),
    [
        (lambda log: log.attempts("r1"), "attemptrow_learner_run_instant (learner=? AND run=?)"),
        (lambda log: log.uncovered("r1", "match", 3), "uncoveringrow_learner_run (learner=? AND run=?)"),
        (lambda log: log.undo(NOW), "attemptrow_learner_day (learner=? AND day=?)"),
        (lambda log: log.record(answered("match")), "attemptrow_learner_deck_drill_instant (learner=? AND deck=?"),
        (lambda log: log.standings.due(NOW.date()), "standingrow_learner_due_day (learner=? AND due_day<?)"),
    ],
)
def test_the_log_is_not_gone_through(open_log, work: Callable[[Log], object], index: str) -> None:
    log = begun(open_log)
    asked: list[str] = []
    connection = log.store.database.connection()
    connection.set_trace_callback(asked.append)
    work(log)
    connection.set_trace_callback(None)
    plans = [
        step[-1]
        for statement in asked
        if statement.startswith(("SELECT", "DELETE"))
        for step in connection.execute(f"EXPLAIN QUERY PLAN {statement}").fetchall()
    ]
    assert any(index in plan for plan in plans), plans
    assert not [plan for plan in plans if plan.startswith("SCAN") and plan != "SCAN CONSTANT ROW"]


def test_the_weakest_of_what_is_due_come_first_as_their_standings_say(open_log) -> None:
    log = begun(open_log)
    for drill, verdict, days in (("b", "wrong", 0), ("c", "right", 1), ("c", "wrong", 9), ("d", "right", 2)):
        log.record(answered(drill, verdict, days))
    day = date(2026, 3, 30)

    def forgotten(name: tuple[str, str]) -> float:
        memory = log.standings.one(*name).memory
        assert memory is not None
        return log.standings.schedule.recall(memory, day)

    due = log.standings.due(day)
    assert due == sorted(log.standings.all(), key=lambda name: (forgotten(name), name))
    assert log.standings.due(date(2026, 3, 1)) == []


def test_what_was_practised_on_a_day_or_later_is_known(open_log) -> None:
    log = begun(open_log)
    log.uncover(Uncovering("r1", "attention", "b", None, 1, NOW))
    log.record(answered("c", days=3))
    assert log.standings.practised_since(NOW.date()) == {("attention", "match"), ("attention", "c")}
    assert log.standings.practised_since(date(2026, 3, 5)) == {("attention", "c")}
    assert log.standings.practised_since(date(2026, 3, 6)) == set()


def test_an_answer_takes_seven_statements(open_log) -> None:
    log = begun(open_log)
    asked: list[str] = []
    connection = log.store.database.connection()
    connection.set_trace_callback(asked.append)
    recorded = log.record(answered("match", days=1))
    connection.set_trace_callback(None)
    assert [statement.split()[0] for statement in asked] == ["BEGIN", "SELECT", "INSERT", "SELECT", "INSERT", "INSERT", "COMMIT"]  # fmt: skip
    assert recorded.standing == log.standings.one("attention", "match")
