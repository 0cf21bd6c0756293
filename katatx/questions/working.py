"""The working of a question: which parts are uncovered, and what is uncovered next. It needs no engine.

A step is a line of the working; it may contain further steps. `Opened` says how many lines are uncovered, and whether
the last of them shows its name only, its expression too, or all.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from katatx.notation.quoting import plain
from katatx.progress.records import Opened, Part

if TYPE_CHECKING:
    from katatx.engine.pencils.writing import Step

# Screens import these from here, so that they need neither the log nor the engine.
__all__ = [
    "NOTHING_OPEN", "Opened", "Part", "Path", "Step", "WorkingLine", "flat_lines", "hint", "opened_next", "part_open",
    "step_at", "working_lines", "working_text",
]  # fmt: skip

# A line's position: its index, then that of a line nested in it, and so on.
Path = tuple[int, ...]
NOTHING_OPEN = Opened(0, "value")
_LONGEST_TEXT = 2000


@dataclass(frozen=True, slots=True)
class WorkingLine:
    """One line of the displayed working; `name` is "" and `texts` empty while it is covered.

    `explains`: the line has nested lines to show. `explained`: they are shown below it.
    """

    path: Path
    name: str
    texts: tuple[str, ...]
    covered: bool
    explains: bool = False
    explained: bool = False

    @property
    def depth(self) -> int:
        """Return how deeply the line is nested, 0 at the top."""
        return len(self.path) - 1


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
    """Return the state after one more hint: a line's name, then its expression, then its value; None if all is open.

    A line of words has no expression.
    """
    if opened.lines and opened.step != "value":
        has_more = opened.step == "name" and bool(steps[opened.lines - 1].expressions)
        return Opened(opened.lines, "expression" if has_more else "value")
    return Opened(opened.lines + 1, "name") if opened.lines < len(steps) else None


def hint(steps: Sequence[Step], opened: Opened) -> str:
    """Return the part of the working that was uncovered last: a name, expressions, or the text with the value."""
    step = steps[opened.lines - 1]
    if opened.step == "name":
        return f"{plain(step.line)}: the next line, {opened.lines} of {len(steps)}"
    text = step.text if opened.step == "value" else "; ".join(step.expressions)
    return f"{plain(step.line)}: {plain(text, _LONGEST_TEXT)}"


def working_lines(
    steps: Sequence[Step], opened: Opened, explained: Collection[Path] = (), inside: Path = ()
) -> Iterator[WorkingLine]:
    """Yield the lines of the working, with nested lines below those whose path is in `explained`.

    `inside` is the path of the step that contains these steps, () at the top.
    """
    for index, step in enumerate(steps):
        path, part = (*inside, index), part_open(index, opened)
        explains = part == "value" and bool(step.steps)
        shown = explains and path in explained
        yield WorkingLine(path, step.line if part else "", _texts(step, part), part is None, explains, shown)
        if shown:
            yield from working_lines(step.steps, Opened(len(step.steps), "value"), explained, path)


def part_open(index: int, opened: Opened) -> Part | None:
    """Return how far the line with this index is uncovered; None if it is not."""
    if index + 1 == opened.lines:
        return opened.step
    return "value" if index < opened.lines else None


def _texts(step: Step, part: Part | None) -> tuple[str, ...]:
    """Return what is uncovered: a line's calculations, with results or with "= ?", or its text if it has none."""
    texts: Sequence[str] = ()
    if part == "value":
        texts = [f"{calculation} = {result}" for calculation, result in step.items] or [step.text]
    elif part == "expression":  # without a digit it is only names
        texts = [each + " = ?" * any(letter.isdigit() for letter in each) for each in step.expressions]
    return tuple(plain(text, _LONGEST_TEXT) for text in texts)


def working_text(steps: Sequence[Step]) -> list[str]:
    """Return a working as text, its top lines fully open, each calculation on its own line after the line's name."""
    width = max((len(step.line) for step in steps), default=0)
    return [
        f"{'' if at else line.name:{width}}  {text}"
        for line in working_lines(steps, Opened(len(steps), "value"))
        for at, text in enumerate(line.texts)
    ]


def step_at(steps: Sequence[Step], opened: Opened, at: Path | None) -> Step | None:
    """Return the step at the path `at` if its top line is fully open, else None.

    For None, return the last top line that is fully open; None if there is none.
    """
    whole = opened.lines - (opened.step != "value")
    path = (whole - 1,) if at is None else at
    if not 0 <= path[0] < whole:
        return None
    step = steps[path[0]]
    for index in path[1:]:
        step = step.steps[index]
    return step
