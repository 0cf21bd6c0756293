"""The working of a question: which parts are uncovered, and what is uncovered next. It needs no engine.

A step is a line of the working; it may contain further steps.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from katatx.notation.quoting import plain
from katatx.progress.events import Opened, Part

if TYPE_CHECKING:
    from katatx.engine.pencils.writing import Step


NOTHING_OPEN = Opened(0, "value")
_LONGEST_TEXT = 2000


def flat_lines(steps: Sequence[Step]) -> list[Step]:
    """Return all steps in the order they are written, nested steps before the step that contains them.

    Of consecutive steps with the same text only the first is returned.
    """
    lines: list[Step] = []
    for step in steps:
        lines.extend(flat_lines(step.steps))
        if not lines or lines[-1].text != step.text:
            lines.append(step)
    return lines


def opened_next(steps: Sequence[Step], opened: Opened) -> Opened | None:
    """Return what is open after one more hint: a line's expression, or a first number's name without one; its value."""
    if opened.step != "value":
        return Opened(opened.lines, "value")
    if opened.lines == len(steps):
        return None
    following: Part = "value" if opened.lines or steps[0].value is None else "name"
    return Opened(opened.lines + 1, "expression" if steps[opened.lines].expressions else following)


def hint(steps: Sequence[Step], opened: Opened) -> str:
    """Return the part of the working that was uncovered last: a name, expressions, or the text with the value."""
    step = steps[opened.lines - 1]
    if opened.step == "name":
        return f"{plain(step.line)}: the next line, {opened.lines} of {len(steps)}"
    text = step.text if opened.step == "value" else "; ".join(step.expressions)
    return f"{plain(step.line)}: {plain(text, _LONGEST_TEXT)}"


def part_open(index: int, opened: Opened) -> Part | None:
    """Return how far the line with this index is uncovered; None if it is not."""
    if index + 1 == opened.lines:
        return opened.step
    return "value" if index < opened.lines else None


def working_text(steps: Sequence[Step]) -> list[str]:
    """Return a working as text, each calculation on its own line after the line's name."""
    width = max((len(step.line) for step in steps), default=0)
    lines = []
    for step in steps:
        texts = [f"{calculation} = {result}" for calculation, result in step.items] or [step.text]
        names = [plain(step.line), *[""] * (len(texts) - 1)]
        lines += [f"{name:{width}}  {plain(text, _LONGEST_TEXT)}" for name, text in zip(names, texts, strict=True)]
    return lines
