"""A page's lines quoted under a finding, the wrong numbers underlined."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from katatx.audit.findings import Claim
from katatx.notation.quoting import plain
from katatx.pages.page import Page

_MOST = 8
_NARROWEST = 20
_CUT = "…"
# Accents take no cell; a line of nothing else is cut all the same.
_MOST_PER_CELL = 4


class _Span(NamedTuple):
    """A stretch of the source."""

    start: int
    stop: int


class _Quoted(NamedTuple):
    """A stretch of one line that can be quoted whole, and what to underline in it."""

    line: _Span
    marks: list[_Span]


def excerpts(page: Page, claim: Claim, width: int) -> Iterator[str]:
    """For each line with a wrong number: its number and text, cut to `width` cells round the number, and under it ^^^.

    A claim without wrong numbers is underlined as far as its first line goes.
    """
    marks = sorted({_Span(figure.start, figure.stop) for figure in claim.figures}) or [_Span(claim.start, claim.stop)]
    shown = marks[:_MOST]
    for quoted in _together(page.source, shown, width):
        number = f"  {page.place(quoted.marks[0].start).line}  "
        text, under = _underlined(page.source, quoted, _room(width, number))
        yield (number + text).rstrip()
        yield " " * len(number) + under
    if len(marks) > len(shown):
        yield f"  and {len(marks) - len(shown)} more wrong numbers"


def _room(width: int, number: str) -> int:
    return max(_NARROWEST, width - len(number))


def _together(source: str, marks: Iterable[_Span], width: int) -> Iterator[_Quoted]:
    """Marks that stand on one line, near enough to each other to be quoted in one go."""
    # Wide characters take two cells, and neither the number nor the marks of a cut may crowd the last mark out.
    reach = max(_NARROWEST, width) // 2 - 10
    quoted: _Quoted | None = None
    for mark in marks:
        if quoted is not None:
            if mark.stop <= quoted.line.stop and mark.stop - quoted.marks[0].start <= reach:
                quoted.marks.append(mark)
                continue
            yield quoted
        line = _line(source, mark.start)
        quoted = _Quoted(line, [_Span(mark.start, max(mark.start, min(mark.stop, line.stop)))])
    if quoted is not None:
        yield quoted


def _line(source: str, offset: int) -> _Span:
    """The line that a character stands on, without what ends it."""
    start = source.rfind("\n", 0, offset) + 1
    stop = source.find("\n", offset)
    stop = len(source) if stop < 0 else stop
    return _Span(start, stop - 1 if stop > offset and source[stop - 1] == "\r" else stop)


def _underlined(source: str, quoted: _Quoted, room: int) -> tuple[str, str]:
    """The text to quote, at most `room` cells wide, and the line that goes under it."""
    from rich.cells import cell_len

    line, marks = quoted
    window = _window(source, line, _Span(marks[0].start, marks[-1].stop), room)
    head = _CUT if window.start > line.start else ""
    text = head + _shown(source, window) + (_CUT if window.stop < line.stop else "")
    under = ""
    for mark in marks:
        before = len(head) + cell_len(_shown(source, _Span(window.start, mark.start)))
        under = under.ljust(before)
        under += "^" * max(1, cell_len(_shown(source, _Span(mark.start, min(mark.stop, window.stop)))))
    return text, under


def _window(source: str, line: _Span, mark: _Span, room: int) -> _Span:
    """What to quote of a line: all of it, or as much on both sides of the mark as there is room for."""
    whole = _forward(source, line, room)
    if whole.stop == line.stop:
        return line
    room -= 2 * len(_CUT)
    inner = _forward(source, _Span(mark.start, mark.stop), room)
    room -= _cells(source, inner)
    start = _backward(source, _Span(line.start, inner.start), room // 2).start
    room -= _cells(source, _Span(start, inner.start))
    stop = _forward(source, _Span(inner.stop, line.stop), room).stop
    room -= _cells(source, _Span(inner.stop, stop))
    return _Span(_backward(source, _Span(line.start, start), room).start, stop)


def _forward(source: str, span: _Span, room: int) -> _Span:
    """As much of a stretch as fits, from its start."""
    at, bound = span.start, min(span.stop, span.start + _MOST_PER_CELL * room)
    while at < bound:
        room -= _cells(source, _Span(at, at + 1))
        if room < 0:
            break
        at += 1
    return _Span(span.start, at)


def _backward(source: str, span: _Span, room: int) -> _Span:
    """As much of a stretch as fits, from its end."""
    at, bound = span.stop, max(span.start, span.stop - _MOST_PER_CELL * room)
    while at > bound:
        room -= _cells(source, _Span(at - 1, at))
        if room < 0:
            break
        at -= 1
    return _Span(at, span.stop)


def _cells(source: str, span: _Span) -> int:
    from rich.cells import get_character_cell_size

    return sum(map(get_character_cell_size, _shown(source, span)))


def _shown(source: str, span: _Span) -> str:
    """A stretch of the source, safe to print: a character for a character."""
    return plain(source[span.start : span.stop].replace("\t", " "), span.stop - span.start + 1, keep="")
