"""Regression errors: mean squared and mean absolute error.

Each call of a recipe's pencil writes one line and returns its value. Recipes raise EngineError for shapes or numbers
that they cannot work.
"""

from __future__ import annotations

from katatx.engine.operations import absolute, add, divide, root, subtract
from katatx.engine.pencils.interval import Number
from katatx.engine.pencils.pencil import Pencil
from katatx.engine.recipe import recipe
from katatx.engine.recipes.attention.norms import mean_square
from katatx.engine.recipes.numbers.checks import need_same_shape
from katatx.engine.recipes.numbers.pooling import mean
from katatx.engine.values import Value, flat


@recipe("mean_squared_error", "mse_loss")
def mse(pencil: Pencil, predicted: Value, target: Value) -> Number:
    """Average the squared differences of predictions and targets: two numbers, rows or grids."""
    need_same_shape("mse", predicted, target)
    gaps = pencil("differences", subtract, predicted, target)
    return pencil("mean square", mean_square, flat(gaps))


mse.goes_wrong(
    "differences", "added", lambda line: line.work(add, *line.given),
    happened="added predictions and targets",
    instead="subtract each target from its prediction",
)  # fmt: skip
mse.goes_wrong(
    "mean square", "rooted", lambda line: line.work(root, line.work(mean_square, *line.given)),
    happened="took the root",
    detail="that is the root mean squared error",
    instead="leave the average of the squares as it is",
)  # fmt: skip
mse.goes_wrong(
    "mean square", "half-mean", lambda line: line.work(divide, line.work(mean_square, *line.given), 2.0),
    happened="halved the mean squared error",
    instead="here it is the plain average of the squares",
    convention=True,
)  # fmt: skip


@recipe("mean_absolute_error", "l1_loss")
def mae(pencil: Pencil, predicted: Value, target: Value) -> Number:
    """Average the differences of predictions and targets without their signs: two numbers, rows or grids."""
    need_same_shape("mae", predicted, target)
    gaps = pencil("differences", subtract, predicted, target)
    sizes = pencil("drop the sign", absolute, gaps)
    return pencil("average", mean, flat(sizes))


mae.goes_wrong(
    "drop the sign", "signs-kept", lambda line: line.given[0],
    happened="kept the signs, so that differences cancelled",
    instead="drop each minus before averaging",
)  # fmt: skip
mae.goes_wrong(
    "average", "squared", lambda line: line.work(mse, line.inputs["predicted"], line.inputs["target"]),
    happened="squared the differences",
    detail="that is the mean squared error",
    instead="average the differences themselves, without their signs",
)  # fmt: skip
mae.goes_wrong(
    "differences", "added", lambda line: line.work(add, *line.given),
    happened="added predictions and targets",
    instead="subtract each target from its prediction",
)  # fmt: skip
