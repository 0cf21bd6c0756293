"""Ways of writing a line whose result is right, worked out by hand here, and a wrong one of the same form."""

from __future__ import annotations

import pytest

from tests.audit.test_readings import all_right, wrong


@pytest.mark.parametrize(
    ("line", "right", "slip"),
    [
        ("1/2 y = {} with y = 6", "3", "4"),
        ("1/2 y² = {} for y = 6", "18", "19"),
        ("3y + 2 with y = 4 = {}", "14", "15"),
        ("1/2 m v^2 with m = 4, v = 3 is {}", "18", "19"),
        ("1/4 (5 + 7) = {}", "3", "4"),
        ("9 : 3 + 2 = {}", "5", "6"),
        ("4 : (3 + 5) = {}", "0.5", "0.6"),
    ],
)
def test_a_calculation_is_worked_with_what_is_said_behind_it_and_with_all_that_it_begins_with(
    line: str, right: str, slip: str
) -> None:
    assert all_right(line.format(right) + "\n")
    assert wrong(line.format(slip) + "\n") == [(1, slip)]


def test_a_number_and_a_colon_may_be_the_number_of_the_line() -> None:
    """3 + 2 = 5, and 8 : 2 - 1 = 3."""
    assert all_right("8 : 3 + 2 = 5\n8 : 2 - 1 = 3\n8: 3 + 2 = 5\n")
    assert wrong("8 : 3 + 2 = 6\n8: 6 : 3 + 2 = 5\n") == [(1, "6"), (2, "5")]


@pytest.mark.parametrize("line", ["1/2 y = 3", "2·3 z = 12", "(2 + 1) q = 9", "2·3 x_1 = 12", "2·3 μ = 12"])
def test_a_letter_that_nobody_defined_is_no_unit_of_measure(line: str) -> None:
    assert wrong(line + "\n") == []


def test_a_unit_of_measure_is_no_unknown_letter() -> None:
    assert wrong("2·3 kg = 7\n2·3 m = 7\n") == [(1, "7"), (2, "7")]


@pytest.mark.parametrize(
    "line",
    [
        "Sizes 20.1, 20.3, 20.5, average 20.4 with the new one",
        "Sizes 20.1, 20.3, 20.5, average 20.2 (without the last)",
        "Numbers 4, 5, 6, sum 25 including the 10 above",
    ],
)
def test_a_figure_of_more_or_fewer_numbers_is_not_called_wrong(line: str) -> None:
    assert wrong(line + "\n") == []
    assert wrong("Sizes 20.1, 20.3, 20.5, average 20.4\n") == [(1, "20.4")]
