"""Lay out the explanation and the working of a claim as styled lines of a given width."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from katatx.audit.findings import ClaimVerdict
from katatx.pictures.parts import Line, Span, cells, more, padded, wrapped
from katatx.views.audited.explaining import Compared, Explanation

if TYPE_CHECKING:
    from katatx.views.audited.working import Worked

_GAP = "  "
# The width of the label column, with the gap after it.
_LABELS = 11
_LEAST = 16
_WRONG = "✗"


def laid_out(explanation: Explanation, width: int) -> list[Line]:
    """Return an explanation as lines of at most `width` cells, if every number fits into them."""
    role = explanation.verdict.value
    lines: list[Line] = [(Span(part, role),) for part in wrapped(explanation.text, width)]
    lines.append(())
    for label, text in explanation.facts:
        is_wrong = label == "printed" and explanation.verdict is ClaimVerdict.WRONG
        lines += _labelled(label, f"{text} {_WRONG}" if is_wrong else text, width, "wrong" if is_wrong else "number")
    if explanation.compared and explanation.facts:
        lines.append(())
    lines += _comparison(explanation.compared, width)
    for at, note in enumerate(explanation.notes):
        if not at and lines[-1]:
            lines.append(())
        lines += [(Span(part),) for part in wrapped(note, width)]
    return lines


def laid_out_working(worked: Worked, width: int) -> list[Line]:
    """Return the working of a claim (`worked`) as lines, with a count of those left out; [] if it has none.

    Calculations are wrapped at `width` cells; a name may be wider.
    """
    if not worked.lines:
        return []
    lines: list[Line] = [(Span("working", "label"),)]
    for line in worked.lines:
        label = " " * (2 * line.depth) + line.name
        for text in line.texts:
            lines += _labelled(label, text, width, "number")
            label = ""
    if worked.more:
        lines.append((Span(more(worked.more, "line"), "faint"),))
    return lines


def _labelled(label: str, text: str, width: int, role: str) -> Iterator[Line]:
    """Yield lines with a label and the wrapped text to its right, or below it if there is too little room.

    `width` is in cells; `role` is the style role of the text.
    """
    left = _LABELS
    room = width - left
    if cells(label) >= left or room < _LEAST:
        yield (Span(label, "faint"),)
        left, room, label = 2, width - 2, ""
    for part in wrapped(text, room):
        yield Span(padded(label, left), "faint"), Span(part, role)
        label = ""


def _comparison(rows: Sequence[Sequence[Compared]], width: int) -> Iterator[Line]:
    """Yield lines with printed numbers above the true ones, in columns, wrapped at `width` cells."""
    for index, row in enumerate(rows):
        if index:
            yield ()
        widths = [max(cells(each.printed) + 2 * each.is_wrong, cells(each.true)) + len(_GAP) for each in row]
        at = 0
        while at < len(row):
            stop, used = at + 1, _LABELS + widths[at]
            while stop < len(row) and used + widths[stop] <= width:
                used, stop = used + widths[stop], stop + 1
            part = list(zip(row[at:stop], widths[at:stop], strict=True))
            printed = (span for each, room in part for span in _printed(each, room))
            true = (Span(padded(each.true, room, before=True), _true_role(each)) for each, room in part)
            yield Span(padded("printed", _LABELS), "faint"), *printed
            yield Span(padded("true", _LABELS), "faint"), *true
            at = stop


def _printed(number: Compared, room: int) -> Iterator[Span]:
    """Yield the spans of a printed number, right-aligned in `room` cells and marked if wrong."""
    if not number.is_wrong:
        yield Span(padded(number.printed, room, before=True), "number")
        return
    text = f"{_WRONG} {number.printed}"
    yield Span(" " * (room - cells(text)))
    yield Span(text, "wrong")


def _true_role(number: Compared) -> str:
    """Return the style role of a true number: "true" if the printed one is wrong."""
    return "true" if number.is_wrong else "number"
