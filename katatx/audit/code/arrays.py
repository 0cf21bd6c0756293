"""Arrays of numbers as programs have them: a shape and the numbers in reading order, with NumPy's broadcasting."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import product
from math import prod
from typing import Any, NamedTuple

Number = float
# No array of a page that a person can check is larger.
MOST_ELEMENTS = 10_000
_MOST_AXES = 8
_MOST_AT_ONCE = 300_000


class Unsupported(Exception):
    """Code that is not worked out: why."""


class Meter:
    """How much work is still allowed. Raises Unsupported when it is used up."""

    def __init__(self, allowed: int) -> None:
        self.left = allowed

    def spend(self, work: int) -> None:
        """Take so many steps off."""
        if work > _MOST_AT_ONCE:
            raise Unsupported("it is too large to be worked here")
        if work > self.left:
            raise Unsupported("the page has more code than is worked")
        self.left -= work


class Array:
    """Numbers in reading order and their shape. Never changed once made."""

    __slots__ = ("numbers", "shape")

    def __init__(self, shape: tuple[int, ...], numbers: Sequence[Number]) -> None:
        if len(shape) > _MOST_AXES:
            raise Unsupported("an array of too many axes")
        self.shape = shape
        self.numbers = tuple(numbers)

    def __repr__(self) -> str:
        return f"Array({self.shape}, {self.numbers})"


class _Group(NamedTuple):
    """The positions of an array that are brought together along some axes, for each slot of what remains."""

    shape: tuple[int, ...]
    kept: tuple[int, ...]
    positions: list[list[int]]


def strides(shape: Sequence[int]) -> list[int]:
    """How far apart neighbours along each axis stand."""
    found = [1] * len(shape)
    for axis in range(len(shape) - 2, -1, -1):
        found[axis] = found[axis + 1] * shape[axis + 1]
    return found


def limited(shape: tuple[int, ...]) -> tuple[int, ...]:
    """The shape, unless it has a negative side or too many elements: then raises Unsupported."""
    if any(side < 0 for side in shape) or prod(shape) > MOST_ELEMENTS:
        raise Unsupported("an array of more elements than are worked")
    return shape


def is_scalar(value: object) -> bool:
    """Whether a value is a single number, or a truth value."""
    return isinstance(value, (int, float))


def as_array(value: object) -> Array:
    """Numbers, lists and tuples as an array. Raises Unsupported for all else, and where rows differ in length."""
    if isinstance(value, Array):
        return value
    if isinstance(value, (int, float)):
        return Array((), (value,))
    if not isinstance(value, (list, tuple)):
        raise Unsupported("something that is no array of numbers")
    parts = [as_array(each) for each in value]
    shapes = {part.shape for part in parts}
    if len(shapes) > 1:
        raise Unsupported("rows of different lengths")
    inner = shapes.pop() if shapes else ()
    return Array(limited((len(parts), *inner)), [number for part in parts for number in part.numbers])


def plain(value: Array) -> Any:
    """An array without axes as the number it holds; any other as it is."""
    return value if value.shape else value.numbers[0]


def as_list(value: Array) -> Any:
    """An array as nested lists."""
    if not value.shape:
        return value.numbers[0]
    return [as_list(row) for row in rows(value)] if len(value.shape) > 1 else list(value.numbers)


def rows(value: Array) -> list[Array]:
    """The parts of an array along its first axis."""
    if not value.shape:
        raise Unsupported("a single number has no parts")
    size = prod(value.shape[1:])
    return [Array(value.shape[1:], value.numbers[at * size : (at + 1) * size]) for at in range(value.shape[0])]


def broadcast_shape(shapes: Iterable[tuple[int, ...]]) -> tuple[int, ...]:
    """The shape that several shapes make together. Raises Unsupported where they do not meet."""
    made: tuple[int, ...] = ()
    for shape in shapes:
        longest = max(len(made), len(shape))
        pairs = zip((1,) * (longest - len(made)) + made, (1,) * (longest - len(shape)) + shape, strict=True)
        sides = []
        for one, other in pairs:
            if one != other and 1 not in (one, other):
                raise Unsupported(f"shapes {made} and {shape} do not go together")
            sides.append(other if one == 1 else one)
        made = tuple(sides)
    return limited(made)


def broadcast(value: Array, shape: tuple[int, ...]) -> tuple[Number, ...]:
    """The numbers of an array spread over a larger shape."""
    if value.shape == shape:
        return value.numbers
    if len(value.numbers) == 1:
        return value.numbers * prod(shape)
    own = (1,) * (len(shape) - len(value.shape)) + value.shape
    steps = [0 if side == 1 else step for side, step in zip(own, strides(own), strict=True)]
    return tuple(value.numbers[at] for at in _offsets(shape, steps))


def _offsets(shape: Sequence[int], steps: Sequence[int]) -> list[int]:
    found = [0]
    for side, step in zip(shape, steps, strict=True):
        found = [at + index * step for at in found for index in range(side)]
    return found


def together(function: Callable[..., Number], values: Sequence[object], meter: Meter) -> Any:
    """A function of numbers applied slot by slot to values that are broadcast together."""
    if all(is_scalar(value) for value in values):
        return function(*values)
    arrays = [as_array(value) for value in values]
    shape = broadcast_shape(array.shape for array in arrays)
    meter.spend(prod(shape) + 1)
    return Array(shape, list(map(function, *(broadcast(array, shape) for array in arrays))))


def each(function: Callable[[Number], Number], value: object, meter: Meter) -> Any:
    """A function of one number applied to every number."""
    return together(function, [value], meter)


def transposed(value: Array, order: Sequence[int] | None = None) -> Array:
    """An array with its axes in another order; reversed where none is said."""
    axes = list(range(len(value.shape)))[::-1] if order is None else [axis_of(value, axis) for axis in order]
    if sorted(axes) != list(range(len(value.shape))):
        raise Unsupported("axes that the array does not have")
    steps = strides(value.shape)
    shape = tuple(value.shape[axis] for axis in axes)
    return Array(shape, [value.numbers[at] for at in _offsets(shape, [steps[axis] for axis in axes])])


def axis_of(value: Array, axis: object) -> int:
    """An axis counted from 0. Raises Unsupported where the array does not have it."""
    if not isinstance(axis, int) or not -len(value.shape) <= axis < len(value.shape):
        raise Unsupported("an axis that the array does not have")
    return axis % len(value.shape)


def _groups(value: Array, axis: object) -> _Group:
    axes = list(range(len(value.shape))) if axis is None else axis
    chosen = {axis_of(value, each) for each in (axes if isinstance(axes, (list, tuple)) else [axes])}
    steps = strides(value.shape)
    rest = [at for at in range(len(value.shape)) if at not in chosen]
    outer = _offsets([value.shape[at] for at in rest], [steps[at] for at in rest])
    inner = _offsets([value.shape[at] for at in sorted(chosen)], [steps[at] for at in sorted(chosen)])
    kept = tuple(1 if at in chosen else side for at, side in enumerate(value.shape))
    return _Group(tuple(value.shape[at] for at in rest), kept, [[at + more for more in inner] for at in outer])


def reduced(
    function: Callable[[Sequence[Number]], Number], value: object, axis: object, keep: bool, meter: Meter
) -> Any:
    """A function of many numbers applied along an axis, several, or all (None)."""
    array = as_array(value)
    meter.spend(len(array.numbers) + 1)
    if not array.numbers:
        raise Unsupported("an empty array")
    groups = _groups(array, axis)
    made = [function([array.numbers[at] for at in group]) for group in groups.positions]
    return plain(Array(groups.kept if keep else groups.shape, made))


def along(function: Callable[[Sequence[Number]], Sequence[Number]], value: object, axis: object, meter: Meter) -> Array:
    """A function from many numbers to as many, along an axis; along all in reading order where it is None."""
    array = as_array(value)
    meter.spend(len(array.numbers) + 1)
    if axis is None:
        return Array((len(array.numbers),), function(array.numbers))
    made: list[Number] = [0.0] * len(array.numbers)
    for group in _groups(array, axis).positions:
        for at, number in zip(group, function([array.numbers[at] for at in group]), strict=True):
            made[at] = number
    return Array(array.shape, made)


def matrix_product(left: object, right: object, meter: Meter) -> Any:
    """The `@` of two arrays: rows times columns, with the axes before the last two broadcast."""
    one, other = as_array(left), as_array(right)
    if not one.shape or not other.shape:
        raise Unsupported("a matrix product of a single number")
    first = one if len(one.shape) > 1 else Array((1, *one.shape), one.numbers)
    second = other if len(other.shape) > 1 else Array((*other.shape, 1), other.numbers)
    (height, inner), (depth, width) = first.shape[-2:], second.shape[-2:]
    if inner != depth:
        raise Unsupported(f"shapes {one.shape} and {other.shape} do not go together")
    batch = broadcast_shape((first.shape[:-2], second.shape[:-2]))
    shape = limited((*batch, height, width))
    meter.spend(prod(shape) * (inner + 1) + 1)
    lefts = broadcast(first, (*batch, height, inner))
    rights = broadcast(second, (*batch, depth, width))
    made = [
        number
        for at in range(prod(batch))
        for number in _product(
            lefts[at * height * inner :][: height * inner], rights[at * depth * width :][: depth * width], inner, width
        )
    ]
    ends = (*batch, *((height,) if len(one.shape) > 1 else ()), *((width,) if len(other.shape) > 1 else ()))
    return plain(Array(ends, made))


def _product(left: Sequence[Number], right: Sequence[Number], inner: int, width: int) -> Iterable[Number]:
    columns = [right[at::width] for at in range(width)]
    for start in range(0, len(left), inner or 1):
        row = left[start : start + inner]
        for column in columns:
            yield (
                sum(map(float.__mul__, map(float, row), map(float, column)))
                if _has_floats(row, column)
                else sum(one * other for one, other in zip(row, column, strict=True))
            )


def _has_floats(*parts: Sequence[Number]) -> bool:
    return any(isinstance(number, float) for part in parts for number in part)


def reshaped(value: Array, shape: Sequence[int]) -> Array:
    """The same numbers in another shape; a side of -1 is worked out."""
    sides = list(shape)
    if sides.count(-1) == 1:
        known = prod(side for side in sides if side != -1)
        if not known:
            raise Unsupported("a shape that cannot be")
        sides[sides.index(-1)] = len(value.numbers) // known
    if any(side < 0 for side in sides) or prod(sides) != len(value.numbers):
        raise Unsupported("a shape that does not hold as many numbers")
    return Array(tuple(sides), value.numbers)


def joined(parts: Sequence[object], axis: int) -> Array:
    """Arrays put one after the other along an axis."""
    arrays = [as_array(part) for part in parts]
    if not arrays or not arrays[0].shape:
        raise Unsupported("nothing to put together")
    at = axis_of(arrays[0], axis)
    turned = [transposed(array, _to_front(len(array.shape), at)) for array in arrays if axis_of(array, axis) == at]
    if len(turned) < len(arrays) or len({array.shape[1:] for array in turned}) > 1:
        raise Unsupported("arrays that do not go together")
    shape = limited((sum(array.shape[0] for array in turned), *turned[0].shape[1:]))
    whole = Array(shape, [number for array in turned for number in array.numbers])
    front = _to_front(len(shape), at)
    return transposed(whole, [front.index(axis) for axis in range(len(shape))])


def _to_front(count: int, axis: int) -> list[int]:
    return [axis, *(at for at in range(count) if at != axis)]


def indices(shape: tuple[int, ...]) -> Iterable[tuple[int, ...]]:
    """The index of every slot in reading order."""
    return product(*(range(side) for side in shape))
