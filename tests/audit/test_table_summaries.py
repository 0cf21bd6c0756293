"""Rows of tables that bring the rows above together: what is right of them, what is wrong, what says nothing."""

from __future__ import annotations

import pytest

from katatx.audit.findings import ClaimVerdict
from tests.audit.planting import audited

RIGHT, CARRIED, WRONG = ClaimVerdict.RIGHT, ClaimVerdict.CARRIED, ClaimVerdict.WRONG


def table(*rows: str) -> str:
    """A table of rows with cells apart by commas, the first of them its head."""
    head, *body = (f"| {' | '.join(row.split(','))} |" for row in rows)
    return "\n".join((head, "|---" * len(rows[0].split(",")) + "|", *body)) + "\n"


def verdicts(text: str, name: str = "page.md") -> dict[int, ClaimVerdict]:
    """The verdict on each line of a page that has a claim; the worst of them."""
    found = audited(text, name)
    order = [ClaimVerdict.UNCHECKED, RIGHT, CARRIED, WRONG]
    made: dict[int, ClaimVerdict] = {}
    for claim in found.claims:
        line = found.page.place(claim.start).line
        made[line] = max(made.get(line, ClaimVerdict.UNCHECKED), claim.verdict, key=order.index)
    return made


UNLIKE = {
    "quantities": table("quantity,value", "x,6", "y,8", "mean,6.5", "max,9", "total,31"),
    "statistics": table(
        "statistic,ward 1,ward 2", "n,14,17", "min,2.2,1.9", "max,9.1,8.8", "mean,5.1,4.6", "sum,71.4,78.2"
    ),
    "stages": table("stage,row 1,row 2", "q·k,12,7", "scaled,6,3.5", "max,6,3.5", "exp,1,0.45", "sum,1.9,2.2"),
    "units": table("what,value,unit", "mass,2.6,kg", "speed,3.5,m/s", "energy,15.9,J", "total,22.8,J"),
    "runs of its own": table(
        "model,accuracy,size", "tiny,71.4,11", "base,78.9,64", "wide,80.3,210", "mean of 4 seeds,79.2,64"
    ),
    "weighed": table("class,n,recall", "a,20,0.90", "b,30,0.80", "c,150,0.60", "mean,66.7,0.65"),
    "weighed total": table("class,n,recall", "a,20,0.90", "b,30,0.80", "c,150,0.60", "total,200,0.66"),
    "empty is nothing": table("run,score", "1,4.0", "2,—", "3,8.0", "mean,4.0"),
    "method": table("pooling,score", "max pooling,71.5", "mean pooling,72.8", "sum pooling,70.1"),
    "the case of all": table("with,gain", "dropout,1.3", "smoothing,2.4", "all,4.7"),
    "unlike units": table("thing,size", "rope,3 m", "bag,2 kg", "total,9"),
}


@pytest.mark.parametrize("name", UNLIKE)
def test_rows_that_are_no_terms_have_no_wrong_summary(name: str) -> None:
    assert WRONG not in verdicts(UNLIKE[name]).values()


GROUPS = table(
    "group,item,count",
    "A,pens,14",
    "A,pads,17",
    ",total A,31",
    "B,cups,8",
    "B,jugs,13",
    ",total B,21",
    ",grand total,52",
)
PARTS = table(
    "layer,params", "embedding,2100", "attention,450", "mlp,930", "block total,1380", "head,1900", "total,5380"
)
MEANS = table("run,left,right", "1,4.2,5.1", "2,-,5.5", "3,4.8,n/a", "4,4.5,5.0", "mean,4.5,5.2")
UNITS = table("part,mass", "frame,4 kg", "wheel,1.5 kg", "motor,3.2 kg", "total,8.7 kg")
NOTES = table("town,people", "Aa,304000*", "Bb,170500 †", "Cc,212300[1]", "total,686800")
ALONE = table("item,amount", "rent,710.00", "food,304.35", "power,61.20", "total,1075.55")
SPREAD = table("trial,time", "1,4.1", "2,4.7", "3,5.9", "min,4.1", "max,5.9", "mean,4.9", "std,0.917")
WEIGHED = table("class,n,recall", "a,20,0.912", "b,30,0.808", "c,150,0.604", "total,200,0.665")
FIRST = table("word,count", "all,104", "the,61", "kite,43")


@pytest.mark.parametrize(
    ("text", "right", "changed", "lines"),
    [
        (GROUPS, "31", "34", (5, 8, 9)),
        (GROUPS, "52", "57", (5, 8, 9)),
        (PARTS, "1380", "1580", (6, 8)),
        (PARTS, "5380", "5580", (6, 8)),
        (MEANS, "5.2", "5.9", (7,)),
        (UNITS, "8.7", "8.3", (6,)),
        (NOTES, "686800", "683800", (6,)),
        (ALONE, "1075.55", "1076.55", (6,)),
        (ALONE, "304.35", "304.55", (6,)),
        (SPREAD, "| 4.9", "| 4.7", (6, 7, 8, 9)),
        (SPREAD, "0.917", "0.517", (6, 7, 8, 9)),
    ],
)
def test_a_summary_is_checked_and_found_wrong_where_it_is(
    text: str, right: str, changed: str, lines: tuple[int, ...]
) -> None:
    clean = verdicts(text)
    assert set(lines) <= clean.keys()
    assert WRONG not in clean.values()
    assert text.count(right) == 1
    found = verdicts(text.replace(right, changed))
    assert WRONG in found.values()


def test_a_total_of_shares_is_weighed_by_the_counts() -> None:
    assert verdicts(WEIGHED) == {6: RIGHT}


def test_two_totals_that_changed_places_are_both_wrong() -> None:
    text = table("said,cat,dog,fox,all", "cat,41,9,2,52", "dog,6,44,1,51", "total,47,53,3,103")
    assert verdicts(text)[4] is RIGHT
    assert verdicts(text.replace("47 | 53", "53 | 47"))[5] is WRONG
    assert verdicts(text.replace("47 | 53 | 3 | 103", "103 | 53 | 3 | 47"))[5] is WRONG
