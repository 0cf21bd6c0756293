"""Addresses of pixels in a picture and in its patches.

The fold gives a pixel four labels: the band of patches down, the row in it, the band across, the column in it. The swap
exchanges the two in the middle.

Each call of a recipe's pencil writes one line and returns its value. Recipes raise EngineError for shapes or numbers
that they cannot work.
"""

from __future__ import annotations

from katatx.engine.operations import Arrangement, add, divide, keep, multiply, quotient, remainder
from katatx.engine.pencils.interval import Number, low_of
from katatx.engine.pencils.pencil import Pencil
from katatx.engine.recipe import recipe
from katatx.engine.recipes.numbers.checks import need_parts, need_whole
from katatx.engine.values import Row


@recipe("fold_labels")
def fold_address(pencil: Pencil, row: Number, column: Number, size: Number) -> Row:
    """Write a pixel's four labels after the fold: band down, row in it, band across, column in it; all from 0.

    `size` is the side of a patch in pixels.
    """
    for name, value, lowest in (("row", row, 0), ("column", column, 0), ("size", size, 1)):
        need_whole(value, name, lowest)
    band_down = pencil("band down", quotient, row, size)
    row_inside = pencil("row in it", remainder, row, size)
    band_across = pencil("band across", quotient, column, size)
    column_inside = pencil("column in it", remainder, column, size)
    return pencil("labels", keep, (band_down, row_inside, band_across, column_inside))


def _relabelled(*order: int) -> Arrangement:
    """Return an arrangement that reorders the labels: `order` has, for each place, the index of its label, from 0."""
    return Arrangement("labels", lambda labels: tuple(labels[index] for index in order))


_SWAPPED = _relabelled(0, 2, 1, 3)

fold_address.goes_wrong(
    "labels", "remainder-first", lambda line: line.work(_relabelled(1, 0, 3, 2), *line.given),
    happened="wrote the remainder before the whole part",
    instead="write first how often the size goes in, then what is left",
)  # fmt: skip
fold_address.goes_wrong(
    "labels", "column-first", lambda line: line.work(_relabelled(2, 3, 0, 1), *line.given),
    happened="wrote the labels of the column before those of the row",
    instead="write the labels of the row first",
)  # fmt: skip
fold_address.goes_wrong(
    "labels", "swapped-already", lambda line: line.work(_SWAPPED, *line.given),
    happened="swapped the two middle labels",
    instead="keep the order of the fold here: the swap comes later",
)  # fmt: skip
fold_address.goes_wrong(
    "labels", "counted-from-1", lambda line: line.work(add, line.given[0], 1.0),
    happened="counted bands and places from 1",
    instead="count everything from 0: row 0 is in band 0",
)  # fmt: skip


@recipe("swap_labels")
def swap_address(pencil: Pencil, row: Number, column: Number, size: Number) -> Row:
    """Write a pixel's four labels after the swap: both bands first, then both places inside.

    `size` is the side of a patch in pixels. All count from 0, and in each pair the label of the row comes first.
    """
    folded = pencil("fold", fold_address, row, column, size)
    return pencil("swap", _SWAPPED, folded)


swap_address.goes_wrong(
    "swap", "not-swapped", lambda line: line.given[0],
    happened="left the labels in the order of the fold",
    instead="bring the two bands together, then the two places inside",
)  # fmt: skip
swap_address.goes_wrong(
    "swap", "places-first", lambda line: line.work(_relabelled(1, 3, 0, 2), *line.given),
    happened="wrote the places inside before the bands",
    instead="write the bands first: they say which patch it is",
)  # fmt: skip
swap_address.goes_wrong(
    "swap", "halves-exchanged", lambda line: line.work(_relabelled(2, 3, 0, 1), *line.given),
    happened="exchanged the labels of the row with those of the column",
    instead="exchange only the two in the middle",
)  # fmt: skip


@recipe("place_in_line")
def flat_index(pencil: Pencil, row: Number, column: Number, width: Number) -> Number:
    """Find the index of a pixel in the flattened picture, rows end to end; index, row and column count from 0."""
    for name, value, lowest in (("row", row, 0), ("width", width, 1)):
        need_whole(value, name, lowest)
    need_whole(column, "column", 0, low_of(width) - 1)
    before = pencil("full rows", multiply, row, width)
    return pencil("column", add, before, column)


flat_index.goes_wrong(
    "column", "counted-from-1", lambda line: line.work(add, line.work(add, *line.given), 1.0),
    happened="counted the first place as number 1",
    instead="count from 0",
)  # fmt: skip
flat_index.goes_wrong(
    "full rows", "row-not-multiplied", lambda line: line.given[0],
    happened="counted each full row as one",
    instead="multiply by the width: every row before it holds that many pixels",
)  # fmt: skip
flat_index.goes_wrong(
    "column", "column-first",
    lambda line: line.work(
        add, line.work(multiply, line.inputs["column"], line.inputs["width"]), line.inputs["row"]
    ),
    happened="multiplied the column and added the row",
    instead="multiply the row by the width, and add the column",
)  # fmt: skip


@recipe("chip_and_spot")
def patch_address(pencil: Pencil, row: Number, column: Number, size: Number, width: Number) -> Row:
    """Find the patch of a pixel and its index in that patch, both from 0, for a picture of this width.

    `size` is the side of a patch in pixels, and divides the width evenly. Row and column count from 0.
    """
    need_parts(width, size, "width")
    need_whole(column, "column", 0, low_of(width) - 1)
    band_down, band_across, row_inside, column_inside = pencil("labels", swap_address, row, column, size)
    across = pencil("patches across", divide, width, size)
    patch = pencil("patch", flat_index, band_down, band_across, across)
    place = pencil("place", flat_index, row_inside, column_inside, size)
    return pencil("address", keep, (patch, place))


patch_address.divides_evenly = True


patch_address.goes_wrong(
    "patch", "size-for-across",
    lambda line: line.work(add, line.work(multiply, line.given[0], line.inputs["size"]), line.given[1]),
    happened="used the side of a patch instead of the number of patches across",
    instead="divide the width by the side",
)  # fmt: skip
patch_address.goes_wrong(
    "address", "place-first", lambda line: line.given[0][::-1],
    happened="wrote the place before the patch",
    instead="write the patch first, then the place in it",
)  # fmt: skip
patch_address.goes_wrong(
    "address", "in-the-flat-line",
    lambda line: line.work(flat_index, line.inputs["row"], line.inputs["column"], line.inputs["width"]),
    happened="gave the place in the uncut picture",
    instead="say which patch, and which place inside it",
)  # fmt: skip


@recipe("dot_address")
def pixel_address(pencil: Pencil, patch: Number, place: Number, size: Number, width: Number) -> Row:
    """Find the row and column of a pixel from its patch and its index in it, all from 0.

    `size` is the side of a patch in pixels, and divides the width of the picture evenly.
    """
    need_parts(width, size, "width")
    need_whole(patch, "patch", 0)
    need_whole(place, "place", 0, low_of(size) ** 2 - 1)
    across = pencil("patches across", divide, width, size)
    band_down = pencil("band down", quotient, patch, across)
    band_across = pencil("band across", remainder, patch, across)
    row_inside = pencil("row in it", quotient, place, size)
    column_inside = pencil("column in it", remainder, place, size)
    row = pencil("row", flat_index, band_down, row_inside, size)
    column = pencil("column", flat_index, band_across, column_inside, size)
    return pencil("address", keep, (row, column))


pixel_address.divides_evenly = True


pixel_address.goes_wrong(
    "patches across", "size-for-across", lambda line: line.given[1],
    happened="used the side of a patch instead of the number of patches across",
    instead="divide the width by the side",
)  # fmt: skip
pixel_address.goes_wrong(
    "address", "column-first", lambda line: line.given[0][::-1],
    happened="wrote the column before the row",
    instead="write the row first",
)  # fmt: skip
pixel_address.goes_wrong(
    "row", "band-forgotten", lambda line: line.given[1],
    happened="left out the rows of the bands above",
    instead="count them: every band above holds as many rows as a patch",
)  # fmt: skip
