"""The tables of progress against what was put into the log, and every table in its width."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from katatx.sessions.desk import Desk
from katatx.show.progress import TABLES, Progress, Row, Table
from katatx.show.text import plain_lines
from tests.practice.small_decks import know_decks, record, worked_deck

ANSWERS = [
    [("one/a", "right", ""), ("one/b", "wrong", "dot/left-in-pieces"), ("two/f", "right", "")],
    [("one/a", "wrong", ""), ("one/a", "right", ""), ("two/f", "wrong", "softmax/not-divided")],
    [],
    [("one/b", "wrong", "dot/left-in-pieces"), ("gone/x", "wrong", "nobody/knows")],
]


@pytest.fixture
def desk(tmp_path, open_log, clock) -> Desk:
    folder = tmp_path / "decks"
    decks = {
        "one": worked_deck(folder, "one", {"a": "softmax([a, 4])", "b": "dot([a, 2], [3, 1])", "never-met": "a·7"}),
        "two": worked_deck(folder, "two", {"f": "softmax([a, 2])"}),
    }
    found = Desk(decks, open_log(), clock, lambda: 7)
    know_decks(decks, found.log)
    for day in ANSWERS:
        for name, verdict, turn in day:
            record(found.log, clock, name, verdict, wrong_turns=(turn,) * bool(turn), seconds=50.0)
            clock.move(minutes=1)
        clock.move(days=1)
    return found


def progress(desk: Desk, deck: str | None = None) -> Progress:
    return Progress(desk.report(deck), desk.log, desk.decks)


def words(lines) -> str:
    return " ".join(plain_lines(lines))


def test_days_tell_what_was_right_and_practise_what_was_missed(desk) -> None:
    rows = progress(desk).table("days").rows
    practised = [day for day in reversed(ANSWERS) if day]
    assert [row.cells[-1] for row in rows] == [
        f"{sum(verdict == 'right' for _, verdict, _ in day)} of {len(day)}" for day in practised
    ]
    for row, day in zip(rows, practised, strict=True):
        missed = {name for name, verdict, _ in day if verdict == "wrong" and not name.startswith("gone")}
        assert set(row.places()) == missed
        sitting = desk.again(row.places(), row.title)
        assert sitting.question.id in missed


def test_mistakes_are_counted_over_all_drills_that_are_there(desk) -> None:
    made = Counter(turn for day in ANSWERS for name, _, turn in day if turn and not name.startswith("gone"))
    rows = progress(desk).table("mistakes").rows
    assert sorted(int(row.cells[0]) for row in rows) == sorted(made.values())
    first = rows[0]
    assert (first.cells[0], [*first.places()]) == ("2", ["one/b"])
    own = progress(desk, "two").table("mistakes").rows
    assert [row.cells[0] for row in own] == ["1"]


def test_steps_tell_of_their_last_miss_and_their_drills(desk, clock) -> None:
    steps = {row.step: row for row in progress(desk).table("steps").rows}
    assert set(steps) == set(desk.log.works.places)
    assert "2 times" in words(progress(desk).table("mistakes").rows[0].tell())
    assert "used in 2 drills" in words(steps["softmax/raise"].tell())
    assert "Missed" not in words(steps["arithmetic/multiply"].tell())


def test_an_answer_with_help_is_right_wherever_it_is_told(desk, clock) -> None:
    record(desk.log, clock, "two/f", help=1)
    (step,) = (row for row in progress(desk).table("steps").rows if row.step == "softmax/raise")
    day = progress(desk).table("days").rows[0]
    assert (day.cells[-1], [*day.places()]) == ("1 of 1", [])
    spot = desk.overview().weak
    for told in (words(step.tell()), f"{spot.happened} {spot.instead}" if spot.step == step.step else "with help"):
        assert "with help" in told
        assert "Missed" not in told


def test_every_row_is_told(desk) -> None:
    assert all(row.tell() for name in TABLES for row in progress(desk).table(name).rows)


_TEXTS = st.text("abc d字", max_size=30)


@given(st.lists(st.tuples(_TEXTS, st.integers(0, 999), _TEXTS), min_size=1, max_size=5), st.integers(60, 90))
def test_a_table_fits_its_width(cells, width) -> None:
    rows = [Row(title, (str(count), word[:10]), list) for title, count, word in cells]
    lines = Table(("first", "second", "third"), "rl", rows, "").lines(width)
    assert all(each.cell_len <= width for each in lines)
    assert len(lines) == len(rows) + 1
