from __future__ import annotations

import pytest

from katatx.commands.check import report
from katatx.engine.checking import check
from katatx.engine.pencils.writing import Step
from katatx.worksheet.folding import LONGEST_FOLDED
from katatx.worksheet.layout import LONGEST_OPEN, written_working

GRID = "[[1,0,2,1],[0,1,1,3],[2,2,0,1]]"
WEIGHTS = "[[1,0,0,0],[0,1,0,0],[0,0,1,0],[0,0,0,1]]"
LONG = [
    f"attention {GRID} {GRID} {GRID}",
    f"layer_norm {GRID}",
    f"W = {WEIGHTS}; pre_norm_block([[1,0,2,1],[0,1,1,3]], W, W, W, W, W, W)",
    f"X = {GRID}; W = {WEIGHTS}; multi_head_attention(X, 2, W, W, W)",
    "softmax 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15",
]


def written(text: str, *, full: bool = False) -> list[str]:
    return report(check(text), full)


def working(text: str) -> list[Step]:
    (link,) = check(text).links
    return link.steps()


def test_the_first_row_is_shown_in_full_and_the_others_with_their_results() -> None:
    lines = written("[[1,2],[3,4],[5,6],[7,8],[9,9],[8,7]]·[[1,2,3],[2,3,1]]")
    assert lines[7:] == [
        "  matmul",
        "      row 1  [5, 8, 5]",
        "          column  1·1 + 2·2 = 1 + 4 = 5",
        "          column  1·2 + 2·3 = 2 + 6 = 8",
        "          column  1·3 + 2·1 = 3 + 2 = 5",
        "      row 2  [11, 18, 13]",
        "      row 3  [17, 28, 21]",
        "      row 4  [23, 38, 29]",
        "      row 5  [27, 45, 36]",
        "      row 6  [22, 37, 31]",
        "20 lines of working are folded; --full shows them",
    ]


@pytest.mark.parametrize("text", LONG, ids=lambda text: text[:40])
def test_long_working_is_folded_and_full_opens_it(text: str) -> None:
    shown, folded = written_working(working(text), full=False)
    whole, none = written_working(working(text), full=True)
    short, long = len(shown), len(whole)
    assert long > LONGEST_OPEN
    assert short <= LONGEST_FOLDED
    assert (folded, none) == (long - short, 0)
    assert written(text)[-1] == f"{long - short} lines of working are folded; --full shows them"
    assert not any("…" in line or "--full" in line for line in written(text, full=True))


def test_a_grid_whose_rows_are_all_closed_stands_as_a_grid() -> None:
    lines = written(LONG[2])
    at = lines.index("  layer norm 1  [ 0,     -1.414,  1.414, 0    ]")
    assert lines[at + 1] == "                [-1.147, -0.229, -0.229, 1.606]"
