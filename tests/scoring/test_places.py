"""Places, forms and shapes of numbers, by hand."""

from __future__ import annotations

from math import inf

import pytest

from scoring import Answer, TypedNumber
from scoring.answer import Form
from scoring.places import enough, unit, whole_at, within, within_early
from scoring.shapes import describe, name_slot, row_of, same_shape
from scoring.slots import spellings
from scoring.unworked import find_unworked


@pytest.mark.parametrize(
    ("typed", "places", "low", "high", "figures", "expected"),
    [
        (0.269, 3, 0.26894, 0.26894, None, True),
        (0.2690, 4, 0.26894, 0.26894, None, False),
        (0.268, 3, 0.26894, 0.26894, None, False),
        (0.27, 2, 0.26894, 0.26894, None, True),
        (0.3, 1, 0.26894, 0.26894, None, True),
        (0.26, 2, 0.26894, 0.26894, None, False),
        (0.265, None, 0.264, 0.266, None, True),
        (0.263, None, 0.264, 0.266, None, False),
        # A whole number of one digit is exact, one of two digits is rounded.
        (2.0, 0, 2.4, 2.4, None, False),
        (12.0, 0, 12.4, 12.4, None, True),
        (9.0, 0, 9.49, 9.49, None, False),
        (10.0, 0, 9.6, 9.6, None, True),
        # Four figures, then zeros; but not for a number that ends within three decimals.
        (54.600, 3, 54.59815, 54.59815, 4, True),
        (54.600, 3, 54.59815, 54.59815, None, False),
        (54.600, 3, 54.598, 54.598, 4, False),
        (54.590, 3, 54.59815, 54.59815, 4, False),
        (1.0, 1, inf, inf, None, False),
        (inf, None, inf, inf, None, True),
    ],
)
def test_within(typed: float, places: int | None, low: float, high: float, figures: int | None, expected: bool) -> None:
    assert within(typed, places, low, high, figures) is expected


@pytest.mark.parametrize(
    ("typed", "places", "low", "high", "expected"),
    [
        (0.270, 3, 0.26894, 0.26894, True),  # two decimals, then a zero
        (0.271, 3, 0.26894, 0.26894, False),
        (0.260, 3, 0.26894, 0.26894, False),
        (1230.0, 0, 1234.4, 1234.4, True),  # three figures
        (1240.0, 0, 1234.4, 1234.4, False),
        (1231.0, 0, 1234.4, 1234.4, False),
        (10000.0, 0, 10001.0, 10001.0, False),
        (10001.0, 0, 10001.0, 10001.0, True),
        (0.5, None, 0.496, 0.499, False),
    ],
)
def test_within_one_digit_too_early(typed: float, places: int | None, low: float, high: float, expected: bool) -> None:
    assert within_early(typed, places, low, high) is expected


@pytest.mark.parametrize(
    ("typed", "places", "truth", "asked", "expected"),
    [
        (0.27, 2, 0.26894, 3, False),
        (0.269, 3, 0.26894, 3, True),
        (0.27, 2, 0.26894, 2, True),
        (0.25, 2, 0.25, 3, True),  # it ends there
        (0.27, None, 0.26894, 3, True),
        (54.60, 2, 54.59815, 3, True),  # the fourth figure
        (54.6, 1, 54.59815, 3, False),
        (0.0, 2, 0.001, None, False),
        (0.0, 3, 0.0001, None, True),
        (0.3, 1, 0.26894, None, True),
    ],
)
def test_enough_decimals(typed: float, places: int | None, truth: float, asked: int | None, expected: bool) -> None:
    assert enough(typed, places, truth, asked) is expected


def test_a_unit_is_that_of_the_last_figure_or_of_the_last_decimal() -> None:
    assert [unit(each) for each in (0.5, 5.0, 54.6, 546.0, 5460.0)] == pytest.approx([1e-3, 1e-3, 1e-2, 1e-1, 1.0])
    assert (whole_at(0.25, 2), whole_at(0.25, 1), whole_at(12.0, 0)) == (True, False, True)


def typed(text: str, *forms: Form, places: int | None = None) -> TypedNumber:
    return TypedNumber(text, 0.5, places, forms=frozenset(forms))


def test_a_number_left_in_a_form_that_is_not_accepted_is_still_to_be_worked_out() -> None:
    both = frozenset({Form.FRACTION, Form.POWER})
    plain, half, power, sum_ = (
        typed("0.5"),
        typed("1/2", Form.FRACTION),
        typed("2^-1", Form.POWER),
        typed("1 - 0.5", Form.CALCULATION),
    )
    assert find_unworked(Answer((plain, half, power), (3,)), both) is None
    assert find_unworked(Answer((plain, half, power, sum_), (4,)), None) is None
    assert find_unworked(Answer((plain,), ()), frozenset()) is None
    for numbers, accepted, named in (
        ((plain, half, sum_), both, "1 - 0.5"),
        ((half, power), frozenset({Form.POWER}), "1/2"),
        ((half,), frozenset(), "1/2"),
    ):
        said = find_unworked(Answer(numbers, (len(numbers),)), accepted)
        assert said is not None
        assert said.startswith(f"{named} is still to be worked out")


def test_zeros_are_added_to_a_decimal_alone() -> None:
    short = typed("14.6", places=1)
    assert [each.places for each in spellings(short, 3)] == [1, 3]
    assert [each.places for each in spellings(short, 1)] == [1]
    assert [each.places for each in spellings(short, None)] == [1]
    assert [each.places for each in spellings(typed("1/2"), 3)] == [None]
    assert [each.places for each in spellings(short._replace(value=0.0), 3)] == [1]


def test_shapes_as_they_are_on_paper() -> None:
    for first, second, alike in (((3,), (3, 1), True), ((3,), (1, 3), True), ((), (1,), True), ((2, 3), (3, 2), False)):
        assert same_shape(first, second) is same_shape(second, first) is alike
    numbers = (1.0, 2.0, 3.0, 4.0, 5.0, 6.0)
    assert row_of(numbers, (2, 3), 4) == (4.0, 5.0, 6.0)
    assert row_of(numbers, (3, 2), 2) == (3.0, 4.0)
    assert row_of(numbers, (6,), 4) == numbers
    assert row_of(numbers, (6, 1), 4) == numbers
    assert row_of(numbers[:1], (), 0) == (1.0,)
    assert name_slot(4, (2, 3)) == "row 2, column 2"
    assert [name_slot(4, shape) for shape in ((6,), (6, 1), (1, 6))] == ["number 5"] * 3
    shapes = ((), (3,), (1, 3), (2, 3))
    assert [*map(describe, shapes)] == ["one number", "a row of 3", "a grid of 1 row of 3", "a grid of 2 rows of 3"]
