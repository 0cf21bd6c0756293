"""Layouts of a weight grid: with Wx each row makes one number (W·x), with xW each column does (x·W)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeAlias

from katatx.engine.errors import EngineError
from katatx.engine.values import Value, in_words, shape_of, shapes_in_words, transposed

Order: TypeAlias = str
WX: Order = "Wx"
XW: Order = "xW"
_ORDERS = {"Wx": WX, "W·x": WX, "xW": XW, "XW": XW, "x·W": XW, "X·W": XW}
_SIDES = {WX: "each row", XW: "each column", None: "each row or each column"}


def order_of(value: Value, recipe: str, name: str) -> Order:
    """Return a weight layout in its standard spelling. Raises EngineError for anything else."""
    found = _ORDERS.get(value) if isinstance(value, str) else None
    if found is None:
        rows = f"{name}=Wx if each row of the weights makes one number"
        raise EngineError(f"{recipe}: {name} is {in_words(value)}; write {rows}, {name}=xW if each column does")
    return found


def in_one_layout(given: Mapping[str, Value], sources: Mapping[str, str]) -> dict[str, Value]:
    """Return a recipe's arguments with every grid of weights in the layout Wx.

    `sources` names what passes through each grid of weights: a row, or the grid before it. Without the argument
    `order`, the weights have the first layout of Wx and xW that fits, else Wx. `order` becomes Wx.
    """
    order = given.get("order") or _fitting(given, sources) or WX
    turned = {name: transposed(given[name]) for name in sources if order == XW and given[name] is not None}
    return {**given, **turned, **({"order": WX} if "order" in given else {})}


def rows_of_weights(recipe: str, weights: Value, inputs: Value, order: Order | None) -> Value:
    """Return weights for a row of inputs in the layout Wx; `order` is their own, None for the first that fits.

    Raises EngineError if they do not fit.
    """
    fitting = _fitting({"weights": weights, "inputs": inputs}, {"weights": "inputs"}, order)
    if fitting is None:
        found = shapes_in_words(weights, inputs)
        raise EngineError(f"{recipe} is given {found}; write weights with {_SIDES[order]} as long as the inputs")
    return transposed(weights) if fitting == XW else weights


def _fitting(given: Mapping[str, Value], sources: Mapping[str, str], order: Order | None = None) -> Order | None:
    """Return the first layout, or `order` itself, in which every grid of weights fits what passes through it."""
    for each in (order,) if order else (WX, XW):
        made: dict[str, int] = {}
        for weights, source in sources.items():
            width = made.get(source, (shape_of(given[source]) or (1,))[-1])
            rows, columns = (width, width) if given[weights] is None else shape_of(given[weights])
            taken, made[weights] = (columns, rows) if each == WX else (rows, columns)
            if taken != width:
                break
        else:
            return each
    return None
