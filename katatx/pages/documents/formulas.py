r"""Find TeX formulas: `$…$`, `$$…$$`, `\(…\)`, `\[…\]`, `\begin{align}…`; of reST `.. math::`, :math:`…`."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import takewhile

from katatx.pages.documents.overlay import GONE, Formula, Overlay, Region
from katatx.pages.page import Kind, Line

# Longer text is no formula.
_LONGEST = 10_000
_ENVIRONMENTS = (
    "align|aligned|alignat|alignedat|equation|gather|gathered|multline|split|eqnarray|displaymath|math|cases|"
    "[bpvVB]?matrix|smallmatrix|array"
)
OPENS = re.compile(
    rf"\$[$`]?|\\\\?[(\[]|\\begin\{{(?P<environment>(?:{_ENVIRONMENTS})\*?)\}}|:math:`"
    r"|^[ \t]*\.\. math::(?P<above>[ \t]*\n?(?:[ \t]+:[^\n]*\n|[ \t]*\n)*)(?=[ \t]*\S)",
    re.MULTILINE,
)
_CLOSING = {"$$": "$$", "$`": "`$", "$": "$", ":math:`": "`"}
_TEX = re.compile(r"\\[a-zA-Z]|[\^_=≈{]")
_BLANK_LINE = re.compile(r"\n[ \t]*[\n\x01]")
_COMMENT = re.compile(r"(?<!\\)((?:\\\\)*)(%[^\n]*)")


def read_plain(text: str, kind: Kind = Kind.TEXT) -> Iterator[Line]:
    """Yield the lines of a text without markup; formulas are found in TEXT only."""
    page = Overlay(text)
    page.regions.append(Region(0, len(text), kind))
    if kind is Kind.TEXT:
        mark_formulas(page)
    return page.lines()


def mark_formulas(page: Overlay, start: int = 0, stop: int | None = None) -> None:
    """Add the formulas in a part of a text to those of the page, of which the last may stand there."""
    characters, at = page.characters[start:stop], 0
    for known in takewhile(lambda formula: formula.at >= start, reversed(page.formulas)):
        characters[known.at - start : known.end - start] = GONE * (known.end - known.at)
    text = "".join(characters)
    while (found := OPENS.search(text, at)) is not None:
        formula = formula_at(text, found)
        page.formulas += [formula.moved(start)] if formula else []
        at = formula.end if formula else found.end()


def without_tex_comments(text: str) -> str:
    """Return a text of the same length with TeX comments replaced by spaces."""
    return _COMMENT.sub(lambda found: found[1] + " " * len(found[2]), text)


def formula_at(text: str, opened: re.Match[str], escapes: bool = False) -> Formula | None:
    r"""Return the formula that OPENS has found; None if there is none, as in a sum of money.

    With `escapes`, `\[1, 2\]` without TeX inside are escaped brackets of Markdown. One between single dollars has no
    space at its ends, and at most two line ends. Environments may have blank lines.
    """
    at, start, sign = opened.start(), opened.end(), opened[0]
    if opened["above"] is not None:
        return _directive(text, at, start)
    if opened["environment"]:
        closing = f"\\end{{{opened['environment']}}}"
        stop = text.find(closing, start, start + _LONGEST)
        end = stop + len(closing)
        return Formula(at, at, end, end) if stop >= 0 else None
    closing = _CLOSING.get(sign) or sign[:-1] + {"(": ")", "[": "]"}[sign[-1]]
    stop = text.find(closing, start, start + _LONGEST)
    while stop > 0 and closing[0] == "$" and text[stop - 1] == "\\":
        stop = text.find(closing, stop + 1, start + _LONGEST)
    inside = text[start:stop]
    if stop < 0 or not inside.strip() or _BLANK_LINE.search(inside):
        return None
    if sign == "$":
        before, after = text[at - 1 : at], text[stop + 1 : stop + 2]
        is_sum = after.isdigit() and "\\" not in inside
        follows = before.isalnum() and inside[0] not in "^_\\"
        if is_sum or follows or inside != inside.strip() or inside.count("\n") > 2:
            return None
    if escapes and sign[-1] in "([" and not _TEX.search(inside):
        return None
    return Formula(at, start, stop, stop + len(closing))


def _directive(text: str, at: int, start: int) -> Formula | None:
    """Return the formula of `.. math::` up to a blank line; it begins on the same line or is indented below."""
    blank = _BLANK_LINE.search(text, start)
    stop = blank.start() if blank else len(text)
    indented = text[start] in " \t" or "\n" not in text[at:start]
    return Formula(at, start, stop, stop) if indented and stop - at <= _LONGEST else None
