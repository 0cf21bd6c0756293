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


def test_a_range_of_pages_is_no_difference() -> None:
    """From page 10 to 12 there are 3; 10 - 12 is -2."""
    assert wrong("pp. 10-12 = 3 pages\nchapters 2-6 = 5 chapters\nUTF-8 = 1-4 bytes\n") == []
    assert wrong("2-6 = 5\nchapters 6-2 = 5\n2-6 = -5\n") == [(1, "5"), (2, "5"), (3, "-5")]


def test_a_count_of_others_is_no_result() -> None:
    assert wrong("3/4 majority = 45 of 60\n") == []
    assert wrong("3/4 = 0.85\n") == [(1, "0.85")]


ORDINARY = """\
On 2023-11-05 at 09:45 we ran version 2.4.1 and got 3·4 = 12.
Call 555-0199 or +33 1 2345-678; 6·6 = 36. See section 3.2, figure 4-1 and eq. (2.7).
Pages 7-9, chapter 3: 9 - 2 = 7. The match ended 3-1 after 90 minutes; 90/3 = 30.
ISBN 978-0-306-40615-7, RFC 1149, ISO 8601-2, A5 = 148 × 210 mm.
https://example.org/c=5/d-2=9?u=1 and 10.1.2.3:8080 = here; 192.168.0.1 - 192.168.0.9.
Python 3.12 = new, numpy 1.25.2 >= 1.21; 1.25 - 1.21 = 0.04.
2022/05/01 = Sunday, 05/06 = a holiday; 1980-1990 = ten years.
A 4:3 screen, 16:9 before; 4/3 = 1.33. Ratio 1:20 = small; 1:50,000 = a map.
24/7 = always; 8-4 = work; 7/4 = a day; 50/50 = fair. 1-2-3 = go; 3-2-1 = lift off.
x86-64 = amd64; B-52 = a plane; H2O = water; 5'9" = 175 cm; #7 = bug.
2-0 = win, 1-1 = draw; Q2-Q4 = 9 months; 9 - 6 = 3. 3x4 = a grid; 3x4 = 12 cells.
"""


@pytest.mark.parametrize("name", ["page.txt", "page.md"])
def test_numbers_that_are_no_arithmetic_are_not_called_wrong(name: str) -> None:
    assert wrong(ORDINARY, name) == []
    assert [printed for _, printed in wrong(ORDINARY.replace("3·4 = 12.", "3·4 = 13."), name)] == ["13"]


@pytest.mark.parametrize(
    "equation",
    [
        "0.8^k = 0.5, k = ln 0.5 / ln 0.8 = 3.11",
        "half: 0.8^k = 0.5, so k = 3.11",
        "3·k + 1 = 13\n3·k = 12\nk = 4",
        "k² = 49, k = 7",
    ],
)
def test_an_equation_for_a_letter_is_not_worked_with_what_that_stood_for(equation: str) -> None:
    assert wrong(f"k = 2\n{equation}\n") == []
    assert wrong("k = 2\n3·k + 1 = 13\n") == [(2, "13")]
    assert wrong(f"k = 2\n{equation}\nk·2 = 5\n")[-1:] == [(2 + len(equation.split("\n")), "5")]


def test_what_is_said_to_be_about_as_much_may_be_a_little_more_or_less() -> None:
    assert wrong("2^10 = 1024 ≈ 10^3\n√2 ≈ 7/5\n") == []
    assert wrong("2^10 = 1024 = 10^3\n2·3 = 6 ≈ 4 + 1\n") == [(1, "10^3"), (2, "4 + 1")]
