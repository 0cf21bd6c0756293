"""Read HTML into lines: one per block of text, table row, or line of `<pre>`.

Offsets count the characters of the HTML text from 0. A script is a `<sup>` or `<sub>`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from katatx.pages.documents.formulas import OPENS, read_plain
from katatx.pages.documents.html_markup import Tag, Text, add_text, read_markup
from katatx.pages.documents.languages import kind_of
from katatx.pages.documents.mathml import Formula
from katatx.pages.documents.names import names
from katatx.pages.documents.pieces import Pieces, moved
from katatx.pages.documents.plain_text import with_line_feeds
from katatx.pages.documents.scripts import add_index, add_power
from katatx.pages.documents.tex import write_formula
from katatx.pages.page import Kind, Line

_PARAGRAPHS = names(
    """
    address article aside blockquote body details dl fieldset figure footer form h1 h2 h3 h4 h5 h6 header hr
    main nav ol p pre section table ul
    """
)
_BLOCKS = _PARAGRAPHS | names(
    "caption center col colgroup dd div dt figcaption head html legend li option summary tbody tfoot thead tr"
)
_TABLE = names("tr table tbody thead tfoot pre")
_VOID = names("area base br col embed hr img input link meta source track wbr")
_UNSEEN = names(
    "script style title template svg noscript textarea select annotation annotation-xml del s strike iframe"
)
# Elements whose text has no tags.
_RAW = names("script style title textarea iframe")
_CLASS = re.compile(r"(?:language|lang|highlight|hl|brush|sourceCode|src)[-_:\s]+([\w+#]+)")
# The most columns that a cell may span.
_MOST_SPAN = 40
_LONGEST_COUNT = 4
_ORDINALS = names("st nd rd th")
_DEEPEST_SCRIPT = 20


def read_html(text: str, keeps_lines: bool = False) -> Iterator[Line]:
    """Yield the lines of an HTML text, with formulas in pencil notation, such as `6/2 · 3`.

    Cells of a table are divided by bars. With `keeps_lines`, line ends of the text also end lines, as in Markdown.
    """
    text = with_line_feeds(text)
    reader = _Reader(text, keeps_lines)
    for part in read_markup(text):
        yield from reader.take(part)
    yield from reader.end()


def _count(text: str) -> int:
    """Return the number of columns that a cell spans, given the attribute's text; 1 if it is no such number."""
    return int(text) if text.isascii() and text.isdigit() and 0 < len(text) <= _LONGEST_COUNT and int(text) else 1


class _Script:
    """A superscript or subscript while it is read; `outer` is the text before it.

    `is_note` says that it is a link to a footnote, and so is left out.
    """

    def __init__(self, tag: Tag, outer: Pieces) -> None:
        self.tag, self.outer, self.is_note = tag, outer, False


class _Reader:
    """The state while an HTML text is read; give it all parts with `take`, then call `end`.

    `out` is the line so far, `kind` its kind, `hint` a class that names a language. `pre` is 0 outside `<pre>`, 1 at
    its beginning, 2 after its first text. `unseen` is the name of the invisible element that is open, or empty, and
    `unseen_depth` how many of this name are. `at` is the offset of the current part, `blank` whether the last line was
    empty.
    """

    def __init__(self, text: str, keeps_lines: bool) -> None:
        self.text, self.keeps_lines = text, keeps_lines
        self.out = Pieces()
        self.scripts: list[_Script] = []
        self.formula: Formula | None = None
        self.kind = Kind.TEXT
        self.hint = ""
        self.pre = 0
        self.in_row = False
        self.over = 0  # the further columns that the last cell spans
        self.unseen, self.unseen_depth = "", 0
        self.blank = True
        self.at = 0

    def take(self, part: Tag | Text) -> Iterator[Line]:
        """Process the next tag or text, and yield the lines that it completes."""
        self.at = part.at
        if self.unseen:
            self._pass_over(part)
        elif isinstance(part, Text):
            yield from self._text(part)
        elif self.formula is not None:
            self._in_formula(part)
        else:
            yield from self._tag(part)

    def end(self) -> Iterator[Line]:
        """End what is open, and yield the lines that are left; none if the last is empty."""
        self.at = max(len(self.text) - 1, 0)
        self._end_formula()
        yield from self._end_line()

    def _pass_over(self, part: Tag | Text) -> None:
        """Skip a part inside an invisible element, and leave the element at its closing tag."""
        if isinstance(part, Tag) and part.name == self.unseen:
            self.unseen_depth += -1 if part.closes else self.unseen not in _RAW
            if self.unseen_depth <= 0:
                self.unseen = ""

    def _text(self, part: Text) -> Iterator[Line]:
        """Add a text to the open formula or line, and yield the lines that it completes."""
        if self.formula is not None:
            inner = Pieces()
            add_text(self.text, part, inner, collapsed=True)
            self.formula.holds(inner)
        elif self.pre:
            add_text(self.text, part, self.out, collapsed=False)
            yield from self._end_lines_of_pre()
        elif self.keeps_lines and not self.in_row:
            at = part.at
            while (end := self.text.find("\n", at, part.end)) >= 0:
                add_text(self.text, Text(at, end), self.out, collapsed=True)
                yield from self._end_line()
                at = end + 1
            add_text(self.text, Text(at, part.end), self.out, collapsed=True)
        else:
            add_text(self.text, part, self.out, collapsed=True)

    def _tag(self, tag: Tag) -> Iterator[Line]:
        """Process a tag outside formulas, and yield the lines that it completes."""
        name = tag.name
        if name == "math" and not tag.closes:
            self.formula = Formula(tag.at)
        elif name == "br":
            yield from self._break()
        elif name in ("td", "th"):
            self._cell(tag)
        elif name in _BLOCKS:
            yield from self._block(tag)
        elif name in ("sup", "sub"):
            self._script(tag)
        elif not tag.closes and name not in _VOID and self._is_unseen(tag):
            if name == "script" and "math/tex" in tag.attributes:
                self._tex_script(tag)
            self.unseen, self.unseen_depth = name, 1
        elif name == "a" and self.scripts:
            self.scripts[-1].is_note = True
        elif name in ("code", "samp") and self.pre and not tag.closes:
            self.kind = Kind.OUTPUT if name == "samp" else self._kind(tag, self.kind)

    def _is_unseen(self, tag: Tag) -> bool:
        """Return whether the text of an element is left out: it is invisible, struck out, or a script, for example."""
        return tag.name in _UNSEEN or (tag.name in ("span", "div") and tag.attribute("aria-hidden") == "true")

    def _kind(self, tag: Tag, otherwise: Kind) -> Kind:
        """Return the kind of the language that the class of a code element, or else `hint`, names.

        It is `otherwise` if neither names one.
        """
        found = _CLASS.search(tag.attribute("class")) or _CLASS.search(self.hint)
        return kind_of(found[1]) if found else otherwise

    def _block(self, tag: Tag) -> Iterator[Line]:
        """Process the tag of a block element, and yield the lines that it completes.

        An empty line is yielded too where a paragraph begins or ends, unless the last was empty. In a table row the tag
        is only a space, unless it is `pre` or belongs to a table.
        """
        name = tag.name
        if self.in_row and name not in _TABLE:
            if self.out.last not in ("", " "):
                self.out.put(" ", tag.at)
            return
        yield from self._end_line()
        if name in _PARAGRAPHS and not self.blank:
            self.blank = True
            yield Line("", range(tag.at, tag.at))
        if name == "div" and not tag.closes and _CLASS.search(tag.attributes):
            self.hint = tag.attribute("class")
        elif name == "pre":
            self.pre = 0 if tag.closes else 1
            self.kind = Kind.TEXT if tag.closes else self._kind(tag, Kind.TEXT)
            self.hint = "" if tag.closes else self.hint
        elif name == "tr":
            self.in_row = not tag.closes
            self.over = 0
        elif name == "table":
            self.over = 0

    def _cell(self, tag: Tag) -> None:
        """Begin a table cell, with empty ones before it that the last cell spans; a closing tag does nothing."""
        if not tag.closes:
            self.in_row = True
            self._end_scripts()
            self._empty_cells(tag.at)
            self._begin_cell(tag.at)
            self.over = min(_MOST_SPAN, _count(tag.attribute("colspan"))) - 1

    def _empty_cells(self, at: int) -> None:
        """Add empty cells for those that the last cell spans; `at` is their offset."""
        for _ in range(self.over):
            self._begin_cell(at)
        self.over = 0

    def _begin_cell(self, at: int) -> None:
        """Add a bar before a cell; `at` is its offset."""
        self.out.strip_end()
        self.out.put(" | " if self.out.last else "| ", at)

    def _break(self) -> Iterator[Line]:
        """Process a line break, and yield the lines that it completes; in a table row it is a space."""
        if self.in_row:
            self.out.put(" ", self.at)
        elif self.pre:
            self.out.put("\n", self.at)
            yield from self._end_lines_of_pre()
        else:
            yield from self._end_line()

    def _script(self, tag: Tag) -> None:
        """Begin a superscript or subscript, or end the innermost one if the tag closes."""
        if not tag.closes and len(self.scripts) < _DEEPEST_SCRIPT:
            self.scripts.append(_Script(tag, self.out))
            self.out = Pieces()
        elif tag.closes and self.scripts:
            self._end_script(self.text[tag.end : tag.end + 1])

    def _end_script(self, following: str) -> None:
        """End the innermost script: add it to the text around it as a power or an index.

        The `th` of an ordinal stays as it is; a footnote is left out. `following` is the character after the script.
        """
        script = self.scripts.pop()
        inner, self.out = self.out, script.outer
        if script.is_note:
            return
        if script.tag.name == "sub":
            add_index(inner, script.tag.at, self.out, following)
        elif inner.text.strip() in _ORDINALS:
            self.out.add(inner)
        else:
            add_power(inner, script.tag.at, self.out, following)

    def _end_scripts(self) -> None:
        """End all open superscripts and subscripts."""
        while self.scripts:
            self._end_script("")

    def _tex_script(self, tag: Tag) -> None:
        """Add the TeX formula in the script element that this tag opens."""
        end = self.text.find("</", tag.end)
        self.out.add(write_formula(self.text, tag.end, len(self.text) if end < 0 else end))

    def _in_formula(self, tag: Tag) -> None:
        """Process a tag inside a MathML formula; one of `math` or of a paragraph only ends the formula."""
        assert self.formula is not None
        if tag.name in _UNSEEN and not tag.closes:
            self.unseen, self.unseen_depth = tag.name, 1
        elif tag.name == "math" or tag.name in _PARAGRAPHS:
            self._end_formula()
        elif tag.closes:
            self.formula.closes(tag.name)
        elif tag.name != "mspace" and not tag.attributes.endswith("/"):
            self.formula.opens(tag.name, tag.at)

    def _end_formula(self) -> None:
        """Add the MathML formula that is open to the line; do nothing if none is."""
        if self.formula is not None:
            self.out.add(self.formula.written())
            self.formula = None

    def _end_lines_of_pre(self) -> Iterator[Line]:
        """Yield the complete lines of preformatted text, and keep the last one open; an empty first is left out."""
        *whole, self.out = self.out.parted()
        for pieces in whole:
            first, self.pre = self.pre == 1, 2
            if pieces.last or not first:
                yield self._line(pieces)
        if self.out.last:
            self.pre = 2

    def _end_line(self) -> Iterator[Line]:
        """Yield the current line, with TeX formulas converted, and begin the next; nothing if it is empty.

        A formula of several rows makes several lines. Open scripts are ended.
        """
        self._end_scripts()
        if not self.out.last:
            return
        if self.in_row:
            self._empty_cells(self.at)
            self.out.strip_end()
            self.out.put(" |", self.at)
        self.in_row = False
        pieces, self.out = self.out, Pieces()
        line = self._line(pieces)
        if line.text and self.kind is Kind.TEXT and OPENS.search(line.text):
            for part in read_plain(line.text):
                yield moved(part, line.offsets)
        elif line.text:
            yield line

    def _line(self, pieces: Pieces) -> Line:
        """Return pieces of text as a line of the current kind; set `blank`."""
        line = next(pieces.lines(self.kind, self.at))
        self.blank = not line.text
        return line
