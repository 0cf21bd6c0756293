"""The recipe lines that an expression uses, and the hand operations on each."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, NamedTuple

from katatx.engine.evaluate import work_out
from katatx.engine.key import open_turns
from katatx.engine.names import Names
from katatx.engine.operations import Arithmetic, Operation
from katatx.engine.pencils.interval import Number, low_of
from katatx.engine.pencils.pencil import Pencil
from katatx.engine.pencils.strokes import Counting, Strokes
from katatx.engine.pencils.writing import Step, Writing
from katatx.engine.recipe import Recipe
from katatx.engine.standard_form import standard
from katatx.engine.values import Value
from katatx.notation.printing import write_number

if TYPE_CHECKING:
    from katatx.notation.syntax import Node


class WorkedLines(NamedTuple):
    """The exact value of an expression, and the recipe lines that it uses.

    A line is written as `recipe/line`. `strokes` maps each line with hand operations to their counts, in the order
    written. `turns` maps the id of each known wrong turn to the line it is taken on, or to the first line with
    operations inside that one; conventions, and turns on lines without any operation, are left out. `steps` has, for
    each step of the written working, the lines it contains.
    """

    value: Value
    strokes: dict[str, Strokes]
    turns: dict[str, str]
    steps: tuple[tuple[str, ...], ...]


class _ByLine(Counting):
    """Pencil that counts like `Counting`, but separately for each innermost recipe line, in `by_line`.

    The total in `strokes` stays 0.
    """

    def __init__(self) -> None:
        super().__init__()
        self.by_line: dict[str, Strokes] = {}
        # By line number: the recipe lines with operations inside that line.
        self.within: dict[int, dict[str, None]] = {}
        self._open: list[tuple[str, int]] = []

    def write_line(
        self, line: str, how: Operation | Recipe, given: tuple[Value, ...], recipe: Recipe, whole: tuple[Value, ...]
    ) -> Value:
        """Return the value of the line called `line` of `recipe`, whose own arguments are `whole`.

        `how` is worked on the operands `given`. Operations meanwhile are counted for the line, unless they belong to a
        line inside it. Raises EngineError if there is no value.
        """
        self._open.append((f"{recipe.name}/{line}", self.line_number))
        try:
            return super().write_line(line, how, given, recipe, whole)
        finally:
            self._open.pop()

    def hand(self, operation: Arithmetic, numbers: tuple[Number, ...]) -> Number:
        """Return the result of one operation on `numbers`, and count it for the innermost line being written, if any.

        An operation that is no stroke, with a result without digits, is not counted. Raises EngineError if there is no
        result.
        """
        value = Pencil.hand(self, operation, numbers)
        if self._open:
            name = self._open[-1][0]
            digits = sum(letter.isdigit() for letter in write_number(low_of(value)))
            if operation.stroke is not None or digits:
                self.by_line.setdefault(name, Strokes()).add(operation, len(numbers), digits)
                for _, number in self._open:
                    self.within.setdefault(number, {})[name] = None
        return value


def worked_lines(node: Node, names: Names) -> WorkedLines:
    """Return the recipe lines that an expression uses, with their counts, wrong turns and steps.

    `names` maps names to values. Raises EngineError if the expression has no value, Ambiguous if it has two readings.
    """
    node = standard(node, names)
    pencil, writing = _ByLine(), Writing()
    value = work_out(node, names, pencil)
    work_out(node, names, writing)
    turns = {}
    for turn in open_turns(pencil):
        line = f"{turn.recipe}/{turn.line}"
        inside = line if line in pencil.by_line else next(iter(_inside(pencil, turn.recipe, turn.line)), None)
        if inside is not None and not turn.convention:
            turns[turn.id] = inside
    steps = tuple(tuple(dict.fromkeys(_lines_of(step, pencil))) for step in writing.steps)
    return WorkedLines(value, pencil.by_line, turns, steps)


def _inside(pencil: _ByLine, recipe: str, line: str) -> Sequence[str]:
    """Return the `recipe/line` names inside the first occurrence of a line; empty if it did not occur."""
    seen = pencil.seen.get((recipe, line))
    return () if seen is None else tuple(pencil.within.get(seen.number, ()))


def _lines_of(step: Step, pencil: _ByLine) -> Iterator[str]:
    """Yield the recipe lines with operations inside a step of the working; they may repeat."""
    if step.number is not None:
        yield from pencil.within.get(step.number, ())
    for each in step.steps:
        yield from _lines_of(each, pencil)
