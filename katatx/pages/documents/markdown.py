"""Read Markdown into lines: blocks by markdown-it's line maps, text within lines by `inline`.

Markup before a line's content, and marks of emphasis and code next to a space, become spaces, so that columns stay
aligned; other markup is gone. markdown-it's inline tokens have no offsets, and it reads `2*3 + 4*5` as emphasis.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator
from functools import cache
from itertools import accumulate
from typing import TYPE_CHECKING

from katatx.pages.blocks import fenced_rows
from katatx.pages.documents.formulas import OPENS, formula_at, mark_formulas
from katatx.pages.documents.html import Tags
from katatx.pages.documents.inline import mark_inline
from katatx.pages.documents.overlay import Formula, Overlay, Region
from katatx.pages.page import LONGEST_LINE, Kind, Line, kind_of

if TYPE_CHECKING:
    from markdown_it import MarkdownIt
    from markdown_it.token import Token

# A row of a table with more cells is text.
_MOST_BARS = 64
_LANGUAGE = re.compile(r"[\w+#]+")
_MARKER = re.compile(r"([\s>]*(?:[-+*]|\d{1,9}[.)]))(?=\s|$)")
_QUOTE = re.compile(r"(\s*>)")
_HEADING = re.compile(r"(\s*#+)(?:.*?\S)?(\s+#+\s*)?$")
_FENCE_END = re.compile(r"(?:```|~~~)\s*$")
_FIRST = re.compile(r"[^\s>]")
# A sum that continues below: numbers in a column, or what ends in a number, is no list item, and has a plus below.
_TERM = re.compile(r"\s*\d[\d.,]*\s*\n\s*[+*-]\s+\d[\d.,]*\s*|(?!\s*[-+*] ).*[\d)\]]\s*\n\s*\+\s+[-−(√]?[\d.].*")


def read_markdown(text: str) -> Iterator[Line]:
    """Yield the lines of a Markdown text without markup, with formulas as pencil text, such as `6/2·3`."""
    page = Overlay(text)
    _Blocks(page).mark()
    return page.lines()


class _Blocks:
    """The rows of a page, counted from 0, and the offset of each."""

    def __init__(self, page: Overlay) -> None:
        self.page = page
        self.rows = page.text().split("\n")
        self.starts = [0, *accumulate(len(row) + 1 for row in self.rows)]

    def mark(self) -> None:
        """Write over the markup of the page, and find its code and its formulas."""
        done = 0
        for token in _parser().parse("\n".join(self._parsed())):
            if token.map is None:
                continue
            first, last = token.map
            if token.type in ("tr_open", "inline") and first >= done:
                done = last
                mark_inline(self.page, self.starts[first], self.starts[last] - 1, token.type == "tr_open")
            else:
                self._block(token, first, last)

    def _block(self, token: Token, first: int, last: int) -> None:
        if token.type == "list_item_open":
            self._blank(_MARKER, first)
        elif token.type == "blockquote_open":
            for number in range(first, last):
                self._blank(_QUOTE, number)
        elif token.type == "heading_open" and token.markup[0] == "#":
            self._blank(_HEADING, first)
        elif token.type == "fence":
            self._fence(token.info, first, last)
        elif token.type == "html_block":
            with self.page.part(self.starts[first], self.starts[last] - 1) as block:
                Tags(block).read()

    def _blank(self, marks: re.Pattern[str], number: int) -> None:
        """Write spaces for the groups of a pattern in a row."""
        start = self.starts[number]
        found = marks.match(self.page.text(start, self.starts[number + 1] - 1))
        if found:
            for group in range(1, marks.groups + 1):
                self.page.blank(start + found.start(group), start + found.end(group))

    def _fence(self, info: str, first: int, last: int) -> None:
        """Make a code fence a region of its kind; its marks become empty lines, `math` a formula."""
        language = _LANGUAGE.search(info)
        kind = kind_of(language[0]) if language else Kind.TEXT
        closed = last - first > 1 and _FENCE_END.search(self.rows[last - 1]) is not None
        start, stop = self.starts[first + 1], self.starts[last - closed] - 1
        for number in [first, last - 1][: 1 + closed]:
            self.page.put(self.starts[number], self.starts[number + 1] - 1)
        if language and language[0].lower() == "math" and start < stop:
            self.page.formulas.append(Formula(start, start, stop, stop))
        elif kind is Kind.TEXT:
            mark_formulas(self.page, start, stop)
        else:
            self.page.regions.append(Region(start, stop + 1, kind))

    # ---- what the parser gets

    def _parsed(self) -> list[str]:
        """Return the rows for the parser: nothing of long ones, no signs at the beginnings of terms and formulas."""
        rows = ["" if len(row) > LONGEST_LINE else row for row in self.rows]
        rows = [row if row.count("|") <= _MOST_BARS else row.replace("|", "x") for row in rows]
        for number in sorted({*self._inside_formulas(), *self._terms()}):
            rows[number] = _FIRST.sub("x", rows[number], count=1) or "x"
        return [f"x{row[1:]}" if row.startswith(">>> ") else row for row in rows]

    def _terms(self) -> Iterator[int]:
        """Yield the rows that continue a sum written in a column: its sign is no list marker."""
        above = ""
        for number, row in enumerate(self.rows):
            continues = _TERM.fullmatch(f"{above}\n{row}") is not None
            above = row.lstrip(" +*-") if continues else row
            if continues:
                yield number

    def _inside_formulas(self) -> Iterator[int]:
        """Yield the rows after the first of formulas that begin a row, outside of code fences."""
        fenced, done = fenced_rows(self.rows), 0
        text = "\n".join("x" * len(row) if at in fenced else row for at, row in enumerate(self.rows))
        for opened in OPENS.finditer(text):
            first = bisect_right(self.starts, opened.start()) - 1
            before = text[max(self.starts[first], done) : opened.start()]
            formula = formula_at(text, opened, escapes=True) if not before.strip(" \t>") else None
            if formula and opened.start() >= done:
                done = formula.end
                yield from range(first + 1, bisect_right(self.starts, done - 1))


@cache
def _parser() -> MarkdownIt:
    """Return the parser for blocks and tables only: a new one costs megabytes, and a notebook has many cells."""
    from markdown_it import MarkdownIt

    parser = MarkdownIt("commonmark").enable("table")
    parser.core.ruler.enableOnly(["normalize", "block"])
    return parser
