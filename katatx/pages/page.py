"""The data classes of a page: its lines, and the offset of each character in the file."""

from __future__ import annotations

import re
from array import array
from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import cached_property
from itertools import chain
from typing import NamedTuple

# A longer line is hardly text, and would take too long to read.
LONGEST_LINE = 20_000


class Kind(StrEnum):
    """The kind of a line: written work, code of Python or a format without arithmetic, other code, or program output.

    FOREIGN is code in which signs differ from Python's: `7 / 2` is 3 in C, `x[1]` the first number in Julia.
    """

    TEXT = "text"
    CODE = "code"
    FOREIGN = "foreign"
    OUTPUT = "output"


_LANGUAGES = {
    Kind.OUTPUT: "output stdout out",
    Kind.CODE: """
        python py python2 python3 py3 pycon ipython ipython2 ipython3 console json json5 jsonc yaml yml toml ini xml
        html css dockerfile makefile cmake diff mermaid dot graphviz numpy pytorch torch jax triton mojo
        """,
    Kind.FOREIGN: """
        julia jl r rscript c cpp c++ cc cxx h hpp cuda cu csharp cs c# java kotlin kt scala js javascript jsx mjs ts
        typescript tsx go golang rust rs ruby rb perl pl php lua swift dart zig nim haskell hs ocaml ml fsharp f# elixir
        clojure lisp scheme matlab octave mathematica wolfram fortran pascal sql bash sh shell zsh powershell apl
        """,
}


def kind_of(language: str) -> Kind:
    """Return the kind of code blocks in a language, given its name in any case; TEXT for a name not listed."""
    return next((kind for kind, listed in _LANGUAGES.items() if language.lower() in listed.split()), Kind.TEXT)


class Line(NamedTuple):
    """A line to read, without markup and with formulas in pencil notation (`6/2 · 3`).

    `offsets` has each character's offset in the file's text, from 0; what replaces markup (the `)/(` of a fraction) has
    the markup's. Those of an empty line are empty, and as a range begin at its place.
    """

    text: str
    offsets: Sequence[int]
    kind: Kind = Kind.TEXT

    @property
    def start(self) -> int:
        """Return the source offset at which the line begins."""
        return self.offsets[0] if self.offsets else self.offsets.start if isinstance(self.offsets, range) else 0


class Place(NamedTuple):
    """A line and a column of a file, counted from 1."""

    line: int
    column: int


@dataclass
class Page:
    """A file's text (`source`) and the lines to read of it.

    `skipped` lists what was left out, as (line of the file from 1, reason). `stopped` is the line from which on the
    page was not read because it is too long; 0 if it was read to its end.
    """

    path: str
    source: str
    lines: Sequence[Line]
    skipped: tuple[tuple[int, str], ...] = ()
    stopped: int = 0

    def stop_at(self, offset: int) -> None:
        """Say that the page was not read from an offset of its source on, because it is too long."""
        self.stopped = self.place(offset).line
        self.skipped = (*self.skipped, (self.stopped, "the page is too long, and is not read from here on"))

    def without_lines(self, path: str) -> Page:
        """Return a copy under another path, without the lines, which take several times the memory of the rest."""
        return replace(self, path=path, lines=())

    def place(self, offset: int) -> Place:
        """Return the line and column, from 1, of an offset in the source, from 0."""
        line = bisect_right(self._starts, offset)
        return Place(line, offset - self._starts[line - 1] + 1)

    @cached_property
    def _starts(self) -> Sequence[int]:
        """Return the offset at which each line begins."""
        return array("I", chain((0,), (found.end() for found in re.finditer("\n", self.source))))
