"""Deciding whether an expression of whole numbers is whole for every choice of them."""

from __future__ import annotations

from collections.abc import Mapping
from math import isfinite

from katatx.engine.errors import EngineError
from katatx.engine.evaluate import work_out
from katatx.engine.names import names_used
from katatx.engine.operations import divide
from katatx.engine.pencils.interval import Number, low_of
from katatx.engine.pencils.recording import Calculation, Recording
from katatx.engine.standard_form import standard
from katatx.engine.values import Value, floats
from katatx.notation.syntax import Node


def stays_whole(node: Node, given: Mapping[str, Value]) -> bool:
    """Return whether an expression is certain to have a whole value whenever all given numbers are whole.

    `given` maps names to values. False if one that is used is not whole, if a step need not give a whole number, such
    as the division in `6 / 3`, or if there is no value, or two readings. Infinite numbers count as whole.
    """
    used = (given[name] for name in names_used(node) if name in given)
    if not all(_is_whole(number) for value in used if not isinstance(value, str) for number in floats(value)):
        return False
    pencil = Recording()
    try:
        value = work_out(standard(node, given), given, pencil)
    except EngineError:
        return False
    return all(map(_keeps_whole, pencil.record.all_calculations())) and all(map(_is_whole, floats(value)))


def _keeps_whole(done: Calculation) -> bool:
    evenly = done.operation is divide and done.recipe.divides_evenly
    return (done.operation.keeps_whole or evenly) and all(map(_is_whole, done.numbers))


def _is_whole(number: Number) -> bool:
    return not isfinite(low_of(number)) or low_of(number).is_integer()
