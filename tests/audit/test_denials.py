"""Equations that a page says itself are not so are left alone; what it merely says something of is not."""

from __future__ import annotations

import pytest

from tests.audit.test_readings import all_right, wrong


@pytest.mark.parametrize(
    "line",
    [
        "3 + 4 = 8 is false",
        "it is NOT 6 · 7 = 43",
        "3 + 4 ≠ 8",
        "3 + 4 != 8",
        "3 + 4 =/= 8",
        r"$3 + 4 \neq 8$",
        "3 + 4 = 8 is wrong",
        "3 + 4 = 8, which is not true.",
        "3 + 4 = 8 (false)",
        "3 + 4 = 8 ✗",
        "It is not true that 3 · 5 = 16.",
        "A common mistake is 1/3 + 1/4 = 2/7.",
        "A typical error: 1/3 + 1/4 = 2/7.",
        "Wrong: 1/3 + 1/4 = 2/7",
        "Find the mistake: 1/3 + 1/4 = 2/7",
        "Don't write 1 + 2 · 3 = 9!",
        "Never write 1 + 2 · 3 = 9.",
        "Is 3 · 5 = 16?",
        "True or false: 3 · 5 = 16",
        "She says that 3 · 5 = 16, but that is wrong.",
        "3 + 4 does not equal 8",
        "3 + 4 is not equal to 8",
        "~~3 + 4 = 8~~",
        "<del>3 + 4 = 8</del> <s>3 · 5 = 16</s>",
    ],
)
@pytest.mark.parametrize("name", ["page.md", "page.txt"])
def test_what_a_page_says_is_not_so_is_left_alone(line: str, name: str) -> None:
    if "<del>" in line and name == "page.txt":
        return  # no markup there
    assert wrong(line + "\n", name) == []


@pytest.mark.parametrize(
    "line",
    [
        "3 + 4 = 8 is true",
        "3 · 5 = 16, so it is not false",
        "The mean is not zero: 3 + 4 = 8",
        "7 right, 3 wrong: 3 + 4 = 8",
        "It is not hard to see that 3 + 4 = 8",
        "12 - 5 = 8 wrong answers",
        "error: 12 - 5 = 8",
        "12 - 5 = 8, and that is not much",
        "12 - 5 = 8. Is that right?",
        "Wrong predictions: 12 - 5 = 8",
    ],
)
def test_what_is_merely_said_beside_an_equation_denies_nothing(line: str) -> None:
    assert [printed for _, printed in wrong(line + "\n")][-1] in ("8", "16")


@pytest.mark.parametrize(
    ("line", "right", "slip"),
    [
        ("25% off 60 = {}", "45", "46"),
        ("60 increased by 5% = {}", "63", "65"),
        ("60 reduced by 5% is {}", "57", "55"),
        ("60.00 less 5% = {}", "57.00", "57.50"),
    ],
)
def test_a_part_is_put_on_or_taken_off(line: str, right: str, slip: str) -> None:
    assert all_right(line.format(right) + "\n")
    assert wrong(line.format(slip) + "\n") == [(1, slip)]
