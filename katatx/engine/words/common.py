"""Words that the recipes of several topics use."""

from __future__ import annotations

from math import prod

from katatx.engine.errors import EngineError
from katatx.engine.operations import place_of_largest
from katatx.engine.recipe_rows import operation, word, words
from katatx.engine.values import MOST, Row, Value, flat, is_number, rank_of, shape_of, shaped, shapes_in_words

# Relative error of the mean of equal numbers: a spread below it is binary noise.
_NOISE = 1e-13
# How far the sum of portions may be from 1, because they may have been rounded to two places.
# A little more than 0.05: 0.95 - 1 is 0.05000000000000004.
_LEFT_BY_ROUNDING = 0.05 + 1e-9

operation(place_of_largest)
words(
    is_number=is_number,
    given=lambda value: value is not None,
    left_out=lambda value: value is None,
    given_or=lambda value, otherwise: otherwise if value is None else value,
    same=lambda one, other: one == other,
    differ=lambda one, other: one != other,
    is_at_most=lambda number, bound: number <= bound,
    negative=lambda number: number < 0,
    not_above_0=lambda value: not all(number > 0.0 for number in flat(value)),
    not_0_or_1=lambda value: not all(number in (0.0, 1.0) for number in flat(value)),
    not_a_rate=lambda rate: not 0 <= rate < 1,
    not_whole=lambda number, lowest=0.0, highest=MOST: number % 1 != 0 or not lowest <= number <= highest,
    uneven=lambda size, *numbers: any(number % size for number in numbers),
    alike=lambda one, other: shape_of(one) == shape_of(other),
    unlike=lambda one, other: shape_of(one) != shape_of(other),
    count=lambda row: float(len(row)),
    highest_in=max,
    last_place=lambda *sides: prod(sides) - 1.0,
    positions=lambda rows, first=0.0: tuple(first + place for place in range(len(rows))),
    repeated=lambda number, times: (number,) * int(times),
    in_one_row=flat,
    shaped_like=lambda value, numbers: shaped(shape_of(value), numbers),
    # A row's numbers, or a grid's rows, in a row each; a single number as it is.
    column=lambda value: tuple((each,) for each in value) if isinstance(value, tuple) else value,
)


@word
def is_noise(square: float, row: Row) -> bool:
    """Return whether a row's numbers are equal up to binary noise, given their mean squared deviation."""
    return any(square <= (_NOISE * each) ** 2 for each in row)


@word
def width(rows: Value) -> Value:
    return float(shape_of(rows)[-1]) if isinstance(rows, tuple) else 1.0


@word
def is_grid(value: Value) -> bool:
    return rank_of(value) == 2


def need_row(value: Value, what: str) -> None:
    """Raise EngineError, naming the operation `what`, for anything but a row."""
    if rank_of(value) != 1:
        raise EngineError(f"{what} needs a row, and is given {shapes_in_words(value)}; write a row there")


@word
def improbable(value: Value) -> float | None:
    """Return the first number that is not from 0 to 1; None if all are."""
    return next((each for each in flat(value) if not 0 <= each <= 1), None)


@word
def off_1(portions: Row) -> bool:
    return abs(sum(portions) - 1) > _LEFT_BY_ROUNDING
