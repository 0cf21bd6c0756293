"""Functions that put numbers in another order, count them, or cut arrays up."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

from katatx.audit.code.arrays import Array, Number, Unsupported, along, as_array, is_scalar, limited, reduced
from katatx.audit.code.calls import Call

_MOST_KINDS = 1_000


def ranked(call: Call) -> Any:
    """`np.argsort`: where the numbers of each row stand when they are put in order."""
    value, axis = as_array(call.get(0, "a")), call.axis(1, -1)
    turned = bool(call.named_only("descending", False))
    call.done(2)
    if any(len(set(row.numbers)) < len(row.numbers) for row in _rows(value)):
        raise Unsupported("numbers that are alike put in order")
    return along(lambda row: sorted(range(len(row)), key=lambda at: row[at], reverse=turned), value, axis, call.meter)


def _rows(value: Array) -> list[Array]:
    width = value.shape[-1] if value.shape else 1
    return [Array((width,), value.numbers[at : at + width]) for at in range(0, len(value.numbers), width or 1)]


def unlike(call: Call) -> Array:
    """`np.unique`."""
    value = as_array(call.get(0, "ar"))
    call.done(1)
    made = sorted(set(value.numbers))
    return Array((len(made),), made)


def counted(call: Call) -> Array:
    """`np.bincount`."""
    value, least = as_array(call.get(0, "x")), call.get(1, "minlength", 0)
    call.done(2)
    numbers = value.numbers
    if not all(isinstance(number, int) and 0 <= number < _MOST_KINDS for number in numbers):
        raise Unsupported("counts of these")
    most = max([*(int(number) + 1 for number in numbers), least or 0], default=0)
    if most > _MOST_KINDS:
        raise Unsupported("counts of these")
    return Array((most,), [numbers.count(kind) for kind in range(most)])


def quantile(call: Call, whole: float) -> Any:
    """`np.quantile`, or `np.percentile` with 100 for the `whole`."""
    value, share, axis = call.get(0, "a"), call.get(1, "q"), call.axis(2)
    call.done(3)
    if not is_scalar(share) or not 0 <= share <= whole:
        raise Unsupported("several quantiles")

    def one(numbers: Sequence[Number]) -> Number:
        ordered: list[Number] = sorted(numbers)
        place = float((len(ordered) - 1) * share / whole)
        low = math.floor(place)
        high = min(low + 1, len(ordered) - 1)
        return ordered[low] + (ordered[high] - ordered[low]) * (place - low)

    return reduced(one, value, axis, False, call.meter)


def turned_over(call: Call) -> Array:
    """`np.flip`: the numbers along an axis the other way round."""
    value, axis = as_array(call.get(0, "m")), call.axis(1)
    call.done(2)
    if isinstance(axis, (list, tuple)):
        axis = axis[0] if len(axis) == 1 else None
    if axis is None:
        return Array(value.shape, value.numbers[::-1])
    return along(lambda row: list(row)[::-1], value, axis, call.meter)


def rolled(call: Call) -> Array:
    """`np.roll`."""
    value, by, axis = as_array(call.get(0, "a")), call.get(1, "shift"), call.axis(2)
    call.done(3)
    if not isinstance(by, int):
        raise Unsupported("several shifts")

    def one(numbers: Sequence[Number]) -> list[Number]:
        row = list(numbers)
        cut = -by % len(row) if row else 0
        return row[cut:] + row[:cut]

    return Array(value.shape, one(value.numbers)) if axis is None else along(one, value, axis, call.meter)


def tiled(call: Call) -> Array:
    """`np.tile` of a row, or of a grid downwards and sideways."""
    value, times = as_array(call.get(0, "A")), call.get(1, "reps")
    call.done(2)
    reps = list(times) if isinstance(times, (list, tuple)) else [times]
    if (
        not all(isinstance(each, int) and 0 < each < _MOST_KINDS for each in reps)
        or max(len(reps), len(value.shape)) > 2
    ):
        raise Unsupported("copies of this kind")
    reps = [1] * (2 - len(reps)) + reps
    rows = [list(row.numbers) * reps[1] for row in _rows(value)] * reps[0]
    flat = len(value.shape) < 2 and reps[0] == 1 and not isinstance(times, (list, tuple))
    shape = limited((len(rows[0]),) if flat else (len(rows), len(rows[0])))
    call.meter.spend(math.prod(shape))
    return Array(shape, [number for row in rows for number in row])


def one_hot(call: Call) -> Array:
    """`F.one_hot`."""
    value, width = as_array(call.get(0, "tensor")), call.get(1, "num_classes", -1)
    call.done(2)
    if not all(isinstance(number, int) and 0 <= number < _MOST_KINDS for number in value.numbers):
        raise Unsupported("places that are not known")
    width = int(max(value.numbers, default=0)) + 1 if width == -1 else width
    shape = limited((*value.shape, width))
    return Array(shape, [int(at == number) for number in value.numbers for at in range(width)])


def covariance(call: Call, scaled: bool) -> Any:
    """`np.cov`, or `np.corrcoef`, of two rows or of the rows of a grid."""
    value, other = as_array(call.get(0, "m")), call.get(1, "y")
    less = call.named_only("ddof", 1)
    call.done(2)
    rows = [each.numbers for each in _rows(value)] + ([as_array(other).numbers] if other is not None else [])
    count = len(rows[0]) if rows else 0
    if len(rows) < 2 or any(len(row) != count for row in rows) or count <= less:
        raise Unsupported("rows that do not fit")
    call.meter.spend(len(rows) ** 2 * count)
    off = [[number - sum(row) / count for number in row] for row in rows]
    made = [[sum(a * b for a, b in zip(one, two, strict=True)) / (count - less) for two in off] for one in off]
    if scaled:
        roots = [math.sqrt(made[at][at]) for at in range(len(rows))]
        if not all(roots):
            raise Unsupported("a row without spread")
        made = [[number / roots[at] / roots[to] for to, number in enumerate(row)] for at, row in enumerate(made)]
    return Array((len(rows), len(rows)), [number for row in made for number in row])
