"""Functions that make arrays."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

from katatx.audit.code.arrays import (
    MOST_ELEMENTS,
    Array,
    Number,
    Unsupported,
    as_array,
    as_list,
    is_scalar,
    limited,
)
from katatx.audit.code.calls import Call, typed


def array(call: Call) -> Any:
    """`np.array` and its like."""
    value = call.get(0, "object")
    call.named_only("ndmin")
    call.done(2)
    made = as_array(value)
    if any(isinstance(number, float) for number in made.numbers):
        made = Array(made.shape, list(map(float, made.numbers)))
    return typed(made, call.get(1, "dtype"), call.meter)


def shape_of(value: object) -> tuple[int, ...]:
    """A number or a row of whole numbers as a shape. Raises Unsupported."""
    sides = value if isinstance(value, (list, tuple)) else as_list(value) if isinstance(value, Array) else [value]
    shape = tuple(side for side in sides if isinstance(side, int))
    if len(shape) < len(sides):
        raise Unsupported("a shape that is not known")
    return limited(shape)


def filled(call: Call, number: Any, several: bool = True) -> Any:
    """An array of one number: `zeros`, `ones`."""
    sides = call.args if several and len(call.args) > 1 and is_scalar(call.args[1]) else call.get(0, "shape")
    call.done(len(call.args) if sides is call.args else 2)
    shape = shape_of(sides)
    return typed(Array(shape, [number] * math.prod(shape)), call.named_only("dtype"), call.meter)


def full(call: Call) -> Any:
    """`np.full`."""
    shape, number = shape_of(call.get(0, "shape")), call.get(1, "fill_value")
    call.done(2)
    if not is_scalar(number):
        raise Unsupported("an array filled with rows")
    return Array(shape, [number] * math.prod(shape))


def like(call: Call, number: Any) -> Array:
    """An array of the same shape and one number: `zeros_like`, `full_like`."""
    value = as_array(call.get(0, "a"))
    filled = call.get(1, "fill_value") if number is None else number
    call.done(2)
    if not is_scalar(filled):
        raise Unsupported("an array filled with rows")
    return Array(value.shape, [filled] * len(value.numbers))


def eye(call: Call) -> Array:
    """The identity, or ones beside its diagonal."""
    height = call.get(0, "N")
    width, offset = call.get(1, "M") or height, call.named_only("k", 0)
    call.done(2)
    shape = shape_of((height, width))
    return Array(shape, [float(column - row == offset) for row in range(height) for column in range(width)])


def counted(args: Sequence[Any]) -> list[Number]:
    """The numbers of a range. Raises Unsupported where they are too many."""
    if not args or len(args) > 3 or not all(is_scalar(each) and math.isfinite(each) for each in args):
        raise Unsupported("a range that is not known")
    first, last = (0, args[0]) if len(args) == 1 else args[:2]
    step = args[2] if len(args) > 2 else 1
    count = math.ceil((last - first) / step) if step else MOST_ELEMENTS + 1
    if count > MOST_ELEMENTS:
        raise Unsupported("a range of too many numbers")
    return [first + at * step for at in range(max(0, count))]


def arange(call: Call) -> Array:
    """`np.arange`."""
    call.done(3)
    numbers = counted(call.args)
    return typed(Array((len(numbers),), numbers), call.named_only("dtype"), call.meter)  # type: ignore[no-any-return]


def whole_numbers(call: Call) -> list[Number]:
    """Python's `range`, as a list."""
    call.done(3)
    if not all(isinstance(each, int) for each in call.args):
        raise Unsupported("a range that is not known")
    return counted(call.args)


def linspace(call: Call) -> Array:
    """`np.linspace`."""
    first, last, count = call.get(0, "start"), call.get(1, "stop"), call.get(2, "num", call.named_only("steps", 50))
    ends = call.named_only("endpoint", True)
    call.done(3)
    if not isinstance(count, int) or not 0 < count <= MOST_ELEMENTS or not is_scalar(first) or not is_scalar(last):
        raise Unsupported("steps that are not known")
    gaps = max(1, count - bool(ends))
    return Array((count,), [first + (last - first) * at / gaps for at in range(count)])
