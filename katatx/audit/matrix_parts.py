"""Parts of a matrix that a line names in words: `Q = K = columns 3, 4 of X; V = columns 1, 2`, `b = row 2 of A`."""

from __future__ import annotations

import re
from dataclasses import replace

from katatx.audit.known import Known
from katatx.audit.logical_lines import LogicalLine
from katatx.audit.sheet import Sheet
from katatx.engine.values import shape_of

_NAME = r"[^\W\d]\w{0,5}[′']?"
_PART = re.compile(
    rf"(?P<names>(?:{_NAME}\s*=\s*)+)(?:the\s+)?(?P<kind>columns?|cols?\.?|rows?)\s+"
    rf"(?P<places>\d{{1,2}}(?:(?:\s*(?:,|and|&|-|–|to)\s*)\d{{1,2}}){{0,7}})(?!\s*[.·*/+^]?\d)"
    rf"(?:\s+of\s+(?P<whole>{_NAME}))?(?=\s*(?:[;,.)]|$))"
)
_PLACE = re.compile(r"\d+|[-–]|to")
_GRID = 2


def name_parts(sheet: Sheet, line: LogicalLine) -> LogicalLine:
    """Give the parts of known matrices that a line names their names; the line without what says so."""
    text, whole = line.text, None
    if "=" not in text or ("col" not in text and "row" not in text):
        return line
    for found in _PART.finditer(line.text):
        whole = sheet.scope.find(found["whole"]) if found["whole"] else whole
        part = _part(whole, found["kind"], _places(found["places"])) if whole is not None else None
        if part is None:
            continue
        for name in re.findall(_NAME, found["names"]):
            sheet.scope.define(name, part._replace(line=sheet.line))
            sheet.drawn.pop(name, None)
        text = text[: found.start()] + " " * len(found[0]) + text[found.end() :]
    return line if text == line.text else replace(line, text=text)


def _places(said: str) -> list[int]:
    """The places that are named, counted from 1: `1, 3` and `2-4`, which is 2, 3, 4."""
    places: list[int] = []
    through = False
    for word in _PLACE.findall(said):
        if not word.isdigit():
            through = True
        elif through:
            places += range(places[-1] + 1, int(word) + 1)
            through = False
        else:
            places.append(int(word))
    return places


def _part(whole: Known, kind: str, places: list[int]) -> Known | None:
    """Columns or rows of a matrix as one of their own; one alone is a row. None where it has not so many."""
    shape = shape_of(whole.printed)
    columns = kind.startswith("c")
    if len(shape) != _GRID or not places or min(places) < 1 or max(places) > shape[columns]:
        return None
    values = []
    for value in (whole.printed, whole.true, whole.band, whole.mended):
        rows = tuple(zip(*value, strict=True)) if columns else value
        taken = tuple(rows[place - 1] for place in places)
        taken = tuple(zip(*taken, strict=True)) if columns and len(taken) > 1 else taken
        values.append(taken if len(places) > 1 else taken[0])
    printed, true, band, mended = values
    meant = mended if whole.roots else None
    return Known(printed, true, band, given=False, line=whole.line, roots=whole.roots, meant=meant)
