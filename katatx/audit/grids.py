"""Grids that stand on a page row under row, with labels or without: where they are, and their cells."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from katatx.audit.logical_lines import LogicalLine
from katatx.audit.results import Printed, padded, typed_number
from katatx.audit.tokens import Token, tokenize
from katatx.engine.values import Value
from scoring.answer import TypedNumber

_TIMES = "xX×*"
_MOST_ROWS = 200
_MOST_LABEL = 5
_BETWEEN = frozenset({"|", ",", "│", "┃", "║"})
_BARS = frozenset("|│┃║:")
_EMPTY = frozenset({".", "·", "—", "–", "*", "x", "•", "_"})


class Cell(NamedTuple):
    """One cell of a row: its number, None where it is left empty, and where it stands in the line."""

    number: TypedNumber | None
    start: int
    stop: int


class Row(NamedTuple):
    """One line of a grid: its label and its cells. `second` are the cells of a grid beside it."""

    line: LogicalLine
    label: tuple[Token, ...]
    cells: tuple[Cell, ...]
    second: tuple[Cell, ...] = ()
    second_label: tuple[Token, ...] = ()
    rest: tuple[Token, ...] = ()
    name: tuple[Token, ...] = ()

    @property
    def bare_label(self) -> tuple[Token, ...]:
        """Its label without the bar or the colon behind it."""
        return tuple(token for token in self.label if token.text not in _BARS)

    @property
    def words(self) -> str:
        """Its label in small letters, with single spaces."""
        return " ".join(token.text.lower() for token in self.bare_label)

    def printed(self) -> Printed | None:
        """The row's numbers as a printed result; None where a cell is empty."""
        return _printed(self.cells)


class GridOnPage(NamedTuple):
    """A grid: its rows, and what its empty cells count as."""

    rows: tuple[Row, ...]

    @property
    def value(self) -> Value:
        """Its numbers; an empty cell is 0."""
        return tuple(
            tuple(0.0 if cell.number is None else cell.number.value for cell in row.cells) for row in self.rows
        )

    def beside(self) -> GridOnPage | None:
        """The grid that stands beside it, if there is one."""
        if not all(row.second for row in self.rows):
            return None
        return GridOnPage(tuple(row._replace(label=row.second_label, cells=row.second, second=()) for row in self.rows))


def _printed(cells: Sequence[Cell]) -> Printed | None:
    if any(cell.number is None for cell in cells):
        return None
    numbers = tuple(cell.number for cell in cells if cell.number is not None)
    return Printed(
        padded(numbers), tuple((cell.start, cell.stop) for cell in cells), (len(cells),), cells[0].start, cells[-1].stop
    )


def grid_at(lines: Sequence[LogicalLine], at: int) -> GridOnPage | None:
    """The grid whose first row stands on a line; None where none does."""
    rows: list[Row] = []
    for line in lines[at : at + _MOST_ROWS]:
        row = row_of(line)
        if row is None or (rows and (len(row.cells), len(row.second)) != (len(rows[0].cells), len(rows[0].second))):
            break
        if rows and row.name:
            break
        rows.append(row)
    if len(rows) < 2:
        return None
    return GridOnPage(tuple(rows))


def row_of(line: LogicalLine) -> Row | None:
    """A line as a row of a grid; None where it is none."""
    text = line.text
    if len(text) > 2_000 or not any(letter.isdigit() for letter in text):
        return None
    return _row(line, tuple(tokenize(text)))


def _row(line: LogicalLine, tokens: tuple[Token, ...]) -> Row | None:
    name: tuple[Token, ...] = ()
    at = 0
    if any(token.text == "·" and line.text[token.start] in _TIMES for token in tokens):
        return None  # `2 x 3.20    6.40`
    joins = [index for index, token in enumerate(tokens) if token.kind == "join"]
    if joins:
        if len(joins) > 1 or joins[0] > 4 or tokens[joins[0]].text not in ("=", ":="):
            return None
        name, at = tokens[: joins[0]], joins[0] + 1
        if at >= len(tokens) or (tokens[at].text != "|" and tokens[at].text != "["):
            return None
    start = at
    while at < len(tokens) and at - start < _MOST_LABEL and _is_label(tokens, at, start):
        at += 1
    label = tokens[start:at]
    if any(token.text == ":" for token in label[:-1]):
        return None
    first, after = cells_of(tokens, at)
    if len(first) < 2:
        return None
    second: tuple[Cell, ...] = ()
    second_label: tuple[Token, ...] = ()
    if after < len(tokens) and tokens[after].kind == "name" and tokens[after].gap >= 3:
        end = after + 1
        while end < len(tokens) and _is_label(tokens, end, after):
            end += 1
        second, beyond = cells_of(tokens, end)
        if len(second) == len(first):
            second_label, after = tokens[after:end], beyond
        else:
            second = ()
    rest = tokens[after:]
    if rest and not (rest[0].text == "(" or rest[0].text in ("#", "<", "←")):
        return None
    return Row(line, label, first, second, second_label, rest, name)


def _is_label(tokens: tuple[Token, ...], at: int, start: int) -> bool:
    token = tokens[at]
    if token.kind == "name" and token.text != "inf":
        return True
    if token.text in ("|", ":") and at > start:
        return True
    if at == start and token.text == ".":
        return True
    return at > start and token.kind == "number" and not token.gap and tokens[at - 1].kind == "name"


def cells_of(tokens: tuple[Token, ...], at: int) -> tuple[tuple[Cell, ...], int]:
    """The cells from a token on, and the token after them."""
    cells: list[Cell] = []
    depth = 0
    while at < len(tokens):
        token = tokens[at]
        sign = token if token.text in "+-" and at + 1 < len(tokens) and tokens[at + 1].gap == 0 else None
        number = tokens[at + 1] if sign is not None else token
        if (number.kind == "number" and "/" not in number.text) or number.text in ("inf", "∞"):
            typed = typed_number(number, sign is not None and sign.text == "-", about=False)
            cells.append(Cell(typed, token.start, number.stop))
            at += 2 if sign is not None else 1
        elif token.text in _EMPTY and token.kind != "number" and (token.gap or token.text != "."):
            cells.append(Cell(None, token.start, token.stop))
            at += 1
        elif token.text in _BETWEEN or token.text in "[]":
            depth += (token.text == "[") - (token.text == "]")
            at += 1
            if depth > 1:
                return (), at
        else:
            break
    return tuple(cells), at
