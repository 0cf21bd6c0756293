"""Functions that change the shape of arrays, or put them together."""

from __future__ import annotations

from typing import Any

from katatx.audit.code import making
from katatx.audit.code.arrays import (
    Array,
    Unsupported,
    as_array,
    broadcast,
    joined,
    plain,
    reshaped,
    transposed,
)
from katatx.audit.code.arrays import rows as rows_of
from katatx.audit.code.calls import Call


def reshape(call: Call) -> Array:
    """The same numbers in another shape."""
    value = as_array(call.args[0])
    sides = call.args[1:] or [call.named_only("newshape", call.named_only("shape"))]
    if len(sides) == 1 and isinstance(sides[0], (list, tuple)):
        sides = list(sides[0])
    if not all(isinstance(side, int) for side in sides):
        raise Unsupported("a shape that is not known")
    call.done(len(call.args))
    return reshaped(value, sides)


def transpose(call: Call) -> Array:
    """Axes in another order."""
    order = call.args[1:] or None
    axes = call.named_only("axes")
    call.done(len(call.args))
    if order and len(order) == 1 and isinstance(order[0], (list, tuple)):
        order = list(order[0])
    if order and call.torch and len(order) == 2:
        return swapped(Call([call.args[0], *order], {}, call.meter))
    return transposed(as_array(call.args[0]), axes or order)


def swapped(call: Call) -> Array:
    """Two axes exchanged."""
    value = as_array(call.args[0])
    one, other = (axis % len(value.shape) for axis in call.args[1:3])
    order = list(range(len(value.shape)))
    order[one], order[other] = other, one
    return transposed(value, order)


def flattened(call: Call) -> Array:
    """All numbers in one row."""
    value = as_array(call.get(0, "a"))
    call.done(1)
    return Array((len(value.numbers),), value.numbers)


def concatenate(call: Call) -> Array:
    """Arrays one after the other along an axis."""
    parts, axis = call.get(0, "arrays"), call.axis(1, 0)
    call.done(2)
    return joined([flattened(Call([part], {}, call.meter)) for part in parts] if axis is None else parts, axis or 0)


def stack(call: Call, axis: int | None = None) -> Array:
    """Arrays side by side along a new axis."""
    parts = [as_array(part) for part in _parts(call.get(0, "arrays"))]
    axis = call.axis(1, 0) if axis is None else axis
    call.done(2)
    if not parts:
        raise Unsupported("nothing to put together")
    at = axis % (len(parts[0].shape) + 1)
    return joined([reshaped(part, (*part.shape[:at], 1, *part.shape[at:])) for part in parts], at)


def hstack(call: Call) -> Array:
    """Arrays side by side."""
    parts = [_with_axes(as_array(part), 1) for part in _parts(call.get(0, "tup"))]
    call.done(1)
    return joined(parts, 0 if parts and len(parts[0].shape) == 1 else 1)


def vstack(call: Call) -> Array:
    """Arrays below each other."""
    parts = [as_array(part) for part in _parts(call.get(0, "tup"))]
    call.done(1)
    return joined([reshaped(part, (1, *part.shape)) if len(part.shape) < 2 else part for part in parts], 0)


def column_stack(call: Call) -> Array:
    """Rows as the columns of a grid."""
    parts = [as_array(part) for part in _parts(call.get(0, "tup"))]
    call.done(1)
    return joined([reshaped(part, (*part.shape, 1)) if len(part.shape) < 2 else part for part in parts], 1)


def _with_axes(value: Array, count: int) -> Array:
    return value if len(value.shape) >= count else reshaped(value, (1,) * (count - len(value.shape)) + value.shape)


def _parts(value: Any) -> list[Any]:
    return rows_of(value) if isinstance(value, Array) else list(value)


def expand(call: Call) -> Array:
    """One more axis."""
    value, axis = as_array(call.get(0, "a")), call.axis(1)
    call.done(2)
    at = axis % (len(value.shape) + 1)
    return reshaped(value, (*value.shape[:at], 1, *value.shape[at:]))


def squeezed(call: Call) -> Any:
    """No axes of a single slot."""
    value = as_array(call.get(0, "a"))
    call.done(1)
    return plain(reshaped(value, [side for side in value.shape if side != 1]))


def broadcast_to(call: Call) -> Array:
    """Numbers spread over a larger shape."""
    value, shape = as_array(call.get(0, "a")), making.shape_of(call.get(1, "shape"))
    call.done(2)
    return Array(shape, broadcast(value, shape))


def repeated(call: Call) -> Array:
    """Each number several times."""
    value, count = as_array(call.get(0, "a")), call.get(1, "repeats")
    call.done(2)
    if len(value.shape) > 1 or not isinstance(count, int) or not 0 <= count <= 1000:
        raise Unsupported("repeats of this kind")
    numbers = [number for number in value.numbers for _ in range(count)]
    call.meter.spend(len(numbers))
    return Array((len(numbers),), numbers)
