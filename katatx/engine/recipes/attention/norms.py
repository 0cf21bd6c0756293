"""Normalization: mean, variance, layer norm, RMS norm and batch norm.

Each call of a recipe's pencil writes one line and returns its value. A function that takes a Line works a known
mistake of that line, or a part of it. Recipes raise EngineError for shapes or numbers that they cannot work.
"""

from __future__ import annotations

from katatx.engine.asking import is_as_high, is_noise
from katatx.engine.errors import EngineError
from katatx.engine.operations import Arrangement, absolute, add, divide, multiply, root, square, subtract, total
from katatx.engine.pencils.interval import Number, low_of
from katatx.engine.pencils.pencil import Pencil
from katatx.engine.recipe import ROWS, Line, recipe
from katatx.engine.recipes.numbers.pooling import mean
from katatx.engine.values import Grid, Row, Value, shape_of, shapes_in_words, transposed
from katatx.notation.printing import write_number


@recipe("diffs")
def deviations(pencil: Pencil, row: Row) -> Row:
    """Subtract a row's mean from each of its numbers."""
    middle = pencil("mean", mean, row)
    return pencil("centre", subtract, row, middle)


deviations.goes_wrong(
    "centre", "not-centred", lambda line: line.given[0],
    happened="left out subtracting the mean",
    instead="subtract the row's mean from each of its numbers",
)  # fmt: skip
deviations.goes_wrong(
    "centre", "turned-round", lambda line: line.work(subtract, line.given[1], line.given[0]),
    happened="subtracted the numbers from the mean",
    instead="subtract the mean from each number: below the mean the result is negative",
)  # fmt: skip
deviations.goes_wrong(
    "centre", "distances-kept-positive", lambda line: line.work(absolute, line.work(subtract, *line.given)),
    happened="dropped the signs",
    instead="keep them: below the mean is negative",
)  # fmt: skip


@recipe("average_square")
def mean_square(pencil: Pencil, numbers: Row) -> Number:
    """Average the squares of a row's numbers."""
    squares = pencil("square", square, numbers)
    whole = pencil("add", total, squares)
    return pencil("divide", divide, whole, float(len(numbers)))


mean_square.goes_wrong(
    "divide", "n-minus-1", lambda line: line.work(divide, line.given[0], line.work(subtract, line.given[1], 1.0)),
    happened="divided by n - 1",
    instead="divide by n, how many numbers the row has",
)  # fmt: skip
mean_square.goes_wrong(
    "divide", "not-divided", lambda line: line.given[0],
    happened="left out the division",
    instead="divide the sum of squares by how many numbers there are",
)  # fmt: skip
mean_square.goes_wrong(
    "square", "not-squared", lambda line: line.work(absolute, line.given[0]),
    happened="dropped the signs instead of squaring",
    instead="square each number before averaging",
)  # fmt: skip
mean_square.goes_wrong(
    "square", "minus-squared-kept",
    lambda line: line.work(multiply, line.given[0], line.work(absolute, line.given[0])),
    happened="gave the square of a negative number a minus",
    instead="leave the minus out: minus times minus is plus",
)  # fmt: skip


@recipe("var")
def variance(pencil: Pencil, row: Row) -> Number:
    """Average the squared distances of a row's numbers from their mean, divided by n (Ba et al. 2016, eq. 3)."""
    gaps = pencil("deviations", deviations, row)
    return pencil("mean square", mean_square, gaps)


variance.goes_wrong(
    "mean square", "distances-averaged", lambda line: 0.0,
    happened="averaged the distances with their signs",
    detail="that always gives 0",
    instead="square each distance before averaging",
)  # fmt: skip
variance.goes_wrong(
    "mean square", "rooted", lambda line: line.work(root, line.work(mean_square, *line.given)),
    happened="took the root",
    detail="that is the standard deviation",
    instead="leave out the root: the variance is the average of the squares",
)  # fmt: skip


@recipe("spread", "typical_distance", "std")
def standard_deviation(pencil: Pencil, row: Row) -> Number:
    """Take the root of the variance: how far a row's numbers typically lie from their mean."""
    squared = pencil("variance", variance, row)
    return pencil("root", root, squared)


standard_deviation.goes_wrong(
    "root", "variance-not-rooted", lambda line: line.given[0],
    happened="left out the root",
    instead="take the root of the variance",
)  # fmt: skip
standard_deviation.goes_wrong(
    "root", "distances-averaged",
    lambda line: line.work(mean, line.work(absolute, line.work(deviations, line.inputs["row"]))),
    happened="averaged the distances without squaring them",
    detail="that is the mean absolute deviation",
    instead="square each distance, average the squares, and take the root",
)  # fmt: skip
standard_deviation.goes_wrong(
    "root", "halved", lambda line: line.work(divide, line.given[0], 2.0),
    happened="halved the variance instead of taking its root",
    instead="find the number that, times itself, gives the variance",
)  # fmt: skip


@recipe("tame", "humble")
def layer_norm(
    pencil: Pencil, row: Row, gamma: Value | None = None, beta: Value | None = None, eps: Number | None = None
) -> Row:
    """Normalize a row: (row - mean) / √(variance + eps), times gamma, plus beta (Ba et al. 2016, eq. 4).

    `gamma` and `beta` are one number for every slot, or one for all. A row of equal numbers is an error unless `eps`
    makes up for it, and so is a negative `eps`.
    """
    _need_dials("layer_norm", row, gamma=gamma, beta=beta)
    gaps = pencil("deviations", deviations, row)
    squared = pencil("variance", mean_square, gaps)
    if eps is not None:
        _need_eps("layer_norm", eps)
        squared = pencil("eps", add, squared, eps)
    if is_noise(squared, row):
        raise EngineError(
            "layer_norm: every number of the row is the same, so its spread is 0; add an eps, such as eps=0.00001"
        )
    spread = pencil("root", root, squared)
    tamed = pencil("divide", divide, gaps, spread)
    if gamma is not None:
        tamed = pencil("stretch", multiply, tamed, gamma)
    return tamed if beta is None else pencil("shift", add, tamed, beta)


def _need_dials(recipe_name: str, row: Row, **dials: Value | None) -> None:
    """Raise EngineError if one of `dials` (gamma and beta, by name) is neither one number nor as long as the row.

    One that is None is not checked. `recipe_name` begins the message.
    """
    for name, dial in dials.items():
        if dial is not None and shape_of(dial) not in ((), (len(row),)):
            raise EngineError(
                f"{recipe_name}: its row has {len(row)} numbers, and {name} is {shapes_in_words(dial)}; write a row of "
                f"{len(row)} as {name}, or one number for all"
            )


def _need_eps(recipe_name: str, eps: Number) -> None:
    """Raise EngineError if eps is negative."""
    if low_of(eps) < 0:
        raise EngineError(f"{recipe_name}: eps is {write_number(low_of(eps))}; write 0 or a number above it")


def _eps_outside(line: Line) -> Number:
    """Return the divisor of layer norm or RMS norm with eps wrongly added outside the root.

    Raises EngineError if there is no eps.
    """
    eps = line.inputs["eps"]
    if eps is None:
        raise EngineError("this mistake needs an eps, and none is given")
    return line.work(add, line.work(root, line.work(subtract, line.given[0], eps)), eps)


def _down_the_columns(line: Line) -> Grid:
    """Return a whole grid with its columns wrongly normalized instead of its rows; gamma and beta apply to each row."""
    gamma, beta, eps = (line.inputs[name] for name in ("gamma", "beta", "eps"))
    tamed = transposed(line.work(layer_norm, transposed(line.given[0]), None, None, eps))
    if gamma is not None:
        tamed = tuple(line.work(multiply, row, gamma) for row in tamed)
    return tamed if beta is None else tuple(line.work(add, row, beta) for row in tamed)


layer_norm.goes_wrong(
    "root", "variance-not-rooted", lambda line: line.given[0],
    happened="divided by the variance",
    instead="take its root first, and divide by that",
)  # fmt: skip
layer_norm.goes_wrong(
    "root", "eps-outside-the-root", _eps_outside,
    happened="added eps after the root",
    instead="add it to the variance, under the root",
)  # fmt: skip
layer_norm.goes_wrong(
    "root", "distances-averaged",
    lambda line: line.work(mean, line.work(absolute, line.work(deviations, line.inputs["row"]))),
    happened="divided by the plain average of the distances",
    instead="square each distance, average the squares, and divide by the root",
)  # fmt: skip
layer_norm.goes_wrong(
    "divide", "mean-kept", lambda line: line.work(divide, line.inputs["row"], line.given[1]),
    happened="left out subtracting the mean",
    instead="divide the distances from the mean",
)  # fmt: skip
layer_norm.goes_wrong(
    "divide", "not-divided", lambda line: line.given[0],
    happened="stopped after subtracting the mean",
    instead="divide by the standard deviation",
)  # fmt: skip
layer_norm.goes_wrong(
    "stretch", "gamma-forgotten", lambda line: line.given[0],
    happened="left out gamma",
    instead="multiply the normalized numbers by gamma",
)  # fmt: skip
layer_norm.goes_wrong(
    "stretch", "gamma-added", lambda line: line.work(add, *line.given),
    happened="added gamma",
    instead="multiply by it: gamma stretches",
)  # fmt: skip
layer_norm.goes_wrong(
    "shift", "beta-forgotten", lambda line: line.given[0],
    happened="left out beta",
    instead="add it at the end",
)  # fmt: skip
layer_norm.goes_wrong(
    "shift", "beta-multiplied", lambda line: line.work(multiply, *line.given),
    happened="multiplied by beta",
    instead="add it: beta shifts",
)  # fmt: skip
layer_norm.goes_wrong(
    ROWS, "down-the-columns", _down_the_columns,
    happened="took mean and standard deviation down each column",
    detail="that is batch norm",
    instead="normalize every row alone, by its own numbers",
)  # fmt: skip


@recipe("root_mean_square_norm")
def rms_norm(pencil: Pencil, row: Row, gamma: Value | None = None, eps: Number | None = None) -> Row:
    """Divide a row by √(mean square + eps), times gamma (Zhang and Sennrich 2019, eq. 4).

    The mean is not subtracted, and there is no beta. `gamma` is one number for every slot, or one for all. A row of
    zeros is an error unless `eps` is above 0.
    """
    _need_dials("rms_norm", row, gamma=gamma)
    squared = pencil("mean square", mean_square, row)
    if eps is not None:
        _need_eps("rms_norm", eps)
        squared = pencil("eps", add, squared, eps)
    size = pencil("root", root, squared)
    tamed = pencil("divide", divide, row, size)
    return tamed if gamma is None else pencil("stretch", multiply, tamed, gamma)


def _rms_down_the_columns(line: Line) -> Grid:
    """Return a whole grid with its columns wrongly normalized instead of its rows; gamma applies to each row."""
    rows, gamma, eps = (line.inputs[name] for name in ("row", "gamma", "eps"))
    tamed = transposed(line.work(rms_norm, transposed(rows), None, eps))
    return tamed if gamma is None else tuple(line.work(multiply, row, gamma) for row in tamed)


rms_norm.goes_wrong(
    "root", "root-not-taken", lambda line: line.given[0],
    happened="divided by the mean square",
    instead="take its root first, and divide by that",
)  # fmt: skip
rms_norm.goes_wrong(
    "root", "eps-outside-the-root", _eps_outside,
    happened="added eps after the root",
    instead="add it to the mean square, under the root",
)  # fmt: skip
rms_norm.goes_wrong(
    "divide", "mean-subtracted",
    lambda line: line.work(layer_norm, line.given[0], None, None, line.inputs["eps"]),
    happened="subtracted the mean first",
    detail="that is layer norm",
    instead="divide the numbers as they are: RMS norm subtracts nothing",
)  # fmt: skip
rms_norm.goes_wrong(
    "divide", "divided-by-the-length",
    lambda line: line.work(divide, line.given[0], line.work(root, line.work(total, line.work(square, line.given[0])))),
    happened="divided by the norm of the row, the root of the sum of squares",
    instead="divide the sum of squares by how many numbers there are before taking the root",
)  # fmt: skip
rms_norm.goes_wrong(
    "stretch", "gamma-forgotten", lambda line: line.given[0],
    happened="left out gamma",
    instead="multiply the divided numbers by gamma",
)  # fmt: skip
rms_norm.goes_wrong(
    "stretch", "gamma-added", lambda line: line.work(add, *line.given),
    happened="added gamma",
    instead="multiply by it: gamma stretches",
)  # fmt: skip
rms_norm.goes_wrong(
    ROWS, "down-the-columns", _rms_down_the_columns,
    happened="took the root mean square down each column",
    instead="work every row alone, by its own numbers",
)  # fmt: skip

_columns_as_rows = Arrangement("columns", transposed)


@recipe()
def batch_norm(pencil: Pencil, rows: Grid) -> Grid:
    """Normalize each column of a batch (Ioffe and Szegedy 2015, without eps, gamma and beta).

    A column of equal numbers is an error.
    """
    if any(all(is_as_high(each, column[0]) for each in column) for column in transposed(rows)):
        raise EngineError("batch_norm: every number of a column is the same, so its spread is 0; change one of them")
    columns = pencil("columns", _columns_as_rows, rows)
    tamed = tuple(pencil("tame", layer_norm, column) for column in columns)
    return pencil("as columns", _columns_as_rows, tamed)


batch_norm.goes_wrong(
    "as columns", "left-on-its-side", lambda line: line.given[0],
    happened="left the columns written as rows",
    instead="write the normalized columns as columns again",
)  # fmt: skip
batch_norm.goes_wrong(
    "as columns", "tamed-as-layer-norm", lambda line: line.work(layer_norm, line.inputs["rows"]),
    happened="normalized every row by its own numbers",
    detail="that is layer norm",
    instead="normalize each column: the same slot of every row in the batch",
)  # fmt: skip
