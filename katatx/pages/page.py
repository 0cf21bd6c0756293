"""A page as its reader sees it, line by line, and where each character stands in its file."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from enum import StrEnum
from functools import cached_property
from typing import NamedTuple


class Kind(StrEnum):
    """What a line is: prose and pencil work, a program's code, or what a program printed. FOREIGN is code whose signs
    do not mean what Python's mean: `7 / 2` is 3 in C, `x[1]` the first number in Julia.
    """

    TEXT = "text"
    CODE = "code"
    FOREIGN = "foreign"
    OUTPUT = "output"


class Line(NamedTuple):
    """One line to read: markup is gone, formulas stand in pencil notation.

    `offsets` says for each character of `text` where it stands in the file's text, counted from 0. Characters that
    markup stands for (the `)/(` of a fraction) stand where the markup does.
    """

    text: str
    offsets: Sequence[int]
    kind: Kind = Kind.TEXT


class Place(NamedTuple):
    """A line and a column of a file, both counted from 1."""

    line: int
    column: int


class Page:
    """A file's text as it stands (`source`) and the lines to read of it; `skipped` says, by line of the file, what was
    left out and why.
    """

    def __init__(
        self, path: str, source: str, lines: Sequence[Line], skipped: tuple[tuple[int, str], ...] = ()
    ) -> None:
        self.path = path
        self.source = source
        self.lines = lines
        self.skipped = skipped

    def place(self, offset: int) -> Place:
        """Return where a character of the source stands."""
        line = bisect_right(self._starts, offset)
        return Place(line, offset - self._starts[line - 1] + 1)

    @cached_property
    def _starts(self) -> list[int]:
        starts = [0]
        at = self.source.find("\n")
        while at >= 0:
            starts.append(at + 1)
            at = self.source.find("\n", at + 1)
        return starts
