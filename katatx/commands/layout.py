"""Working laid out as a person writes it: calculations under each other, grids aligned."""

from __future__ import annotations

from collections.abc import Sequence

from katatx.engine.pencils import Step
from katatx.engine.values import Value, as_lists, shape_of
from katatx.notation.printing import write_grid, write_value


def written_value(label: str, value: Value, places: int) -> list[str]:
    """`label = value`; a grid stands aligned under its label, a row a line."""
    if len(shape_of(value)) != 2:
        return [f"{label} = {write_value(as_lists(value), places)}"]
    return [f"{label} =", *(f"  {row}" for row in write_grid(as_lists(value), places))]


def written_steps(steps: Sequence[Step], indent: int = 2) -> list[str]:
    """Worked lines, names in a column, lines inside a line further in."""
    width = max((len(step.line) for step in steps), default=0)
    lines: list[str] = []
    for step in steps:
        first, *others = _written(step)
        lines.append(f"{' ' * indent}{step.line.ljust(width)}  {first}".rstrip())
        lines += [f"{' ' * (indent + width + 2)}{line}" for line in others]
        lines += written_steps(step.steps, indent + 4)
    return lines


def _written(step: Step) -> list[str]:
    if step.steps or len(step.items) < 2 or _is_one_sum(step):
        grid = len(shape_of(step.value)) == 2 and (step.steps or not step.items)
        return write_grid(as_lists(step.value)) if grid else [step.text]
    return _aligned(step.items)


def _is_one_sum(step: Step) -> bool:
    """Whether the whole line is one calculation written in one go, as a dot product is."""
    return not step.text.startswith(step.items[0][0] + " = ")


def _aligned(items: Sequence[tuple[str, str]]) -> list[str]:
    """Calculations under each other, their signs of equality and decimal points in line."""
    width = max(len(calculation) for calculation, _ in items)
    before = max(len(result.partition(".")[0]) for _, result in items)
    return [
        f"{calculation.ljust(width)} = {' ' * (before - len(result.partition('.')[0]))}{result}"
        for calculation, result in items
    ]
