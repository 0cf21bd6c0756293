"""Losses and likenesses, as PyTorch names them: the mean over what is in a batch."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import Any

from katatx.audit.code.arrays import Array, Number, Unsupported, along, as_array, is_scalar
from katatx.audit.code.calls import Call
from katatx.audit.code.rows import log_softmax

_EPSILON = 1e-12


def _brought_together(call: Call, losses: list[Number]) -> Any:
    how = call.named_only("reduction", "mean")
    call.done(2)
    match how:
        case "mean":
            return sum(losses) / len(losses)
        case "sum":
            return sum(losses)
        case "none":
            return Array((len(losses),), losses)
    raise Unsupported("a loss of this kind")


def of_pairs(loss: Callable[[Number, Number], Number], call: Call) -> Any:
    """A loss of each prediction and its target: `mse_loss`, `l1_loss`, `binary_cross_entropy`."""
    one, other = as_array(call.get(0, "input")), as_array(call.get(1, "target"))
    if one.shape != other.shape or not one.numbers:
        raise Unsupported("predictions and targets that do not fit")
    call.meter.spend(len(one.numbers))
    return _brought_together(call, [loss(*pair) for pair in zip(one.numbers, other.numbers, strict=True)])


def squared_error(given: Number, target: Number) -> Number:
    """The square of what a prediction is off."""
    return (given - target) ** 2


def absolute_error(given: Number, target: Number) -> Number:
    """What a prediction is off."""
    return abs(given - target)


def binary_cross_entropy(given: Number, target: Number) -> Number:
    """The surprise at a target of 0 or 1, or between."""
    first = target * math.log(given) if target else 0.0
    return -(first + ((1 - target) * math.log(1 - given) if target != 1 else 0.0))


def cross_entropy(call: Call, of_logs: bool) -> Any:
    """`F.cross_entropy`, or `F.nll_loss` of what are logs already; targets are places or rows of shares."""
    value, target = as_array(call.get(0, "input")), call.get(1, "target")
    size = value.shape[-1] if value.shape else 0
    if len(value.shape) not in (1, 2) or not size:
        raise Unsupported("a loss of more axes")
    rows = [value.numbers[at : at + size] for at in range(0, len(value.numbers), size)]
    logs = rows if of_logs else [log_softmax(row) for row in rows]
    places = as_array(target)
    call.meter.spend(len(value.numbers))
    if all(isinstance(place, int) and 0 <= place < size for place in places.numbers) and len(places.numbers) == len(
        rows
    ):
        losses = [-row[int(place)] for row, place in zip(logs, places.numbers, strict=True)]
    elif places.shape == value.shape and not of_logs:
        shares = [places.numbers[at : at + size] for at in range(0, len(places.numbers), size)]
        losses = [-sum(a * b for a, b in zip(*pair, strict=True)) for pair in zip(logs, shares, strict=True)]
    else:
        raise Unsupported("targets that do not fit")
    if len(value.shape) == 1:
        call.named_only("reduction")
        call.done(2)
        return losses[0]
    return _brought_together(call, losses)


def cosine(call: Call) -> Any:
    """`F.cosine_similarity` of two rows, or row by row."""
    one, other = as_array(call.get(0, "x1")), as_array(call.get(1, "x2"))
    axis = call.axis(2, -1)
    call.done(3)
    if one.shape != other.shape or axis not in (-1, len(one.shape) - 1):
        raise Unsupported("rows that do not fit")
    size = one.shape[-1]
    made = []
    for at in range(0, len(one.numbers), size):
        left, right = one.numbers[at : at + size], other.numbers[at : at + size]
        made.append(sum(a * b for a, b in zip(left, right, strict=True)) / (math.hypot(*left) * math.hypot(*right)))
    return made[0] if len(one.shape) == 1 else Array(one.shape[:-1], made)


def normalized(call: Call) -> Any:
    """`F.normalize`: rows of length one."""
    value, order, axis = as_array(call.get(0, "input")), call.get(1, "p", 2), call.get(2, "dim", 1)
    call.done(3)
    if order != 2 or not is_scalar(axis) or axis not in (-1, len(value.shape) - 1):
        raise Unsupported("a length of this kind")

    def one(row: Sequence[Number]) -> list[Number]:
        length = max(math.hypot(*row), _EPSILON)
        return [number / length for number in row]

    return along(one, value, -1, call.meter)
