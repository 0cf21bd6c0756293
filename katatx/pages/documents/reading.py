"""Read a page from a file, by the file's suffix."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from itertools import islice
from pathlib import Path

from katatx.pages.documents.finding import UnreadableError, read_source
from katatx.pages.documents.formulas import read_plain, without_tex_comments
from katatx.pages.documents.html import read_html
from katatx.pages.documents.markdown import read_markdown
from katatx.pages.documents.notebook import read_notebook
from katatx.pages.page import LONGEST_LINE, Kind, Line, Page

# Of a longer page only the beginning is read. With 16 MB for its file, no page takes more than 300 MB of memory.
MOST_LINES = 20_000
MOST_CHARACTERS = 1_000_000
_READERS: dict[str, Callable[[str], Iterable[Line]]] = {
    **dict.fromkeys((".md", ".markdown"), read_markdown),
    **dict.fromkeys((".html", ".htm", ".xhtml"), read_html),
    **dict.fromkeys((".tex", ".ltx"), lambda source: read_plain(without_tex_comments(source))),
    ".ipynb": read_notebook,
    ".py": lambda source: read_plain(source, Kind.CODE),
}


def read_document(path: Path) -> Page:
    """Return the page in a file, as `read_as` reads it. Raise UnreadableError if it cannot be read."""
    source = read_source(path)
    try:
        return read_as(path, source)
    except ValueError as error:
        raise UnreadableError(path, str(error)) from error


def read_as(path: Path, source: str) -> Page:
    """Return the text `source` as the page of a file with this path, which is not opened: its suffix says how to read.

    Longer lines than LONGEST_LINE are `skipped`; what is beyond MOST_LINES or MOST_CHARACTERS is not read, as `stopped`
    says. Raise ValueError for an invalid notebook.
    """
    suffix = path.suffix.lower()
    end = len(source) if suffix == ".ipynb" else _reach(source)
    stopped = end if end < len(source) else None
    page, kept, characters = Page(str(path), source, ()), list[Line](), 0
    for count, line in enumerate(_READERS.get(suffix, read_plain)(source[:end])):
        characters += min(len(line.text), LONGEST_LINE)
        if count >= MOST_LINES or characters > MOST_CHARACTERS:
            stopped = line.start
            break
        if len(line.text) <= LONGEST_LINE:
            kept.append(line)
        else:
            page.skipped += ((page.place(line.start).line, f"longer than {LONGEST_LINE:,} characters"),)
    page.lines = kept
    if stopped is not None:
        page.stop_at(stopped)
    return page


def _reach(source: str) -> int:
    """Return the offset up to which a text is read: its end, or a line end if its lines are not very long."""
    end = min(len(source), MOST_CHARACTERS)
    if end < len(source):
        end = source.rfind("\n", end - LONGEST_LINE, end) + 1 or end
    last = next(islice(re.finditer("\n", source[:end]), MOST_LINES - 1, None), None)
    return end if last is None else last.end()
