"""The lines of a working as a flat list of leaves, which are displayed by themselves, and one of them as a question."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from typing import NamedTuple

from katatx.engine.errors import EngineError
from katatx.engine.evaluate import work_out
from katatx.engine.key import Solution, known_turn, open_turns, same_value
from katatx.engine.names import Names
from katatx.engine.pencils.pencil import Pencil
from katatx.engine.pencils.recording import Recording
from katatx.engine.pencils.rounding import Rounding, band_of
from katatx.engine.pencils.strokes import accepted_forms
from katatx.engine.pencils.writing import Step, write_lines
from katatx.engine.standard_form import standard
from katatx.engine.values import Value, floats, shape_of
from katatx.notation.syntax import Node
from scoring.key import Band, Key
from scoring.places import DECIMALS, FIGURES


class Leaf(NamedTuple):
    """A line of a working for display; `name` joins the names of the enclosing lines and its own with commas."""

    name: str
    step: Step

    @property
    def can_be_covered(self) -> bool:
        """Return whether the line itself contains a calculation, so that a learner can be asked for its result."""
        return not self.step.steps and any(letter.isdigit() for each in self.step.expressions for letter in each)


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


def solve_line(node: Node, names: Names, number: int, places: int = DECIMALS) -> Solution:
    """Return the solution of the line with this number in the working of an expression, to `places` decimals.

    The key has the band of honest rounding of the lines before it (the exact numbers if rounded lines have no value),
    and the wrong turns that change the line's value but not the number of lines, with their exact numbers as bands;
    `hidden` names those that leave the value. Raises EngineError if the expression has no value, IndexError without
    such a line.
    """
    node, exact = standard(node, names), Recording()

    def reach(pencil: Pencil) -> Value:
        work_out(node, names, pencil)
        return pencil.written[number][1]

    value = reach(exact)
    band = early = Band(floats(value), floats(value))
    with suppress(EngineError):
        band = band_of(reach(Rounding()))
        early = band_of(reach(Rounding(decimals=DECIMALS - 1, figures=FIGURES - 1)))
    turns = []
    for turn in open_turns(exact):
        wrong = Pencil(turn)
        with suppress(EngineError):
            work_out(node, names, wrong)
            if len(wrong.written) == len(exact.written):  # otherwise the lines do not correspond
                turns.append(known_turn(turn, wrong.written[number][1]))
    hidden = frozenset(turn.name for turn in turns if same_value(turn, shape_of(value), floats(value)))
    line = next(each for each in exact.record.walk() if each.number == number)
    wrong_turns = tuple(turn for turn in turns if turn.name not in hidden)
    forms = accepted_forms(line.all_calculations())
    key = Key(shape_of(value), floats(value), band, early, places, wrong_turns, figures=FIGURES, forms=forms)
    return Solution(value, key, hidden, roundable=True)
