"""Display lines of a page: either as in its file, or as the audit read them.

A source offset is an index into the text of the page's file. Indexes of display lines count from 0.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from itertools import accumulate
from typing import NamedTuple

from katatx.notation.quoting import plain
from katatx.pages.page import Page

_TAB = 4
# Formats with much markup: they are displayed as the audit read them.
_READ_ONLY_BY_PROGRAMS = (".ipynb", ".html", ".htm", ".xhtml")


class ShownLine(NamedTuple):
    """A line that is safe to display.

    `number` is its line in the file, from 1, or 0 if it has none. `offsets` holds the source offset of each character
    of `text`.
    """

    number: int
    text: str
    offsets: Sequence[int]


def is_shown_as_read(path: str) -> bool:
    """Return whether a page is first displayed as the audit read it, by its file's suffix."""
    return path.lower().endswith(_READ_ONLY_BY_PROGRAMS)


class SourceLines(Sequence[ShownLine]):
    """The lines of a page as in its file, built on demand."""

    def __init__(self, page: Page) -> None:
        self._source = page.source
        self._starts = [0, *accumulate(len(line) + 1 for line in page.source.split("\n"))]
        if len(self._starts) > 2 and self._starts[-2] == len(page.source):  # nothing follows the last line end
            self._starts.pop()

    def __len__(self) -> int:
        return len(self._starts) - 1

    def __getitem__(self, index: int) -> ShownLine:  # type: ignore[override]
        """Return the line with an index from 0; slices and negative indexes are not supported."""
        start = self._starts[index]
        text = self._source[start : self._starts[index + 1] - 1].rstrip("\r")
        return ShownLine(index + 1, *_shown(text, range(start, start + len(text))))

    def at(self, offset: int) -> int:
        """Return the index of the line that contains a source offset; one beyond the end gives the last line."""
        return min(max(0, bisect_right(self._starts, offset) - 1), len(self) - 1)


class ReadLines(Sequence[ShownLine]):
    """The lines of a page as the audit read them: without markup, with formulas in pencil notation."""

    def __init__(self, page: Page) -> None:
        self._lines = list(_read(page)) or [ShownLine(0, "", ())]
        self._begins = sorted((min(line.offsets), at) for at, line in enumerate(self._lines) if line.offsets)

    def __len__(self) -> int:
        return len(self._lines)

    def __getitem__(self, index: int) -> ShownLine:  # type: ignore[override]
        """Return the line with an index."""
        return self._lines[index]

    def at(self, offset: int) -> int:
        """Return the index of the line that contains a source offset, or of the line before it if it is hidden."""
        found = bisect_right(self._begins, (offset, len(self._lines)))
        return self._begins[found - 1][1] if found else 0


Lines = SourceLines | ReadLines


def _read(page: Page) -> Iterator[ShownLine]:
    """Yield the lines that have text, and one empty line for each gap between them."""
    begun = blank = False
    for line in page.lines:
        if not line.text.strip():
            blank = begun
            continue
        if blank:
            yield ShownLine(0, "", ())
        text, offsets = _shown(line.text, line.offsets)
        yield ShownLine(page.place(offsets[0]).line, text, offsets)
        begun, blank = True, False


def _shown(text: str, offsets: Sequence[int]) -> tuple[str, Sequence[int]]:
    """Return (text, offsets) made safe to display, with tabs expanded; `offsets` has the source offset of each
    character.
    """
    if "\t" not in text:
        return plain(text, len(text), keep=""), offsets
    shown: list[str] = []
    places: list[int] = []
    for character, offset in zip(text, offsets, strict=True):
        width = _TAB - len(shown) % _TAB if character == "\t" else 1
        shown += " " * width if character == "\t" else character
        places += [offset] * width
    return plain("".join(shown), len(shown), keep=""), places
