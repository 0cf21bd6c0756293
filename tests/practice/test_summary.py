"""What a sitting came to, as text and as a table."""

from __future__ import annotations

import unicodedata

import pytest

from katatx.views.summary import (
    FOLLOWS,
    RIGHT,
    WRONG,
    Summary,
    SummaryRow,
    as_typed,
    clock,
    marked,
    paragraphs,
    table,
)  # fmt: skip


def row(name: str = "match", sign: str = RIGHT, yours: str = "2 8", true: str = "2 8", note: str = "", **other):
    told = {"seconds": 12.0, "target": 8.0, "under": ()} | other
    return SummaryRow(name, sign, yours, true, told["seconds"], told["target"], note, tuple, told["under"])


def summary(*rows: SummaryRow, title: str = "T", came: tuple[str, ...] = ("Tomorrow: 4 skills due.",)) -> Summary:
    return Summary(title, "1 of 2 right", rows, came)


def test_text_tells_a_thing_a_line_and_the_truth_of_what_is_not_right() -> None:
    missed = row("scaled", WRONG, "2 [7]", "1 4", "Left the scores as they were.", under=("    dot  2·3 = 6",))
    assert summary(missed, row(), row("whole", FOLLOWS, "3", "4", "follows from your 7", target=None)).lines() == [
        "1 of 2 right",
        "",
        "✗ scaled  2 [7] (true: 1 4) · 12 s, target 8 s · Left the scores as they were.",
        "    dot  2·3 = 6",
        "✓ match   2 8 · 12 s, target 8 s",
        "╎ whole   3 (true: 4) · 12 s · follows from your 7",
        "",
        "Tomorrow: 4 skills due.",
    ]


def test_what_is_copied_is_bounded_and_has_no_control_characters() -> None:
    rude = summary(*[row("a\x1b[31m", yours="\x07" * 300, note="\u202e" * 900)] * 500, title="\x1b]52;c;x\x07")
    text = rude.text
    assert len(text) < 21_000
    assert {each for each in text if unicodedata.category(each) in ("Cc", "Cf")} == {"\n"}
    assert summary(row()).text.startswith("T\n1 of 2 right\n")


@pytest.mark.parametrize("width", [24, 40, 55, 72, 110])
def test_a_table_is_never_wider_than_its_room(width: int) -> None:
    rows = [
        row("deck/a-drill-with-a-long-name", WRONG, "0.152 2.772 0.924 0.076", "0.095 2.858 0.953 0.047", "n" * 50),
        row(seconds=4000.0, target=None),
    ]
    head, cells = table(summary(*rows), width)
    drawn = ["  ".join(cell for cell in each if cell) for each in cells]
    assert max(map(len, [head, *drawn])) <= max(width, 3 * 8 + 5 + 6)
    assert len({len(each) for each in drawn}) == 1


def test_a_table_leaves_out_targets_and_notes_where_room_is_short() -> None:
    told = summary(row("drill", WRONG, "2 7", "2 8", "Left the scores as they were."))
    head, (cells,) = table(told, 80)
    assert (head.split(), cells.target.strip(), cells.note.strip()) == (
        ["drill", "yours", "true", "time", "target"], "8 s", "Left the scores as they were.",
    )  # fmt: skip
    helped = summary(*[row("walk-rewrites", yours="6 11 41 0 0", true="6 11 41 0 0", note="with help")])
    head, (cells,) = table(helped, 53)
    assert (head.split()[-1], cells.target, cells.note.strip()) == ("time", "", "with help")
    head, (cells,) = table(told, 26)
    assert (head.split(), cells.target, cells.note) == (["drill", "yours", "true", "time"], "", "")


def test_where_nothing_is_timed_no_column_is_for_times() -> None:
    head, (cells,) = table(summary(row(seconds=None, target=None)), 80)
    assert (head.split(), cells.time, cells.target) == (["drill", "yours", "true"], "", "")


def test_a_name_that_is_too_long_keeps_its_end() -> None:
    _, (cells,) = table(summary(row("attention/grid-row-times-stick")), 110)
    assert cells.name == "…tion/grid-row-times-stick"


def test_values_stand_as_they_are_typed() -> None:
    assert as_typed(57.316431861603284) == "57.316"
    assert as_typed([2.0, 8.0]) == "2 8"
    assert as_typed([[1.0, 2.0], [3.0, 4.5]]) == "1 2; 3 4.5"


def test_wrong_numbers_are_marked_where_others_are_right() -> None:
    assert marked([("2", True), ("7", False)]) == "2 [7]"
    assert marked([("2", False), ("7", False)]) == "2 7"
    assert marked([("7", False)]) == "7"
    assert marked([("1", True), ("2", True), ("3", False), ("4", True)], 2) == "1 2; [3] 4"
    assert marked([]) == ""


def test_times_are_short() -> None:
    assert [clock(each) for each in (0.4, 41.4, 59.4, 59.6, 252.0)] == ["0 s", "41 s", "59 s", "1:00", "4:12"]


def test_paragraphs_stand_apart_and_empty_ones_are_left_out() -> None:
    assert paragraphs([], ["a", "b"], [], ["c"]) == ["a", "b", "", "c"]
