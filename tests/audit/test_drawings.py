"""Matrices drawn over several lines, worked out by hand here."""

from __future__ import annotations

import pytest

from katatx.audit.auditing import audit_page
from katatx.audit.findings import ClaimVerdict
from tests.audit.planting import read_text

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


def verdicts(text: str) -> list[tuple[int, str, ClaimVerdict]]:
    """The line, the printed result and the verdict of each claim."""
    page = read_text("page.txt", text)
    return [(page.place(claim.start).line, claim.printed, claim.verdict) for claim in audit_page(page).claims]


@pytest.mark.parametrize(
    ("drawn", "right", "wrong", "line"),
    [
        (PRODUCT, "1", "7", 2),
        (TWO_IN_ONE_LINE, "1", "4", 5),
        (CURVED, "13", "14", 2),
    ],
)
def test_each_row_is_a_claim_and_the_wrong_one_is_found(drawn: str, right: str, wrong: str, line: int) -> None:
    found = verdicts(drawn.format(right))
    assert found
    assert all(verdict is ClaimVerdict.RIGHT for _, _, verdict in found)
    assert [place for place, _, verdict in verdicts(drawn.format(wrong)) if verdict is ClaimVerdict.WRONG] == [line]


def test_a_transpose_that_is_drawn_is_used_further_down() -> None:
    assert all(verdict is ClaimVerdict.RIGHT for _, _, verdict in verdicts(TURNED.format(4, 0)))
    assert [place for place, _, verdict in verdicts(TURNED.format(4, 5)) if verdict is ClaimVerdict.WRONG] == [8]


def test_what_does_not_fit_is_said_to_be_unread() -> None:
    assert {verdict for _, _, verdict in verdicts(NO_PRODUCT)} == {ClaimVerdict.UNCHECKED}


def test_a_figure_that_is_no_drawing_is_left_alone() -> None:
    assert verdicts("| 1 2 |\n| 3 4 |\n") == []
    assert verdicts("| a b |   | 3 |\n| c d | = | 1 |\n") == []
