"""Functions of many numbers that give one."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import Any

from katatx.audit.code import operators
from katatx.audit.code.arrays import Array, Number, Unsupported, as_array, each, is_scalar, reduced, together
from katatx.audit.code.calls import Call


def total(numbers: Sequence[Number]) -> Number:
    """The sum."""
    return sum(numbers)


def mean(numbers: Sequence[Number]) -> Number:
    """The average."""
    return sum(numbers) / len(numbers)


def product(numbers: Sequence[Number]) -> Number:
    """The product."""
    made: Number = 1
    for number in numbers:
        made = operators.times(made, number)
    return made


def variance(numbers: Sequence[Number], less: Number = 0) -> Number:
    """The average of squared deviations, over `less` fewer than there are."""
    middle = mean(numbers)
    return operators.divided(sum((number - middle) ** 2 for number in numbers), len(numbers) - less)


def median(numbers: Sequence[Number]) -> Number:
    """The number in the middle."""
    ordered = sorted(numbers)
    return (ordered[(len(ordered) - 1) // 2] + ordered[len(ordered) // 2]) / 2


def first_of(best: Callable[[Sequence[Number]], Number]) -> Callable[[Sequence[Number]], Number]:
    """Where the best number stands first."""
    return lambda numbers: list(numbers).index(best(numbers))


def logsumexp(numbers: Sequence[Number]) -> Number:
    """Log of the sum of exponentials."""
    most = max(numbers)
    return most + math.log(sum(math.exp(number - most) for number in numbers))


def reducing(function: Callable[[Sequence[Number]], Number], call: Call) -> Any:
    """A call of a function of many numbers, with axis and keepdims."""
    value, axis, keep = call.get(0, "a"), call.axis(1), call.keep()
    call.done(2)
    return reduced(function, value, axis, keep, call.meter)


def spread(call: Call, root: bool) -> Any:
    """Variance, or its root: over n, by PyTorch's default over n - 1."""
    value, axis, keep = call.get(0, "a"), call.axis(1), call.keep()
    less = call.named_only("ddof", call.named_only("correction", None))
    unbiased = call.named_only("unbiased", None)
    if less is None:
        less = int(call.torch if unbiased is None else bool(unbiased))
    if isinstance(axis, bool):
        raise Unsupported("an argument that is not known here")
    call.done(2)
    found = reduced(lambda numbers: variance(numbers, less), value, axis, keep, call.meter)
    return each(operators.OF_ONE["sqrt"], found, call.meter) if root else found


def extreme(call: Call, best: Callable[..., Any], of_two: Callable[[Number, Number], Number]) -> Any:
    """Python's, NumPy's or PyTorch's max and min."""
    if len(call.args) > 1 and all(is_scalar(each) for each in call.args) and not isinstance(call.args[0], Array):
        call.done(len(call.args))
        return best(call.args)
    if len(call.args) > 1 and isinstance(call.args[1], Array):
        call.done(2)
        return together(of_two, call.args, call.meter)
    if call.torch and (len(call.args) > 1 or call.named):
        raise Unsupported("a call with two results")
    return reducing(best, call)


def norm(call: Call) -> Any:
    """The length of a row, or of each along an axis."""
    value, order, axis, keep = call.get(0, "x"), call.get(1, "ord"), call.axis(2), call.keep()
    call.done(3)
    size = len(as_array(value).shape) if axis is None else 1
    if order in (1, math.inf) and size == 1:
        made = each(abs, value, call.meter)
        return reduced(total if order == 1 else max, made, axis, keep, call.meter)
    if order not in (None, 2, "fro") or (size > 1 and order == 2):
        raise Unsupported("a norm that is not worked here")
    return reduced(lambda numbers: math.sqrt(sum(number * number for number in numbers)), value, axis, keep, call.meter)
