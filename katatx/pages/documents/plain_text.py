"""Read plain text and code, line by line."""

from __future__ import annotations

import re
from collections.abc import Iterator

from katatx.pages.page import Kind, Line

# A longer line is hardly text, and would take too long to read.
LONGEST_LINE = 20_000


def with_line_feeds(text: str) -> str:
    r"""Return a text of the same length in which all lines end in a line feed: `\r\n` becomes a space and `\n`."""
    if "\r" not in text:
        return text
    return text.replace("\r\n", " \n").replace("\r", "\n")


_TEX_COMMENT = re.compile(r"(?<!\\)((?:\\\\)*)(%[^\n]*)")


def without_tex_comments(text: str) -> str:
    """Return a text of the same length with TeX comments replaced by spaces."""
    return _TEX_COMMENT.sub(lambda found: found[1] + " " * len(found[2]), text)


def lines_as_they_are(text: str, start: int, stop: int, kind: Kind) -> Iterator[Line]:
    """Yield the lines of `text` from offset `start` up to `stop`, without trailing white space.

    Nothing is yielded after a line feed at the end.
    """
    while start < stop:
        end = text.find("\n", start, stop)
        end = stop if end < 0 else end
        line = text[start:end].rstrip()
        yield Line(line, range(start, start + len(line)), kind)
        start = end + 1


def read_code(text: str) -> Iterator[Line]:
    """Return an iterator over the lines of a Python program, as CODE."""
    return lines_as_they_are(with_line_feeds(text), 0, len(text), Kind.CODE)
