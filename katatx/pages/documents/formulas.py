r"""Find TeX formulas in text: `$…$`, `$$…$$`, `\(…\)`, `\[…\]`, `\begin{align}…`.

Also found are :math:`…` and `.. math::` of reStructuredText. **Pencil notation** is what people write by hand:
`6/2 · 3` for `\frac{6}{2} \cdot 3`. Offsets count the characters of a text from 0.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from katatx.pages.documents.pieces import Pieces
from katatx.pages.documents.plain_text import lines_as_they_are, with_line_feeds
from katatx.pages.documents.tex import write_formula
from katatx.pages.page import Kind, Line

# Longer text is no formula.
_LONGEST = 10_000
_LONGEST_INLINE = 2_000
_BEGINS = re.compile(
    r"\\begin\{((?:align|aligned|alignat|alignedat|equation|gather|gathered|multline|split|eqnarray|displaymath|math|cases|"
    r"[bpvVB]?matrix|smallmatrix|array)\*?)\}"
)
_DISPLAY = re.compile(r"\$\$|\\\[|\\begin\{([a-zA-Z]{1,20}\*?)\}")
_MOST_ROWS = 200
_ROLE = ":math:`"
_DIRECTIVE = re.compile(r"[ \t]*\.\. math::[ \t]*\n?(?:[ \t]+:[^\n]*\n|[ \t]*\n)*(?=[ \t]*\S)")
# What may open a formula.
OPENS = re.compile(r"\$|\\[(\[]|\\\\[(\[]|\\begin\{|:math:`|^[ \t]*\.\. math::", re.MULTILINE)
_TEX = re.compile(r"\\[a-zA-Z]|[\^_=≈{]")
_BLANK_LINE = re.compile(r"\n[ \t]*\n")


class Formula(NamedTuple):
    r"""The offsets of a formula's contents (`start` to `stop`), and of the end after its closing sign.

    The contents of `\begin{...}` include its own commands.
    """

    start: int
    stop: int
    end: int


def formula_at(text: str, at: int, escapes: bool = False) -> Formula | None:
    r"""Return the formula that opens at the offset `at`, as found by `OPENS`; None if there is none.

    With `escapes`, `\[1, 2\]` without TeX inside are escaped brackets of Markdown, not a formula.
    """
    if text[at] == "$":
        return _dollars(text, at)
    if text[at] != "\\":
        return _marked(text, at)
    begins = _BEGINS.match(text, at)
    if begins:
        closing = f"\\end{{{begins[1]}}}"
        stop = _closing_at(text, closing, begins.end(), _LONGEST)
        return None if stop is None else Formula(at, stop + len(closing), stop + len(closing))
    opening = 3 if text.startswith("\\\\", at) else 2
    bracket = text[at + opening - 1 : at + opening]
    if bracket not in ("(", "["):
        return None
    closing = text[at : at + opening - 1] + (")" if bracket == "(" else "]")
    stop = _closing_at(text, closing, at + opening, _LONGEST if bracket == "[" else _LONGEST_INLINE)
    if stop is None or (escapes and not _TEX.search(text, at + opening, stop)):
        return None
    return Formula(at + opening, stop, stop + len(closing))


def _marked(text: str, at: int) -> Formula | None:
    """Return the formula of a role or a directive at the offset `at`; None if there is none.

    A role is :math:`…`. A directive, `.. math::`, extends up to a blank line; its formula
    begins on the same line or is indented below.
    """
    if text.startswith(_ROLE, at):
        stop = _closing_at(text, "`", at + len(_ROLE), _LONGEST_INLINE)
        return None if stop is None else Formula(at + len(_ROLE), stop, stop + 1)
    directive = _DIRECTIVE.match(text, at, at + _LONGEST)
    if directive is None:
        return None
    blank = _BLANK_LINE.search(text, directive.end())
    stop = blank.start() if blank else len(text)
    indented = text[directive.end()] in " \t" or "\n" not in directive[0]
    return Formula(directive.end(), stop, stop) if indented and stop - at <= _LONGEST else None


def display_rows(rows: Sequence[str]) -> Iterator[tuple[int, int]]:
    """Yield the ranges of rows, as (first, index after the last), of formulas over several rows.

    Such a formula begins at the start of a row and ends some rows below, in the same paragraph. Rows in code fences
    begin none.
    """
    number, fence = 0, ""
    unclosed: dict[str, int] = {}  # the row from which each closing sign is known to be missing
    while number < len(rows):
        row = rows[number].lstrip(" \t>")
        mark = row[:3]
        if mark in ("```", "~~~"):
            fence = "" if mark == fence else fence or mark
        found = None if fence else _DISPLAY.match(row)
        number += 1
        if found is None:
            continue
        opening = found[0]
        closing = "$$" if opening == "$$" else "\\]" if opening == "\\[" else f"\\end{{{found[1]}}}"
        if closing in row[found.end() :] or unclosed.get(closing, 0) > number:
            continue
        end = _closing_row(rows, number, closing)
        if rows[end - 1].find(closing) >= 0:
            yield number - 1, end
            number = end
        else:
            unclosed[closing] = end


def _closing_row(rows: Sequence[str], number: int, closing: str) -> int:
    """Return the index after the first row, from `number` on, that contains `closing`.

    If none does, it is the index after the paragraph, or after 200 rows.
    """
    end = number
    while end < len(rows) and end - number < _MOST_ROWS and rows[end].strip(" \t>"):
        end += 1
        if closing in rows[end - 1]:
            break
    return end


def _dollars(text: str, at: int) -> Formula | None:
    """Return the formula that the dollar sign at the offset `at` opens; None for none, as in a sum of money.

    One between single signs has no white space at its ends, and at most two line ends.
    """
    if text.startswith("$$", at):
        stop = _closing_at(text, "$$", at + 2, _LONGEST)
        return Formula(at + 2, stop, stop + 2) if stop is not None and text[at + 2 : stop].strip() else None
    if text.startswith("$`", at):
        stop = _closing_at(text, "`$", at + 2, _LONGEST_INLINE)
        if stop is not None:
            return Formula(at + 2, stop, stop + 2)
    stop = _closing_at(text, "$", at + 1, _LONGEST_INLINE)
    if stop is None or text[at + 1].isspace() or text[stop - 1].isspace() or stop == at + 1:
        return None
    before, after = text[at - 1 : at], text[stop + 1 : stop + 2]
    if before.isalnum() and text[at + 1] not in "^_\\":
        return None
    is_sum = after.isdigit() and text.find("\\", at, stop) < 0  # a sum of money
    return None if is_sum or text.count("\n", at, stop) > 2 else Formula(at + 1, stop, stop + 1)


def _closing_at(text: str, closing: str, start: int, longest: int) -> int | None:
    """Return the offset of the sign `closing` from `start` on, in the same paragraph; None if there is none.

    At most `longest` characters are searched; escaped dollar signs are passed over.
    """
    stop = text.find(closing, start, start + longest)
    while stop > 0 and closing[0] == "$" and text[stop - 1] == "\\":
        stop = text.find(closing, stop + 1, start + longest)
    return None if stop < 0 or _BLANK_LINE.search(text, start, stop) else stop


def add_formula(text: str, formula: Formula, at: int, base: int, out: Pieces) -> None:
    """Append a formula to `out` in pencil notation, such as `6/2 · 3`.

    It opens at the offset `at` of `text`, and `formula` has the offsets of its contents. `base` is the offset of the
    text in its file. Spaces are added where it would touch a word.
    """
    inside = write_formula(text, formula.start, formula.stop, base)
    if text.startswith("$$", at) or text.startswith("\\[", at):
        inside = inside.stripped()
    if text[at - 1 : at].isalnum() and inside.text[:1].isalnum():
        out.put(" ", base + at)
    out.add(inside)
    if inside.last.isalnum() and text[formula.end : formula.end + 1].isalnum():
        out.put(" ", base + formula.end - 1)


def read_plain(text: str) -> Iterator[Line]:
    """Yield the lines of a plain text, with formulas in pencil notation, such as `6/2 · 3`."""
    text = with_line_feeds(text)
    done = at = 0
    while (found := OPENS.search(text, at)) is not None:
        formula = formula_at(text, found.start())
        if formula is None:
            at = found.end()
            continue
        start = max(text.rfind("\n", done, found.start()) + 1, done)
        yield from lines_as_they_are(text, done, start, Kind.TEXT)
        pieces, done = _with_formulas(text, start, found.start(), formula)
        at = done
        yield from pieces.lines(Kind.TEXT, max(done - 1, 0))
    yield from lines_as_they_are(text, done, len(text), Kind.TEXT)


def _with_formulas(text: str, start: int, at: int, formula: Formula | None) -> tuple[Pieces, int]:
    """Return the lines that a formula touches, with all formulas in pencil notation, and the offset of the next line.

    The first of them begins at `start`, the formula at `at`.
    """
    pieces = Pieces()
    while True:
        if formula is not None:
            pieces.copy(text[start:at], start)
            add_formula(text, formula, at, 0, pieces)
            start = at = formula.end
        end = text.find("\n", at)
        end = len(text) if end < 0 else end
        found = OPENS.search(text, at, end)
        if found is None:
            pieces.copy(text[start:end], start)
            return pieces, min(end + 1, len(text))
        formula = formula_at(text, found.start())
        at = found.start() if formula is not None else found.end()
