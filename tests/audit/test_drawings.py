"""Matrices drawn over several lines, worked out by hand here."""

from __future__ import annotations

import pytest

from katatx.audit.findings import ClaimVerdict
from tests.audit.test_readings import all_right, verdicts, wrong

PRODUCT = """\
  | 1  2 |   | 3  0 |   | 5   4 |
  | 0  1 | * | 1  2 | = | {}   2 |
"""
TURNED = """\
  A = | 1  2 |
      | 3  4 |

  Aᵀ = | 1  3 |
       | 2  {} |

  | 1  3 |   | 1  2 |   | 10  14 |
  | 2  4 | · | 3  4 | = | 14  2{} |
"""
TWO_IN_ONE_LINE = """\
  P = [ 1  0 ]     Q = [ 2  5 ]
      [ 2  1 ]         [ 1  1 ]

  P·Q = [ 2   5 ]
        [ 5  1{} ]
"""
CURVED = """\
⎛ 2  0 ⎞   ⎛ 1 ⎞   ⎛ 2 ⎞
⎝ 1  3 ⎠ · ⎝ 4 ⎠ = ⎝ {} ⎠
"""
NO_PRODUCT = """\
| 1  2 |   | 3 |   | 5   4 |
| 0  1 | * | 1 | = | 1   2 |
"""


@pytest.mark.parametrize(
    ("drawn", "right", "off", "line"),
    [
        (PRODUCT, "1", "7", 2),
        (TWO_IN_ONE_LINE, "1", "4", 5),
        (CURVED, "13", "14", 2),
    ],
)
def test_each_row_is_a_claim_and_the_wrong_one_is_found(drawn: str, right: str, off: str, line: int) -> None:
    found = verdicts(drawn.format(right))
    assert found
    assert all(verdict is ClaimVerdict.RIGHT for _, _, verdict in found)
    assert [place for place, _, verdict in verdicts(drawn.format(off)) if verdict is ClaimVerdict.WRONG] == [line]


def test_a_transpose_that_is_drawn_is_used_further_down() -> None:
    assert all(verdict is ClaimVerdict.RIGHT for _, _, verdict in verdicts(TURNED.format(4, 0)))
    assert [place for place, _, verdict in verdicts(TURNED.format(4, 5)) if verdict is ClaimVerdict.WRONG] == [8]


def test_what_does_not_fit_is_said_to_be_unread() -> None:
    assert {verdict for _, _, verdict in verdicts(NO_PRODUCT)} == {ClaimVerdict.UNCHECKED}


def test_a_figure_that_is_no_drawing_is_left_alone() -> None:
    assert verdicts("| 1 2 |\n| 3 4 |\n") == []
    assert verdicts("| a b |   | 3 |\n| c d | = | 1 |\n") == []


# A·B: 2·1 + 1·0 = 2, 2·(-1) + 1·3 = 1, 0 + 3·0 = 0, 0 + 3·3 = 9; AᵀA: 4, 2, 2, 10.
NAMED = """\
    [ 2  1 ]        [ 1  -1 ]
A = [ 0  3 ]    B = [ 0   3 ]

a) AB in full:
         [ 2  1 ]
    AB = [ 0  9 ]
b) Turned round,
    AᵀA = [ 4   2 ]    where the middle is
          [ 2  10 ]    2·1 + 0·3 = 2, twice.
"""


@pytest.mark.parametrize(
    ("right", "off", "line"),
    [
        ("[ 2  1 ]\n    AB", "[ 2  7 ]\n    AB", 5),
        ("[ 0  9 ]", "[ 0  6 ]", 6),
        ("[ 2  10 ]", "[ 2  13 ]", 9),
        ("= 2, twice", "= 3, twice", 9),
    ],
)
def test_a_product_of_two_names_beside_its_matrix(right: str, off: str, line: int) -> None:
    assert all_right(NAMED)
    assert [at for at, _ in wrong(NAMED.replace(right, off))] == [line]


def test_two_letters_that_are_no_product_name_a_matrix() -> None:
    assert wrong("     [ 2  1 ]\nAB = [ 0  9 ]\n\n    [ 2  1 ]\nC = [ 0  9 ]\n") == []


def test_a_matrix_beside_a_name_may_be_what_is_said_of_the_matrix_above() -> None:
    """e / (1 + e) = 0.731."""
    page = "S = | 0  1 |\n    | 1  0 |\n\nsoftmax, row by row:\n\nA = | 0.269  0.731 |\n    | 0.731  {} |\n"
    assert all_right(page.format("0.269"))
    assert [line for line, _ in wrong(page.format("0.569"))] == [7]
