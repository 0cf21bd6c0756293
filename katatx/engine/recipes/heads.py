"""Several heads: how wide each is, and how they are glued back."""

from __future__ import annotations

from katatx.engine.errors import EngineError
from katatx.engine.interval import Number
from katatx.engine.operations import add, divide, glue, multiply
from katatx.engine.pencils import Pencil
from katatx.engine.recipe import recipe
from katatx.engine.values import Row


@recipe()
def head_width(pencil: Pencil, width: Number, heads: Number) -> Number:
    """How wide each head's tags are when one width is split between the heads."""
    return pencil("split", divide, width, heads)


head_width.goes_wrong(
    "split", "not-split", lambda line: line.given[0],
    happened="every head was given the full width",
    instead="split the width: each head gets its share",
)  # fmt: skip
head_width.goes_wrong(
    "split", "multiplied", lambda line: line.work(multiply, *line.given),
    happened="the width was multiplied by the number of heads",
    instead="divide it by the number of heads",
)  # fmt: skip
head_width.goes_wrong(
    "split", "turned-round", lambda line: line.work(divide, *reversed(line.given)),
    happened="the number of heads was divided by the width",
    instead="divide the width by the number of heads",
)  # fmt: skip


@recipe()
def glued_width(pencil: Pencil, width: Number, heads: Number) -> Number:
    """How wide the glued result is when one width is split between heads."""
    narrow = pencil("split", head_width, width, heads)
    return pencil("glue", multiply, heads, narrow)


glued_width.goes_wrong(
    "glue", "one-head", lambda line: line.given[1],
    happened="only one head's width was counted",
    instead="lay the heads side by side: their widths add up",
)  # fmt: skip
glued_width.goes_wrong(
    "glue", "count-added", lambda line: line.work(add, *line.given),
    happened="the number of heads was added to one head's width",
    instead="add one head's width for every head",
)  # fmt: skip


@recipe("glue", "concatenate")
def glue_heads(pencil: Pencil, first: Row, second: Row) -> Row:
    """Lays two heads' rows side by side."""
    return pencil("glue", glue, first, second)


glue_heads.goes_wrong(
    "glue", "added", lambda line: line.work(add, *line.given),
    happened="the heads' rows were added",
    instead="lay them side by side: heads are glued, not summed",
)  # fmt: skip
glue_heads.goes_wrong(
    "glue", "second-first", lambda line: line.given[1] + line.given[0],
    happened="the second head was laid first",
    instead="keep the order: head 1, then head 2",
)  # fmt: skip
glue_heads.goes_wrong(
    "glue", "interleaved", lambda line: _interleaved(*line.given),
    happened="the two rows were dealt out in turns",
    instead="lay the whole first row down, then the whole second",
)  # fmt: skip


def _interleaved(first: Row, second: Row) -> Row:
    if len(first) != len(second):
        raise EngineError("rows of different width cannot be dealt in turns")
    return tuple(number for pair in zip(first, second, strict=True) for number in pair)
