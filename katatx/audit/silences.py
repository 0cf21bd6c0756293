"""Lines that a page's author wants left alone, each with a reason: `katatx: ignore rounded for the board`."""

from __future__ import annotations

import re

from katatx.pages.page import Page

_COMMENT = re.compile(r"katatx:[ \t]*ignore\b[ \t:,–—-]*([^\n]*)", re.IGNORECASE)
# What may close a comment, and what a line holds that has nothing but one.
_CLOSING = re.compile(r"\s*(?:-->|\*/|#\}|%\}|\\n\",?|\",?)?\s*$")
_ONLY_COMMENT = re.compile(r"[\s<!\-#/*%{\">;\[\]:()]*")
_LONGEST_REASON = 200


def silenced_lines(page: Page) -> dict[int, str]:
    """The lines of the file, from 1, that a comment on them, or alone on the line above, asks to leave alone, with the
    reason; an empty one where none is given, which silences nothing.
    """
    found: dict[int, str] = {}
    for comment in _COMMENT.finditer(page.source):
        line = page.place(comment.start()).line
        start = page.source.rfind("\n", 0, comment.start()) + 1
        alone = _ONLY_COMMENT.fullmatch(page.source, start, comment.start()) is not None
        reason = _CLOSING.sub("", comment[1][:_LONGEST_REASON])
        if not any(letter.isalnum() for letter in reason.partition("-->")[0]):
            reason = ""  # what closes the comment is no reason
        if "-->" in reason:  # the line goes on after the comment
            reason, alone = reason.partition("-->")[0].rstrip(), False
        found[line + 1 if alone else line] = reason
    return found
