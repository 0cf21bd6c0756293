"""Tables laid out by hand."""

from __future__ import annotations

import pytest

from katatx.pictures.parts import cells, text_of
from katatx.views.table import Column, Table, row

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


@pytest.mark.parametrize("room", range(16, 60))
def test_no_line_is_wider_than_its_room(room: int) -> None:
    assert all(cells(line) <= room for line in lines(room))
