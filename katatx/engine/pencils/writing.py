"""The pencil that writes every line of a working down."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from katatx.engine.operations import Arithmetic, Operation, keep
from katatx.engine.pencils.interval import Number, low_of
from katatx.engine.pencils.pencil import Pencil
from katatx.engine.recipe import ROWS, Recipe, WrongTurn
from katatx.engine.values import Value, as_lists
from katatx.notation.printing import write_number, write_value
from scoring.places import DECIMALS

_AND_SO_ON = "and so on"


@dataclass(slots=True, repr=False)
class Step:
    """A written line of a working, with the lines inside it (`steps`) if it is itself a recipe.

    `line` is its name, `text` the line as written. `items` are its single calculations as pairs (calculation, result).
    A dot product written on one line has neither items nor `steps`. `repeats` marks a line that only combines values
    worked just before. `number` is its position in the working from 0, in the order begun; None for a heading such as
    `row 2`, and for a wrong turn on a whole grid. `done` names the operation or recipe, and `given` are its operands.
    `turned` marks a line replaced by a wrong turn, and a dot product on one line if a part of it is.
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

        For a line with lines inside that are alike (equal names, or rows), they are the calculations of the first, then
        "and so on" if there are more. For other lines inside, it is a single text with their names in order.
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
        """Write one line, append it to `steps` as a Step with its single calculations, and return its value.

        `how` is worked on the operands `given`, unless the wrong turn replaces the line. `whole` are the arguments of
        `recipe`, to which the line belongs. Raises EngineError if there is no value.
        """
        number, turned = self.line_number, self.is_replaced(recipe, line)
        value = self._step(line, how, given, lambda: super(Writing, self).write_line(line, how, given, recipe, whole))
        self.steps[-1].number = number
        self.steps[-1].turned |= turned
        return value

    def work_rows(self, how: Recipe, given: tuple[Value, ...]) -> Value:
        """Return the value of a recipe worked on each row of the grid `given[0]`, each row written under a heading.

        If a wrong turn takes the whole grid, a single line is written for it.
        """
        if not self.is_replaced(how, ROWS):
            return super().work_rows(how, given)
        value = self._step(ROWS, how, given, lambda: super(Writing, self).work_rows(how, given))
        self.steps[-1].turned = True
        return value

    def is_replaced(self, recipe: Recipe, line: str) -> bool:
        """Return whether the wrong turn replaces this line."""
        turn = self.turn
        return turn is not None and turn.line == line and turn.recipe == recipe.name

    def work_row(self, number: int, how: Recipe, given: tuple[Value, ...]) -> Value:
        """Return the value of a recipe on the row `given[0]`, with its lines under the heading `row <number>`."""
        return self._step(f"row {number}", how, given, lambda: super(Writing, self).work_row(number, how, given))

    def _step(self, line: str, how: Operation | Recipe, given: tuple[Value, ...], work: Callable[[], Value]) -> Value:
        """Work a line, append its Step with the calculations and lines written meanwhile, and return its value.

        `work` works the line and returns the value; `how`, the operation or recipe, and the operands `given` are
        recorded.
        """
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
        """Return the result of one operation, and note the calculation as `2·3 = 6` for the line being written.

        Raises EngineError if there is none.
        """
        value = super().hand(operation, numbers)
        self._items.append((_calculation(operation, numbers, value), write_number(low_of(value))))
        return value


def _calculation(operation: Arithmetic, numbers: tuple[Number, ...], value: Number) -> str:
    """Return the calculation written with enough digits that it gives the written result.

    0.047·2 is not 0.095; 0.0474·2 is. If up to 14 decimals are not enough, three are written.
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
    """Return the text of a line: its calculations with results, or its value if it has lines inside or no calculation.

    `items` are its calculations as (calculation, result); `inner` are the lines inside it. A recipe with `on_one_line`,
    such as a dot product, is one calculation: `2·3 + 1·2 = 6 + 2 = 8`.
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
