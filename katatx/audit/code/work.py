"""Code on a page: each statement is worked out, and the results beside it and after it are held against it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING

from katatx.audit.logical_lines import LogicalLine
from katatx.audit.sheet import Sheet
from katatx.pages.documents.languages import kind_of
from katatx.pages.page import Kind

if TYPE_CHECKING:
    from katatx.audit.code.session import Session

_PROMPT = re.compile(r"\s*>>>(?: |$)")
_FENCE = re.compile(
    r"\s*(`{3,}|~{3,})\s*\{?\.?(?:python[23]?|py[3]?|pycon|ipython3?|numpy|pytorch|torch|jax)\b", re.IGNORECASE
)
_NAMED_FENCE = re.compile(r"\s*(`{3,}|~{3,})\s*\{?\.?([\w+#]+)")
_LONGEST_FENCED = 1_000


class CodeWork:
    """The code of one page. One is kept for the whole page: it remembers what names stand for."""

    def __init__(self, sheet: Sheet) -> None:
        self.sheet = sheet
        self._session: Session | None = None
        self._fence = ""

    def work(self, lines: Sequence[LogicalLine], at: int) -> int:
        """Work the code that stands at a line, with its outputs: how many lines that took, 0 where there is none."""
        line = lines[at]
        if line.kind is Kind.FOREIGN:
            return self._passed_over(lines, at)
        if line.kind is Kind.TEXT and not self._fence:
            if self._session is not None:
                self._session.leave()
            if ">>>" not in line.text and "```" not in line.text and "~~~" not in line.text:
                return 0
            if _FENCE.match(line.text):
                return self._fenced(lines, at)
            return self._foreign(lines, at) or self._typed(lines, at)
        text = line.text.strip()
        if self._fence and text.startswith(self._fence):
            self._fence = ""
            return 1
        if line.kind is Kind.OUTPUT:
            return self._session.printed(lines, at) if self._session is not None else 0
        if not text:
            return 1
        if text.startswith("#"):
            return 0
        return self._typed(lines, at) or self.session.written(lines, at, self._fence)

    @property
    def session(self) -> Session:
        """What runs through the code, made when there is code."""
        if self._session is None:
            from katatx.audit.code.session import Session

            self._session = Session(self.sheet)
        return self._session

    def _typed(self, lines: Sequence[LogicalLine], at: int) -> int:
        if not _PROMPT.match(lines[at].text):
            return 0
        return self.session.typed(lines, at, self._fence)

    def _fenced(self, lines: Sequence[LogicalLine], at: int) -> int:
        """The line that opens a block of code in a text, if one further down closes it."""
        found = _FENCE.match(lines[at].text)
        fence = found[1] if found else ""
        for line in lines[at + 1 : at + 1 + _LONGEST_FENCED]:
            if line.kind is not Kind.TEXT:
                break
            if line.text.strip().startswith(fence):
                self._fence = fence
                self.session.leave()
                return 1
        return 0

    def _passed_over(self, lines: Sequence[LogicalLine], at: int) -> int:
        """How many lines of code in another language than Python stand from a line on."""
        end = at
        while end < len(lines) and lines[end].kind is Kind.FOREIGN:
            end += 1
        self.sheet.passed_over.code(lines[at:end])
        return end - at

    def _foreign(self, lines: Sequence[LogicalLine], at: int) -> int:
        """How many lines a block of code in a language other than Python takes in a text; 0 where none begins."""
        found = _NAMED_FENCE.match(lines[at].text)
        if found is None or kind_of(found[2]) is not Kind.FOREIGN:
            return 0
        for end in range(at + 1, min(len(lines), at + 1 + _LONGEST_FENCED)):
            if lines[end].text.strip().startswith(found[1]):
                self.sheet.passed_over.code(lines[at + 1 : end])
                return end + 1 - at
        return 0
