"""Read a page from a file, by the file's suffix."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path

from katatx.pages.documents.formulas import read_plain
from katatx.pages.documents.plain_text import LONGEST_LINE, read_code, without_tex_comments
from katatx.pages.documents.sources import read_source, unreadable
from katatx.pages.page import Line, Page


def read_document(path: Path) -> Page:
    """Return the page in a file; its `skipped` names the lines left out as longer than 20,000 characters.

    .md and .markdown are Markdown, .html, .htm and .xhtml HTML, .ipynb a notebook, .py code, .tex and .ltx LaTeX,
    anything else plain text. Raise UnreadableError, as `path: problem`, if it cannot be read or is an invalid notebook.
    """
    source = read_source(path)
    try:
        return read_as(path, source)
    except ValueError as error:
        raise unreadable(path, str(error)) from error


def read_as(path: Path, source: str) -> Page:
    """Return the text `source` as the page of a file with this path, which is not opened.

    The path's suffix decides how it is read. Raise ValueError for an invalid notebook.
    """
    kept, skipped = _bounded(_reader(path.suffix.lower())(source))
    page = Page(str(path), source, kept)
    page.skipped = tuple((page.place(at).line, why) for at, why in skipped)
    return page


def _reader(suffix: str) -> Callable[[str], Iterable[Line]]:
    """Return the function that reads the text of files with a lower-case suffix such as `.md`."""
    if suffix in (".md", ".markdown"):
        from katatx.pages.documents.markdown import read_markdown

        return read_markdown
    if suffix in (".html", ".htm", ".xhtml"):
        from katatx.pages.documents.html import read_html

        return read_html
    if suffix == ".ipynb":
        from katatx.pages.documents.notebook import read_notebook

        return read_notebook
    if suffix == ".py":
        return read_code
    if suffix in (".tex", ".ltx"):
        return lambda source: read_plain(without_tex_comments(source))
    return read_plain


def _bounded(lines: Iterable[Line]) -> tuple[list[Line], list[tuple[int, str]]]:
    """Return the lines of normal length, and (source offset, reason) for each that is too long."""
    kept: list[Line] = []
    skipped: list[tuple[int, str]] = []
    for line in lines:
        if len(line.text) > LONGEST_LINE:
            skipped.append((line.offsets[0], f"longer than {LONGEST_LINE:,} characters"))
        else:
            kept.append(line)
    return kept, skipped
