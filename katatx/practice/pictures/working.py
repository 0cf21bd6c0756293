"""Which pictures a worked line is shown in, once it is uncovered."""

from __future__ import annotations

from collections.abc import Mapping
from math import fsum, inf, isfinite
from typing import TYPE_CHECKING

from katatx.engine.values import Value, floats, rank_of, shape_of, transposed
from katatx.notation.syntax import Call, Listing, Literal, Name, Node
from katatx.practice.pictures.figures import WORKED, Grid, counted
from katatx.practice.pictures.heat import HeatMap
from katatx.practice.pictures.laid import Laid
from katatx.practice.pictures.mask import Mask
from katatx.practice.pictures.matrix import Matrix
from katatx.practice.pictures.parts import Picture
from katatx.practice.pictures.photo import Photo
from katatx.practice.pictures.portions import Portions
from katatx.practice.pictures.shapes import Shape, Shapes
from katatx.practice.pictures.wave import Wave

if TYPE_CHECKING:
    from katatx.engine.pencils import Step

_SOFTMAX = {"softmax", "stable_softmax", "masked_softmax", "causal_softmax"}
_ADDED = {"residual", "add_position", "add"}
# Products, and whether the second of what they are given is turned before it is multiplied.
_PRODUCTS = {"scores": True, "projection": True, "matmul": False, "linear": False, "weighted_sum": False}
# The order of weights that have a column for each number they make.
_XW = "xW"
_MOST_HEADS = 12
# A stamp is drawn over these positions at least.
_POSITIONS = 12


def pictures_of_step(step: Step) -> list[Picture]:
    """Pictures of a worked line: what it came to, and how; none where its text says it all."""
    if step.value is None:
        return []
    return _pictures(step.done, step.given, step.value, whole=not step.line.startswith("row "))


def pictures_of_answer(node: Node, given: Mapping[str, Value], value: Value) -> list[Picture]:
    """Pictures of what a whole expression came to: as of a worked line, where it is one operation on what is given."""
    if not isinstance(node, Call):
        return _pictures("", (), value, whole=True)
    operands = tuple(_plain_value(each, given) for each in node.arguments)
    return _pictures(_own_name(node.name), operands, value, whole=True)


def _own_name(name: str) -> str:
    """An operation's own name, as the engine knows it."""
    from katatx.engine import recipes as _known  # noqa: F401 - importing makes the recipes known
    from katatx.engine.recipe import find_recipe

    found = find_recipe(name)
    return name if found is None else found.name


def _plain_value(node: Node, given: Mapping[str, Value]) -> Value:
    """Return what stands in an expression as it is; None where it must be worked."""
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
    rank = rank_of(value)
    if rank not in (1, 2):
        return []
    if -inf in floats(value):
        return [Mask("", value if rank == 2 else (value,), WORKED)]
    if done == "position_encoding" and _are_counts(given[:2]):
        position, width = map(int, given[:2])
        return [Wave("", width, position, max(_POSITIONS, position))]
    if done == "patches" and len(given) == 2 and rank_of(given[0]) == 2 and _are_counts(given[1:]):
        return [Photo("", given[0], int(given[1]), places=WORKED)]
    if done in _SOFTMAX or _makes_portions(done, given, value):
        return [_portions(done, given, value)]
    if done in _ADDED and len(given) == 2 and rank == 1 and shape_of(given[0]) == shape_of(given[1]) == shape_of(value):
        return [Laid("", given[0], "", given[1], value, WORKED)]
    shapes = [_shapes(done, given, value)] if whole and done in _PRODUCTS else []
    return [*(each for each in shapes if each is not None), *(_grid(done, value) if rank == 2 else ())]


def _are_counts(values: tuple[Value, ...]) -> bool:
    return all(isinstance(each, float) and isfinite(each) and each == int(each) for each in values)


def _makes_portions(done: str, given: tuple[Value, ...], value: Value) -> bool:
    """Return whether a line divides numbers by their total, or an answer worked in one is such portions.

    Whole numbers may add up by chance to what they are divided by.
    """
    if done == "divide" and len(given) == 2 and rank_of(given[0]) == 1 and rank_of(given[1]) == 0:
        raised, total = given
        return min(raised) >= 0 < total and _near(fsum(raised), total) and any(each % 1 for each in raised)
    rows = value if rank_of(value) == 2 else (value,)
    return not done and all(len(row) > 1 and min(row) >= 0 and _near(fsum(row), 1.0) for row in rows)


def _near(first: float, second: float) -> bool:
    return abs(first - second) <= 1e-9 * second


def _portions(done: str, given: tuple[Value, ...], value: Value) -> Picture:
    if rank_of(value) == 1:
        return Portions("", counted(len(value)), value)
    return HeatMap("", value, counted(len(value)), _heads(value), _shut(done, given, value))


def _shut(done: str, given: tuple[Value, ...], value: Grid) -> tuple[tuple[bool, ...], ...] | None:
    """The cells of portions that a mask shut: in the scores they are made of, or those of later words."""
    if done == "causal_softmax":
        return tuple(tuple(column > row for column in range(len(value[0]))) for row in range(len(value)))
    if given and shape_of(given[0]) == shape_of(value):
        return tuple(tuple(score == -inf for score in row) for row in given[0])
    return None


def _heads(value: Grid) -> tuple[str, ...]:
    return counted(len(value[0])) if len(value) > 1 and len(value[0]) <= _MOST_HEADS else ()


def _shapes(done: str, given: tuple[Value, ...], value: Value) -> Picture | None:
    """The shapes of a product with a grid in it."""
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
    if len(value) == 1:
        return []
    if done == "scores" and min(floats(value)) >= 0:
        return [HeatMap("", value, counted(len(value)), _heads(value))]
    matched = done in ("scores", "scale")
    return [Matrix("", value, counted(len(value)), _heads(value) if matched else (), WORKED)]
