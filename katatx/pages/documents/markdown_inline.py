"""Read text within the lines of a Markdown block: emphasis, code, links, tags, escapes and formulas.

Offsets `at`, `start` and `stop` count the characters of the block; `base` is the block's own offset in the file.
Methods that read markup record edits, and return the offset to continue at.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from html import unescape
from typing import NamedTuple

from katatx.pages.documents.emphasis import Emphasis
from katatx.pages.documents.formulas import add_formula, formula_at
from katatx.pages.documents.pieces import Pieces
from katatx.pages.documents.scripts import add_index, add_power
from katatx.pages.page import Kind, Line

_TOKEN = re.compile(r"`+|\\|\$|\*+|_+|~~+|<|&|!?\[|\]")
_ESCAPED = frozenset("!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~\n")
_ENTITY = re.compile(r"&(?:#\d{1,7}|#[xX][0-9a-fA-F]{1,6}|[a-zA-Z][a-zA-Z0-9]{1,31});")
_AUTOLINK = re.compile(r"<[a-zA-Z][a-zA-Z0-9+.\-]{1,31}:[^\s<>]{0,1000}>|<[\w.+\-]{1,100}@[\w.\-]{1,100}>")
_TAG = re.compile(
    r"</?(?:a|abbr|b|big|blockquote|br|center|cite|code|dd|del|details|div|dl|dt|em|figure|font|h[1-6]|hr|i|img|ins|kbd|li|mark|ol|p|"
    r"pre|q|s|samp|section|small|span|strike|strong|sub|summary|sup|table|tbody|td|tfoot|th|thead|tr|tt|u|ul|var)"
    r"(?:\s+[a-zA-Z_:][\w:.\-]{0,100}\s{0,9}=\s{0,9}(?:\"[^\"<>]{0,1000}\"|'[^'<>]{0,1000}'|[^\s\"'=<>`]{1,1000})){0,20}\s{0,9}/?>",
    re.IGNORECASE,
)
_STRUCK = re.compile(r"<(del|s|strike)(?:\s[^<>]{0,200})?>(?:(?!</\1>)[\s\S]){0,1000}</\1>", re.IGNORECASE)
_RAISED = re.compile(r"<(su[bp])>([^<>\n]{1,100})</\1>", re.IGNORECASE)
_TARGET = re.compile(
    r"\(\s{0,9}(?P<to><[^<>\n]{0,2000}>|[^\s()]{1,2000}(?:\([^\s()]{0,2000}\)[^\s()]{0,2000}){0,3})"
    r"(?:\s{1,9}(?:\"[^\"\n]{0,500}\"|'[^'\n]{0,500}'))?\s{0,9}\)"
)
_ADDRESS = re.compile(
    r"<|#\w|\.{0,2}/|www\.|[a-zA-Z][a-zA-Z0-9+.\-]+:|\S*\w\.[a-zA-Z]{2,5}(?:[#?]|$)|\S*[a-zA-Z]{3,}/|\S*/[\w\-]*[a-zA-Z]{3,}"
)
_REFERENCE = re.compile(r"\[([^\[\]\n]{0,500})\]")
_FOOTNOTE = re.compile(r"\[\^[^\s\[\]]{1,100}\]:?")


class _Edit(NamedTuple):
    """The replacement (`written`) for the text from `start` up to `stop`."""

    start: int
    stop: int
    written: str | Pieces


def read_inline(text: str, start: int, stop: int, references: set[str]) -> Iterator[Line]:
    """Return an iterator over the lines of a block without markup.

    `start` and `stop` are the block's offsets in the file. `references` are the names of the page's link targets, in
    capitals.
    """
    pieces = Pieces()
    if _TOKEN.search(text) is None:
        pieces.copy(text, start)
    else:
        _Inline(text, start, references).write(pieces)
    return pieces.lines(Kind.TEXT, stop)


class _Inline:
    """The state while a block is read from left to right; use `write` once.

    `brackets` are the offsets of open square brackets, those of images as -offset - 1. `ticks` has the offsets of runs
    of backticks by length, last first; None until needed.
    """

    def __init__(self, text: str, base: int, references: set[str]) -> None:
        self.text, self.base, self.references = text, base, references
        self.edits: list[_Edit] = []
        self.brackets: list[int] = []
        self.ticks: dict[int, list[int]] | None = None
        self.emphasis = Emphasis(text)

    def write(self, out: Pieces) -> None:
        """Append the block with all markup replaced to `out`."""
        at = 0
        while (found := _TOKEN.search(self.text, at)) is not None:
            at = self._read(found[0], found.start())
        for start, stop in self.emphasis.marks:
            self._blank(start, stop)
        for start, stop in self.emphasis.struck:
            self.edits.append(_Edit(start, stop, " " * (stop - start)))
        at = 0
        for edit in sorted(self.edits, key=lambda edit: (edit.start, -edit.stop)):
            if edit.start < at:
                continue
            out.copy(self.text[at : edit.start], self.base + at)
            if isinstance(edit.written, Pieces):
                out.add(edit.written)
            elif len(edit.written) == edit.stop - edit.start:
                out.copy(edit.written, self.base + edit.start)
            else:
                out.put(edit.written, self.base + edit.start)
            at = edit.stop
        out.copy(self.text[at:], self.base + at)

    def _read(self, mark: str, at: int) -> int:
        """Process the sign of markup `mark` at the offset `at`, and return the offset to continue at."""
        if mark[0] in "*_~":
            self.emphasis.add(mark, at)
            return at + len(mark)
        if mark[0] == "`":
            return self._code(len(mark), at)
        if mark == "\\":
            return self._escape(at)
        if mark == "$":
            return self._formula(at) or at + (2 if self.text.startswith("$$", at) else 1)
        if mark == "<":
            return self._tag(at)
        if mark == "&":
            found = _ENTITY.match(self.text, at)
            return self._replace(at, found.end(), unescape(found[0])) if found else at + 1
        if mark == "]":
            return self._link(at)
        return self._bracket(mark, at)

    def _replace(self, start: int, stop: int, written: str | Pieces) -> int:
        """Record that `written` replaces the text from `start` up to `stop`, and return `stop`."""
        self.edits.append(_Edit(start, stop, written))
        return stop

    def _blank(self, start: int, stop: int) -> int:
        """Replace a mark by spaces, which keeps columns aligned, or by nothing if no space is next to it.

        Return `stop`.
        """
        before, after = self.text[start - 1 : start] or " ", self.text[stop : stop + 1] or " "
        return self._replace(start, stop, " " * (stop - start) if before.isspace() or after.isspace() else "")

    def _code(self, ticks: int, at: int) -> int:
        """Remove the run of `ticks` backticks at `at` and the one that closes it, so that nothing between is read.

        A run that none closes stays. Return the offset to continue at.
        """
        if self.ticks is None:
            self.ticks = {}
            for run in re.finditer("`+", self.text):
                self.ticks.setdefault(len(run[0]), []).append(run.start())
            for runs in self.ticks.values():
                runs.reverse()
        runs = self.ticks.get(ticks, [])
        while runs and runs[-1] <= at:
            runs.pop()
        if not runs:
            return at + ticks
        close = runs[-1]
        self._blank(at, at + ticks)
        return self._blank(close, close + ticks)

    def _escape(self, at: int) -> int:
        """Remove the backslash at the offset `at`, or read the formula it opens; return the offset to continue at.

        It stays if it escapes nothing, or a bar.
        """
        if self.text.startswith(("\\begin{", "\\(", "\\[", "\\\\(", "\\\\["), at):
            done = self._formula(at)
            if done is not None:
                return done
        escaped = self.text[at + 1 : at + 2]
        if escaped not in _ESCAPED:
            return at + 1
        if escaped != "|":  # a bar inside a table cell would split the cell
            self._replace(at, at + 1, "")
        return at + 2

    def _formula(self, at: int) -> int | None:
        """Replace the formula at the offset `at`, and return the offset after it; None if there is none."""
        formula = formula_at(self.text, at, escapes=True)
        if formula is None:
            return None
        pieces = Pieces()
        add_formula(self.text, formula, at, self.base, pieces)
        return self._replace(at, formula.end, pieces)

    def _tag(self, at: int) -> int:
        """Remove the comment, tag or web address in `<>` at `at`, blank struck-out text, or convert a script.

        A script is a superscript or subscript. Line ends inside are kept, and `<br>` becomes one unless one follows.
        Anything else stays. Return the offset to continue at.
        """
        if self.text.startswith("<!--", at):
            stop = self.text.find("-->", at)
            if stop >= 0:
                return self._replace(at, stop + 3, "\n" * self.text.count("\n", at, stop))
            return at + 4
        struck = _STRUCK.match(self.text, at)
        if struck:
            return self._replace(at, struck.end(), re.sub(r"[^\n]", " ", struck[0]))
        raised = _RAISED.match(self.text, at)
        if raised:
            pieces, inner = Pieces(), Pieces()
            inner.copy(raised[2], self.base + raised.start(2))
            add = add_power if raised[1].lower() == "sup" else add_index
            add(inner, self.base + at, pieces, self.text[raised.end() : raised.end() + 1])
            return self._replace(at, raised.end(), pieces)
        found = _AUTOLINK.match(self.text, at) or _TAG.match(self.text, at)
        if found is None:
            return at + 1
        ends_line = found[0].lower().startswith("<br") and self.text[found.end() : found.end() + 1] != "\n"
        return self._replace(at, found.end(), "\n" if ends_line else "\n" * found[0].count("\n"))

    def _bracket(self, mark: str, at: int) -> int:
        """Remember the opening bracket at the offset `at`, or remove a footnote; return the offset to continue at."""
        footnote = _FOOTNOTE.match(self.text, at) if mark == "[" else None
        if footnote:
            return self._replace(at, footnote.end(), "")
        self.brackets.append(at if mark == "[" else -at - 1)
        return at + len(mark)

    def _link(self, at: int) -> int:
        """Remove the markup of a link, or a whole image, whose text closes at the offset `at`; keep other brackets.

        Return the offset to continue at.
        """
        if not self.brackets:
            return at + 1
        opened = self.brackets.pop()
        target = _TARGET.match(self.text, at + 1)
        if target and _ADDRESS.match(target["to"]):
            end = target.end()
        else:
            reference = _REFERENCE.match(self.text, at + 1)
            name = (reference[1] if reference else "") or self.text[max(opened, -opened - 1) : at].lstrip("![")
            if " ".join(name.split()).upper() not in self.references:
                return at + 1
            end = reference.end() if reference else at + 1
        if opened < 0:  # an image
            return self._replace(-opened - 1, end, "")
        self._replace(opened, opened + 1, "")
        return self._replace(at, end, "")
