"""Numbers under each other with their sum below, worked out by hand here."""

from __future__ import annotations

import pytest

from tests.audit.test_readings import all_right, verdicts, wrong

_SHARES = """
  word    old   new   share
  ox       13    14   0.350
  hen       8     9   0.225
  cat      16    17   0.425
                      -----
                      {}
"""


@pytest.mark.parametrize(
    ("page", "right", "planted"),
    [
        (
            "  oats    21 bags\n  rye      8 bags\n  corn    13 bags\n  ---------------\n  together {} bags\n",
            "42",
            "43",
        ),
        ("  12 · 40 =  480\n  3 · 250 =  750\n  9 · 9   =   81\n             ----\n             {}\n", "1311", "1331"),
        ("  3 / 8 = 0.375\n  4 / 8 = 0.500\n  1 / 8 = 0.125\n  Total:  {}\n", "1.000", "1.001"),
        ("  1 / 6 = 0.167\n  1 / 6 = 0.167\n  4 / 6 = 0.667\n  total:  {}\n", "1.000", "1.010"),
        ("  1 / 6 = 0.167\n  1 / 6 = 0.167\n  4 / 6 = 0.667\n  check:  {}\n", "1.001", "1.011"),
        (
            _SHARES,
            "1.000",
            "1.001",
        ),
    ],
)
def test_the_sum_below_a_column_is_held_against_it(page: str, right: str, planted: str) -> None:
    """21 + 8 + 13 = 42; 480 + 750 + 81 = 1311; 0.167 + 0.167 + 0.667 = 1.001 from what is printed, 1 in truth."""
    assert all_right(page.replace("{}", right))
    assert right in verdicts(page.replace("{}", right))[-1][1]
    assert [printed for _, printed in wrong(page.replace("{}", planted))] == [planted]


@pytest.mark.parametrize(
    "page",
    [
        "  12 · 40 = 480\n  3 · 250 = 750\n            ----\n             12\n",
        "  2 + 3 =  5\n  4 + 4 =  8\n  1 + 1 =  2\n  Total:  99\n",
        "  oats    21 bags\n  rye      8 bags\n  ---------------\n  biggest 21 bags\n",
    ],
)
def test_a_number_below_a_column_may_be_something_else(page: str) -> None:
    assert wrong(page) == []


def test_a_clause_goes_on_from_the_result_before_it() -> None:
    page = "250 · 64 = 16000 cells; divided by 128 that is {} rows\n"
    assert all_right(page.replace("{}", "125"))
    assert wrong(page.replace("{}", "126")) == [(1, "126")]
    assert wrong("2 · 3 = 6, the row divided by 7 is 3\n") == []


def test_a_result_may_be_told_again_in_round_numbers() -> None:
    page = "50.75 / 4 = 12.6875, so about {}\n"
    assert all_right(page.replace("{}", "12.7"))
    assert wrong(page.replace("{}", "17.2")) == [(1, "17.2")]
