"""Words that the recipes of several topics use."""

from __future__ import annotations

from math import prod

from katatx.engine.asking import MOST, is_above, is_as_high, is_at_most, is_exact, is_probability, is_zero_or_one
from katatx.engine.errors import EngineError
from katatx.engine.operations import place_of_largest
from katatx.engine.pencils.interval import Number, high_of, low_of
from katatx.engine.recipe_rows import operation, word
from katatx.engine.values import Row, Value, flat, is_number, rank_of, shape_of, shaped, shapes_in_words

# Relative error of the mean of equal numbers: a spread below it is binary noise.
_NOISE = 1e-13
# How far the sum of portions may be from 1, because they may have been rounded to two places.
# A little more than 0.05: 0.95 - 1 is 0.05000000000000004.
_LEFT_BY_ROUNDING = 0.05 + 1e-9

word(is_at_most)
word(is_number)
operation(place_of_largest)


@word
def highest_in(row: Row) -> float:
    return max(map(high_of, row))


@word
def is_noise(square: Number, row: Row) -> bool:
    """Return whether a row's numbers are equal up to binary noise, given their mean squared deviation."""
    return any(high_of(square) <= (_NOISE * high_of(each)) ** 2 for each in row)


@word
def count(row: Value) -> Value:
    return float(len(row))


@word
def width(rows: Value) -> Value:
    return float(shape_of(rows)[-1]) if isinstance(rows, tuple) else 1.0


@word
def column(row: Value) -> Value:
    """Return a row's numbers, or a grid's rows, in a row each; a single number as it is."""
    return tuple((each,) for each in row) if isinstance(row, tuple) else row


@word
def in_one_row(value: Value) -> Value:
    return flat(value)


@word
def shaped_like(value: Value, numbers: Value) -> Value:
    return shaped(shape_of(value), numbers)


@word
def given(value: Value) -> bool:
    return value is not None


@word
def differ(one: Value, other: Value) -> bool:
    return low_of(one) != low_of(other)


@word
def negative(number: Value) -> bool:
    return low_of(number) < 0


@word
def alike(one: Value, other: Value) -> bool:
    return shape_of(one) == shape_of(other)


@word
def unlike(one: Value, other: Value) -> bool:
    return not alike(one, other)


@word
def given_or(value: Value, otherwise: Value) -> Value:
    return otherwise if value is None else value


@word
def not_a_rate(rate: Number) -> bool:
    return not 0 <= low_of(rate) < 1


@word
def not_0_or_1(value: Value) -> bool:
    return not all(map(is_zero_or_one, flat(value)))


@word
def is_grid(value: Value) -> bool:
    return rank_of(value) == 2


@word
def not_whole(number: Number, lowest: Number = 0.0, highest: Number = MOST) -> bool:
    """Return whether a number is not whole, or not from lowest to highest. Raises EngineError for a rounded one."""
    if not is_exact(number):
        raise EngineError("a number that must be whole was rounded; write one that is whole from the start")
    return low_of(number) % 1 != 0 or not low_of(lowest) <= low_of(number) <= low_of(highest)


@word
def uneven(size: Number, *numbers: Number) -> bool:
    return any(low_of(number) % low_of(size) for number in numbers)


@word
def last_place(*sides: Number) -> Number:
    return prod(map(low_of, sides)) - 1.0


def need_row(value: Value, what: str) -> None:
    """Raise EngineError, naming the operation `what`, for anything but a row."""
    if rank_of(value) != 1:
        raise EngineError(f"{what} needs a row, and is given {shapes_in_words(value)}; write a row there")


@word
def not_above_0(value: Value) -> bool:
    return not all(is_above(number, 0.0) for number in flat(value))


@word
def same(one: Number, other: Number) -> bool:
    return is_as_high(one, other)


@word
def improbable(value: Value) -> Number | None:
    """Return the first number that is not from 0 to 1; None if all are."""
    return next((each for each in flat(value) if not is_probability(each)), None)


@word
def off_1(portions: Row) -> bool:
    return abs(sum(map(low_of, portions)) - 1) > _LEFT_BY_ROUNDING


@word
def positions(rows: Value, first: float = 0.0) -> Row:
    return tuple(first + place for place in range(len(rows)))


@word
def repeated(number: Number, times: float) -> Row:
    return (number,) * int(times)
