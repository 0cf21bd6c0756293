"""Tables of a page: rows with labels, columns with headings, by pipes or by alignment."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from katatx.audit.logical_lines import LogicalLine
from katatx.audit.results import typed_number
from katatx.audit.table_sizes import LONGEST, MOST_COLUMNS, MOST_ROWS, TooLarge, of_long_lines, too_long, too_wide
from katatx.audit.tokens import Token, tokenize
from scoring.answer import TypedNumber

_BARS = frozenset("|│┃║")
_RULE = _BARS | frozenset("-:=+ \t─━═—_┼├┤┌┐└┘┬┴╞╡╪╤╧╔╗╚╝╠╣╦╩╬┏┓┗┛┣┫┳┻╋╒╕╘╛╭╮╰╯")
_APART = 2
# What may stand beside a number that is a cell: money, and the marks of notes.
_MARKS = frozenset("~≈$€£*†‡§¶")
_NOTE_TOKENS = 3
_PERCENT = 0.01
_LONGEST_UNIT = 7


class TableCell(NamedTuple):
    """One cell: its tokens, the number that it is, or None, and where that stands in the line."""

    tokens: tuple[Token, ...]
    number: TypedNumber | None
    start: int
    stop: int
    # What its number is a number of: `kg`.
    unit: str = ""

    @property
    def words(self) -> str:
        """What it says, with single spaces."""
        return " ".join(token.text for token in self.tokens)

    @property
    def heading(self) -> str:
        """What it says, with single spaces where any stand."""
        texts = [f"{token.text}%" if token.scale == _PERCENT else token.text for token in self.tokens]
        return "".join(
            f" {text}" if token.gap and at else text
            for at, (token, text) in enumerate(zip(self.tokens, texts, strict=True))
        )


class TableRow(NamedTuple):
    """One line of a table, cell by cell; a cell that is left out is None. `after_rule` says that a rule stands right
    before it.
    """

    line: LogicalLine
    cells: tuple[TableCell | None, ...]
    after_rule: bool = False

    @property
    def label(self) -> str:
        """What its first cell says, in small letters, where that is no number."""
        first = self.cells[0]
        return "" if first is None or first.number is not None else first.words.lower()

    @property
    def label_words(self) -> tuple[str, ...]:
        """The words before its first number, in small letters."""
        words: list[str] = []
        for cell in self.cells:
            if cell is not None and cell.number is not None:
                break
            words += [token.text.lower() for token in cell.tokens if token.text != "*"] if cell is not None else []
        return tuple(words)

    def how_many(self) -> int:
        """How many numbers it has."""
        return sum(cell is not None and cell.number is not None for cell in self.cells)


class Table(NamedTuple):
    """A table: the cells of its heading lines, column by column, its rows, and how many lines of the page it takes."""

    headings: tuple[str, ...]
    rows: tuple[TableRow, ...]
    lines: int


def table_at(lines: Sequence[LogicalLine], at: int) -> Table | TooLarge | int:
    """The table whose first line is this one; where none begins here, how many lines from it on were looked at and need
    not be looked at again.
    """
    first = lines[at].text
    if len(first) > LONGEST:
        return of_long_lines(lines, at, _has_bar) if sum(map(first.count, _BARS)) >= 2 else 1
    if not first.strip():
        return 1
    if sum(map(first.count, _BARS)) >= 2:
        return _piped(lines, at, _has_bar)
    if first.count("\t") >= 2 and not is_rule(first):
        return _piped(lines, at, _has_tab)
    if _segments(first) and (following := _first_after_rule(lines, at + 1)) is not None and _segments(following):
        return _aligned(lines, at)
    return 1


def is_rule(text: str) -> bool:
    """Whether a line is a rule under or between rows."""
    stripped = text.strip()
    return len(stripped) >= 3 and set(stripped) <= _RULE and sum(letter in "-=─━═—" for letter in stripped) >= 3


def _first_after_rule(lines: Sequence[LogicalLine], at: int) -> str | None:
    while at < len(lines) and is_rule(lines[at].text):
        at += 1
    return lines[at].text if at < len(lines) and len(lines[at].text) <= LONGEST else None


# ---- pipes


def _has_bar(text: str) -> bool:
    return any(bar in text for bar in _BARS)


def _has_tab(text: str) -> bool:
    return "\t" in text


def _piped(lines: Sequence[LogicalLine], at: int, parted: Callable[[str], bool]) -> Table | TooLarge | int:
    """A table whose cells are parted by bars, or by tabs: whether a line is `parted` so."""
    rows: list[TableRow] = []
    end, ruled = at, False
    while end < len(lines) and end - at < MOST_ROWS:
        text = lines[end].text
        if is_rule(text) and (parted(text) or rows):
            ruled = True
        elif parted(text) and len(text) <= LONGEST:
            rows.append(TableRow(lines[end], _pipe_cells(text) if _has_bar(text) else _tab_cells(text), ruled))
            ruled = False
        else:
            break
        end += 1
    holds_numbers = sum(row.how_many() > 1 for row in rows) > 1
    if end - at >= MOST_ROWS:
        return too_long(_beyond(lines, end, parted) - at, holds_numbers)
    if len(rows) < 2:
        return max(1, end - at)
    width = max(len(row.cells) for row in rows)
    if width > MOST_COLUMNS and holds_numbers:
        return too_wide(end - at, width)
    if width > MOST_COLUMNS or any(abs(len(row.cells) - width) > 1 for row in rows):
        return max(1, end - at)
    rows = [row._replace(cells=row.cells + (None,) * (width - len(row.cells))) for row in rows]
    return _headed(rows, width, end - at) or max(1, end - at)


def _beyond(lines: Sequence[LogicalLine], end: int, goes_on: Callable[[str], bool]) -> int:
    """Where a table ends that is too long to be read: what is left of it must not be taken for another."""
    while end < len(lines) and (goes_on(lines[end].text) or is_rule(lines[end].text)):
        end += 1
    return end


def _pipe_cells(text: str) -> tuple[TableCell | None, ...]:
    tokens = tokenize(text)
    parts: list[list[Token]] = [[]]
    for token in tokens:
        if token.text in _BARS:
            parts.append([])
        else:
            parts[-1].append(token)
    if parts and not parts[0] and text.lstrip()[:1] in _BARS:
        parts = parts[1:]
    if parts and not parts[-1]:
        parts = parts[:-1]
    return tuple(_cell(part) for part in parts)


def _cell(tokens: Sequence[Token]) -> TableCell | None:
    if not tokens:
        return None
    bare = [token for token in _without_stars(tokens) if token.text not in _MARKS]
    sign = bare[0].text if len(bare) > 1 and bare[0].text in "+-" else ""
    at = int(bool(sign))
    if len(bare) > at and bare[at].kind == "number" and "/" not in bare[at].text:
        unit = _unit(bare[at + 1 :])
        if unit is not None:
            number = typed_number(bare[at], sign == "-", about=any(token.text in "~≈" for token in tokens))
            return TableCell(tuple(tokens), number, bare[0].start, bare[at].stop, unit)
    return TableCell(tuple(tokens), None, tokens[0].start, tokens[-1].stop)


def _tab_cells(text: str) -> tuple[TableCell | None, ...]:
    """The cells of a line, with a tab between them."""
    parts: list[list[Token]] = [[] for _ in range(text.count("\t") + 1)]
    for token in tokenize(text):
        parts[text.count("\t", 0, token.start)].append(token)
    return tuple(map(_cell, parts))


def _without_stars(tokens: Sequence[Token]) -> Sequence[Token]:
    """A cell without the star of a note at its end, and without those that make it bold."""
    bold = len(tokens) > 2 and tokens[0].text == tokens[-1].text == "^"
    if bold:
        return tokens[1:-1]
    return tokens[:-1] if len(tokens) > 1 and tokens[-1].text == "·" and not tokens[-1].gap else tokens


def _unit(tokens: Sequence[Token]) -> str | None:
    """What stands behind a number in its cell: nothing, a unit (`kg`, `km/h`), a note's mark (`[1]`, `(a)`); None
    where it is something else.
    """
    opened = next((at for at, token in enumerate(tokens) if token.kind == "open"), len(tokens))
    note = tokens[opened:]
    if note and (note[0].gap > 1 or len(note) != _NOTE_TOKENS or note[2].kind != "close" or len(note[1].text) > 1):
        return None
    if note and note[0].gap and note[1].kind == "number":
        return None
    unit = tokens[:opened]
    names = unit[::2]
    if len(unit) not in (0, 1, 3) or any(token.kind != "name" or len(token.text) > _LONGEST_UNIT for token in names):
        return None
    if len(unit) > 1 and (unit[1].text != "/" or unit[1].gap):
        return None
    return "".join(token.text for token in unit)


def _with_one_unit(rows: list[TableRow], width: int) -> list[TableRow]:
    """The rows without the numbers of columns in which they are numbers of this and of that; what stands in the first
    column with a word behind is a label.
    """
    mixed = {
        column
        for column in range(width)
        if len({cell.unit for row in rows if (cell := row.cells[column]) is not None and cell.unit}) > int(column > 0)
    }
    if not mixed:
        return rows
    return [
        row._replace(
            cells=tuple(
                cell._replace(number=None, start=cell.tokens[0].start, stop=cell.tokens[-1].stop)
                if column in mixed and cell is not None and cell.unit
                else cell
                for column, cell in enumerate(row.cells)
            )
        )
        for row in rows
    ]


def _headed(rows: list[TableRow], width: int, lines: int) -> Table | None:
    """The table with its rows of headings taken off."""
    rows = _with_one_unit(rows, width)
    heads = 0
    while heads < len(rows) and rows[heads].how_many() == 0 and heads < 3:
        heads += 1
    if heads == 0 and len(rows) > 1 and _counts_columns(rows[0]):
        heads = int(rows[1].after_rule or _names_numbers(rows))
    body = rows[heads:]
    if sum(row.how_many() for row in body) < 3 or not body:
        return None
    names = [""] * width
    for row in rows[:heads]:
        for column, cell in enumerate(row.cells):
            if cell is not None:
                names[column] = f"{names[column]} {cell.heading}".strip()
    return Table(tuple(names), tuple(body), lines)


def _counts_columns(row: TableRow) -> bool:
    """Whether a row's numbers are names of columns: years, sizes, places."""
    numbers = [cell.number for cell in row.cells if cell is not None and cell.number is not None]
    worded = any(cell is not None and cell.number is None for cell in row.cells) or row.cells[0] is None
    return worded and all(number.text.isdigit() and number.value >= 0 for number in numbers)


def _names_numbers(rows: Sequence[TableRow]) -> bool:
    """Whether a word stands in the first row over a column of numbers."""
    return any(
        cell is not None and cell.number is None and all(_has_number(row, column) for row in rows[1:])
        for column, cell in enumerate(rows[0].cells)
        if column
    )


def _has_number(row: TableRow, column: int) -> bool:
    cell = row.cells[column]
    return cell is not None and cell.number is not None


# ---- alignment


def _segments(text: str) -> list[list[Token]]:
    """The parts of a line that stand two spaces apart; nothing where there are fewer than three, or it is no row."""
    tokens = tokenize(text)
    parts: list[list[Token]] = []
    for token in tokens:
        if not parts or token.gap >= _APART:
            parts.append([])
        parts[-1].append(token)
    if not 3 <= len(parts) <= MOST_COLUMNS or any(token.kind == "join" or token.text == ":" for token in tokens):
        return []
    return parts


def _aligned(lines: Sequence[LogicalLine], at: int) -> Table | TooLarge | int:
    """A table whose columns are found from where its numbers end and its words stand."""
    found: list[tuple[LogicalLine, list[list[Token]], bool]] = []
    end, ruled = at, False
    while end < len(lines) and end - at < MOST_ROWS:
        text = lines[end].text
        parts = _segments(text) if len(text) <= LONGEST else []
        if is_rule(text):
            ruled = True
        elif parts or (found and len(_parts(text)) >= 1 and _parts(text)):
            found.append((lines[end], parts or _parts(text), ruled))
            ruled = False
        else:
            break
        end += 1
    if end - at >= MOST_ROWS:
        end = _beyond(lines, end, lambda text: len(text) <= LONGEST and bool(_segments(text)))
        return too_long(end - at, sum(_is_body(parts) for _, parts, _ in found) > 1)
    spans = _columns([[(part[0].start, part[-1].stop) for part in parts] for _, parts, _ in found if _is_body(parts)])
    if len(found) < 2 or len(spans) < 3:
        return max(1, end - at)
    rows = []
    for line, parts, after in found:
        cells: list[TableCell | None] = [None] * len(spans)
        for part in parts:
            column = _column(spans, part[0].start, part[-1].stop)
            if cells[column] is not None:
                return max(1, end - at)
            cells[column] = _cell(part)
        rows.append(TableRow(line, tuple(cells), after))
    return _headed(rows, len(spans), end - at) or max(1, end - at)


def _parts(text: str) -> list[list[Token]]:
    tokens = tokenize(text)
    if any(token.kind == "join" for token in tokens):
        return []
    parts: list[list[Token]] = []
    for token in tokens:
        if not parts or token.gap >= _APART:
            parts.append([])
        parts[-1].append(token)
    return parts if len(parts) > 1 or (tokens and tokens[0].gap > 4 and len(tokens) <= 3) else []


def _is_body(parts: list[list[Token]]) -> bool:
    cells = [cell for part in parts if (cell := _cell(part)) is not None]
    numbers = sum(cell.number is not None for cell in cells)
    return numbers >= 2 or (numbers == 1 and cells[-1].number is not None and any(map(_is_work, cells)))


def _is_work(cell: TableCell) -> bool:
    """Whether a cell holds a calculation: `2 x 3.20`."""
    texts = [token.text for token in cell.tokens]
    return "·" in texts and sum(token.kind == "number" for token in cell.tokens) >= 2


def _columns(rows: list[list[tuple[int, int]]]) -> list[tuple[int, int]]:
    """The columns as spans of places: what overlaps in any two rows is one column."""
    spans: list[tuple[int, int]] = []
    for start, stop in sorted(span for row in rows for span in row):
        if spans and start < spans[-1][1]:
            spans[-1] = (spans[-1][0], max(spans[-1][1], stop))
        else:
            spans.append((start, stop))
    return spans


def _column(spans: list[tuple[int, int]], start: int, stop: int) -> int:
    """The column that something stands in, or nearest to."""
    return min(
        range(len(spans)),
        key=lambda column: (max(spans[column][0] - stop, start - spans[column][1], 0), abs(spans[column][1] - stop)),
    )
