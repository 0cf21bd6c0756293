"""Report audits as text: each wrong claim with its line of the page, and counts.

A **cell** is the width of a character in a terminal. A **mark** is a part of the source that is underlined. Offsets
count the characters of the page's source from 0.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from katatx.audit.findings import Claim, ClaimVerdict, PageAudit
from katatx.audit.reports.wording import TEXT_LIMIT, Tally, bounds, one_line, statement, usage
from katatx.notation.quoting import plain
from katatx.pages.page import Page

_SKIPPED_NAMED = 20
_MOST_MARKS = 8
_NARROWEST = 20
_CUT = "…"
_NONE_FOUND = "; no calculation with a result was found"
# Combining accents take no cell; a line that consists of them is cut anyway.
_MOST_PER_CELL = 4


def lines(audits: Iterable[PageAudit], width: int = 80, unread: bool = False) -> Iterator[str]:
    """Yield the lines of the report, holding one page at a time; quoted lines are cut to `width` cells.

    The findings of a page are its wrong claims, the lines not read and, with `unread`, the unchecked claims. Its counts
    follow. A page without findings has only its counts, or nothing if there are other pages. Several pages, or none,
    end with a total. The last line says if no calculation was found, except below the findings of a single page.
    """
    total, counts, has_findings = Tally(), "", False
    for audit in total.counted(audits):
        has_findings = False
        for line in _findings(audit, width, unread):
            has_findings = True
            yield line
        counts = f"{_name(audit.page)}: {Tally(audit)}"
        if has_findings:
            yield counts
    none = _NONE_FOUND if total.pages and not total.document()["seen"] else ""
    if total.pages != 1:
        yield f"{total.pages} pages: {total}{none}"
    elif not has_findings:
        yield counts + none


def _findings(audit: PageAudit, width: int, unread: bool) -> Iterator[str]:
    """Yield what was not read on a page, then the findings in page order."""
    page = audit.page
    for line, why in page.skipped[:_SKIPPED_NAMED]:
        yield f"{_name(page)}:{line}: not read: {one_line(why)}"
    if len(page.skipped) > _SKIPPED_NAMED:
        yield f"{_name(page)}: {len(page.skipped) - _SKIPPED_NAMED} more lines not read"
    for claim in audit.claims:
        if claim.verdict is ClaimVerdict.WRONG:
            yield f"{_name(page, bounds(claim)[0])}: {statement(claim)}"
            yield from _excerpts(page, claim, max(_NARROWEST, width))
            if claim.spoils:
                yield f"  {usage(claim)}"
        elif unread and claim.verdict is ClaimVerdict.UNCHECKED:
            why = f": {one_line(claim.why)}" if claim.why.strip() else ""
            yield f"{_name(page, claim.start)}: unchecked: {one_line(claim.text)}{why}"


def _name(page: Page, offset: int | None = None) -> str:
    """Return the page's path, with the line and column of an offset if one is given: `page.md:3:5`."""
    name = plain(page.path, TEXT_LIMIT, keep="")
    return name if offset is None else ":".join((name, *map(str, page.place(offset))))


# ---- quoted lines


class _Span(NamedTuple):
    """A part of the source, by offsets."""

    start: int
    stop: int


def _excerpts(page: Page, claim: Claim, width: int) -> Iterator[str]:
    """Yield each line with a wrong number, and a line that underlines the number with ^.

    Lines are cut to `width` cells around the number. A claim without wrong numbers is underlined up to the end of its
    first line.
    """
    marks = sorted({_Span(figure.start, figure.stop) for figure in claim.figures}) or [_Span(claim.start, claim.stop)]
    for line, near in _together(page.source, marks[:_MOST_MARKS], width // 2 - 10):
        number = f"  {page.place(near[0].start).line}  "
        text, under = _underlined(page.source, line, near, max(_NARROWEST, width - len(number)))
        yield (number + text).rstrip()
        yield " " * len(number) + under
    if len(marks) > _MOST_MARKS:
        yield f"  and {len(marks) - _MOST_MARKS} more wrong numbers"


def _together(source: str, marks: Iterable[_Span], reach: int) -> Iterator[tuple[_Span, list[_Span]]]:
    """Yield lines with those of their marks that are close enough to be quoted together.

    `marks` are in order; those that are quoted together extend over at most `reach` characters. A mark that extends
    over several lines is cut at the end of its first.
    """
    line, near = _Span(0, 0), list[_Span]()
    for mark in marks:
        if near and mark.stop <= line.stop and mark.stop - near[0].start <= reach:
            near.append(mark)
            continue
        if near:
            yield line, near
        line = _line_at(source, mark.start)
        near = [_Span(mark.start, max(mark.start, min(mark.stop, line.stop)))]
    if near:
        yield line, near


def _line_at(source: str, offset: int) -> _Span:
    """Return the line that contains an offset, without its line end."""
    stop = source.find("\n", offset)
    stop = len(source) if stop < 0 else stop
    ends_in_return = stop > offset and source[stop - 1] == "\r"
    return _Span(source.rfind("\n", 0, offset) + 1, stop - ends_in_return)


def _underlined(source: str, line: _Span, marks: list[_Span], room: int) -> tuple[str, str]:
    """Return the part of a line around its marks, at most `room` cells wide, and the line that underlines them."""
    from rich.cells import get_character_cell_size

    # No more can be shown, so the rest of a very long line is not examined.
    low = max(line.start, marks[0].start - _MOST_PER_CELL * room)
    high = min(line.stop, marks[0].start + _MOST_PER_CELL * room)
    text = plain(source[low:high].replace("\t", " "), high - low + 1, keep="")
    cells = [get_character_cell_size(character) for character in text]
    start, stop = low, high
    if (low, high) != line or sum(cells) > room:
        start, stop = _window(cells, _Span(marks[0].start - low, marks[-1].stop - low), room - 2 * len(_CUT))
        start, stop = low + start, low + stop
    head = _CUT if start > line.start else ""
    under = ""
    for mark in marks:
        under = under.ljust(len(head) + sum(cells[start - low : mark.start - low]))
        under += "^" * max(1, sum(cells[mark.start - low : min(mark.stop, stop) - low]))
    return head + text[start - low : stop - low] + (_CUT if stop < line.stop else ""), under


def _window(cells: list[int], mark: _Span, room: int) -> tuple[int, int]:
    """Return the (start, stop) characters to show: the mark as far as it fits, then as much on both sides.

    `cells` holds the width of each character, `mark` counts characters too, and `room` is the number of cells.
    """
    start = stop = mark.start
    while stop < min(mark.stop, len(cells)) and cells[stop] <= room:
        room -= cells[stop]
        stop += 1
    grows = stop >= min(mark.stop, len(cells))
    while grows:
        grows = False
        if start > 0 and cells[start - 1] <= room:
            start, grows = start - 1, True
            room -= cells[start]
        if stop < len(cells) and cells[stop] <= room:
            room -= cells[stop]
            stop, grows = stop + 1, True
    return start, stop
