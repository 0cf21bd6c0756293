"""Join the lines of a page into **logical lines**: an unfinished calculation continues on the next line.

Columns count the characters of a logical line from 0; offsets those of the page's source.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import chain
from typing import NamedTuple

from katatx.pages.page import Line, Page

_MOST_JOINED = 40
_MOST_CONTINUED = 12
# A line that begins like this continues the one before, which must end in an operand before a term's sign.
_BEGINS = re.compile(r"\s*(?:=|≈|≃)\s*(?!\w+\s*:)[-−+~(\[√|\w.]")
_BEGINS_TERM = re.compile(r"\s*[+·×/]\s*(?:[-−(\[√.\d]|\w+\s*(?:[·×*/^(=+−-]|$))")
_ENDS_IN_OPERAND = re.compile(r"[\d)\]ᵀ²%]\s*\\*$")
_ENDS_IN_RESULT = re.compile(r"[=≈]\s*[-−]?[\d.,]+\s*$")
_UNFINISHED = re.compile(r"(?:[=≈]|(?<=[\d)\]\s])[+·×*/−-])\s*$")
_STARTS_OPERAND = re.compile(r"\s*[-−+]?[(\[√]?\s*[\d.]|\s*[(\[√]|\s*\w+\s*[(^·]")
# A comment with its reason, what closes it, and the rest of its line.
_COMMENT = re.compile(
    r"katatx:[ \t]*ignore\b[ \t:,–—-]*(?P<reason>[^\n]*?)[ \t\r]*"
    r"(?:-->(?P<rest>[^\n]*)|(?:\*/|#\}|%\}|\)|(?:\\n)?\",?)?[ \t\r]*$)",
    re.IGNORECASE | re.MULTILINE,
)
_OPENING = ' \t<!-#/*%({[";>:,.–—'
_LONGEST_REASON = 200


class LogicalLine(NamedTuple):
    """A line to read, with the source offset of each character; one of drawn matrices stands for as many `rows`."""

    text: str
    offsets: Sequence[int]
    rows: int = 1

    def span(self, start: int, stop: int) -> tuple[int, int]:
        """Return the source offsets (start, stop) of columns `start` up to `stop`."""
        offsets = self.offsets[start:stop]
        if not offsets:
            at = min(start, len(self.offsets) - 1)
            return (self.offsets[at], self.offsets[at] + 1) if self.offsets else (0, 0)
        return min(offsets), max(offsets) + 1  # in formulas and drawn matrices one may be below the one before


def logical_lines(lines: Sequence[Line]) -> Iterator[LogicalLine]:
    """Yield the lines of a page, each joined with the lines below that continue its calculation or its open bracket."""
    texts = [without_silences(line.text) for line in lines]
    at = 0
    while at < len(lines):
        count = _bracketed(texts, at) if "[" in texts[at] else 1
        count = _continued(texts, at, count)
        yield joined(texts[at : at + count], lines[at : at + count])
        at += count


def joined(texts: Sequence[str], lines: Sequence[Line]) -> LogicalLine:
    """Return lines, at least one, as one, with spaces between; `texts` has what is to be read of each."""
    if len(lines) == 1:
        return LogicalLine(texts[0], lines[0].offsets)
    parts = [f"{without_comment(text)} " for text in texts[:-1]] + [texts[-1]]
    places = chain.from_iterable(
        chain(line.offsets[: len(part)], [line.offsets[-1]] * (len(part) - len(line.offsets)) if line.offsets else ())
        for part, line in zip(parts, lines, strict=True)
    )
    return LogicalLine("".join(parts), list(places))


def without_comment(text: str) -> str:
    """Return a line with its comment (`# ` and the rest) replaced by spaces, unless it is the whole line."""
    before, sign, _ = text.partition("# ")
    return before + " " * (len(text) - len(before)) if sign and before.strip() else text


def _bracketed(texts: Sequence[str], at: int) -> int:
    """Return the number of lines, from index `at` on, over which an open square bracket extends."""
    depth = 0
    for count, text in enumerate(texts[at : at + _MOST_JOINED], 1):
        stripped = without_comment(text).strip()
        if count > 1 and (not stripped or stripped[0] not in "[(-−+.0123456789]"):
            break
        depth += stripped.count("[") - stripped.count("]")
        if depth <= 0:
            return count
    return 1


def _continued(texts: Sequence[str], at: int, count: int) -> int:
    """Return the number of lines over which a calculation that begins on line `at` extends."""
    while at + count < len(texts) and count < _MOST_CONTINUED:
        last, following = texts[at + count - 1], texts[at + count]
        ended, has_result = _ENDS_IN_OPERAND.search(last) is not None, _ENDS_IN_RESULT.search(last) is not None
        if not following.strip() and not has_result and _BEGINS.match("".join(texts[at + count + 1 : at + count + 2])):
            count, following = count + 1, texts[at + count + 1]  # one formula goes on with the next
        if not last.strip() or not following.strip() or "|" in following:
            return count
        continues = (
            (_BEGINS.match(following) and (ended or "=" in last) and not (has_result and following.count("=") > 1))
            or (_BEGINS_TERM.match(following) and ended and not has_result)
            or (_UNFINISHED.search(last) and _STARTS_OPERAND.match(following) and len(last.strip()) > 2)
        )
        if not continues:
            return count
        count += 1
    return count


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
    head = text[: comment.start()].rstrip(_OPENING)
    stop = len(text) if comment["rest"] is None else comment.start("rest")
    return head + " " * (stop - len(head)) + text[stop:]
