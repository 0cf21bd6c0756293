"""An error in a running total is told once; the rows that are worked rightly from it are what it spoils."""

from __future__ import annotations

import pytest

from tests.audit.planting import audited
from tests.audit.test_readings import all_right

# 12 + 15 = 27, + 11 = 38, + 20 = 58, + 14 = 72.
SO_FAR = "| day | in | running total |\n|---|--:|--:|\n| 1 | 12 | 12 |\n| 2 | 15 | {} |\n| 3 | 11 | {} |\n| 4 | 20 | {} |\n| 5 | 14 | {} |\n"
BALANCE = "day   in  out  balance\n1    150    0      150\n2      0   35      {}\n3     40    0      {}\n4      0   25      {}\n5     30    5      {}\n"
RULE = (
    "start w = 2, η = 0.1, g = 2·w;  w ← w - η·g\n  step |       g |       w\n  0    |         |       2\n"
    "  1    |  4.0000 |  {}\n  2    |  {} |  {}\n  3    |  {} |  {}\n"
)


@pytest.mark.parametrize(
    ("page", "right", "spoiled", "line", "printed", "name"),
    [
        (SO_FAR, (27, 38, 58, 72), (29, 40, 60, 74), 4, "29", "page.md"),
        (BALANCE, (115, 155, 130, 155), (125, 165, 140, 165), 3, "125", "page.txt"),
        (
            RULE,
            ("1.6000", "3.2000", "1.2800", "2.5600", "1.0240"),
            ("1.7000", "3.4000", "1.3600", "2.7200", "1.0880"),
            4,
            "4.0000, 1.7000",
            "page.txt",
        ),
    ],
)  # fmt: skip
def test_what_goes_on_from_an_error_is_carried(
    page: str, right: tuple[object, ...], spoiled: tuple[object, ...], line: int, printed: str, name: str
) -> None:
    assert all_right(page.format(*right), name)
    audit = audited(page.format(*spoiled), name)
    wrong = [claim for claim in audit.claims if claim.verdict == "wrong"]
    last = audit.page.source.count("\n")
    assert [
        (audit.page.place(claim.start).line, claim.printed.replace("| ", "").replace("  ", " ")) for claim in wrong
    ] in (
        [(line, printed)],
        [(line, printed.replace(", ", " "))],
    )
    assert wrong[0].spoils == tuple(range(line + 1, last + 1))


def test_rows_that_go_on_from_what_is_true_are_right() -> None:
    found = audited(SO_FAR.format(29, 38, 58, 72), "page.md").claims
    assert [(claim.printed, claim.spoils) for claim in found if claim.verdict != "right"] == [("29", ())]


def test_an_error_further_down_spoils_what_stands_below_it() -> None:
    audit = audited(SO_FAR.format(27, 48, 68, 82), "page.md")
    assert [(claim.printed, claim.spoils) for claim in audit.claims if claim.verdict == "wrong"] == [("48", (6, 7))]


def test_a_column_headed_product_holds_in_four_short_rows() -> None:
    page = "| n | a | b | product |\n|--:|--:|--:|--:|\n| 1 | 2 | 4 | 8 |\n| 2 | 5 | 6 | {} |\n| 3 | 7 | 3 | 21 |\n| 4 | 4 | 9 | 36 |\n"
    assert all_right(page.format(30), "page.md")
    assert [claim.printed for claim in audited(page.format(35), "page.md").claims if claim.verdict == "wrong"] == ["35"]
