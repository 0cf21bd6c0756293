"""Multiply matching numbers and add: the dot product, and grids of them."""

from __future__ import annotations

from katatx.engine.interval import Number
from katatx.engine.operations import add, keep, multiply, total
from katatx.engine.pencils import Pencil
from katatx.engine.recipe import recipe
from katatx.engine.recipes.whole import whole_number
from katatx.engine.values import Grid, Row, Value, transposed


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
    "stack", "down-the-columns",
    lambda line: tuple(line.work(dot, column, line.inputs["inputs"]) for column in transposed(line.inputs["weights"])),
    happened="the columns of the grid were used where its rows belong",
    instead="lay each row of the grid on the stick; row 1 gives number 1",
)  # fmt: skip


@recipe("match_row", "matches")
def scores(pencil: Pencil, query: Row, keys: Grid, own: Number | None = None) -> Row:
    """Dots one query with every key, its own word's (number `own`, else the first) included."""
    matches = tuple(pencil("dot", dot, query, key) for key in keys)
    return pencil("row", keep, matches)


scores.goes_wrong(
    "row", "itself-left-out", lambda line: without_own(line.given[0], line.inputs["own"]),
    happened="the word's match with itself was left out",
    instead="a word dots every key, its own too: n matches, not n - 1",
)  # fmt: skip


@recipe("entry_count")
def match_count(pencil: Pencil, words: Number) -> Number:
    """How many numbers one word's match row has: one for every word, itself included."""
    return pencil("count", keep, words)


match_count.goes_wrong(
    "count", "itself-left-out", lambda line: line.work(add, line.given[0], -1.0),
    happened="the word's match with itself was not counted",
    instead="a word dots every key, its own too: n matches, not n - 1",
)  # fmt: skip
match_count.goes_wrong(
    "count", "pairs-counted", lambda line: line.work(multiply, line.given[0], line.given[0]),
    happened="the matches of all words were counted, not those of one",
    instead="one word's row has one match a word; the whole grid has n times n",
)  # fmt: skip


def without_own(rows: Value, own: Number | None) -> Value:
    """Rows or numbers with the word's own entry taken out; the first where `own` is None."""
    index = whole_number(1.0 if own is None else own, "own", 1, len(rows)) - 1
    return (*rows[:index], *rows[index + 1 :])
