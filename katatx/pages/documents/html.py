"""Read HTML into lines: one per block of text, table row, or line of `<pre>`; MathML becomes TeX of the same length.

The standard library's `html.parser` takes quadratic time for unclosed tags before Python's fixes of 2025.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from html import unescape

from katatx.pages.documents.formulas import mark_formulas
from katatx.pages.documents.inline import script
from katatx.pages.documents.overlay import EMPTY_LINE, GONE, Formula, Overlay, Region
from katatx.pages.page import Kind, Line, kind_of, names

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
_UNSEEN = names(
    "script style title template svg noscript textarea select annotation annotation-xml del s strike iframe"
)
# Elements whose text has no tags.
_RAW = names("script style title textarea iframe")
_CLASS = re.compile(r"(?:language|lang|highlight|hl|brush|sourceCode|src)[-_:\s]+([\w+#]+)")
_PART = re.compile(
    r"<!--(?:[\s\S]*?-->|[\s\S]*)|<[!?][^>]*>?"
    r"|<(?P<closes>/?)(?P<name>[a-zA-Z][\w:\-]{0,40}+)(?P<attributes>(?:[^<>\"']|\"[^\"]*+\"|'[^']*+')*+)>"
    r"|(?P<entity>&(?:#\d{1,7};?|#[xX][0-9a-fA-F]{1,6};?|[a-zA-Z][a-zA-Z0-9]{1,31};))"
)
_ATTRIBUTE = r"""(?i)(?<![\w-]){}\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'=<>`]+))"""
_MOST_SPAN = 40
_DEEPEST = 60
# MathML elements as TeX: what stands at their beginning and end, and before their children, by number.
_MATHML = {
    "mfrac": ("\\frac", ""),
    "msqrt": ("\\sqrt{", "}"),
    "mtext": ("\\text{", "}"),
    "mtable": ("[", "]"),
    "mfenced": ("(", ")"),
}
_BEFORE_CHILD = {
    **{(name, 2): "^" for name in ("msup", "mover")},
    **{(name, 2): "_" for name in ("msub", "munder", "msubsup", "munderover")},
    **{(name, 3): "^" for name in ("msubsup", "munderover")},
    ("mroot", 2): "^{1/",
}
_GROUPED = frozenset(("mfrac", *(name for name, _ in _BEFORE_CHILD)))
_UNSEEN_SIGNS = {"\u2061": GONE, "\u2062": "·", "\u2063": ",", "\u2064": "+"}


def read_html(text: str) -> Iterator[Line]:
    """Yield the lines of an HTML text, with formulas as pencil text, such as `6/2·3`.

    Cells of a table are divided by bars.
    """
    page = Overlay(text)
    mark_html(page, 0, len(page.characters))
    return page.lines()


def mark_html(page: Overlay, start: int, stop: int, keeps_lines: bool = False) -> None:
    """Write over the tags in a part of a page, and find its code and formulas.

    With `keeps_lines`, line ends of the text also end lines, as in Markdown.
    """
    _Reader(page, start, stop, keeps_lines).read()


@dataclass
class _Element:
    """An open MathML element, and how many children have begun."""

    name: str
    children: int = 0


class _Reader:
    """Writes over a part of a page that begins at offset `base`.

    `region` is where the current region begins, `pre` the kind of the open `<pre>`, `hint` a class that names a
    language. `unseen` is the invisible element that is open, and `unseen_depth` how many of its name are. `formula` is
    where the open MathML formula begins, or -1, and `math` has its open elements. `scripts` are those open, each as its
    name, the offset of its tag and that of its text.
    """

    def __init__(self, page: Overlay, start: int, stop: int, keeps_lines: bool) -> None:
        self.page, self.base, self.stop, self.keeps_lines = page, start, stop, keeps_lines
        self.text = page.text(start, stop)
        page.put(start, stop)
        self.region, self.hint = start, ""
        self.pre: Kind | None = None
        self.in_row = False
        self.unseen, self.unseen_depth = "", 0
        self.formula = -1
        self.math: list[_Element] = []
        self.scripts: list[tuple[str, int, int]] = []

    def read(self) -> None:
        """Write over the whole part."""
        done = 0
        for part in _PART.finditer(self.text):
            self.data(done, part.start())
            done = part.end()
            tag = (part["name"] or "").lower()
            if tag and part["closes"]:
                self.ends(tag, self.base + part.start(), self.base + done)
            elif tag:
                self.starts(tag, part["attributes"], self.base + part.start(), self.base + done)
            elif part["entity"] and not self.unseen:
                written = unescape(part[0]).replace("\xa0", " ")
                written = _UNSEEN_SIGNS.get(written, written) if self.formula >= 0 else written
                self.page.put(self.base + part.start(), self.base + done, written)
        self.data(done, len(self.text))
        self.end_formula(self.stop, self.stop)
        if self.in_row and self.stop > self.base:
            self.put("|", self.stop - 1)
        self.begin_region(self.stop)

    def put(self, text: str, at: int) -> None:
        self.page.put(at, min(at + len(text), self.stop), text)

    def data(self, start: int, stop: int) -> None:
        """Write what stands between tags."""
        text = self.text[start:stop].replace("\xa0", " ")
        if self.pre is None and (not self.keeps_lines or self.in_row or self.formula >= 0):
            text = text.replace("\n", " ")
        if not self.unseen:
            self.put(text, self.base + start)

    def starts(self, tag: str, attributes: str, at: int, end: int) -> None:
        hidden = tag in _UNSEEN or (tag in ("span", "div") and _attribute(attributes, "aria-hidden") == "true")
        if self.unseen:
            self.unseen_depth += tag == self.unseen and tag not in _RAW
        elif hidden:
            self.unseen, self.unseen_depth = tag, 1
            if tag == "script" and "math/tex" in attributes:
                self.tex(end)
        elif self.formula >= 0 and tag not in _PARAGRAPHS:
            if attributes.endswith("/"):
                self.child()
            else:
                self.opens(tag, at)
        elif tag == "math":
            self.formula, self.math = end, [_Element("math")]
        elif tag in ("td", "th"):
            span = _attribute(attributes, "colspan")
            many = min(int(span), _MOST_SPAN) if re.fullmatch("[1-9][0-9]{0,3}", span) else 1
            self.page.put(at, end, " | " * many if self.in_row else "| " + " | " * (many - 1))
            self.in_row = True
        elif tag == "br":
            self.put(" " if self.in_row else "\n", at)
        else:
            self.begin(tag, attributes, at, end)

    def begin(self, tag: str, attributes: str, at: int, end: int) -> None:
        """Begin a block, a superscript or subscript, or note what belongs to one."""
        if tag in ("sup", "sub"):
            self.scripts.append((tag, at, end))
        elif tag == "a" and self.scripts:
            self.scripts[-1] = ("note", *self.scripts[-1][1:])
        elif tag in ("code", "samp") and self.pre is not None:
            self.pre = Kind.OUTPUT if tag == "samp" else self.kind(attributes, self.pre)
        else:
            self.block(tag, at, end)
            if tag == "div" and _CLASS.search(attributes):
                self.hint = _attribute(attributes, "class")
            elif tag == "pre":
                self.begin_region(end)
                self.pre = self.kind(attributes, Kind.TEXT)

    def ends(self, tag: str, at: int, end: int) -> None:
        if self.unseen:
            self.unseen_depth -= tag == self.unseen
            self.unseen = self.unseen if self.unseen_depth else ""
        elif self.formula >= 0 and tag != "math" and tag not in _PARAGRAPHS:
            self.closes(tag, at)
        elif tag == "math":
            self.end_formula(at, end)
        elif tag in ("sup", "sub"):
            self.end_script(at, end)
        else:
            if tag == "pre" and self.pre is not None:
                self.begin_region(at)
                self.pre, self.hint = None, ""
            self.block(tag, at, end)

    # ---- blocks

    def block(self, tag: str, at: int, end: int) -> None:
        """Write a line end for the tag of a block, an empty line where a paragraph begins or ends.

        In a table row it is only a space, unless it is `pre` or belongs to a table.
        """
        if tag not in _BLOCKS:
            return
        self.end_formula(at, at)
        if self.in_row and tag not in _TABLE:
            self.put(" ", at)
            return
        row = " |" if self.in_row else ""
        self.scripts, self.in_row = [], False
        self.page.put(at, end, f"{row}\n{EMPTY_LINE}\n" if tag in _PARAGRAPHS and self.pre is None else f"{row}\n")

    def kind(self, attributes: str, otherwise: Kind) -> Kind:
        """Return the kind of the language that the class of a code element, or else `hint`, names."""
        found = _CLASS.search(_attribute(attributes, "class")) or _CLASS.search(self.hint)
        return kind_of(found[1]) if found else otherwise

    def begin_region(self, at: int) -> None:
        """End the current region, and begin the next at an offset."""
        kind = self.pre or Kind.TEXT
        if self.pre is not None and self.page.text(self.region, self.region + 1) == "\n":
            self.page.characters[self.region] = GONE
        if kind is Kind.TEXT:
            mark_formulas(self.page, self.region, at)
        self.page.regions.append(Region(self.region, at, kind, flows=self.pre is None))
        self.region = at

    # ---- scripts and formulas

    def end_script(self, at: int, end: int) -> None:
        """Write the innermost superscript or subscript as a power or an index; a link to a footnote is left out."""
        if not self.scripts:
            return
        name, opened, start = self.scripts.pop()
        if name == "note":
            self.page.put(opened, end)
            return
        inner = self.page.text(start, at).replace(GONE, "")
        around = self.page.text(max(opened - 1, 0), opened), self.text[end - self.base : end - self.base + 1]
        opening, written, closing = script(name == "sup", inner, *around)
        for begins, stop, text in ((opened, start, opening), (start, at, written), (at, end, closing)):
            self.page.put(begins, stop, text)

    def tex(self, start: int) -> None:
        """Find the TeX formula in the script element whose text begins at an offset."""
        stop = self.text.find("</", start - self.base)
        stop = self.stop if stop < 0 else self.base + stop
        self.put(self.text[start - self.base : stop - self.base], start)
        self.page.formulas.append(Formula(start, start, stop, stop))

    def end_formula(self, at: int, end: int) -> None:
        """Find the MathML formula that is open; its contents end at `at`."""
        if self.formula >= 0:
            self.page.formulas.append(Formula(self.formula, self.formula, at, end))
        self.formula, self.math = -1, []

    def child(self) -> str:
        """Count a child of the innermost MathML element, and return what stands before it."""
        parent = self.math[-1]
        parent.children += 1
        if parent.name in ("mtable", "mtr", "mfenced"):
            return "" if parent.children == 1 else ";" if parent.name == "mtable" else ","
        return _BEFORE_CHILD.get((parent.name, parent.children), "")

    def opens(self, tag: str, at: int) -> None:
        """Write the beginning of a MathML element as TeX."""
        parent, sign = self.math[-1], self.child()
        if len(self.math) < _DEEPEST:
            self.math.append(_Element(tag))
        brace = "{" if parent.name in _GROUPED and not sign.endswith("/") else ""
        self.put(sign + brace + _MATHML.get(tag, ("", ""))[0], at)

    def closes(self, tag: str, at: int) -> None:
        """Write the end of a MathML element, and of those open in it; of one that nothing opened nothing."""
        if tag not in [element.name for element in self.math[1:]]:
            return
        while self.math.pop().name != tag:
            pass
        self.put(_MATHML.get(tag, ("", ""))[1] + ("}" if self.math[-1].name in _GROUPED else ""), at)


def _attribute(attributes: str, name: str) -> str:
    """Return the value of an attribute; "" without one."""
    found = re.search(_ATTRIBUTE.format(name), attributes)
    return next((value for value in found.groups() if value is not None), "") if found else ""
