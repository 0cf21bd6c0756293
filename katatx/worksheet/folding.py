"""Fold long working: of several rows the first is shown in full, the others only with their results.

A **step** is a line of working with a name and a value; it may have nested steps. Steps are **alike** if they follow
each other and their names differ only in a number, as `row 1` and `row 2` do. An **opened** step shows its nested ones,
a **closed** one only its result.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby

from katatx.engine.pencils.writing import Step
from katatx.engine.values import as_lists
from katatx.notation.printing import write_value
from katatx.worksheet.layout import MORE, is_worked_by_row, shown_steps, written_steps

# If working is longer than this with its rows folded, further levels are folded, innermost first.
LONGEST_FOLDED = 48
# Of more similar lines than this, only the first few are shown.
_MOST_ALIKE = 8
_FIRST_ALIKE = 4


def folded_steps(steps: Sequence[Step]) -> list[str]:
    """Return working as lines of text: of steps that are alike the first alone shows its nested ones, and of more than
    eight, four are shown. While that is too long, the innermost level is folded too.
    """
    shown: list[str] = []
    for depth in range(_depth(steps), 0, -1):
        shown = written_steps(_folded(steps, depth), most=_MOST_ALIKE)
        if len(shown) <= LONGEST_FOLDED:
            break
    return shown


def _depth(steps: Sequence[Step]) -> int:
    return 1 + max((_depth(step.steps) for step in shown_steps(steps)), default=0)


def _folded(steps: Sequence[Step], depth: int) -> list[Step]:
    """Return the steps that are displayed, with at most `depth` levels."""
    folded: list[Step] = []
    for _, group in groupby(shown_steps(steps), key=_kind):
        alike = list(group)
        kept = alike if len(alike) <= _MOST_ALIKE else alike[:_FIRST_ALIKE]
        folded.append(_opened(kept[0], depth))
        folded += [_closed(step) for step in kept[1:]]
        if len(kept) < len(alike):
            folded.append(Step(MORE, f"{len(alike) - len(kept)} more", None))
    return folded


def _kind(step: Step) -> str:
    """Return a step's name without the number at its end; it is equal for `row 1` and `row 2`."""
    return step.line.rstrip("0123456789 ")


def _opened(step: Step, depth: int) -> Step:
    """Return a step with its nested steps folded; rows are closed a level sooner, as each would show only its own."""
    if depth == 1 or (depth == 2 and is_worked_by_row(step)):
        return _closed(step)
    return step._replace(steps=_folded(step.steps, depth - 1))


def _closed(step: Step) -> Step:
    return step._replace(steps=(), items=(), text=write_value(as_lists(step.value))) if step.steps else step
