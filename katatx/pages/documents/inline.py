"""Write over the markup within the lines of a Markdown block: emphasis, code, links, tags, escapes and formulas."""

from __future__ import annotations

import re

from katatx.pages.documents.formulas import OPENS, formula_at
from katatx.pages.documents.html import PART, Tags
from katatx.pages.documents.overlay import Overlay

_TOKEN = re.compile(r"`+|\\|\$|<|&|\[\^[^\s\[\]]{1,100}\]:?|!?\[|\]")
_ESCAPED = frozenset("!\"#$%&'()*+,-./:;<=>?@[\\]^_`{}~\n")  # a bar in a table's cell would split the cell
_TARGET = re.compile(
    r"\((?P<to>[^\s()]{1,2000}(?:\([^\s()]{0,2000}\)[^\s()]{0,2000}){0,3})(?:\s{1,9}\"[^\"\n]{0,500}\")?\s{0,9}\)"
)
_ADDRESS = re.compile(r"#\w|\.{0,2}/|[a-z]{2,}:|\S*\w\.[a-zA-Z]{2,5}(?:[#?]|$)|\S*(?:[a-zA-Z]{3}/|/[\w\-]*[a-zA-Z]{3})")
_MARKS = re.compile(r"\*{1,3}|_{1,3}|~~")
# Longer emphasis is assumed to be none: a forgotten `*`, or a footnote's.
_MOST_LINES = 3
_LONGEST = 2_000


def mark_inline(page: Overlay, start: int, stop: int, in_row: bool) -> None:
    """Write over the markup of a block, or of a row of a table, from offset `start` up to `stop` of a page."""
    with page.part(start, stop) as block:
        _Inline(block, in_row).mark()


class _Inline:
    """A block that is read from left to right. Methods that read markup return the offset to continue at.

    `brackets` are the offsets of open square brackets, and `shut` the parts that are no place for emphasis.
    """

    def __init__(self, page: Overlay, in_row: bool) -> None:
        self.page, self.text = page, page.text()
        self.tags = Tags(page, inline=True, in_row=in_row)
        self.shut: list[tuple[int, int]] = []
        self.brackets: list[int] = []

    def mark(self) -> None:
        at = 0
        while (found := _TOKEN.search(self.text, at)) is not None:
            at = self._read(found[0], found.start())
        self._emphasis()

    def _read(self, mark: str, at: int) -> int:
        match mark[0]:
            case "`":
                return self._code(len(mark), at)
            case "\\" | "$":
                return self._formula(at) or self._escape(at)
            case "<" | "&":
                return self._tag(at)
            case "]":
                return self._link(at)
        if len(mark) > 2:  # a footnote's
            self.page.put(at, at + len(mark))
        else:
            self.brackets.append(at)
        return at + len(mark)

    def _mark(self, start: int, stop: int) -> None:
        """Write over a mark: with spaces, which keeps columns aligned, or with nothing if no space is next to it."""
        if (self.text[start - 1 : start] or " ").isspace() or (self.text[stop : stop + 1] or " ").isspace():
            self.page.blank(start, stop)
        else:
            self.page.put(start, stop)

    def _code(self, ticks: int, at: int) -> int:
        """Remove a run of backticks and the one that closes it; nothing between is read. One that none closes stays."""
        start = at + ticks
        closing = re.compile(rf"(?<!`)`{{{ticks}}}(?!`)").search(self.text, start, start + _LONGEST)
        if closing is None:
            return start
        self._mark(at, start)
        self._mark(*closing.span())
        self.shut.append((start, closing.start()))
        return closing.end()

    def _formula(self, at: int) -> int:
        """Find the formula that begins here, and return the offset after it; 0 if there is none."""
        opened = OPENS.match(self.text, at)
        formula = formula_at(self.text, opened, escapes=True) if opened else None
        if formula is None:
            return 0
        self.page.formulas.append(formula)
        self.shut.append((at, formula.end))
        return formula.end

    def _escape(self, at: int) -> int:
        """Remove a backslash, unless it escapes nothing."""
        if self.text[at] == "$" or self.text[at + 1 : at + 2] not in _ESCAPED:
            return at + 1
        self.page.put(at, at + 1)
        self.shut.append((at, at + 2))
        return at + 2

    def _tag(self, at: int) -> int:
        """Write over a tag, comment or entity."""
        found = PART.match(self.text, at)
        if found is None or (found[0][1] in "!?" and not found[0].endswith("-->")):
            return at + 1
        self.tags.part(found)
        self.shut.append(found.span())
        return found.end()

    def _link(self, at: int) -> int:
        """Remove the markup of a link, or a whole image, whose text closes here; other brackets stay."""
        if not self.brackets:
            return at + 1
        opened = self.brackets.pop()
        is_image = self.text[opened] == "!"
        target = _TARGET.match(self.text, at + 1)
        if target is None or not _ADDRESS.match(target["to"]):
            return at + 1
        self.page.put(opened, opened + 1)
        self.page.put(opened if is_image else at, target.end())
        return target.end()

    # ---- emphasis

    def _emphasis(self) -> None:
        """Remove the marks of emphasis, and blank struck-out text."""
        signs = self.page.characters.copy()
        for start, stop in self.shut:
            signs[start:stop] = "x" * (stop - start)
        text = "".join(signs)
        opened: dict[str, int] = {}
        for run in _MARKS.finditer(text):
            start, stop = run.span()
            opens, closes = _sides(text, run)
            for mark in (run[0], run[0][:2], run[0][:1]):
                begun = opened.get(mark, -_LONGEST) if closes and stop - start >= len(mark) else -_LONGEST
                if start - begun < _LONGEST and text.count("\n", begun, start) < (1 if mark == "~~" else _MOST_LINES):
                    del opened[mark]
                    self._mark(begun, begun + len(mark))
                    self._mark(start, start + len(mark))
                    if mark == "~~":
                        self.page.blank(begun, stop)
                    start += len(mark)
            if opens and start < stop:
                opened[text[start:stop]] = start


def _sides(text: str, run: re.Match[str]) -> tuple[bool, bool]:
    """Return whether a run of marks may open emphasis, and whether it may close some."""
    before, after = text[run.start() - 1 : run.start()] or " ", text[run.end() : run.end() + 1] or " "
    opens = not after.isspace() and not (before.isalnum() or before in ")]}ᵀ")
    closes = not before.isspace() and not (after.isalnum() or after in "([{√")
    return opens, closes
