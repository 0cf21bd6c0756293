"""Arithmetic as typed, `10/√4` or `2·3 + 0·0`: each sign is a line of this recipe."""

from __future__ import annotations

from katatx.engine.operations import divide, multiply
from katatx.engine.pencils.pencil import Pencil
from katatx.engine.recipe import recipe
from katatx.engine.values import Value


@recipe()
def arithmetic(pencil: Pencil, work: Value) -> Value:
    """Work an expression as typed: `work` is called with the pencil."""
    return work(pencil)


arithmetic.goes_wrong(
    "root", "root-not-taken", lambda line: line.given[0],
    happened="left out the root",
    instead="take the square root: √4 is 2",
)  # fmt: skip
arithmetic.goes_wrong(
    "power", "multiplied-for-power", lambda line: line.work(multiply, *line.given),
    happened="multiplied by the exponent",
    instead="raise to the power: 10^3 is 10·10·10, not 10·3",
)  # fmt: skip
arithmetic.goes_wrong(
    "raise", "exponent-kept", lambda line: line.given[0],
    happened="skipped e^",
    detail="the exponent itself was used",
    instead="raise e to the exponent: e^1 is 2.718",
)  # fmt: skip
arithmetic.goes_wrong(
    "root", "halved", lambda line: line.work(divide, line.given[0], 2.0),
    happened="halved the number instead of taking its root",
    instead="find the number that, times itself, gives it: √9 is 3",
)  # fmt: skip
arithmetic.goes_wrong(
    "divide", "not-divided", lambda line: line.given[0],
    happened="left out the division",
    instead="divide by the divisor: 6 / 3 is 2",
)  # fmt: skip
arithmetic.goes_wrong(
    "divide", "turned-over", lambda line: line.work(divide, line.given[1], line.given[0]),
    happened="divided the other way round",
    instead="keep the order: 6 / 3 is 2, and 3 / 6 is 0.5",
)  # fmt: skip
