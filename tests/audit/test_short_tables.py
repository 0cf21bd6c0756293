"""Tables of two or three rows: a heading that is a calculation holds it, whatever one cell says; other cells that are
said to be worked stay seen.
"""

from __future__ import annotations

import pytest

from katatx.audit.findings import ClaimVerdict
from tests.audit.test_readings import all_right, verdicts, wrong

POWERS = "| t | 3·t | t² |\n|---|-----|----|\n| 2 | {} | {} |\n| 4 | 12 | 16 |\n"


@pytest.mark.parametrize(
    ("cells", "off"),
    [((8, 4), "8, 4"), ((9, 4), "9, 4"), ((6, 5), "6, 5"), ((6, 8), "6, 8"), ((60, 4), "60, 4"), ((-6, 4), "-6, 4")],
)
def test_a_heading_that_is_a_calculation_holds_in_two_rows(cells: tuple[int, int], off: str) -> None:
    assert all_right(POWERS.format(6, 4), "page.md")
    assert wrong(POWERS.format(*cells), "page.md") == [(3, off)]


@pytest.mark.parametrize(
    ("page", "right", "planted", "name"),
    [
        ("| key | weight | value | weight × value |\n|---|--:|--:|--:|\n| a | 0.2 | 4 | 0.8 |\n| b | 0.8 | 3 | {} |\n", "2.4", "4.2", "page.md"),
        ("| key | q | k | q·k |\n|---|--:|--:|--:|\n| a | 3 | 4 | 12 |\n| b | 6 | 2 | {} |\n| total | | | 24 |\n", "12", "15", "page.md"),
        ("| key | q | k | q·k |\n|---|--:|--:|--:|\n| a | 3 | 4 | 12 |\n| b | 6 | 2 | 12 |\n| total | | | {} |\n", "24", "42", "page.md"),
        ("team   may  june  total\na       14    25     39\nb       31    17     {}\n", "48", "84", "page.txt"),
    ],
)  # fmt: skip
def test_a_wrong_cell_of_a_short_table_is_found(page: str, right: str, planted: str, name: str) -> None:
    assert all_right(page.format(right), name)
    assert planted in [printed for _, printed in wrong(page.format(planted), name)]


@pytest.mark.parametrize(
    ("page", "right", "planted"),
    [
        ("| key | weight | value | product |\n|---|--:|--:|--:|\n| a | 0.2 | 4 | 0.8 |\n| b | 0.8 | 3 | {} |\n", "2.4", "2.8"),
        ("| key | may | june | difference |\n|---|--:|--:|--:|\n| a | 14 | 25 | 11 |\n| b | 31 | 17 | {} |\n", "-14", "-47"),
        ("| part | min |\n|---|--:|\n| a | 14 |\n| b | 31 |\n| total | {} |\n", "45", "63"),
        ("| part | runs | min |\n|---|--:|--:|\n| a | 2 | 14 |\n| b | 5 | 31 |\n| c | 4 | 12 |\n| largest | 5 | {} |\n", "31", "14"),
    ],
)  # fmt: skip
def test_a_cell_that_is_said_to_be_worked_stays_seen(page: str, right: str, planted: str) -> None:
    assert wrong(page.format(right), "page.md") == []
    said = [
        verdict for _, printed, verdict in verdicts(page.format(planted), "page.md") if planted in printed.split(", ")
    ]
    assert said
    assert ClaimVerdict.RIGHT not in said


@pytest.mark.parametrize(
    "page",
    [
        # Columns of which nothing is said, or something else.
        "| run | loss | bits |\n|---|--:|--:|\n| a | 2.0 | 2.9 |\n| b | 1.0 | 1.8 |\n",
        "| x | y | x·w |\n|---|--:|--:|\n| 2 | 3 | 1 |\n| 4 | 5 | 3 |\n",
        "| team | may | june | result |\n|---|--:|--:|--:|\n| a | 14 | 25 | 3 |\n| b | 31 | 17 | 1 |\n",
    ],
)
def test_nothing_of_another_kind_is_called_wrong(page: str) -> None:
    assert wrong(page, "page.md") == []
