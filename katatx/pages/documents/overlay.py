"""A text in which markup gives way to text of the same length: an offset in the one is an offset in the other."""

from __future__ import annotations

import re
from array import array
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import NamedTuple

from katatx.notation.latex import formula_text
from katatx.pages.page import Kind, Line

# No character, and an empty line, in an overlay.
GONE, EMPTY_LINE = "\0", "\x01"
_LOOSE = re.compile(r"^\s|\s\s|[\t\f\xa0]")
_ROW = re.compile(r"[^\n]*\n|[^\n]+")


class Region(NamedTuple):
    """A part of a text, by offsets. With `flows`, white space and empty lines say nothing, as in HTML."""

    start: int
    stop: int
    kind: Kind = Kind.TEXT
    flows: bool = False


class Formula(NamedTuple):
    """The offsets of a formula with its signs (`at` to `end`), and of the TeX inside (`start` to `stop`)."""

    at: int
    start: int
    stop: int
    end: int

    def moved(self, by: int) -> Formula:
        return Formula(*(place + by for place in self))


class Overlay:
    """The characters of a text, to be written over, and its `regions` in order; what is in none is plain text."""

    def __init__(self, source: str) -> None:
        plain = source.replace("\r\n", " \n").replace("\r", "\n")
        self.characters = list(plain.replace(GONE, " ").replace(EMPTY_LINE, " "))
        self.regions: list[Region] = []
        self.formulas: list[Formula] = []

    def text(self, start: int = 0, stop: int | None = None) -> str:
        return "".join(self.characters[start:stop])

    def put(self, start: int, stop: int, written: str = "") -> None:
        """Write a text in place of what stands from `start` up to `stop`; of a longer text only the beginning."""
        self.characters[start:stop] = written[: stop - start].ljust(stop - start, GONE)

    def blank(self, start: int, stop: int) -> None:
        """Write spaces, but leave line ends."""
        self.characters[start:stop] = [sign if sign == "\n" else " " for sign in self.characters[start:stop]]

    @contextmanager
    def part(self, start: int, stop: int) -> Iterator[Overlay]:
        """Give a part to be written over, with offsets of its own."""
        inner = Overlay("")
        inner.characters = self.characters[start:stop]
        yield inner
        self.characters[start:stop] = inner.characters
        self.regions += [Region(start + at, start + end, kind, flows) for at, end, kind, flows in inner.regions]
        self.formulas += [formula.moved(start) for formula in inner.formulas]

    def lines(self) -> Iterator[Line]:
        """Yield all lines, with formulas as pencil text, without white space at their ends."""
        done, end, formulas = 0, len(self.characters), sorted(self.formulas)
        for region in [*self.regions, Region(end, end)]:
            for part in (Region(done, region.start), region):
                first, last = (bisect_left(formulas, at, key=lambda formula: formula.at) for at in part[:2])
                lines = self._lines(part, formulas[first:last])
                yield from _flowing(lines, part.start == 0) if part.flows else lines
            done = region.stop

    def _lines(self, region: Region, formulas: list[Formula]) -> Iterator[Line]:
        """Yield the lines of a region; nothing after a line feed at its end."""
        text, offsets, at = "", array("I"), region.start
        for formula in formulas:
            plain = formula_text(self.text(formula.start, formula.stop))
            text += self.text(at, formula.at) + plain.text
            offsets.extend(range(at, formula.at))
            offsets.extend(min(formula.start + place, formula.end - 1) for place, _ in plain.places)
            at = formula.end
        text += self.text(at, region.stop)
        offsets.extend(range(at, region.stop))
        for row in _ROW.finditer(text):
            yield _line(row[0].removesuffix("\n"), offsets[row.start() : row.end()], region.kind)


def _line(text: str, offsets: Sequence[int], kind: Kind) -> Line:
    """Return a line without what is gone; one without characters is where its line feed is, or else its beginning."""
    place = offsets[-1] if len(offsets) > len(text) else offsets[0]
    gone = GONE if text.strip(GONE) == EMPTY_LINE else GONE + EMPTY_LINE
    if GONE in text or EMPTY_LINE in text:
        kept = [at for at, sign in enumerate(text) if sign not in gone]
        text, offsets = "".join(text[at] for at in kept), [offsets[at] for at in kept]
    shown = text.rstrip()
    return Line(shown, offsets[: len(shown)] if shown else range(place, place), kind)


def _flowing(lines: Iterator[Line], blank: bool) -> Iterator[Line]:
    """Yield lines without needless white space, and those marked as empty only after others, or with `blank` False."""
    for line in lines:
        text = line.text
        if _LOOSE.search(text):
            kept = [at for at, sign in enumerate(text) if not sign.isspace() or (at and not text[at - 1].isspace())]
            text = "".join(" " if text[at].isspace() else text[at] for at in kept)
            line = line._replace(text=text, offsets=[line.offsets[at] for at in kept])  # noqa: PLW2901
        if text == EMPTY_LINE and not blank:
            yield Line("", range(line.offsets[0], line.offsets[0]))
        elif text and text != EMPTY_LINE:
            yield line
        blank = (blank and not text) or text == EMPTY_LINE
