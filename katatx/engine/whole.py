"""Deciding whether an expression of whole numbers is whole for every choice of them."""

from __future__ import annotations

from collections.abc import Mapping
from math import isfinite

from katatx.engine.errors import EngineError
from katatx.engine.evaluate import work_out
from katatx.engine.names import names_used
from katatx.engine.operations import Arithmetic, divide
from katatx.engine.pencils.interval import Number, low_of
from katatx.engine.pencils.pencil import Pencil
from katatx.engine.standard_form import standard
from katatx.engine.values import Value, floats
from katatx.notation.syntax import Node


class _Whole(Pencil):
    """Exact pencil that records in `stays_whole` whether every operation gives whole numbers from whole numbers."""

    stays_whole = True

    def hand(self, operation: Arithmetic, numbers: tuple[Number, ...]) -> Number:
        """Return the result of one operation. Raises EngineError if there is none.

        `stays_whole` becomes False if an operand is not whole, or if the operation need not keep numbers whole. A
        division keeps them whole only in a recipe with `divides_evenly`.
        """
        evenly = operation is divide and self.recipe.divides_evenly
        self.stays_whole &= (operation.keeps_whole or evenly) and all(map(_is_whole, numbers))
        return super().hand(operation, numbers)


def stays_whole(node: Node, given: Mapping[str, Value]) -> bool:
    """Return whether an expression is certain to have a whole value whenever all given numbers are whole.

    Then saying that the answer is whole gives nothing away. `given` maps names to values. The result is False if a
    given number that the expression uses is not whole, if a step need not give a whole number, such as the division in
    `6 / 3` and `⌊a / 2⌋`, or if the expression has no value, or two readings. Infinite numbers count as whole.
    """
    used = (given[name] for name in names_used(node) if name in given)
    if not all(_is_whole(number) for value in used if not isinstance(value, str) for number in floats(value)):
        return False
    pencil = _Whole()
    try:
        value = work_out(standard(node, given), given, pencil)
    except EngineError:
        return False
    return pencil.stays_whole and all(map(_is_whole, floats(value)))


def _is_whole(number: Number) -> bool:
    """Return whether a number (the lower end of an interval) is whole or not finite."""
    low = low_of(number)
    return not isfinite(low) or low == int(low)
