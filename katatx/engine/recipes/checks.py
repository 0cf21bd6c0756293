"""What a recipe needs of the things it is given."""

from __future__ import annotations

from math import isfinite

from katatx.engine.errors import EngineError
from katatx.engine.interval import Number, high_of, low_of
from katatx.engine.values import Grid, Value, shape_of
from katatx.notation.printing import write_number
from scoring.shapes import describe

# No count on paper is larger.
MOST = 10**9


def whole_number(number: Number, name: str, lowest: int = 1, highest: int = MOST) -> int:
    """A given number as a count.

    Raises EngineError where it is not whole or lies outside `lowest` to `highest`.
    """
    value = low_of(number)
    if high_of(number) != value:
        raise EngineError(f"{name} is rounded; it must be a whole number to begin with")
    if not isfinite(value) or value != value // 1 or not lowest <= value <= highest:
        allowed = f"{lowest} to {highest}" if highest < MOST else f"{lowest} or more"
        raise EngineError(f"{name} is {write_number(value)}; it must be a whole number, {allowed}")
    return int(value)


def whole_parts(number: Number, size: Number, what: str, by: str = "size") -> int:
    """How often a size goes into a number without a remainder.

    Raises EngineError where it does not.
    """
    whole, part = whole_number(number, what), whole_number(size, by)
    if whole % part:
        raise EngineError(f"{what} {whole} divided by {by} {part} leaves a remainder")
    return whole // part


def need_counts(**given: Number) -> None:
    """Raises EngineError, with its name, where one of these is no count."""
    for name, number in given.items():
        whole_number(number, name)


def need_same_shape(recipe: str, first: Value, second: Value) -> None:
    """Raises EngineError naming both where two things of different shapes are to be worked slot by slot."""
    if shape_of(first) != shape_of(second):
        found = f"{describe(shape_of(first))} and {describe(shape_of(second))}"
        raise EngineError(f"{recipe} needs two of one shape, and is given {found}")


def need_a_key_a_query(recipe: str, queries: Grid, keys: Grid) -> None:
    """Raises EngineError naming both where a causal mask finds no place for some word."""
    if len(queries) != len(keys):
        found = f"{describe(shape_of(queries))} and {describe(shape_of(keys))}"
        raise EngineError(f"{recipe} with the future masked needs a key for every query, and is given {found}")
