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


def test_letter_by_letter_shows_what_all_at_once_does() -> None:
    for typed in ("att match", "new blo", "on on on"):
        slowly = Selection(ROWS)
        for end in range(len(typed) + 1):
            slowly.narrow(typed[:end])
            at_once = Selection(ROWS)
            at_once.narrow(typed[:end])
            assert shown(slowly) == shown(at_once)
        for end in range(len(typed), -1, -1):
            slowly.narrow(typed[:end])
        assert shown(slowly) == [0, 1, 2, 3]


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


def test_ten_thousand_rows_are_each_looked_at_once_at_the_first_letter_and_less_and_less_often_then() -> None:
    looked = 0

    class Counted(str):
        __slots__ = ()

        def __contains__(self, word: object) -> bool:
            nonlocal looked
            looked += 1
            return str.__contains__(self, word)

        def casefold(self) -> str:
            return self

    rows = Selection([Counted(f"deck-{row % 7}/drill-{row}") for row in range(10_000)])
    for typed, most in [
        ("d", 10_000),
        ("de", 10_000),
        ("deck-3", 10_000),
        ("deck-3 9", 2 * 1_429),
        ("deck-3 99", 1_000),
    ]:
        looked = 0
        rows.narrow(typed)
        assert looked <= most, typed
    assert len(rows.shown) == sum(row % 7 == 3 and "99" in str(row) for row in range(10_000))
