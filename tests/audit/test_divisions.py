"""Divisions of fractions, quotients with a remainder and remainders, and a wrong one of each form."""

from __future__ import annotations

import pytest

from tests.audit.test_readings import all_right, wrong


@pytest.mark.parametrize(
    ("line", "right", "slip"),
    [
        ("2/3 : 1/6 = {}", "4", "1/9"),
        ("2/3 ÷ 4/5 = {}", "5/6", "8/15"),
        ("(2/3) : (1/6) = {}", "4", "5"),
        ("2/3:1/6 = {}", "4", "5"),
        (r"$\frac{2}{3} : \frac{4}{5} = {}$", r"\frac{5}{6}", r"\frac{6}{5}"),
        (r"$\frac{2}{3} \div \frac{4}{5} = {}$", r"\frac{5}{6}", r"\frac{6}{5}"),
        ("5/8 : 3/4 = 5/8 · 4/3 = {}", "5/6", "6/5"),
    ],
)
def test_a_fraction_is_divided_by_a_fraction(line: str, right: str, slip: str) -> None:
    assert all_right(line.replace("{}", right) + "\n")
    assert len(wrong(line.replace("{}", slip) + "\n")) == 1


@pytest.mark.parametrize(
    ("line", "right", "slip"),
    [
        ("23 : 4 = 5 remainder {}", "3", "2"),
        ("23 ÷ 4 = {} R 3", "5", "6"),
        ("23 ÷ 4 = 5 R{}", "3", "1"),
        ("23 / 4 = 5 (remainder {})", "3", "1"),
        ("23 : 4 = 5, remainder {}", "3", "1"),
        ("23 : 4 = 5 Rest {}", "3", "1"),
        ("23 divided by 4 is 5 with remainder {}", "3", "1"),
        ("23 mod 4 = {}", "3", "2"),
        ("2^5 mod 7 = {}", "4", "5"),
        ("(8 + 15) mod 4 = {}", "3", "2"),
        ("-5 mod 4 = {}", "3", "1"),
        ("23 % 4 = {}", "3", "2"),
        ("23 ≡ {} (mod 4)", "3", "2"),
        ("23 ≡ {} (mod 4)", "-1", "-2"),
        ("2^5 = 32 ≡ {} (mod 7)", "4", "5"),
        ("3^4 ≡ 2^4 ≡ {} (mod 5)", "1", "2"),
        (r"$23 \equiv {} \pmod{4}$", "3", "2"),
        ("23 // 4 = {}", "5", "6"),
        ("23 div 4 = {}", "5", "6"),
        ("23 = 4·5 + {}", "3", "2"),
    ],
)
def test_what_is_left_over(line: str, right: str, slip: str) -> None:
    assert all_right(line.replace("{}", right) + "\n")
    assert len(wrong(line.replace("{}", slip) + "\n")) == 1


@pytest.mark.parametrize(
    "line", ["8 + 15 mod 4 = 11", "8 + 15 mod 4 = 3", "The remainder of 23 / 4 is 3.", "Rest 3 = a pause", "R2 = 0.91"]
)
def test_what_may_be_left_over_of_another_thing_is_not_called_wrong(line: str) -> None:
    assert wrong(line + "\n") == []
