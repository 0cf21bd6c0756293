"""Format working as on paper: calculations below each other, aligned grids.

A **step** is a line of working with a name and a value; it may have nested steps, and **items**, its single
calculations.
"""

from __future__ import annotations

from collections.abc import Sequence

from katatx.engine.checking import LONGEST_WORKING
from katatx.engine.pencils.writing import Step
from katatx.engine.values import Value, as_lists, rank_of
from katatx.notation.printing import write_grid, write_value

# Working up to this many lines is not folded, since a small window shows it whole.
LONGEST_OPEN = 24
# Replaces working that is not worked out.
TOO_LONG = f"the working is left out: it takes more than about {LONGEST_WORKING} calculations"
# Stands for lines left out.
MORE = "…"


def written_value(label: str, value: Value, places: int) -> list[str]:
    """Return `label = value` as lines, to `places` decimals; a grid is aligned below its label."""
    if rank_of(value) != 2:
        return [f"{label} = {write_value(as_lists(value), places)}"]
    return [f"{label} =", *(f"  {row}" for row in write_grid(as_lists(value), places))]


def written_working(steps: Sequence[Step], *, full: bool) -> tuple[list[str], int]:
    """Return working as lines of text, and how many are left out; none with `full`, or of at most 24."""
    lines = written_steps(steps)
    if full or len(lines) <= LONGEST_OPEN:
        return lines, 0
    from katatx.worksheet.folding import folded_steps

    shown = folded_steps(steps)
    return shown, len(lines) - len(shown)


def written_steps(steps: Sequence[Step], indent: int = 2, most: int | None = None) -> list[str]:
    """Return steps as lines of text, with names in a column and nested steps indented.

    `indent` is the number of spaces before the names. With `most`, for folded working, a step of more lines shows half
    of `most` and a count of the rest, and a grid worked row by row is not repeated as a whole.
    """
    shown = shown_steps(steps)
    width = max((len(step.line) for step in shown), default=0)
    lines: list[str] = []
    for step in shown:
        first, *others = _shortened(_written(step, in_rows=most is not None), most)
        lines.append(f"{' ' * indent}{step.line.ljust(width)}  {first}".rstrip())
        lines += [f"{' ' * (indent + width + 2)}{line}" for line in others]
        lines += written_steps(step.steps, indent + 4, most)
    return lines


def shown_steps(steps: Sequence[Step]) -> list[Step]:
    """Return the steps without repeats; one that only contains another with its value is replaced by that."""
    return [_unwrapped(step) for step in steps if not (step.repeats and len(steps) > 1)]


def is_worked_by_row(step: Step) -> bool:
    """Return whether a step's nested steps are the rows of a grid, by their names."""
    return bool(step.steps) and all(inner.line.startswith(("row ", MORE)) for inner in step.steps)


def _shortened(lines: list[str], most: int | None) -> list[str]:
    """Return the lines; of more than `most`, half of `most` and a line that counts the rest."""
    if most is None or len(lines) <= most:
        return lines
    shown = most // 2
    return [*lines[:shown], f"{MORE} {len(lines) - shown} more"]


def _unwrapped(step: Step) -> Step:
    inner = [each for each in step.steps if not each.repeats]
    if len(inner) != 1 or inner[0].value != step.value:
        return step
    return _unwrapped(inner[0]._replace(line=step.line))


def _written(step: Step, *, in_rows: bool) -> list[str]:
    """Return a step's calculations, or its value, as lines; with `in_rows`, a grid worked by rows is an empty line."""
    if not step.steps and len(step.items) > 1 and not _is_one_sum(step):
        return _aligned(step.items)
    rank = rank_of(step.value)
    if rank < 2 or (step.items and not step.steps):
        return [step.text]
    if in_rows and is_worked_by_row(step):
        return [""]
    return write_grid(as_lists(step.value)) if rank == 2 else _stacked(step.value)


def _stacked(value: Value) -> list[str]:
    """Return the grids of several heads, numbered, or a picture in patches, with | between them."""
    if rank_of(value) == 3:
        grids = [write_grid(as_lists(grid)) for grid in value]
        return [
            f"{f'{number}:' if index == 0 else '  '} {row}"
            for number, grid in enumerate(grids, 1)
            for index, row in enumerate(grid)
        ]
    rows = [[number for part in row for number in part] for band in value for row in band]
    cells = [row[1:-1].split(", ") for row in map(write_value, rows)]
    width, step = max(len(cell) for row in cells for cell in row), len(value[0][0][0])
    return [
        " | ".join(" ".join(cell.rjust(width) for cell in row[at : at + step]) for at in range(0, len(row), step))
        for row in cells
    ]


def _is_one_sum(step: Step) -> bool:
    return not step.text.startswith(step.items[0][0] + " = ")


def _aligned(items: Sequence[tuple[str, str]]) -> list[str]:
    """Return pairs of calculation and result as lines with aligned equals signs and decimal points."""
    width = max(len(calculation) for calculation, _ in items)
    before = max(len(result.partition(".")[0]) for _, result in items)
    return [
        f"{calculation.ljust(width)} = {' ' * (before - len(result.partition('.')[0]))}{result}"
        for calculation, result in items
    ]
