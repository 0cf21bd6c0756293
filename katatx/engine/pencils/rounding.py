"""Pencils that round every line: for the range of honest answers, and in one fixed way."""

from __future__ import annotations

from math import floor, isfinite

from katatx.engine.errors import EngineError
from katatx.engine.operations import Arithmetic, divide
from katatx.engine.pencils.affine import Symbols, common_step, copies, kept, work
from katatx.engine.pencils.interval import Affine, Interval, Number, high_of, low_of
from katatx.engine.pencils.pencil import Effort, Pencil, no_value, refuse_overflow
from katatx.engine.recipe import WrongTurn
from katatx.engine.values import Value, flat
from scoring.key import Band
from scoring.places import DECIMALS, FIGURES, unit, whole_at

# Rounding a result takes about as long as four calculations.
ROUNDING_COST = 4
# Decimals to which a scaled number is rounded before ties are detected.
_DIGITS = 9


class Rounding(Pencil):
    """Pencil that rounds every line and tracks the range of all honest roundings.

    Lines are rounded to `decimals`, or to `figures` significant figures if that is coarser. Results are Affine where
    rounding has an effect, and floats elsewhere; infinite numbers may lead to a plain Interval.
    """

    def __init__(
        self,
        turn: WrongTurn | None = None,
        decimals: int = DECIMALS,
        figures: int = FIGURES,
        effort: Effort | None = None,
        after: Rounding | None = None,
    ) -> None:
        super().__init__(turn, effort, after)
        self.decimals = decimals
        self.figures = figures
        self.symbols: Symbols = Symbols(None if after is None else after.symbols)

    def hand(self, operation: Arithmetic, numbers: tuple[Number, ...]) -> Number:
        """Return the rounded result of one operation on numbers that may be uncertain.

        Raises EngineError if there is none, if it overflows, or if a divisor may be zero; Exhausted if effort is spent.
        """
        if self.effort is not None:
            self.effort.spend(ROUNDING_COST)
        if operation is divide and isinstance(numbers[1], Interval) and numbers[1].low <= 0 <= numbers[1].high:
            raise EngineError(f"once lines are rounded, {no_value(operation, numbers, ZeroDivisionError())}")
        try:
            value = work(operation, numbers, self.symbols)
        except (ArithmeticError, ValueError) as error:
            raise EngineError(no_value(operation, numbers, error)) from error
        for end in (low_of(value), high_of(value)):
            if not isfinite(end):
                refuse_overflow(operation, numbers, end)
        if not isinstance(value, Affine):
            return kept(value, self.decimals, self.figures, self.symbols)
        if copies(operation, len(numbers)):
            return value
        step = common_step(operation, numbers, self.decimals)
        return kept(value, self.decimals, self.figures, self.symbols, step)


class Plain(Pencil):
    """Pencil that rounds every line in one fixed way, to a single number.

    Lines are rounded to `decimals`, or to `figures` significant figures if that is coarser; None sets no limit of
    figures. Ties go to even if `to_even`, else away from zero. A number that ends within `ends_at` decimals is not
    rounded.
    """

    def __init__(
        self, decimals: int, figures: int | None, to_even: bool, ends_at: int, effort: Effort | None = None
    ) -> None:
        super().__init__(effort=effort)
        self.decimals = decimals
        self.ends_at = ends_at
        self.figures = figures
        self.to_even = to_even
        # By id: (rounded number, unrounded value). Keeping the number alive keeps its id unique.
        self._before: dict[int, tuple[float, float]] = {}

    def hand(self, operation: Arithmetic, numbers: tuple[Number, ...]) -> Number:
        """Return the rounded result of one operation on floats. Raises EngineError if there is none."""
        value = low_of(super().hand(operation, numbers))
        if not isfinite(value) or whole_at(value, self.ends_at):
            return value
        step = 10.0**-self.decimals if self.figures is None else unit(value, self.decimals, self.figures)
        scaled = round(value / step, _DIGITS)
        whole = round(scaled) if self.to_even else floor(abs(scaled) + 0.5) * (1 if scaled > 0 else -1)
        kept = whole * step if step >= 1 else whole / round(1 / step)
        self._before[id(kept)] = kept, value
        return kept

    def unrounded(self, number: float) -> float:
        """Return the value before its line was rounded of the very object that the pencil returned; others as is."""
        return self._before[id(number)][1] if id(number) in self._before else number


def band_of(value: Value) -> Band:
    """Return the band of a Rounding pencil's result: for each number, row-major, the ends that honest rounding reaches.

    The last line is left unrounded here, because the digits of an answer say how it was rounded.
    """
    ends = [(isinstance(each, Affine) and each.before) or (low_of(each), high_of(each)) for each in flat(value)]
    return Band(tuple(low for low, _ in ends), tuple(high for _, high in ends))
