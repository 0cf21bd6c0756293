"""Functions from rows to rows, and products of arrays."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import Any

from katatx.audit.code import operators
from katatx.audit.code.arrays import (
    Array,
    Number,
    Unsupported,
    along,
    as_array,
    is_scalar,
    limited,
    matrix_product,
    together,
)
from katatx.audit.code.calls import Call
from katatx.audit.code.reducing import logsumexp, mean, variance


def softmax(numbers: Sequence[Number]) -> list[Number]:
    """The shares of e raised to each number."""
    most = max(numbers)
    if not math.isfinite(most):
        return [math.nan] * len(numbers)
    raised = [math.exp(number - most) for number in numbers]
    return [number / sum(raised) for number in raised]


def log_softmax(numbers: Sequence[Number]) -> list[Number]:
    """The log of each share."""
    whole = logsumexp(numbers)
    return [number - whole for number in numbers]


def running(function: Callable[[Number, Number], Number], numbers: Sequence[Number]) -> list[Number]:
    """A function of what came before and each number: running sums and products."""
    made: list[Number] = []
    for number in numbers:
        made.append(function(made[-1], number) if made else number)
    return made


def going_along(function: Callable[[Sequence[Number]], Sequence[Number]], call: Call, otherwise: Any = None) -> Any:
    """A call of a function from rows to rows."""
    value, axis = call.get(0, "a"), call.axis(1, otherwise)
    call.done(2)
    return along(function, value, axis, call.meter)


def soft(function: Callable[[Sequence[Number]], Sequence[Number]], call: Call) -> Any:
    """Along the last axis; without an axis a grid is nobody's to say: libraries differ."""
    value, axis = as_array(call.get(0, "x")), call.axis(1)
    call.done(2)
    if axis is None and len(value.shape) != 1:
        raise Unsupported("a softmax of a grid without an axis")
    return along(function, value, -1 if axis is None else axis, call.meter)


def layer_norm(call: Call) -> Any:
    """Each row less its mean, over its spread."""
    value = as_array(call.get(0, "x"))
    small = call.named_only("eps", 0.0)
    call.done(1)

    def one(numbers: Sequence[Number]) -> list[Number]:
        middle, spread = mean(numbers), math.sqrt(variance(numbers) + small)
        return [operators.divided(number - middle, spread) for number in numbers]

    return along(one, value, -1, call.meter)


def in_order(call: Call) -> Any:
    """Numbers sorted, as a list."""
    parts = call.get(0, "a")
    turned = call.named_only("reverse", False)
    call.done(1)
    if isinstance(parts, Array) and len(parts.shape) != 1:
        raise Unsupported("a grid put in order")
    numbers = as_array(parts).numbers
    return sorted(numbers, reverse=bool(turned))


def diff(call: Call) -> Array:
    """Each number less the one before."""
    numbers = as_array(call.get(0, "a"))
    call.done(1)
    if len(numbers.shape) != 1:
        raise Unsupported("differences of a grid")
    made = [after - before for before, after in zip(numbers.numbers, numbers.numbers[1:], strict=False)]
    return Array((len(made),), made)


def convolve(call: Call) -> Array:
    """`np.convolve`."""
    one, other = as_array(call.get(0, "a")), as_array(call.get(1, "v"))
    mode = call.get(2, "mode", "full")
    call.done(3)
    if len(one.shape) != 1 or len(other.shape) != 1 or not one.numbers or not other.numbers:
        raise Unsupported("a convolution of these")
    call.meter.spend(len(one.numbers) * len(other.numbers))
    whole: list[Number] = [0] * (len(one.numbers) + len(other.numbers) - 1)
    for at, number in enumerate(one.numbers):
        for more, factor in enumerate(other.numbers):
            whole[at + more] += number * factor
    longest, shortest = sorted((len(one.numbers), len(other.numbers)))[::-1]
    match mode:
        case "full":
            made = whole
        case "valid":
            made = whole[shortest - 1 : longest]
        case "same":
            made = whole[(shortest - 1) // 2 :][:longest]
        case _:
            raise Unsupported("a convolution of this kind")
    return Array((len(made),), made)


def dot(call: Call) -> Any:
    """`np.dot`."""
    one, other = call.get(0, "a"), call.get(1, "b")
    call.done(2)
    if is_scalar(one) or is_scalar(other):
        return together(operators.times, [one, other], call.meter)
    if len(as_array(other).shape) > 2 or len(as_array(one).shape) > 2:
        raise Unsupported("a dot product of more than two axes")
    return matrix_product(one, other, call.meter)


def matmul(call: Call) -> Any:
    """`np.matmul`."""
    call.done(2)
    return matrix_product(call.get(0, "a"), call.get(1, "b"), call.meter)


def outer(call: Call) -> Array:
    """Every product of two rows."""
    one, other = as_array(call.get(0, "a")), as_array(call.get(1, "b"))
    call.done(2)
    shape = limited((len(one.numbers), len(other.numbers)))
    call.meter.spend(math.prod(shape))
    return Array(shape, [operators.times(left, right) for left in one.numbers for right in other.numbers])


def trace(call: Call) -> Any:
    """The sum of the diagonal."""
    found = diagonal(as_array(call.get(0, "a")), 0)
    call.done(1)
    return sum(found.numbers)


def diagonal(value: Array, offset: int) -> Array:
    """The diagonal of a grid."""
    if len(value.shape) != 2:
        raise Unsupported("a diagonal of what is no grid")
    height, width = value.shape
    made = [value.numbers[row * width + row + offset] for row in range(height) if 0 <= row + offset < width]
    return Array((len(made),), made)


def diag(call: Call) -> Array:
    """A diagonal made a grid, or taken from one."""
    value, offset = as_array(call.get(0, "v")), call.get(1, "k", 0)
    call.done(2)
    if len(value.shape) == 2:
        return diagonal(value, offset)
    if len(value.shape) != 1 or offset:
        raise Unsupported("a diagonal of this kind")
    side = len(value.numbers)
    limited((side, side))
    return Array((side, side), [value.numbers[row] * (row == at) for row in range(side) for at in range(side)])


def triangle(call: Call, upper: bool) -> Array:
    """A grid with zeros below, or above, a diagonal."""
    value, offset = as_array(call.get(0, "m")), call.get(1, "k", call.named_only("diagonal", 0))
    call.done(2)
    if len(value.shape) != 2:
        raise Unsupported("a triangle of what is no grid")
    width = value.shape[1]
    made = []
    for at, number in enumerate(value.numbers):
        row, column = divmod(at, width)
        kept = column - row >= offset if upper else column - row <= offset
        made.append(number if kept else type(number)(0))
    return Array(value.shape, made)
