"""Ledgers: amounts of which the labels say, and sometimes do not say, which are put on and which are taken off."""

from __future__ import annotations

import pytest

from tests.audit.test_table_summaries import RIGHT, WRONG, table, verdicts


def ledger(*rows: str) -> str:
    """Labels with amounts at the right, of a page of text."""
    return "".join(f"{label:<20}{amount:>10}\n" for label, amount in (row.split("=") for row in rows))


BALANCE = ledger("income=1400.00", "rent=720.00", "food=230.50", "balance=449.50")
NET = ledger("gross pay=2600.00", "tax=520.00", "insurance=182.00", "net pay=1898.00")
CLOSING = ledger("opening=250.00", "deposit=1100.00", "rent=610.00", "closing=740.00")
PROFIT = table(
    "item,amount", "Revenue,5200", "Cost of goods,2300", "Gross profit,2900", "Wages,1250", "Net profit,1650"
)
TAXED = table("item,amount", "gross,1400.00", "tax 20%,280.00", "net,1120.00")
LEFT = ledger("salary=1350", "less tax=270", "net=1080", "rent=590", "left=490")
PAID = ledger("Hotel=310.00", "tax 10%=31.00", "paid=50.00", "amount due=291.00")
RULED = ledger("income=2,300", "interest=14", "rent=700", "food=350") + "-" * 30 + "\n" + ledger("total=1,264")
BOTH = table("item,amount", "income,1500", "rent,300", "total,1200")


@pytest.mark.parametrize("text", [BALANCE, NET, CLOSING, PROFIT, TAXED, LEFT, PAID, RULED, BOTH])
def test_signs_that_are_not_written_make_nothing_wrong(text: str) -> None:
    assert WRONG not in verdicts(text, "page.md" if "|" in text else "page.txt").values()


@pytest.mark.parametrize(
    ("text", "right", "changed", "line"),
    [
        (BALANCE, "449.50", "448.50", 4),
        (NET, "1898.00", "1888.00", 4),
        (CLOSING, "740.00", "770.00", 4),
        (PROFIT, "2900", "2800", 5),
        (PROFIT, "1650", "1850", 7),
        (TAXED, "280.00", "240.00", 4),
        (LEFT, "490", "480", 5),
        (RULED, "1,264", "1,274", 6),
    ],
)
def test_what_is_left_is_checked(text: str, right: str, changed: str, line: int) -> None:
    name = "page.md" if "|" in text else "page.txt"
    assert verdicts(text, name)[line] is RIGHT
    found = verdicts(text.replace(right, changed), name)
    assert [place for place, verdict in found.items() if verdict is WRONG] == [line]
