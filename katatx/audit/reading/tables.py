"""Find tables on a page, set with bars or columns of spaces, and matrices drawn over several lines.

A table is **barred** if bars divide its cells, and **framed** if its lines also begin and end with bars. Columns of
text count from 0; `stop` is one past the last.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple

from katatx.audit.reading.lines import LogicalLine
from katatx.audit.values import Number, places_of
from katatx.notation.lexer import number_value

# What a row may contain: bars, tabs, or numbers separated by more than a space.
_LOOKS = re.compile(r"\|.*\||[^|\s]\s*\|\s*\S|\t|\S(?:\s{2,}|\s*\|\s*)[-−+]?(?:\.?\d|inf|∞)")
_BARRED = re.compile(r"^\s*\||\s\|(?:\s|$)")
_RULE = re.compile(r"[\s|+:=─┼═╪-]*")
_PIECE = re.compile(r"\S+(?: \S+)*")
_NUMBER = re.compile(
    r"[$€£]?(?P<sign>[-−–+]?)[$€£]?(?P<digits>(?:\d{1,3}(?:,\d{3})+|\d+)(?:\.\d+)?(?:[eE][-−+]?\d+)?|\.\d+|inf|∞)(?P<unit>%|[kKMB]\b)?"
)
_RELATED = re.compile(r"[=≈→⇒]|->|\s[-+−·×*/]\s")
_NAMED = re.compile(r"\s*([^\W\d]\w*)\s*=\s*(?=[|\[(])")
_TAIL = re.compile(r"(?<!\s)\s{2,}[(<#←].*$")
_MOST_ROWS = 64
_MOST_CELLS = 24
# In a row with at most this many cells between bars, a cell may contain several numbers.
_FEW_CELLS = 3
_LONGEST_CELL = 200


class Cell(NamedTuple):
    """A cell of a row: its text, its columns `start` up to `stop` in the line, and its number; None if it is none."""

    text: str
    start: int
    stop: int
    number: Number | None


class Row(NamedTuple):
    """A line of a table; from column `tail` on, it has text that does not belong to the table."""

    line: LogicalLine
    cells: tuple[Cell, ...]
    tail: int

    @property
    def label(self) -> str:
        """Return the text of the first cell; "" if that is a number."""
        first = self.cells[0]
        return "" if first.number else first.text


class Table(NamedTuple):
    """Rows with the same number of cells, and the texts of the headings, or ().

    `name` is the name before the first row (`X = | 1 | 2 |`), or None.
    """

    name: str | None
    headings: tuple[str, ...]
    rows: list[Row]

    def columns(self) -> Iterator[int]:
        """Yield the indexes of the columns in which at least half of the cells are numbers."""
        for at in range(len(self.rows[0].cells)):
            if sum(row.cells[at].number is not None for row in self.rows) * 2 >= len(self.rows):
                yield at

    def is_numbers(self) -> bool:
        """Return whether some columns have numbers in at least half their cells, and all of these in every cell."""
        columns = list(self.columns())
        return all(row.cells[at].number is not None for row in self.rows for at in columns) and bool(columns)


def table_at(lines: Sequence[LogicalLine], at: int) -> tuple[Table, int] | None:
    """Return the table that begins on line `at`, and the index of the line after it; None if there is none."""
    if not _LOOKS.search(lines[at].text):
        return None
    barred = _BARRED.search(lines[at].text) is not None
    named = _NAMED.match(lines[at].text)
    rows: list[Row] = []
    after = at
    while after < len(lines) and len(rows) < _MOST_ROWS:
        text = lines[after].text
        if not text.strip():
            break
        if rows and _RULE.fullmatch(text):
            after += 1
            continue
        start = named.end() if named and not rows else 0
        row = _row(lines[after], start, barred)
        if row is None or (rows and not _belongs(row, rows, barred)):
            break
        rows.append(row)
        after += 1
    table = _table(named[1] if named else None, rows)
    return None if table is None else (table, after)


def _table(name: str | None, rows: list[Row]) -> Table | None:
    """Return the table of some rows; None if they are no table. A heading is removed from `rows`."""
    framed = bool(rows) and rows[0].line.text.strip()[0] == rows[0].line.text.strip()[-1] == "|"
    if len(rows) < 2 and not (framed and len(rows[0].cells) > 2):
        return None
    headings: tuple[str, ...] = ()
    if _is_heading(rows[0], rows[1:]):
        headings = tuple(cell.text for cell in rows.pop(0).cells)
    width = len(rows[0].cells)
    numbers = sum(cell.number is not None for row in rows for cell in row.cells)
    if width < 2 or (not framed and (len(rows) < 2 or numbers < len(rows))):
        return None
    return Table(name, headings, rows)


def _is_heading(first: Row, rows: list[Row]) -> bool:
    """Return whether the first row has no number in more than half of the columns where others have numbers."""
    columns = [at for at in range(len(first.cells)) if any(row.cells[at].number for row in rows)]
    words = sum(first.cells[at].number is None for at in columns)
    return bool(columns) and words * 2 > len(columns)


def _belongs(row: Row, rows: list[Row], barred: bool) -> bool:
    """Return whether a row belongs to a table, given the `rows` so far, at least one."""
    if len(row.cells) != len(rows[0].cells):
        return False
    if barred or len(rows) < 2:
        return True
    kinds = [cell.number is None for cell in rows[-1].cells]
    return [cell.number is None for cell in row.cells] == kinds


def _row(line: LogicalLine, start: int, barred: bool) -> Row | None:
    """Return a line from column `start` on as a row of 2 to 24 cells; None if it is none."""
    text = line.text
    tail = _TAIL.search(text, start)
    stop = tail.start() if tail and not barred else len(text)
    if barred:
        cells = list(_barred_cells(text, start, stop))
        if len(cells) <= _FEW_CELLS:
            cells = list(_numbers_apart(text, cells, r"[^\s]+"))
    else:
        cells = [_cell(text, *found.span()) for found in _PIECE.finditer(text, start, stop)]
        cells = list(_numbers_apart(text, cells))
    if not 2 <= len(cells) <= _MOST_CELLS:
        return None
    if not barred and any(len(cell.text) > _LONGEST_CELL or "=" in cell.text for cell in cells):
        return None
    return Row(line, tuple(cells), stop)


def _barred_cells(text: str, start: int, stop: int) -> Iterator[Cell]:
    """Yield the cells between bars in the columns `start` up to `stop`; none without a bar."""
    inner = text[start:stop]
    start += len(inner) - len(inner.lstrip())
    inner = inner.strip()
    if "|" not in inner:
        return
    if inner.startswith("|"):
        start, inner = start + 1, inner[1:]
    inner = inner.removesuffix("|")
    for part in inner.split("|"):
        left = start + len(part) - len(part.lstrip())
        yield _cell(text, left, left + len(part.strip()))
        start += len(part) + 1


def _numbers_apart(text: str, cells: list[Cell], word: str = r"[^\s,;]+") -> Iterator[Cell]:
    """Yield the cells, splitting those that contain only numbers after words: `the 0.5 0.25`, `1 2 3`."""
    for cell in cells:
        words = list(re.finditer(word, cell.text))
        first = next((at for at, each in enumerate(words) if _NUMBER.fullmatch(each[0].strip("[]()"))), len(words))
        rest = words[first:]
        if (
            len(words) < 2
            or not rest
            or _RELATED.search(cell.text)
            or not all(_NUMBER.fullmatch(each[0].strip("[]()")) for each in rest)
        ):
            yield cell
            continue
        if first:
            yield _cell(text, cell.start, cell.start + words[first - 1].end())
        for number in rest:
            inner = number[0].strip("[]()")
            at = cell.start + number.start() + number[0].index(inner)
            yield _cell(text, at, at + len(inner))


def _cell(text: str, start: int, stop: int) -> Cell:
    """Return the cell in the columns `start` up to `stop` of the line `text`, with its number if it is one."""
    plain = text[start:stop]
    found = _NUMBER.fullmatch(plain.strip("*_ "))
    if found is None:
        return Cell(plain, start, stop, None)
    at = start + plain.index(found["digits"])
    digits = found["digits"].replace(",", "").replace("−", "-") + (found["unit"] or "")
    negative = found["sign"] not in ("", "+")
    if digits in ("inf", "∞"):
        value, places = float("inf"), 0
    else:
        value = number_value(digits[:-1]) / 100 if digits.endswith("%") else number_value(digits)
        places = places_of(digits)
    end = at + len(found["digits"]) + (found["unit"] or "").isalpha()  # a percent sign stays if the digits change
    begin = start + plain.index(found[0]) if negative else at
    return Cell(plain, start, stop, Number(-value if negative else value, places, "-" * negative + digits, begin, end))


# ---- matrices drawn over several lines, side by side

_DRAWN = re.compile(
    r"([\[|⎡⎢⎣┌│└(])\s*([-−]?(?:\d+(?:\.\d*)?|\.\d+|∞|inf)(?:[\s,&]+[-−]?(?:\d+(?:\.\d*)?|\.\d+|∞|inf))*)\s*([\]|⎤⎥⎦┐│┘)])"
)


class Drawing(NamedTuple):
    """Drawn matrices rewritten as one line, `[1, 2; 3, 4] · [5; 6]`, and the lines they were on."""

    line: LogicalLine
    lines: list[LogicalLine]


def drawing_at(lines: Sequence[LogicalLine], at: int) -> Drawing | None:
    """Return the matrices drawn from line `at` on; None if there are none."""
    first = _groups(lines[at].text)
    if not first or ("|" in lines[at].text and len(first) < 2 and "=" not in lines[at].text):
        return None
    rows = [first]
    while at + len(rows) < len(lines) and len(rows) < _MOST_ROWS:
        found = _groups(lines[at + len(rows)].text)
        if len(found) != len(first) or any(abs(a.start() - b.start()) > 2 for a, b in zip(found, first, strict=True)):
            break
        rows.append(found)
    if len(rows) < 2:
        return None
    drawn = list(lines[at : at + len(rows)])
    described = [line for line in drawn if _outside(line.text)]
    if len(described) != 1:
        return None
    pieces = [(group.start(), _matrix([row[index] for row in rows], drawn)) for index, group in enumerate(first)]
    beside = described[0]
    pieces += [(each.start(), (each[0], beside.offsets[each.start() : each.end()])) for each in _outside(beside.text)]
    text, offsets = "", []
    for _, (part, places) in sorted(pieces, key=lambda piece: piece[0]):
        text += f"{part}   "
        offsets += [*places, *[places[-1]] * 3]
    return Drawing(LogicalLine(text, offsets), drawn)


# `drawing_at` looks at up to 64 lines from every line on, so that each line comes up 64 times.
@lru_cache(maxsize=2 * _MOST_ROWS)
def _groups(text: str) -> tuple[re.Match[str], ...]:
    """Return the bracketed rows of numbers in a line, each of them perhaps a row of a drawn matrix."""
    return tuple(_DRAWN.finditer(text))


@lru_cache(maxsize=2 * _MOST_ROWS)
def _outside(text: str) -> tuple[re.Match[str], ...]:
    """Return the texts in a line that are outside its bracketed rows of numbers."""
    return tuple(_PIECE.finditer(_DRAWN.sub(lambda group: " " * len(group[0]), text)))


_Piece = tuple[str, Sequence[int]]


def _matrix(rows: list[re.Match[str]], lines: list[LogicalLine]) -> _Piece:
    """Return a drawn matrix as text in square brackets, with the source offset of each character."""
    text, offsets = "[", [lines[0].offsets[rows[0].start()]]
    for row, line in zip(rows, lines, strict=True):
        for number in re.finditer(r"[^\s,&]+", row[2]):
            at = row.start(2) + number.start()
            places = list(line.offsets[at : at + len(number[0])])
            text += number[0] + ", "
            offsets += [*places, places[-1], places[-1]]
        text = text[:-2] + "; "
    return text[:-2] + "]", offsets[:-1]
