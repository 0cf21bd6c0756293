"""Comments that exclude lines from the audit, with a reason: `katatx: ignore rounded for the board`."""

from __future__ import annotations

import re

from katatx.pages.page import Page

# A comment with its reason, what closes it, and the rest of its line.
_COMMENT = re.compile(
    r"katatx:[ \t]*ignore\b[ \t:,–—-]*(?P<reason>[^\n]*?)[ \t\r]*"
    r"(?:-->(?P<rest>[^\n]*)|(?:\*/|#\}|%\}|\)|(?:\\n)?\",?)?[ \t\r]*$)",
    re.IGNORECASE | re.MULTILINE,
)
_OPENING = ' \t<!-#/*%({[";>:,.–—'
_LONGEST_REASON = 200


def silenced_lines(page: Page) -> dict[int, str]:
    """Return the lines of the file, from 1, that a comment `katatx: ignore` covers, with the reasons ("" for none).

    A comment covers the line it is on, or the next one if it stands alone.
    """
    reasons: dict[int, str] = {}
    for comment in _COMMENT.finditer(page.source):
        start = page.source.rfind("\n", 0, comment.start()) + 1
        alone = not page.source[start : comment.start()].strip(_OPENING) and not (comment["rest"] or "").strip()
        reasons[page.place(comment.start()).line + alone] = comment["reason"][:_LONGEST_REASON]
    return reasons


def without_silences(text: str) -> str:
    """Return a line with its comment `katatx: ignore` replaced by spaces, because the reason is no claim."""
    comment = _COMMENT.search(text) if "katatx" in text.lower() else None
    if comment is None:
        return text
    head, stop = (
        text[: comment.start()].rstrip(_OPENING),
        len(text) if comment["rest"] is None else comment.start("rest"),
    )
    return head + " " * (stop - len(head)) + text[stop:]
