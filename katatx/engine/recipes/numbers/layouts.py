"""Layouts of a weight grid: W·x has one row for each output number, x·W one column."""

from __future__ import annotations

from katatx.engine.errors import EngineError
from katatx.engine.recipe import WX, XW, Order
from katatx.engine.values import Grid, Row, Value, shapes_in_words, transposed


def made_by(order: Order, width: int, *grids: Grid | None) -> int | None:
    """Return the length of a row of `width` numbers after passing through the grids one by one; None if one cannot fit.

    `order` is their layout. Grids that are None are skipped.
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
    """Return the layout of all grids: the one given, else the first of Wx and xW that fits every path, else Wx.

    A path is the length of a row and the grids it passes through; grids that are None are skipped.
    """
    if order is not None:
        return order
    fitting = (each for each in (WX, XW) if all(made_by(each, *path) is not None for path in paths))
    return next(fitting, WX)


def as_rows(weights: Grid, order: Order) -> Grid:
    """Return the weights with one row for each output number."""
    return weights if order == WX else transposed(weights)


def need_fit(recipe: str, order: Order | None, weights: Value, inputs: Row) -> None:
    """Raise EngineError, naming both shapes, if the inputs do not fit the weights in the given layout; None for either.

    `recipe` is the recipe's name.
    """
    if any(made_by(each, len(inputs), weights) is not None for each in ([order] if order else (WX, XW))):
        return
    found = shapes_in_words(weights, inputs)
    side = {WX: "each row", XW: "each column", None: "each row or each column"}[order]
    raise EngineError(f"{recipe} is given {found}; write weights with {side} as long as the inputs")
