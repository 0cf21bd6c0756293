"""The working of a claim's calculation, line by line, and pictures of its result."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice
from typing import NamedTuple

from katatx.audit.findings import Claim
from katatx.engine.checking import check
from katatx.engine.pencils.writing import Step
from katatx.errors import KatatxError
from katatx.pictures.parts import Picture
from katatx.progress.records import Opened
from katatx.questions.working import WorkingLine, working_lines

_MOST_LINES = 40


class Worked(NamedTuple):
    """The working of a claim: its lines, the number of lines left out (`more`, at most 360), and pictures of the
    result.
    """

    lines: tuple[WorkingLine, ...] = ()
    more: int = 0
    pictures: tuple[Picture, ...] = ()


def worked(claim: Claim) -> Worked:
    """Return the working of a claim's calculation, at most 40 lines; empty without one that can be worked by itself.

    Working that only repeats `calculation = result` is left out.
    """
    from katatx.pictures.working import pictures_of_answer

    if not claim.to_check:
        return Worked()
    try:
        checked = check(claim.to_check)
        link = checked.links[-1]
        lines = _lines(link.steps())
        pictures = pictures_of_answer(link.node, checked.names, link.value)
    except (KatatxError, ArithmeticError, ValueError, TypeError, IndexError, RecursionError):
        return Worked()
    if len(lines) == 1 and len(lines[0].texts) == 1 and lines[0].texts[0].count(" = ") <= 1:
        lines = []
    return Worked(tuple(lines[:_MOST_LINES]), max(0, len(lines) - _MOST_LINES), tuple(pictures))


def _lines(steps: list[Step]) -> list[WorkingLine]:
    """Return at most 400 lines of working, nested ones indented, without those that only combine earlier results."""
    steps = _without_repeats(steps)
    inside = [(index,) for index, step in enumerate(steps) if step.steps]
    return list(islice(working_lines(steps, Opened(len(steps), "value"), inside), 10 * _MOST_LINES))


def _without_repeats(steps: Sequence[Step]) -> list[Step]:
    """Return the steps without those that only combine the values of others (`repeats`), at every depth.

    The only step of a level is kept.
    """
    kept = [step for step in steps if not step.repeats] if len(steps) > 1 else steps
    return [step._replace(steps=_without_repeats(step.steps)) for step in kept]
