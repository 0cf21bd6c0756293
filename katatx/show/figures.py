"""Figures of numbers: portions as bars, grids as heat."""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil, fsum, isfinite
from typing import TYPE_CHECKING

from rich.text import Text

from katatx.engine.values import Value, floats, rank_of, shape_of, shaped
from katatx.notation.answers import read_answer
from katatx.notation.errors import NotationError
from katatx.notation.printing import write_number
from katatx.show.text import Piece, bar, columns, line, width_of

if TYPE_CHECKING:
    from katatx.questions.outcome import Outcome

_SHADES = " ░▒▓█"
_MOST_BAR, _SHARES = 40, 50
_NEAR_1 = 1e-9


def figures_of(value: Value, width: int) -> list[Text]:
    """Return the figure of portions, a row or a grid of them; [] for other values."""
    if isinstance(value, str) or not are_portions(value):
        return []
    return bars(value, width) if rank_of(value) == 1 else heat(value)


def shares(outcome: Outcome, width: int) -> list[Text]:
    """Return a wrong answer's portions and the true ones, each as one bar of shares, grids as heat; [] for others."""
    question, true = outcome.question, outcome.question.solution.value
    if question.options or not outcome.tells_truth or not are_portions(true):
        return []
    try:
        typed = read_answer(outcome.typed, shape_of(true))
    except NotationError:
        return []
    if typed.shape != shape_of(true):
        return []
    yours = shaped(typed.shape, [number.value for number in typed.numbers])
    both = ("yours", yours, "wrong"), ("true", true, "right")
    if rank_of(true) == 2:
        return [each for name, grid, _ in both for each in (line((name, "dim")), *heat(grid))]
    room = min(_SHARES, width - 7)
    return columns("ll", [((name, "dim"), line((_segments(each, room), style))) for name, each, style in both])


def are_portions(value: Value) -> bool:
    """Return whether each row has fractions that add up to 1."""
    rows = value if rank_of(value) == 2 else (value,)
    if rank_of(value) not in (1, 2) or all(number % 1 == 0 for number in floats(value)):
        return False
    return all(min(row) >= 0 and abs(fsum(row) - 1) < _NEAR_1 for row in rows)


def _segments(parts: Sequence[float], width: int) -> str:
    """Return portions as pieces of one bar; if they add up to more than 1, it is full."""
    clipped = [min(1.0, max(0.0, part)) for part in parts]
    room, whole = width - len(parts) + 1, max(1.0, fsum(clipped))
    return " ".join("━" * max(int(part > 0), round(room * part / whole)) for part in clipped)


def bars(row: Sequence[float], width: int) -> list[Text]:
    """Return a bar for each portion of a row, with its number."""
    room = min(_MOST_BAR, width - 14)
    rows = [((str(at), "dim"), bar(part, 0, 1, room), write_number(part)) for at, part in enumerate(row, 1)]
    return columns("rl.", rows)


def heat(grid: Sequence[Sequence[float]]) -> list[Text]:
    """Return a grid of portions with each number shaded: the larger the darker."""
    rows = [[piece for number in row for piece in (_shade(number), write_number(number))] for row in grid]
    return columns("l." * len(grid[0]), rows, ([1, 2] * len(grid[0]))[:-1])


def _shade(number: float) -> Piece:
    part = min(1.0, max(0.0, number)) if isfinite(number) else 0.0
    return _SHADES[ceil(4 * part - _NEAR_1)] * 2, "given"


def bracketed(rows: Sequence[Sequence[Piece]]) -> list[Text]:
    """Return the cells of a grid in columns between brackets."""
    made, last = columns("." * len(rows[0]), rows), len(rows) - 1
    wide = width_of(made)
    lines = []
    for at, each in enumerate(made):
        left, right = "[]" if not last else "⎡⎤" if at == 0 else "⎣⎦" if at == last else "⎢⎥"
        lines.append(line((left, "faint"), " ", each, " " * (wide - each.cell_len + 1), (right, "faint")))
    return lines
