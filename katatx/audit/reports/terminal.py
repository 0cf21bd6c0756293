"""Report audits as text: each wrong claim with its line of the page, and counts.

A **cell** is the width of a character in a terminal. A **mark** is a part of the source that is underlined, given by
its offsets (start, stop).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from katatx.audit.findings import Claim, ClaimVerdict, PageAudit
from katatx.audit.reports.wording import TEXT_LIMIT, Tally, bounds, one_line, statement, usage
from katatx.notation.quoting import plain
from katatx.pages.page import Page

_SKIPPED_NAMED = 20
_UNREAD_NAMED = 3
_MOST_MARKS = 8
_NARROWEST = 20
_CUT = "…"
_NONE_FOUND = "; no calculation with a result was found"
Mark = tuple[int, int]


def lines(audits: Iterable[PageAudit], width: int = 80, unread: bool = False) -> Iterator[str]:
    """Yield the lines of the report, holding one page at a time; quoted lines are cut to `width` cells.

    The findings of a page are the lines not read, its wrong claims and its unchecked ones; its counts follow. A page
    without findings has only its counts, or nothing if there are other pages. Several pages, or none,
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
    """Yield what was not read on a page, its wrong claims, and its unchecked ones, all if `unread`."""
    page = audit.page
    for line, why in page.skipped[:_SKIPPED_NAMED]:
        yield f"{_name(page)}:{line}: not read: {one_line(why)}"
    if len(page.skipped) > _SKIPPED_NAMED:
        yield f"{_name(page)}: {len(page.skipped) - _SKIPPED_NAMED} more lines not read"
    for claim in audit.wrong:
        yield f"{_name(page, bounds(claim)[0])}: {statement(claim)}"
        yield from _excerpts(page, claim, max(_NARROWEST, width))
        if claim.spoils:
            yield f"  {usage(claim)}"
    unchecked = [claim for claim in audit.claims if claim.verdict is ClaimVerdict.UNCHECKED]
    for claim in unchecked if unread else unchecked[:_UNREAD_NAMED]:
        why = f": {one_line(claim.why)}" if claim.why.strip() else ""
        yield f"{_name(page, claim.start)}: unchecked: {one_line(claim.text)}{why}"
    if len(unchecked) > _UNREAD_NAMED and not unread:
        yield f"{_name(page)}: {len(unchecked) - _UNREAD_NAMED} more unchecked, which --unread names"


def _name(page: Page, offset: int | None = None) -> str:
    name = plain(page.path, TEXT_LIMIT, keep="")
    return name if offset is None else ":".join((name, *map(str, page.place(offset))))


def _excerpts(page: Page, claim: Claim, width: int) -> Iterator[str]:
    """Yield each line with a wrong number, and a line that underlines the number with ^."""
    marks = sorted({(figure.start, figure.stop) for figure in claim.figures}) or [(claim.start, claim.stop)]
    together: list[list[Mark]] = []
    for start, stop in marks[:_MOST_MARKS]:
        mark = start, max(start, min(stop, (page.source + "\n").index("\n", start)))
        near = together[-1] if together else []
        if near and stop - near[0][0] <= width // 2 - 10 and "\n" not in page.source[near[0][0] : stop]:
            near.append(mark)
        else:
            together.append([mark])
    for near in together:
        number = f"  {page.place(near[0][0]).line}  "
        text, under = _underlined(page.source, near, max(_NARROWEST, width - len(number)))
        yield (number + text).rstrip()
        yield " " * len(number) + under
    if len(marks) > _MOST_MARKS:
        yield f"  and {len(marks) - _MOST_MARKS} more wrong numbers"


def _underlined(source: str, marks: list[Mark], room: int) -> tuple[str, str]:
    """Return the part of a line around its marks, at most `room` cells wide, and the line that underlines them."""
    from rich.cells import cell_len

    def shown(start: int, stop: int) -> str:
        return plain(source[start:stop].replace("\t", " "), stop - start + 1, keep="")

    first, last = source.rfind("\n", 0, marks[0][0]) + 1, (source + "\n").index("\n", marks[0][0])
    last -= source[first:last].endswith("\r")
    low, high = first, last
    if last - first > room or cell_len(shown(first, last)) > room:
        low = max(first, marks[0][0] - room // 4)
        high = min(last, low + room)
        while cell_len(shown(low, high)) > room - 2 * len(_CUT):
            high -= 1
    head, under = _CUT if low > first else "", ""
    for start, stop in marks:
        under = under.ljust(cell_len(head + shown(low, start)))
        under += "^" * max(1, cell_len(shown(start, min(stop, high))))
    return head + shown(low, high) + (_CUT if high < last else ""), under
