"""A number that is said to be worked stays seen when it is not what it should be: as one that could not be read."""

from __future__ import annotations

import pytest

from katatx.audit.findings import ClaimVerdict
from tests.audit.test_readings import verdicts, wrong

BILL = "chairs      120.00\ntable        80.00\nsubtotal    200.00\nless 10%    -20.00\nnet         {}\n"


@pytest.mark.parametrize(
    ("page", "right", "planted"),
    [
        # Rows that their labels say are worked, put in another order, and one that is another row.
        ("x = [2, 4, 9]\n\nmean: 5\n\ndeviations: {}\n", "[-3, -1, 4]", "[4, 7, 1]"),
        ("z = [1, 3]\n\nsoftmax: {}\n", "[0.119, 0.881]", "[0.5, 0.7]"),
        # A percentage said again.
        ("18 / 40 = 0.450, i.e. {}\n", "45.0%", "90.5%"),
    ],
)
def test_it_is_never_lost(page: str, right: str, planted: str) -> None:
    assert (right, ClaimVerdict.RIGHT) in [(printed, verdict) for _, printed, verdict in verdicts(page.format(right))]
    found = [verdict for _, printed, verdict in verdicts(page.format(planted)) if printed == planted]
    assert found in ([ClaimVerdict.UNCHECKED], [ClaimVerdict.WRONG])


def test_an_amount_of_a_bill_is_never_lost() -> None:
    assert wrong(BILL.format("180.00")) == []
    found = [verdict for _, printed, verdict in verdicts(BILL.format("1800.00")) if "1800.00" in printed]
    assert found
    assert ClaimVerdict.RIGHT not in found


def test_a_number_that_is_explained_further_down_is_seen_once() -> None:
    page = "x = [2, 4, 9]\n\nmean: 5\n\ndeviations: [-3, -1, 4]\n\nsquares: [9, 1, 16]\n"
    assert [printed for _, printed, _ in verdicts(page)] == ["5", "[-3, -1, 4]", "[9, 1, 16]"]
