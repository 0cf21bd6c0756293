"""Transposing a grid, and permuting rows.

Each call of a recipe's pencil writes one line and returns its value. A function that takes a Line works a known
mistake of that line, or a part of it. Recipes raise EngineError for shapes or numbers that they cannot work.
"""

from __future__ import annotations

from katatx.engine.errors import EngineError
from katatx.engine.operations import Arrangement, transposing
from katatx.engine.pencils.interval import low_of
from katatx.engine.pencils.pencil import Pencil
from katatx.engine.recipe import Line, recipe
from katatx.engine.recipes.numbers.checks import whole_number
from katatx.engine.values import Grid, Row, transposed

# A grid of ones has the square of this many entries.
_LONGEST = 100


@recipe("turned")
def transpose(pencil: Pencil, grid: Grid) -> Grid:
    """Write the columns of a grid as rows."""
    return pencil("columns as rows", transposing, grid)


transpose.goes_wrong(
    "columns as rows", "left-as-it-is", lambda line: line.given[0],
    happened="left the grid as it was",
    instead="write its first column as the first row, and so on",
)  # fmt: skip
transpose.goes_wrong(
    "columns as rows", "rows-reversed", lambda line: line.given[0][::-1],
    happened="wrote the rows from the last to the first",
    instead="write the columns as rows, in the same order",
)  # fmt: skip
transpose.goes_wrong(
    "columns as rows", "quarter-turn", lambda line: transposed(line.given[0][::-1]),
    happened="rotated the grid by 90 degrees",
    instead="exchange rows and columns: what is in row i, column j goes to row j, column i",
)  # fmt: skip


def _order(order: Row) -> tuple[int, ...]:
    """Return an order as indices from 0.

    Raises EngineError if it is not a permutation of 1 to its length, or longer than 100.
    """
    if len(order) > _LONGEST:
        raise EngineError(f"the order has {len(order)} slots; write at most {_LONGEST}")
    indices = tuple(whole_number(slot, "a slot of the order", 1, len(order)) - 1 for slot in order)
    if len(set(indices)) != len(indices):
        raise EngineError(f"the order names a slot twice; write each number from 1 to {len(order)} once")
    return indices


def _ones(order: Row) -> Grid:
    """Return the permutation matrix of an order: row k has its 1 in the column that `order` names at k, from 1."""
    return tuple(tuple(float(column == index) for column in range(len(order))) for index in _order(order))


_write_ones = Arrangement("ones", _ones)


@recipe("permutation_matrix")
def permutation_grid(pencil: Pencil, order: Row) -> Grid:
    """Write the grid that re-orders a row: row k has its 1 at the slot that goes to place k, counted from 1.

    `order` names that slot at place k; it has at most 100 places.
    """
    return pencil("ones", _write_ones, order)


permutation_grid.goes_wrong(
    "ones", "on-its-side", lambda line: transposed(_ones(line.given[0])),
    happened="exchanged rows and columns",
    instead="put the 1 of row k in the column that the order names at place k",
)  # fmt: skip
permutation_grid.goes_wrong(
    "ones", "counted-from-0", lambda line: tuple(row[-1:] + row[:-1] for row in _ones(line.given[0])),
    happened="counted the slots from 0",
    instead="count from 1: the first slot is number 1",
)  # fmt: skip
permutation_grid.goes_wrong(
    "ones", "identity", lambda line: tuple(_ones(tuple(float(n + 1) for n in range(len(line.given[0]))))),
    happened="left the ones on the diagonal",
    detail="that changes nothing",
    instead="put the 1 of row k in the column that the order names at place k",
)  # fmt: skip


@recipe("permute")
def reorder(pencil: Pencil, row: Row, order: Row) -> Row:
    """Re-order a row: place k of the result holds the slot that `order` names there, counted from 1."""
    if len(row) != len(order):
        raise EngineError(
            f"reorder is given a row of {len(row)} and as order a row of {len(order)}; write {len(row)} places in it"
        )
    return pencil("read", _read, row, order)


_read = Arrangement("read", lambda row, order: tuple(row[index] for index in _order(order)))


def _sent(line: Line) -> Row:
    """Return the row with slot k wrongly moved to the place that the order names, instead of read from it."""
    row, order = line.given
    places = {index: place for place, index in enumerate(_order(order))}
    return tuple(row[places[index]] for index in range(len(row)))


reorder.goes_wrong(
    "read", "sent-for-read", _sent,
    happened="moved number k to the place that the order names at k",
    instead="take new number k from the place that the order names at k",
)  # fmt: skip
reorder.goes_wrong(
    "read", "counted-from-0",
    lambda line: tuple(line.given[0][int(low_of(slot)) % len(line.given[0])] for slot in line.given[1]),
    happened="counted the slots from 0",
    instead="count from 1: the first slot is number 1",
)  # fmt: skip
reorder.goes_wrong(
    "read", "left-as-it-is", lambda line: line.given[0],
    happened="left the row as it was",
    instead="take the numbers in the order given",
)  # fmt: skip
