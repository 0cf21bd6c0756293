"""Letters that an equation is solved for, or that stood for something in an earlier exercise."""

from __future__ import annotations

import pytest

from tests.audit.test_readings import RIGHT, all_right, verdicts, wrong


@pytest.mark.parametrize(
    ("line", "right", "slip"),
    [
        ("5n - 2 = {}, n = 4", "18", "19"),
        ("5n - 2 = {}; so n = 4", "18", "19"),
        ("3(t + 2) = {}, t = 5", "21", "22"),
        ("x^2 - 7x + 10 = {}, x = 2 or x = 5", "0", "1"),
        ("2x - 1 = {} → 2x = 6 → x = 3", "5", "4"),
        ("2^k = {}, k = 4", "16", "18"),
    ],
)
def test_an_equation_is_worked_with_what_solves_it(line: str, right: str, slip: str) -> None:
    assert all_right(line.format(right) + "\n")
    assert wrong(line.format(slip) + "\n") == [(1, slip)]


def test_an_equation_is_worked_with_its_solution_some_lines_down() -> None:
    """2·6 + 5 = 17, 2·6 = 12."""
    assert all_right("2x + 5 = 17\n2x = 12\nx = 6\n")
    assert all_right("x = 9\n\n2x + 5 = 17\n2x = 12\nx = 6\n")
    assert (1, "18", RIGHT) not in verdicts("2x + 5 = 18\n2x = 12\nx = 6\n")


def test_what_a_letter_was_further_up_is_not_what_solves_an_equation() -> None:
    assert wrong("x = 9\nSolve 2x + 5 = 17.\n") == []
    assert wrong("Exercise 1\nx = 9\nExercise 2\n2x + 5 = 17\n") == []
    assert wrong("1. x = 9, 2x = 18\n2. 2x + 5 = 17\n", "page.md") == []
    assert wrong("## One\n\nx = 9\n\n## Two\n\n2x + 5 = 17\n", "page.md") == []
    assert wrong("<h2>A</h2><p>x = 9</p><h2>B</h2><p>2x + 5 = 17</p>\n", "page.html") == []


def test_a_letter_keeps_its_value_within_an_exercise_and_from_before_the_first() -> None:
    """2·9 + 5 = 23."""
    assert wrong("x = 9\n2x + 5 = 17\n") == [(2, "17")]
    assert wrong("Let x = 9.\n\n1. 2x + 5 = 17\n2. 2x + 5 = 23\n") == [(3, "17")]
    assert wrong("Exercise 1\nx = 9\nExercise 2\nx = 4\n2x + 5 = 14\n") == [(5, "14")]


def test_a_letter_behind_a_function_is_not_given_a_value() -> None:
    assert wrong("x^2 = 8, log x = 3\nx + 1 = 4, 2x = 6\n") == []


def test_a_letter_and_a_number_behind_a_comma_are_no_row() -> None:
    assert all_right("x = 12, 3x = 36\n")
    assert wrong("x = 12, 3x = 37\n") == [(1, "37")]
