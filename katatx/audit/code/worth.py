"""Values of code as values of the page."""

from __future__ import annotations

import math
from typing import Any, NamedTuple

from katatx.audit.code.arrays import Array, Unsupported, as_array, is_scalar
from katatx.audit.expressions import Expression
from katatx.audit.known import Known, given, worked
from katatx.engine.interval import Interval
from katatx.engine.values import Value, flat, shaped
from katatx.notation.syntax import Name

_NAME = Name("#0", 1)
# Longer arrays are worked, and held against what is printed, but no line of a text is about them.
_MOST_IN_TEXT = 1_000


class Worth(NamedTuple):
    """What a value of code came to from true numbers and from printed ones, and what stands behind it."""

    true: Any
    printed: Any
    roots: frozenset[int] = frozenset()
    doubtful: bool = False

    def with_values(self, true: Any, printed: Any) -> Worth:
        """Other values with the same behind them."""
        return self._replace(true=true, printed=printed)


def as_value(value: Any) -> Value | None:
    """A number, a row or a grid as the page has them; None for anything else, and for what is not a number."""
    try:
        array = as_array(value)
    except Unsupported:
        return None
    if not array.numbers or len(array.shape) > 2 or any(isinstance(number, bool) for number in array.numbers):
        return None
    try:
        numbers = [float(number) for number in array.numbers]
    except OverflowError:
        return None
    return None if any(math.isnan(number) for number in numbers) else shaped(array.shape, numbers)


def known_of(worth: Worth, line: int, literal: bool = False) -> Known | None:
    """A value of code as one of the page; None where it is no number, row or grid."""
    true = as_value(worth.true)
    printed = true if worth.printed is worth.true else as_value(worth.printed)
    if true is None or printed is None or len(flat(true)) != len(flat(printed)):
        return None
    if worth.doubtful:
        ends = [(float(each), abs(float(each)) / 100 + 0.01) for each in as_array(worth.true).numbers]
        numbers = [Interval(each - off, each + off) for each, off in ends]
        shape = as_array(worth.true).shape
        return Known(printed, true, shaped(shape, numbers), given=False, line=line, roots=worth.roots)
    if literal:
        return given(true, line)
    if printed is true:
        return Known(true, true, true, given=False, line=line, roots=worth.roots)
    return worked(printed, true, line, worth.roots)


def expression_of(worth: Worth, line: int) -> Expression | None:
    """A value of code as an expression that printed numbers are held against."""
    known = known_of(worth, line)
    return None if known is None else Expression(_NAME, {"#0": known})


def is_short(value: Value) -> bool:
    """Whether a value is short enough for a text to be about it."""
    return len(flat(value)) <= _MOST_IN_TEXT


def from_page(value: Value) -> Any:
    """A value of the page as one of code."""
    if isinstance(value, tuple):
        return as_array([from_page(each) for each in value])
    return value


__all__ = ["Array", "Worth", "as_value", "expression_of", "from_page", "is_scalar", "is_short", "known_of"]
