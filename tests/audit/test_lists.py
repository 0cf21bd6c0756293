"""Calculations side by side with their results side by side, worked out by hand here."""

from __future__ import annotations

import pytest

from tests.audit.test_readings import all_right, wrong


@pytest.mark.parametrize(
    ("page", "results", "slip"),
    [
        ("5², 7² = {}\n", "25, 49", "25, 46"),
        ("3·4, 2·6, 9·1 = {}\n", "12, 12, 9", "12, 12, 8"),
        ("√16 and √81 = {}\n", "4 and 9", "4 and 8"),
        ("e^0, e^2 ≈ {}\n", "1, 7.389", "1, 7.389389"),
        ("cubes: 2³, 3³, and 4³ are {}.\n", "8, 27, and 64", "8, 27, and 46"),
        ("6·2, 5·5 → {}\n", "12, 25", "12, 52"),
        ("a = 2, b = 5, a·3, b·3 = {}\n", "6, 15", "6, 16"),
    ],
)
def test_results_side_by_side_are_those_of_the_calculations_before_them(page: str, results: str, slip: str) -> None:
    assert all_right(page.format(results))
    found = wrong(page.format(slip))
    assert len(found) == 1
    assert found[0][1] == slip


def test_numbers_that_go_on_after_one_result_are_no_others() -> None:
    assert wrong("n = 3, 4·5 = 20, 7 left\n2·3, 4·5 = 20, 7\n") == []
    assert wrong("n = 3, 4·5 = 21, 7 left\n") == [(1, "21")]
