"""Tables for work on paper: powers of e, roots, sines and cosines."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from math import ceil, cos, exp, isqrt, sin, sqrt
from typing import TYPE_CHECKING, NamedTuple

from rich.text import Text

from katatx.show.text import columns, side_by_side, width_of

if TYPE_CHECKING:
    from katatx.engine.pencils.writing import Step

_GAP = 4
# Below this value four decimals are written: e^-5 is 0.0067.
_SMALL = 0.1
_TENTHS = [tenth / 10 for tenth in range(1, 10)]
# By the operations that need it: a table's title, its heads, its numbers and what is told of each.
_TABLES: dict[tuple[str, ...], tuple[str, tuple[str, ...], Iterable[float], tuple[Callable[[float], float], ...]]] = {
    ("exp",): ("table of e^x", ("x", "e^x"), sorted({*(half / 2 for half in range(-10, 11)), *_TENTHS}), (exp,)),
    ("root",): ("square roots", ("n", "√n"), [n for n in range(2, 33) if isqrt(n) ** 2 != n], (sqrt,)),
    ("sine", "cosine"): (
        "sine and cosine, in radians",
        ("x", "sin x", "cos x"),
        [*_TENTHS, *range(1, 7)],
        (sin, cos),
    ),
}


class Table(NamedTuple):
    """A table: its title, the heads of its columns, and its rows as texts."""

    title: str
    heads: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]

    def lines(self, width: int, rows: int, lit: Iterable[str] = ()) -> list[Text]:
        """Return the table in as many blocks of columns as `width` cells and `rows` lines ask for.

        Entries that occur as numbers in one of the texts `lit` look given.
        """
        numbers = {number for text in lit for number in re.findall(r"-?\d+(?:\.\d+)?", text)}
        heads = [(head, "dim") for head in self.heads]
        cells = [[(row[0], "dim"), *((text, "given" * (row[0] in numbers)) for text in row[1:])] for row in self.rows]
        whole = width_of(columns("." * len(heads), [heads, *cells], gap=3))
        tall = max(rows - 1, ceil(len(cells) / max(1, (width + _GAP) // (whole + _GAP))))
        parts = (cells[at : at + tall] for at in range(0, len(cells), tall))
        return side_by_side([columns("." * len(heads), [heads, *part], gap=3) for part in parts], _GAP)


def tables_for(steps: Iterable[Step]) -> list[Table]:
    """Return the tables that a working, given as its steps, needs; all tables if it needs none."""
    used = set(_operations(steps))
    needed = [made for names, made in _TABLES.items() if used & {*names}] or _TABLES.values()
    return [
        Table(title, heads, tuple((f"{x:g}", *(_written(work(x)) for work in works)) for x in numbers))
        for title, heads, numbers, works in needed
    ]


def _operations(steps: Iterable[Step]) -> Iterator[str]:
    for step in steps:
        yield step.done
        yield from _operations(step.steps)


def _written(value: float) -> str:
    return "1" if value == 1 else f"{value:.{3 if abs(value) >= _SMALL else 4}f}"
