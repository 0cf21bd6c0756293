"""Comments that exclude lines from the audit, with a reason: `katatx: ignore rounded for the board`."""

from __future__ import annotations

import re

from katatx.pages.page import Page

_COMMENT = re.compile(r"katatx:[ \t]*ignore\b[ \t:,–—-]*([^\n]*)", re.IGNORECASE)
# What may close a comment, and what else a line with only a comment may contain.
_CLOSING = re.compile(r"\s*(?:-->|\*/|#\}|%\}|\\n\",?|\",?)?\s*$")
_ONLY_COMMENT = re.compile(r"[\s<!\-#/*%{\">;\[\]:()]*")
_LONGEST_REASON = 200
_WHOLE = re.compile(r"[\s<!\-#/*%({\[;,.–—]*katatx:[ \t]*ignore\b.*?(?:-->|$)", re.IGNORECASE)


def silenced_lines(page: Page) -> dict[int, str]:
    """Return the lines of the file, from 1, that a comment `katatx: ignore` covers, with the reasons ("" for none).

    A comment covers the line it is on, or the next one if it stands alone.
    """
    reasons: dict[int, str] = {}
    for comment in _COMMENT.finditer(page.source):
        line = page.place(comment.start()).line
        start = page.source.rfind("\n", 0, comment.start()) + 1
        alone = _ONLY_COMMENT.fullmatch(page.source, start, comment.start()) is not None
        reason = _CLOSING.sub("", comment[1][:_LONGEST_REASON])
        if not any(letter.isalnum() for letter in reason.partition("-->")[0]):
            reason = ""  # what closes the comment is no reason
        if "-->" in reason:  # the line continues after the comment
            reason, alone = reason.partition("-->")[0].rstrip(), False
        if reason.endswith(")") and reason.count(")") > reason.count("("):
            reason = reason[:-1]  # closes a bracket opened before `katatx`
        reasons[line + 1 if alone else line] = reason
    return reasons


def without_silences(text: str) -> str:
    """Return a line with its comment `katatx: ignore` replaced by spaces, because the reason is no claim."""
    return _WHOLE.sub(lambda found: " " * len(found[0]), text) if "katatx" in text.lower() else text
