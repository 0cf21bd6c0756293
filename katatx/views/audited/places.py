"""Keep the cursor's place when a page changes, and find text on a page."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import islice

from katatx.views.audited.lines import Lines
from katatx.views.audited.page import AuditedPage

# The search stops here: a page might consist of one letter.
_MOST_FOUND = 10_000
# A line with the same text that is farther away is taken for a different one.
_FARTHEST = 5_000


def kept_claim(before: AuditedPage, after: AuditedPage, claim: int) -> int | None:
    """Return the number of the claim in `after` that has the text of claim number `claim` in `before`; None if none
    has.

    Of several, it is the one whose distance from the page's beginning or end changed least.
    """
    old = before.claims[claim]
    alike = [at for at, each in enumerate(after.claims) if each.text == old.text]
    from_end = len(after.page.source) - len(before.page.source)
    places = (old.start, old.start + from_end)
    return min(alike, key=lambda at: min(abs(after.claims[at].start - place) for place in places), default=None)


def kept_line(before: Lines, after: Lines, line: int) -> int:
    """Return the index of the line in `after` nearest to `line` that has the text of `line` in `before`.

    If none within 5,000 lines has, or the text is empty, it is the line with the same index, or the last one.
    """
    text = before[line].text
    count = len(after)
    if text.strip():
        for away in range(_FARTHEST):
            for at in {line - away, line + away}:
                if 0 <= at < count and after[at].text == text:
                    return at
    return min(line, count - 1)


def found_in(lines: Lines, wanted: str) -> Sequence[tuple[int, int, int]]:
    """Return where the text `wanted` occurs, as (line, start column, stop column) from 0; at most 10,000 places.

    The search ignores case unless the text has capitals.
    """
    if not wanted:
        return ()
    pattern = re.compile(re.escape(wanted), 0 if wanted != wanted.lower() else re.IGNORECASE)
    return tuple(
        islice(
            (
                (at, found.start(), found.end())
                for at in range(len(lines))
                for found in pattern.finditer(lines[at].text)
            ),
            _MOST_FOUND,
        )
    )
