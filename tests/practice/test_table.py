"""Tables laid out by hand."""

from __future__ import annotations

import pytest

from katatx.pictures.parts import Span, cells, text_of
from katatx.views.spans import wrapped
from katatx.views.table import Column, Table, row, shortened

TABLE = Table(
    (Column("name", cut=True), Column("times", right=True, falls=True), Column("told", rank=1, cut=True)),
    (row("alpha", "7", "something long that is told of it"), row("be", "12", "short")),
)


def lines(room: int, *sorted_by) -> list[str]:
    laid = TABLE.laid(room, *sorted_by)
    return [text_of(line).rstrip() for line in (laid.heading, laid.line(0), laid.line(1))]


def test_cells_stand_under_each_other_and_a_heading_has_room_for_its_mark() -> None:
    assert lines(80) == [
        "name      times  told",
        "alpha         7  something long that is told of it",
        "be           12  short",
    ]
    assert lines(80, 1, True)[0] == "name    times ▼  told"
    assert lines(80, 0, False)[0] == "name ▲    times  told"
    assert lines(80, 0, False)[1:] == lines(80)[1:]


def test_what_has_no_room_is_cut_then_left_out() -> None:
    assert lines(40)[1] == "alpha         7  something long that is…"
    assert lines(30)[0] == "name      times"
    assert lines(10)[1] == "alpha         7", "nothing more can go"


@pytest.mark.parametrize("room", range(16, 60))
def test_no_line_is_wider_than_its_room(room: int) -> None:
    assert all(cells(line) <= room for line in lines(room))


def test_a_click_on_a_heading_finds_its_column() -> None:
    laid = TABLE.laid(80)
    assert [laid.column_at(cell) for cell in (0, 7, 8, 16, 17, 60)] == [0, 0, 1, 1, 2, 2]
    assert laid.column_at(-1) is None


def test_wide_characters_count_twice() -> None:
    assert shortened("分かち書き", 7) == "分かち…"
    assert shortened("abc", 3) == "abc"
    table = Table((Column("a"), Column("b")), (row("分", "x"), row("ab", "y")))
    first, second = (text_of(table.laid(80).line(at)) for at in range(2))
    assert cells(first.split("x")[0]) == cells(second.split("y")[0])


def test_long_lines_go_on_under_their_value() -> None:
    line = (Span("answers    ", "faint"), Span("7 answers, 5 first of the day"))
    assert [text_of(part) for part in wrapped([line], 24)] == [
        "answers    7 answers, 5 ",
        "           first of the ",
        "           day",
    ]
    assert [text_of(part) for part in wrapped([(Span("abcdefgh"),)], 3)] == ["abc", "def", "gh"]
    assert all(cells(text_of(part)) <= 10 for part in wrapped([(Span("a" * 35 + " b " + "c" * 12),)], 10))
