"""Read HTML into lines: one per block of text, table row, or line of `<pre>`; MathML becomes TeX of the same length.

The standard library's `html.parser` takes quadratic time for unclosed tags before Python's fixes of 2025.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from html import unescape
from itertools import count

from katatx.pages.documents.formulas import mark_formulas
from katatx.pages.documents.overlay import EMPTY_LINE, GONE, Formula, Overlay, Region
from katatx.pages.page import Kind, Line, kind_of


def _names(listed: str) -> frozenset[str]:
    return frozenset(listed.split())


# Elements of blocks: those with an empty line around them, those of tables and `pre`, and others.
_PARAGRAPHS = _names(
    "address article aside blockquote body details dl fieldset figure footer form h1 h2 h3 h4 h5 h6 header hr "
    "main nav ol p pre section table ul"
)
_TABLE = _names("tr table tbody thead tfoot pre")
_BLOCKS = (
    _PARAGRAPHS | _TABLE | _names("caption center col colgroup dd div dt figcaption head html legend li option summary")
)
# Elements that are not shown: those whose text has no tags, and others.
_RAW = _names("script style title textarea iframe")
_UNSEEN = _RAW | _names("template svg noscript select annotation annotation-xml del s strike")
_CLASS = re.compile(r"(?:language|lang|highlight|hl|brush|sourceCode|src)[-_:\s]+([\w+#]+)")
PART = re.compile(
    r"<!--(?:[\s\S]*?-->|[\s\S]*)|<[!?][^>]*>?"
    r"|<(?P<closes>/?)(?P<name>[a-zA-Z][\w:\-]{0,40}+)(?P<attributes>(?:[\s/](?:[^<>\"']|\"[^\"]*+\"|'[^']*+')*+)?)>"
    r"|(?P<entity>&(?:#\d{1,7};?|#[xX][0-9a-fA-F]{1,6};?|[a-zA-Z][a-zA-Z0-9]{1,31};))"
)
_ATTRIBUTE = r"""(?i)(?<![\w-]){}\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'=<>`]+))"""
_MOST_SPAN = 40
_LONGEST_HIDDEN = 2_000
# MathML elements as TeX: what stands at their beginning and end, and before their children, by number.
_MATHML = {
    "mfrac": ("\\frac", ""),
    "msqrt": ("\\sqrt{", "}"),
    "mtext": ("\\text{", "}"),
    "mtable": ("[", "]"),
}
_BETWEEN = {"mtable": ";", "mtr": ","}
_BEFORE_CHILD = {
    **{(name, 2): "^" for name in ("msup", "mover")},
    **{(name, 2): "_" for name in ("msub", "munder", "msubsup", "munderover")},
    **{(name, 3): "^" for name in ("msubsup", "munderover")},
    ("mroot", 2): "^{1/",
}
_GROUPED = frozenset(("mfrac", *(name for name, _ in _BEFORE_CHILD)))
_UNSEEN_SIGNS = {"\u2061": GONE, "\u2062": "·", "\u2063": ",", "\u2064": "+"}
_TIGHT = re.compile(r"\d+(?:\.\d+)?|\.\d+|[^\W\d_]\w*|[*+]|\([^()]*\)|-")
_SUPERSCRIPTS = str.maketrans("0123456789()", "⁰¹²³⁴⁵⁶⁷⁸⁹⁽⁾")
_SUBSCRIPTS = str.maketrans("+-−", "₊₋₋")


def read_html(text: str) -> Iterator[Line]:
    """Yield the lines of an HTML text, with formulas as pencil text (`6/2·3`) and bars between the cells of a table."""
    page = Overlay(text)
    Tags(page).read()
    return page.lines()


class Tags:
    """Writes over the tags of a page or a part of one, and finds its code and formulas.

    With `inline`, as in a block of Markdown, there are no blocks, and line ends end lines. `region` is where the
    current region begins, `pre` the kind of the open `<pre>`, `hint` a class that names a language. `unseen` is the
    invisible element that is open, from offset `hidden` on, and `depth` how many of its name are. `formula` is where
    the open formula begins, or -1, and `math` has its open elements, each with a count of its children. `scripts` are
    those open, each as its name, the offset of its tag and that of its text.
    """

    def __init__(self, page: Overlay, inline: bool = False, in_row: bool = False) -> None:
        self.page, self.inline, self.in_row = page, inline, in_row
        self.text = page.text()
        self.region, self.hint = 0, ""
        self.pre: Kind | None = None
        self.unseen, self.hidden, self.depth = "", 0, 0
        self.formula = -1
        self.math: list[tuple[str, Iterator[int]]] = []
        self.scripts: list[tuple[str, int, int]] = []

    def read(self) -> None:
        """Write over the whole text."""
        done, end = 0, len(self.text)
        for part in PART.finditer(self.text):
            self.data(done, part.start())
            self.part(part)
            done = part.end()
        self.data(done, end)
        if self.unseen:
            self.page.put(self.hidden, end)
        self.begin_region(end)

    def data(self, start: int, stop: int) -> None:
        """Make line ends between tags spaces, where they end no line."""
        if self.pre is None:
            self.page.characters[start:stop] = self.text[start:stop].replace("\n", " ")

    def part(self, part: re.Match[str]) -> None:
        """Write over what PART has found."""
        at, end = part.span()
        tag = (part["name"] or "").lower()
        written = unescape(part["entity"] or "")
        written = _UNSEEN_SIGNS.get(written, written) if self.formula >= 0 else written
        self.page.put(at, end, written)
        if tag and part["closes"]:
            self.ends(tag, at, end)
        elif tag:
            self.starts(tag, part["attributes"], at, end)

    def starts(self, tag: str, attributes: str, at: int, end: int) -> None:
        hidden = tag in _UNSEEN or (tag in ("span", "div") and _attribute(attributes, "aria-hidden") == "true")
        if self.inline:  # as may be the token <s>
            hidden = hidden and self.text.find(f"</{tag}>", end, end + _LONGEST_HIDDEN) >= 0
        if self.unseen:
            self.depth += tag == self.unseen and tag not in _RAW
        elif tag == "math" or (tag == "script" and "math/tex" in attributes):
            self.formula, self.math = end, [("math", count(1))]
        elif hidden:
            self.unseen, self.hidden, self.depth = tag, at, 1
        elif self.formula >= 0 and tag not in _PARAGRAPHS:
            if attributes.endswith("/"):
                self.child()
            else:
                self.opens(tag, at, end)
        elif tag == "br":
            follows = self.inline and self.text[end : end + 1] == "\n"
            self.page.put(at, end, " " if self.in_row else "" if follows else "\n")
        elif tag in ("sup", "sub"):
            self.scripts.append((tag, at, end))
        elif tag == "a" and self.scripts:
            self.scripts[-1] = ("note", *self.scripts[-1][1:])
        elif not self.inline:
            self.begin(tag, attributes, at, end)

    def begin(self, tag: str, attributes: str, at: int, end: int) -> None:
        """Begin a block, a cell or code, or note the language that a class names."""
        if tag in ("td", "th"):
            span = _attribute(attributes, "colspan")
            many = min(int(span), _MOST_SPAN) if re.fullmatch("[1-9][0-9]{0,3}", span) else 1
            self.page.put(at, end, " | " * many if self.in_row else "| " + " | " * (many - 1))
            self.in_row = True
        elif tag in ("code", "samp") and self.pre is not None:
            self.pre = Kind.OUTPUT if tag == "samp" else self.kind(attributes, self.pre)
        else:
            self.block(tag, at, end)
            if tag == "div" and _CLASS.search(attributes):
                self.hint = _attribute(attributes, "class")
            elif tag == "pre":
                self.begin_region(end + self.text.startswith("\n", end))
                self.pre = self.kind(attributes, Kind.TEXT)

    def ends(self, tag: str, at: int, end: int) -> None:
        if self.unseen:
            self.depth -= tag == self.unseen
            if not self.depth:
                self.hide(end)
        elif tag in ("math", "script"):
            self.end_formula(at, end)
        elif self.formula >= 0 and tag not in _PARAGRAPHS:
            self.closes(tag, at, end)
        elif tag in ("sup", "sub") and self.scripts:
            self.end_script(at, end)
        elif not self.inline:
            if tag == "pre" and self.pre is not None:
                self.begin_region(at)
                self.pre, self.hint = None, ""
            self.block(tag, at, end)

    def hide(self, end: int) -> None:
        """Write over the invisible element that ends here."""
        write_over = self.page.blank if self.inline else self.page.put
        write_over(self.hidden, end)
        while self.page.formulas and self.page.formulas[-1].at >= self.hidden:
            self.page.formulas.pop()
        self.unseen = ""

    # ---- blocks

    def block(self, tag: str, at: int, end: int) -> None:
        """Write a line end for the tag of a block, an empty line for a paragraph's; within a cell only a space."""
        if tag not in _BLOCKS:
            return
        self.end_formula(at, at)
        if self.in_row and tag not in _TABLE:
            self.page.put(at, end, " ")
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
        if kind is Kind.TEXT:
            mark_formulas(self.page, self.region, at)
        self.page.regions.append(Region(self.region, at, kind, flows=self.pre is None))
        self.region = at

    # ---- scripts and formulas

    def end_script(self, at: int, end: int) -> None:
        """Write the innermost superscript or subscript as a power or an index; a link to a footnote is left out."""
        name, opened, start = self.scripts.pop()
        inner = self.page.text(start, at).replace(GONE, "")
        around = self.page.text(max(opened - 1, 0), opened), self.text[end : end + 1]
        parts = ("", "", "") if name == "note" else _script(name == "sup", inner, *around)
        for begins, stop, text in zip((opened, start, at), (start, at, end), parts, strict=True):
            self.page.put(begins, stop, text)

    def end_formula(self, at: int, end: int) -> None:
        """Find the formula that is open; its contents end at `at`."""
        if self.formula >= 0:
            self.page.formulas.append(Formula(self.formula, self.formula, at, end))
        self.formula, self.math = -1, []

    def child(self) -> str:
        """Count a child of the innermost MathML element, and return what stands before it."""
        parent, counted = self.math[-1]
        number = next(counted)
        return _BEFORE_CHILD.get((parent, number), "") or (_BETWEEN.get(parent, "") if number > 1 else "")

    def opens(self, tag: str, at: int, end: int) -> None:
        """Write the beginning of a MathML element as TeX."""
        brace, sign = "{" * (self.math[-1][0] in _GROUPED), self.child()
        self.math.append((tag, count(1)))
        self.page.put(at, end, sign + brace * (sign[-1:] != "/") + _MATHML.get(tag, ("", ""))[0])

    def closes(self, tag: str, at: int, end: int) -> None:
        """Write the end of a MathML element, and of those open in it."""
        while len(self.math) > 1 and self.math.pop()[0] != tag:
            pass
        self.page.put(at, end, _MATHML.get(tag, ("", ""))[1] + "}" * (self.math[-1][0] in _GROUPED))


def _script(raised: bool, inner: str, before: str, after: str) -> tuple[str, str, str]:
    """Return what a superscript or subscript begins with, its own text at most as long as `inner`, and how it ends.

    `before` and `after` are the characters around it. The `th` of an ordinal stays as it is, `(1)` is an index.
    """
    shown = inner.strip()
    space = " " if after[:1].isalnum() else ""
    if not shown or (raised and shown in ("st", "nd", "rd", "th")):
        return "", inner, ""
    if not raised:
        signs = shown.translate(_SUBSCRIPTS)
        return "_", "".join(sign if sign.isalnum() or sign in "₊₋" else "_" for sign in signs), space
    if re.fullmatch(r"\(\d{1,3}\)", shown) and before.isalpha():
        return "", shown.translate(_SUPERSCRIPTS), space
    if shown in ("T", "ᵀ", "⊤", "⊺") and not before.isdigit() and before != "e":
        return "", "ᵀ", ""
    if shown in ("∘", "°", "'", "′"):
        return "", "°" if shown in "∘°" else "'", ""
    bare = _TIGHT.fullmatch(shown) and not space
    return ("^", shown, "") if bare else ("^(", shown, ")")


def _attribute(attributes: str, name: str) -> str:
    """Return the value of an attribute; "" without one."""
    found = re.search(_ATTRIBUTE.format(name), attributes)
    return found[found.lastindex or 0] if found else ""
