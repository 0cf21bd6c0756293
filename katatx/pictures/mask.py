"""The mask picture: which columns each row may see."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise
from math import inf

from katatx.pictures.figures import GIVEN, Grid, Row, counted, rest_line, under_heads, written
from katatx.pictures.matrix import brackets, head_line, side_names
from katatx.pictures.parts import MOST_ROWS, Line, Picture, Span, labelled, listed, said_label

_SHADE = "▒"


@dataclass(frozen=True, slots=True)
class Mask(Picture):
    """A grid in which the cells with minus infinity are shaded."""

    label: str
    rows: Grid
    places: int = GIVEN

    def _sketch(self, width: int) -> list[Line] | None:
        """Return the mask as lines, with numbered rows and columns if it has several rows, and a count of the rows
        beyond `MOST_ROWS`; lines may be wider than `width`.
        """
        rows = self.rows[:MOST_ROWS]
        many = len(self.rows) > 1
        heads, shown = under_heads(counted(len(rows[0])) if many else (), [written(row, self.places) for row in rows])
        names = side_names(counted(len(rows)) if many else (), len(rows))
        lines = [head_line(heads, names, before=2)] if many else []
        for index, (row, texts) in enumerate(zip(rows, shown, strict=True)):
            left, right = brackets(index, len(rows), whole=len(self.rows) <= MOST_ROWS)
            lines.append((Span(names[index], "faint"), Span(left, "rule"), *_cells(row, texts), Span(right, "rule")))
        return labelled(self.label, [*lines, *rest_line(self.rows)], width)

    def _sentences(self) -> list[str]:
        """Return the label, if there is one, and for each row a line with the columns it sees, and its numbers."""
        lines = [
            f"{f'row {number} ' if len(self.rows) > 1 else ''}{_sight(row)}: {listed(written(row, self.places))}"
            for number, row in enumerate(self.rows, 1)
        ]
        return [*said_label(self.label), *lines]


def _cells(row: Row, texts: tuple[str, ...]) -> Iterator[Span]:
    """Yield a row's cells as spans, each with one space around its text; masked cells are shaded without a gap."""
    for number, text in zip(row, texts, strict=True):
        if number == -inf:
            yield Span(f"{_SHADE}{text.replace(' ', _SHADE)}{_SHADE}", "masked")
        else:
            yield Span(f" {text} ", "number")


def _sight(row: Row) -> str:
    """Return in words which columns a row sees, counted from 1, and if it sees some, which not.

    A column is not seen where the row has minus infinity.
    """
    open_, shut = ([index for index, number in enumerate(row, 1) if (number == -inf) is it] for it in (False, True))
    return f"sees {_stretches(open_) or 'nothing'}" + (f", not {_stretches(shut)}" if open_ and shut else "")


def _stretches(places: list[int]) -> str:
    """Return ascending positive numbers as text with runs joined: "1 to 2, 4"; "" if there are none."""
    starts = [b for a, b in pairwise([-1, *places]) if b != a + 1]
    ends = [a for a, b in pairwise([*places, -1]) if b != a + 1]
    return ", ".join(str(a) if a == b else f"{a} to {b}" for a, b in zip(starts, ends, strict=True))
