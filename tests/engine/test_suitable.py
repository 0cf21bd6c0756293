"""What makes numbers fit for a drill, on keys written by hand."""

from __future__ import annotations

import pytest

from katatx.engine.fresh_numbers.suitable import (
    ExactResult,
    gap,
    leads_too_far,
    says_something,
)
from scoring.key import Band


def band(*values: float, slack: float = 0.0) -> Band:
    return Band(tuple(value - slack for value in values), tuple(value + slack for value in values))


def result(*values: float) -> ExactResult:
    return ExactResult("a", () if len(values) == 1 else (len(values),), values)


@pytest.mark.parametrize(
    ("value", "places", "says"),
    [
        ((0.0,), 3, False),
        ((0.5, 0.5), 3, False),
        ((0.5,), 3, True),
        ((0.5, 0.005), 3, True),
        ((0.5, 0.0049), 3, False),
        ((0.5, 0.05), 2, True),
        ((0.5, 0.049), 2, False),
        ((5.5, 0.005), 0, True),  # none counts as three
    ],
)
def test_an_answer_that_shows_its_working(value: tuple[float, ...], places: int, says: bool) -> None:
    assert says_something(value, places) is says


@pytest.mark.parametrize(
    ("slack", "places", "too_far"),
    [(0.0, 3, False), (0.001, 3, False), (0.2, 3, True), (0.01, 1, False), (5.0, 1, True)],
)
def test_honest_rounding_may_lead_too_far(slack: float, places: int, too_far: bool) -> None:
    assert leads_too_far((0.731,), (), band(0.731, slack=slack), places) is too_far


def test_bands_are_apart_if_one_number_is() -> None:
    first = band(1.0, 2.0, slack=0.1)
    assert gap(first, band(1.0, 2.5, slack=0.1)) == pytest.approx(0.3)
    assert gap(first, band(1.1, 2.1, slack=0.1)) == pytest.approx(-0.1)
    assert gap(band(float("-inf")), band(float("-inf"))) == 0
