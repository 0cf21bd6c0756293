"""Functions that the recipes in the folder training use."""

from __future__ import annotations

from math import inf

from katatx.engine.errors import EngineError
from katatx.engine.recipe_rows import word, words
from katatx.engine.values import Row, Value, is_number, rank_of, shape_of, shapes_in_words, unmatched, whole_number
from katatx.engine.words.common import need_row

# A smaller portion has lost digits that would be visible in its logarithm.
_LEAST = 1e-300

words(
    if_1=lambda test, then, otherwise: then if test != 0 else otherwise,
    vanished=lambda portion, score: not portion > _LEAST and score != -inf,
    is_row=lambda value: rank_of(value) == 1,
)


@word
def pick(row: Row, target: float) -> float:
    need_row(row, "finding the true class's number")
    return row[whole_number(target, "target", 0, len(row) - 1)]


@word
def class_of(target: Value, portions: Row) -> float:
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
        problem = "neither row has a single 1 among zeros, so which one is the target?"
        raise EngineError(f"cross_entropy: {problem} Write a row with one 1 as the target")
    return float(list(marked).index(1.0))


@word
def all_but_target(portions: Row, target: Value) -> Row:
    return portions if is_number(target) or _is_one_hot(target) else target


def _is_one_hot(row: Row) -> bool:
    return all(each in (0.0, 1.0) for each in row) and sum(row) == 1


@word
def one_at(target: float, row: Row) -> Row:
    at = whole_number(target, "target", 0, len(row) - 1)
    return tuple(float(index == at) for index in range(len(row)))


@word
def no_example_for_each(gradient: Value, inputs: Value) -> bool:
    """Return whether two values are neither two rows nor two grids with as many rows."""
    ranks = rank_of(gradient), rank_of(inputs)
    return ranks != (1, 1) and (ranks != (2, 2) or len(gradient) != len(inputs))
