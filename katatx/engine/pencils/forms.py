"""The unevaluated forms (fraction, power, calculation) that a key accepts as an answer."""

from __future__ import annotations

from katatx.engine.operations import Arithmetic
from katatx.engine.pencils.interval import Number
from katatx.engine.pencils.pencil import Effort, Pencil
from scoring.answer import Form

_FORMS = {
    **dict.fromkeys(("divide", "quotient", "remainder"), Form.FRACTION),
    **dict.fromkeys(("exp", "power", "square", "root", "log", "log2", "log10"), Form.POWER),
}


class FormPencil(Pencil):
    """Exact pencil that records which forms of answer would leave the asked operation undone.

    A form is an unevaluated way to write a number: a fraction, a power or a calculation. `effort` limits the work; None
    for no limit. With `line`, only operations inside the line of that number (from 0, as lines are begun) count; with
    None all count.
    """

    def __init__(self, effort: Effort | None = None, line: int | None = None) -> None:
        super().__init__(effort=effort)
        self._line = line
        self._asked: set[Form] = {Form.CALCULATION}

    def hand(self, operation: Arithmetic, numbers: tuple[Number, ...]) -> Number:
        """Return the result of one operation, and record the form that it rules out as an answer, if any.

        Nothing is recorded for an operation outside `line`. Raises EngineError if there is no result.
        """
        form = _FORMS.get(operation.name)
        if form is not None and (self._line is None or self.is_being_written(self._line)):
            self._asked.add(form)
        return super().hand(operation, numbers)

    @property
    def accepted(self) -> frozenset[Form]:
        """Return the forms that an answer may have after the work so far.

        A fraction is accepted if nothing was divided, a power if no power, root or logarithm was worked. A calculation
        is never accepted.
        """
        return frozenset(Form) - self._asked
