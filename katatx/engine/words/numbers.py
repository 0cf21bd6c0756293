"""Functions that the recipes in the folder numbers use."""

from __future__ import annotations

from collections.abc import Callable
from math import tan

from katatx.engine import operations as op
from katatx.engine.book import known
from katatx.engine.errors import EngineError
from katatx.engine.layouts import WX, Order, rows_of_weights
from katatx.engine.pencils.pencil import Pencil
from katatx.engine.recipe import Line
from katatx.engine.recipe_rows import body, operation, turn, word, words
from katatx.engine.values import Grid, Row, Value, need_whole, rank_of, shapes_in_words, transposed, whole_number
from katatx.engine.words.common import is_grid

# More decimals than this are beyond the precision of a float.
_MOST_DECIMALS = 15
# A grid of ones has the square of this many entries.
_LONGEST = 100

operation(op.normal_share)
operation(op.place_of_smallest)
operation(op.Arithmetic("tangent", tan, op.enclosed("tan({})"), "exponentials"))
operation(op.towards_zero)
operation(op.round_to, "to_even")
operation(op.round_to, "to_decimals", 2)
words(
    one_place_late=lambda row: (0.0, *row[:-1]),
    are_no_rows=lambda first, second: (rank_of(first), rank_of(second)) != (1, 1),
    read=lambda row, order: tuple(row[index] for index in _indices(order)),
    # The order that is read instead if its slots are counted from 0; the last one then is the first.
    counted_from_0=lambda order: tuple(slot % len(order) + 1 for slot in order),
    real_or_all=lambda real, rows: float(len(rows) if real is None else whole_number(real, "real", 1, len(rows))),
    only_own=lambda rows, own: (rows[whole_number(own, "own", 1, len(rows)) - 1],),
)


@word
def power_of_ten(decimals: float | None) -> float:
    """Return 10 to the power of a number of decimals, 1 if that was left out. Raises EngineError if it is not whole."""
    return 10.0 ** (0 if decimals is None else whole_number(decimals, "decimals", -_MOST_DECIMALS, _MOST_DECIMALS))


@body
def arithmetic(pencil: Pencil, work: Callable[[Pencil], Value]) -> Value:
    return work(pencil)


@body
def product(pencil: Pencil, numbers: Row) -> float:
    whole = numbers[0]
    for number in numbers[1:]:
        whole = pencil("multiply", op.multiply, whole, number)
    return pencil("whole", op.keep, whole)


@body
def cumsum(pencil: Pencil, numbers: Row) -> Row:
    totals = [numbers[0]]
    for number in numbers[1:]:
        totals.append(pencil("add", op.add, totals[-1], number))
    return pencil("row", op.keep, tuple(totals))


def _indices(order: Row) -> list[int]:
    """Return an order as indices from 0. Raises EngineError if it is none, or longer than 100."""
    if len(order) > _LONGEST:
        raise EngineError(f"the order has {len(order)} slots; write at most {_LONGEST}")
    indices = [whole_number(slot, "a slot of the order", 1, len(order)) - 1 for slot in order]
    if len(set(indices)) != len(indices):
        raise EngineError(f"the order names a slot twice; write each number from 1 to {len(order)} once")
    return indices


@word
def ones(order: Row) -> Grid:
    return tuple(tuple(float(column == index) for column in range(len(order))) for index in _indices(order))


@word
def inverse(order: Row) -> Row:
    indices = _indices(order)
    return tuple(float(indices.index(place) + 1) for place in range(len(indices)))


@word
def slot_by_slot(rows: Value) -> Value:
    return transposed(rows) if is_grid(rows) else rows


@body
def linear(pencil: Pencil, weights: Value, inputs: Value, order: Order | None = None) -> Value:
    """Work W·x. A row of inputs may also come first, before the grid of weights; a grid of inputs must."""
    weights, inputs = _weights_and_inputs(weights, inputs)
    if rank_of(inputs) == 2:
        return pencil("grid", known("projection"), inputs, weights, order)
    rows = rows_of_weights("linear", weights, inputs, order)
    return pencil("stack", op.keep, tuple(pencil("row", known("dot"), row, inputs) for row in rows))


def _weights_and_inputs(first: Value, second: Value) -> tuple[Value, Value]:
    """Return the weights as a grid, then the inputs; two grids are taken as (inputs, weights), as `F.linear` does."""
    ranks = rank_of(first), rank_of(second)
    if ranks in ((1, 2), (2, 2)):
        return second, first
    if ranks in ((2, 1), (1, 1)):
        return (first if ranks[0] == 2 else (first,)), second
    raise EngineError(f"linear is given {shapes_in_words(first, second)}; write a grid of weights and a row of inputs")


def _rows_and_inputs(line: Line) -> tuple[Value, Row]:
    """Return the weights with one row for each output number, and the inputs."""
    weights, inputs = _weights_and_inputs(line.inputs["weights"], line.inputs["inputs"])
    return rows_of_weights("linear", weights, inputs, line.inputs["order"]), inputs


@turn
def weights_alone(line: Line) -> Value:
    return line.work(op.total, _rows_and_inputs(line)[0])


@turn
def other_layout(line: Line) -> Value:
    rows, inputs = _rows_and_inputs(line)
    return line.work(known("linear"), transposed(rows), inputs, WX)


@word
def without_own(rows: Value, own: float) -> Value:
    """Return rows or numbers, maybe none, without number `own` (from 1). Raises EngineError if there is none."""
    index = whole_number(own, "own", 1, len(rows)) - 1
    return (*rows[:index], *rows[index + 1 :])


@word
def own_or_row(own: float | None, row_number: float, keys: float) -> float:
    """Return the number of the word's own key, from 1: as given, else that of its query's row."""
    if own is not None:
        need_whole(own, "own", 1, keys)
    return row_number if own is None else own
