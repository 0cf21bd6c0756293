"""Percentages behind a result, worked out by hand here: said again where nothing else is named, else another measure."""

from __future__ import annotations

import pytest

from tests.audit.test_readings import all_right, wrong


@pytest.mark.parametrize(
    "line",
    [
        "hits = 14/20 = 0.70 (60% on the test set)",
        "hits = 14/20 = 0.70 (was 60%)",
        "hits = 14/20 = 0.70 (test: 60%)",
        "hits = 14/20 = 0.70, or 60% with the old rule",
        "hits = 14/20 = 0.70, so 30% are missed",
        "hits = 14/20 = 0.70, leaving 30%",
        "hits = 14/20 = 0.70, which is 20% better",
        "hits = 14/20 = 0.70 is 90% of the best",
        "Round 2 of 8 (24.0% loss)",
        "Round 2 of 8: 24.0% loss",
        "Of the 50, 15 left, 40.0% of them by train",
        "3·4 = 12, so 5 are left",
        "3·4 = 12, or 2 a day",
        "3·4 = 12, leaving 8",
    ],
)
def test_another_measure_behind_a_result_is_no_slip_of_that(line: str) -> None:
    assert wrong(line + "\n") == []


@pytest.mark.parametrize(
    ("line", "right", "slip"),
    [
        ("hits = 14/20 = 0.70 ({})", "70%", "60%"),
        ("hits = 14/20 = 0.70, or {}", "70%", "60%"),
        ("hits = 14/20 = 0.70, which is {}", "70%", "71%"),
        ("2 of 8 ({})", "25.0%", "24.0%"),
        ("30 cm·4 = 120, or {} centimetres", "120", "210"),
    ],
)
def test_a_percentage_said_again_is_the_result_before_it(line: str, right: str, slip: str) -> None:
    assert all_right(line.format(right) + "\n")
    assert wrong(line.format(slip) + "\n") == [(1, slip)]


@pytest.mark.parametrize(
    ("line", "right", "slip"),
    [
        ("3/40 × 100 = {}", "7.5%", "0.75%"),
        ("18/24 = {}", "75%", "0.75%"),
        ("hit rate = 63/70 = {}", "90%", "0.9%"),
        ("(0.4 + 0.2)/3 = {}", "20%", "0.2%"),
        ("(5 − 5)/4 × 100 = {}", "0%", "4%"),
    ],
)
def test_a_percent_sign_says_a_hundredth_unless_a_factor_of_100_is_there(line: str, right: str, slip: str) -> None:
    assert all_right(line.format(right) + "\n")
    assert wrong(line.format(slip) + "\n") == [(1, slip)]
