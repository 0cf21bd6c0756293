"""Slack, noise and printing follow the size of the numbers; expectations are worked by hand."""

from __future__ import annotations

import pytest

from katatx.engine.checking import check
from katatx.engine.key import Solution, write_out
from katatx.notation.parser import read_expression
from scoring import Verdict


def test_two_equal_scores_stay_equal_however_they_are_rounded() -> None:
    """Their portions are one form, e^(1/3) over twice itself, and move together."""
    low, high = Solution(read_expression("softmax([e^(1/3), e^(1/3)])"), {}).key.band
    assert (low[0], high[0]) == (low[1], high[1]) == pytest.approx((0.5, 0.5), abs=0.0002)
    key = Solution(read_expression("softmax([1/3, 1/3, 1/7])·[1, -1, 0]"), {}).key
    assert key.band.low == key.band.high == (0.0,)


@pytest.mark.parametrize(
    ("text", "verdict"),
    [
        ("e^-28 = 9e-13", Verdict.WRONG),
        ("e^-28 = 6.9e-13", Verdict.RIGHT),
        ("0.0003·0.02 = 0.000007", Verdict.WRONG),
        # 0.00033·0.7 is 0.000231; honest rounding of that to 3 decimals is 0, but five times it is not 0.0013.
        ("0.00033·0.7·5 = 0.001155", Verdict.RIGHT),
        # e to 0.333 instead of 1/3 is 1.3951 instead of 1.3956.
        ("e^(1/3) = 1.395", Verdict.RIGHT),
        ("e^(1/3) = 1.394", Verdict.WRONG),
        ("0.1 + 0.2 - 0.3 = 0", Verdict.RIGHT),
        ("sin(π) = 0", Verdict.RIGHT),
        ("1 + 1e-12 - 1 = 2e-12", Verdict.WRONG),
        ("1/56 = 0.01784", Verdict.WRONG),
    ],
)
def test_a_claim_about_small_numbers(text: str, verdict: Verdict) -> None:
    judgement = check(text).worst.judgement
    assert judgement is not None
    assert judgement.verdict == verdict


def test_a_written_line_stands_up_to_a_pencil() -> None:
    """0.047·2 would be 0.094; the line shows as many digits as 0.095 needs."""
    steps = write_out(read_expression("weighted_sum(softmax(1, 4), [[2], [0]])"), {})
    assert "0.0474·2 = 0.095" in steps[1].text


def test_a_working_never_shows_a_small_number_as_zero() -> None:
    lines = [line.text for line in write_out(read_expression("0.0006·0.07·2"), {})]
    assert lines == ["0.0006·0.07 = 4.2e-05", "4.2e-05·2 = 8.4e-05"]
