"""Read Markdown into lines: blocks with markdown-it, text within lines with `markdown_inline`.

Markup before a line's content, and marks of emphasis and code next to a space, become spaces of the same width, so that
columns stay aligned; other markup is removed. markdown-it's inline tokens have no offsets, and it reads `2*3 + 4*5` as
emphasis.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from typing import TYPE_CHECKING, NamedTuple

from katatx.pages.documents.formulas import display_rows, read_plain
from katatx.pages.documents.languages import kind_of
from katatx.pages.documents.markdown_inline import read_inline
from katatx.pages.documents.pieces import moved
from katatx.pages.documents.plain_text import LONGEST_LINE, lines_as_they_are, with_line_feeds
from katatx.pages.documents.tex import write_formula
from katatx.pages.page import Kind, Line

if TYPE_CHECKING:
    from markdown_it import MarkdownIt
    from markdown_it.token import Token

# Lines parsed at once, which limits the tokens in memory, and the tokens of a block that may be parsed again with more.
_LINES_AT_ONCE = 500
_MOST_TOKENS = 2_000
# A row of a table with more cells is text.
_MOST_BARS = 64
_LANGUAGE = re.compile(r"[\w+#]+")
_BEFORE_ROW = re.compile(r"[\s>]*(?:(?:[-+*]|\d{1,9}[.)])\s+)?")
_LEVEL_OF_ROWS = 2
_AFTER_INDENT = re.compile(r"[^\s>].*")
_CLOSED_HEADING = re.compile(r"\s+#+")
_FENCE_END = re.compile(r"(?:```|~~~)\s*$")
_BARE = re.compile(r"\s*\d[\d.,]*\s*")
_TERM = re.compile(r"\s*([+*-])\s+\d[\d.,]*\s*")
# A sum that continues below: it has no result and is no list item.
_SUM = re.compile(r"(?!\s*[-+*] )(?:.*\d\s*[-+*·×/]\s*[-(]?\d)(?!.*=\s*[-−]?[\d.,]+\s*$).*[\d)\]]\s*")
_ADDED = re.compile(r"\s*(\+)\s+[-−(√]?[\d.].*")


class _Block(NamedTuple):
    """A block of lines `first` up to but without `last`, counted from 0.

    `role` is "text", "fence", "code" or "html". `begins` has the column, from 0, at which each line's content begins;
    for a fence, without its first line. `info` is the text after a fence's opening marks.
    """

    role: str
    first: int
    last: int
    begins: tuple[int, ...]
    info: str = ""


def read_markdown(text: str) -> Iterator[Line]:
    """Yield the lines of a Markdown text without markup, with formulas in pencil notation, such as `6/2 · 3`.

    Lines of more than 20,000 characters come with their markup.
    """
    return _Reader(with_line_feeds(text)).lines()


class _Reader:
    """The state while a Markdown text is read; lines count from 0.

    `rows` are the lines, `parsed` what the Markdown parser gets of them, and `starts` their offsets. `references` are
    the names of the page's link targets. `terms` are the numbers of lines that continue a sum written in a column.
    """

    def __init__(self, text: str) -> None:
        self.text = text
        self.rows = text.split("\n")
        self.parsed = [_parsed(row) for row in self.rows]
        for first, last in display_rows(self.parsed):
            for number in range(first + 1, last):  # so that `+ 3` is no list item and `= 8` no heading
                self.parsed[number] = _AFTER_INDENT.sub("x", self.parsed[number], count=1)
        self.starts = [0]
        for row in self.rows:
            self.starts.append(self.starts[-1] + len(row) + 1)
        self.references: set[str] = set()
        self.terms: set[int] = set()

    def lines(self) -> Iterator[Line]:
        """Yield the lines of the text."""
        blocks = list(self._blocks())
        done = 0
        for block in blocks:
            if block.first < done:
                continue
            yield from self._plain(done, block.first)
            yield from self._read(block)
            done = block.last
        yield from self._plain(done, len(self.rows))

    def _read(self, block: _Block) -> Iterator[Line]:
        """Yield the lines of a block, without its markup."""
        if block.role == "fence":
            yield from self._fenced(block)
        elif block.role == "code":
            yield from self._plain(block.first, block.last, block.begins)
        elif block.role == "html":
            yield from self._html(block)
        else:
            start, stop = self.starts[block.first], self.starts[block.last] - 1
            shown = [self._blanked(block.first + at, begin) for at, begin in enumerate(block.begins)]
            yield from read_inline("\n".join(shown), start, stop, self.references)

    def _blocks(self) -> Iterator[_Block]:
        """Yield the blocks of the text; set `references` after the last one."""
        parser = _parser()
        environment: dict[str, dict[str, object]] = {}
        first, many = 0, _LINES_AT_ONCE
        while first < len(self.rows):
            last = min(first + many, len(self.rows))
            tokens = parser.parse("\n".join(self.parsed[first:last]), environment)
            tops = [at for at, token in enumerate(tokens) if token.level == 0 and token.map]
            if last < len(self.rows) and tops:
                begun = tokens[tops[-1]].map
                assert begun is not None
                if begun[0]:
                    last, tokens = first + begun[0], tokens[: tops[-1]]
                elif len(tokens) <= _MOST_TOKENS:  # one block, such as a fence, fills all lines, so more are needed
                    many *= 2
                    continue
            yield from self._found(tokens, first)
            first, many = last, _LINES_AT_ONCE
        self.references = set(environment.get("references", {}))

    def _found(self, tokens: list[Token], offset: int) -> Iterator[_Block]:
        """Yield the blocks of some tokens: table rows, fences, indented code, HTML and other text.

        `offset` is the line at which parsing began.
        """
        table_row = -1
        for token in tokens:
            if token.map is None:
                continue
            first, last = token.map[0] + offset, token.map[1] + offset
            if token.type == "tr_open":
                table_row = first
                nested = _BEFORE_ROW.match(self.rows[first]) if token.level > _LEVEL_OF_ROWS else None
                yield _Block("text", first, last, (nested.end() if nested else 0,))
            elif token.type == "fence":
                yield _Block("fence", first, last, self._begins(token.content, first + 1, last), token.info)
            elif token.type == "code_block":
                yield _Block("code", first, last, self._begins(token.content, first, last))
            elif token.type == "html_block":
                yield _Block("html", first, last, (0,) * (last - first))
            elif token.type == "inline" and token.content and first != table_row:
                yield _Block("text", first, last, self._begins(token.content, first, last))

    def _begins(self, content: str, first: int, last: int) -> tuple[int, ...]:
        """Return for each line from `first` up to but without `last` the column at which a block's `content` begins.

        Closing `#` marks of a heading are blanked in `rows`.
        """
        begins = []
        for number, line in zip(range(first, last), content.split("\n"), strict=False):
            row, shown = self.parsed[number].rstrip(), line.rstrip()
            begin = len(row) - len(shown) if row.endswith(shown) else row.find(shown.lstrip())
            begin = max(begin, 0) if shown else len(row)
            begins.append(self._before_sign(number, begin))
            if _CLOSED_HEADING.fullmatch(row, begin + len(shown)):
                self.rows[number] = row[: begin + len(shown)].ljust(len(self.rows[number]))
        return (*begins, *(0 for _ in range(last - first - len(begins))))

    def _before_sign(self, number: int, begin: int) -> int:
        """Return the column at which the content of a line begins, given that by Markdown (`begin`).

        It is earlier for a prompt `>>>`, and where the list marker is really the sign of a term; the line is then added
        to `terms`.
        """
        row = self.rows[number]
        if row.startswith(">>> "):
            return 0
        term = _TERM.fullmatch(row) if begin else None
        if term and number and (number - 1 in self.terms or _BARE.fullmatch(self.rows[number - 1])):
            self.terms.add(number)
            return term.start(1)
        added = _ADDED.fullmatch(row) if begin else None
        if added and number and (number - 1 in self.terms or _SUM.fullmatch(self.rows[number - 1])):
            self.terms.add(number)
            return added.start(1)
        return begin

    def _fenced(self, block: _Block) -> Iterator[Line]:
        """Yield the lines of a code fence, with empty ones for its marks; `math` is a formula."""
        found = _LANGUAGE.search(block.info)
        kind = kind_of(found[0]) if found else Kind.TEXT
        closed = block.last - block.first > 1 and _FENCE_END.search(self.rows[block.last - 1]) is not None
        first, last = block.first + 1, block.last - closed
        yield self._empty(block.first)
        if found and found[0].lower() == "math" and first < last:
            start, stop = self.starts[first], self.starts[last] - 1
            yield from write_formula(self.text, start, stop).lines(Kind.TEXT, stop)
        else:
            yield from self._plain(first, last, block.begins, kind)
        if closed:
            yield self._empty(block.last - 1)

    def _html(self, block: _Block) -> Iterator[Line]:
        """Yield the lines of an HTML block."""
        from katatx.pages.documents.html import read_html

        start, stop = self.starts[block.first], self.starts[block.last] - 1
        for line in read_html(self.text[start:stop], keeps_lines=True):
            yield moved(line, range(start, stop + 1))

    def _plain(self, first: int, last: int, begins: tuple[int, ...] = (), kind: Kind = Kind.TEXT) -> Iterator[Line]:
        """Yield the lines from `first` up to but without `last`, reading no markup; formulas of TEXT are converted.

        `begins` holds the column at which each one's content begins; empty for 0.
        """
        if first >= last:
            return
        shown = [self._blanked(number, begins[number - first] if begins else 0) for number in range(first, last)]
        text, start = "\n".join(shown), self.starts[first]
        lines = read_plain(text) if kind is Kind.TEXT else lines_as_they_are(text, 0, len(text), kind)
        for line in lines:
            yield moved(line, range(start, start + len(text)))
        if not shown[-1]:
            yield self._empty(last - 1)

    def _empty(self, number: int) -> Line:
        """Return an empty line with the offset of the line `number`."""
        return Line("", range(self.starts[number], self.starts[number]))

    def _blanked(self, number: int, begin: int) -> str:
        """Return the line `number` with the columns before `begin` as spaces."""
        row = self.rows[number]
        return " " * begin + row[begin:] if begin else row


def _parsed(row: str) -> str:
    """Return what the Markdown parser gets of a line: nothing if it is too long, and no bars if there are too many."""
    if len(row) > LONGEST_LINE:
        return ""
    return row if row.count("|") <= _MOST_BARS else row.replace("|", "x")


@cache
def _parser() -> MarkdownIt:
    """Return the parser for blocks and tables only: a new one costs megabytes, and a notebook has many cells."""
    from markdown_it import MarkdownIt

    parser = MarkdownIt("commonmark").enable("table")
    parser.core.ruler.enableOnly(["normalize", "block"])
    return parser
