"""The data of the audit screen: a page's title and counts, its lines, and the positions of its claims.

A claim is known by its number, its index among the page's claims. A source offset is an index into the text of the
page's file. Lines and columns of a view count from 0.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import PurePath

from katatx.audit.findings import Claim, ClaimVerdict, PageAudit
from katatx.notation.quoting import plain
from katatx.pages.page import Page
from katatx.views.audited.lines import Lines, ReadLines, ShownLine, SourceLines
from katatx.views.audited.marks import Marks

_SHORTEST_NAME = 8


@dataclass(frozen=True)
class PageView:
    """A page's lines in one of the two display forms, with the claims marked on them."""

    lines: Lines
    marks: Marks

    def place(self, offset: int) -> tuple[int, int]:
        """Return the (line, column) that shows a source offset; if none does, that of the next offset on that line.

        After the line's last offset it is the last column, and on an empty line column 0.
        """
        line = self.lines.at(offset)
        offsets = self.lines[line].offsets
        if not offsets:
            return line, 0
        column = next((at for at, each in enumerate(offsets) if each >= offset), len(offsets) - 1)
        return line, column

    def offset(self, line: int, column: int) -> int:
        """Return the source offset of a line and column; of a column beyond the end, that of the last character.

        An empty line gives its own beginning in the file; if it is not from the file, the last offset before it.
        """
        for at in range(line, -1, -1):
            shown: ShownLine = self.lines[at]
            if shown.offsets:
                return shown.offsets[min(column, len(shown.offsets) - 1)] if at == line else shown.offsets[-1]
            if isinstance(shown.offsets, range):
                return shown.offsets.start
        return 0


@dataclass(frozen=True)
class AuditedPage:
    """A page with its claims. Before the audit there are none, and `is_audited` is False."""

    page: Page
    claims: Sequence[Claim] = ()
    is_audited: bool = False
    _views: dict[bool, PageView] = field(default_factory=dict, repr=False)

    @classmethod
    def of(cls, audit: PageAudit) -> AuditedPage:
        """Return the page of a finished audit."""
        return cls(audit.page, audit.claims, is_audited=True)

    def view(self, *, as_read: bool) -> PageView:
        """Return the page's lines with marks: with `as_read` as the audit read it, else as its file has it.

        Each view is built once.
        """
        if as_read not in self._views:
            lines = ReadLines(self.page) if as_read else SourceLines(self.page)
            self._views[as_read] = PageView(lines, Marks(lines, self.claims))
        return self._views[as_read]

    @cached_property
    def wrong(self) -> list[int]:
        """Return the numbers of the wrong claims."""
        return [at for at, claim in enumerate(self.claims) if claim.verdict is ClaimVerdict.WRONG]

    def marked(self, *, unchecked: bool) -> Sequence[int]:
        """Return the numbers of all claims that are marked; `unchecked` includes the unchecked ones."""
        if unchecked:
            return range(len(self.claims))
        return [at for at, claim in enumerate(self.claims) if claim.verdict is not ClaimVerdict.UNCHECKED]

    def number_at(self, offset: int) -> int:
        """Return how many claims begin before a source offset: the number of the first claim that begins there or
        later, if there is one.
        """
        return bisect_left([claim.start for claim in self.claims], offset)

    def not_read(self, line: int) -> str | None:
        """Return why a line of the file, counted from 1, was not read; None if it was."""
        return next((plain(why, 200, keep="") for number, why in self.page.skipped if number == line), None)

    def name(self, room: int) -> str:
        """Return the file's name, shortened to `room` characters, but at least eight."""
        whole = plain(PurePath(self.page.path).name, 200, keep="")
        room = max(_SHORTEST_NAME, room)
        return whole if len(whole) <= room else f"{whole[: room - 1]}…"

    @property
    def counts(self) -> str:
        """Return in words how many claims were found and checked, and how many are wrong; "auditing…" at first."""
        if not self.is_audited:
            return "auditing…"
        if not self.claims:
            return "no claims found"
        checked = len(self.marked(unchecked=False))
        wrong = f"✗ {len(self.wrong):,} wrong" if self.wrong else "✓ nothing wrong"
        return f"{checked:,} of {len(self.claims):,} claims checked · {wrong}"
