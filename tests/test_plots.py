"""Plots by hand: every size, one answer and a thousand."""

from __future__ import annotations

from random import Random

import pytest

from katatx.plots import HEIGHT, Timed, columns_plot, count_bar, count_lines, ticks, times_plot

WIDTHS = [36, 60, 80, 120, 200]
COUNTS = [1, 2, 5, 60, 1000]


def texts(lines) -> list[str]:
    return ["".join(text for text, _ in line) for line in lines]


def test_a_count_is_a_bar_in_eighths_and_any_count_is_seen() -> None:
    assert count_bar(4, 8, 4) == "██"
    assert count_bar(5, 8, 4) == "██▌"
    assert count_bar(1, 1000, 4) == "▏"
    assert (count_bar(0, 8, 4), count_bar(8, 8, 4), count_bar(0, 0, 4)) == ("", "████", "")


@pytest.mark.parametrize(
    ("top", "most", "expected"),
    [
        (30, 2, [0, 20]),
        (40, 2, [0, 20, 40]),
        (9, 2, [0, 5]),
        (0.7, 3, [0, 0.2, 0.4, 0.6]),
        (1, 2, [0, 0.5, 1]),
        (2_500, 2, [0, 1000, 2000]),
    ],
)
def test_ticks_are_round_numbers(top: float, most: int, expected: list[float]) -> None:
    assert ticks(top, most) == pytest.approx(expected)


def answers(count: int) -> list[Timed]:
    source = Random(count)
    return [Timed(source.uniform(3, 40), 14.0, source.random() < 0.7) for _ in range(count)]


@pytest.mark.parametrize("width", WIDTHS)
@pytest.mark.parametrize("count", COUNTS)
def test_plots_fit_and_have_a_scale_and_a_legend(width: int, count: int) -> None:
    lines = texts(times_plot(answers(count), width))
    assert max(map(len, lines)) <= width
    assert [line.split()[0] for line in lines if "┤" in line][-1] == "0"
    assert "s ┤" in lines[[("0 s ┤" in line) for line in lines].index(True)]
    assert "target" in "".join(lines[HEIGHT:])
    drawn = texts(
        columns_plot([7 * at % 23 for at in range(count)], [str(at) for at in range(count)], width, "answers")
    )
    assert max(map(len, drawn)) <= width
    assert drawn[0].endswith("┐ answers")


def test_every_answer_has_its_mark_at_its_height() -> None:
    lines = texts(times_plot([Timed(20, 10, True), Timed(10, 10, False), Timed(0, 10, True)], 30, height=8))
    # The scale ends at 20 s: eight rows, of which the last answer stands in the lowest.
    places = {(row, line.index(sign)) for row, line in enumerate(lines[:8]) for sign in "●✗" if sign in line}
    rows = [row for row, _ in sorted(places, key=lambda each: each[1])]
    assert rows == [0, 3, 7]
    assert " ".join(lines[9:]).split() == ["●", "right", "✗", "not", "right", "⠤⠤", "target"]


def test_columns_are_as_high_as_their_counts() -> None:
    lines = texts(columns_plot([8, 4, 0, 1], ["a", "b", "c", "d"], 24, "x", height=4))
    assert lines[0] == "8 ┐ x"
    body = [line.partition("│")[2] if "│" in line else line.partition("┤")[2] for line in lines[1:5]]
    assert [line[:3] for line in body] == ["███"] * 4
    assert [line[4:7].strip() for line in body] == ["", "", "███", "███"]
    assert [line[8:11].strip() for line in body] == [""] * 4
    assert [line[12:15].strip() for line in body] == ["", "", "", "▄▄▄"]
    assert lines[6].split() == ["a", "b", "c", "d"]


def test_names_stand_beside_bars_under_each_other() -> None:
    assert texts(count_lines([("skipped e^", 12), ("not divided", 3)], 40)) == [
        "12 × ██████████████████████ skipped e^"[:0] + "12 × " + "█" * 23 + " skipped e^",
        " 3 × " + "█" * 5 + "▊" + " " * 17 + " not divided",
    ]
    for width in (36, 40, 80):
        lines = texts(count_lines([("a" * 100, 123_456), ("b", 1)], width))
        assert max(map(len, lines)) <= width
