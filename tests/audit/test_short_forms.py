"""Long numbers said again in short, and ledgers whose lines lead up to their amounts by dots."""

from __future__ import annotations

import pytest

from katatx.audit.findings import ClaimVerdict
from tests.audit.planting import audited

LEDGER = """\
|-- tables
|   |-- words ...................... 20,000 × 640 = 12,800,000
|   |-- places ..................... 512 × 640 = 327,680
|   `-- subtotal, tables ........... 13,127,680
|-- one layer
|   |-- norm ....................... 2 × 640 = 1,280
|   |-- first ...................... 640 × 640 = 409,600
|   |   `-- its bias ............... 640
|   |-- second ..................... 640 × 1,000 + 1,000 = 641,000
|   `-- layer total ................ {layer}
|-- 7 layers ....................... 7 × 1,052,520 = 7,367,640
TOTAL .............................. {total}
"""
BILL = """\
D. THE BILL (to the cent)
    5 cards × 3 h .................. 15 card-hours
    at $2.40 ....................... {at}
    repeats, 15% on top ............ {on_top}
    data: 300G kept at $0.12 ....... {kept}
    data: 50G, read again at $0.04 each, 4 times over a week ... $8.00
    subtotal ....................... {subtotal}
"""


def verdicts(text: str, printed: str) -> list[ClaimVerdict]:
    return [each.verdict for each in audited(text).claims if each.printed == printed]


@pytest.mark.parametrize(
    ("said", "right", "off"),
    [
        ("rows ........ 1,310 × 640 = 838,400 ({})", "838k", "833k"),
        ("rows ........ 20,100 × 640 = 12,864,000 (~{})", "12.9M", "13.9M"),
        ("memory ...... 412,876,432 B ≈ {}", "0.41G", "0.42G"),
        ("There are 7 × 41,200,000 = 288,400,000, say {}.", "288.4M", "284.4M"),
    ],
)
def test_a_short_form_is_held_against_the_long_number_before_it(said: str, right: str, off: str) -> None:
    assert verdicts(said.format(right), right) == [ClaimVerdict.RIGHT]
    assert verdicts(said.format(off), off) == [ClaimVerdict.WRONG]


@pytest.mark.parametrize(
    "said",
    [
        "The context went from 4,096 → 8k, then to 12,288 (16k).",
        "A table of 65,536 = 64k rows, 32,768 (about 32k) of them full.",
        "We tried 40,000 or 50k steps, 12,345 (of 14k) at night.",
    ],
)
def test_another_number_in_short_is_not_called_wrong(said: str) -> None:
    assert [each.printed for each in audited(said).claims if each.verdict is ClaimVerdict.WRONG] == []


@pytest.mark.parametrize(
    ("place", "right", "off"), [("layer", "1,052,520", "1,052,620"), ("total", "20,495,320", "20,485,320")]
)
def test_a_total_brings_together_what_no_total_did_before(place: str, right: str, off: str) -> None:
    amounts = {"layer": "1,052,520", "total": "20,495,320"}
    assert verdicts(LEDGER.format(**amounts), right) == [ClaimVerdict.RIGHT]
    assert verdicts(LEDGER.format(**amounts | {place: off}), off) == [ClaimVerdict.WRONG]


@pytest.mark.parametrize(
    ("place", "right", "off"),
    [
        ("at", "$36.00", "$38.00"),
        ("on_top", "$5.40", "$5.45"),
        ("kept", "$36.00", "$35.00"),
        ("subtotal", "$85.40", "$85.10"),
    ],
)
def test_a_label_before_dots_says_all_that_its_amount_is(place: str, right: str, off: str) -> None:
    amounts = {"at": "$36.00", "on_top": "$5.40", "kept": "$36.00", "subtotal": "$85.40"}
    shown = right.removeprefix("$")
    assert set(verdicts(BILL.format(**amounts), shown)) == {ClaimVerdict.RIGHT}
    assert verdicts(BILL.format(**amounts | {place: off}), off.removeprefix("$")) == [ClaimVerdict.WRONG]


def test_a_heading_begins_another_bill() -> None:
    text = "C. TIMES\n  sum ........ 30 + 50 = 80 h\n\n" + BILL
    amounts = {"at": "$36.00", "on_top": "$5.40", "kept": "$36.00", "subtotal": "$85.40"}
    assert ClaimVerdict.WRONG not in [each.verdict for each in audited(text.format(**amounts)).claims]


SHARES = """\
rows ......... 41,200
columns ...... 13,300
frames ....... 5,500
total ........ 60,000

in percent of the total
rows ......... {}
frames ....... 5 × 1,100 = 5,500, {}
"""


@pytest.mark.parametrize(
    ("rows", "frames", "wrong"),
    [("68.7%", "9.17%", []), ("67.7%", "9.17%", ["67.7%"]), ("68.7%", "9.77%", ["9.77%"])],
)
def test_amounts_may_be_given_in_percent_of_the_total(rows: str, frames: str, wrong: list[str]) -> None:
    claims = audited(SHARES.format(rows, frames)).claims
    assert {rows, frames} <= {each.printed for each in claims}
    assert [each.printed for each in claims if each.verdict is ClaimVerdict.WRONG] == wrong


def test_a_percentage_of_what_nothing_says_is_not_called_wrong() -> None:
    text = SHARES.replace("in percent of the total", "in percent of last year").format("67.7%", "9.77%")
    assert ClaimVerdict.WRONG not in {each.verdict for each in audited(text).claims}
