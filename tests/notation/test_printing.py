"""Numbers as a line keeps them, rounded by hand: 3 decimals or 4 significant figures, whichever is coarser."""

from __future__ import annotations

import pytest

from katatx.notation.printing import write_kept, write_line, write_number


@pytest.mark.parametrize(
    ("value", "written"),
    [
        (0.0474258, "0.047"),
        (1.41421, "1.414"),
        (5.6568, "5.657"),
        (54.59815, "54.60"),
        (-54.59815, "-54.60"),
        (20.5, "20.5"),
        (148.41316, "148.4"),
        (2980.95799, "2981"),
        (28576.41234, "28580"),
        (-28576.41234, "-28580"),
        (162754.79142, "162800"),
        (28576.0, "28576"),
        (28576.25, "28576.25"),
        (0.0, "0"),
        (float("inf"), "inf"),
    ],
)
def test_a_number_is_kept_to_three_decimals_or_four_figures(value: float, written: str) -> None:
    assert write_kept(value) == written


def test_a_row_and_a_grid_are_kept_number_by_number() -> None:
    assert write_line([2.71828, 54.59815]) == "[2.718, 54.60]"
    assert write_line([[1.0, 2980.95799], [28576.41234, 0.5]]) == "[[1, 2981], [28580, 0.5]]"


@pytest.mark.parametrize(
    ("value", "places", "written"),
    [
        (1 / 3, 22, "0.333333333333333"),
        (2e6 / 3, 12, "666666.666666667"),
        (0.1, 22, "0.1"),
        (1e-5 / 3, 22, "3.33333333333333e-06"),
        (10.0**14 / 3, 3, "33333333333333.3"),
    ],
)
def test_no_more_figures_are_written_than_a_float_holds(value: float, places: int, written: str) -> None:
    assert write_number(value, places) == written
