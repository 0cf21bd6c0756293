"""Python text to statements, sides and trees."""

from __future__ import annotations

import ast
import re
import warnings
from collections.abc import Iterator
from typing import NamedTuple

from katatx.notation.errors import CodeError, NoPython
from katatx.notation.quoting import plain
from katatx.notation.statements import with_comments_claimed

LONGEST = 1_000  # characters of a line
RELATIONS = ("==", "=", "->", "→", "≈", "~")
_TOKEN = re.compile(r"'[^']*'|\"[^\"]*\"|==|->|→|≈|(?:\*\*|//|[-+*/%@<>!:])?=|~|[()\[\]{};,\n]")
_NAME = r"[^\W\d]\w*"
_MARKS = re.compile(r"^(?:>>>|In \[\d*\]:|[-*•>]\s|\d+[.)]\s|`|\s)+|^[^\W\d][\w ]*:\s+|[`\s;]+$|#.*", re.MULTILINE)
_PLAIN = str.maketrans(
    {"·": "@", "×": "@", "⋅": "@", "−": "-", "–": "-", "²": "**2", "³": "**3"}
    | dict(zip("₀₁₂₃₄₅₆₇₈₉", "0123456789", strict=True))
)


class Side(NamedTuple):
    """One side of a statement, and the sign before it."""

    sign: str
    text: str


def statements(text: str) -> Iterator[tuple[list[str], list[Side]]]:
    """Yield the names that each statement of a line defines, and its sides.

    Statements are parted by `;`, by a line break, and by commas if all parts claim something.
    """
    if len(text) > LONGEST:
        raise CodeError(f"the line has {len(text):,} characters; write at most {LONGEST:,} of code", LONGEST)
    plain = _MARKS.sub("", _MARKS.sub("", with_comments_claimed(text))).translate(_PLAIN)
    for _, line in _split(plain, (";", "\n")):
        parts = [_split(part, RELATIONS) for _, part in _split(line, (",",))]
        several = all(len(sides) > 1 for sides in parts)
        yield from map(_assigned, parts if several else [_split(line, RELATIONS)])


def _split(text: str, at: tuple[str, ...]) -> list[Side]:
    """Cut at these signs outside brackets and quotes; a ~ that has nothing before it is Python's "not"."""
    pieces, depth, start, sign = [], 0, 0, ""
    for match in _TOKEN.finditer(text):
        depth += (match[0] in "([{") - (match[0] in ")]}")
        is_not = match[0] == "~" and not re.search(r"[\w)\]]\s*$", text[: match.start()])
        if depth == 0 and match[0] in at and not is_not:
            pieces.append(Side(sign, text[start : match.start()].strip()))
            sign, start = match[0], match.end()
    return [piece for piece in [*pieces, Side(sign, text[start:].strip())] if piece.text]


def _assigned(sides: list[Side]) -> tuple[list[str], list[Side]]:
    first = sides[0].text
    if sides[1:] and sides[1].sign == "=" and re.fullmatch(rf"{_NAME}(\s*,\s*{_NAME})*", first):
        return [name.strip() for name in first.split(",")], sides[1:]
    if put := re.fullmatch(rf"({_NAME})\s*(\*\*|//|[-+*/%@])=(.*)", first):
        return [put[1]], [Side("", f"{put[1]} {put[2]} ({put[3]})"), *sides[1:]]
    return [], sides


def parsed(text: str) -> ast.expr:
    """Return the tree of an expression. Raise NoPython for text that is none."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # what Python says about odd spellings
            return ast.parse(re.sub(r"(?<=[^\W\d]|[)\]])\.$", "", text), mode="eval").body
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        example = "write one such as np.mean([1, 2])"
        raise NoPython(f"{plain(text, 40)} is not one Python expression; {example}") from None
