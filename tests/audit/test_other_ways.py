"""Lines that count in another way than numbers do, in other units, or write decimals with a comma."""

from __future__ import annotations

import pytest

from tests.audit.test_readings import all_right, wrong


@pytest.mark.parametrize(
    "line",
    [
        "1 + 1 = 10 (binary)",
        "Binary numbers: 101 + 11 = 1000",
        "1 + 1 = 10 in base 2",
        "On a clock, 9 + 5 = 2.",
        "4 + 5 = 2 in Z_7",
        "10:30 + 2 h = 12:30",
        "14:05 - 1 h = 13:05",
        "2024-05-01 - 2024-04-01 = 30 days",
        "5/1/2024 - 4/1/2024 = 30",
        "1.250,00 € × 12 = 15.000,00 €",
        "13 : 4 = 3,25",
        "1.04^2 = 1.0816 ≈ 8.2% growth",
        "3/4 h = 45 min",
        "2 1/4 lb = 36 oz",
        "1h 20m + 50m = 2h 10m",
    ],
)
def test_what_counts_in_another_way_is_not_called_wrong(line: str) -> None:
    assert wrong(line + "\n") == []


@pytest.mark.parametrize(
    ("line", "slip"),
    [
        ("3/4 kg = 0.85 kg", "0.85"),
        ("7 h + 5 h = 13 h", "13"),
        ("The base is 4: 4 · 3 / 2 = 7", "7"),
        ("Binary cross-entropy: 2 + 3 = 6", "6"),
        ("13 : 4 = 3.35", "3.35"),
        ("1.04^2 = 1.0816 ≈ 9.2% growth", "9.2%"),
        ("ratio 1:4 = 0.25, and 4 · 3 = 13", "13"),
        ("The slow clock turns once in 3 · 70 = 310 steps.", "310"),
    ],
)
def test_what_counts_as_numbers_do_is_held_against(line: str, slip: str) -> None:
    assert (1, slip) in wrong(line + "\n")


@pytest.mark.parametrize(
    ("line", "right", "slip"),
    [
        ("3 cm + 20 mm = {} cm", "5", "6"),
        ("2.5 km + 500 m = {} km", "3", "4"),
        ("1/2 kg + 300 g = {} g", "800", "803"),
    ],
)
def test_a_sum_in_several_units_is_worked_in_that_of_its_result(line: str, right: str, slip: str) -> None:
    assert all_right(line.format(right) + "\n")
    assert wrong(line.format(slip) + "\n") == [(1, slip)]
