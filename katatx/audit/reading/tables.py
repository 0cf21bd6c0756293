"""Find tables on a page, set with bars or columns of spaces, and matrices drawn over several lines.

A table is **barred** if bars divide its cells, and **framed** if its lines also begin and end with bars. Columns of
text count from 0; `stop` is one past the last.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import takewhile
from math import inf
from typing import NamedTuple

from katatx.audit.reading.lines import LogicalLine
from katatx.audit.values import Number, Printed
from katatx.notation.lexer import number_places, number_value

_BARRED = re.compile(r"^\s*\||\s\|(?:\s|$)")
_RULE = re.compile(r"[\s|+:=─┼═╪-]*")
_PIECE = re.compile(r"\S+(?: \S+)*")
_WORD = re.compile(r"[-−+$]?\d{1,3}(?:,\d{3})+(?![^\s,;])|[^\s,;]+")
_NUMBER = re.compile(
    r"[$€£]?(?P<sign>[-−–+]?)[$€£]?(?P<digits>(?:\d{1,3}(?:,\d{3})+|\d+)(?:\.\d+)?(?:[eE][-−+]?\d+)?|\.\d+|inf|∞)(?P<unit>%|[kKMB]\b)?"
)
_RELATED = re.compile(r"[=≈→⇒]|->|\s[-+−·×*/]\s")
_ENTRY = re.compile(r"[^\s,&]+")
_MOST_ROWS = 64
_MOST_CELLS = 24
# In a row with at most this many cells between bars, a cell may contain several numbers.
_FEW_CELLS = 3
_LONGEST_CELL = 200
_LONGEST_DRAWN = 400


class Cell(NamedTuple):
    """A cell of a row: its line, its columns `start` up to `stop` in it, and its number; None if it is none."""

    line: LogicalLine
    start: int
    stop: int
    number: Number | None = None

    @property
    def text(self) -> str:
        return self.line.text[self.start : self.stop]

    @property
    def placed(self) -> tuple[LogicalLine, Number] | None:
        return None if self.number is None else (self.line, self.number)

    @property
    def label(self) -> str:
        return self.text if self.number is None else ""


class Table(NamedTuple):
    """Rows with the same number of cells, and the texts of the headings: `column 1` and so on if there are none."""

    headings: list[str]
    rows: list[list[Cell]]

    def columns(self) -> list[int]:
        """Return the indexes of the columns in which at least half of the cells are numbers."""
        width, half = len(self.rows[0]), len(self.rows) / 2
        return [at for at in range(width) if sum(row[at].number is not None for row in self.rows) >= half]

    def grid(self, columns: Sequence[int]) -> Printed | None:
        """Return some columns as a printed grid; None if a cell of them is no number."""
        numbers = [row[at].number for row in self.rows for at in columns]
        every = tuple(number for number in numbers if number is not None)
        return Printed(every, (len(self.rows), len(columns))) if len(every) == len(numbers) > 0 else None


def table_at(lines: Sequence[LogicalLine], at: int) -> tuple[Table, int] | None:
    """Return the table that begins on line `at`, and the index of the line after it; None if there is none."""
    barred = _BARRED.search(lines[at].text) is not None
    rows: list[list[Cell]] = []
    after = at
    while after < len(lines) and len(rows) < _MOST_ROWS and lines[after].text.strip():
        if not rows or not _RULE.fullmatch(lines[after].text):
            row = _row(lines[after], barred)
            if row is None or (rows and len(row) != len(rows[0])):
                break
            rows.append(row)
        after += 1
    table = _table(rows)
    return None if table is None else (table, after)


def _table(rows: list[list[Cell]]) -> Table | None:
    """Return the table of some rows; None if they are no table. A heading is removed from `rows`."""
    framed = bool(rows) and rows[0][0].line.text.strip()[0] == rows[0][0].line.text.strip()[-1] == "|"
    if len(rows) < 2 and not (framed and len(rows[0]) > 2):
        return None
    headings = [f"column {at + 1}" for at in range(len(rows[0]))]
    # The first row has no number in more than half of the columns where others have numbers.
    numbered = [at for at in range(len(headings)) if any(row[at].number for row in rows[1:])]
    if sum(rows[0][at].number is None for at in numbered) * 2 > len(numbered) > 0:
        headings = [cell.text for cell in rows.pop(0)]
    numbers = sum(cell.number is not None for row in rows for cell in row)
    return Table(headings, rows) if framed or (len(rows) > 1 and numbers >= len(rows)) else None


def _row(line: LogicalLine, barred: bool) -> list[Cell] | None:
    """Return a line as a row of 2 to 24 cells; None if it is none."""
    gaps = (found.span() for found in _PIECE.finditer(line.text))
    cells = [_cell(line, *piece) for piece in (_between_bars(line.text) if barred else gaps)]
    if not barred or len(cells) <= _FEW_CELLS:
        cells = [part for cell in cells for part in _numbers_apart(cell)]
    if not 2 <= len(cells) <= _MOST_CELLS:
        return None
    is_prose = not barred and any(cell.stop - cell.start > _LONGEST_CELL or "=" in cell.text for cell in cells)
    return None if is_prose else cells


def _between_bars(text: str) -> Iterator[tuple[int, int]]:
    """Yield the columns between bars, without spaces at their ends; nothing without a bar."""
    inner = text.strip()
    parts = inner.removeprefix("|").removesuffix("|").split("|") if "|" in inner else []
    begin = text.index(inner) + inner.startswith("|")
    for part in parts:
        left = begin + len(part) - len(part.lstrip())
        yield left, left + len(part.strip())
        begin += len(part) + 1


def _numbers_apart(cell: Cell) -> Iterator[Cell]:
    """Yield a cell, or its words and each number if it contains only numbers after words: `the 0.5 0.25`, `1 2 3`."""
    words = list(_WORD.finditer(cell.line.text, cell.start, cell.stop))
    bare = [word[0].strip("[]()") for word in words]
    first = next((at for at, text in enumerate(bare) if _NUMBER.fullmatch(text)), len(words))
    is_one = len(words) < 2 or first == len(words) or _RELATED.search(cell.text)
    if is_one or not all(map(_NUMBER.fullmatch, bare[first:])):
        yield cell
        return
    if first:
        yield _cell(cell.line, cell.start, words[first - 1].end())
    for word, text in zip(words[first:], bare[first:], strict=True):
        start = word.start() + word[0].index(text)
        yield _cell(cell.line, start, start + len(text))


def _cell(line: LogicalLine, start: int, stop: int) -> Cell:
    """Return the cell in the columns `start` up to `stop` of a line, with its number if it is one."""
    plain = line.text[start:stop]
    found = _NUMBER.fullmatch(plain.strip("*_ "))
    if found is None:
        return Cell(line, start, stop)
    digits, unit = found["digits"].replace(",", "").replace("−", "-"), found["unit"] or ""
    at = start + plain.index(found["digits"])
    end = at + len(found["digits"]) + unit.isalpha()  # a percent sign stays if the digits change
    size = inf if digits == "∞" else number_value(digits + unit.rstrip("%"))
    value = size / 100 if unit == "%" else size
    places = number_places(digits + unit)
    if found["sign"] not in ("", "+"):
        value, digits, at = -value, f"-{digits}", start + plain.index(found[0])
    return Cell(line, start, stop, Number(value, places, digits + unit, at, end))


# ---- matrices drawn over several lines, side by side

_DRAWN = re.compile(
    r"([\[|⎡⎢⎣┌│└(])\s*([-−]?(?:\d+(?:\.\d*)?|\.\d+|∞|inf)(?:[\s,&]+[-−]?(?:\d+(?:\.\d*)?|\.\d+|∞|inf))*)\s*([\]|⎤⎥⎦┐│┘)])"
)


def drawing_at(lines: Sequence[LogicalLine], at: int) -> LogicalLine | None:
    """Return the matrices drawn from line `at` on as one line, `[1, 2; 3, 4] · [5; 6]`; None if there are none."""
    first = _groups(lines[at].text) if len(lines[at].text) < _LONGEST_DRAWN else ()
    if not first or ("|" in lines[at].text and len(first) < 2 and "=" not in lines[at].text):
        return None
    drawn = list(takewhile(lambda line: _are_below(first, _groups(line.text)), lines[at : at + _MOST_ROWS]))
    described = [line for line in drawn if _DRAWN.sub("", line.text).strip()]
    if len(drawn) < 2 or len(described) != 1:
        return None
    beside, end = described[0], 0
    letters: list[tuple[str, int]] = []
    for index, group in enumerate(_groups(beside.text)):
        letters += zip(beside.text[end : group.start()], beside.offsets[end:], strict=False)
        letters += _matrix(drawn, index)
        end = group.end()
    letters += zip(beside.text[end:], beside.offsets[end:], strict=True)
    return LogicalLine("".join(letter for letter, _ in letters), [offset for _, offset in letters], len(drawn))


def _are_below(above: Sequence[re.Match[str]], groups: Sequence[re.Match[str]]) -> bool:
    pairs = zip(above, groups, strict=False)
    return len(above) == len(groups) and all(abs(a.start() - b.start()) <= 2 for a, b in pairs)


# `drawing_at` looks at up to 64 lines from every line on, so that each line comes up 64 times.
@lru_cache(maxsize=2 * _MOST_ROWS)
def _groups(text: str) -> tuple[re.Match[str], ...]:
    """Return the bracketed rows of numbers in a line, each of them perhaps a row of a drawn matrix."""
    return tuple(_DRAWN.finditer(text))


def _matrix(lines: Sequence[LogicalLine], index: int) -> Iterator[tuple[str, int]]:
    """Yield the letters of the drawn matrix with an index in square brackets, each with its source offset."""
    sign, offset = "[", 0
    for line in lines:
        for number in _ENTRY.finditer(line.text, *_groups(line.text)[index].span(2)):
            offset = line.offsets[number.start()]
            yield from ((letter, offset) for letter in sign)
            yield from zip(number[0], line.offsets[number.start() :], strict=False)
            sign = ", "
        sign = "; "
    yield "]", offset
