"""What is asked of a log at every start and answer is found by an index, however long the log is."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta

import pytest

from katatx.progress.log import Log
from katatx.progress.records import Run
from tests.progress.histories import NOW, answer, edited, know


def begun(open_log) -> Log:
    log = open_log()
    know(log)
    log.start_run(Run("r1", "attention", None, ("match",), 7, False, NOW))
    log.record(answer("match"))
    return log


@pytest.mark.parametrize(
    ("work", "index"),
    [
        (lambda log: log.attempts("r1"), "attemptrow_learner_run_instant (learner=? AND run=?)"),
        (lambda log: log.uncovered("r1", "attention", "match", 3), "uncoveringrow_learner_run (learner=? AND run=?)"),
        (lambda log: log.record(answer("match")), "attemptrow_learner_deck_drill_instant (learner=? AND deck=?"),
        (lambda log: log.record(answer("match")), "standings_1 (learner=?)"),
        (lambda log: know(log, edited()), "works_1 (learner=? AND deck=?)"),
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


def test_an_answer_takes_seven_statements(open_log) -> None:
    log = begun(open_log)
    asked: list[str] = []
    connection = log.store.database.connection()
    connection.set_trace_callback(asked.append)
    recorded = log.record(answer("match", moment=NOW + timedelta(days=1)))
    connection.set_trace_callback(None)
    assert [statement.split()[0] for statement in asked] == ["BEGIN", "SELECT", "INSERT", "SELECT", "INSERT", "INSERT", "COMMIT"]  # fmt: skip
    assert recorded.moved is not None
    assert recorded.moved.drill == log.standings.one("attention", "match")


def test_the_last_answer_is_found_from_the_end(open_log) -> None:
    log = begun(open_log)
    connection, asked = log.store.database.connection(), []
    connection.set_trace_callback(asked.append)
    assert log.last_counting() is not None
    connection.set_trace_callback(None)
    plan = [step[-1] for step in connection.execute(f"EXPLAIN QUERY PLAN {asked[0]}").fetchall()]
    assert plan[0].startswith("SCAN")
    assert "ORDER BY" not in "".join(plan)  # nothing is sorted
