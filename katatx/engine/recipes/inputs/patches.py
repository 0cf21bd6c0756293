"""Cutting a picture into square patches.

Each call of a recipe's pencil writes one line and returns its value. Recipes raise EngineError for shapes or numbers
that they cannot work.
"""

from __future__ import annotations

from katatx.engine.errors import EngineError
from katatx.engine.operations import Arrangement, add, divide, multiply
from katatx.engine.pencils.interval import Number
from katatx.engine.pencils.pencil import Pencil
from katatx.engine.recipe import recipe
from katatx.engine.recipes.numbers.checks import need_parts, need_whole, whole_number
from katatx.engine.values import Grid, Row, Value, flat, shapes_in_words, transposed


def _folded(picture: Grid, size: Number) -> Value:
    """Return the pixels nested by four indices: band down, row in it, band across, column in it."""
    step = whole_number(size, "size")
    return tuple(
        tuple(tuple(row[left : left + step] for left in range(0, len(row), step)) for row in picture[top : top + step])
        for top in range(0, len(picture), step)
    )


_fold = Arrangement("fold", _folded)
_swap = Arrangement("swap", lambda folded: tuple(transposed(band) for band in folded))
_glue = Arrangement("glue", lambda swapped, size: _cut(flat(swapped), size))


def _cut(numbers: Row, size: Number) -> Grid:
    """Return a row cut into rows of size·size numbers, one for each patch."""
    dots = whole_number(size, "size") ** 2
    return tuple(numbers[start : start + dots] for start in range(0, len(numbers), dots))


@recipe("patchify", "strips", "cut_into_patches")
def patches(pencil: Pencil, picture: Grid, size: Number) -> Grid:
    """Cut a picture into squares of size by size, a row each: fold, swap, glue (Dosovitskiy et al. 2021, eq. 1).

    Squares are listed from left to right, then downwards, and each is read row by row.
    """
    side = whole_number(size, "size")
    if len(picture) % side or len(picture[0]) % side:
        raise EngineError(
            f"patches: {shapes_in_words(picture)} cannot be cut into squares of {side} by {side}; write another size"
        )
    folded = pencil("fold", _fold, picture, size)
    swapped = pencil("swap", _swap, folded)
    return pencil("glue", _glue, swapped, size)


patches.goes_wrong(
    "swap", "strips-cut-as-rows", lambda line: line.given[0],
    happened="cut the picture along its rows",
    detail="the swap was left out",
    instead="exchange the two middle labels first: a square spans several rows",
)  # fmt: skip
patches.goes_wrong(
    "fold", "swap-before-fold", lambda line: _folded(transposed(line.given[0]), line.given[1]),
    happened="swapped before folding",
    instead="fold first: there are no labels to swap before that",
)  # fmt: skip
patches.goes_wrong(
    "glue", "down-each-square",
    lambda line: tuple(flat(transposed(square)) for band in line.given[0] for square in band),
    happened="read each square down its columns",
    instead="read each square row by row",
)  # fmt: skip
patches.goes_wrong(
    "glue", "squares-down-first", lambda line: _cut(flat(transposed(line.given[0])), line.given[1]),
    happened="listed the squares from top to bottom first",
    instead="list them from left to right first, then downwards",
)  # fmt: skip


@recipe("strip_count")
def patch_count(pencil: Pencil, height: Number, width: Number, size: Number) -> Number:
    """Count a picture's patches of size by size."""
    need_parts(height, size, "height")
    need_parts(width, size, "width")
    down = pencil("down", divide, height, size)
    across = pencil("across", divide, width, size)
    return pencil("multiply", multiply, down, across)


patch_count.divides_evenly = True


patch_count.goes_wrong(
    "multiply", "added", lambda line: line.work(add, *line.given),
    happened="added the patches down and across",
    instead="multiply them: every band of patches has that many across",
)  # fmt: skip
patch_count.goes_wrong(
    "multiply", "divided-once",
    lambda line: line.work(divide, line.work(multiply, *list(line.inputs.values())[:2]), line.inputs["size"]),
    happened="divided the number of pixels by the side of a patch",
    instead="divide by the side twice: a patch has side times side pixels",
)  # fmt: skip
patch_count.goes_wrong(
    "multiply", "across-only", lambda line: line.given[1],
    happened="counted only the patches across",
    instead="multiply by the patches down",
)  # fmt: skip


@recipe("dots_per_patch")
def patch_width(pencil: Pencil, size: Number, channels: Number | None = None) -> Number:
    """Count the numbers in one patch: size by size dots, each with its channels (1 where none are given)."""
    need_whole(size, "size")
    dots = pencil("dots", multiply, size, size)
    if channels is None:
        return dots
    need_whole(channels, "channels")
    return pencil("channels", multiply, dots, channels)


patch_width.goes_wrong(
    "dots", "one-side", lambda line: line.given[0],
    happened="counted one side alone",
    instead="multiply the side by itself: a patch is a square",
)  # fmt: skip
patch_width.goes_wrong(
    "dots", "sides-added", lambda line: line.work(add, *line.given),
    happened="added the two sides",
    instead="multiply them: every row of the square has that many pixels",
)  # fmt: skip
patch_width.goes_wrong(
    "dots", "all-four-sides", lambda line: line.work(multiply, line.given[0], 4.0),
    happened="added up the four sides",
    instead="count the pixels inside: side times side",
)  # fmt: skip
patch_width.goes_wrong(
    "channels", "channels-forgotten", lambda line: line.given[0],
    happened="counted every pixel as one number",
    instead="multiply by the channels: a pixel has one number for each",
)  # fmt: skip
