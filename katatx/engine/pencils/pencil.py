"""The exact pencil, which works recipes line by line, and the limit of its effort.

A line is one named step of a recipe, numbered from 0 in the order begun. A wrong turn is a known mistake that replaces
a line. A stroke is one calculation done by hand. A pencil is used for one expression only.
"""

from __future__ import annotations

import sys
from math import isfinite
from typing import Any, NamedTuple

from katatx.engine.errors import EngineError
from katatx.engine.operations import Arithmetic, Arrangement, Operation
from katatx.engine.pencils.interval import Number, high_of, low_of
from katatx.engine.recipe import ROWS, Line, Recipe, WrongTurn
from katatx.engine.values import Value, need_even, need_numbers, size_of


class Exhausted(EngineError):
    """Raised when a text takes more single calculations than its effort allows."""


class Effort:
    """A limit of `most` single calculations for one text, shared by all its pencils; `spent` is the cost so far.

    Starting a recipe and moving numbers are charged too, and a rounded calculation costs more than 1.
    """

    def __init__(self, most: int) -> None:
        self.most = most
        self.spent = 0

    @property
    def exhausted(self) -> bool:
        return self.spent > self.most

    def spend(self, strokes: int = 1) -> None:
        """Add `strokes` to the work done. Raises Exhausted if that exceeds the limit."""
        self.spent += strokes
        if self.spent > self.most:
            raise Exhausted("the line takes more than about 5,000 single calculations; check it in parts")


# Rearranging a number costs about a quarter of a calculation; entering a recipe costs as much as two calculations.
_PLACED = 4
STARTED = 2


class Seen(NamedTuple):
    """The first occurrence of a recipe line, and its number; that of the line `rows` is the number of the next line."""

    recipe: Recipe
    number: int


class Pencil:
    """The exact pencil: every line is worked in full precision.

    `turn` is a wrong turn taken wherever its line occurs, or only at the line with the number `at`. `after` is a pencil
    of the same kind that worked the expression without a wrong turn: the lines before the first that `turn` replaces
    are copied from it. `seen` maps each recipe line (recipe, line) to its first occurrence. `written` has, by line
    number, (number of the next line outside it, value). A pencil that copies records only the lines `rows`, in `seen`.
    """

    def __init__(
        self,
        turn: WrongTurn | None = None,
        effort: Effort | None = None,
        after: Pencil | None = None,
        at: int | None = None,
    ) -> None:
        self.turn = turn
        self.at = at
        self._goes_wrong = turn is not None
        self.effort = effort
        self.value: Value = None
        self.seen: dict[tuple[str, str], Seen] = {}
        self.names: dict[str, Value] = {}
        self.written: list[tuple[int, Value]] = []
        self._frames: list[tuple[Recipe, tuple[Value, ...]]] = []
        # The number of the grid row being worked, from 1 (innermost grid).
        self.row: int | None = None
        self._number = 0
        self._copied: list[tuple[int, Value]] = []
        self._copied_until = 0
        if after is not None and turn is not None and (turn.recipe, turn.line) in after.seen:
            self._copied, self._copied_until = after.written, after.seen[turn.recipe, turn.line].number

    def work(self, how: Operation | Recipe, *given: Value) -> Value:
        """Return the value of an operation or a recipe on operands; a recipe for a row works each row of a grid.

        Raises EngineError if it has no value, or if shapes do not fit; Exhausted if the effort is used up.
        """
        if self._goes_wrong:
            for value in given:
                need_numbers(value)
                if self.at is not None:
                    need_even(value)
        if not isinstance(how, Recipe):
            made = how.apply(self.hand, *given)
            if self.effort is not None and isinstance(how, Arrangement):
                self.effort.spend(size_of(made) // _PLACED)
            return made
        if self.effort is not None:
            self.effort.spend(STARTED)
        given = how.bind(given)
        if how.works_row_by_row(given[0]):
            return self.work_rows(how, given)
        self._frames.append((how, given))
        try:
            return how.lines(self, *given)
        finally:
            self._frames.pop()

    def work_rows(self, how: Recipe, given: tuple[Value, ...]) -> Value:
        """Return the value of a recipe for one row on each row of the grid `given[0]`, with the other operands.

        A wrong turn of the line `rows` is given the whole grid instead.
        """
        self.seen.setdefault((how.name, ROWS), Seen(how, self._number))
        turn = self.turn
        if turn is not None and turn.line == ROWS and turn.recipe == how.name:
            return self.take_turn(Line(self, how, given, how.inputs(given)))
        return tuple(self.work_row(number, how, (row, *given[1:])) for number, row in enumerate(given[0], 1))

    def work_row(self, number: int, how: Recipe, given: tuple[Value, ...]) -> Value:
        """Return the value of a recipe on the row `given[0]`, which is row `number` (from 1) of a grid."""
        outer, self.row = self.row, number
        try:
            return self.work(how, *given)
        finally:
            self.row = outer

    def take_turn(self, line: Line) -> Value:
        """Return the value of a line as its wrong turn works it; what is inside is worked correctly."""
        turn, self.turn = self.turn, None
        assert turn is not None
        try:
            value = turn.take(line)
            need_numbers(value)
            return value
        finally:
            self.turn = turn

    def __call__(self, line: str, how: Operation | Recipe, *given: Value) -> Value:
        """Write a line of the recipe being worked, and return its value: `how` on `given`, or the wrong turn.

        Raises EngineError if there is no value, Exhausted if the effort is used up, IndexError outside a recipe.
        """
        number, copies = self._number, self._copied_until
        if number < copies and self._copied[number][0] <= copies:
            self._number, value = self._copied[number]
            return value
        recipe, whole = self._frames[-1]
        self._number += 1
        if not copies:  # nothing will be copied from a pencil that copies
            self.seen.setdefault((recipe.name, line), Seen(recipe, number))
            self.written.append((sys.maxsize, None))  # until the line is finished
        turn = self.turn
        if turn is not None and turn.line == line and turn.recipe == recipe.name and self.at in (None, number):
            value = self.take_turn(Line(self, how, given, recipe.inputs(whole)))
        else:
            value = self.work(how, *given)
        if not copies:
            self.written[number] = (self._number, value)
        return value

    def hand(self, operation: Arithmetic, numbers: tuple[Any, ...]) -> Any:
        """Return the result of one operation on single numbers.

        Raises EngineError if there is none, or if it overflows; Exhausted if the effort is used up.
        """
        if self.effort is not None:
            self.effort.spend()
        try:
            value = operation.work(*numbers)
        except (ArithmeticError, ValueError) as error:
            raise EngineError(no_value(operation, numbers, error)) from error
        if not isfinite(value):
            refuse_overflow(operation, numbers, value)
        return value


def refuse_overflow(operation: Arithmetic, numbers: tuple[Number, ...], value: float) -> None:
    """Raise EngineError for a `value`, not finite, that is NaN, or infinite though all operands are finite."""
    if value != value:
        raise EngineError(no_value(operation, numbers, None))
    if all(isfinite(low_of(number)) and isfinite(high_of(number)) for number in numbers):
        raise EngineError(no_value(operation, numbers, OverflowError()))


def no_value(operation: Arithmetic, numbers: tuple[Number, ...], error: Exception | None) -> str:
    """Return why an operation has no value; `error` is what it raised, None if it returned NaN."""
    written = operation.sign(*map(low_of, numbers[:6]))
    if isinstance(error, OverflowError):
        return f"{written} is too large to work with; write smaller numbers"
    if isinstance(error, ZeroDivisionError):
        return f"{written} divides by zero; write another divisor"
    return f"{written} has no value; write another number"
