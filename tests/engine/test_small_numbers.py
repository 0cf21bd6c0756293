"""Slack, noise and printing follow the size of the numbers; expectations are worked by hand."""

from __future__ import annotations

import pytest

from katatx.engine.checking import check
from katatx.engine.evaluate import evaluate
from katatx.engine.key import solve, write_out
from katatx.engine.pencils.rounding import Rounding
from katatx.notation.expressions import read_expression
from scoring import Answer, TypedNumber, Verdict, grade


def judged(text: str) -> Verdict:
    judgement = check(text).worst.judgement
    assert judgement is not None
    return judgement.verdict


@pytest.mark.parametrize(
    ("text", "verdict"),
    [
        ("e^-28 = 9e-13", Verdict.WRONG),
        ("e^-28 = 6.9e-13", Verdict.RIGHT),
        ("0.0003·0.02 = 0.000006", Verdict.RIGHT),
        ("0.0003·0.02 = 0.000007", Verdict.WRONG),
        # 0.00033·0.7 is 0.000231; honest rounding of that to 3 decimals is 0, but five times it is not 0.0013.
        ("0.00033·0.7·5 = 0.001155", Verdict.RIGHT),
        # e to 0.333 instead of 1/3 is 1.3951 instead of 1.3956.
        ("e^(1/3) = 1.395", Verdict.CARRIED),
        ("e^(1/3) = 1.394", Verdict.SLIP),
        ("0.1 + 0.2 - 0.3 = 0", Verdict.RIGHT),
        ("sin(π) = 0", Verdict.RIGHT),
        ("1 + 1e-12 - 1 = 1e-12", Verdict.RIGHT),
        ("1 + 1e-12 - 1 = 2e-12", Verdict.WRONG),
    ],
)
def test_a_claim_about_small_numbers(text: str, verdict: Verdict) -> None:
    assert judged(text) == verdict


def test_rounding_too_early_names_the_line_that_lost_its_digits() -> None:
    """0.06·0.07 is 0.0042; rounded to 0.004 and multiplied by 100 it is 0.4, and 0.42 truly."""
    link = check("0.06·0.07·100 = 0.40").worst
    assert link.judgement is not None
    assert link.judgement.verdict is Verdict.SLIP
    assert link.judgement.message == "rounded too early: 0.004 has one significant figure; keep 0.0042"


def test_the_last_line_is_rounded_to_the_digits_typed() -> None:
    """1/56 is 0.017857: a single line, before which nothing was rounded."""
    assert judged("1/56 = 0.018") == Verdict.RIGHT
    assert judged("1/56 = 0.01786") == Verdict.RIGHT
    assert not judged("1/56 = 0.01784").counts_as_right
    assert not judged("1/56 = 0.01800").counts_as_right


def test_two_equal_scores_stay_equal_however_they_are_rounded() -> None:
    """Their portions are one form, e^(1/3) over twice itself, and move together."""
    first, second = evaluate(read_expression("softmax([e^(1/3), e^(1/3)])"), {}, Rounding())
    assert (first.before, first.terms) == (second.before, second.terms)
    assert first.before == pytest.approx((0.5, 0.5), abs=0.0002)
    key = solve(read_expression("softmax([1/3, 1/3, 1/7])·[1, -1, 0]"), {}).key
    assert key.band.low == key.band.high == (0.0,)


def test_what_one_rounding_moves_twice_cancels() -> None:
    """a - a is 0 however a was rounded."""
    key = solve(read_expression("1/3 - 1/3"), {}).key
    assert key.band.low == key.band.high == (0.0,)


def test_a_working_never_shows_a_small_number_as_zero() -> None:
    lines = [line.text for line in write_out(read_expression("0.0006·0.07·2"), {})]
    assert lines == ["0.0006·0.07 = 4.2e-05", "4.2e-05·2 = 8.4e-05"]


def typed(text: str) -> Answer:
    return Answer((TypedNumber(text, float(text), len(text.partition(".")[2])),), ())


def test_two_decimals_on_every_line_are_a_slip_and_no_wrong_turn() -> None:
    """e^0.333 to two decimals, 1.4 (e^0.33 = 1.39), times 7 is 9.73; truly 9.769."""
    key = solve(read_expression("e^(1/3)·7"), {}).key
    found = grade(typed("9.73"), key)
    assert found.verdict is Verdict.SLIP
    assert found.message == "rounded too early: keep three decimals on every line"
