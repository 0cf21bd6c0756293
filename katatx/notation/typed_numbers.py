"""Typed numbers: their layout, their values, and the decimals they claim."""

from __future__ import annotations

import math
import operator
from collections.abc import Callable

from katatx.notation.errors import NotationError
from katatx.notation.lexer import number_places
from katatx.notation.parser import CONSTANTS
from katatx.notation.printing import write_expression
from katatx.notation.quoting import quote
from katatx.notation.syntax import Binary, Call, Listing, Literal, Node, Sum, Unary
from katatx.notation.walking import parts_of, with_parts
from scoring.answer import Form, TypedNumber
from scoring.shapes import Shape

# Signs and functions that an answer may be left in.
_OPERATIONS: dict[str, Callable[..., float]] = {
    "-": operator.neg, "√": math.sqrt, "|": abs, "·": operator.mul, "*": operator.mul, "⊙": operator.mul,
    "/": operator.truediv, "^": math.pow, "exp": math.exp, "ln": math.log, "log": math.log, "log2": math.log2,
    "log10": math.log10, "log_2": math.log2, "log_10": math.log10, "sin": math.sin, "cos": math.cos, "tan": math.tan,
    "tanh": math.tanh, "abs": abs, "sqrt": math.sqrt, "floor": math.floor, "ceil": math.ceil,
    **dict.fromkeys(("sigmoid", "σ"), lambda value: 1 / (1 + math.exp(-value))),
}  # fmt: skip


def shape_and_numbers(node: Node, column: int) -> tuple[Shape, list[Node]]:
    """Return the shape of an answer, and the nodes of its numbers in row-major order.

    A sign on a row or grid, and a product, quotient or power of it and a number, is applied to each number; `ᵀ`
    transposes it. A grid of one row counts as a row. Raise NotationError at `column` (from 1) if the lists are nested
    unevenly or too deeply. The nodes are not checked: use `typed_number`.
    """
    node = _distributed(node)
    if not isinstance(node, Listing):
        return (), [node]
    rows = [_distributed(item) for item in node.items]
    lists = [row.items for row in rows if isinstance(row, Listing)]
    if not lists:
        return (len(rows),), rows
    if len(lists) < len(rows):
        every = "put every row in brackets, as in [1, 2], [3, 4]"
        raise NotationError(f"some numbers are in inner brackets and some are not; {every}", column)
    uneven = next((at for at, row in enumerate(lists) if len(row) != len(lists[0])), 0)
    if uneven:
        sizes = f"{len(lists[0])} and {len(lists[uneven])} numbers (rows 1 and {uneven + 1})"
        raise NotationError(f"the rows have {sizes}; write as many in every row", column)
    if any(isinstance(item, Listing) for row in lists for item in row):
        raise NotationError("brackets stand three levels deep; use at most two levels, as in [[1, 2], [3, 4]]", column)
    return (len(lists), len(lists[0])), [item for row in lists for item in row]


def _distributed(node: Node) -> Node:
    """Return a row or grid with an operation on the whole applied to each number: `2[1, 2]`, `[1, 2]ᵀ`."""
    if isinstance(node, Listing) and len(node.items) == 1 and isinstance(node.items[0], Listing):
        return _distributed(node.items[0])
    if not isinstance(node, (Unary, Binary)):
        return node
    parts = [_distributed(part) for part in parts_of(node)]
    lists = [part for part in parts if isinstance(part, Listing)]
    if len(lists) != 1:
        return node
    if isinstance(node, Unary) and node.sign == "ᵀ":
        return _transposed(lists[0])
    of_each = ([item if part is lists[0] else part for part in parts] for item in lists[0].items)
    return lists[0]._replace(items=tuple(_distributed(with_parts(node, each)) for each in of_each))


def _transposed(node: Listing) -> Node:
    rows = [item.items for item in node.items if isinstance(item, Listing)]
    if len(rows) < len(node.items):
        return Listing(tuple(Listing((item,), node.column) for item in node.items), node.column)
    if len(set(map(len, rows))) > 1:
        raise NotationError("the rows have different lengths; write as many numbers in every row", node.column)
    return Listing(tuple(Listing(column, node.column) for column in zip(*rows, strict=True)), node.column)


def typed_number(node: Node) -> TypedNumber:
    """Return a number with its value and the decimals it claims: None if it is exact, as 1/2 or π, or a calculation.

    Infinity is accepted only as written, ∞ or -inf. Raise NotationError for any other expression without a finite
    value.
    """
    text, number = write_expression(node), node
    while isinstance(number, Unary) and number.sign == "-":
        number = number.operand
    try:
        value = arithmetic_value(node)
    except (ArithmeticError, ValueError):
        value = math.nan
    if not (math.isfinite(value) or (math.isinf(value) and isinstance(number, Literal))):
        raise NotationError(f"{quote(text)} has no value, or one too large to work with; write a number", node.column)
    in_digits = isinstance(number, Literal) and number.text not in CONSTANTS
    places = number_places(write_expression(number)) if in_digits else None
    return TypedNumber(text.replace(" ", ""), value, places, forms=_forms(number))


def _forms(node: Node) -> frozenset[Form]:
    """Return the forms in which a number is left unevaluated (fraction, power, calculation)."""
    match node:
        case Literal(text=text):
            return frozenset({Form.POWER} if text == "e" else ())
        case Unary(sign="-", operand=operand):
            return _forms(operand)
        case Unary(sign="√") | Binary(sign="/" | "^"):
            own = Form.FRACTION if node.sign == "/" else Form.POWER
            return frozenset({own}).union(*map(_forms, parts_of(node)))
    return frozenset({Form.CALCULATION})


def is_written(node: Node) -> bool:
    """Return whether a node is a number as written or as a calculator shows it: 1/2, √2, e^4, 2·10^-3."""
    match node:
        case Unary(sign="-" | "√", operand=operand) | Binary(sign="^", left=Literal(text="e"), right=operand):
            return is_written(operand)
        case Binary(sign="/", left=Literal(text=over), right=Literal(text=under)):
            return over.isdigit() and under.isdigit()
    return isinstance(node, Literal)


def arithmetic_value(node: Node) -> float:
    """Return the value of plain arithmetic on numbers.

    Raise NotationError for names, and for operations that answers must not contain. Raise ArithmeticError or ValueError
    if there is no value.
    """
    if isinstance(node, Literal):
        return node.value
    if isinstance(node, Sum):
        return math.fsum(arithmetic_value(term) * (1 if sign == "+" else -1) for sign, term in node.terms)
    name = node.name if isinstance(node, Call) else getattr(node, "sign", "")
    parts = parts_of(node)
    if name.lower() not in _OPERATIONS or len(parts) != 1 + isinstance(node, Binary):
        wanted = "write a number such as 0.25, -3 or 1.5e-3"
        shown = name if isinstance(node, Call) else write_expression(node)
        raise NotationError(f"{quote(shown)} is not a number; {wanted}", node.column)
    return float(_OPERATIONS[name.lower()](*map(arithmetic_value, parts)))
