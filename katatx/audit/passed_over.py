"""What of a page is not read though it may hold arithmetic: where it begins, and why."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import islice

from katatx.audit.logical_lines import LogicalLine
from katatx.pages.page import Page

# A number worked with another, or a comment that is a result: `x = sum(v)  // 12.5`.
_WORKED = re.compile(r"\d\s+[-+*/^]\s+[\d(.]|\d\s*(?:\*{1,2}|\^)\s*[\d(.]")
_RESULT = re.compile(
    r"(?://|#+|--|%|;|/\*|\(\*)\s*(?:[-=]?>|=|≈|~)?\s*[-−+~≈]?[\[({]*[-−]?\d[\d\s.,;:e+−\-\[\](){}*/]*$"
)
_MOST_LOOKED = 1_000
_LONGEST_LOOKED = 2_000


class PassedOver:
    """The parts of a page that were not read; `all` has where each begins in the source, and why."""

    def __init__(self) -> None:
        self.all: list[tuple[int, str]] = []

    def add(self, lines: Sequence[LogicalLine], why: str) -> None:
        """One part more, of some lines."""
        first = next((line for line in lines if line.offsets), None)
        if first is not None:
            self.all.append((first.offsets[0], why))

    def code(self, lines: Sequence[LogicalLine]) -> None:
        """Code of another language than Python; what holds no arithmetic nobody misses."""
        if any(holds_arithmetic(line.text) for line in islice(lines, _MOST_LOOKED)):
            self.add(lines, f"code of another language than Python ({_counted(lines)})")

    def on(self, page: Page) -> Page:
        """A page that names these parts too among what was left out of it."""
        if not self.all:
            return page
        skipped = {*page.skipped, *((page.place(at).line, why) for at, why in self.all)}
        return Page(page.path, page.source, page.lines, tuple(sorted(skipped)))


def holds_arithmetic(text: str) -> bool:
    """Whether a line of a program works numbers, or says a result in a comment."""
    text = text[:_LONGEST_LOOKED].rstrip()
    return _WORKED.search(text) is not None or any(
        _RESULT.match(text, start.start()) for start in re.finditer(r"//|#+|--|%|;|/\*|\(\*", text)
    )


def _counted(lines: Sequence[LogicalLine]) -> str:
    count = sum(not line.text.isspace() and bool(line.text) for line in lines)
    return f"{count:,} line{'' if count == 1 else 's'}"
