"""Find tables on a page, set with bars or columns of spaces, and matrices drawn over several lines.

A table is **barred** if bars divide its cells, and **framed** if its lines also begin and end with bars. Columns of
text count from 0; `stop` is one past the last.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import takewhile
from typing import NamedTuple

from katatx.audit.reading.lines import LogicalLine
from katatx.audit.values import Number, printed_of
from katatx.notation.sentences import SentenceLexer, SentenceReader

_BARRED = re.compile(r"^\s*\||\s\|(?:\s|$)")
_RULE = re.compile(r"[\s|+:=─┼═╪-]*")
_PIECE = re.compile(r"(\S+(?: \S+)*)")
_WORD = re.compile(r"[-−+$]?\d{1,3}(?:,\d{3})+(?![^\s,;])|[^\s,;]+")
_DIGITS = r"(?:\d[\d.,]*(?:[eE][-−+]?\d+)?|\.\d+|inf|∞)"
_NUMBER = re.compile(rf"[*_ ()\[\]]*(?P<number>[$€£]?[-−–+]?[$€£]?{_DIGITS}(?:%|[kKMB]\b)?)[*_ ()\[\]]*")
_BETWEEN_BARS = re.compile(r"\s*([^|]*?)\s*\|")
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

    def grid(self, columns: Sequence[int]) -> LogicalLine:
        """Return some columns as a line with a matrix."""
        rows = [(row[0].line, [(row[at].start, row[at].stop) for at in columns]) for row in self.rows]
        return _as_line(_matrix(rows), len(rows))


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
    text = line.text.rstrip().removesuffix("|") + "|" * barred
    begin = len(text) - len(text.lstrip().removeprefix("|")) if barred else 0
    pieces = (_BETWEEN_BARS if barred else _PIECE).finditer(text, begin)
    cells = [_cell(line, *piece.span(1)) for piece in pieces]
    if not barred or len(cells) <= _FEW_CELLS:
        cells = [part for cell in cells for part in _numbers_apart(cell)]
    if not 2 <= len(cells) <= _MOST_CELLS:
        return None
    is_prose = not barred and any(cell.stop - cell.start > _LONGEST_CELL or "=" in cell.text for cell in cells)
    return None if is_prose else cells


def _numbers_apart(cell: Cell) -> list[Cell]:
    """Return a cell, or its words and each number if it contains only numbers after words: `the 0.5 0.25`, `1 2 3`."""
    words = [_cell(cell.line, *word.span()) for word in _WORD.finditer(cell.line.text, cell.start, cell.stop)]
    first = next((at for at, word in enumerate(words) if word.number), len(words))
    is_one = len(words) < 2 or _RELATED.search(cell.text) or not all(word.number for word in words[first:])
    if is_one or first == len(words):
        return [cell]
    return [*([_cell(cell.line, cell.start, words[first - 1].stop)] if first else ()), *words[first:]]


def _cell(line: LogicalLine, start: int, stop: int) -> Cell:
    """Return the cell in the columns `start` up to `stop` of a line, with its number if it is one."""
    found = _NUMBER.fullmatch(line.text, start, stop)
    if found is None:
        return Cell(line, start, stop)
    tokens = SentenceLexer(found["number"].replace("$", " ")).tokens()
    node, after = SentenceReader(tokens, lambda _: None, lambda _: False).read(0) or (None, 0)
    printed = printed_of(node, {token.column: token.end for token in tokens}) if node is not None else None
    if printed is None or printed.shape or tokens[after].kind != "end":
        return Cell(line, start, stop)
    number, at = printed.numbers[0], found.start("number")
    return Cell(line, start, stop, number._replace(start=at + number.start, stop=at + number.stop))


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
        rows = [(line, _groups(line.text)[index].span(2)) for line in drawn]
        letters += _matrix((line, [e.span() for e in _ENTRY.finditer(line.text, *span)]) for line, span in rows)
        end = group.end()
    letters += zip(beside.text[end:], beside.offsets[end:], strict=True)
    return _as_line(letters, len(drawn))


def _are_below(above: Sequence[re.Match[str]], groups: Sequence[re.Match[str]]) -> bool:
    pairs = zip(above, groups, strict=False)
    return len(above) == len(groups) and all(abs(a.start() - b.start()) <= 2 for a, b in pairs)


# `drawing_at` looks at up to 64 lines from every line on, so that each line comes up 64 times.
@lru_cache(maxsize=2 * _MOST_ROWS)
def _groups(text: str) -> tuple[re.Match[str], ...]:
    """Return the bracketed rows of numbers in a line, each of them perhaps a row of a drawn matrix."""
    return tuple(_DRAWN.finditer(text))


def _matrix(rows: Iterable[tuple[LogicalLine, Iterable[tuple[int, int]]]]) -> Iterator[tuple[str, int]]:
    """Yield the letters of a matrix in square brackets, each with its offset; rows have their entries' columns."""
    sign, offset = "[", 0
    for line, entries in rows:
        for start, stop in entries:
            offset = line.offsets[start]
            yield from ((letter, offset) for letter in sign)
            yield from zip(line.text[start:stop], line.offsets[start:stop], strict=True)
            sign = ", "
        sign = "; "
    yield "]", offset


def _as_line(letters: Iterable[tuple[str, int]], rows: int) -> LogicalLine:
    text, offsets = zip(*letters, strict=True)
    return LogicalLine("".join(text), offsets, rows)
