"""Pencils: ways to work a recipe line by line (exactly, rounded, counted, written out).

A line is one named step of a recipe. A wrong turn is a known mistake that replaces a line; at any line a pencil may
take it instead of the correct operation. Lines are numbered from 0 in the order in which they are begun. A stroke is
one calculation done by hand. A pencil is used for one expression only.
"""

from __future__ import annotations

import sys
from math import isfinite
from typing import NamedTuple

from katatx.engine.errors import EngineError
from katatx.engine.operations import Arithmetic, Arrangement, Operation
from katatx.engine.pencils.interval import Number, high_of, low_of
from katatx.engine.recipe import ROWS, Line, Recipe, WrongTurn
from katatx.engine.values import Value, need_numbers, size_of


class Exhausted(EngineError):
    """Raised when a text takes more single calculations than its effort allows."""


class Effort:
    """A limit of `most` single calculations for one text, shared by all its pencils; a single calculation costs 1.

    Starting a recipe and moving numbers are charged too, and a rounded calculation costs more. `spent` is the cost so
    far.
    """

    def __init__(self, most: int) -> None:
        self.most = most
        self.spent = 0

    @property
    def exhausted(self) -> bool:
        """Return whether the limit was exceeded."""
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
    """The first occurrence of a recipe line, and the number of lines begun before it: its own number, from 0.

    The line `rows` has no number of its own; its number is that of the next line.
    """

    recipe: Recipe
    number: int


# End marker of a line that is still being written, or was never finished.
_UNFINISHED = sys.maxsize


class Pencil:
    """The exact pencil: every line is worked in full precision.

    `turn` is a wrong turn taken wherever its line occurs. `seen` maps each recipe line that occurred, as names (recipe,
    line), to its first occurrence, in order. `effort` limits the work, if given. `after` is a pencil of the same kind
    that worked the same expression without a wrong turn: the lines before the first that `turn` replaces are copied
    from it instead of worked again. `written` has, by line number, (number of the next line outside it, value). A
    pencil that copies records nothing in `written`, and only the lines `rows` in `seen`.
    """

    def __init__(
        self,
        turn: WrongTurn | None = None,
        effort: Effort | None = None,
        after: Pencil | None = None,
    ) -> None:
        self.turn = turn
        self._goes_wrong = turn is not None
        self.effort = effort
        # True if the turn, when last taken, returned the line's first operand unchanged.
        self.left_out = False
        self.seen: dict[tuple[str, str], Seen] = {}
        self._frames: list[tuple[Recipe, tuple[Value, ...]]] = []
        self._rows: list[int] = []
        # Indexed by line number: (number of the next line at the same level, value).
        self.written: list[tuple[int, Value]] = []
        self._number = 0
        self._copied = after.written if after is not None else []
        self._copied_until = after.first(turn) if after is not None and turn is not None else 0

    def first(self, turn: WrongTurn) -> int:
        """Return the number of lines begun before the first that `turn` replaces; 0 if that line did not occur."""
        seen = self.seen.get((turn.recipe, turn.line))
        return 0 if seen is None else seen.number

    def work(self, how: Operation | Recipe, *given: Value) -> Value:
        """Return the value of an operation or a whole recipe on the operands `given`.

        A recipe for a row is worked on each row of a grid. Raises EngineError if it has no value, or if shapes do not
        fit; Exhausted if the effort is used up.
        """
        if self._goes_wrong:
            for value in given:
                need_numbers(value)
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
        """Return the value of a recipe for one row, applied to each row of the grid `given[0]`.

        The other operands are given to every row. A wrong turn of the line `rows` is given the whole grid instead.
        """
        self._see(how, ROWS)
        turn = self.turn
        if turn is not None and turn.line == ROWS and turn.recipe == how.name:
            return self.take_turn(Line(self, how, given, how.inputs(given)))
        return tuple(self.work_row(number, how, (row, *given[1:])) for number, row in enumerate(given[0], 1))

    def work_row(self, number: int, how: Recipe, given: tuple[Value, ...]) -> Value:
        """Return the value of the recipe `how` on the row `given[0]`, which is row `number` (from 1) of a grid."""
        self._rows.append(number)
        try:
            return self.work(how, *given)
        finally:
            self._rows.pop()

    @property
    def recipe(self) -> Recipe:
        """Return the innermost recipe being worked. Raises IndexError outside a recipe."""
        return self._frames[-1][0]

    @property
    def line_number(self) -> int:
        """Return the number of the line begun last, from 0; -1 before the first.

        Inside `write_line`, until it begins another line, that is the line being written.
        """
        return self._number - 1

    def is_being_written(self, number: int) -> bool:
        """Return whether the line with this number was begun and is not finished; False in a pencil that copies."""
        return number < len(self.written) and self.written[number][0] == _UNFINISHED

    @property
    def row(self) -> int | None:
        """Return the number of the grid row being worked, from 1 (innermost grid); None outside a grid."""
        return self._rows[-1] if self._rows else None

    def take_turn(self, line: Line) -> Value:
        """Work a line as the wrong turn does, and return its value; operations inside it are worked correctly.

        Sets `left_out` to whether that value is the line's first operand, unchanged. Raises EngineError if the turn has
        no value. There must be a wrong turn.
        """
        turn, self.turn = self.turn, None
        assert turn is not None
        try:
            value = turn.take(line)
            need_numbers(value)
            self.left_out = bool(line.given) and value is line.given[0]
            return value
        finally:
            self.turn = turn

    def _see(self, recipe: Recipe, line: str) -> None:
        """Record a recipe line in `seen`, unless it occurred before."""
        name = (recipe.name, line)
        if name not in self.seen:
            self.seen[name] = Seen(recipe, self._number)

    def __call__(self, line: str, how: Operation | Recipe, *given: Value) -> Value:
        """Write one line of the recipe being worked, and return its value.

        `line` is the line's name; `how` is worked on the operands `given`. A pencil that copies takes the value from
        the pencil `after` if it can. Any other stores the value in `written`, and the first occurrence of the line in
        `seen`. Recipes call this. Raises EngineError if there is no value, Exhausted if the effort is used up,
        IndexError outside a recipe.
        """
        number = self._number
        if number < self._copied_until and self._copied[number][0] <= self._copied_until:
            self._number, value = self._copied[number]
            return value
        recipe, whole = self._frames[-1]
        if self._copied_until:  # nothing will be copied from this pencil
            self._number += 1
            return self.write_line(line, how, given, recipe, whole)
        self._see(recipe, line)
        self._number += 1
        self.written.append((_UNFINISHED, None))
        value = self.write_line(line, how, given, recipe, whole)
        self.written[number] = (self._number, value)
        return value

    def write_line(
        self, line: str, how: Operation | Recipe, given: tuple[Value, ...], recipe: Recipe, whole: tuple[Value, ...]
    ) -> Value:
        """Return the value of the line called `line` of `recipe`, whose own arguments are `whole`.

        `how` is worked on the operands `given`, unless the wrong turn replaces the line. Subclasses extend this. Raises
        EngineError if there is no value, Exhausted if the effort is used up.
        """
        turn = self.turn
        if turn is not None and turn.line == line and turn.recipe == recipe.name:
            return self.take_turn(Line(self, how, given, recipe.inputs(whole)))
        return self.work(how, *given)

    def hand(self, operation: Arithmetic, numbers: tuple[Number, ...]) -> Number:
        """Return the result of one operation on single numbers.

        Raises EngineError if there is no result, or if it overflows; Exhausted if the effort is used up. Subclasses
        extend this.
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
    """Raise EngineError for a `value` that is NaN, or infinite though all operands are finite.

    `value` must not be finite.
    """
    if value != value:
        raise EngineError(no_value(operation, numbers, None))
    if all(isfinite(low_of(number)) and isfinite(high_of(number)) for number in numbers):
        raise EngineError(no_value(operation, numbers, OverflowError()))


def no_value(operation: Arithmetic, numbers: tuple[Number, ...], error: Exception | None) -> str:
    """Return a message that says why an operation on these numbers has no value; at most six are written.

    An interval is written as its lower end. `error` is what the operation raised; None if it returned NaN.
    """
    written = operation.sign(*(low_of(number) for number in numbers[:6]))
    if isinstance(error, OverflowError):
        return f"{written} is too large to work with; write smaller numbers"
    if isinstance(error, ZeroDivisionError):
        return f"{written} divides by zero; write another divisor"
    return f"{written} has no value; write another number"
