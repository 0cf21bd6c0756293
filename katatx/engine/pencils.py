"""Pencils: ways to work a recipe line by line (exactly, rounded, counted, written out).

A line is one named step of a recipe. A wrong turn is a known mistake that replaces a line; at any line a pencil may
take it instead of the correct operation. Lines are numbered from 0 in the order in which they are begun. A stroke is
one calculation done by hand. A pencil is used for one expression only.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from dataclasses import dataclass, field
from math import floor, isfinite
from typing import Any, NamedTuple

from katatx.engine import affine
from katatx.engine.errors import EngineError
from katatx.engine.interval import Affine, Interval, Number, crosses_zero, high_of, low_of
from katatx.engine.operations import Arithmetic, Arrangement, Operation, divide, keep
from katatx.engine.recipe import ROWS, Line, Recipe, WrongTurn
from katatx.engine.values import Value, as_lists, flat, need_numbers, size_of
from katatx.notation.printing import write_number, write_value
from scoring.places import DECIMALS, FIGURES, unit, whole_at


class Exhausted(EngineError):
    """Raised when a text takes more single calculations than its effort allows."""


class Effort:
    """A limit of `most` single calculations for one text, shared by all its pencils; a single calculation costs 1."""

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
            raise Exhausted("more than about 5,000 single calculations on one line; check it in parts")


# Rearranging a number costs about a quarter of a calculation; entering a recipe costs as much as two calculations.
_PLACED = 4
STARTED = 2


class Seen(NamedTuple):
    """The first occurrence of a recipe line, and the number of lines written before it."""

    recipe: Recipe
    number: int


# End marker of a line that is still being written, or was never finished.
_UNFINISHED = sys.maxsize


class Pencil:
    """The exact pencil: every line is worked in full precision.

    `turn` is a wrong turn taken wherever its line occurs. `seen` records every recipe line that occurred, in order.
    `effort` limits the work. `after` is a pencil of the same kind that worked the same expression without a wrong turn:
    the lines before the first that `turn` replaces are copied from it instead of worked again.
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
        """Return the number of lines before the first that `turn` replaces; 0 if that line did not occur."""
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
            return self.take_turn(Line(self, given, how.inputs(given)))
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
        """Return the recipe being worked."""
        return self._frames[-1][0]

    @property
    def line_number(self) -> int:
        """Return the number of the line being written, from 0 in the order begun."""
        return self._number - 1

    def is_being_written(self, number: int) -> bool:
        """Return whether the line with this number was begun and is not finished."""
        return number < len(self.written) and self.written[number][0] == _UNFINISHED

    @property
    def row(self) -> int | None:
        """Return the number of the grid row being worked, from 1 (innermost grid); None outside a grid."""
        return self._rows[-1] if self._rows else None

    def take_turn(self, line: Line) -> Value:
        """Return the value that the wrong turn gives a line; operations inside it are worked correctly.

        Sets `left_out`. Raises EngineError if the turn has no value. There must be a wrong turn.
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
        """Record the first occurrence of a recipe line."""
        name = (recipe.name, line)
        if name not in self.seen:
            self.seen[name] = Seen(recipe, self._number)

    def __call__(self, line: str, how: Operation | Recipe, *given: Value) -> Value:
        """Write one line of the recipe being worked, and return its value.

        `line` is the line's name; `how` is worked on the operands `given`. The value is stored in `written`, and the
        first occurrence of the line in `seen`. Recipes call this; it fails outside a recipe. Raises what `work` raises.
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

        `how` is worked on the operands `given`, unless the wrong turn replaces the line. Subclasses extend this.
        """
        turn = self.turn
        if turn is not None and turn.line == line and turn.recipe == recipe.name:
            return self.take_turn(Line(self, given, recipe.inputs(whole)))
        return self.work(how, *given)

    def refuse(self, refused: Any, why: str) -> None:
        """Raise EngineError with the message `why` if `refused` is true.

        A recipe calls this if it cannot use its numbers. Pencils that work many draws take an array here.
        """
        if refused:
            raise EngineError(why)

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
    """Raise EngineError for a result that is NaN, or that is infinite though all operands are finite."""
    if value != value:
        raise EngineError(no_value(operation, numbers, None))
    if all(isfinite(low_of(number)) and isfinite(high_of(number)) for number in numbers):
        raise EngineError(no_value(operation, numbers, OverflowError()))


def no_value(operation: Arithmetic, numbers: tuple[Number, ...], error: Exception | None) -> str:
    """Return a message that says why an operation on these numbers has no value.

    `error` is what the operation raised; None if it returned NaN.
    """
    written = operation.sign(*(low_of(number) for number in numbers[:6]))
    if isinstance(error, OverflowError):
        return f"{written} is too large to work with"
    if isinstance(error, ZeroDivisionError):
        return f"{written} divides by zero"
    return f"{written} has no value"


# Rounding a result takes about as long as four calculations.
ROUNDING_COST = 4


class Rounding(Pencil):
    """Pencil that rounds every line and tracks the range of all honest roundings.

    Lines are rounded to `decimals`, or to `figures` significant figures if that is coarser. Results are Affine where
    rounding has an effect, and floats elsewhere. Pass the value to `band_of` for the band of honest answers. The other
    parameters are as in `Pencil`.
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
        self.symbols: affine.Symbols = affine.Symbols(None if after is None else after.symbols)

    def hand(self, operation: Arithmetic, numbers: tuple[Number, ...]) -> Number:
        """Return the rounded result of one operation on numbers that may be uncertain.

        Raises EngineError as `Pencil.hand` does, and if a divisor may be zero.
        """
        if self.effort is not None:
            self.effort.spend(ROUNDING_COST)
        uncertain = any(type(number) is not float for number in numbers)
        if uncertain and operation is divide and crosses_zero(numbers[1]) and isinstance(numbers[1], Interval):
            raise EngineError(f"{no_value(operation, numbers, ZeroDivisionError())} once its lines are rounded")
        try:
            value = affine.work(operation, numbers, self.symbols) if uncertain else operation.work(*numbers)
        except (ArithmeticError, ValueError) as error:
            raise EngineError(no_value(operation, numbers, error)) from error
        for end in (low_of(value), high_of(value)):
            if not isfinite(end):
                refuse_overflow(operation, numbers, end)
        if isinstance(value, Affine) and affine.copies(operation, len(numbers)):
            return value
        step = affine.common_step(operation, numbers, self.decimals) if uncertain else 0.0
        return affine.kept(value, self.decimals, self.figures, self.symbols, step)


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
        """Return the rounded result of one operation on single numbers."""
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
        """Return the value of a number, made by this pencil, before its line was rounded.

        The number must be the very object that the pencil returned; any other number is returned as it is.
        """
        return self._before[id(number)][1] if id(number) in self._before else number


# Decimals to which a scaled number is rounded before ties are detected.
_DIGITS = 9


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
        """Return the result of one operation, and add it to `strokes`."""
        value = super().hand(operation, numbers)
        self.strokes.add(operation, len(numbers), sum(letter.isdigit() for letter in write_number(low_of(value))))
        return value


_AND_SO_ON = "and so on"


@dataclass(slots=True, repr=False)
class Step:
    """A written line of a working, with the lines inside it if it is itself a recipe.

    `items` are its single calculations as pairs (calculation, result). `repeats` marks a line that only combines values
    worked just before. `number` is its position in the working from 0, in the order begun; None for a heading such as
    `row 2`. `done` names the operation or recipe, and `given` are its operands. `turned` marks a line replaced by a
    wrong turn.
    """

    line: str
    text: str
    value: Value
    items: list[tuple[str, str]] = field(default_factory=list)
    steps: list[Step] = field(default_factory=list)
    repeats: bool = False
    number: int | None = None
    done: str = ""
    given: tuple[Value, ...] = ()
    turned: bool = False

    @property
    def is_left_out(self) -> bool:
        """Return whether a wrong turn skipped the line: nothing was calculated, and its value is an operand."""
        return self.turned and not (self.items or self.steps) and self.value in self.given

    @property
    def expressions(self) -> tuple[str, ...]:
        """Return the calculations of the line without their results; empty if nothing is calculated.

        A line with lines inside gives the first of them if they are all alike, otherwise their names in order.
        """
        if self.items:
            return tuple(calculation for calculation, _ in self.items)
        if self.steps:
            names, first = [step.line for step in self.steps if not step.repeats], self.steps[0].expressions
            if first and (len(set(names)) == 1 or names[0].startswith("row ")):
                return first if len(names) == 1 or first[-1] == _AND_SO_ON else (*first, _AND_SO_ON)
            return (", then ".join(names),)
        calculation, equals, _ = self.text.partition(" = ")
        return (calculation,) if self.done and equals else ()


class Writing(Pencil):
    """Exact pencil that writes every line down, in `steps`.

    With a wrong turn, it writes the working of a learner who made that mistake and continued correctly from it.
    """

    def __init__(self, turn: WrongTurn | None = None) -> None:
        super().__init__(turn)
        self.steps: list[Step] = []
        self._items: list[tuple[str, str]] = []

    def write_line(
        self, line: str, how: Operation | Recipe, given: tuple[Value, ...], recipe: Recipe, whole: tuple[Value, ...]
    ) -> Value:
        """Write one line, append it to `steps` as a Step with its single calculations, and return its value."""
        number, turned = self.line_number, self._turns_at(recipe, line)
        value = self._step(line, how, given, lambda: super(Writing, self).write_line(line, how, given, recipe, whole))
        self.steps[-1].number = number
        self.steps[-1].turned |= turned
        return value

    def work_rows(self, how: Recipe, given: tuple[Value, ...]) -> Value:
        """Return the value of a recipe worked on each row of a grid, each row written under a heading.

        If a wrong turn takes the whole grid, a single line is written for it.
        """
        if not self._turns_at(how, ROWS):
            return super().work_rows(how, given)
        value = self._step(ROWS, how, given, lambda: super(Writing, self).work_rows(how, given))
        self.steps[-1].turned = True
        return value

    def _turns_at(self, recipe: Recipe, line: str) -> bool:
        """Return whether the wrong turn replaces this line."""
        turn = self.turn
        return turn is not None and turn.line == line and turn.recipe == recipe.name

    def work_row(self, number: int, how: Recipe, given: tuple[Value, ...]) -> Value:
        """Return the value of a recipe on one row of a grid, with its lines under the heading `row <number>`."""
        return self._step(f"row {number}", how, given, lambda: super(Writing, self).work_row(number, how, given))

    def _step(self, line: str, how: Operation | Recipe, given: tuple[Value, ...], work: Callable[[], Value]) -> Value:
        """Return the value that `work` gives, and append a Step with the calculations and lines written meanwhile."""
        outer_steps, outer_items = self.steps, self._items
        self.steps, self._items = [], []
        value = work()
        inner, items = self.steps, self._items
        self.steps, self._items = outer_steps, outer_items
        text = _text(how, value, items, inner)
        whole = isinstance(how, Recipe) and how.on_one_line and len(inner) == 2
        step = Step(line, text, value, items, [] if whole else inner, repeats=how is keep, done=how.name, given=given)
        # A line written in one piece is wrong if any part of it is.
        step.turned = whole and any(each.turned for each in inner)
        self.steps.append(step)
        return value

    def hand(self, operation: Arithmetic, numbers: tuple[Number, ...]) -> Number:
        """Return the result of one operation, and note the calculation as `2·3 = 6` for the line being written."""
        value = super().hand(operation, numbers)
        self._items.append((_calculation(operation, numbers, value), write_number(low_of(value))))
        return value


def _calculation(operation: Arithmetic, numbers: tuple[Number, ...], value: Number) -> str:
    """Return the calculation written with enough digits that it gives the written result.

    0.047·2 is not 0.095; 0.0474·2 is.
    """
    operands = tuple(map(low_of, numbers))
    wanted = write_number(low_of(value))
    for places in range(DECIMALS, DECIMALS + _MORE_PLACES):
        try:
            reached = operation.work(*(float(write_number(number, places)) for number in operands))
        except (ArithmeticError, ValueError):
            continue
        if write_number(reached) == wanted:
            return operation.sign(*operands, places=places)
    return operation.sign(*operands, places=DECIMALS)


# The most extra decimals that operands of a written line may have; small numbers need most.
_MORE_PLACES = 12


def _text(how: Operation | Recipe, value: Value, items: list[tuple[str, str]], inner: list[Step]) -> str:
    """Return the text of a line: its calculations with results, or its value if it has lines inside.

    `items` are its calculations as (calculation, result); `inner` are the lines inside it.
    """
    if isinstance(how, Recipe) and how.on_one_line and len(inner) == 2:
        products, added = inner
        if len(products.items) == 1:
            return products.text
        return " + ".join(calculation for calculation, _ in products.items) + f" = {added.text}"
    if inner or not items:
        return write_value(as_lists(value))
    # The sum of one number is that number.
    return "  ".join(result if calculation == result else f"{calculation} = {result}" for calculation, result in items)


def band_of(value: Value) -> tuple[tuple[float, ...], tuple[float, ...]]:
    """Return (lows, highs): for each number, row-major, the ends that rounding all lines but the last can lead to.

    `value` is the result of a Rounding pencil. The last line is left unrounded here, because the digits of an answer
    say how it was rounded.
    """
    ends = [
        number.before if isinstance(number, Affine) else (low_of(number), high_of(number)) for number in flat(value)
    ]
    return tuple(low for low, _ in ends), tuple(high for _, high in ends)
