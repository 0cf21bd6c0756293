"""Lines from outside, however long."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TextIO

from katatx.notation.tokens import LONGEST


def bounded_lines(source: TextIO) -> Iterator[str]:
    """The lines of a source; of one that is too long only the beginning, never held whole."""
    while line := source.readline(LONGEST + 1):
        yield line
        while line and not line.endswith("\n"):
            line = source.readline(LONGEST + 1)
