"""Linear algebra of small grids: determinants, inverses, equations, powers, products of other kinds."""

from __future__ import annotations

import math
from itertools import product
from typing import Any

from katatx.audit.code import operators
from katatx.audit.code.arrays import Array, Number, Unsupported, as_array, limited, matrix_product, plain, reshaped
from katatx.audit.code.calls import Call

_LARGEST = 40
# What is left of a row's numbers after so much was taken off them is noise, of whatever size they were.
_NOISE = 1e-13
_MOST_LETTERS = 6


def _square(value: Array) -> list[list[Number]]:
    if len(value.shape) != 2 or value.shape[0] != value.shape[1] or not 0 < value.shape[0] <= _LARGEST:
        raise Unsupported("a grid that is not square")
    side = value.shape[0]
    return [list(map(float, value.numbers[row * side : (row + 1) * side])) for row in range(side)]


def _eliminated(rows: list[list[Number]], side: int) -> Number:
    """Bring rows to the identity in their first `side` columns, where that can be; the determinant of that part."""
    found: Number = 1.0
    sizes = [max(map(abs, row[:side])) for row in rows]
    for at in range(side):
        best = max(range(at, side), key=lambda row: abs(rows[row][at]) / (sizes[row] or 1.0))
        if abs(rows[best][at]) <= _NOISE * sizes[best]:
            return 0.0
        if best != at:
            rows[at], rows[best], found = rows[best], rows[at], -found
            sizes[at], sizes[best] = sizes[best], sizes[at]
        found *= rows[at][at]
        divisor = rows[at][at]
        rows[at] = [number / divisor for number in rows[at]]
        sizes[at] /= abs(divisor)
        for row in range(side):
            if row != at and rows[row][at]:
                factor = rows[row][at]
                sizes[row] = max(sizes[row], abs(factor) * sizes[at])
                rows[row] = [number - factor * other for number, other in zip(rows[row], rows[at], strict=True)]
    return found


def determinant(call: Call) -> Number:
    """`np.linalg.det`."""
    rows = _square(as_array(call.get(0, "a")))
    call.done(1)
    call.meter.spend(len(rows) ** 3)
    return _eliminated(rows, len(rows))


def inverse(call: Call) -> Array:
    """`np.linalg.inv`."""
    rows = _square(as_array(call.get(0, "a")))
    call.done(1)
    side = len(rows)
    call.meter.spend(2 * side**3)
    both = [[*row, *(float(at == other) for other in range(side))] for at, row in enumerate(rows)]
    if not _eliminated(both, side):
        raise Unsupported("a grid that has no inverse")
    return Array((side, side), [number + 0.0 for row in both for number in row[side:]])


def solved(call: Call) -> Array:
    """`np.linalg.solve`."""
    rows, right = _square(as_array(call.get(0, "a"))), as_array(call.get(1, "b"))
    call.done(2)
    side = len(rows)
    if not right.shape or right.shape[0] != side or len(right.shape) > 2:
        raise Unsupported("equations that do not fit")
    width = len(right.numbers) // side
    call.meter.spend(side**3 + side * side * width)
    both = [[*row, *map(float, right.numbers[at * width : (at + 1) * width])] for at, row in enumerate(rows)]
    if not _eliminated(both, side):
        raise Unsupported("equations that have no single solution")
    return Array(right.shape, [number + 0.0 for row in both for number in row[side:]])


def matrix_power(call: Call) -> Any:
    """`np.linalg.matrix_power`."""
    value, times = as_array(call.get(0, "a")), call.get(1, "n")
    call.done(2)
    side = len(_square(value))
    if not isinstance(times, int) or not 0 <= times <= 64:
        raise Unsupported("a power that is not worked here")
    made: Any = Array((side, side), [int(row == column) for row in range(side) for column in range(side)])
    for _ in range(times):
        made = matrix_product(made, value, call.meter)
    return made


def kronecker(call: Call) -> Array:
    """`np.kron` of two grids."""
    one, other = as_array(call.get(0, "a")), as_array(call.get(1, "b"))
    call.done(2)
    if len(one.shape) != 2 or len(other.shape) != 2:
        raise Unsupported("a product of these")
    (high, wide), (rows, columns) = one.shape, other.shape
    shape = limited((high * rows, wide * columns))
    call.meter.spend(math.prod(shape))
    return Array(
        shape,
        [
            operators.times(
                one.numbers[at // rows * wide + to // columns], other.numbers[at % rows * columns + to % columns]
            )
            for at, to in product(range(shape[0]), range(shape[1]))
        ],
    )


def crossed(call: Call) -> Array:
    """`np.cross` of two rows of three."""
    one, other = as_array(call.get(0, "a")), as_array(call.get(1, "b"))
    call.done(2)
    if one.shape != (3,) or other.shape != (3,):
        raise Unsupported("a cross product of these")
    a, b = one.numbers, other.numbers
    return Array((3,), [a[(at + 1) % 3] * b[(at + 2) % 3] - a[(at + 2) % 3] * b[(at + 1) % 3] for at in range(3)])


def summed_products(call: Call) -> Any:
    """`np.einsum` with its letters written out: `ij,jk->ik`."""
    spoken = call.get(0, "subscripts")
    parts = [as_array(each) for each in call.args[1:]]
    call.done(len(call.args))
    if not isinstance(spoken, str) or "." in spoken:
        raise Unsupported("a sum of products that is not worked here")
    inputs, arrow, output = spoken.replace(" ", "").partition("->")
    letters = inputs.split(",")
    if not arrow:
        every = "".join(letters)
        output = "".join(sorted(letter for letter in set(every) if every.count(letter) == 1))
    sides: dict[str, int] = {}
    for names, part in zip(letters, parts, strict=True):
        if len(names) != len(part.shape):
            raise Unsupported("letters that do not fit")
        for letter, side in zip(names, part.shape, strict=True):
            if sides.setdefault(letter, side) != side:
                raise Unsupported("sides that do not fit")
    if len(sides) > _MOST_LETTERS or not set(output) <= set(sides):
        raise Unsupported("a sum of products that is not worked here")
    order = [*output, *(letter for letter in sides if letter not in output)]
    call.meter.spend(math.prod(sides.values()) * (1 + len(parts)))
    shape = tuple(sides[letter] for letter in output)
    made: list[Number] = [0] * math.prod(shape)
    inner = math.prod(sides[letter] for letter in order[len(output) :])
    for number, places in enumerate(product(*(range(sides[letter]) for letter in order))):
        place = dict(zip(order, places, strict=True))
        found: Number = 1
        for names, part in zip(letters, parts, strict=True):
            at = 0
            for letter, side in zip(names, part.shape, strict=True):
                at = at * side + place[letter]
            found = operators.times(found, part.numbers[at])
        made[number // inner if inner else 0] += found
    return plain(reshaped(Array((len(made),), made), shape)) if shape else made[0]
