"""Calculations with rounded lines, for the range of honest answers."""

from __future__ import annotations

from math import isfinite

from katatx.engine.errors import EngineError
from katatx.engine.operations import Arithmetic, divide
from katatx.engine.pencils.affine import Symbols, copies, kept, work
from katatx.engine.pencils.interval import Affine, Interval, Number, high_of, low_of
from katatx.engine.pencils.pencil import no_value, refuse_overflow
from katatx.engine.values import Value, flat
from scoring.key import Band
from scoring.places import DECIMALS, FIGURES


class Rounding:
    """Works calculations with rounded lines, and tracks the range of all honest roundings.

    Lines are rounded to `decimals`, or to `figures` significant figures if that is coarser. Results are Affine where
    rounding has an effect, and floats elsewhere; infinite numbers may lead to a plain Interval. `after` is what worked
    the lines before.
    """

    def __init__(self, decimals: int = DECIMALS, figures: int = FIGURES, after: Rounding | None = None) -> None:
        self.decimals = decimals
        self.figures = figures
        self.symbols: Symbols = Symbols(None if after is None else after.symbols)

    def hand(self, operation: Arithmetic, numbers: tuple[Number, ...]) -> Number:
        """Return the rounded result of one operation on numbers that may be uncertain.

        Raises EngineError if there is none, if it overflows, or if a divisor may be zero.
        """
        if operation is divide and isinstance(numbers[1], Interval) and numbers[1].low <= 0 <= numbers[1].high:
            raise EngineError(f"once lines are rounded, {no_value(operation, numbers, ZeroDivisionError())}")
        try:
            value = work(operation, numbers, self.symbols)
        except (ArithmeticError, ValueError) as error:
            raise EngineError(no_value(operation, numbers, error)) from error
        for end in (low_of(value), high_of(value)):
            if not isfinite(end):
                refuse_overflow(operation, numbers, end)
        if isinstance(value, Affine) and copies(operation, len(numbers)):
            return value
        return kept(value, self.decimals, self.figures, self.symbols)


def band_of(value: Value) -> Band:
    """Return the band of a Rounding pencil's result: for each number, row-major, the ends that honest rounding reaches.

    The last line is left unrounded here, because the digits of an answer say how it was rounded.
    """
    ends = [(isinstance(each, Affine) and each.before) or (low_of(each), high_of(each)) for each in flat(value)]
    return Band(tuple(low for low, _ in ends), tuple(high for _, high in ends))
