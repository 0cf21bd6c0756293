"""What calculations cost by hand, and the forms of answer that leave one undone."""

from __future__ import annotations

from collections.abc import Iterable

from katatx.engine.operations import Arithmetic
from katatx.engine.pencils.recording import Calculation
from katatx.notation.printing import write_number
from scoring.answer import Form

_FORMS = {
    **dict.fromkeys(("divide", "quotient", "remainder"), Form.FRACTION),
    **dict.fromkeys(("exp", "power", "square", "root", "log", "log2", "log10"), Form.POWER),
}


class Strokes:
    """The cost of a calculation by hand by kind; `digits` are those of the written results.

    A square root counts as a division: by hand it is found by dividing and averaging.
    """

    products = sums = exponentials = divisions = digits = 0

    def add(self, calculations: Iterable[Calculation]) -> None:
        """Count calculations; a sum of n numbers counts n - 1, and one without a `stroke` adds only digits."""
        for operation, numbers, result, _ in calculations:
            if operation.stroke is not None:
                cost = len(numbers) - 1 if operation.folds else 1
                setattr(self, operation.stroke, getattr(self, operation.stroke) + cost)
            self.digits += sum(map(str.isdigit, write_number(result)))


def accepted_forms(operations: Iterable[Arithmetic]) -> frozenset[Form]:
    """Return the forms of answer that leave none of these operations undone; roots and logarithms count as powers."""
    undone = {_FORMS.get(each.name) for each in operations}
    return frozenset(Form) - undone - {Form.CALCULATION}
