"""Read a page: tables, drawn matrices, and lines.

A **drawn matrix** has its rows on lines of their own, between brackets. A **summary** row sums up the rows above it.
**Roots** are the numbers of the wrong claims that a value depends on.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from katatx.audit.candidates import candidates_for, is_operation
from katatx.audit.claims import Claims
from katatx.audit.findings import ClaimVerdict
from katatx.audit.judge import judge
from katatx.audit.reading.chains import LineReader
from katatx.audit.reading.columns import Cell, Column, judge_columns, judge_summary, summary_of
from katatx.audit.reading.lines import LogicalLine, logical_lines
from katatx.audit.reading.tables import Row, Table, drawing_at, table_at
from katatx.audit.room import PageFullError, Room
from katatx.audit.sheet import Sheet, signature
from katatx.audit.values import Known, Number, Printed, Standing, joined_roots
from katatx.pages.page import Kind, Page

# A line without any of this contains no claim.
_WORTH = re.compile(
    r"[=≈→⇒\[]|->|:.*\d|\d\.\d|\d{3}|\d%|:\s*$|\b(?:is|are|gives|equals|makes)\b.*\d|\d\s*[-+·×*/]\s*\d"
)
_DRAWN = re.compile(r"[\[|⎡⎢⎣┌│└(]\s*[-−]?(?:\d|\.\d|∞|inf).*[\]|⎤⎥⎦┐│┘)]")
_TABLE = re.compile(r"\||\t|\S\s{2,}\S|\d\s+[-−]?\.?\d")
_WORD = re.compile(r"[^\W\d]\w*")
_LONG_WORD = re.compile(r"[^\W\d_]{3,}")
# Pages with decimal commas are not read.
_DECIMAL_COMMA = re.compile(r"(?<![\d,.\w\[])0,\d{2,}(?![\d,\]])|(?<=[\s=≈])-?\d+,\d{1,2}(?=[\s.;)])(?![.]\d)")
_LOOKED_AT = 20_000
_MANY = 5
_MOST_WORDS = 9
_NEAR = 4
_LONGEST_LINE = 20_000
_LONGEST_DRAWN = 400


class PageReader:
    """Reads a page once with `read`; its claims are in `claims`, the values found so far in `sheet`.

    A page with many decimal commas is not read, and of one with very many claims only the first lines are; the page
    then says so. `above_at` counts logical lines up to the
    one whose words were remembered last. A calculation is pending while no result of it has been found. Methods that
    judge add claims.
    """

    def __init__(self, page: Page) -> None:
        room = Room()
        self.page = page
        self.sheet = Sheet(room)
        self.claims = Claims(room)
        self.lines = LineReader(self.sheet, self.claims)
        self.page_lines = list(logical_lines([line for line in page.lines if line.kind in (Kind.TEXT, Kind.CODE)]))
        self.above_at = -99
        self.has_decimal_commas = len(_DECIMAL_COMMA.findall(page.source[:_LOOKED_AT])) >= _MANY
        if self.has_decimal_commas:
            page.skipped = (*page.skipped, (1, "numbers with decimal commas; the page is left out"))

    def read(self) -> Claims:
        """Read the page and return its claims."""
        at = 0
        try:
            while at < len(self.page_lines) and not self.has_decimal_commas:
                at = self.read_at(at)
        except PageFullError:
            self.page.stop_at(self.page_lines[at].span(0, 1)[0])
        return self.claims

    def read_at(self, at: int) -> int:
        """Read the table, drawn matrix or line that begins on line `at`; return the index of the line after it."""
        line = self.page_lines[at]
        text = line.text
        self.sheet.line += bool(text.strip())
        if self.sheet.line - self.above_at > _NEAR:
            self.lines.verdicts.words_above = []
        if len(text) > _LONGEST_LINE or not text.strip():
            return at + 1
        drawing = drawing_at(self.page_lines, at) if len(text) < _LONGEST_DRAWN and _DRAWN.search(text) else None
        if drawing is not None:
            self.lines.verdicts.drawn = drawing.lines
            self.lines.read(drawing.line)
            self.lines.verdicts.drawn = ()
            return at + len(drawing.lines)
        found = table_at(self.page_lines, at) if _TABLE.search(text) else None
        if found is not None:
            self.read_table(found[0])
            return found[1]
        if _WORTH.search(text):
            before = len(self.claims.drafts)
            self.lines.read(line)
            unread = all(draft.verdict is ClaimVerdict.UNCHECKED for draft in self.claims.drafts[before:])
        else:
            unread = True
        if unread or len(_LONG_WORD.findall(text)) > 4 or text.rstrip().endswith(":"):
            self.take_words(text)
        return at + 1

    def take_words(self, text: str) -> None:
        """Remember the last nine words of a line, which may describe what is below it."""
        kept = self.lines.verdicts.words_above[-_MOST_WORDS:] if self.sheet.line - self.above_at <= 2 else []
        self.lines.verdicts.words_above = [*kept, *_WORD.findall(text)[-_MOST_WORDS:]]
        self.above_at = self.sheet.line

    # ---- tables

    def read_table(self, table: Table) -> None:
        """Read a table, and add its claims: in cells, as one grid or two, by columns, by rows."""
        for row in table.rows:
            self.read_cells(table, row)
        columns = list(table.columns())
        if not columns:
            return
        if table.is_numbers() and len(columns) > 1:
            half = len(columns) // 2
            is_read = self.read_grid(table, columns) or (len(columns) > 2 and self.read_grid(table, columns[:-1]))
            if not is_read and half > 1 and len(columns) % 2 == 0:  # two grids side by side
                self.read_grid(table, columns[:half])
                self.read_grid(table, columns[half:])
        self.read_columns(table, columns)
        self.name_rows(table, columns)
        for row in table.rows:
            if row.tail < len(row.line.text):
                self.lines.read(part_of(row.line, row.tail, len(row.line.text)))

    def read_cells(self, table: Table, row: Row) -> None:
        """Read cells that contain more than a number as lines; one that begins with `=` continues the cell before."""
        start, headings = -1, ""
        for at, cell in enumerate(row.cells):
            headings += f" {table.headings[at]}" if at < len(table.headings) else ""
            follows = at + 1 < len(row.cells) and row.cells[at + 1].text.startswith(("=", "≈"))
            start = cell.start if start < 0 else start
            if follows:
                continue
            if (
                (cell.number is None or start < cell.start)
                and any(map(str.isdigit, cell.text))
                and cell.stop - start > 2
            ):
                over = headings if headings.strip() else " ".join(table.headings)
                words = [word.lower() for word in _WORD.findall(f"{row.label} {over}")]
                part = part_of(row.line, start, cell.stop)
                self.lines.read(replace(part, text=part.text.replace("|", " ")), label=words)
            start, headings = -1, ""

    def read_grid(self, table: Table, columns: Sequence[int]) -> bool:
        """Judge the numbers of a grid as a whole; return whether a verdict other than unchecked was found."""
        numbers = [number for row in table.rows for at in columns if (number := row.cells[at].number) is not None]
        printed = Printed(tuple(numbers), (len(table.rows), len(columns)))
        words = [*self.lines.verdicts.words_above, *([table.name.lower()] if table.name else [])]
        names = [table.name] if table.name else []
        judged = judge(printed, candidates_for(printed, names, words, self.sheet, self.lines.verdicts.pending))
        roots, candidate = judged.roots, None
        if judged.verdict is not ClaimVerdict.UNCHECKED:
            roots = joined_roots(
                roots,
                self.claims.add_parts(
                    [(row.line, numbers) for row, numbers in zip(table.rows, printed.rows, strict=True)],
                    judged,
                    printed,
                ),
            )
            candidate = judged.candidate
        known = Known(printed.value, self.sheet.line, printed.places, candidate, roots)
        if candidate is not None and candidate.standing is Standing.WRITTEN:
            names += self.names_of(known)
        self.sheet.put(known, names, printed)
        if candidate is not None:
            self.lines.verdicts.pending = []
        return candidate is not None

    def names_of(self, known: Known) -> list[str]:
        """Return the names whose pending calculations the grid `known` may be the result of."""
        for pending in self.lines.verdicts.pending:
            key = signature(pending.node)
            if "·" in key:
                self.sheet.products[key] = known
        nodes = [pending.node for pending in self.lines.verdicts.pending]
        return [
            name
            for name, other in self.sheet.names.items()
            if other.candidate is not None and other.candidate.node in nodes
        ]

    def read_columns(self, table: Table, columns: Sequence[int]) -> None:
        """Judge cells by other cells of their row, rows that sum up those above, and rows by rows above."""
        summaries = {at: kind for at, row in enumerate(table.rows) if (kind := summary_of(row.label))}
        plain = [at for at in range(len(table.rows)) if at not in summaries]
        whole = [Column(*_column(table, at)) for at in columns]
        judge_columns(
            [Column(each.heading, tuple(each.cells[at] for at in plain)) for each in whole], self.sheet, self.claims
        )
        for column in whole:
            for at, kind in summaries.items():
                judge_summary(column, at, kind, summaries, self.claims)
        full = [each.cells for each in whole if None not in each.cells]
        if full:
            labels = [row.label or f"row {at + 1}" for at, row in enumerate(table.rows)]
            across = [Column(label, tuple(cells[at] for cells in full)) for at, label in enumerate(labels)]
            judge_columns(across, self.sheet, self.claims)

    def name_rows(self, table: Table, columns: Sequence[int]) -> None:
        """Define the labels of rows and the headings of columns as names of their numbers."""
        for row in table.rows:
            numbers = [number for at in columns if (number := row.cells[at].number) is not None]
            if len(numbers) == len(columns) > 1:
                self.put_row(numbers, row.label)
        for at in columns if table.headings else ():
            column = [number for row in table.rows if (number := row.cells[at].number) is not None]
            if len(column) == len(table.rows) > 1:
                self.put_row(column, table.headings[at])

    def put_row(self, numbers: Sequence[Number], label: str) -> None:
        """Define a row or column under its label and remember it."""
        printed = Printed(tuple(numbers), (len(numbers),))
        known = self.sheet.by_value.get(printed.value) or Known(printed.value, self.sheet.line, printed.places)
        name = label.strip("*_`: ")
        if name and len(name) < 30 and not is_operation(name):
            self.sheet.define(name, known)
        self.sheet.remember(known)


def _column(table: Table, at: int) -> tuple[str, tuple[Cell | None, ...]]:
    """Return the heading of a column and its cells, each with the text before it unless that is a number."""
    cells = []
    for row in table.rows:
        number, before = row.cells[at].number, row.cells[at - 1] if at else None
        text = "" if before is None or before.number is not None else before.text
        cells.append(None if number is None else Cell(row.line, number, text))
    return table.headings[at] if table.headings else f"column {at + 1}", tuple(cells)


def part_of(line: LogicalLine, start: int, stop: int) -> LogicalLine:
    """Return the columns `start` up to `stop` of a line as a line."""
    return LogicalLine(line.text[start:stop], line.offsets[start:stop], line.kind)
