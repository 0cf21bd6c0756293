"""A working as it is written down: each recorded line in words and numbers, and its leaves, displayed by themselves."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from katatx.engine.evaluate import work_out
from katatx.engine.names import Names
from katatx.engine.operations import keep
from katatx.engine.pencils.recording import Calculation, RecordedLine, Recording
from katatx.engine.recipe import Recipe
from katatx.engine.values import Value, as_lists
from katatx.notation.printing import write_number, write_value
from katatx.notation.syntax import Node
from scoring.places import DECIMALS

_AND_SO_ON = "and so on"
# The most extra decimals that operands of a written line may have; small numbers need most.
_MORE_PLACES = 12
# The number of lines of a recipe that is written on one line.
_PRODUCTS_AND_SUM = 2


class Step(NamedTuple):
    """A written line of a working: its name, the `text` as written, and the lines inside it (`steps`).

    `items` are its single calculations as pairs (calculation, result); a dot product on one line has neither items nor
    steps. `repeats` marks a line that only combines values worked just before. `number` is its position from 0; None
    for a heading such as `row 2`, and for a wrong turn on a whole grid. `done` names the operation or recipe. `turned`
    marks a line that a wrong turn replaced, and a dot product on one line if part of it is.
    """

    line: str
    text: str
    value: Value
    items: Sequence[tuple[str, str]] = ()
    steps: Sequence[Step] = ()
    repeats: bool = False
    number: int | None = None
    done: str = ""
    given: tuple[Value, ...] = ()
    turned: bool = False

    @property
    def expressions(self) -> tuple[str, ...]:
        """Return the calculations of the line without their results; empty if nothing is calculated.

        Of lines inside that are alike (equal names, or rows), they are those of the first, then "and so on" if there
        are more; of others inside, a single text with their names in order.
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


def write_lines(lines: Sequence[RecordedLine]) -> list[Step]:
    """Return recorded lines as they are written, with the lines inside them."""
    return [_step_of(line, write_lines(line.lines)) for line in lines]


def _step_of(line: RecordedLine, inner: list[Step]) -> Step:
    items = [(_calculation(each), write_number(each.result)) for each in line.calculations]
    # The sum of one number is that number.
    done = [result if calculation == result else f"{calculation} = {result}" for calculation, result in items]
    text = write_value(as_lists(line.value)) if inner or not items else "  ".join(done)
    turned = line.is_turned
    if isinstance(line.how, Recipe) and line.how.on_one_line and len(inner) == _PRODUCTS_AND_SUM:
        # A line written in one piece is wrong if any part of it is.
        text, turned, inner = _on_one_line(*inner), turned or any(each.turned for each in inner), []
    return Step(
        line.name, text, line.value, items, inner, line.how is keep, line.number, line.how.name, line.given, turned
    )


def _calculation(done: Calculation) -> str:
    """Return a calculation with enough digits to give its written result (0.0474·2 = 0.095); with three if none do."""
    operation, operands, wanted = done.operation, tuple(done.numbers), write_number(done.result)
    for places in range(DECIMALS, DECIMALS + _MORE_PLACES):
        try:
            reached = operation.work(*(float(write_number(number, places)) for number in operands))
        except (ArithmeticError, ValueError):
            continue
        if write_number(reached) == wanted:
            return operation.sign(*operands, places=places)
    return operation.sign(*operands, places=DECIMALS)


def _on_one_line(products: Step, added: Step) -> str:
    """Return a dot product as one calculation: `2·3 + 1·2 = 6 + 2 = 8`."""
    if len(products.items) == 1:
        return products.text
    return " + ".join(calculation for calculation, _ in products.items) + f" = {added.text}"


# ---- leaves


class Leaf(NamedTuple):
    """A line of a working for display; `name` joins the names of the enclosing lines and its own with commas."""

    name: str
    step: Step

    @property
    def can_be_covered(self) -> bool:
        """Return whether the line itself contains a calculation, or makes a row or grid of symbols without one, so that
        a learner can be asked for its result.
        """
        if self.step.steps:
            return False
        calculates = any(letter.isdigit() for each in self.step.expressions for letter in each)
        return calculates or (self.step.number is not None and isinstance(self.step.value, tuple))


def leaves_of(steps: Sequence[Step], above: str = "") -> Iterator[Leaf]:
    """Yield a Leaf for each line, inner lines before the line that contains them; `above` begins each name.

    A line that only combines values worked just before, or has the value of the last leaf inside it, is omitted.
    """
    for step in steps:
        name = f"{above}{step.line}"
        inner = list(leaves_of(step.steps, f"{name}, "))
        yield from inner
        if not (step.repeats or (inner and inner[-1].step.value == step.value)):
            yield Leaf(name, step)


def work_leaves(node: Node, names: Names, pencil: Recording) -> list[Leaf]:
    """Return the leaves of an expression in standard form, worked with an unused pencil. Raises as `work_out` does."""
    work_out(node, names, pencil)
    return list(leaves_of(write_lines(pencil.record.lines)))


def line_to_cover(leaves: Sequence[Leaf], answer: Value) -> int | None:
    """Return the index of the line most worth asking for; None if none calculates a value other than `answer`.

    It has the most calculations, then the most digits, then is the latest.
    """
    steps = [(leaf.step, at) for at, leaf in enumerate(leaves) if leaf.can_be_covered and leaf.step.value != answer]
    work = [(len(step.expressions), sum(map(str.isdigit, step.text)), at) for step, at in steps]
    return max(work)[-1] if work else None
