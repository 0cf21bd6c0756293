"""Typed numbers: their layout, their values, and the decimals they claim."""

from __future__ import annotations

import math
from collections.abc import Callable

from katatx.notation.errors import NotationError
from katatx.notation.lexer import bounded_places, number_places
from katatx.notation.printing import write_expression
from katatx.notation.quoting import quote
from katatx.notation.syntax import Binary, Call, Listing, Literal, Node, Sum, Unary
from scoring.answer import Form, TypedNumber
from scoring.shapes import Shape

_FORMS = "write a number such as 0.25, -3 or 1.5e-3"
_LARGEST_POWER = 400


def _sigmoid(value: float) -> float:
    return 1 / (1 + math.exp(-value))


_FUNCTIONS: dict[str, Callable[[float], float]] = {
    "exp": math.exp, "ln": math.log, "log": math.log, "log2": math.log2, "log10": math.log10, "sin": math.sin,
    "cos": math.cos, "tan": math.tan, "tanh": math.tanh, "abs": abs, "sqrt": math.sqrt, "log_2": math.log2,
    "log_10": math.log10, "sigmoid": _sigmoid, "σ": _sigmoid,
     "floor": math.floor, "ceil": math.ceil,
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
    rows = [_unwrapped_row(_distributed(item)) for item in node.items]
    if not any(isinstance(row, Listing) for row in rows):
        return (len(rows),), rows
    if not all(isinstance(row, Listing) for row in rows):
        raise NotationError(
            "some numbers are in inner brackets and some are not; put every row in brackets, as in [1, 2], [3, 4]",
            column,
        )
    lists = [row.items for row in rows if isinstance(row, Listing)]
    if len(lists) == 1:
        return shape_and_numbers(rows[0], column)
    uneven = next((at for at, row in enumerate(lists) if len(row) != len(lists[0])), 0)
    if uneven:
        first, other = len(lists[0]), len(lists[uneven])
        raise NotationError(
            f"the rows have {first} and {other} numbers (rows 1 and {uneven + 1}); write as many in every row",
            column,
        )
    if any(isinstance(item, Listing) for row in lists for item in row):
        raise NotationError("brackets stand three levels deep; use at most two levels, as in [[1, 2], [3, 4]]", column)
    return (len(lists), len(lists[0])), [item for row in lists for item in row]


def _unwrapped_row(node: Node) -> Node:
    """Return the row inside brackets that contain nothing else; any other node as it is."""
    alone = isinstance(node, Listing) and len(node.items) == 1 and isinstance(node.items[0], Listing)
    return _distributed(node.items[0]) if alone and isinstance(node, Listing) else node


def _distributed(node: Node) -> Node:
    """Return a row or grid with an operation on the whole applied to each number: `2[1, 2]`, `[1, 2]ᵀ`.

    The operation is a sign, a transpose, or a product, quotient or power with a number. Any other node is returned as
    it is, such as a sum, or an operation on two rows or grids.
    """
    if isinstance(node, Unary):
        inside = _distributed(node.operand)
        if not isinstance(inside, Listing):
            return node
        if node.sign == "ᵀ":
            return _transposed(inside)
        return inside._replace(items=tuple(_distributed(node._replace(operand=item)) for item in inside.items))
    if isinstance(node, Binary):
        left, right = _distributed(node.left), _distributed(node.right)
        if isinstance(left, Listing) and not isinstance(right, Listing):
            return left._replace(
                items=tuple(_distributed(node._replace(left=item, right=right)) for item in left.items)
            )
        if isinstance(right, Listing) and not isinstance(left, Listing):
            return right._replace(
                items=tuple(_distributed(node._replace(left=left, right=item)) for item in right.items)
            )
    return node


def _transposed(node: Listing) -> Node:
    """Return the transpose of a row or grid of nodes; a row becomes a column.

    Raise NotationError for rows of different lengths.
    """
    rows = [item.items for item in node.items if isinstance(item, Listing)]
    if len(rows) != len(node.items):
        return Listing(tuple(Listing((item,), node.column) for item in node.items), node.column)
    if len(set(map(len, rows))) > 1:
        raise NotationError("the rows have different lengths; write as many numbers in every row", node.column)
    return Listing(tuple(Listing(column, node.column) for column in zip(*rows, strict=True)), node.column)


def typed_number(node: Node) -> TypedNumber:
    """Return a number with its value and the decimals it claims.

    Infinity is accepted only as written, ∞ or -inf. Raise NotationError for any other expression without a finite
    value.
    """
    try:
        value = arithmetic_value(node)
    except (ArithmeticError, ValueError):
        value = math.nan
    infinite = value in (math.inf, -math.inf) and _is_infinity(node)
    if not (math.isfinite(value) or infinite):
        raise NotationError(
            f"{quote(write_expression(node))} has no value, or one too large to work with; write a number",
            node.column,
        )
    places = None if infinite else written_places(node)
    return TypedNumber(write_expression(node).replace(" ", ""), value, places, forms=_forms(node))


def _forms(node: Node) -> frozenset[Form]:
    """Return the forms in which a number is left unevaluated (fraction, power, calculation).

    Empty for digits, also with a minus or as `2·10^-3`. A quotient is a fraction; `e`, a root and a power are powers;
    each also has the forms of its operands. Anything else is a calculation.
    """
    match node:
        case Literal(text="e"):
            return frozenset({Form.POWER})
        case Literal():
            return frozenset()
        case Unary(sign="-", operand=operand):
            return _forms(operand)
        case Unary(sign="√", operand=operand):
            return _forms(operand) | {Form.POWER}
        case Binary(sign="/", left=left, right=right):
            return _forms(left) | _forms(right) | {Form.FRACTION}
        case Binary(sign="^" | "**", left=left, right=right):
            return _forms(left) | _forms(right) | {Form.POWER}
        case Binary(
            sign="·" | "*",
            left=(Literal() | Unary(sign="-", operand=Literal())) as digits,
            right=Binary(sign="^" | "**", left=Literal(value=10.0)),
        ):
            return _forms(digits)
    return frozenset({Form.CALCULATION})


def is_written(node: Node) -> bool:
    """Return whether a node is a number as written or as a calculator shows it: 1/2, √2, e^4, 2·10^-3."""
    match node:
        case Literal():
            return True
        case Unary(sign="-" | "√", operand=operand):
            return is_written(operand)
        case Binary(sign="/", left=left, right=right):
            return isinstance(left, Literal) and isinstance(right, Literal)
        case Binary(sign="^" | "**", left=Literal(text="e"), right=right):
            return is_written(right)
        case Binary(sign="·", right=Binary(sign="^" | "**", left=Literal(text="10"))):
            return isinstance(node.left, Literal)
    return False


def _is_infinity(node: Node) -> bool:
    """Return whether a node with an infinite value is a literal, perhaps with signs, rather than a calculation."""
    return isinstance(node, Literal) or (isinstance(node, Unary) and _is_infinity(node.operand))


def written_places(node: Node) -> int | None:
    """Return the number of decimals a written number claims; None if it is exact, as 1/2 or π, or a calculation.

    It is negative for a number such as 268M. A percentage has two more than its digits. The node must have a value by
    `arithmetic_value`.
    """
    match node:
        case Literal(text=text):
            if text in ("e", "π", "pi", "inf", "∞"):
                return None
            return bounded_places(number_places(text[:-1]) + 2) if text.endswith("%") else number_places(text)
        case Unary(sign="-", operand=operand):
            return written_places(operand)
        case Binary(
            sign="·" | "*" | "⊙", left=left, right=Binary(sign="^" | "**", left=Literal(value=10.0), right=power)
        ):
            places, exponent = written_places(left), arithmetic_value(power)
            whole = abs(exponent) <= _LARGEST_POWER and exponent == int(exponent)
            return bounded_places(places - exponent) if places is not None and whole else None
    return None


def arithmetic_value(node: Node) -> float:
    """Return the value of plain arithmetic on numbers.

    Raise NotationError for names, and for operations that answers must not contain. Raise ArithmeticError or ValueError
    if there is no value.
    """
    match node:
        case Literal():
            return node.value
        case Unary(sign="-"):
            return -arithmetic_value(node.operand)
        case Unary(sign="√"):
            return math.sqrt(arithmetic_value(node.operand))
        case Unary(sign="|"):
            return abs(arithmetic_value(node.operand))
        case Sum():
            return math.fsum(
                arithmetic_value(term) if sign == "+" else -arithmetic_value(term) for sign, term in node.terms
            )
        case Binary(sign="·" | "*" | "⊙" | "/" | "^" | "**"):
            return _operate(node.sign, arithmetic_value(node.left), arithmetic_value(node.right))
        case Call() if node.name.lower() in _FUNCTIONS and len(node.arguments) == 1:
            return float(_FUNCTIONS[node.name.lower()](arithmetic_value(node.arguments[0])))
    shown = node.name if isinstance(node, Call) else write_expression(node)
    raise NotationError(f"{quote(shown)} is not a number; {_FORMS}", node.column)


def _operate(sign: str, left: float, right: float) -> float:
    """Return the result of "/", "^" or "**" on two numbers; of any other sign, their product.

    Raise ArithmeticError or ValueError if there is none.
    """
    if sign == "/":
        return left / right
    if sign in ("^", "**"):
        if abs(right) > _LARGEST_POWER and left != 1:
            return math.pow(left, right)
        return math.exp(right) if left == math.e else math.pow(left, right)
    return left * right
