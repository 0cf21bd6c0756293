"""The working of a line as it is printed: in columns, with what is long folded."""

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


def test_calculations_stand_under_each_other_with_their_points_in_line() -> None:
    assert written("softmax 1 4")[1:3] == ["  raise   e^1 =  2.718", "          e^4 = 54.598"]


def test_grids_stand_aligned_under_their_name() -> None:
    assert written("g = [[1, 2.5], [-10, 4]]")[:3] == ["g =", "  [  1, 2.5]", "  [-10, 4  ]"]


def test_a_line_that_holds_but_one_other_is_written_as_one_and_repeats_are_left_out() -> None:
    assert written("-log(0.96)") == ["-log(0.96) = 0.041", "  log     ln 0.96 = -0.041", "  negate  -(-0.041) = 0.041"]
    assert written("scores([2, 1], [[3, 5]])") == ["scores([2, 1], [[3, 5]]) = [11]", "  dot  2·3 + 1·5 = 6 + 5 = 11"]


def test_the_verdict_on_a_claim_comes_first_and_then_the_working() -> None:
    lines = written("softmax 1 4 = 0.047 0.953")
    assert lines[:3] == ["right to 3 places", "softmax([1, 4]) = [0.047, 0.953]", "  raise   e^1 =  2.718"]
    lines = written("2 + 2 = 5")
    assert lines[0].startswith("wrong")
    assert lines[1:] == ["2 + 2 = 4, you wrote 5", "  add  2 + 2 = 4"]


def test_a_claim_that_is_a_calculation_is_shown_with_what_it_comes_to() -> None:
    assert written("2 + 2 = 9·8") == ["wrong", "2 + 2 = 4, you wrote 9·8 = 72", "  add  2 + 2 = 4"]


def test_a_wrong_grid_stands_under_the_true_one() -> None:
    lines = written("[[1,2],[3,4]]·[[1,0],[0,1]] = [1 2; 3 5]")
    assert lines[1:7] == [
        "[[1, 2], [3, 4]]·[[1, 0], [0, 1]] =",
        "  [1, 2]",
        "  [3, 4]",
        "you wrote",
        "  [1, 2]",
        "  [3, 5]",
    ]


def test_every_claim_of_several_is_named_with_its_verdict_before_names_and_working() -> None:
    lines = written("a = 2; a·3 = 6; a·4 = 9; a·5")
    assert lines[:2] == ["2 claims: 1 wrong, 1 right", "  a·3 = 6: right"]
    assert lines[2].startswith("> a·4 = 8, you wrote 9: wrong")
    assert lines[3:5] == ["a = 2", "a·3 = 6"]
    assert lines[-2:] == ["a·5 = 10", "  multiply  2·5 = 10"]


def test_a_line_that_only_defines_says_that_nothing_was_checked() -> None:
    said = "a name was given a value; nothing was claimed, so nothing was checked"
    assert written("a = 7") == ["a = 7", said]
    assert said not in written("a = 7; a·2 = 14")
