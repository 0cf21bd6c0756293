"""Results without decimals for what is no whole number: the nearest is right, others are wrong, some cannot be told."""

from __future__ import annotations

import pytest

from katatx.audit.findings import ClaimVerdict
from tests.audit.planting import audited
from tests.audit.test_readings import RIGHT, WRONG

UNCHECKED = ClaimVerdict.UNCHECKED


@pytest.mark.parametrize(
    ("line", "verdict"),
    [
        # 22.5 and 9.5, 2.5 lie halfway: cut, or rounded to the even one.
        ("45 / 2 = 22", UNCHECKED),
        ("19 / 2 = 9", UNCHECKED),
        ("5 / 2 = 2", UNCHECKED),
        ("45 / 2 = 23", RIGHT),
        ("45 / 2 = 21", WRONG),
        ("45 / 2 = 24", WRONG),
        # 18.67 and 6.67.
        ("56 / 3 = 19", RIGHT),
        ("56 / 3 = 18", WRONG),
        ("20 / 3 = 7", UNCHECKED),
        ("20 / 3 = 6", WRONG),
        ("20 / 3 = 8", WRONG),
        ("18 / 2 = 8", WRONG),
        ("18 / 2 = 9", RIGHT),
        ("45 / 2 ≈ 22", RIGHT),
    ],
)
def test_one_rule_serves_results_of_any_length(line: str, verdict: ClaimVerdict) -> None:
    claims = audited(line + "\n").claims
    assert [claim.verdict for claim in claims] == [verdict]
    assert verdict is not UNCHECKED or claims[0].why


@pytest.mark.parametrize(("line", "said"), [("5 + 6 = 11 * 3 = 33", "11 = 33"), ("5 + 6 = 11 per row * 3 = 33", "")])
def test_a_run_of_equations_is_right_as_work_and_said_to_be_no_equation(line: str, said: str) -> None:
    first, last = audited(line + "\n").claims
    assert (first.verdict, first.why, last.verdict) == (RIGHT, "", RIGHT)
    assert said in last.why
    assert bool(last.why) == bool(said)


def test_a_wrong_result_of_such_a_run_is_found() -> None:
    assert [claim.verdict for claim in audited("5 + 6 = 11 * 3 = 35\n").claims] == [RIGHT, WRONG]
