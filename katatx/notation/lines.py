"""Reading lines of limited length from untrusted text."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TextIO

from katatx.notation.tokens import LONGEST


def bounded_lines(source: TextIO) -> Iterator[str]:
    """Yield the lines of an open text with their line ends, each cut off after 5,001 characters.

    A longer line is never held in memory as a whole; its rest is skipped.
    """
    while line := source.readline(LONGEST + 1):
        yield line
        while line and not line.endswith("\n"):
            line = source.readline(LONGEST + 1)
