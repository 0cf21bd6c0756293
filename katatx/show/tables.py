"""Tables for work on paper: powers of e, natural logarithms, roots, sines and cosines."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from math import ceil, cos, exp, log, sin, sqrt
from typing import TYPE_CHECKING

from rich.text import Text

from katatx.questions.working import flat_lines
from katatx.show.text import Piece, columns, line, side_by_side, spaced, width_of

if TYPE_CHECKING:
    from katatx.engine.pencils.writing import Step

_GAP = 4
_TENTHS = [tenth / 10 for tenth in range(1, 10)]
# By the operations that need it: a table's title, its heads, its numbers and what is told of each.
_Table = tuple[str, tuple[str, ...], Iterable[float], tuple[Callable[[float], float], ...]]
_TABLES: dict[tuple[str, ...], _Table] = {
    ("exp",): ("table of e^x", ("x", "e^x"), sorted({*(half / 2 for half in range(-10, 11)), *_TENTHS}), (exp,)),
    ("log",): ("natural logarithms", ("x", "ln x"), [part / 20 for part in range(1, 20)], (log,)),
    ("root",): ("square roots", ("n", "√n"), range(2, 33), (sqrt,)),
    ("sine", "cosine"): ("sine and cosine, in radians", ("x", "sin x", "cos x"), [*_TENTHS, *range(1, 7)], (sin, cos)),
}


def tables_for(steps: Sequence[Step], width: int, rows: int, only_needed: bool = False) -> list[Text]:
    """Return all tables, those that a working needs first, or only these, beside each other if there is room. Each has
    the blocks of columns that `width` cells and `rows` lines ask for.
    """
    used = {each.done for each in flat_lines(steps)}
    names = [each for each in _TABLES if used & {*each}] if only_needed else sorted(_TABLES, key=used.isdisjoint)
    made: list[list[Text]] = []
    for each in map(_TABLES.__getitem__, names):
        lines = _table(each, width, rows)
        beside = side_by_side([*made[-1:], lines], _GAP)
        made = [*made[:-1], beside] if width_of(beside) <= width else [*made, lines]
    return spaced(*made)


def _table(table: _Table, width: int, rows: int) -> list[Text]:
    title, heads, entries, works = table
    cells: list[list[Piece]] = [[(f"{at:g}", "dim"), *(_written(work(at)) for work in works)] for at in entries]
    whole = width_of(columns("." * len(heads), [heads, *cells], gap=3))
    tall = max(rows - 1, ceil(len(cells) / max(1, (width + _GAP) // (whole + _GAP))))
    dim = [(head, "dim") for head in heads]
    parts = [columns("." * len(heads), [dim, *cells[at : at + tall]], gap=3) for at in range(0, len(cells), tall)]
    return [line((title, "b")), *side_by_side(parts, _GAP)]


def _written(value: float) -> str:
    return f"{value:g}" if value == round(value) else f"{value:.{3 if abs(value) >= 0.1 else 4}f}"  # e^-5 is 0.0067
