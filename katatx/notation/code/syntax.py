"""Python text to statements, sides and trees; every node of a tree is checked against a list of what is allowed."""

from __future__ import annotations

import ast
import re
import warnings
from collections.abc import Iterator
from typing import NamedTuple

from katatx.notation.code.table import KEYWORDS
from katatx.notation.errors import CodeError, NoPython
from katatx.notation.statements import with_comments_claimed

LONGEST, DEEPEST = 1_000, 40  # characters of a line, nodes above one another
RELATIONS = ("==", "=", "->", "→", "≈", "~")
_TOKEN = re.compile(r"'[^']*'|\"[^\"]*\"|==|->|→|≈|(?:\*\*|//|[-+*/%@<>!:])?=|~|[()\[\]{};,\n]")
_NAME = r"[^\W\d]\w*"
_MARKS = re.compile(r"^(?:>>>|In \[\d*\]:|[-*•>]\s|\d+[.)]\s|`|\s)+|^[^\W\d][\w ]*:\s+|[`\s;]+$|#.*", re.MULTILINE)
_PLAIN = str.maketrans(
    {"·": "@", "×": "@", "⋅": "@", "−": "-", "–": "-", **dict(zip("₀₁₂₃₄₅₆₇₈₉", "0123456789", strict=True))}
)
_OPERATORS = (
    ast.Add, ast.Sub, ast.Mult, ast.Div, ast.FloorDiv, ast.Mod, ast.Pow, ast.MatMult, ast.BitAnd, ast.BitOr, ast.Lt,
    ast.LtE, ast.Gt, ast.GtE, ast.Eq, ast.NotEq, ast.USub, ast.UAdd, ast.Invert,
)  # fmt: skip
ALLOWED = (
    *_OPERATORS, ast.Constant, ast.Name, ast.List, ast.Tuple, ast.UnaryOp, ast.BinOp, ast.Compare, ast.Subscript,
    ast.Slice, ast.Attribute, ast.Call, ast.keyword, ast.Load,
)  # fmt: skip
_INSTEAD: dict[type, str] = {
    ast.BitXor: "** for a power", ast.IfExp: "np.where(condition, a, b)", ast.BoolOp: "& or | between brackets",
    ast.ListComp: "the list itself, or np.arange", ast.GeneratorExp: "the list itself, or np.arange",
}  # fmt: skip


class Side(NamedTuple):
    """One side of a statement, and the sign before it."""

    sign: str
    text: str


class Statement(NamedTuple):
    """The names that a statement defines, and its sides."""

    names: list[str]
    sides: list[Side]


def statements(text: str) -> Iterator[Statement]:
    """Yield the statements of a line: parted by `;`, by a line break, and by commas if all parts claim something."""
    if len(text) > LONGEST:
        raise CodeError(f"the line has {len(text):,} characters; write at most {LONGEST:,} of code", LONGEST)
    plain = _MARKS.sub("", with_comments_claimed(text)).translate(_PLAIN)
    plain = _MARKS.sub("", plain).replace("²", "**2").replace("³", "**3")
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


def _assigned(sides: list[Side]) -> Statement:
    first = sides[0].text
    if sides[1:] and sides[1].sign == "=" and re.fullmatch(rf"{_NAME}(\s*,\s*{_NAME})*", first):
        return Statement([name.strip() for name in first.split(",")], sides[1:])
    if put := re.fullmatch(rf"({_NAME})\s*(\*\*|//|[-+*/%@])=(.*)", first):
        return Statement([put[1]], [Side("", f"{put[1]} {put[2]} ({put[3]})"), *sides[1:]])
    return Statement([], sides)


def parsed(text: str) -> ast.expr:
    """Return the tree of an expression in which every node may be worked. Raises CodeError, NoPython for no Python."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # what Python says about odd spellings
            tree = ast.parse(re.sub(r"(?<=[^\W\d]|[)\]])\.$", "", text), mode="eval").body
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        example = "write one such as np.mean([1, 2])"
        raise NoPython(f"{shown(text)} is not one Python expression; {example}") from None
    _check(tree)
    return tree


def _check(tree: ast.AST) -> None:
    """Raise CodeError at a node that may not be worked; text is only for calls (einsum, reduction)."""
    left = [(tree, 0, False)]
    while left:
        node, depth, quoted = left.pop()
        _check_node(node, depth, quoted)
        inside = isinstance(node, (ast.Call, ast.keyword))
        left += [(child, depth + 1, inside) for child in ast.iter_child_nodes(node)]


def _check_node(node: ast.AST, depth: int, quoted: bool) -> None:
    name, kind = str(getattr(node, "attr", getattr(node, "id", ""))), type(node).__name__
    if depth > DEEPEST:
        raise CodeError("brackets or signs are too deep; write the steps one after another, with ;")
    if not isinstance(node, ALLOWED):
        raise CodeError(f"{kind} is not worked here; write {_INSTEAD.get(type(node), 'numbers, arrays and calls')}")
    if name.startswith("_"):
        raise CodeError(f"{name} is not worked here; write a name without _ in front")
    if isinstance(node, ast.keyword) and node.arg not in KEYWORDS:
        raise CodeError(f"{node.arg or '**'}= is not known here; leave it out")
    unfit = (bytes, complex) if quoted else (bytes, complex, str)
    if isinstance(node, ast.Constant) and isinstance(node.value, unfit):
        raise CodeError(f"{shown(ast.unparse(node))} is not a number; write a number")


def shown(text: str) -> str:
    """Return a text cut for a message."""
    return text if len(text) <= 40 else text[:37] + "…"
