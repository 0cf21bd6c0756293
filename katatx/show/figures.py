"""Figures of portions as bars, and grids between brackets."""

from __future__ import annotations

from collections.abc import Sequence
from math import fsum
from typing import TYPE_CHECKING

from rich.text import Text

from katatx.engine.values import Value, floats, rank_of, shape_of
from katatx.notation.answers import read_answer
from katatx.notation.errors import NotationError
from katatx.notation.printing import write_number
from katatx.show.text import Piece, bar, columns, line, width_of

if TYPE_CHECKING:
    from katatx.questions.outcome import Outcome

_MOST_BAR = 40
_NEAR_1 = 1e-9


def figures_of(value: Value, width: int) -> list[Text]:
    """Return a bar for each of a row of portions, with its number; [] for other values."""
    if isinstance(value, str) or not are_portions(value):
        return []
    room = min(_MOST_BAR, width - 20)
    return columns("l.", [(bar(part, 0, 1, room), write_number(part)) for part in floats(value)])


def shares(outcome: Outcome, width: int) -> list[Text]:
    """Return a wrong answer's portions and the true ones, each as one bar of shares; [] if they look alike."""
    question, true = outcome.question, outcome.question.solution.value
    if question.options or not outcome.tells_truth or not are_portions(true):
        return []
    try:
        typed = read_answer(outcome.typed, shape_of(true))
    except NotationError:
        return []
    if typed.shape != shape_of(true):
        return []
    yours, room = [number.value for number in typed.numbers], min(_MOST_BAR, width - 7)
    rows = ("yours", _segments(yours, room), "wrong"), ("true", _segments(floats(true), room), "right")
    made = columns("ll", [((name, "dim"), (segments, style)) for name, segments, style in rows])
    return [] if rows[0][1] == rows[1][1] else made


def are_portions(value: Value) -> bool:
    """Return whether it is a row of fractions that add up to 1."""
    row = floats(value) if rank_of(value) == 1 else []
    return any(part % 1 for part in row) and min(row) >= 0 and abs(fsum(row) - 1) < _NEAR_1


def _segments(parts: Sequence[float], width: int) -> str:
    """Return portions as pieces of one bar; if they add up to more than 1, it is full."""
    clipped = [min(1.0, max(0.0, part)) for part in parts]
    room, whole = width - len(parts) + 1, max(1.0, fsum(clipped))
    return " ".join("━" * max(int(part > 0), round(room * part / whole)) for part in clipped)


def bracketed(rows: Sequence[Sequence[Piece]]) -> list[Text]:
    """Return the cells of a grid in columns between brackets."""
    made, last = columns("." * len(rows[0]), rows), len(rows) - 1
    wide = width_of(made)
    lines = []
    for at, each in enumerate(made):
        left, right = "[]" if not last else "⎡⎤" if at == 0 else "⎣⎦" if at == last else "⎢⎥"
        lines.append(line((left, "faint"), " ", each, " " * (wide - each.cell_len + 1), (right, "faint")))
    return lines
