"""Tables for work on paper: powers of e, roots, sines and cosines."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from math import cos, exp, isqrt, sin, sqrt
from typing import TYPE_CHECKING, NamedTuple

from rich.text import Text

from katatx.show.text import columns, side_by_side, width_of

if TYPE_CHECKING:
    from katatx.engine.pencils.writing import Step

_GAP = 4
# Below this value four decimals are written: e^-5 is 0.0067.
_SMALL = 0.1


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
        tall = max(1, rows - 1)
        while tall < len(self.rows):
            if width_of(lines := self._blocks(tall, numbers)) <= width:
                return lines
            tall += 1
        return self._blocks(tall, numbers)

    def _blocks(self, tall: int, lit: set[str]) -> list[Text]:
        """Return the table in blocks of at most `tall` rows, side by side."""
        blocks = []
        for at in range(0, len(self.rows), tall):
            rows = [
                [(row[0], "dim"), *((text, "given" if row[0] in lit else "") for text in row[1:])]
                for row in self.rows[at : at + tall]
            ]
            blocks.append(columns("." * len(self.heads), [[(head, "dim") for head in self.heads], *rows], gap=3))
        return side_by_side(blocks, _GAP)


def tables_for(steps: Iterable[Step]) -> list[Table]:
    """Return the tables that a working, given as its steps, needs; all tables if it needs none."""
    used = set(_operations(steps))
    return [make() for names, make in _TABLES if used & names] or [make() for _, make in _TABLES]


def _operations(steps: Iterable[Step]) -> Iterator[str]:
    for step in steps:
        yield step.done
        yield from _operations(step.steps)


def _powers() -> Table:
    xs = sorted({*(half / 2 for half in range(-10, 11)), *(tenth / 10 for tenth in range(1, 10))})
    return Table("table of e^x", ("x", "e^x"), tuple((f"{x:g}", _written(exp(x))) for x in xs))


def _roots() -> Table:
    numbers = [n for n in range(2, 33) if isqrt(n) ** 2 != n]
    return Table("square roots", ("n", "√n"), tuple((str(n), _written(sqrt(n))) for n in numbers))


def _waves() -> Table:
    angles: Sequence[float] = [*(tenth / 10 for tenth in range(1, 10)), *range(1, 7)]
    rows = tuple((f"{x:g}", _written(sin(x)), _written(cos(x))) for x in angles)
    return Table("sine and cosine, in radians", ("x", "sin x", "cos x"), rows)


def _written(value: float) -> str:
    if value == 1:
        return "1"
    return f"{value:.{3 if abs(value) >= _SMALL else 4}f}"


_TABLES = (({"exp"}, _powers), ({"root"}, _roots), ({"sine", "cosine"}, _waves))
