"""A deck as a way: what is done is said by the log alone, and the way fits its room."""

from __future__ import annotations

import pytest

from katatx.progress.whole import Standing, Whole
from katatx.show.way import next_section, sections_of, way_lines
from tests.practice.small_decks import answer, small_deck


def test_a_section_is_done_once_each_of_its_drills_was_right_without_help(tmp_path, start) -> None:
    deck = small_deck(tmp_path, "one", {"S": "ab", "T": "c"})
    sitting = start(deck=deck)
    assert next_section(deck, sitting.log.whole) == "S"
    for how, done in (("right", [False, False]), ("wrong", [False, False]), ("right", [False, True])):
        answer(sitting, how)
        assert [*sections_of(deck, sitting.log.whole).values()] == done
    assert next_section(deck, sitting.log.whole) is None, "all were met"
    answer(sitting)  # the one missed
    assert [*sections_of(deck, sitting.log.whole).values()] == [True, True]


@pytest.mark.parametrize("rows", [0, 40, 20, 14, 6])
@pytest.mark.parametrize("met", [0, 21, 47])
def test_the_way_fits_its_room_with_where_one_is(attention, met: int, rows: int) -> None:
    drills = {f"attention/{each.id}": Standing(clean=1) for each in attention.drills[:met]}
    whole = Whole(drills=drills)
    here = next_section(attention, whole)
    lines = way_lines(attention, whole, here, rows=rows, width=24)
    assert all(each.cell_len <= 24 for each in lines)
    assert len(lines) <= (rows or len(lines))
    signs = [each.plain[0] for each in lines if each.plain[0] != "│"]
    assert signs.count("▸") == (here is not None)
    if len(signs) == 14:
        assert signs.count("✓") == sum(sections_of(attention, whole).values())
