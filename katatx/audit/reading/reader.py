"""Read a page: tables, drawn matrices (rows on lines of their own, between brackets), and lines."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise

from katatx.audit.candidates import candidates_for
from katatx.audit.claims import Claims
from katatx.audit.findings import ClaimVerdict
from katatx.audit.judge import judge
from katatx.audit.reading.chains import LineReader
from katatx.audit.reading.columns import judge_table
from katatx.audit.reading.lines import LogicalLine, logical_lines
from katatx.audit.reading.tables import Cell, Table, drawing_at, table_at
from katatx.audit.sheet import Sheet
from katatx.audit.values import Known, joined_roots
from katatx.pages.page import Kind, Page

# A line without any of this contains no claim.
_WORTH = re.compile(
    r"[=≈→⇒\[]|->|:.*\d|\d\.\d|\d{3}|\d%|:\s*$|\b(?:is|are|gives|equals|makes)\b.*\d|\d\s*[-+·×*/]\s*\d"
)
# What a row of a table may contain: bars, tabs, or numbers separated by more than a space.
_TABLE = re.compile(r"\|.*\||[^|\s]\s*\|\s*\S|\t|\S(?:\s{2,}|\s*\|\s*)[-−+]?(?:\.?\d|inf|∞)")
_WORD = re.compile(r"[^\W\d]\w*")
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
            LineReader(drawing, self.sheet, self.claims).read_line()
            return at + drawing.rows
        found = table_at(self.page_lines, at) if _TABLE.search(text) else None
        if found is not None:
            self.read_table(found[0])
            return found[1]
        before = len(self.claims.made)
        if _WORTH.search(text):
            LineReader(line, self.sheet, self.claims).read_line()
        unread = all(claim.verdict is ClaimVerdict.UNCHECKED for claim in self.claims.made[before:])
        if unread or len(_LONG_WORD.findall(text)) > 4 or text.rstrip().endswith(":"):
            self.sheet.take_words(_WORD.findall(text))
        return at + 1

    # ---- tables

    def read_table(self, table: Table) -> None:
        """Read a table, and add its claims: in cells, as one grid or two, by columns, by rows."""
        for row in table.rows:
            self.read_cells(row)
        columns = table.columns()
        if len(columns) > 1 and table.grid(columns) is not None:
            half = len(columns) // 2
            is_read = self.read_grid(table, columns) or (len(columns) > 2 and self.read_grid(table, columns[:-1]))
            if not is_read and half > 1 and len(columns) % 2 == 0:  # two grids side by side
                self.read_grid(table, columns[:half])
                self.read_grid(table, columns[half:])
        judge_table(table, self.sheet, self.claims)

    def read_cells(self, row: list[Cell]) -> None:
        """Read cells that contain more than a number as lines; one that begins with `=` continues the cell before."""
        begins = [at for at, cell in enumerate(row) if not (at and cell.text.startswith(("=", "≈")))]
        for at, end in pairwise([*begins, len(row)]):
            start, last = row[at].start, row[end - 1]
            is_text = last.number is None or end - at > 1
            if is_text and any(map(str.isdigit, last.text)) and last.stop - start > 2:
                text = last.line.text[start : last.stop].replace("|", " ")
                part = LogicalLine(text, last.line.offsets[start : last.stop])
                LineReader(part, self.sheet, self.claims).read_line()

    def read_grid(self, table: Table, columns: Sequence[int]) -> bool:
        """Judge the numbers of a grid as a whole; return whether a verdict other than unchecked was found."""
        printed = table.grid(columns)
        if printed is None:
            return False
        judged = judge(printed, candidates_for(printed, self.sheet.words_above, self.sheet))
        is_checked = judged.verdict is not ClaimVerdict.UNCHECKED
        roots = judged.roots
        if is_checked:
            rows = [(row[0].line, numbers) for row, numbers in zip(table.rows, printed.rows, strict=True)]
            roots = joined_roots(roots, self.claims.add_parts(rows, judged, printed))
            self.sheet.pending = []
        known = Known(printed.value, self.sheet.line, printed.places, judged.candidate if is_checked else None, roots)
        self.sheet.put(known, [], printed)
        return is_checked
