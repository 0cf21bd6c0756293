"""Tables whose columns count in larger units than what they are worked from, and rows that say in words what they are."""

from __future__ import annotations

import pytest

from katatx.audit.findings import ClaimVerdict
from tests.audit.planting import audited
from tests.audit.test_table_summaries import table

RIGHT, WRONG = ClaimVerdict.RIGHT, ClaimVerdict.WRONG
USE = [
    "Use,Calls/day,Input,Input M/day",
    "Mail,30000,800,24.00",
    "Search,5000,2500,12.50",
    "Forms,120000,150,18.00",
]
SIZES = ["File,Rows,Bytes,Size MB", "a,3,41500000,41.5", "b,5,38250000,38.25", "c,9,127800000,127.8"]
PARTS = [
    "Part,Shape,Count",
    "Rows,2 × 300 × 411,246600",
    "Columns,3 × 300 × 97,87300",
    "One floor,sum of the above,333900",
    "All floors,14 × one floor,4674600",
    "Roof,1200 × 57,68400",
    "Total,,4743000",
]


def worst(rows: list[str], right: str = "", off: str = "") -> dict[str, ClaimVerdict]:
    """The verdict on each printed number of a table, where one number is made another."""
    found = audited(table(*[row.replace(right, off) if right else row for row in rows]), "page.md").claims
    return {printed.strip(): each.verdict for each in found for printed in each.printed.split(", ")}


@pytest.mark.parametrize(
    ("rows", "right", "off"),
    [
        (USE, "24.00", "25.00"), (USE, "12.50", "12.80"), (SIZES, "38.25", "38.15"), (PARTS, "333900", "333800"),
        (PARTS, "4674600", "4674500"), (PARTS, "4743000", "4743100"),
    ],
)  # fmt: skip
def test_what_a_heading_or_a_row_says_is_checked(rows: list[str], right: str, off: str) -> None:
    assert worst(rows)[right] is RIGHT
    assert worst(rows, right, off)[off] is WRONG


@pytest.mark.parametrize(
    "rows",
    [
        ["Use,Calls/day,Input,Cost M/day", "Mail,30000,800,25.00", "Search,5000,2500,12.80", "Forms,120000,150,18.10"],
        ["Part,Shape,Count", "One floor,3 × 100,300", "Two floors,2 × any floor,610", "Total,,910"],
        ["Part,Note,Count", "a,old,120", "b,new,340", "above,sum of both without c,470", "c,new,10"],
    ],
)
def test_what_nothing_says_is_not_called_wrong(rows: list[str]) -> None:
    assert WRONG not in worst(rows).values()


@pytest.mark.parametrize(("right", "off"), [("1.06", "1.07"), ("9.75", "9.15"), ("-1.50", "1.50")])
def test_a_heading_may_say_what_is_done_to_the_column_before_it(right: str, off: str) -> None:
    rows = ["x,minus μ,times 3", "4.50,3.25,9.75", "0.75,-0.50,-1.50", "2.31,1.06,3.18"]
    for printed, verdict in ((right, RIGHT), (off, WRONG)):
        text = "μ = 1.25\n\n" + table(*[row.replace(right, printed) for row in rows])
        found = audited(text, "page.md").claims
        assert {each.verdict for each in found if printed in each.printed.split(" | ")} <= {verdict}
        assert verdict in {each.verdict for each in found}
        assert (WRONG in {each.verdict for each in found}) is (verdict is WRONG)
