"""What a recipe needs of the things it is given."""

from __future__ import annotations

from katatx.engine.asking import all_agree, first_of, is_exact, lowest_of
from katatx.engine.errors import EngineError
from katatx.engine.interval import Number, low_of
from katatx.engine.values import Grid, Value, shape_of
from katatx.notation.printing import write_number
from scoring.shapes import describe

# No count on paper is larger.
MOST = 10**9


def whole_number(number: Number, name: str, lowest: int = 1, highest: int = MOST) -> int:
    """Return a given number as a count: what shapes hang on, so that it is the same in all draws worked at once.

    Raises EngineError where it is not whole or lies outside `lowest` to `highest`.
    """
    need_whole(number, name, lowest, highest)
    return int(lowest_of(number))


def need_whole(number: Number, name: str, lowest: Number = 1, highest: Number = MOST) -> None:
    """Raise EngineError where a number is not whole or lies outside `lowest` to `highest`."""
    if not is_exact(number):
        raise EngineError(f"{name} is rounded; it must be a whole number to begin with")
    value, least, most = low_of(number), low_of(lowest), low_of(highest)
    if not all_agree((value % 1 == 0) & (least <= value) & (value <= most)):
        bounds = write_number(first_of(lowest)), write_number(first_of(highest))
        allowed = f"{bounds[0]} to {bounds[1]}" if highest is not MOST else f"{bounds[0]} or more"
        raise EngineError(f"{name} is {write_number(first_of(number))}; it must be a whole number, {allowed}")


def need_parts(number: Number, size: Number, what: str, by: str = "size") -> None:
    """Raise EngineError where a size does not go into a number without a remainder."""
    need_whole(number, what)
    need_whole(size, by)
    if not all_agree(low_of(number) % low_of(size) == 0):
        whole, part = write_number(first_of(number)), write_number(first_of(size))
        raise EngineError(f"{what} {whole} divided by {by} {part} leaves a remainder")


def whole_parts(number: Number, size: Number, what: str, by: str = "size") -> int:
    """Return how often a size goes into a number without a remainder. Raises EngineError where it does not."""
    need_parts(number, size, what, by)
    return whole_number(number, what) // whole_number(size, by)


def need_counts(**given: Number) -> None:
    """Raises EngineError, with its name, where one of these is no count."""
    for name, number in given.items():
        need_whole(number, name)


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
