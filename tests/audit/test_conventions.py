"""Where the field has several conventions, a result by any of them is right, and one by none is wrong."""

from __future__ import annotations

import pytest

from tests.audit.planting import audited
from tests.audit.test_readings import all_right, wrong


@pytest.mark.parametrize(
    ("line", "right", "slip"),
    [
        ("log(1000) = {}", "3", "4"),
        ("log(32) = {}", "5", "6"),
        ("log(20) = {}", "2.996", "2.969"),
        ("log 1000 = {}", "3", "4"),
        ("log 4 + log 25 = {}", "2", "3"),
        ("log 16 = {} (base 2)", "4", "5"),
        ("log_2(32) = {}", "5", "4"),
        ("log₂ 32 = {}", "5", "4"),
        ("log_10(0.01) = {}", "-2", "-3"),
        ("log_4(64) = {}", "3", "4"),
        ("log_5 125 = {}", "3", "4"),
        (r"$\log_{3} 81 = {}$", "4", "3"),
        ("lg 1000 = {}", "3", "4"),
        ("ld 32 = {}", "5", "6"),
        ("-0.5·log(0.5) - 0.5·log(0.5) = {}", "1", "2"),
    ],
)
def test_a_logarithm_is_natural_or_to_base_10_or_2(line: str, right: str, slip: str) -> None:
    assert all_right(line.replace("{}", right) + "\n")
    assert wrong(line.replace("{}", slip) + "\n") == [(1, slip)]


def test_a_natural_logarithm_is_no_other() -> None:
    assert wrong("ln 32 = 5\nln(1000) = 3\n") == [(1, "5"), (2, "3")]


def test_which_convention_was_taken_is_said() -> None:
    claims = audited("log(1000) = 3\nx = [2, 4, 6, 8]\nstd(x) = 2.582\n").claims
    assert [claim.why for claim in claims] == ["to base 10", "divided by n - 1"]


ROW = "x = [1, 3, 3, 5, 8]\n"


@pytest.mark.parametrize(
    ("line", "either", "slip"),
    [
        # Mean 4, squares of the deviations 9, 1, 1, 1 and 16, their sum 28: 28/5 = 5.6, 28/4 = 7.
        ("var(x) = {}", ("5.6", "7"), "5.9"),
        ("variance(x) = {}", ("5.6", "7"), "5.9"),
        ("std(x) = {}", ("2.366", "2.646"), "2.466"),
        ("2·std(x) = {}", ("4.733", "5.292"), "4.933"),
        ("variance of x = {}", ("5.6", "7"), "8"),
        ("standard deviation of x: {}", ("2.366", "2.646"), "2.364"),
        ("sd: {}", ("2.366", "2.646"), "2.466"),
    ],
)
def test_a_variance_is_divided_by_either(line: str, either: tuple[str, str], slip: str) -> None:
    for right in either:
        assert wrong(ROW + line.format(right) + "\n") == []
    assert wrong(ROW + line.format(slip) + "\n") != [] or line.startswith("sd")


def test_a_variance_that_says_its_divisor_is_divided_by_that() -> None:
    assert wrong(f"{ROW}population variance: 5.60\nsample variance (n-1): 7.00\n") == []
    assert wrong(f"{ROW}population variance: 7.00\n") == [(2, "7.00")]
    assert wrong(f"{ROW}sample variance (n-1): 5.60\n") == [(2, "5.60")]


@pytest.mark.parametrize(
    ("line", "right", "slip"), [("sin(30) = {}", "0.5", "0.6"), ("cos(60) + 1 = {}", "1.5", "1.6")]
)
def test_an_angle_of_many_fifteens_may_be_one_in_degrees(line: str, right: str, slip: str) -> None:
    assert all_right(line.format(right) + "\n")
    assert wrong(line.format(slip) + "\n") == [(1, slip)]
    assert wrong("sin(1) = 0.017\n") == [(1, "0.017")]
