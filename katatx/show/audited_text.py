"""The text of an audited page: its lines with the claims marked on them, wrapped into rows and painted.

A page is shown as its file has it, or as the audit read it: without markup, with formulas in pencil notation. A source
offset is an index into the text of the page's file. Lines, rows and columns are indexes from 0.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from itertools import accumulate
from typing import NamedTuple

from rich.cells import cell_len, chop_cells
from rich.style import Style
from rich.text import Text

from katatx.audit.findings import Claim, ClaimVerdict
from katatx.notation.quoting import plain
from katatx.pages.page import Page
from katatx.show.audited import RANKS, SIGNS, AuditedPage
from katatx.show.text import line

_TAB = 4
# A row ends at a space if that lies beyond this share of its width; otherwise the word is cut.
_LEAST_PART = 0.6
# Formats with much markup: they are shown as the audit read them.
_READ_BY_PROGRAMS = (".ipynb", ".html", ".htm", ".xhtml")


class Shown(NamedTuple):
    """A line that is safe to show: its number in the file from 1 (0: none) and each character's source offset."""

    number: int
    text: str
    offsets: Sequence[int]


class Row(NamedTuple):
    """A part of a line, from column `start` up to `stop`."""

    line: int
    start: int
    stop: int


class Mark(NamedTuple):
    """A claim's part of a line, from column `start` up to `stop`, with the columns of its wrong numbers.

    `ends`: the claim ends here, and none of its wrong numbers is marked on any line.
    """

    claim: int
    verdict: ClaimVerdict
    start: int
    stop: int
    figures: tuple[tuple[int, int], ...]
    ends: bool

    def is_signed(self, start: int, stop: int) -> bool:
        """Return whether its sign stands beside a row with these columns: at its wrong numbers, or at its end."""
        if self.ends:
            return start <= self.stop - 1 < stop
        return any(first < stop and start < last for first, last in self.figures)


class PageView:
    """The lines of a page with its claims marked; `rows` are set by `wrap`."""

    def __init__(self, audited: AuditedPage) -> None:
        page = audited.page
        as_read = page.path.lower().endswith(_READ_BY_PROGRAMS)
        self.lines = [*(_lines_read(page) if as_read else _lines_of_file(page))] or [Shown(0, "", ())]
        self.rows: list[Row] = []
        self._begins = sorted((min(shown.offsets), at) for at, shown in enumerate(self.lines) if shown.offsets)
        self._marks: dict[int, list[Mark]] = {}
        self._places: dict[int, tuple[int, int]] = {}
        for number, claim in enumerate(audited.claims):
            self._mark(number, claim)
        self.digits = max(2, len(str(max(shown.number for shown in self.lines))))

    def wrap(self, width: int) -> None:
        self.rows = [Row(at, *part) for at, shown in enumerate(self.lines) for part in _wrapped(shown.text, width)]

    def row_at(self, line: int, column: int) -> int:
        return bisect_right(self.rows, (line, column, len(self.lines[line].text) + 1)) - 1

    def line_at(self, offset: int) -> int:
        """Return the line that shows a source offset, or the one before it if it is hidden."""
        found = bisect_right(self._begins, (offset, len(self.lines)))
        return self._begins[found - 1][1] if found else 0

    def place(self, claim: int) -> tuple[int, int]:
        """Return the (line, column) to show for a claim: its first wrong number, otherwise its end."""
        return self._places.get(claim, (0, 0))

    def offset(self, row: int) -> int:
        """Return the source offset at which a row begins; of an empty one, that of what is before it."""
        at, start, _ = self.rows[row]
        offsets = self.lines[at].offsets
        before = next((shown.offsets[-1] for shown in self.lines[at::-1] if shown.offsets), 0)
        return offsets[min(start, len(offsets) - 1)] if offsets else before

    def number(self, row: int) -> int:
        """Return the number in the file of a row's line."""
        return self.lines[self.rows[row].line].number

    def _mark(self, number: int, claim: Claim) -> None:
        """Add a mark on every line that a claim covers."""
        first, last = sorted((self.line_at(claim.start), self.line_at(max(claim.start, claim.stop - 1))))
        found: list[tuple[int, Mark]] = []
        for at in range(first, last + 1):
            shown = self.lines[at]
            columns = _columns(shown, claim.start, claim.stop)
            if columns is not None and (part := shown.text[slice(*columns)]).strip():
                start, stop = columns[1] - len(part.lstrip()), columns[0] + len(part.rstrip())
                figures = (_columns(shown, figure.start, figure.stop) for figure in claim.figures)
                found.append((at, Mark(number, claim.verdict, start, stop, tuple(filter(None, figures)), ends=False)))
        if not found:
            return
        if not any(mark.figures for _, mark in found):
            found[-1] = found[-1][0], found[-1][1]._replace(ends=True)
        for at, mark in found:
            self._marks.setdefault(at, []).append(mark)
        at, mark = next(((at, mark) for at, mark in found if mark.figures), found[-1])
        self._places[number] = at, mark.figures[0][0] if mark.figures else mark.stop - 1

    def _marks_on(self, row: Row) -> list[Mark]:
        """Return the marks on a row, the worst last."""
        here = [mark for mark in self._marks.get(row.line, ()) if mark.start < row.stop and row.start < mark.stop]
        return sorted(here, key=lambda mark: RANKS[mark.verdict])

    def claim_on(self, row: int, columns: tuple[int, int] | None = None) -> int | None:
        """Return the worst claim on a row, or on some columns of its line; those whose sign stands there come first."""
        part = self.rows[row] if columns is None else Row(self.rows[row].line, *columns)
        here = self._marks_on(part)
        signed = [mark for mark in here if mark.is_signed(part.start, part.stop)]
        worst = max(signed or here, key=lambda mark: RANKS[mark.verdict], default=None)
        return None if worst is None else worst.claim

    def painted(self, index: int, chosen: int | None, figure: Style) -> Text:
        """Return a row: its number, sign, and text with its claims coloured, wrong numbers in the style `figure`."""
        row, shown = self.rows[index], self.lines[self.rows[index].line]
        marks = self._marks_on(row)
        text = Text(shown.text[row.start : row.stop])
        for mark in marks:
            style = "" if mark.figures or mark.verdict not in _WHOLLY_COLOURED else SIGNS[mark.verdict][1]
            style += " underline" * (mark.claim == chosen and len(marks) > 1)
            text.stylize(style, max(0, mark.start - row.start), max(0, mark.stop - row.start))
        for start, stop in (place for mark in marks for place in mark.figures):
            text.stylize(figure, max(0, start - row.start), max(0, stop - row.start))
        signed = [mark.verdict for mark in marks if mark.is_signed(row.start, row.stop)]
        sign = SIGNS[signed[-1]] if signed else " "
        number = str(shown.number) if shown.text and shown.number and not row.start else ""
        return line((f"{number:>{self.digits}} ", "dim"), sign, " ", text)

    def column_at(self, row: int, cell: int) -> int:
        """Return the column of a row's line that is shown at a cell of the row, from its text on."""
        at, start, stop = self.rows[row]
        ends = accumulate(cell_len(each) for each in self.lines[at].text[start:stop])
        return start + sum(end <= cell for end in ends)


_WHOLLY_COLOURED = (ClaimVerdict.RIGHT, ClaimVerdict.WRONG)


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
        if text:
            yield _shown(page.place(each.offsets[0]).line, text, each.offsets[: len(text)])
        elif before:
            yield Shown(0, "", ())
        before = text


def _shown(number: int, text: str, offsets: Sequence[int]) -> Shown:
    if "\t" in text:
        pieces: list[str] = []
        places: list[int] = []
        for character, offset in zip(text, offsets, strict=True):
            width = _TAB - len(places) % _TAB if character == "\t" else 1
            pieces.append(" " * width if character == "\t" else character)
            places += [offset] * width
        text, offsets = "".join(pieces), places
    return Shown(number, plain(text, len(text), keep=""), offsets)


def _wrapped(text: str, width: int) -> Iterator[tuple[int, int]]:
    """Yield the parts of a line that fit into `width` cells; they end at spaces where that leaves them long enough."""
    start = 0
    while True:
        part = text[start : start + width]
        stop = start + len(part if part.isascii() else chop_cells(part, width)[0])
        space = text.rfind(" ", start, stop + 1)
        if stop < len(text) and space - start >= width * _LEAST_PART:
            stop = space + 1
        yield start, stop
        if stop >= len(text):
            return
        start = stop
