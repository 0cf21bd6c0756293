"""Join and wrap lines of spans."""

from __future__ import annotations

import re
from collections.abc import Sequence

from katatx.pictures.parts import Line, Span, cells

BLANK: Line = (Span(""),)
_PIECE = re.compile(r"\s+|\S+")


def joined(*parts: Sequence[Line]) -> list[Line]:
    """Return all parts as one list of lines, with a blank line between parts that are not empty."""
    lines: list[Line] = []
    for part in parts:
        lines += [BLANK, *part] if lines and part else part
    return lines


def wrapped(lines: Sequence[Line], width: int) -> list[Line]:
    """Return lines wrapped to `width` cells.

    Continuation lines are indented to the text after a label (a first span with role `faint`), or like their line; not
    if that takes half of the width. Words longer than a line are broken.
    """
    return [part for line in lines for part in _wrapped(line, width)]


def _wrapped(line: Line, width: int) -> list[Line]:
    """Return one line, wrapped to `width` cells.

    Continuation lines are indented to the text after a first span with role `faint`, or like the line; not if that
    takes half of the width.
    """
    if sum(cells(span.text) for span in line) <= width:
        return [line]
    text = "".join(span.text for span in line)
    indent = cells(line[0].text) if len(line) > 1 and line[0].role == "faint" else len(text) - len(text.lstrip())
    indent = indent if indent < width // 2 else 0
    lines: list[list[Span]] = [[]]
    used = 0
    for span in line:
        for piece in _PIECE.findall(span.text):
            if used + cells(piece) > width and used > indent:
                lines.append([Span(" " * indent)])
                used = indent
                if piece.isspace():
                    continue
            left = piece
            while used + cells(left) > width:
                lines[-1].append(Span(left[: width - used], span.role))
                left = left[width - used :]
                lines.append([Span(" " * indent)])
                used = indent
            lines[-1].append(Span(left, span.role))
            used += cells(left)
    return [tuple(each) for each in lines]
