from __future__ import annotations

import pytest

from katatx.engine.checking import check
from katatx.errors import KatatxError
from scoring import Verdict


@pytest.mark.parametrize(
    ("line", "verdict"),
    [
        ("softmax 1 4 = 0.047 0.953", Verdict.RIGHT),
        ("softmax 1 4 = 0.05 0.95", Verdict.RIGHT),
        ("softmax 1 4 = 0.2 0.8", Verdict.WRONG_TURN),
        ("softmax 1 4 = 0 1", Verdict.WRONG_TURN),
        ("softmax 1 4 = 0.0 1.0", Verdict.COARSE),
        ("1/2 = 1", Verdict.WRONG),
        ("999999·999999 = 999998000002", Verdict.WRONG),
        ("123456789012 + 1 = 123456789012", Verdict.WRONG),
        ("2·3 + 0·0 + 1·2 + 0·0 = 6 + 2 = 8", Verdict.RIGHT),
        ("2·3 + 0·0 + 1·2 + 0·0 = 6 + 3 = 9", Verdict.WRONG),
        ("10/√4 → 5", Verdict.RIGHT),
        ("3 - 5 = -2", Verdict.RIGHT),
        ("-2 = 3 - 5", Verdict.RIGHT),
        ("1/3 = 0.33 = 0.330", Verdict.SLIP),
        ("[1, 2] + [3, 4] = [4, 6]", Verdict.RIGHT),
        ("√32 = 5.66", Verdict.RIGHT),
        ("√32 = 5.67", Verdict.WRONG),
        ("padding_mask([1, 4], 1) = 1 -inf", Verdict.RIGHT),
        ("dot [1,2] [3,4] = 11 0", Verdict.UNREAD),
    ],
)
def test_the_worst_link_speaks_for_the_line(line: str, verdict: Verdict) -> None:
    judgement = check(line).worst.judgement
    assert judgement is not None
    assert judgement.verdict == verdict


def test_a_step_with_rounded_numbers_is_carried() -> None:
    links = check("e^1/(e^1+e^4) = 2.718/57.32 = 0.047").links
    assert [link.judgement.verdict.value for link in links if link.judgement] == ["carried", "right"]


def test_every_link_of_a_chain_is_checked() -> None:
    links = check("2·3 + 1·2 = 6 + 2 = 9").links
    assert [link.judgement.verdict.value for link in links if link.judgement] == ["right", "wrong"]


def test_places_may_be_asked_for() -> None:
    judgement = check("softmax 1 4 = 0.05 0.95", places=3).worst.judgement
    assert judgement is not None
    assert judgement.verdict == Verdict.COARSE


@pytest.mark.parametrize(
    ("line", "column"),
    [("1/2 = 0,5", 7), ("softmax 1 4 = soft 2", 15), ("2 = 3 +", 8), ("6 = 2 $ 3", 7), ("1 =", 4)],
)
def test_errors_point_into_the_whole_line(line: str, column: int) -> None:
    with pytest.raises(KatatxError, match=f"column {column}"):
        check(line)
