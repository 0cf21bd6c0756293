"""Reading lines of limited length from untrusted text."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TextIO

from katatx.notation.lexer import LONGEST


def bounded_lines(source: TextIO) -> Iterator[str]:
    """Yield the lines of an open text with their line ends; of one over 5,001 characters only the first 5,001.

    A parser that allows 5,000 characters thus sees that the line is too long, and memory is bounded by one line.
    """
    while line := source.readline(LONGEST + 1):
        yield line
        while line and not line.endswith("\n"):
            line = source.readline(LONGEST + 1)
