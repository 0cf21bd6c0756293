"""Multiply matching numbers and add: the dot product, and grids of them."""

from __future__ import annotations

from katatx.engine.errors import EngineError
from katatx.engine.interval import Number
from katatx.engine.operations import add, keep, multiply, total
from katatx.engine.pencils import Pencil
from katatx.engine.recipe import ROWS, Line, recipe
from katatx.engine.recipes.checks import whole_number
from katatx.engine.values import Grid, Row, Value, shape_of, transposed
from scoring.shapes import describe


@recipe("match", "row_times_stick", "inner_product")
def dot(pencil: Pencil, first: Row, second: Row) -> Number:
    """Multiplies matching numbers of two rows of one width and adds the products."""
    products = pencil("products", multiply, first, second)
    return pencil("sum", total, products)


dot.on_one_line = True
dot.goes_wrong(
    "products", "summed", lambda line: line.work(add, *line.given),
    happened="matching numbers were added where they should be multiplied",
    instead="multiply each pair, then add the products",
)  # fmt: skip
dot.goes_wrong(
    "sum", "left-in-pieces", lambda line: line.given[0],
    happened="the products were never added up",
    instead="add the products: two rows give one number",
)  # fmt: skip
dot.goes_wrong(
    "sum", "last-pair-missed", lambda line: line.work(total, line.given[0][:-1]),
    happened="the last pair was left out",
    instead="go through every pair, the last one too",
)  # fmt: skip
dot.goes_wrong(
    "sum", "sums-multiplied",
    lambda line: line.work(multiply, *(line.work(total, row) for row in line.inputs.values())),
    happened="each row was added up and the two totals multiplied",
    instead="multiply pair by pair first, and add afterwards",
)  # fmt: skip


@recipe("grid_times_stick", "matrix_vector", "matvec")
def linear(pencil: Pencil, weights: Grid, inputs: Row) -> Row:
    """Dots every row of a weight grid with the inputs: one new number a row."""
    numbers = tuple(pencil("row", dot, row, inputs) for row in weights)
    return pencil("stack", keep, numbers)


linear.goes_wrong(
    "stack", "rows-summed", lambda line: line.work(total, line.inputs["weights"]),
    happened="each row of the grid was added up, without the inputs",
    instead="multiply every weight by its input first, then add",
)  # fmt: skip
linear.goes_wrong(
    "stack", "down-the-columns",
    lambda line: tuple(line.work(dot, column, line.inputs["inputs"]) for column in transposed(line.inputs["weights"])),
    happened="the columns of the grid were used where its rows belong",
    instead="lay each row of the grid on the stick; row 1 gives number 1",
)  # fmt: skip


@recipe("match_row", "matches", "match_grid")
def scores(pencil: Pencil, query: Row, keys: Grid, own: Number | None = None) -> Row:
    """Dots a query with every key, its own word's (number `own`, else its row) too; queries in a grid give Q·Kᵀ."""
    if own is not None:
        whole_number(own, "own", 1, len(keys))
    matches = tuple(pencil("dot", dot, query, key) for key in keys)
    return pencil("row", keep, matches)


def _exchanged(line: Line) -> Grid:
    queries, keys = line.inputs["query"], line.inputs["keys"]
    return tuple(tuple(line.work(dot, key, query) for query in queries) for key in keys)


def _own(line: Line) -> Number:
    """The number of the word's own key: as given, else that of the row its query stands in."""
    own = line.inputs["own"]
    return float(line.row or 1) if own is None else own


def _match_with_itself(line: Line) -> Row:
    matches = line.given[0]
    return (matches[whole_number(_own(line), "own", 1, len(matches)) - 1],)


scores.goes_wrong(
    "row", "itself-left-out", lambda line: without_own(line.given[0], _own(line)),
    happened="the word's match with itself was left out",
    instead="a word dots every key, its own too: n matches, not n - 1",
)  # fmt: skip
scores.goes_wrong(
    "row", "own-only", _match_with_itself,
    happened="only the word's match with itself was kept",
    instead="a word dots every key, near or far",
)  # fmt: skip
scores.goes_wrong(
    "row", "added-up", lambda line: line.work(total, line.given[0]),
    happened="the matches were added to one number",
    instead="keep one match a key: softmax shares them out later",
)  # fmt: skip
scores.goes_wrong(
    ROWS, "query-and-key-swapped", _exchanged,
    happened="every key was dotted with every query, so the grid lies on its side",
    instead="row i holds query i against each key",
)  # fmt: skip


def without_own(rows: Value, own: Number | None) -> Value:
    """Rows or numbers with the word's own entry taken out; the first where `own` is None."""
    index = whole_number(1.0 if own is None else own, "own", 1, len(rows)) - 1
    return (*rows[:index], *rows[index + 1 :])


@recipe("multiply_grids", "row_times_grid")
def matmul(pencil: Pencil, left: Row, right: Grid) -> Row:
    """Dots a row with every column of a grid; a grid of rows gives the product of two grids."""
    if len(left) != len(right):
        raise EngineError(
            f"matmul needs a row of the right grid for each number of the left row, and is given {_both(left, right)}"
        )
    numbers = tuple(pencil("column", dot, left, column) for column in transposed(right))
    return pencil("row", keep, numbers)


def _both(left: Value, right: Value) -> str:
    return f"{describe(shape_of(left))} and {describe(shape_of(right))}"


matmul.goes_wrong(
    "row", "rows-for-columns", lambda line: line.work(linear, line.inputs["right"], line.inputs["left"]),
    happened="the rows of the right grid were used where its columns belong",
    instead="row of the left, column of the right",
)  # fmt: skip
matmul.goes_wrong(
    ROWS, "entry-by-entry", lambda line: line.work(multiply, *line.given),
    happened="matching entries were multiplied, and nothing was added",
    instead="every entry is a whole dot product: row of the left, column of the right",
)  # fmt: skip
matmul.goes_wrong(
    ROWS, "turned-round", lambda line: line.work(matmul, line.given[1], line.given[0]),
    happened="the right grid was multiplied by the left",
    instead="order matters: rows come from the first grid, columns from the second",
)  # fmt: skip


@recipe("output_projection", "project")
def projection(pencil: Pencil, row: Row, weights: Grid) -> Row:
    """A row through a grid of weights: each weight row dots it, one new number a weight row."""
    return pencil("dots", linear, weights, row)


projection.goes_wrong(
    "dots", "not-projected", lambda line: line.given[1],
    happened="the row was passed on without the grid",
    instead="dot it with every row of the weights, even after a single head",
)  # fmt: skip
projection.goes_wrong(
    ROWS, "weights-first", lambda line: line.work(projection, line.given[1], line.given[0]),
    happened="the weights were laid on the rows the wrong way round",
    instead="each new row comes from one old row, dotted with every weight row",
)  # fmt: skip
