"""The pencil that counts strokes: single calculations done by hand."""

from __future__ import annotations

from dataclasses import dataclass

from katatx.engine.operations import Arithmetic
from katatx.engine.pencils.interval import Number, low_of
from katatx.engine.pencils.pencil import Pencil
from katatx.notation.printing import write_number


@dataclass(slots=True, repr=False)
class Strokes:
    """The cost of a calculation by hand, counted by kind of operation.

    A square root counts as a division: by hand it is found by dividing and averaging. `digits` is the total number of
    digits in the written results.
    """

    products: int = 0
    sums: int = 0
    exponentials: int = 0
    divisions: int = 0
    digits: int = 0

    def add(self, operation: Arithmetic, numbers: int, digits: int) -> None:
        """Count one operation on `numbers` operands, and the `digits` of its result.

        A sum of n numbers counts n - 1. An operation without a `stroke` adds only its digits.
        """
        if operation.stroke is not None:
            cost = numbers - 1 if operation.folds else 1
            setattr(self, operation.stroke, getattr(self, operation.stroke) + cost)
        self.digits += digits


class Counting(Pencil):
    """Exact pencil that counts the operations a person would do by hand."""

    def __init__(self) -> None:
        super().__init__()
        self.strokes = Strokes()

    def hand(self, operation: Arithmetic, numbers: tuple[Number, ...]) -> Number:
        """Return the result of one operation, and add it to `strokes`. Raises EngineError if there is none."""
        value = super().hand(operation, numbers)
        self.strokes.add(operation, len(numbers), sum(letter.isdigit() for letter in write_number(low_of(value))))
        return value
