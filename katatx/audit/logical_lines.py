"""The lines of a page as they are read: one that ends inside a bracket goes on with those after it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import chain

from katatx.audit.silences import without_silences
from katatx.pages.page import Kind, Line

# A grid written out has few lines; brackets that stay open longer were never meant to close.
_MOST_JOINED = 40
_LONGEST_JOINED = 8_000


@dataclass(frozen=True, slots=True)
class LogicalLine:
    """A line to read, and where its characters stand in the page's source; `index` counts the page's lines that are not
    empty. `printed` is the line as the page has it, where numbers are read in another spelling of the same length.
    """

    text: str
    offsets: Sequence[int]
    kind: Kind
    index: int
    printed: str | None = None

    def quoted(self, start: int, stop: int) -> str:
        """Characters of the line as the page has them."""
        return (self.text if self.printed is None else self.printed)[start:stop]

    def span(self, start: int, stop: int) -> tuple[int, int]:
        """Where characters of the line stand in the page's source: from the first of them to after the last."""
        offsets = self.offsets[start:stop]
        if isinstance(offsets, range) or not offsets:
            return self.offsets[start], self.offsets[stop - 1] + 1
        return min(offsets), max(offsets) + 1


def logical_lines(lines: Sequence[Line]) -> Iterator[LogicalLine]:
    """The lines of a page, those joined that one bracket holds together."""
    at = number = 0
    lines = list(map(_without_silences, lines))
    while at < len(lines):
        line = lines[at]
        count = 1
        number += not line.text.isspace() and bool(line.text)
        if "[" in line.text and _open(line.text):
            count = _joined(lines, at)
        if count == 1:
            yield LogicalLine(line.text, line.offsets, line.kind, number)
        else:
            yield _one_line(lines[at : at + count], number)
        at += count


def _without_silences(line: Line) -> Line:
    text = without_silences(line.text, line.kind is Kind.CODE)
    return line if text is line.text else line._replace(text=text)


def _open(text: str) -> int:
    """How many square brackets are open at a line's end, comments left out."""
    return text.count("[") - text.count("]")


def _joined(lines: Sequence[Line], at: int) -> int:
    """How many lines a bracket that opens on a line goes on over; 1 where it is not closed soon, or prose stands in
    it.
    """
    depth, length = 0, 0
    for count in range(_MOST_JOINED):
        if at + count >= len(lines):
            return 1
        text = _without_comment(lines[at + count].text)
        stripped = text.strip()
        if count and (
            not stripped or (stripped[0] not in "[(-−+.0123456789]" and lines[at + count].kind is not Kind.CODE)
        ):
            return 1
        depth += _open(text)
        length += len(text)
        if depth <= 0:
            return count + 1
        if length > _LONGEST_JOINED:
            return 1
    return 1


def _without_comment(text: str) -> str:
    """A line of a grid up to its comment, blanked so that columns stay."""
    before, sign, _ = text.partition("#")
    return before + " " * (len(text) - len(before)) if sign else text


def _one_line(lines: Sequence[Line], at: int) -> LogicalLine:
    parts = [_without_comment(line.text) if number + 1 < len(lines) else line.text for number, line in enumerate(lines)]
    offsets = list(
        chain.from_iterable(
            (*line.offsets[: len(line.text)], line.offsets[len(line.text) - 1] + 1 if line.text else 0)
            for line in lines
        )
    )
    return LogicalLine(" ".join(parts) + " ", offsets, lines[0].kind, at)
