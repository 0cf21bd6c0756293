"""Products: the dot product, and products of grids.

Each call of a recipe's pencil writes one line and returns its value. A function that takes a Line works a known
mistake of that line, or a part of it. Recipes raise EngineError for shapes or numbers that they cannot work.
"""

from __future__ import annotations

from katatx.engine.errors import EngineError
from katatx.engine.operations import add, keep, multiply, total
from katatx.engine.pencils.interval import Number
from katatx.engine.pencils.pencil import Pencil
from katatx.engine.recipe import ROWS, WX, XW, Line, Order, recipe
from katatx.engine.recipes.numbers.checks import need_whole, whole_number
from katatx.engine.recipes.numbers.layouts import as_rows, common_order, need_fit
from katatx.engine.values import Grid, Row, Value, rank_of, shapes_in_words, transposed


@recipe("match", "row_times_stick", "inner_product", "dot_product")
def dot(pencil: Pencil, first: Row, second: Row) -> Number:
    """Multiply matching numbers of two rows of one width and add the products."""
    products = pencil("products", multiply, first, second)
    return pencil("sum", total, products)


dot.on_one_line = True
dot.goes_wrong(
    "products", "summed", lambda line: line.work(add, *line.given),
    happened="added matching numbers instead of multiplying them",
    instead="multiply each pair, then add the products",
)  # fmt: skip
dot.goes_wrong(
    "sum", "left-in-pieces", lambda line: line.given[0],
    happened="left the products as they were",
    instead="add them: two rows give one number",
)  # fmt: skip
dot.goes_wrong(
    "sum", "last-pair-missed", lambda line: line.work(total, line.given[0][:-1]),
    happened="left out the last pair",
    instead="multiply every pair, the last one too",
)  # fmt: skip
dot.goes_wrong(
    "sum", "sums-multiplied",
    lambda line: line.work(multiply, *(line.work(total, row) for row in line.inputs.values())),
    happened="added up each row and multiplied the two totals",
    instead="multiply pair by pair first, then add",
)  # fmt: skip


@recipe("grid_times_stick", "matrix_vector", "matvec")
def linear(pencil: Pencil, weights: Value, inputs: Value, order: Order | None = None) -> Value:
    """Dot every row of a weight grid with the inputs: one new number for each row.

    A row of inputs may also come first, before a grid of weights, as in PyTorch's `F.linear(x, W)`; a grid of inputs
    must. Of two rows the first is the weights. With `order` xW each column of the weights makes one number; without an
    order the shapes decide, and Wx if both fit.
    """
    weights, inputs = _weights_and_inputs(weights, inputs)
    if rank_of(inputs) == 2:
        return pencil("rows", projection, inputs, weights, order)
    need_fit("linear", order, weights, inputs)
    rows = as_rows(weights, common_order(order, (len(inputs), weights)))
    numbers = tuple(pencil("row", dot, row, inputs) for row in rows)
    return pencil("stack", keep, numbers)


def _weights_and_inputs(first: Value, second: Value) -> tuple[Grid, Value]:
    """Return the weights as a grid, then the inputs; two grids are taken as (inputs, weights), as `F.linear` does.

    A row and a grid may come in either order. Of two rows the first is the weights, as a grid of one row. Raises
    EngineError, naming both shapes, if either is a single number.
    """
    ranks = rank_of(first), rank_of(second)
    if ranks in ((1, 2), (2, 2)):
        return second, first
    if ranks in ((2, 1), (1, 1)):
        return (first if ranks[0] == 2 else (first,)), second
    found = shapes_in_words(first, second)
    raise EngineError(f"linear is given {found}; write a grid of weights and a row of inputs")


def _rows_and_inputs(line: Line) -> tuple[Grid, Row, Order]:
    """Return the weights with one row for each output number, the inputs, and the layout of the weights."""
    weights, inputs = _weights_and_inputs(line.inputs["weights"], line.inputs["inputs"])
    order = common_order(line.inputs["order"], (len(inputs), weights))
    return as_rows(weights, order), inputs, order


def _rows_summed(line: Line) -> Row:
    """Return the sums of the weight rows, wrongly without the inputs."""
    rows, _, _ = _rows_and_inputs(line)
    return line.work(total, rows)


def _other_order(line: Line, order: Order) -> Row:
    """Return the product with weights of layout `order` wrongly read in the other layout.

    Raises EngineError if they are not in `order`, or do not fit the inputs in the other layout.
    """
    rows, inputs, own = _rows_and_inputs(line)
    if own != order:
        raise EngineError("this mistake needs weights in the other order, and these are in this one")
    return line.work(linear, rows, inputs, XW)


linear.goes_wrong(
    "stack", "rows-summed", _rows_summed,
    happened="added the weights without multiplying them by the inputs",
    instead="multiply every weight by its input first, then add",
)  # fmt: skip
linear.goes_wrong(
    "stack", "down-the-columns", lambda line: _other_order(line, WX),
    happened="used each column of the weights to make one number",
    instead="here each row of the weights makes one number",
    convention=True,
)  # fmt: skip
linear.goes_wrong(
    "stack", "along-the-rows", lambda line: _other_order(line, XW),
    happened="used each row of the weights to make one number",
    instead="here each column of the weights makes one number",
    convention=True,
)  # fmt: skip


@recipe("match_row", "matches", "match_grid")
def scores(pencil: Pencil, query: Row, keys: Grid, own: Number | None = None) -> Row:
    """Dot a query with every key, its own word's (number `own`, else its row) too; queries in a grid give Q·Kᵀ.

    `own` counts from 1. It does not change the result, only that of known mistakes.
    """
    if own is not None:
        need_whole(own, "own", 1, len(keys))
    matches = tuple(pencil("dot", dot, query, key) for key in keys)
    return pencil("row", keep, matches)


def _exchanged(line: Line) -> Grid:
    """Return the score grid with queries and keys wrongly exchanged."""
    queries, keys = line.inputs["query"], line.inputs["keys"]
    return tuple(tuple(line.work(dot, key, query) for query in queries) for key in keys)


def _own(line: Line) -> Number:
    """Return the number of the word's own key, from 1: as given, else that of its query's row, or 1 outside a grid."""
    own = line.inputs["own"]
    return float(line.row or 1) if own is None else own


def _match_with_itself(line: Line) -> Row:
    """Return a row with only the score of the query with its own word's key, a known mistake."""
    matches = line.given[0]
    return (matches[whole_number(_own(line), "own", 1, len(matches)) - 1],)


scores.goes_wrong(
    "row", "itself-left-out", lambda line: without_own(line.given[0], _own(line)),
    happened="left out the word's match with itself",
    instead="dot the query with every key, its own too: n words give n matches",
)  # fmt: skip
scores.goes_wrong(
    "row", "own-only", _match_with_itself,
    happened="kept only the word's match with itself",
    instead="dot the query with every key, near or far",
)  # fmt: skip
scores.goes_wrong(
    "row", "added-up", lambda line: line.work(total, line.given[0]),
    happened="added the matches up to one number",
    instead="keep one match for each key: softmax needs all of them",
)  # fmt: skip
scores.goes_wrong(
    ROWS, "query-and-key-swapped", _exchanged,
    happened="exchanged queries and keys",
    detail="that exchanges the rows and columns of the grid",
    instead="write the matches of query i with every key in row i",
)  # fmt: skip


def without_own(rows: Value, own: Number | None) -> Value:
    """Return rows or numbers without entry number `own` (from 1); without the first if that is None.

    The result may be empty. Raises EngineError if there is no such entry.
    """
    index = whole_number(1.0 if own is None else own, "own", 1, len(rows)) - 1
    return (*rows[:index], *rows[index + 1 :])


@recipe("multiply_grids", "row_times_grid")
def matmul(pencil: Pencil, left: Row, right: Grid) -> Row:
    """Dot a row with every column of a grid; a grid of rows gives the product of two grids."""
    if len(left) != len(right):
        found = shapes_in_words(left, right)
        raise EngineError(f"matmul is given {found}; write as many rows in the second as columns in the first")
    numbers = tuple(pencil("column", dot, left, column) for column in transposed(right))
    return pencil("row", keep, numbers)


matmul.goes_wrong(
    "row", "rows-for-columns", lambda line: line.work(linear, line.inputs["right"], line.inputs["left"], WX),
    happened="used the rows of the second grid instead of its columns",
    instead="dot each row of the first grid with each column of the second",
)  # fmt: skip
matmul.goes_wrong(
    ROWS, "entry-by-entry", lambda line: line.work(multiply, *line.given),
    happened="multiplied the numbers at the same places, and added nothing",
    instead="make every number a dot product: a row of the first grid with a column of the second",
)  # fmt: skip
matmul.goes_wrong(
    ROWS, "turned-round", lambda line: line.work(matmul, line.given[1], line.given[0]),
    happened="multiplied the second grid by the first",
    instead="keep the order: rows come from the first grid, columns from the second",
)  # fmt: skip


@recipe("output_projection", "project")
def projection(pencil: Pencil, row: Row, weights: Grid, order: Order | None = None) -> Row:
    """Send a row through a grid of weights: the dot product with each weight row is one new number.

    With `order` xW each column of the weights makes one number; without an order the shapes decide, and Wx if both fit.
    """
    return pencil("dots", linear, weights, row, order)


def _weights_first(line: Line) -> Grid:
    """Return the product of a whole grid of rows with rows and weights wrongly exchanged."""
    rows, weights, *_ = line.given
    order = common_order(line.inputs["order"], (len(rows[0]), weights))
    return line.work(projection, as_rows(weights, order), rows, WX)


projection.goes_wrong(
    "dots", "not-projected", lambda line: line.given[1],
    happened="left out the weights",
    instead="multiply the row by the weights: one dot product for each new number",
)  # fmt: skip
projection.goes_wrong(
    ROWS, "weights-first", _weights_first,
    happened="exchanged rows and weights",
    detail="that exchanges the rows and columns of the result",
    instead="make each new row from one old row, with one dot product for each new number",
)  # fmt: skip
