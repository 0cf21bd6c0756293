"""Filtering and sorting rows, against examples by hand."""

from __future__ import annotations

from katatx.views.selection import Selection

ROWS = ["attention/match learning", "block/norm new", "attention/portions new", "Vision/Match automatic"]
KEYS = [(1, "b"), (None, "a"), (3, "a"), (2, None)]


def shown(selection: Selection) -> list[int]:
    return list(selection.shown)


def test_every_word_must_be_held_anywhere_whatever_its_case() -> None:
    rows = Selection(ROWS)
    for typed, expected in [
        ("", [0, 1, 2, 3]),
        ("match", [0, 3]),
        ("MATCH  att", [0]),
        ("new att", [2]),
        ("tch le", [0]),
        ("nothing", []),
        ("n", [0, 1, 2, 3]),
    ]:
        rows.narrow(typed)
        assert (shown(rows), rows.hidden) == (expected, 4 - len(expected)), typed


def test_sorting_puts_what_is_not_known_last_either_way() -> None:
    rows = Selection(ROWS, KEYS)
    rows.sort(0)
    assert shown(rows) == [0, 3, 2, 1]
    rows.sort(0, falling=True)
    assert shown(rows) == [2, 3, 0, 1]
    rows.sort(1)
    assert shown(rows) == [1, 2, 0, 3], "rows alike as they came"
    rows.narrow("new")
    assert shown(rows) == [1, 2]
    rows.sort(0)
    assert shown(rows) == [2, 1]
    rows.sort(None)
    assert shown(rows) == [1, 2]
    rows.narrow("")
    assert shown(rows) == [0, 1, 2, 3]
