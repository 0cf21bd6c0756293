"""Choose the pictures of a worked line or of an answer.

A row of portions has numbers from 0 to 1 that add up to 1, such as the result of softmax.
"""

from __future__ import annotations

from collections.abc import Mapping
from math import fsum, inf, isfinite
from typing import TYPE_CHECKING

from katatx.engine.values import Value, floats, rank_of, shape_of, transposed
from katatx.notation.syntax import Call, Listing, Literal, Name, Node
from katatx.pictures.figures import WORKED, Grid, counted
from katatx.pictures.heat import HeatMap
from katatx.pictures.mask import Mask
from katatx.pictures.matrix import Matrix
from katatx.pictures.parts import Picture
from katatx.pictures.photo import Photo
from katatx.pictures.portions import Portions
from katatx.pictures.set_out import PLUS, Operand, SetOut
from katatx.pictures.shapes import Shape, Shapes
from katatx.pictures.wave import Wave

if TYPE_CHECKING:
    from katatx.engine.pencils.writing import Step

_SOFTMAX = {"softmax", "stable_softmax", "masked_softmax", "causal_softmax"}
_ADDED = {"residual", "add_position", "add"}
# Products, and whether the second argument is transposed before it is multiplied.
_PRODUCTS = {"scores": True, "projection": True, "matmul": False, "linear": False, "weighted_sum": False}
# The value of the argument `order` for weights with one column per result.
_XW = "xW"
_MOST_HEADS = 12
# A position encoding is drawn over at least this many positions.
_POSITIONS = 12


def pictures_of_step(step: Step) -> list[Picture]:
    """Return pictures of the result of a worked line; [] if it has no value, is a single number, or none suits it."""
    if step.value is None:
        return []
    return _pictures(step.done, step.given, step.value, whole=not step.line.startswith("row "))


def pictures_of_answer(node: Node, given: Mapping[str, Value], value: Value) -> list[Picture]:
    """Return pictures of `value`, the result of the expression `node`; [] if none suits it.

    The picture of a particular operation, such as a photo, is found only if the expression is that operation on written
    numbers or on names that `given` maps to values.
    """
    if not isinstance(node, Call):
        return _pictures("", (), value, whole=True)
    operands = tuple(_plain_value(each, given) for each in node.arguments)
    return _pictures(_own_name(node.name), operands, value, whole=True)


def _own_name(name: str) -> str:
    """Return the engine's standard name of an operation; an unknown name is returned unchanged."""
    from katatx.engine.book import find_recipe

    found = find_recipe(name)
    return name if found is None else found.name


def _plain_value(node: Node, given: Mapping[str, Value]) -> Value:
    """Return the value of an argument that needs no calculation; None if it does, or if a name is not given."""
    match node:
        case Literal():
            return node.value
        case Name():
            return given.get(node.text)
        case Listing():
            items = tuple(_plain_value(item, given) for item in node.items)
            return None if None in items else items
        case _:
            return None


def _pictures(done: str, given: tuple[Value, ...], value: Value, *, whole: bool) -> list[Picture]:
    """Return the pictures of `value`, the result of operation `done` on `given`; [] for a single number, for a rank
    above 2, or if none suits it.

    `whole` is False for one row of a larger result, which gets no picture of shapes.
    """
    rank = rank_of(value)
    if rank not in (1, 2):
        return []
    if -inf in floats(value):
        return [Mask("", value if rank == 2 else (value,), WORKED)]
    if done == "position_encoding" and len(given) == 2 and _are_counts(given):
        position, width = map(int, given[:2])
        return [Wave("", width, position, max(_POSITIONS, position))]
    if done == "patches" and len(given) == 2 and rank_of(given[0]) == 2 and _are_counts(given[1:]):
        return [Photo("", given[0], int(given[1]), places=WORKED)]
    if done in _SOFTMAX or _makes_portions(done, given, value):
        return [_portions(done, given, value)]
    if done in _ADDED and len(given) == 2 and rank == 1 and shape_of(given[0]) == shape_of(given[1]) == shape_of(value):
        terms = (Operand("", given[0]), Operand("", given[1], PLUS))
        return [SetOut(terms, result=value, places=WORKED)]
    shapes = [_shapes(done, given, value)] if whole and done in _PRODUCTS else []
    return [*(each for each in shapes if each is not None), *(_grid(done, value) if rank == 2 else ())]


def _are_counts(values: tuple[Value, ...]) -> bool:
    """Return whether all values are whole numbers, of any sign; True if there are none."""
    return all(isinstance(each, float) and isfinite(each) and each == int(each) for each in values)


def _makes_portions(done: str, given: tuple[Value, ...], value: Value) -> bool:
    """Return whether the operation `done` on `given` gives portions that add up to 1; "" stands for an unknown
    operation.

    A division of whole numbers by their total is left out, because it may add up to 1 by chance.
    """
    if done == "divide" and len(given) == 2 and rank_of(given[0]) == 1 and rank_of(given[1]) == 0:
        raised, total = given
        return min(raised) >= 0 < total and _near(fsum(raised), total) and any(each % 1 for each in raised)
    rows = value if rank_of(value) == 2 else (value,)
    return not done and all(len(row) > 1 and min(row) >= 0 and _near(fsum(row), 1.0) for row in rows)


def _near(first: float, second: float) -> bool:
    """Return whether two positive numbers are equal up to rounding errors."""
    return abs(first - second) <= 1e-9 * second


def _portions(done: str, given: tuple[Value, ...], value: Value) -> Picture:
    """Return a picture of the portions `value`: bars for a row, a heat map for a grid."""
    if rank_of(value) == 1:
        return Portions("", counted(len(value)), value)
    return HeatMap("", value, counted(len(value)), _heads(value), _masked_cells(done, given, value))


def _masked_cells(done: str, given: tuple[Value, ...], value: Grid) -> tuple[tuple[bool, ...], ...] | None:
    """Return which cells of `value`, the result of operation `done` on `given`, a mask excludes; None if unknown.

    `done` is the operation's standard name, or "". Causal softmax excludes the cells right of the diagonal; otherwise
    those where the first of `given` is minus infinity, if it has the shape of `value`.
    """
    if done == "causal_softmax":
        return tuple(tuple(column > row for column in range(len(value[0]))) for row in range(len(value)))
    if given and shape_of(given[0]) == shape_of(value):
        return tuple(tuple(score == -inf for score in row) for row in given[0])
    return None


def _heads(value: Grid) -> tuple[str, ...]:
    """Return the column names of a grid, numbers from 1; () if it has one row or more than twelve columns."""
    return counted(len(value[0])) if len(value) > 1 and len(value[0]) <= _MOST_HEADS else ()


def _shapes(done: str, given: tuple[Value, ...], value: Value) -> Picture | None:
    """Return a picture of the shapes of a product; None if no factor is a grid, or one is unknown, or of higher rank.

    `done` is a name in `_PRODUCTS`, and `value` its result. `given` are its two factors, perhaps followed by the
    argument `order`.
    """
    if len(given) < 2 or rank_of(given[0]) not in (1, 2) or rank_of(given[1]) not in (1, 2):
        return None
    first, second = shape_of(given[0]), shape_of(given[1])
    if len(first) == len(second) == 1:
        return None
    if given[2:] == (_XW,):
        parts: tuple[Shape, Shape] = (second, first) if done == "linear" else (first, second)
        return Shapes(parts, shape_of(value))
    if _PRODUCTS[done] and len(second) == 2:
        second = shape_of(transposed(given[1]))
    parts = (first, second)
    return Shapes(parts, shape_of(value))


def _grid(done: str, value: Grid) -> list[Picture]:
    """Return a list of one picture of the grid `value`, the result of operation `done`.

    It is a heat map if the operation is scores and none is negative, otherwise a matrix. Returns [] for a grid of one
    row.
    """
    if len(value) == 1:
        return []
    if done == "scores" and min(floats(value)) >= 0:
        return [HeatMap("", value, counted(len(value)), _heads(value))]
    matched = done in ("scores", "scale")
    return [Matrix("", value, counted(len(value)), _heads(value) if matched else (), WORKED)]
