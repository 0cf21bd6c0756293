"""Checks of a recipe's arguments.

The strings given are names for the message: `recipe` of the recipe, the others of the arguments.
"""

from __future__ import annotations

from katatx.engine.asking import is_exact, is_probability
from katatx.engine.errors import EngineError
from katatx.engine.pencils.interval import Number, low_of
from katatx.engine.values import Grid, Row, Value, shape_of, shapes_in_words
from katatx.notation.printing import write_number

# The largest count accepted.
MOST = 10**9

# How far the sum of portions may be from 1, because they may have been rounded to two places.
# A little more than 0.05: 0.95 - 1 is 0.05000000000000004.
_LEFT_BY_ROUNDING = 0.05 + 1e-9


def whole_number(number: Number, name: str, lowest: int = 1, highest: int = MOST) -> int:
    """Return a given number as an int.

    Raises EngineError if it is not whole, not from `lowest` to `highest`, or rounded.
    """
    need_whole(number, name, lowest, highest)
    return int(low_of(number))


def need_whole(number: Number, name: str, lowest: Number = 1, highest: Number = MOST) -> None:
    """Raise EngineError if a number is not whole, not from `lowest` to `highest`, or rounded: an uncertain interval."""
    if not is_exact(number):
        raise EngineError(f"{name} is a rounded number; write a number that is whole from the start")
    value, least, most = low_of(number), low_of(lowest), low_of(highest)
    if value % 1 != 0 or not least <= value <= most:
        bounds = write_number(low_of(lowest)), write_number(low_of(highest))
        allowed = f"{bounds[0]} to {bounds[1]}" if highest is not MOST else f"{bounds[0]} or more"
        raise EngineError(f"{name} is {write_number(low_of(number))}; write a whole number, {allowed}")


def need_parts(number: Number, size: Number, what: str, by: str = "size") -> None:
    """Raise EngineError if a number or a size is not a positive whole number, or the number no multiple of the size.

    `what` names the number and `by` the size.
    """
    need_whole(number, what)
    need_whole(size, by)
    if low_of(number) % low_of(size) != 0:
        whole, part = write_number(low_of(number)), write_number(low_of(size))
        raise EngineError(f"{what} {whole} divided by {by} {part} leaves a remainder; write numbers that leave none")


def whole_parts(number: Number, size: Number, what: str, by: str = "size") -> int:
    """Return a number divided by a size, as an int.

    Raises EngineError if one of them is not a positive whole number, or if there is a remainder.
    """
    need_parts(number, size, what, by)
    return int(low_of(number)) // int(low_of(size))


def need_counts(**given: Number) -> None:
    """Raise EngineError, naming the argument, if one of these is not a positive whole number, at most 10^9."""
    for name, number in given.items():
        need_whole(number, name)


def need_same_shape(recipe: str, first: Value, second: Value) -> None:
    """Raise EngineError, naming both shapes, if two values differ in shape."""
    if shape_of(first) != shape_of(second):
        raise EngineError(
            f"{recipe} is given {shapes_in_words(first, second)}; write two values of the same length and width"
        )


def need_a_key_a_query(recipe: str, queries: Grid, keys: Grid) -> None:
    """Raise EngineError, naming both shapes, if there is not one key for each query, as a causal mask requires."""
    if len(queries) != len(keys):
        found = shapes_in_words(queries, keys)
        raise EngineError(f"{recipe} with the future masked is given {found}; write one key for every query")


def need_a_probability(recipe: str, number: Number) -> None:
    """Raise EngineError, naming the recipe, if a number is not from 0 to 1."""
    if not is_probability(number):
        raise EngineError(
            f"{recipe} is given {write_number(low_of(number))} as a probability; write a number from 0 to 1"
        )


def need_a_share(number: Number, name: str) -> None:
    """Raise EngineError, naming the argument, if a number is not from 0 to 1."""
    if not is_probability(number):
        raise EngineError(f"{name} is {write_number(low_of(number))}; write a number from 0 to 1")


def need_portions(recipe: str, portions: Row, what: str = "portions") -> None:
    """Raise EngineError unless a row is a probability distribution: numbers from 0 to 1, their sum within 0.05 of 1.

    `what` names the numbers in the message.
    """
    for portion in portions:
        need_a_probability(recipe, portion)
    whole = sum(map(low_of, portions))
    if abs(whole - 1) > _LEFT_BY_ROUNDING:
        raise EngineError(f"{recipe}: the {what} add to {write_number(low_of(whole))}; write numbers that add to 1")
