"""A working as lines of calculations, and as plain text, which needs neither colours nor the terminal's width."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from sys import maxsize
from typing import TYPE_CHECKING

from katatx.engine.values import Value, as_lists, flat, rank_of
from katatx.notation.printing import write_value
from katatx.notation.quoting import plain

if TYPE_CHECKING:
    from katatx.engine.pencils.writing import Step

# The most rows that the lines inside a line may take; of a longer one only the outer lines are shown.
MOST_INSIDE = 12
_LONGEST_TEXT = 2000
# Longer calculations reach beyond their column; a text of more lines is cut unless it is wanted in full.
_WIDEST, _MOST_LINES = 48, 40


def has_numbers(step: Step) -> bool:
    """Return whether a step is a line of numbers, not one of words."""
    return not (step.value is None or isinstance(step.value, str))


def opened_up(step: Step, most: int = MOST_INSIDE) -> list[Step]:
    """Return the lines inside a step in its place, as deep as they take at most `most` rows."""
    inside = [each for each in step.steps if not each.repeats] or [*step.steps]
    if not inside or sum(max(1, len(each.items)) for each in inside) > most:
        return [step]
    first, *others = [leaf for each in inside for leaf in opened_up(each, most // len(inside))]
    if step.number is None:  # the heading of a row
        first = first._replace(line=f"{step.line}, {first.line}")
    lines = [first, *others]
    if lines[-1].value != step.value and flat(step.value) != tuple(n for each in lines for n in flat(each.value)):
        lines.append(step._replace(steps=()))
    return lines


def calculations(step: Step) -> list[tuple[str, str]]:
    """Return the calculations of a line with their results; [] if nothing is calculated on it."""
    before, equals, result = step.text.rpartition(" = ")
    if step.items or not (step.done and equals) or step.steps:
        return [*step.items]
    return [(plain(before, _LONGEST_TEXT), plain(result, _LONGEST_TEXT))]


def rows_in(value: Value) -> list[Value]:
    """Return the rows of a value of any rank; a number is a row of one."""
    return [flat(value)] if rank_of(value) < 2 else [row for each in value for row in rows_in(each)]


def words_of(step: Step) -> str:
    """Return the name of a line for people."""
    return plain(step.line.replace("_", " "), 40, keep="")


def written_working(steps: Sequence[Step], full: bool = False) -> list[str]:
    """Return a working as text in columns; unless `full`, at most 40 lines, with few of the lines inside its lines."""
    rows = [*_written(steps, maxsize if full else MOST_INSIDE)][: None if full else _MOST_LINES]
    names = max((len(name) for _, name, _, _ in rows), default=0)
    widest = max((len(each) for _, _, each, _ in rows if len(each) <= _WIDEST), default=0)
    units = max((len(result.partition(".")[0]) for _, _, each, result in rows if each), default=0)
    lines = []
    for number, name, calculation, result in rows:
        indent = " " * (units - len(result.partition(".")[0]))
        told = f"{calculation:{widest}} = {indent}{result}" if calculation else result
        lines.append(f"  {number:2} {name:{names}}  {told}".rstrip())
    return lines


def _written(steps: Sequence[Step], most: int) -> Iterator[tuple[str, str, str, str]]:
    """Yield the rows of a working: number, name, calculation, result."""
    for at, step in enumerate(steps, 1):
        number = str(at)
        for leaf in opened_up(step, most):
            name = words_of(leaf)
            is_grid = has_numbers(leaf) and rank_of(leaf.value) > 1
            rows = [write_value(as_lists(each)) for each in rows_in(leaf.value)] if is_grid else [plain(leaf.text)]
            for calculation, result in calculations(leaf) or [("", each) for each in rows]:
                yield number, name, calculation, result
                number = name = ""
