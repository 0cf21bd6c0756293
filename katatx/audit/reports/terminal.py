"""Report audits as text: each wrong claim with its line of the page, and counts.

A **cell** is the width of a character in a terminal.
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


def lines(audits: Iterable[PageAudit], width: int = 80, unread: bool = False) -> Iterator[str]:
    """Yield the lines of the report, holding one page at a time; quoted lines are cut to `width` cells.

    The findings of a page are the lines not read, its wrong claims and its unchecked ones; its counts follow. A page
    without findings has only its counts, or nothing if there are other pages. Several pages, or none,
    end with a total. The last line says if no calculation was found, except below the findings of a single page.
    """
    total, counts, found = Tally(), "", list[str]()
    for audit in total.counted(audits):
        counts = f"{_name(audit.page)}: {Tally([audit])}"
        found = list(_findings(audit, width, unread))
        yield from [*found, counts] if found else ()
    none = _NONE_FOUND if total.pages and not total["seen"] else ""
    if total.pages != 1:
        yield f"{total.pages} pages: {total}{none}"
    elif not found:
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
    """Yield each part of a line with wrong numbers, and a line that underlines the numbers with ^."""
    from rich.cells import cell_len

    marks = sorted({(figure.start, figure.stop) for figure in claim.figures}) or [(claim.start, claim.stop)]
    left = marks[:_MOST_MARKS]
    while left:
        number = f"  {page.place(left[0][0]).line}  "
        low, high, head, text = _part(page.source, left[0][0], max(_NARROWEST, width - len(number)))
        here = [mark for mark in left if mark[0] < high] or left[:1]
        under = ""
        for start, stop in here:
            under = under.ljust(cell_len(number + head + _shown(page.source, low, start)))
            under += "^" * max(1, cell_len(_shown(page.source, start, min(stop, high))))
        yield (number + text).rstrip()
        yield under
        left = left[len(here) :]
    if len(marks) > _MOST_MARKS:
        yield f"  and {len(marks) - _MOST_MARKS} more wrong numbers"


def _part(source: str, at: int, room: int) -> tuple[int, int, str, str]:
    """Return the bounds of what is shown of a line around offset `at`, its beginning, and all of it in `room` cells."""
    from rich.cells import cell_len

    first, last = source.rfind("\n", 0, at) + 1, (source + "\n").index("\n", at)
    last -= source[first:last].endswith("\r")
    low, high = first, last
    if last - first > room or cell_len(_shown(source, first, last)) > room:
        low = max(first, at - room // 4)
        high = min(last, low + room)
        while cell_len(_shown(source, low, high)) > room - 2 * len(_CUT):
            high -= 1
    head = _CUT * (low > first)
    return low, high, head, head + _shown(source, low, high) + _CUT * (high < last)


def _shown(source: str, start: int, stop: int) -> str:
    return plain(source[start:stop].replace("\t", " "), max(0, stop - start) + 1, keep="")
