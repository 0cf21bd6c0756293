"""Numbers as a line keeps them, rounded by hand: 3 decimals or 4 significant figures, whichever is coarser."""

from __future__ import annotations

from katatx.notation.printing import write_line


def test_a_row_and_a_grid_are_kept_number_by_number() -> None:
    assert write_line([2.71828, 54.59815]) == "[2.718, 54.60]"
    assert write_line([[1.0, 2980.95799], [28576.41234, 0.5]]) == "[[1, 2981], [28580, 0.5]]"
