"""Read a page: tables, drawn matrices (rows on lines of their own, between brackets), and lines."""

from __future__ import annotations

import re
from itertools import pairwise

from katatx.audit.claims import Claims
from katatx.audit.findings import ClaimVerdict
from katatx.audit.reading.chains import LineReader
from katatx.audit.reading.columns import judge_table
from katatx.audit.reading.lines import LogicalLine, logical_lines
from katatx.audit.reading.tables import Cell, Table, drawing_at, table_at
from katatx.audit.sheet import Sheet
from katatx.pages.page import Kind, Page

# A line without any of this contains no claim.
_WORTH = re.compile(
    r"[=≈→⇒\[]|->|:.*\d|\d\.\d|\d{3}|\d%|:\s*$|\b(?:is|are|gives|equals|makes)\b.*\d|\d\s*[-+·×*/]\s*\d"
)
# What a row of a table may contain: bars, tabs, or numbers separated by more than a space.
_TABLE = re.compile(r"\|.*\||[^|\s]\s*\|\s*\S|\t|\S(?:\s{2,}|\s*\|\s*)[-−+]?(?:\.?\d|inf|∞)")
_WORD = re.compile(r"[^\W\d]\w*")
# A cell with a calculation, whose result is in the next one.
_WORKED = re.compile(r"\d.*[-−+·×*/^²]|[√(].*\d")
_LONG_WORD = re.compile(r"[^\W\d_]{3,}")
# Pages with decimal commas are not read.
_DECIMAL_COMMA = re.compile(r"(?<![\d,.\w\[])0,\d{2,}(?![\d,\]])|(?<=[\s=≈])-?\d+,\d{1,2}(?=[\s.;)])(?![.]\d)")
# What is kept of a page, so that none takes more than so much memory.
MOST_CLAIMS = 20_000
MOST_NUMBERS = 200_000
_LOOKED_AT = 20_000
_MANY = 5
_LONGEST_LINE = 20_000


class PageReader:
    """Reads a page once with `read`; its claims are in `claims`, the values found so far in `sheet`."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.sheet = Sheet()
        self.claims = Claims()
        self.page_lines = list(logical_lines([line for line in page.lines if line.kind in (Kind.TEXT, Kind.CODE)]))
        if len(_DECIMAL_COMMA.findall(page.source[:_LOOKED_AT])) >= _MANY:
            self.page_lines = []
            page.skipped = (*page.skipped, (1, "numbers with decimal commas; the page is left out"))

    def read(self) -> Claims:
        """Read the page and return its claims."""
        at = 0
        while at < len(self.page_lines):
            if len(self.claims.made) >= MOST_CLAIMS or self.claims.numbers + self.sheet.numbers >= MOST_NUMBERS:
                self.page.stop_at(self.page_lines[at].span(0, 1)[0])
                break
            at = self.read_at(at)
        return self.claims

    def read_at(self, at: int) -> int:
        """Read the table, drawn matrix or line that begins on line `at`; return the index of the line after it."""
        line = self.page_lines[at]
        text = line.text
        self.sheet.line += bool(text.strip())
        if len(text) > _LONGEST_LINE or not text.strip():
            return at + 1
        drawing = drawing_at(self.page_lines, at)
        if drawing is not None:
            self.is_read(drawing)
            return at + drawing.rows
        found = table_at(self.page_lines, at) if _TABLE.search(text) else None
        if found is not None:
            self.read_table(found[0])
            return found[1]
        is_read = _WORTH.search(text) is not None and self.is_read(line)
        if not is_read or len(_LONG_WORD.findall(text)) > 4 or text.rstrip().endswith(":"):
            self.sheet.take_words(_WORD.findall(text))
        return at + 1

    # ---- tables

    def read_table(self, table: Table) -> None:
        """Read a table, and add its claims: in cells, as one grid or two, by columns, by rows."""
        self.sheet.arrows = 0
        for row in table.rows:
            self.read_cells(row)
        columns = table.columns()
        if len(columns) > 1 and all(row[at].number for row in table.rows for at in columns):
            half = len(columns) // 2
            is_read = self.is_read(table.grid(columns)) or (len(columns) > 2 and self.is_read(table.grid(columns[:-1])))
            if not is_read and half > 1 and len(columns) % 2 == 0:  # two grids side by side
                self.is_read(table.grid(columns[:half]))
                self.is_read(table.grid(columns[half:]))
        judge_table(table, self.sheet, self.claims)

    def read_cells(self, row: list[Cell]) -> None:
        """Read cells with more than a number as lines, which a number or what begins with `=` behind them continues."""
        continues = [
            cell.text.startswith(("=", "≈")) or bool(cell.number and not before.number and _WORKED.search(before.text))
            for before, cell in pairwise(row)
        ]
        begins = [0, *(at for at, goes_on in enumerate(continues, 1) if not goes_on), len(row)]
        for at, end in pairwise(begins):
            first, last = row[at], row[end - 1]
            if any(map(str.isdigit, first.text)) and (first.number is None or end - at > 1):
                text = first.line.text[first.start : last.stop].replace("|", " ")
                if last.number is not None and end - at > 1:
                    gap = row[end - 2].stop - first.start
                    text = f"{text[:gap]}⇒{text[gap + 1 :]}"
                self.is_read(LogicalLine(text, first.line.offsets[first.start : last.stop]))

    def is_read(self, line: LogicalLine) -> bool:
        """Read a line; return whether it has a claim with a verdict other than unchecked."""
        before = len(self.claims.made)
        LineReader(line, self.sheet, self.claims).read_line()
        return any(claim.verdict is not ClaimVerdict.UNCHECKED for claim in self.claims.made[before:])
