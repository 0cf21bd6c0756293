"""Reading lines of limited length from untrusted text."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TextIO

from katatx.notation.tokens import LONGEST


def bounded_lines(source: TextIO) -> Iterator[str]:
    """Yield the lines of a source; lines that are too long are cut off, and never held in memory as a whole."""
    while line := source.readline(LONGEST + 1):
        yield line
        while line and not line.endswith("\n"):
            line = source.readline(LONGEST + 1)
