"""The worked lines of a question: what of them lies open, and what comes open next."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from katatx.notation.quoting import plain
from katatx.progress.records import Opened

if TYPE_CHECKING:
    from katatx.engine.pencils import Step
    from scoring import KnownTurn

# Screens know the working from here, and neither the log nor the engine.
__all__ = [
    "NOTHING_OPEN", "Opened", "Path", "Step", "WorkingLine", "flat_lines", "hint", "line_of", "opened_next", "step_at",
    "working_lines",
]  # fmt: skip

# A line's place in the working: its index, then that of a line inside it, and so on.
Path = tuple[int, ...]
NOTHING_OPEN = Opened(0, "value")
_LONGEST_TEXT = 2000


@dataclass(frozen=True, slots=True)
class WorkingLine:
    """One line of the working as it lies: `texts` are empty while it is covered; `explains` says that
    there are lines inside it, `explained` that they lie open under it.
    """

    path: Path
    name: str
    texts: tuple[str, ...]
    covered: bool
    explains: bool = False
    explained: bool = False

    @property
    def depth(self) -> int:
        """Return how deep inside other lines it is."""
        return len(self.path) - 1


def flat_lines(steps: Sequence[Step]) -> list[Step]:
    """Every line in the order it is written, lines inside a line before the line itself.

    A line that only sums up the lines inside it is kept: it is the result to compare.
    """
    lines: list[Step] = []
    for step in steps:
        lines.extend(flat_lines(step.steps))
        if not lines or lines[-1].text != step.text:
            lines.append(step)
    return lines


def opened_next(steps: Sequence[Step], opened: Opened) -> Opened | None:
    """Return what one more hint opens: a line's name, then its expression, then its value; None where all lies
    open. A line of words alone has no expression.
    """
    if opened.lines and opened.step != "value":
        has_more = opened.step == "name" and bool(steps[opened.lines - 1].expressions)
        return Opened(opened.lines, "expression" if has_more else "value")
    return Opened(opened.lines + 1, "name") if opened.lines < len(steps) else None


def hint(steps: Sequence[Step], opened: Opened) -> str:
    """Return what the last hint has opened, in a line."""
    step = steps[opened.lines - 1]
    if opened.step == "name":
        return f"{plain(step.line)}: the next line, {opened.lines} of {len(steps)}"
    text = step.text if opened.step == "value" else "; ".join(step.expressions)
    return f"{plain(step.line)}: {plain(text, _LONGEST_TEXT)}"


def working_lines(
    steps: Sequence[Step], opened: Opened, explained: Collection[Path] = (), inside: Path = ()
) -> Iterator[WorkingLine]:
    """Every line of the working, those inside lines that are `explained` under them."""
    for index, step in enumerate(steps):
        path = (*inside, index)
        whole = index + 1 < opened.lines or (index + 1 == opened.lines and opened.step == "value")
        names = index + 1 <= opened.lines
        texts = _texts(step) if whole else _expression(step) if names and opened.step == "expression" else ()
        shown = whole and bool(step.steps) and path in explained
        yield WorkingLine(path, step.line if names else "", texts, not names, whole and bool(step.steps), shown)
        if shown:
            yield from working_lines(step.steps, Opened(len(step.steps), "value"), explained, path)


def line_of(steps: Sequence[Step], turn: KnownTurn) -> int | None:
    """The index of the line on which a wrong turn was taken, or inside which; None where it is none of these,
    as where a grid was taken as a whole.
    """
    recipe = turn.name.partition("/")[0]
    inside = (index for index, step in enumerate(steps) if _takes(step, recipe))
    own = (index for index, step in enumerate(steps) if step.line == turn.line)
    found = next(inside, next(own, None))
    return None if found is not None and steps[found].line.startswith("row ") else found


def _takes(step: Step, recipe: str) -> bool:
    """Return whether a line is worked by a recipe, or one inside it is."""
    return step.done == recipe or any(_takes(each, recipe) for each in step.steps)


def _texts(step: Step) -> tuple[str, ...]:
    """A line's calculations, each with what it comes to."""
    texts = [f"{calculation} = {result}" for calculation, result in step.items] or [step.text]
    return tuple(plain(text, _LONGEST_TEXT) for text in texts)


def _expression(step: Step) -> tuple[str, ...]:
    return tuple(plain(each + " = ?" * _is_worked(each), _LONGEST_TEXT) for each in step.expressions)


def _is_worked(expression: str) -> bool:
    """Return whether it is a calculation and not the names of lines."""
    return any(letter.isdigit() for letter in expression)


def step_at(steps: Sequence[Step], opened: Opened, at: Path | None) -> Step | None:
    """The line at a path, or the last whole line that lies open; None where there is none."""
    whole = opened.lines - (opened.step != "value")
    path = (whole - 1,) if at is None else at
    if not 0 <= path[0] < whole:
        return None
    step = steps[path[0]]
    for index in path[1:]:
        step = step.steps[index]
    return step
