"""Figures of portions as bars, and grids between brackets."""

from __future__ import annotations

from collections.abc import Sequence
from math import fsum
from typing import TYPE_CHECKING

from rich.text import Text

from katatx.engine.values import Value, floats, rank_of
from katatx.notation.answers import read_answer
from katatx.notation.errors import NotationError
from katatx.notation.printing import write_number
from katatx.show.text import Piece, bar, columns, line, width_of
from katatx.worksheet.worked import has_numbers

if TYPE_CHECKING:
    from katatx.engine.pencils.writing import Step
    from katatx.questions.outcome import Outcome
    from scoring.answer import TypedNumber

# The cells of the longest bar, and those that a number has with the gaps beside it.
_MOST_BAR, _NUMBER = 40, 11
_NEAR_1 = 1e-9


def figures_of(steps: Sequence[Step], width: int, typed: Sequence[TypedNumber] = ()) -> list[Text]:
    """Return a bar for each of a row of portions that a working comes to, with its place and its number, behind that of
    what was typed instead. [] for other values, and if what was typed looks the same.
    """
    worked = [each for each in steps if has_numbers(each)]
    if not worked or not are_portions(worked[-1].value):
        return []
    true = [(part, write_number(part)) for part in floats(worked[-1].value)]
    names = [line((str(at), "dim")) for at in range(1, len(true) + 1)]
    room = min(_MOST_BAR, (width - width_of(names)) // (1 + bool(typed)) - _NUMBER)
    theirs, ours = _bars([(each.value, each.text) for each in typed], room, "wrong"), _bars(true, room, "right")
    if not typed:
        return columns("ll.", [(name, *cells) for name, cells in zip(names, ours, strict=True)])
    if all(one[0].plain == other[0].plain for one, other in zip(theirs, ours, strict=True)):
        return []
    rows = [(name, *one, *other) for name, one, other in zip(names, theirs, ours, strict=True)]
    return columns("ll.l.", [("", ("yours", "dim"), "", ("true", "dim")), *rows])


def shares(outcome: Outcome, steps: Sequence[Step], width: int) -> list[Text]:
    """Return a wrong answer's portions beside those that the true `steps` come to; [] if they are none."""
    shape = outcome.question.solution.shape
    try:
        typed = read_answer(outcome.typed, shape)
    except NotationError:
        return []
    return figures_of(steps, width, typed.numbers) if typed.shape == shape else []


def are_portions(value: Value) -> bool:
    """Return whether it is a row of fractions that add up to 1."""
    row = floats(value) if rank_of(value) == 1 else []
    return any(part % 1 for part in row) and min(row) >= 0 and abs(fsum(row) - 1) < _NEAR_1


def _bars(parts: Sequence[tuple[float, str]], width: int, style: str) -> list[tuple[Text, str]]:
    return [(bar(min(1, max(0, part)), 0, 1, width, style), text) for part, text in parts]


def bracketed(rows: Sequence[Sequence[Piece]]) -> list[Text]:
    """Return the cells of a grid in columns between brackets."""
    made, last = columns("." * len(rows[0]), rows), len(rows) - 1
    wide = width_of(made)
    lines = []
    for at, each in enumerate(made):
        left, right = "[]" if not last else "⎡⎤" if at == 0 else "⎣⎦" if at == last else "⎢⎥"
        lines.append(line((left, "dim"), " ", each, " " * (wide - each.cell_len + 1), (right, "dim")))
    return lines
