"""Where exercises begin on a page: what a letter stood for in one may be unknown in the next."""

from __future__ import annotations

import re

from katatx.audit.logical_lines import LogicalLine
from katatx.audit.spellings import canonical
from katatx.pages.page import Kind

_LONGEST_START = 200
_WORDS = (
    "exercise|problem|question|task|example|aufgabe|beispiel|übung|ejercicio|ejemplo|problema|exercice|exemple|ex|q"
)
_BEGINS = re.compile(
    r"[ \t>*_|]*(?:\#{1,6}[ \t]|={2,6}[ \t]|<h[1-6]|<li|\\(?:sub)*section|\\item|(?:"
    + _WORDS
    + r")\b[ .:]*\(?\d|\(?\d{1,2}[.)](?:[ \t]|$)|\(?[a-h]\)[ \t])",
    re.IGNORECASE,
)
_SOLVES = re.compile(
    r"\b(?:solv(?:e|es|ed|ing)|unknown|find (?:the value of )?[a-z]\b|löse|resuelve|resolver|résoudre|résous)\b",
    re.IGNORECASE,
)


_BINARY = re.compile(r"\bbinary\b|\bbase[ -](?:2|two)\b", re.IGNORECASE)


class Exercises:
    """The lines of a page on which exercises begin. `source` is the page's own text, where headings and the numbers of
    lists still have their marks.
    """

    def __init__(self, source: str) -> None:
        self._source = source
        self._first: int | None = None
        # Names given from the first to before the second of these lines may be unknown now.
        self.ended = (0, 0)
        # Whether a line so far spoke of numbers in base 2.
        self.are_binary = False

    def read(self, line: LogicalLine) -> None:
        """Go on to a line."""
        if line.kind is not Kind.TEXT or not line.text or line.text.isspace():
            return
        self.are_binary = self.are_binary or _BINARY.search(line.text, 0, _LONGEST_START) is not None
        if _SOLVES.search(line.text, 0, _LONGEST_START):
            self.ended = (0, line.index)
        elif self._begins(line.offsets[0]):
            if self._first is None:
                self._first = line.index
            self.ended = (min(self.ended[0], self._first) if self.ended[1] else self._first, line.index)

    def _begins(self, at: int) -> bool:
        start = self._source.rfind("\n", max(0, at - _LONGEST_START), at) + 1
        return _BEGINS.match(self._source, start, start + _LONGEST_START) is not None

    def is_ended(self, line: int) -> bool:
        """Whether what was given on a line belongs to an exercise above."""
        return self.ended[0] <= line < self.ended[1]


def is_letter(name: str) -> bool:
    """Whether a name is one letter, with an index or without, as unknowns are."""
    return len(canonical(name).split("_")[0].rstrip("0123456789")) == 1
