"""The tables of progress against what was put into the log, and every table in its width."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from katatx.sessions.desk import Desk
from katatx.show.progress import DECK_TABLES, TABLES, Column, Progress, Row, Table
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
    return Progress(desk.report(deck), desk.log, desk.decks, deck)


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


def test_mistakes_are_counted_over_all_drills(desk) -> None:
    made = Counter(turn for day in ANSWERS for _, _, turn in day if turn)
    rows = progress(desk).table("mistakes").rows
    assert sorted(int(row.cells[1]) for row in rows) == sorted(made.values())
    first = rows[0]
    assert (first.cells[1], [*first.places()]) == ("2", ["one/b"])
    assert not next(row for row in rows if row.title == "Knows").places(), "its deck is gone"
    own = progress(desk, "two").table("mistakes").rows
    assert [row.cells[1] for row in own] == ["1"]


def test_steps_and_drills_tell_of_one_another(desk) -> None:
    steps = {row.step: row for row in progress(desk).table("steps").rows}
    assert set(steps) == set(desk.log.works.places)
    dot, multiply = words(steps["dot/sum"].tell(60)), words(steps["arithmetic/multiply"].tell(60))
    assert "2 times" in dot
    assert "✗" not in multiply
    drills = progress(desk, "one").table("drills").rows
    assert [len(row.places()) for row in drills] == [1, 1, 1]
    assert [row.cells[2][0] for row in drills] == ["learning", "learning", "to come"]
    assert "used in 2 drills" in words(steps["softmax/raise"].tell(60))


def test_every_row_is_told_in_any_width(desk) -> None:
    for deck, names in ((None, TABLES), ("one", DECK_TABLES)):
        rows = [row for name in names for row in progress(desk, deck).table(name).rows]
        assert all(row.tell(width) for row in rows for width in (20, 36, 90))


_TEXTS = st.text("abc d字", max_size=30)


@given(st.lists(st.tuples(_TEXTS, _TEXTS, _TEXTS), min_size=1, max_size=5), st.integers(30, 90))
def test_a_table_fits_its_width_and_keeps_its_first_column(cells, width) -> None:
    heads = Column("first"), Column("second", "r"), Column("third")
    rows = [Row("", each, lambda width: []) for each in cells]
    table = Table(heads, rows)
    widths = table.fitted(width)
    assert 0 in widths
    assert sum(widths.values()) + 2 * (len(widths) - 1) <= width
    assert all(each.cell_len <= width for each in table.printed(width))
    assert len({each.cell_len for each in table.printed(width)}) == 1
