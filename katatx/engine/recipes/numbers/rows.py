"""Functions of rows: minimum, argmax, norm, cosine similarity, product, cumulative sum, differences.

Each call of a recipe's pencil writes one line and returns its value. A function that takes a Line works a known
mistake of that line, or a part of it. Recipes raise EngineError for shapes or numbers that they cannot work.
"""

from __future__ import annotations

from katatx.engine import operations as op
from katatx.engine.errors import EngineError
from katatx.engine.operations import Arrangement
from katatx.engine.pencils.interval import Number
from katatx.engine.pencils.pencil import Pencil
from katatx.engine.recipe import Recipe, recipe
from katatx.engine.recipes.numbers.products import dot
from katatx.engine.values import Grid, Row, Value, flat, rank_of, shapes_in_words, transposed


@recipe("smallest")
def min(pencil: Pencil, numbers: Row) -> Number:  # noqa: A001 - what everyone calls it
    """Find the smallest number of a row."""
    return pencil("look", op.smallest, numbers)


min.goes_wrong(
    "look", "largest-taken", lambda line: line.work(op.largest, line.given[0]),
    happened="took the largest",
    instead="look for the smallest",
)  # fmt: skip
min.goes_wrong(
    "look", "signs-dropped", lambda line: line.work(op.smallest, line.work(op.absolute, line.given[0])),
    happened="ignored the signs",
    instead="take the number furthest left on the number line: -9 is smaller than 2",
)  # fmt: skip
min.goes_wrong(
    "look", "first-taken", lambda line: line.given[0][0],
    happened="took the first number",
    instead="look for the smallest, wherever it stands",
)  # fmt: skip


@recipe("index_of_largest")
def argmax(pencil: Pencil, numbers: Row) -> Number:
    """Find the place of a row's largest number, counted from 0; of several alike, the first."""
    return pencil("look", op.place_of_largest, numbers)


@recipe("index_of_smallest")
def argmin(pencil: Pencil, numbers: Row) -> Number:
    """Find the place of a row's smallest number, counted from 0; of several alike, the first."""
    return pencil("look", op.place_of_smallest, numbers)


def _places_go_wrong(this: Recipe, own: str, other: str, extreme: op.Arithmetic, opposite: op.Arrangement) -> None:
    """Register the wrong turns of argmax or argmin.

    `own` and `other` are its word and the opposite one, such as "largest"; `extreme` gives the number itself,
    `opposite` the place of the opposite number.
    """
    this.goes_wrong(
        "look", "number-for-place", lambda line: line.work(extreme, line.given[0]),
        happened=f"gave the {own} number itself",
        instead="say where it stands, counted from 0",
    )  # fmt: skip
    this.goes_wrong(
        "look", "counted-from-1", lambda line: line.work(op.add, line.work(this, line.given[0]), 1.0),
        happened="counted from 1",
        instead="count from 0: the first place is number 0",
    )  # fmt: skip
    this.goes_wrong(
        "look", f"{other}-taken", lambda line: line.work(opposite, line.given[0]),
        happened=f"gave the place of the {other} number",
        instead=f"give the place of the {own}",
    )  # fmt: skip
    this.goes_wrong(
        "look", "signs-dropped", lambda line: line.work(this, line.work(op.absolute, line.given[0])),
        happened="ignored the signs",
        instead="compare the numbers with their signs: 2 is larger than -9",
    )  # fmt: skip


_places_go_wrong(argmax, "largest", "smallest", op.largest, op.place_of_smallest)
_places_go_wrong(argmin, "smallest", "largest", op.smallest, op.place_of_largest)


@recipe("length", "l2_norm", "euclidean_norm", "euclidean_length", "magnitude")
def norm(pencil: Pencil, row: Row) -> Number:
    """Find the Euclidean length of a row: the root of the sum of its squares."""
    squares = pencil("square", op.square, row)
    whole = pencil("add", op.total, squares)
    return pencil("root", op.root, whole)


norm.goes_wrong(
    "root", "root-not-taken", lambda line: line.given[0],
    happened="left out the root",
    detail="that is the squared length",
    instead="take the root of the sum of squares",
)  # fmt: skip
norm.goes_wrong(
    "root", "sizes-added", lambda line: line.work(op.total, line.work(op.absolute, line.inputs["row"])),
    happened="added the numbers without their signs instead of squaring them",
    detail="that is the L1 norm",
    instead="square each number, add, and take the root",
)  # fmt: skip
norm.goes_wrong(
    "root", "largest-taken", lambda line: line.work(op.largest, line.work(op.absolute, line.inputs["row"])),
    happened="took the largest number alone, without its sign",
    instead="let every number count: square each, add, and take the root",
)  # fmt: skip
norm.goes_wrong(
    "root", "mean-square-rooted",
    lambda line: line.work(op.root, line.work(op.divide, line.given[0], float(len(line.inputs["row"])))),
    happened="divided by how many numbers there are before taking the root",
    detail="that is the root mean square",
    instead="take the root of the sum itself",
)  # fmt: skip


@recipe("cos_sim", "cosine_sim")
def cosine_similarity(pencil: Pencil, first: Row, second: Row) -> Number:
    """Divide the dot product of two rows by the product of their lengths."""
    product = pencil("dot", dot, first, second)
    lengths = pencil("norm", norm, first), pencil("norm", norm, second)
    both = pencil("lengths", op.multiply, *lengths)
    return pencil("divide", op.divide, product, both)


cosine_similarity.goes_wrong(
    "divide", "not-divided", lambda line: line.given[0],
    happened="left out the division by the lengths",
    detail="that is the dot product",
    instead="divide it by the lengths of both rows",
)  # fmt: skip
cosine_similarity.goes_wrong(
    "divide", "one-length-alone",
    lambda line: line.work(op.divide, line.given[0], line.work(norm, line.inputs["first"])),
    happened="divided by the length of one row alone",
    instead="divide by the lengths of both rows",
)  # fmt: skip
cosine_similarity.goes_wrong(
    "divide", "lengths-squared",
    lambda line: line.work(op.divide, line.given[0], line.work(op.square, line.given[1])),
    happened="divided by the squared lengths",
    instead="take the roots of the sums of squares first",
)  # fmt: skip
cosine_similarity.goes_wrong(
    "lengths", "lengths-added", lambda line: line.work(op.add, *line.given),
    happened="added the lengths of the rows",
    instead="multiply them",
)  # fmt: skip

_all_numbers = Arrangement("one row", flat)


@recipe("frobenius")
def frobenius_norm(pencil: Pencil, grid: Grid) -> Number:
    """Find the length of a whole grid: the root of the sum of all its squares."""
    every = pencil("one row", _all_numbers, grid)
    return pencil("norm", norm, every)


frobenius_norm.goes_wrong(
    "norm", "lengths-added", lambda line: line.work(op.total, line.work(norm, line.inputs["grid"])),
    happened="added the lengths of the rows",
    instead="add the squares of all numbers, and take one root",
)  # fmt: skip


@recipe("prod")
def product(pencil: Pencil, numbers: Row) -> Number:
    """Multiply all numbers of a row."""
    whole = numbers[0]
    for number in numbers[1:]:
        whole = pencil("multiply", op.multiply, whole, number)
    return pencil("whole", op.keep, whole)


product.goes_wrong(
    "multiply", "added", lambda line: line.work(op.add, *line.given),
    happened="added the numbers",
    instead="multiply them",
)  # fmt: skip
product.goes_wrong(
    "whole", "last-left-out", lambda line: line.work(product, line.inputs["numbers"][:-1]),
    happened="left out the last number",
    instead="multiply by every number, the last one too",
)  # fmt: skip
product.goes_wrong(
    "whole", "sign-lost", lambda line: line.work(op.negate, line.given[0]),
    happened="got the sign wrong",
    instead="count the negative numbers: an even count gives plus, an odd count minus",
)  # fmt: skip


@recipe("running_total", "running_sum", "cumulative_sum")
def cumsum(pencil: Pencil, numbers: Row) -> Row:
    """Write the running total of a row."""
    totals = [numbers[0]]
    for number in numbers[1:]:
        totals.append(pencil("add", op.add, totals[-1], number))
    return pencil("row", op.keep, tuple(totals))


cumsum.goes_wrong(
    "add", "total-not-carried", lambda line: line.given[1],
    happened="wrote each number without the total before it",
    instead="add each number to the total so far",
)  # fmt: skip
cumsum.goes_wrong(
    "row", "one-place-late", lambda line: (0.0, *line.given[0][:-1]),
    happened="left each number out of its own total",
    instead="include it: the first total is the first number",
)  # fmt: skip
cumsum.goes_wrong(
    "row", "from-the-end", lambda line: line.work(cumsum, line.inputs["numbers"][::-1])[::-1],
    happened="added from the last number back",
    instead="start at the first number",
)  # fmt: skip
cumsum.goes_wrong(
    "row", "total-alone", lambda line: line.given[0][-1],
    happened="gave the last total alone",
    instead="write every total on the way: as many as there are numbers",
)  # fmt: skip


@recipe("differences", "first_differences")
def diff(pencil: Pencil, numbers: Row) -> Row:
    """Subtract from each number of a row the one before it; the result is one number shorter."""
    if len(numbers) == 1:
        raise EngineError("diff is given a row of 1; write two numbers or more")
    return pencil("subtract", op.subtract, numbers[1:], numbers[:-1])


diff.goes_wrong(
    "subtract", "turned-round", lambda line: line.work(op.subtract, line.given[1], line.given[0]),
    happened="subtracted each number from the one before it",
    instead="subtract the earlier number: a rising row has positive differences",
)  # fmt: skip
diff.goes_wrong(
    "subtract", "from-the-first",
    lambda line: line.work(op.subtract, line.given[0], line.inputs["numbers"][0]),
    happened="subtracted the first number from all others",
    instead="subtract from each number the one just before it",
)  # fmt: skip
diff.goes_wrong(
    "subtract", "signs-dropped", lambda line: line.work(op.absolute, line.work(op.subtract, *line.given)),
    happened="dropped the signs",
    instead="keep them: where the row falls, the difference is negative",
)  # fmt: skip
diff.goes_wrong(
    "subtract", "added", lambda line: line.work(op.add, *line.given),
    happened="added the neighbours",
    instead="subtract the earlier one from the later",
)  # fmt: skip


@recipe("outer_product")
def outer(pencil: Pencil, first: Value, second: Value) -> Grid:
    """Multiply each number of one row by each of another: row i, column j holds first i times second j."""
    if (rank_of(first), rank_of(second)) != (1, 1):
        raise EngineError(f"outer is given {shapes_in_words(first, second)}; write two rows")
    rows = tuple(pencil("row", op.multiply, number, second) for number in first)
    return pencil("grid", op.keep, rows)


outer.goes_wrong(
    "grid", "on-its-side", lambda line: transposed(line.given[0]),
    happened="exchanged the rows and columns of the grid",
    instead="give each number of the first row a row of its own",
)  # fmt: skip
outer.goes_wrong(
    "grid", "dotted", lambda line: line.work(dot, line.inputs["first"], line.inputs["second"]),
    happened="took the dot product of the two rows",
    instead="multiply each number of the first row by each of the second, and do not add them up",
)  # fmt: skip
outer.goes_wrong(
    "grid", "slot-by-slot", lambda line: line.work(op.multiply, line.inputs["first"], line.inputs["second"]),
    happened="multiplied slot by slot",
    instead="multiply each number of the first row by every number of the second",
)  # fmt: skip
outer.goes_wrong(
    "row", "added", lambda line: line.work(op.add, *line.given),
    happened="added the pairs",
    instead="multiply them",
)  # fmt: skip
