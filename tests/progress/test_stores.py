"""What a log does, it does over a file and over a server."""

from __future__ import annotations

import json
from datetime import timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from katatx.progress.database.rows import attempt_row, opened_by, uncovering_row
from katatx.progress.errors import LogError
from katatx.progress.records import Attempt, Opened, Run, Uncovering
from katatx.progress.standing import Standing, Whole
from katatx.progress.standings import PracticeDay
from katatx.progress.transfer.portable import import_records, json_lines
from tests.progress.histories import NOW, answer, attention, derived, edited, know, practise

RUN = Run("r1", "attention", None, ("match", "scaled"), 2**62, True, NOW)
DAY = timedelta(days=1)
STEPS = [(1, "name"), (1, "expression"), (1, "value"), (2, "name"), (2, "expression"), (3, None), (4, "name")]


def looked(lines: int, step: str | None = None, seed: int | None = 5, line: str | None = None) -> Uncovering:
    return Uncovering("r1", "attention", "match", seed, lines, NOW, line, step)


def test_what_goes_in_comes_out(store_url: str, open_store) -> None:
    log = open_store(store_url)
    log.start_run(RUN)
    given = {"a": [1.0, 0.1 + 0.2, float("inf")], "mask": [[float("-inf"), 5e-324]]}
    whole = answer(given=given, seed=-(2**62), line="scores", first_key_seconds=1 / 3, target_seconds=2 / 3)
    log.record(whole)
    again = open_store(store_url)
    assert list(again.runs("attention")) == [RUN]
    (attempt,) = again.attempts("r1")
    assert (attempt.answer, attempt.cold, attempt.day, attempt.undone) == (whole, True, "2026-03-02", False)
    assert again.attempts_at("attention", "match") == [attempt]
    assert again.has_attempts_besides("other")
    assert not again.has_attempts_besides("r1")
    assert not again.was_met("attention", "match", before="other")  # it was a kata's line
    log.record(answer())
    assert again.was_met("attention", "match", before="other")
    assert not again.was_met("attention", "match", before="r1")


def test_whatever_is_typed_is_recorded(store_url: str, open_store) -> None:
    log = open_store(store_url)
    typed = ["\0", "3\0 4", "\ud800", "\U0001f600", "x" * 10_000, "'; --", "%s %(a)s"]
    for each in typed:
        log.record(answer("a" * 300, typed=each))
    assert log.aside is None
    assert [attempt.answer.typed for attempt in log.attempts("r1")] == ["\ufffd", "3\ufffd 4", "?", *typed[3:]]
    assert {attempt.answer.drill for attempt in log.attempts("r1")} == {"a" * 300}


def test_only_the_first_graded_answer_of_a_day_without_help_is_cold(store_url: str, open_store) -> None:
    log = open_store(store_url)
    log.uncover(Uncovering("r1", "attention", "divided", 5, 2, NOW))
    asked = [
        (answer("match", "unread"), False),
        (answer("match"), True),
        (answer("match"), False),
        (answer("scaled", help=1), False),
        (answer("divided"), False),
        (answer("match", moment=NOW + DAY), True),
    ]
    assert [log.record(each).attempt.cold for each, _ in asked] == [cold for _, cold in asked]


# ---- what is uncovered


def test_uncovered_steps_are_those_of_the_question_and_the_furthest(store_url: str, open_store) -> None:
    log = open_store(store_url)
    for lines, step in STEPS:
        log.uncover(looked(lines, step))
        assert open_store(store_url).uncovered("r1", "attention", "match", 5) == (lines, step or "value")
    log.uncover(looked(6, seed=None))
    log.uncover(looked(7, line="scores"))
    asked = [(5, None), (None, None), (5, "scores"), (6, None), (None, "scores")]
    assert [log.uncovered("r1", "attention", "match", *each).lines for each in asked] == [4, 6, 7, 0, 0]


@given(st.lists(st.sampled_from([*STEPS, (0, None), (0, "name")])))
def test_the_furthest_step_counts_in_whatever_order_they_come(rows: list[tuple[int, str | None]]) -> None:
    order = ["name", "expression", "value"]
    furthest = max(((lines, order.index(step or "value")) for lines, step in rows if lines), default=(0, 2))
    assert opened_by(rows) == Opened(furthest[0], order[furthest[1]])


# ---- undo and reset


def test_an_undone_attempt_leaves_the_standing_and_stays_in_the_log(store_url: str, open_store) -> None:
    log = open_store(store_url)
    log.record(answer(verdict="wrong"))
    before = derived(log)
    log.record(answer(moment=NOW + DAY))
    log.record(answer("scaled", "unread", NOW + DAY + timedelta(hours=1)))
    last = log.last_counting()
    undone = log.undo(NOW + 2 * DAY)
    assert (last.uid, last.undone, undone.undone, undone.answer.drill) == (undone.uid, False, True, "match")
    assert derived(log) == before
    assert [attempt.undone for attempt in log.attempts("r1")] == [False, True, False]
    assert log.record(answer(moment=NOW + DAY + timedelta(minutes=1))).attempt.helped  # the verdict was seen
    assert log.undo(NOW).answer.verdict == "right"
    assert log.undo(NOW).answer.verdict == "wrong"
    assert log.undo(NOW) is log.last_counting() is None
    assert (log.standings.whole(), log.standings.days()) == (Whole(), [])


def test_the_last_answer_is_the_one_recorded_last_whatever_the_clock_said(store_url: str, open_store) -> None:
    log = open_store(store_url)
    hours = [3, 1, 2, 0]  # the clock is set back twice
    for hour in hours:
        log.record(answer(f"at-{hour}", moment=NOW + timedelta(hours=hour)))
    assert [each.answer.drill for each in log.attempts("r1")] == [f"at-{hour}" for hour in hours]
    for hour in reversed(hours):
        assert log.last_counting().answer.drill == f"at-{hour}"
        assert log.undo(NOW).answer.drill == f"at-{hour}"


def test_the_attempts_of_a_drill_that_is_reset_count_no_more_and_the_others_do(store_url: str, open_store) -> None:
    log = open_store(store_url)
    log.record(answer("match", seconds=2.0))
    log.record(answer("match", "wrong", NOW + DAY, line="scores"))
    log.record(answer("match", "unread", NOW + 2 * DAY))
    log.record(answer("match", deck="block"))
    log.record(answer("scaled", seconds=3.0))
    assert log.reset("attention", "match", NOW + 30 * DAY) == 2
    again = open_store(store_url)
    assert again.standings.one("attention", "match") == Standing()
    assert again.standings.names() == {("attention", "scaled"), ("block", "match")}
    assert again.standings.days() == [PracticeDay(NOW.date(), 2, 2, 4.5)]
    told = [(each.answer.verdict, each.undone) for each in again.attempts_at("attention", "match")]
    assert told == [("right", True), ("wrong", True), ("unread", False)]
    assert again.reset("attention", "match", NOW + 30 * DAY) == 0
    assert again.record(answer(moment=NOW + timedelta(minutes=5))).attempt.cold


# ---- standings


def test_the_standing_kept_up_is_the_standing_derived_anew(store_url: str, open_store) -> None:
    log = open_store(store_url)
    practise(log, days=13)
    kept_up = derived(log)
    assert derived(open_store(store_url)) == kept_up
    assert log.rebuild() > 40
    assert derived(log) == kept_up
    whole = log.standings.whole()
    assert {name for name, skill in whole.skills.items() if skill.memory} > {"dot/sum", "scale/root"}
    assert whole.learner.usual is not None
    assert whole.learner.paced > 0


def test_a_deck_that_was_unknown_or_another_comes_to_what_it_always_would(store_url: str, open_store, tmp_path) -> None:
    log, always = open_store(store_url), open_store(folder=tmp_path / "always")
    practise(log, days=6, known=False)
    assert log.standings.whole().skills == {}
    know(log)
    before = derived(log)
    know(log, edited())
    know(always, edited())
    practise(always, days=6, known=False)
    assert derived(log) == derived(always) != before
    assert log.standings.known_decks() == {"attention": "edited"}
    know(log)
    assert derived(log) == before


def test_a_failed_transaction_leaves_nothing_behind(store_url: str, open_store) -> None:
    log = open_store(store_url)
    practise(log, days=4)
    before = derived(log), log.standings.known_decks(), "".join(json_lines(log))

    def record_and_fail() -> None:
        with log.store.writing():
            log.standings.know_decks({"attention": edited()})
            log.record(answer())
            log.reset("attention", "scaled", NOW)
            raise RuntimeError

    with pytest.raises(RuntimeError):
        record_and_fail()
    assert (derived(log), log.standings.known_decks(), "".join(json_lines(log))) == before
    log.record(answer("match", moment=NOW + 9 * DAY))
    assert log.standings.works.works == {("attention", *name): work for name, work in attention()[1].items()}


# ---- export and import


def test_a_log_goes_to_another_and_back_without_loss(store_url: str, open_store, tmp_path) -> None:
    here, there, back = (
        open_store(),
        open_store(store_url, folder=tmp_path / "there"),
        open_store(folder=tmp_path / "x"),
    )
    practise(here, days=6)
    for lines, step in STEPS:
        here.uncover(looked(lines, step))
    text = "".join(json_lines(here))
    for log in (there, back):
        found = import_records(log, text.splitlines(keepends=True), "log.json")
        assert (sum(found.new.values()), found.known) == (len(json.loads(text)), 0)
        assert "".join(json_lines(log)) == text
        assert log.uncovered("r1", "attention", "match", 5) == Opened(4, "name")
        know(log)
        assert derived(log) == derived(here)
        assert repr(log.pace()) == repr(here.pace())
    twice = import_records(there, text.splitlines(), "log.json")
    assert (twice.new, twice.known) == ({}, len(json.loads(text)))


@pytest.mark.slow
@pytest.mark.parametrize(
    ("table", "column", "value"),
    [
        ("runs", "drills", None),
        ("runs", "drills", [["match"]]),
        ("runs", "seed", 2**63),
        ("runs", "started", "1969-12-31T23:59:59+00:00"),
        ("attempts", "given", [1.0]),
        ("attempts", "given", {"a": json.loads("[" * 50 + "]" * 50)}),
        ("attempts", "wrong_turns", [1]),
        ("attempts", "uid", ""),
        ("attempts", "answered", "9000-01-01T00:00:00+00:00"),
        ("attempts", "help", 2**31),
        ("attempts", "seconds", 1e9),
        ("attempts", "seconds", 5e-324),
        ("attempts", "first_key_seconds", -0.5),
        ("attempts", "pencil_seconds", 10**400),
        ("attempts", "day", "9999-12-31"),
        ("attempts", "verdict", "perfect"),
        ("uncoverings", "lines", 2**70),
        ("uncoverings", "step", "line"),
        ("undos", "uid", ""),
        ("typings", "characters", True),
    ],
)
def test_what_no_log_could_hold_is_refused(open_store, table: str, column: str, value) -> None:
    log = open_store()
    records = {
        "attempts": attempt_row(Attempt("a", answer(), "2026-03-02", True, False, "1")),
        "uncoverings": uncovering_row(looked(1), "2026-03-02"),
        "runs": {"id": "r", "deck": "d", "drills": [], "seed": 1, "always_fresh": False, "started": NOW.isoformat()},
        "undos": {"uid": "a", "at": NOW.isoformat()},
        "typings": {"uid": "t", "characters": 3, "seconds": 1.5, "at": NOW.isoformat()},
    }
    for name, columns in records.items():  # each is taken as it stands
        assert import_records(log, [json.dumps({"table": name, **columns})], "x").new == {name: 1}
    line = json.dumps({"table": table, **records[table], "id" if table == "runs" else "uid": "new", column: value})
    with pytest.raises(LogError, match=f"^other.json:1: {column} is ") as caught:
        import_records(log, [line], "other.json")
    assert str(caught.value).isprintable()
