"""The pencil that records a working, from which the written working, strokes and accepted forms are made."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import NamedTuple

from katatx.engine.operations import Arithmetic, Operation, keep
from katatx.engine.pencils.pencil import Effort, Pencil
from katatx.engine.recipe import ROWS, Line, Recipe, WrongTurn
from katatx.engine.values import Value
from katatx.notation.printing import write_number
from scoring.answer import Form

_FORMS = {
    **dict.fromkeys(("divide", "quotient", "remainder"), Form.FRACTION),
    **dict.fromkeys(("exp", "power", "square", "root", "log", "log2", "log10"), Form.POWER),
}


class Calculation(NamedTuple):
    """A single calculation done by hand, in the innermost `recipe` being worked."""

    operation: Arithmetic
    numbers: tuple[float, ...]
    result: float
    recipe: Recipe


class RecordedLine:
    """A line that was worked, or a heading such as `row 2`, with its own `calculations` and the `lines` inside it.

    `number` is its position in the working from 0; None for a heading, and for a wrong turn on a whole grid.
    `belongs_to` is the recipe line that it is, `softmax/divide`, or that a heading is part of; empty outside every
    line. `is_turned` marks a line that a wrong turn replaced.
    """

    def __init__(
        self,
        name: str,
        how: Operation | Recipe,
        given: tuple[Value, ...],
        belongs_to: str = "",
        number: int | None = None,
        is_turned: bool = False,
    ) -> None:
        self.name = name
        self.how = how
        self.given = given
        self.belongs_to = belongs_to
        self.number = number
        self.is_turned = is_turned
        self.value: Value = None
        self.calculations: list[Calculation] = []
        self.lines: list[RecordedLine] = []

    def walk(self) -> Iterator[RecordedLine]:
        """Yield this line and all lines inside it, in the order begun."""
        yield self
        for line in self.lines:
            yield from line.walk()

    def all_calculations(self) -> Iterator[Calculation]:
        """Yield the calculations of this line and of all lines inside it."""
        for line in self.walk():
            yield from line.calculations


class Recording(Pencil):
    """Exact pencil that records every line inside `record`, which stands for the whole expression.

    With a wrong turn, it records the working of a learner who made that mistake and continued correctly from it.
    """

    def __init__(self, turn: WrongTurn | None = None, effort: Effort | None = None, at: int | None = None) -> None:
        super().__init__(turn, effort, at=at)
        self.record = self._open = RecordedLine("", keep, ())

    def __call__(self, line: str, how: Operation | Recipe, *given: Value) -> Value:
        made = RecordedLine(line, how, given, f"{self._frames[-1][0].name}/{line}", self._number)
        return self._record(made, super().__call__, line, how, *given)

    def take_turn(self, line: Line) -> Value:
        """Take the wrong turn as Pencil does; a whole grid is recorded as one line `rows`."""
        if self.turn is not None and self.turn.line == ROWS:
            made = RecordedLine(ROWS, line.how, line.given, self._open.belongs_to, is_turned=True)
            return self._record(made, super().take_turn, line)
        self._open.is_turned = True
        return super().take_turn(line)

    def work_row(self, number: int, how: Recipe, given: tuple[Value, ...]) -> Value:
        made = RecordedLine(f"row {number}", how, given, self._open.belongs_to)
        return self._record(made, super().work_row, number, how, given)

    def _record(self, line: RecordedLine, work: Callable[..., Value], *operands: object) -> Value:
        outer, self._open = self._open, line
        outer.lines.append(line)
        line.value = work(*operands)
        self._open = outer
        return line.value

    def hand(self, operation: Arithmetic, numbers: tuple[float, ...]) -> float:
        value: float = super().hand(operation, numbers)
        self._open.calculations.append(Calculation(operation, numbers, value, self._frames[-1][0]))
        return value


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
