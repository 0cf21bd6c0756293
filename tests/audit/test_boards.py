"""Matrices and rows as they are written on a board or a pad, worked out by hand here."""

from __future__ import annotations

import pytest

from katatx.audit.findings import ClaimVerdict
from tests.audit.test_readings import all_right, verdicts, wrong

# Two rows of width 2; every name stands on the last line, and what is worked beside what is given.
HEAD = """\
HEAD 1
        [ 1 2 ]
    X = [ 0 1 ]

         [ 1 1 ]         [ 2 0 ]         [ 0 3 ]
    WQ = [ 0 1 ]    WK = [ 1 1 ]    WV = [ 1 1 ]

        [ 1 3 ]        [ 4 2 ]        [ 2 5 ]
    Q = [ 0 1 ]    K = [ 1 1 ]    V = [ 1 1 ]

   scores, then divided by sqrt 2 = 1.414:
            [ 10 4 ]         [ 7.07 2.83 ]
    Q K^T = [  2 1 ]     S = [ 1.41 0.71 ]

        [ 0.99 0.01 ]
    A = [ 0.67 0.33 ]

          [ 1.99 4.94 ]
    A V = [ 1.67 3.68 ]
"""


def test_matrices_side_by_side_are_worked_from_what_their_names_stand_for() -> None:
    assert all_right(HEAD)
    assert len(verdicts(HEAD)) == 15


@pytest.mark.parametrize(
    ("right", "off", "line"),
    [
        ("[ 1 3 ]  ", "[ 1 8 ]  ", 8),
        ("K = [ 1 1 ]    V", "K = [ 1 4 ]    V", 9),
        ("[ 2 5 ]", "[ 2 6 ]", 8),
        ("[ 10 4 ]", "[ 10 7 ]", 12),
        ("2.83 ]", "2.38 ]", 12),
        ("0.71 ]", "0.17 ]", 13),
        ("0.67 0.33", "0.67 0.38", 16),
        ("4.94", "4.49", 18),
    ],
)
def test_a_wrong_cell_is_found_where_it_stands(right: str, off: str, line: int) -> None:
    assert [at for at, _ in wrong(HEAD.replace(right, off))] == [line]


# The second head has other queries and keys under the same names.
ANEW = (
    HEAD
    + """
HEAD 2: Q = K = column 2, 1 of X; V = columns 1-2
          [ 2 1 ]        [ 1 2 ]           [ 5 2 ]
    Q=K = [ 1 0 ]    V = [ 0 1 ]    QK^T = [ 2 {} ]
"""
)


def test_a_name_defined_anew_is_no_false_alarm() -> None:
    assert all_right(ANEW.format(1))
    assert wrong(ANEW.format(7)) == [(23, "2 7")]
    # Where nothing says what it is now, it may be anything.
    given = HEAD + "\n        [ 3 1 ]        [ 1 3 ]\n    Q = [ 1 2 ]    V = [ 2 2 ]\n"
    assert not wrong(given)


def test_a_matrix_that_is_not_what_its_name_stands_for_spoils_nothing() -> None:
    """With a bias that nobody told, queries are left unread, and so is what is not worked from them."""
    biased = HEAD.replace("[ 1 3 ]  ", "[ 2 5 ]  ").replace("Q = [ 0 1 ]", "Q = [ 1 3 ]")
    assert not wrong(biased)
    assert [place for place, _, verdict in verdicts(biased) if verdict is ClaimVerdict.UNCHECKED][:2] == [8, 9]


HEADS = """\
            | 1 2 |              | 3 1 |
   head 1 = | 0 1 |     head 2 = | 2 4 |

   r2 of the concat: [ 0 1 2 {} ]

        | 1 0 |
   WO = | 0 1 |
        | 1 0 |
        | 0 2 |

         | 4 4 |
   OUT = | 2 {} |
"""


def test_heads_side_by_side_times_the_output_weights() -> None:
    assert all_right(HEADS.format(4, 9))
    assert wrong(HEADS.format(4, 8)) == [(12, "2 8")]
    assert wrong(HEADS.format(7, 9)) == [(4, "[ 0 1 2 7 ]")]


JOINED = """\
    head1 = [ 1.5 4 ]     head2 = [ 3 2.0 ]
            [ 0.5 3 ]             [ 0 0.1 ]

                      [ 1.5 4 3 2.0 ]
    [head1 | head2] = [ 0.5 3 0 {} ]

             [ 1.5 4 3 2.0 ]
    concat = [ 0.5 3 0 0.1 ]
"""


def test_matrices_put_side_by_side() -> None:
    assert all_right(JOINED.format(0.1))
    assert len(verdicts(JOINED.format(0.1))) == 4
    assert wrong(JOINED.format(0.7)) == [(5, "0.5 3 0 0.7")]


STEPS_OF_ROWS = """\
    S = [ 0.5 2.0 1.0 ]
        [ 1.5 0.2 0.0 ]
  row 1: exp [ 1.65 7.39 2.72 ], sum 11.76, divide -> [ 0.14 0.63 0.23 ]
  row 2: exp -> [ 4.48 1.22 1.00 ], sum 6.70 -> [ 0.67 {} 0.15 ]
"""


def test_what_is_done_to_one_row_is_no_name_for_the_next() -> None:
    assert all_right(STEPS_OF_ROWS.format(0.18))
    assert wrong(STEPS_OF_ROWS.format(0.81)) == [(4, "[ 0.67 0.81 0.15 ]")]


ROWS = """\
        [ 0.5 2.0 ]
    S = [ 1.5 0.2 ]

   exponentials, row by row
     r1: exp -> [ 1.65 7.39 ]   sum 9.04
     r2: exp -> [ 4.48 {} ]   sum 5.70
"""


def test_rows_that_a_line_counts_are_those_of_the_matrix_above() -> None:
    assert all_right(ROWS.format(1.22))
    assert len(verdicts(ROWS.format(1.22))) == 4
    assert (6, "[ 4.48 1.72 ]") in wrong(ROWS.format(1.72))


@pytest.mark.parametrize(
    ("row", "right", "off"),
    [
        ("p = 3:  [ sin 3  cos 3  sin 0.03  cos 0.03 ] = [ 0.141  {} 0.030 1.000 ]", "-0.990", "-0.909"),
        ("( sin 5  cos 5  sin 5/100 ) = ( -0.959  0.284  {} )", "0.050", "0.500"),
        ("[exp(1) exp -1 ln 2] = [2.718 {} 0.693]", "0.368", "0.386"),
        ("at 2: (4-1, 2, 0+5)  -> k2 = (3 2 {})", "5", "6"),
    ],
)
def test_rows_of_functions_and_of_calculations(row: str, right: str, off: str) -> None:
    assert all_right(row.format(right))
    assert len(wrong(row.format(off))) == 1


# Queries pick, keys swap; the third row of the weights of V is halved.
PAD = """\
   red   x1 = ( 2  1  0)
   blue  x2 = ( 1 -1  4)

W_Q  1 0 1    W_K  0 1 0    W_V  1  0  0
     0 1 0         1 0 0         0  2  0
     1 0 0         0 0 1         0  0 .5

   q1 = (2 1 2)    q2 = (5 -1 1)
   k1 = (1 2 0)    k2 = (-1 1 4)
   v1 = (2 2 0)    v2 = (1 -2 2)

scores q.k, then / sqrt(16) = 4
   red.red     2 + 2 + 0  = 4   -> 1
   red.blue   -2 + 1 + 8  = 7   -> 1.75
   blue.red    5 - 2 + 0  = 3   -> 0.75
   blue.blue  -5 - 1 + 4  = -2  -> -0.5

   red:   2.718 + 5.755 + 1 = 9.473
          -> 0.287  0.608  0.106     sum 1.001
"""
MIXED = """\
v1 = (2 2)    v2 = (1 -2)    v3 = (0 4)

   red:   1.500 + 2.500 + 1.000 = 5.000
          -> 0.300  0.500  0.200
   red -> (1.10 0.40)
"""


def test_rows_in_round_brackets_are_worked_from_weights_without_brackets() -> None:
    assert all_right(PAD)
    assert len(verdicts(PAD)) == 18


@pytest.mark.parametrize(
    ("right", "off", "line"),
    [
        ("q1 = (2 1 2)", "q1 = (2 1 7)", 8),
        ("k2 = (-1 1 4)", "k2 = (1 1 4)", 9),
        ("v2 = (1 -2 2)", "v2 = (1 -2 3)", 10),
        ("-> 1.75", "-> 1.57", 14),
        ("-> -0.5", "-> -0.7", 16),
        ("0.608", "0.680", 19),
    ],
)
def test_a_wrong_number_of_a_row_is_found(right: str, off: str, line: int) -> None:
    assert [at for at, _ in wrong(PAD.replace(right, off))] == [line]


def test_rows_with_a_bias_that_nobody_told_are_left_unread() -> None:
    biased = PAD.replace("q1 = (2 1 2)", "q1 = (3 2 2)").replace("q2 = (5 -1 1)", "q2 = (6 -1 1)")
    assert not wrong(biased)


def test_weights_lead_to_what_they_mix() -> None:
    assert all_right(MIXED)
    assert wrong(MIXED.replace("1.10", "1.70")) == [(5, "(1.70 0.40)")]


def test_an_arrow_that_no_line_announced_a_step_for_is_left_alone() -> None:
    assert not wrong("   red.red     2 + 2 + 0  = 4   -> 1\n   red.blue   -2 + 1 + 8  = 7   -> 1.75\n")


CROSSED = """\
    X = [ 1 0 ]   M = [ 1 1 ]   WQ = [ 1 1 ]   WK = [ 0 1 ]
        [ 0 2 ]       [ 0 3 ]        [ 0 1 ]        [ 1 0 ]
    Q = [ 1 1 ]   K = [ 1 1 ]
        [ 0 2 ]       [ {} 0 ]
"""


def test_keys_may_be_of_other_rows_than_queries() -> None:
    assert all_right(CROSSED.format(3))
    assert wrong(CROSSED.format(8)) == [(4, "8 0")]


SQUARED = """\
    A = [ 1 2 ]
        [ 3 4 ]

    A^2 = [  7 10 ]
          [ 15 {} ]
"""


def test_a_matrix_squared_is_its_product_with_itself_or_its_squares() -> None:
    assert all_right(SQUARED.format(22))
    assert wrong(SQUARED.format(27)) == [(5, "15 27")]
    assert all_right(SQUARED.format(16).replace(" 7 10", " 1  4").replace("15", " 9"))
