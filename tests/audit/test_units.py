"""Results in another unit of measure than what they were worked from, and in one of two."""

from __future__ import annotations

import pytest

from tests.audit.test_readings import all_right, wrong


@pytest.mark.parametrize(
    ("page", "right", "planted"),
    [
        ("24 GB / 8 = {}\n", "3 GB", "3 MB"),
        ("24 GB / 8 = {}\n", "3000 MB", "3800 MB"),
        ("15 kg · 3 = {}\n", "45000 g", "45 g"),
        ("5 km + 250 m = {}\n", "5250 m", "5850 m"),
        ("5 km + 250 m = {}\n", "5.25 km", "255 km"),
        ("5 km - 250 m = {}\n", "4750 m", "4570 m"),
        ("2 h + 45 min = {}\n", "165 min", "156 min"),
        ("2 h + 45 min = {}\n", "2.75 h", "2.45 h"),
        ("7 m + 35 cm = {} = 735 cm\n", "7.35 m", "42 m"),
        ("25 min + 20 min = {}\n", "0.75 h", "0.85 h"),
        ("6 racks × 32 GB = {}\n", "192 GB", "192 MB"),
    ],
)
def test_a_unit_belongs_to_the_result(page: str, right: str, planted: str) -> None:
    assert all_right(page.format(right))
    assert wrong(page.format(planted)) == [(1, planted.split(maxsplit=1)[0])]


@pytest.mark.parametrize(
    "page",
    [
        # Bytes in thousands and in steps of 1024.
        "3 GB + 256 MB = 3256 MB\n",
        "3 GB + 256 MB = 3328 MB\n",
        "256 MB * 12 = 3 GB\n",
        # A factor of the calculation says how many of the one are one of the other.
        "4 h × 60 = 240 min\n",
        "1.5 h × 60 × 60 = 5400 s\n",
        "150 min / 60 = 2.5 h\n",
        "5 GB × 1024 = 5120 MB\n",
        # Another kind of unit.
        "6 GPUs × 3 h = 18 GPU-h\n",
        "90 MB / 3 s = 30 MB/s\n",
        "750 g * 4 = 3 kg\n",
        "50 ms * 40 = 2 s\n",
    ],
)
def test_a_result_in_another_unit_is_right(page: str) -> None:
    assert all_right(page)


def test_a_rate_is_no_amount() -> None:
    assert wrong("16 GB/day * 4 = 64 MB\n") == []
    assert wrong("between 3 km - 5 km = a walk\n") == []
