"""The lines of a working as a flat list, inner lines before the line that contains them.

A leaf is a line that is displayed by itself.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from katatx.engine.pencils.writing import Step


class Leaf(NamedTuple):
    """A line of a working for display; `name` joins the names of the enclosing lines and its own with commas."""

    name: str
    step: Step

    @property
    def can_be_covered(self) -> bool:
        """Return whether the line itself contains a calculation, so that a learner can be asked for its result."""
        return not self.step.steps and any(letter.isdigit() for each in self.step.expressions for letter in each)


def leaves_of(steps: Sequence[Step], above: str = "") -> Iterator[Leaf]:
    """Yield a Leaf for each line in the order written, inner lines before the line that contains them.

    A line is omitted if it only combines values worked just before (`Step.repeats`), or if the last leaf inside it has
    the same value. `above` is the prefix of each leaf's name.
    """
    for step in steps:
        name = f"{above}{step.line}"
        inner = list(leaves_of(step.steps, f"{name}, "))
        yield from inner
        if not (step.repeats or (inner and inner[-1].step.value == step.value)):
            yield Leaf(name, step)
