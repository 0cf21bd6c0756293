"""Which way a grid of weights is laid out: W·x, a row for each number it makes, or x·W, a column."""

from __future__ import annotations

from katatx.engine.errors import EngineError
from katatx.engine.recipe import WX, XW, Order
from katatx.engine.values import Grid, Row, Value, shape_of, transposed
from scoring.shapes import describe


def made_by(order: Order, width: int, *grids: Grid | None) -> int | None:
    """Return how many numbers a row of `width` is after going through grids one after the other.

    None where one does not fit. Grids that are None are left out.
    """
    for grid in grids:
        if grid is None:
            continue
        rows, columns = len(grid), len(grid[0])
        taken, made = (columns, rows) if order == WX else (rows, columns)
        if taken != width:
            return None
        width = made
    return width


def common_order(order: Order | None, *paths: tuple[int, *tuple[Grid | None, ...]]) -> Order:
    """Return the one order of all grids: as given, else the one that fits every path, else Wx.

    A path is the width of a row and the grids it goes through. Where both orders fit, it is Wx.
    """
    if order is not None:
        return order
    fitting = (each for each in (WX, XW) if all(made_by(each, *path) is not None for path in paths))
    return next(fitting, WX)


def as_rows(weights: Grid, order: Order) -> Grid:
    """Return the weights with one row for each number they make."""
    return weights if order == WX else transposed(weights)


def need_fit(recipe: str, order: Order | None, weights: Value, inputs: Row) -> None:
    """Raise EngineError naming both shapes where a row does not go through a grid in any order, or the one given."""
    if any(made_by(each, len(inputs), weights) is not None for each in ([order] if order else (WX, XW))):
        return
    found = f"{describe(shape_of(weights))} and {describe(shape_of(inputs))}"
    side = {WX: "each row", XW: "each column", None: "each row, or each column,"}[order]
    raise EngineError(f"{recipe} needs {side} of the weights as long as the inputs, and is given {found}")
