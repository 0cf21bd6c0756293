"""Functions that the recipes in the folder training use."""

from __future__ import annotations

from katatx.engine.asking import is_above, is_exact, is_masked, is_zero_or_one, whole_number
from katatx.engine.errors import EngineError
from katatx.engine.pencils.interval import Number, high_of, low_of
from katatx.engine.recipe_rows import word
from katatx.engine.values import Row, Value, is_number, rank_of, shape_of, shapes_in_words, unmatched
from katatx.engine.words.common import need_row

# A smaller portion has lost digits that would be visible in its logarithm.
_LEAST = 1e-300


@word
def largest_in(row: Row) -> Number:
    return max(row, key=high_of)


@word
def if_1(test: Number, then: Value, otherwise: Value) -> Value:
    return then if low_of(test) != 0 else otherwise


@word
def pick(row: Row, target: Number) -> Number:
    need_row(row, "finding the true class's number")
    return row[whole_number(target, "target", 0, len(row) - 1)]


@word
def class_of(target: Value, portions: Row) -> Number:
    """Return the number of the true class, from 0. Of two rows the target is the second if one-hot, else the first."""
    if is_number(target):
        return target
    if rank_of(target) != 1:
        found = shapes_in_words(target)
        raise EngineError(f"cross_entropy: the target is {found}; write the number of a class, or a row")
    if shape_of(portions) != shape_of(target):
        raise unmatched(portions, target)
    marked = next((row for row in (target, portions) if _is_one_hot(row)), None)
    if marked is None:
        raise EngineError(
            "cross_entropy: neither row has a single 1 among zeros, so which one is the target? For portions as "
            "target, write soft_cross_entropy(predicted, target)"
        )
    return float(list(map(low_of, marked)).index(1.0))


@word
def all_but_target(portions: Row, target: Value) -> Row:
    return portions if is_number(target) or _is_one_hot(target) else target


def _is_one_hot(row: Row) -> bool:
    return all(is_zero_or_one(each) and is_exact(each) for each in row) and sum(map(low_of, row)) == 1


@word
def where_above_0(target: Row, numbers: Row) -> Row:
    return tuple(each for each, wanted in zip(numbers, target, strict=True) if is_above(wanted, 0.0))


@word
def vanished(portion: Number, score: Number) -> bool:
    return not is_above(portion, _LEAST) and not is_masked(score)


@word
def one_at(target: Number, row: Row) -> Row:
    at = whole_number(target, "target", 0, len(row) - 1)
    return tuple(float(index == at) for index in range(len(row)))


@word
def no_example_for_each(gradient: Value, inputs: Value) -> bool:
    """Return whether two values are neither two rows nor two grids with as many rows."""
    ranks = rank_of(gradient), rank_of(inputs)
    return ranks != (1, 1) and (ranks != (2, 2) or len(gradient) != len(inputs))


@word
def is_row(value: Value) -> bool:
    return rank_of(value) == 1
