"""Where one dot of a picture goes when it is cut into patches, and back."""

from __future__ import annotations

from katatx.engine.interval import Number
from katatx.engine.operations import Arrangement, add, divide, keep, multiply, quotient, remainder
from katatx.engine.pencils import Pencil
from katatx.engine.recipe import recipe
from katatx.engine.recipes.checks import whole_number, whole_parts
from katatx.engine.values import Row


@recipe("fold_labels")
def fold_address(pencil: Pencil, row: Number, column: Number, size: Number) -> Row:
    """A dot's four labels after the fold: band down, row in it, band across, column in it; all from 0."""
    for name, value, lowest in (("row", row, 0), ("column", column, 0), ("size", size, 1)):
        whole_number(value, name, lowest)
    band_down = pencil("band down", quotient, row, size)
    row_inside = pencil("row in it", remainder, row, size)
    band_across = pencil("band across", quotient, column, size)
    column_inside = pencil("column in it", remainder, column, size)
    return pencil("labels", keep, (band_down, row_inside, band_across, column_inside))


def _relabelled(*order: int) -> Arrangement:
    return Arrangement("labels", lambda labels: tuple(labels[index] for index in order))


_SWAPPED = _relabelled(0, 2, 1, 3)

fold_address.goes_wrong(
    "labels", "remainder-first", lambda line: line.work(_relabelled(1, 0, 3, 2), *line.given),
    happened="the remainder was written where the whole part belongs",
    instead="the band is how often the size goes in; the rest is the place inside",
)  # fmt: skip
fold_address.goes_wrong(
    "labels", "column-first", lambda line: line.work(_relabelled(2, 3, 0, 1), *line.given),
    happened="the labels across were written before those down",
    instead="down comes first, as the row does in the picture",
)  # fmt: skip
fold_address.goes_wrong(
    "labels", "swapped-already", lambda line: line.work(_SWAPPED, *line.given),
    happened="the labels were swapped already",
    instead="the fold only renames; the swap comes after",
)  # fmt: skip
fold_address.goes_wrong(
    "labels", "counted-from-1", lambda line: line.work(add, line.given[0], 1.0),
    happened="bands and places were counted from 1",
    instead="everything counts from 0: row 0 is in band 0",
)  # fmt: skip


@recipe("swap_labels")
def swap_address(pencil: Pencil, row: Number, column: Number, size: Number) -> Row:
    """A dot's four labels after the swap: both bands first, then both places inside."""
    folded = pencil("fold", fold_address, row, column, size)
    return pencil("swap", _SWAPPED, folded)


swap_address.goes_wrong(
    "swap", "not-swapped", lambda line: line.given[0],
    happened="the labels were left in the order of the fold",
    instead="bring the two bands together, then the two places inside",
)  # fmt: skip
swap_address.goes_wrong(
    "swap", "places-first", lambda line: line.work(_relabelled(1, 3, 0, 2), *line.given),
    happened="the places inside were written before the bands",
    instead="bands first: they say which patch it is",
)  # fmt: skip
swap_address.goes_wrong(
    "swap", "halves-exchanged", lambda line: line.work(_relabelled(2, 3, 0, 1), *line.given),
    happened="the labels down changed places with those across",
    instead="only the two in the middle change places",
)  # fmt: skip


@recipe("place_in_line")
def flat_index(pencil: Pencil, row: Number, column: Number, width: Number) -> Number:
    """Where a dot stands when the rows are laid end to end, counted from 0."""
    for name, value, lowest in (("row", row, 0), ("width", width, 1)):
        whole_number(value, name, lowest)
    whole_number(column, "column", 0, whole_number(width, "width") - 1)
    before = pencil("full rows", multiply, row, width)
    return pencil("column", add, before, column)


flat_index.goes_wrong(
    "column", "counted-from-1", lambda line: line.work(add, line.work(add, *line.given), 1.0),
    happened="the first place was taken for number 1",
    instead="count from 0",
)  # fmt: skip
flat_index.goes_wrong(
    "full rows", "row-not-multiplied", lambda line: line.given[0],
    happened="each full row was counted as one",
    instead="every row before it holds a whole width of them: multiply",
)  # fmt: skip
flat_index.goes_wrong(
    "column", "column-first",
    lambda line: line.work(
        add, line.work(multiply, line.inputs["column"], line.inputs["width"]), line.inputs["row"]
    ),
    happened="the column was multiplied and the row added",
    instead="multiply the row by the width, and add the column",
)  # fmt: skip


@recipe("chip_and_spot")
def patch_address(pencil: Pencil, row: Number, column: Number, size: Number, width: Number) -> Row:
    """Which patch a dot of a picture that wide goes to, and its place there, counted from 0."""
    whole_parts(width, size, "width")
    whole_number(column, "column", 0, whole_number(width, "width") - 1)
    band_down, band_across, row_inside, column_inside = pencil("labels", swap_address, row, column, size)
    across = pencil("patches across", divide, width, size)
    patch = pencil("patch", flat_index, band_down, band_across, across)
    place = pencil("place", flat_index, row_inside, column_inside, size)
    return pencil("address", keep, (patch, place))


patch_address.goes_wrong(
    "patch", "size-for-across",
    lambda line: line.work(add, line.work(multiply, line.given[0], line.inputs["size"]), line.given[1]),
    happened="the patch's side was used for how many patches lie across",
    instead="patches across are the width divided by the side",
)  # fmt: skip
patch_address.goes_wrong(
    "address", "place-first", lambda line: line.given[0][::-1],
    happened="the place was written before the patch",
    instead="the patch comes first, then the place in it",
)  # fmt: skip
patch_address.goes_wrong(
    "address", "in-the-flat-line",
    lambda line: line.work(flat_index, line.inputs["row"], line.inputs["column"], line.inputs["width"]),
    happened="the place in the uncut picture was given",
    instead="say which patch, and which place inside it",
)  # fmt: skip


@recipe("dot_address")
def pixel_address(pencil: Pencil, patch: Number, place: Number, size: Number, width: Number) -> Row:
    """The row and column of a dot, from its patch and its place there; all counted from 0."""
    whole_parts(width, size, "width")
    whole_number(patch, "patch", 0)
    whole_number(place, "place", 0, whole_number(size, "size") ** 2 - 1)
    across = pencil("patches across", divide, width, size)
    band_down = pencil("band down", quotient, patch, across)
    band_across = pencil("band across", remainder, patch, across)
    row_inside = pencil("row in it", quotient, place, size)
    column_inside = pencil("column in it", remainder, place, size)
    row = pencil("row", flat_index, band_down, row_inside, size)
    column = pencil("column", flat_index, band_across, column_inside, size)
    return pencil("address", keep, (row, column))


pixel_address.goes_wrong(
    "patches across", "size-for-across", lambda line: line.given[1],
    happened="the patch's side was used for how many patches lie across",
    instead="patches across are the width divided by the side",
)  # fmt: skip
pixel_address.goes_wrong(
    "address", "column-first", lambda line: line.given[0][::-1],
    happened="the column was written before the row",
    instead="the row comes first, as everywhere",
)  # fmt: skip
pixel_address.goes_wrong(
    "row", "band-forgotten", lambda line: line.given[1],
    happened="the rows of the bands above were not counted",
    instead="every band above holds as many rows as a patch has",
)  # fmt: skip
