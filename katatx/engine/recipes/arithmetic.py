"""Plain sums as typed, `10/√4` or `2·3 + 0·0`: each sign is a line of this recipe."""

from __future__ import annotations

from katatx.engine.operations import multiply
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
    instead="multiply it by itself that many times",
)  # fmt: skip
arithmetic.goes_wrong(
    "raise", "exponent-kept", lambda line: line.given[0],
    happened="the power was used as it is, without raising e",
    instead="raise e to it: e^1 is 2.718",
)  # fmt: skip
