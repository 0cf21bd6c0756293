"""The lines of a working as a flat list of leaves, which are displayed by themselves, and one of them as a question."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from katatx.engine.evaluate import work_out
from katatx.engine.names import Names
from katatx.engine.pencils.recording import Recording
from katatx.engine.pencils.writing import Step, write_lines
from katatx.engine.values import Value
from katatx.notation.syntax import Node


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
