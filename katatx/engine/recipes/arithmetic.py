"""Plain sums as typed, `10/√4` or `2·3 + 0·0`: each sign is a line of this recipe."""

from __future__ import annotations

from katatx.engine.operations import divide, multiply
from katatx.engine.pencils import Pencil
from katatx.engine.recipe import recipe
from katatx.engine.values import Value


@recipe()
def arithmetic(pencil: Pencil, work: Value) -> Value:
    """Works an expression as typed; `work` is done with the pencil."""
    return work(pencil)


arithmetic.goes_wrong(
    "root", "root-not-taken", lambda line: line.given[0],
    happened="the root was not taken",
    instead="take the root first: √4 is 2",
)  # fmt: skip
arithmetic.goes_wrong(
    "power", "multiplied-for-power", lambda line: line.work(multiply, *line.given),
    happened="the number was multiplied by the power",
    instead="raise it: 3^2 is 3 times 3",
)  # fmt: skip
arithmetic.goes_wrong(
    "raise", "exponent-kept", lambda line: line.given[0],
    happened="the power was used as it is, without raising e",
    instead="raise e to it: e^1 is 2.718",
)  # fmt: skip
arithmetic.goes_wrong(
    "root", "halved", lambda line: line.work(divide, line.given[0], 2.0),
    happened="the number was halved where its root is asked",
    instead="the root is the number that times itself gives it",
)  # fmt: skip
arithmetic.goes_wrong(
    "divide", "not-divided", lambda line: line.given[0],
    happened="the division was left out",
    instead="divide by what stands under the line",
)  # fmt: skip
arithmetic.goes_wrong(
    "divide", "turned-over", lambda line: line.work(divide, line.given[1], line.given[0]),
    happened="the division was done the other way round",
    instead="divide what stands above by what stands below",
)  # fmt: skip
