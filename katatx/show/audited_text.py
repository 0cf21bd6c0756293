"""The text of an audited page: its lines with the claims marked on them, wrapped into rows and painted.

A page is shown as its file has it, or with formulas or much markup as the audit read it: without markup, in pencil
notation. A source offset is an index into the text of the page's file. Lines, rows and columns are indexes from 0.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from rich.text import Text

from katatx.audit.findings import Claim
from katatx.notation.quoting import plain
from katatx.pages.page import Page
from katatx.show.audited import RANKS, SIGNS, AuditedPage
from katatx.show.text import Piece, line, wrapped

# What is said aside: the signs of headings, lists, tables, formulas and code.
_MARKUP, _LABEL = r"^#+ |^\s*[-*] |^[|:\s-]+$|[|$`{}]|\*\*", re.compile(r"^[^=≈\d]*:\s+")
_FORMULA, _READ_BY_PROGRAMS = re.compile(r"\\[A-Za-z]{2,}"), (".ipynb", ".html", ".htm", ".xhtml")


class Shown(NamedTuple):
    """A line that is safe to show: its number in the file from 1 (0: none) and each character's source offset."""

    number: int
    text: str
    offsets: Sequence[int]


class Row(NamedTuple):
    """A part of the line with an index, as it is painted."""

    line: int
    text: Text


class PageView:
    """The lines of a page with its claims marked; `rows` are set by `wrap`.

    The text of the claim of number N has the style "@N", and what its sign stands beside has "!N": its wrong numbers,
    or its end. These styles have no colours.
    """

    def __init__(self, audited: AuditedPage) -> None:
        page, self.claims = audited.page, audited.claims
        as_read = page.path.lower().endswith(_READ_BY_PROGRAMS) or _FORMULA.search(page.source)
        self.lines = [*(_lines_read(page) if as_read else _lines_of_file(page))] or [Shown(0, "", ())]
        self.rows: list[Row] = []
        self._texts = [Text(shown.text) for shown in self.lines]
        source = page.source.split("\n")
        for shown, text in zip(self.lines, self._texts, strict=True):
            text.stylize("b" * source[max(0, shown.number - 1)].startswith("#"))
            text.highlight_regex(_MARKUP, "dim")
        self._begins = sorted((min(shown.offsets), at) for at, shown in enumerate(self.lines) if shown.offsets)
        self._places: dict[int, int] = {}
        for number in sorted(range(len(self.claims)), key=self._rank):
            self._mark(number, self.claims[number])
        self.digits = max(2, len(str(max(shown.number for shown in self.lines))))

    def wrap(self, width: int, is_airy: bool = True) -> None:
        """Break the lines into rows; the blank ones are left out unless there is room for them."""
        texts = [(at, text) for at, text in enumerate(self._texts) if is_airy or text] or [(0, Text())]
        self.rows = [Row(at, part) for at, text in texts for part in wrapped(text, width)]
        signed = ((claim, at) for at in reversed(range(len(self.rows))) for claim in self._claims(at, "!"))
        self._places = dict(signed)

    def row_of(self, line: int) -> int:
        return bisect_left(self.rows, line, key=lambda row: row.line)

    def place(self, claim: int) -> int:
        """Return the row to show for a claim: that of its first wrong number, otherwise of its end."""
        return self._places.get(claim, 0)

    def line_at(self, offset: int) -> int:
        found = bisect_right(self._begins, (offset, len(self.lines)))
        return self._begins[found - 1][1] if found else 0

    def offset(self, row: int) -> int:
        """Return the source offset at which a row's line begins; of an empty one, that of the line before it."""
        return next((shown.offsets[0] for shown in self.lines[self.rows[row].line :: -1] if shown.offsets), 0)

    def number(self, row: int) -> int:
        return self.lines[self.rows[row].line].number

    def claim_on(self, row: int) -> int | None:
        """Return the worst claim on a row; those whose sign stands there come first."""
        return max(self._claims(row, "!") or self._claims(row, "@"), key=self._rank, default=None)

    def painted(self, index: int, chosen: int | None) -> Text:
        """Return a row: its number, the sign of its worst claim, and its text with the claims coloured."""
        (at, text), signed = self.rows[index], self._claims(index, "!")
        shown, text = self.lines[at], text.copy()
        for start, stop, style in [*text.spans]:
            if style == f"@{chosen}" and len(self._claims(index, "@")) > 1:
                text.stylize("underline", start, stop)
        sign: Piece = SIGNS[self.claims[max(signed, key=self._rank)].verdict] if signed else " "
        is_first = not index or self.rows[index - 1].line != at
        number = str(shown.number) if shown.text and shown.number and is_first else ""
        return line((f"{number:>{self.digits}} ", "dim"), sign, "  ", text)

    def _rank(self, claim: int) -> int:
        return RANKS[self.claims[claim].verdict]

    def _claims(self, row: int, sign: str) -> list[int]:
        styles = (str(span.style) for span in self.rows[row].text.spans)
        return [int(style[1:]) for style in styles if style.startswith(sign)]

    def _mark(self, number: int, claim: Claim) -> None:
        first, last = sorted((self.line_at(claim.start), self.line_at(max(claim.start, claim.stop - 1))))
        end, has_figures = None, False
        for at in range(first, last + 1):
            shown, text = self.lines[at], self._texts[at]
            columns = _columns(shown, claim.start, claim.stop)
            if columns is None or not (part := _LABEL.sub("", shown.text[slice(*columns)])).strip():
                continue
            start, stop = columns[1] - len(part.lstrip()), columns[1] - len(part) + len(part.rstrip())
            figures = [*filter(None, (_columns(shown, each.start, each.stop) for each in claim.figures))]
            text.stylize(f"@{number}", start, stop)
            for style in SIGNS[claim.verdict][1].split() * (not figures):
                text.stylize(style, start, stop)
            for place in figures:
                text.stylize(f"!{number}", *place)
                text.stylize("figure", *place)
            end, has_figures = (text, stop), has_figures or bool(figures)
        if end is not None and not has_figures:
            end[0].stylize(f"!{number}", end[1] - 1, end[1])


def _columns(shown: Shown, start: int, stop: int) -> tuple[int, int] | None:
    """Return the columns that show the source offsets from `start` up to `stop`; None if none does."""
    offsets = shown.offsets
    if isinstance(offsets, range):
        low, high = max(start, offsets.start), min(stop, offsets.stop)
        return (low - offsets.start, high - offsets.start) if low < high else None
    inside = [column for column, offset in enumerate(offsets) if start <= offset < stop]
    return (inside[0], inside[-1] + 1) if inside else None


def next_claim(claims: Sequence[int], now: float, by: int) -> int | None:
    """Return the claim after `now`, before it if `by` is -1, wrapping around; `now` may be between two claims."""
    beyond = [each for each in claims if (each - now) * by > 0] or claims
    return beyond[0 if by > 0 else -1] if beyond else None


# ---- lines


def _lines_of_file(page: Page) -> Iterator[Shown]:
    start = 0
    for number, text in enumerate(page.source.removesuffix("\n").split("\n"), 1):
        yield _shown(number, text.rstrip(), range(start, start + len(text.rstrip())))
        start += len(text) + 1


def _lines_read(page: Page) -> Iterator[Shown]:
    """Yield the lines that have text, and one empty line for each gap between them."""
    before = ""
    for each in page.lines:
        text = each.text.rstrip()
        start = (len(text) - len(text.lstrip())) * page.source.startswith("#", each.start)  # a heading's signs
        if text:
            yield _shown(page.place(each.start).line, text[start:], each.offsets[start : len(text)])
        elif before:
            yield Shown(0, "", ())
        before = text


def _shown(number: int, text: str, offsets: Sequence[int]) -> Shown:
    return Shown(number, plain(text.replace("\t", " "), len(text), keep=""), offsets)
