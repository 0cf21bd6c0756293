"""Long working folded: of several rows the first is shown in full, the others with their results alone."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import groupby

from katatx.commands.layout import MORE, is_worked_by_row, shown_steps, written_steps
from katatx.engine.pencils import Step
from katatx.engine.values import as_lists
from katatx.notation.printing import write_value

# Working that is still longer with its rows folded is closed level by level, the innermost lines first.
LONGEST_FOLDED = 48
# Of more lines alike than these only the first few are shown.
_MOST_ALIKE = 8
_FIRST_ALIKE = 4


def folded_steps(steps: Sequence[Step]) -> list[str]:
    """Return working as text, closed as far as it takes to keep it at `LONGEST_FOLDED` lines."""
    shown: list[str] = []
    for depth in range(_depth(steps), 0, -1):
        shown = written_steps(_folded(steps, depth), most=_MOST_ALIKE)
        if len(shown) <= LONGEST_FOLDED:
            break
    return shown


def _depth(steps: Sequence[Step]) -> int:
    return 1 + max((_depth(step.steps) for step in shown_steps(steps)), default=0)


def _folded(steps: Sequence[Step], depth: int) -> list[Step]:
    """Return lines with no more than `depth` levels, and of lines alike only the first with the lines inside it."""
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
    """Return what lines alike share: their name, without the number of a row or a head."""
    return step.line.rstrip("0123456789 ")


def _opened(step: Step, depth: int) -> Step:
    """Return a line with the lines inside it, as deep as they may go; rows are left out where none can be opened."""
    if depth == 1 or (depth == 2 and is_worked_by_row(step)):
        return _closed(step)
    return replace(step, steps=_folded(step.steps, depth - 1))


def _closed(step: Step) -> Step:
    """Return a line with its result alone; a line with no lines inside it stays as it is."""
    return replace(step, steps=[], items=[], text=write_value(as_lists(step.value))) if step.steps else step
