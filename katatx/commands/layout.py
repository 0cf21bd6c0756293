"""Working laid out as a person writes it: calculations under each other, grids aligned."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from katatx.engine.pencils import Step
from katatx.engine.values import Value, as_lists, rank_of
from katatx.notation.printing import write_grid, write_value

# Working up to so many lines is not folded: a small terminal window shows it whole.
LONGEST_OPEN = 24
# Stands for lines that are left out.
MORE = "…"


def written_value(label: str, value: Value, places: int) -> list[str]:
    """Return `label = value`; a grid stands aligned under its label, a row a line."""
    if rank_of(value) != 2:
        return [f"{label} = {write_value(as_lists(value), places)}"]
    return [f"{label} =", *(f"  {row}" for row in write_grid(as_lists(value), places))]


def written_working(steps: Sequence[Step], *, full: bool) -> tuple[list[str], int]:
    """Return working as text, and how many lines of it are folded away: none of short working, none with `full`."""
    lines = written_steps(steps)
    if full or len(lines) <= LONGEST_OPEN:
        return lines, 0
    from katatx.commands.folding import folded_steps

    shown = folded_steps(steps)
    return shown, len(lines) - len(shown)


def written_steps(steps: Sequence[Step], indent: int = 2, most: int | None = None) -> list[str]:
    """Return worked lines as text, names in a column, lines inside a line further in.

    `most` is given for folded working: of more calculations or rows of a grid than these only the first half
    is written, and a grid whose rows are worked one by one stands in these rows alone.
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
    """Return the lines that are written: without repetitions, and without lines that only hold one other."""
    return [_unwrapped(step) for step in steps if not (step.repeats and len(steps) > 1)]


def is_worked_by_row(step: Step) -> bool:
    """Return whether the lines inside a line are the rows of a grid, or the first of them."""
    return bool(step.steps) and all(inner.line.startswith(("row ", MORE)) for inner in step.steps)


def _shortened(lines: list[str], most: int | None) -> list[str]:
    if most is None or len(lines) <= most:
        return lines
    shown = most // 2
    return [*lines[:shown], f"{MORE} {len(lines) - shown} more"]


def _unwrapped(step: Step) -> Step:
    """Return a line as it is, or the one line that it holds and that comes to the same, under its name."""
    inner = [each for each in step.steps if not each.repeats]
    if len(inner) != 1 or inner[0].value != step.value:
        return step
    return _unwrapped(replace(inner[0], line=step.line))


def _written(step: Step, *, in_rows: bool) -> list[str]:
    if not step.steps and len(step.items) > 1 and not _is_one_sum(step):
        return _aligned(step.items)
    rank = rank_of(step.value)
    if rank < 2 or (step.items and not step.steps):
        return [step.text]
    if in_rows and is_worked_by_row(step):
        return [""]
    return write_grid(as_lists(step.value)) if rank == 2 else _stacked(step.value)


def _stacked(value: Value) -> list[str]:
    """Write grids of several heads, numbered; or a folded picture, its bands beside each other as it is cut."""
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
    """Return whether the whole line is one calculation written in one go, as a dot product is."""
    return not step.text.startswith(step.items[0][0] + " = ")


def _aligned(items: Sequence[tuple[str, str]]) -> list[str]:
    """Write calculations under each other, their signs of equality and decimal points in line."""
    width = max(len(calculation) for calculation, _ in items)
    before = max(len(result.partition(".")[0]) for _, result in items)
    return [
        f"{calculation.ljust(width)} = {' ' * (before - len(result.partition('.')[0]))}{result}"
        for calculation, result in items
    ]
