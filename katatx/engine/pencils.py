"""What writing a line means: work it, round it, count it, write it down.

A pencil goes through a recipe line by line. At each line it may take a wrong turn
instead, or use a value the learner wrote there (an error carried forward); both are
the same replacement, whichever pencil is used.
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
from katatx.engine.values import Value, as_lists, flat, size_of
from katatx.notation.printing import write_number, write_value
from scoring.places import DECIMALS, FIGURES, unit, whole_at


class Exhausted(EngineError):
    """More single calculations than a line of pencil work may take."""


class Effort:
    """A bound on how much is worked for one text, shared by all pencils that work it; a single
    calculation is 1.
    """

    def __init__(self, most: int) -> None:
        self.most = most
        self.spent = 0

    @property
    def exhausted(self) -> bool:
        """Return whether the bound was passed."""
        return self.spent > self.most

    def spend(self, strokes: int = 1) -> None:
        """Raises Exhausted where the bound is passed."""
        self.spent += strokes
        if self.spent > self.most:
            raise Exhausted("more single calculations than a line may take, about 5,000; check it in parts")


# Placing a number costs about a quarter of working one out, starting on a recipe as much as two.
_PLACED = 4
STARTED = 2


class Seen(NamedTuple):
    """A recipe line that came up, and how many lines were written before it."""

    recipe: Recipe
    number: int


# The number after a line that is still being written, or never came to its end.
_UNFINISHED = sys.maxsize


class Pencil:
    """The exact pencil: every line is worked in full precision.

    `turn` is a wrong turn to take wherever its line comes up. `seen` is every
    recipe line that came up, in order. `effort` bounds how much is worked. `after` is a
    pencil of the same kind that worked the same expression rightly: what it wrote before
    the turn's first line is copied, not worked again.
    """

    def __init__(
        self,
        turn: WrongTurn | None = None,
        effort: Effort | None = None,
        after: Pencil | None = None,
    ) -> None:
        self.turn = turn
        self.effort = effort
        self.seen: dict[tuple[str, str], Seen] = {}
        self._frames: list[tuple[Recipe, tuple[Value, ...]]] = []
        self._rows: list[int] = []
        # Each line's value, and the number of the line after it, by the line's own number.
        self.written: list[tuple[int, Value]] = []
        self._number = 0
        self._copied = after.written if after is not None else []
        self._copied_until = after.first(turn) if after is not None and turn is not None else 0

    def first(self, turn: WrongTurn) -> int:
        """Return how many lines came before the first that a turn replaces; 0 where none was reached."""
        seen = self.seen.get((turn.recipe, turn.line))
        return 0 if seen is None else seen.number

    def work(self, how: Operation | Recipe, *given: Value) -> Value:
        """The value of an operation or a whole recipe.

        Raises EngineError where it has none, or the shapes do not fit.
        """
        if not isinstance(how, Recipe):
            made = how.apply(self.hand, *given)
            if self.effort is not None and isinstance(how, Arrangement):
                self.effort.spend(size_of(made) // _PLACED)
            return made
        if self.effort is not None:
            self.effort.spend(STARTED)
        given = how.bind(given)
        if how.goes_row_by_row(given[0]):
            return self.work_rows(how, given)
        self._frames.append((how, given))
        try:
            return how.lines(self, *given)
        finally:
            self._frames.pop()

    def work_rows(self, how: Recipe, given: tuple[Value, ...]) -> Value:
        """A recipe for one row, done on each row of a grid. A wrong turn of the line
        `rows` takes the grid as a whole.
        """
        self._see(how, ROWS)
        turn = self.turn
        if turn is not None and turn.line == ROWS and turn.recipe == how.name:
            return self.take_turn(Line(self, given, how.inputs(given)))
        return tuple(self.work_row(number, how, (row, *given[1:])) for number, row in enumerate(given[0], 1))

    def work_row(self, number: int, how: Recipe, given: tuple[Value, ...]) -> Value:
        """One row of a grid."""
        self._rows.append(number)
        try:
            return self.work(how, *given)
        finally:
            self._rows.pop()

    @property
    def line_number(self) -> int:
        """The number of the line being written, counted from 0 in the order begun."""
        return self._number - 1

    @property
    def row(self) -> int | None:
        """Return which row of a grid is being worked, counted from 1; of grids inside each other, the innermost."""
        return self._rows[-1] if self._rows else None

    def take_turn(self, line: Line) -> Value:
        """Return what the wrong turn makes of a line; what it works itself goes right."""
        turn, self.turn = self.turn, None
        assert turn is not None
        try:
            return turn.take(line)
        finally:
            self.turn = turn

    def _see(self, recipe: Recipe, line: str) -> None:
        name = (recipe.name, line)
        if name not in self.seen:
            self.seen[name] = Seen(recipe, self._number)

    def __call__(self, line: str, how: Operation | Recipe, *given: Value) -> Value:
        """Write one line of the recipe being worked."""
        number = self._number
        if number < self._copied_until and self._copied[number][0] <= self._copied_until:
            self._number, value = self._copied[number]
            return value
        recipe, whole = self._frames[-1]
        if self._copied_until:  # nobody will look back at this pencil
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
        """The value of one line of a recipe given `whole`; pencils that do more with a line extend this."""
        turn = self.turn
        if turn is not None and turn.line == line and turn.recipe == recipe.name:
            return self.take_turn(Line(self, given, recipe.inputs(whole)))
        return self.work(how, *given)

    def refuse(self, refused: Any, why: str) -> None:
        """Stop where a recipe can do nothing with its numbers. Raises EngineError, saying why."""
        if refused:
            raise EngineError(why)

    def hand(self, operation: Arithmetic, numbers: tuple[Number, ...]) -> Number:
        """One operation on single numbers."""
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
    """Raise EngineError for a result that is no number, and for infinity where no mask was given."""
    if value != value:
        raise EngineError(no_value(operation, numbers, None))
    if all(isfinite(low_of(number)) and isfinite(high_of(number)) for number in numbers):
        raise EngineError(no_value(operation, numbers, OverflowError()))


def no_value(operation: Arithmetic, numbers: tuple[Number, ...], error: Exception | None) -> str:
    """Return why an operation has no value."""
    written = operation.sign(*(low_of(number) for number in numbers[:6]))
    if isinstance(error, OverflowError):
        return f"{written} is too large to work with"
    if isinstance(error, ZeroDivisionError):
        return f"{written} divides by zero"
    return f"{written} has no value"


# Rounding a line takes about as long as working it four times.
ROUNDING_COST = 4


class Rounding(Pencil):
    """Rounds every line and carries along all that rounding may have left.

    What comes out is Affine where rounding can reach, a plain number where nothing was
    rounded. `band_of` says where an honest answer lies.
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
        """One operation on numbers that may be uncertain, its result rounded."""
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
        if isinstance(value, Affine) and affine.copies(operation):
            return value
        step = affine.common_step(operation, numbers, self.decimals) if uncertain else 0.0
        return affine.kept(value, self.decimals, self.figures, self.symbols, step)


class Plain(Pencil):
    """Rounds every line to so many decimals, and to so many significant figures where that is
    coarser, as a person does who always rounds alike: a number, where `Rounding` gives all there may be.
    A number that ends within `ends_at` decimals is not rounded.
    """

    def __init__(
        self, decimals: int, figures: int | None, to_even: bool, ends_at: int, effort: Effort | None = None
    ) -> None:
        super().__init__(effort=effort)
        self.decimals = decimals
        self.ends_at = ends_at
        self.figures = figures
        self.to_even = to_even
        # What each rounded number was before; the numbers are kept, so that their ids stay their own.
        self._before: dict[int, tuple[float, float]] = {}

    def hand(self, operation: Arithmetic, numbers: tuple[Number, ...]) -> Number:
        """One operation on single numbers, its result rounded."""
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
        """Return what a number was before its line was rounded."""
        return self._before[id(number)][1] if id(number) in self._before else number


# Decimals of a unit that tell a tie from what is not one.
_DIGITS = 9


@dataclass(slots=True, repr=False)
class Strokes:
    """What a calculation costs by hand.

    A square root counts with the divisions: by hand it is found by dividing and
    averaging. `digits` is how many digits the results have when written out.
    """

    products: int = 0
    sums: int = 0
    exponentials: int = 0
    divisions: int = 0
    digits: int = 0

    def add(self, operation: Arithmetic, numbers: int, digits: int) -> None:
        """Count one operation on so many numbers, of which n take n - 1 sums, and the digits of its result."""
        if operation.stroke is not None:
            cost = numbers - 1 if operation.folds else 1
            setattr(self, operation.stroke, getattr(self, operation.stroke) + cost)
        self.digits += digits


class Counting(Pencil):
    """Works exactly, and counts what a person would have done."""

    def __init__(self) -> None:
        super().__init__()
        self.strokes = Strokes()

    def hand(self, operation: Arithmetic, numbers: tuple[Number, ...]) -> Number:
        """One operation on single numbers, counted; n numbers take n - 1 sums."""
        value = super().hand(operation, numbers)
        self.strokes.add(operation, len(numbers), sum(letter.isdigit() for letter in write_number(low_of(value))))
        return value


_AND_SO_ON = "and so on"


@dataclass(slots=True, repr=False)
class Step:
    """One worked line: what it is called, the working as text, its value, and the lines
    inside it where it is itself a recipe. `items` is each single calculation of the
    line with its result, as written. `repeats` says that it only puts together what was
    just worked. `number` counts the lines of the working from 0, in the order begun; a row of
    a grid, which is a heading, has none. `done` is the operation or recipe that it takes, and `given`
    what it takes it of.
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

    @property
    def expressions(self) -> tuple[str, ...]:
        """Return what is to be worked, without what comes of it: each calculation, or of a line with lines inside
        it the first of many alike, or what they are called; none where nothing is worked.
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
    """Works exactly, and writes every line down."""

    def __init__(self, turn: WrongTurn | None = None) -> None:
        super().__init__(turn)
        self.steps: list[Step] = []
        self._items: list[tuple[str, str]] = []

    def write_line(
        self, line: str, how: Operation | Recipe, given: tuple[Value, ...], recipe: Recipe, whole: tuple[Value, ...]
    ) -> Value:
        """One line, its single calculations collected as they are worked."""
        number = self.line_number
        value = self._step(line, how, given, lambda: super(Writing, self).write_line(line, how, given, recipe, whole))
        self.steps[-1].number = number
        return value

    def work_row(self, number: int, how: Recipe, given: tuple[Value, ...]) -> Value:
        """One row of a grid, its lines under a heading of its own."""
        return self._step(f"row {number}", how, given, lambda: super(Writing, self).work_row(number, how, given))

    def _step(self, line: str, how: Operation | Recipe, given: tuple[Value, ...], work: Callable[[], Value]) -> Value:
        outer_steps, outer_items = self.steps, self._items
        self.steps, self._items = [], []
        value = work()
        inner, items = self.steps, self._items
        self.steps, self._items = outer_steps, outer_items
        text = _text(how, value, items, inner)
        whole = isinstance(how, Recipe) and how.on_one_line and len(inner) == 2
        step = Step(line, text, value, items, [] if whole else inner, repeats=how is keep, done=how.name, given=given)
        self.steps.append(step)
        return value

    def hand(self, operation: Arithmetic, numbers: tuple[Number, ...]) -> Number:
        """One operation on single numbers, written as `2·3 = 6`."""
        value = super().hand(operation, numbers)
        self._items.append((_calculation(operation, numbers, value), write_number(low_of(value))))
        return value


def _calculation(operation: Arithmetic, numbers: tuple[Number, ...], value: Number) -> str:
    """The calculation with as many digits as it takes to come out as written.

    0.047·2 is not 0.095; 0.0474·2 is. A worked line must stand up to a pencil.
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


# Places more than usual that the numbers of a worked line may have; small ones need most.
_MORE_PLACES = 12


def _text(how: Operation | Recipe, value: Value, items: list[tuple[str, str]], inner: list[Step]) -> str:
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
    """The lowest and highest numbers that the lines before the last, rounded, can lead to, in
    reading order: how the last is rounded is told by the digits of what was written.
    """
    ends = [
        number.before if isinstance(number, Affine) else (low_of(number), high_of(number)) for number in flat(value)
    ]
    return tuple(low for low, _ in ends), tuple(high for _, high in ends)
