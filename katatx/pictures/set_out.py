"""The picture of operands set out as on paper: signs, names, columns, empty lines to work on, and a rule."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import zip_longest
from math import inf
from typing import NamedTuple

from katatx.engine.values import Value, rank_of
from katatx.pictures.figures import GIVEN, Grid, Row, aligned, rest_line, written
from katatx.pictures.matrix import Matrix, Rows, brackets
from katatx.pictures.parts import (
    BLANK,
    MOST_ROWS,
    Line,
    Picture,
    Span,
    cells,
    clean,
    listed,
    padded,
    row_name,
    said_label,
    text_of,
)

TIMES, PLUS, MINUS = "·", "+", "-"
_GAP = "  "
_SHORTEST_RULE = 12
# From this many lines on, operands are put in columns side by side, up to four.
_MANY_LINES, _MOST_COLUMNS = 9, 4
_COLUMN_GAP = "    "
# Stands for unlimited width.
_WIDEST = 10_000
_SAID = {"": "", PLUS: "plus ", MINUS: "minus ", TIMES: "times ", "=": "gives "}


class Operand(NamedTuple):
    """A named number, row or grid; the label "" shows no name.

    `sign` is written before it (`TIMES`, `PLUS`, `MINUS` or ""). `factors` are empty or hold one number for each row,
    which is written before that row. `row_names` and `column_names` may be empty.
    """

    label: str
    value: Value
    sign: str = ""
    factors: Row = ()
    row_names: tuple[str, ...] = ()
    column_names: tuple[str, ...] = ()

    @property
    def rows(self) -> Grid:
        """Return the value as rows; a number is a row of one."""
        rank = rank_of(self.value)
        return self.value if rank == 2 else (self.value,) if rank == 1 else ((self.value,),)


class _TextRow(NamedTuple):
    """A row as text: what is written before its numbers, the numbers, their style role, and the closing bracket."""

    sign: str
    factor: str
    label: str
    side: str
    bracket: str
    texts: tuple[str, ...]
    role: str
    close: str = ""


@dataclass(frozen=True, slots=True)
class SetOut(Picture):
    """Operands in common columns, then empty lines, a rule, and the `result` below it, if given.

    Each entry of `lines` is the count of numbers on an empty line. An operand with a special picture is drawn as that
    picture. `ruled` draws the rule and the result, and `places` is the number of decimals.
    """

    operands: tuple[Operand | Picture, ...]
    lines: tuple[int, ...] = ()
    ruled: bool = True
    result: Row | None = None
    places: int = GIVEN

    @property
    def ends_in_rule(self) -> bool:
        """Return whether the picture ends in a rule with room for the result."""
        return self.ruled and self.result is None

    @property
    def most_lines(self) -> int:
        """Return the number of lines, without that of the result, if no operands are put side by side."""
        return len(self.joined(_WIDEST)) + self.ruled

    def _sketch(self, width: int) -> list[Line] | None:
        """Return the operands, empty lines, rule and result as lines.

        Many unrelated operands are in columns side by side; others in common columns if these fit `width` cells, and
        otherwise each by itself.
        """
        drawn = self._side_by_side(width)
        if drawn is None and self._fits(width):
            drawn = self.joined(width)
        if drawn is None:
            drawn = [line for operand in self.operands for line in self._alone(operand, width)]
        if not self.ruled:
            return drawn
        wide = max(map(cells, map(text_of, drawn)), default=0)
        least = _SHORTEST_RULE if self.result is None else 0
        return [*drawn, (Span("─" * min(width, max(wide, least)), "rule"),), *self._result_line()]

    def _side_by_side(self, width: int) -> list[Line] | None:
        """Return many unrelated operands in two to four columns, as lines of at most `width` cells.

        Returns None if they have fewer than nine lines, are too wide or cannot be shared out, or if there are signs,
        factors, empty lines or special pictures.
        """
        operands = [each for each in self.operands if isinstance(each, Operand) and not each.sign and not each.factors]
        heights = [len(each.rows) + bool(each.column_names) for each in operands]
        if self.lines or len(operands) < len(self.operands) or sum(heights) < _MANY_LINES:
            return None
        for count in range(_MOST_COLUMNS, 1, -1):
            groups = _shared_out(operands, heights, count)
            parts = [SetOut(tuple(group), ruled=False, places=self.places) for group in groups]
            columns = [part.joined(width) for part in parts]
            wide = [max(cells(text_of(line)) for line in column) for column in columns]
            if len(parts) == count and sum(wide) + len(_COLUMN_GAP) * (count - 1) <= width:
                return _joined_columns(columns, wide)
        return None

    def _fits(self, width: int) -> bool:
        """Return whether the operands in common columns fit `width`."""
        longest = max((len(each.rows[0]) for each in self.operands if isinstance(each, Operand)), default=0)
        return longest * 2 <= width and all(cells(text_of(line)) <= width for line in self.joined(width))

    def _result_line(self) -> list[Line]:
        """Return a list of one line, the result in the columns of the operands; [] if there is none."""
        if self.result is None:
            return []
        # Laid out as another operand, so that it has the same columns.
        whole = SetOut((*self.operands, Operand("", self.result)), ruled=False, places=self.places)
        return whole.joined(_WIDEST)[-1:]

    def joined(self, width: int) -> list[Line]:
        """Return the lines of all operands and empty lines in common columns, of any width and number.

        Special pictures in between are drawn separately, in `width` cells.
        """
        lines = iter(self._table())
        found: list[Line] = []
        for operand in self.operands:
            if isinstance(operand, Picture):
                found += operand.drawn(width)
            else:
                heads = 1 if operand.column_names else 0
                found += [next(lines) for _ in range(heads + min(len(operand.rows), MOST_ROWS))]
                found += rest_line(operand.rows)
        return [*found, *lines]

    def _table(self) -> list[Line]:
        """Return the rows of the operands, column names included, and the empty lines, with aligned columns.

        Operands that are pictures are left out, and so are an operand's rows beyond `MOST_ROWS`.
        """
        rows = [*self._text_rows(), *self._blank_rows()]
        rows = _in_columns(rows)
        befores = list(zip(*((row.sign, row.factor, row.label, row.side, row.bracket) for row in rows), strict=True))
        widths = [max(map(cells, texts)) for texts in befores] or [0] * 5
        return [_line(row, widths) for row in rows]

    def _text_rows(self) -> Iterator[_TextRow]:
        """Yield the operands' rows as text, at most `MOST_ROWS` of each, with their column names; none of pictures."""
        for operand in self.operands:
            if isinstance(operand, Picture):
                continue
            rows = operand.rows[:MOST_ROWS]
            if operand.column_names:
                yield _TextRow("", "", "", "", "", tuple(map(clean, operand.column_names)), "faint")
            for index, row in enumerate(rows):
                first, grid = index == 0, rank_of(operand.value) == 2
                left, right = brackets(index, len(rows), whole=len(operand.rows) <= MOST_ROWS) if grid else ("", "")
                yield _TextRow(
                    operand.sign if first else "",
                    written([operand.factors[index]], self.places)[0] if operand.factors else "",
                    clean(operand.label).strip() if first else "",
                    operand.row_names[index] if operand.row_names else "",
                    left,
                    tuple(written(row, self.places)),
                    "number",
                    right,
                )

    def _blank_rows(self) -> Iterator[_TextRow]:
        """Yield the empty lines as rows of blanks."""
        return (_TextRow("", "", "", "", "", (BLANK,) * count, "faint") for count in self.lines)

    def _alone(self, operand: Operand | Picture, width: int) -> list[Line]:
        """Return one operand as lines of at most `width` cells, drawn separately for lack of room for common
        columns.
        """
        if isinstance(operand, Picture):
            return operand.drawn(width)
        label = f"{operand.sign} {operand.label}".strip()
        if rank_of(operand.value) == 2 and not operand.factors:
            return Matrix(label, operand.value, operand.row_names, operand.column_names, self.places).drawn(width)
        if rank_of(operand.value) < 2 and not operand.factors:
            return Rows(label, operand.value, self.places).drawn(width)
        heads = [f"{factor} {TIMES} {operand.label}" for factor in written(operand.factors, self.places)]
        rows = [Rows(head, row, self.places) for head, row in zip(heads, operand.rows, strict=True)]
        return [line for row in rows for line in row.drawn(width)]

    def _sentences(self) -> list[str]:
        """Return the operands, the empty lines and the result in words."""
        lines: list[str] = []
        for operand in self.operands:
            lines += operand.said() if isinstance(operand, Picture) else self._said(operand)
        lines += [f"a line of {count} number{'s' * (count != 1)}" for count in self.lines]
        return lines if self.result is None else [*lines, *self._said(Operand("", self.result, "="))]

    def _said(self, operand: Operand) -> list[str]:
        """Return one operand in words: a number or row on one line, a grid below its name, rows with factors on a line
        each.
        """
        before = _SAID[operand.sign]
        name = clean(operand.label).strip()
        texts = [listed(written(row, self.places)) for row in operand.rows]
        if operand.factors:
            factors = written(operand.factors, self.places)
            return [f"{factor} times {name}: {text}" for factor, text in zip(factors, texts, strict=True)]
        if rank_of(operand.value) < 2:
            return [f"{before}{name}: {texts[0]}" if name else f"{before}{texts[0]}"]
        names = [f"{row_name(each)}: " for each in operand.row_names] or [""] * len(texts)
        return [before + (said_label(name) or [""])[0], *map("".join, zip(names, texts, strict=True))]


def _shared_out(operands: Sequence[Operand], heights: Sequence[int], count: int) -> list[list[Operand]]:
    """Return the operands in order, split into at most `count` columns of about equal height; `heights` are in
    lines.
    """
    groups: list[list[Operand]] = [[]]
    used = 0
    for operand, height in zip(operands, heights, strict=True):
        full = used + height / 2 > sum(heights) * len(groups) / count
        if groups[-1] and full:
            groups.append([])
        groups[-1].append(operand)
        used += height
    return groups


def _joined_columns(columns: Sequence[Sequence[Line]], wide: Sequence[int]) -> list[Line]:
    """Return columns of lines side by side; `wide` is each column's width in cells."""
    lines: list[Line] = []
    for sides in zip_longest(*columns, fillvalue=(Span(""),)):
        line: Line = ()
        for side, width in zip(sides, wide, strict=True):
            line += (*side, Span(" " * (width - cells(text_of(side)))), Span(_COLUMN_GAP))
        lines.append(tuple(span for span in line[:-1] if span.text))
    return lines


def _in_columns(rows: Sequence[_TextRow]) -> list[_TextRow]:
    """Return the rows with their numbers padded to common columns, wide enough for empty places."""
    texts = [list(row.texts) for row in rows]
    for column in range(max(map(len, texts), default=0)):
        here = [each for each in texts if len(each) > column]
        numbers = [each for each in here if each[column] != BLANK]
        shown = aligned([[each[column]] for each in numbers]) if numbers else []
        wide = max(len(BLANK) if len(numbers) < len(here) else 0, *(cells(text) for (text,) in shown), 0)
        for each, (text,) in zip(numbers, shown, strict=True):
            each[column] = padded(text, wide, before=True)
        for each in here:
            each[column] = padded(each[column], wide, before=True)
    return [row._replace(texts=tuple(each)) for row, each in zip(rows, texts, strict=True)]


def _line(row: _TextRow, widths: Sequence[int]) -> Line:
    """Return a row as a line; `widths` are those of the five parts before its numbers, 0 if no row has the part."""
    sign, factor, label, side, bracket = widths
    spans = []
    if sign:
        spans.append(Span(padded(row.sign, sign) + " ", "strong"))
    if factor:
        spans += [Span(padded(row.factor, factor, before=True), "number"),
                  Span(f" {TIMES if row.factor else ' '} ", "strong")]  # fmt: skip
    if label:
        spans.append(Span(padded(row.label, label) + _GAP, "label"))
    if side:
        spans.append(Span(padded(row.side, side, before=True) + " ", "faint"))
    if bracket:
        spans.append(Span(padded(row.bracket, bracket) + " ", "rule"))
    for index, text in enumerate(row.texts):
        spans += [Span(_GAP if index else ""), Span(text, "masked" if text.strip() == _MASKED else row.role)]
    if row.close:
        spans.append(Span(f" {row.close}", "rule"))
    return tuple(span for span in spans if span.text)


_MASKED = written([-inf], GIVEN)[0]
