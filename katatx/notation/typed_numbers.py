"""Numbers as they were typed: the shape they stand in, what each is worth and how many places it claims."""

from __future__ import annotations

import math
from collections.abc import Callable

from katatx.notation.errors import NotationError
from katatx.notation.printing import write_expression
from katatx.notation.quoting import quote
from katatx.notation.syntax import Binary, Call, Listing, Literal, Node, Sum, Unary
from katatx.notation.tokens import number_places
from scoring.answer import TypedNumber
from scoring.shapes import Shape

_FORMS = "write a number such as 0.25, 1/4, √2 or e^2"
_LARGEST_POWER = 400
_FUNCTIONS: dict[str, Callable[[float], float]] = {
    "exp": math.exp, "ln": math.log, "log": math.log, "log2": math.log2, "log10": math.log10, "sin": math.sin,
    "cos": math.cos, "tan": math.tan, "tanh": math.tanh, "abs": abs, "sqrt": math.sqrt, "log_2": math.log2,
    "log_10": math.log10, "floor": math.floor, "ceil": math.ceil,
}  # fmt: skip


def laid_out(node: Node, column: int) -> tuple[Shape, list[Node]]:
    """Return the shape of an answer and its numbers in reading order."""
    node = _spread(node)
    if not isinstance(node, Listing):
        return (), [node]
    rows = [_alone(_spread(item)) for item in node.items]
    if not any(isinstance(row, Listing) for row in rows):
        return (len(rows),), rows
    if not all(isinstance(row, Listing) for row in rows):
        raise NotationError("numbers both inside and outside the brackets", column)
    lists = [row.items for row in rows if isinstance(row, Listing)]
    if len(lists) == 1:
        return laid_out(rows[0], column)
    if len({len(row) for row in lists}) > 1:
        lengths = " and ".join(str(len(row)) for row in lists[:4])
        raise NotationError(f"the rows have different lengths: {lengths}", column)
    if any(isinstance(item, Listing) for row in lists for item in row):
        raise NotationError("brackets three deep; write rows", column)
    return (len(lists), len(lists[0])), [item for row in lists for item in row]


def _alone(node: Node) -> Node:
    """Return the row that stands alone in brackets or on its line."""
    alone = isinstance(node, Listing) and len(node.items) == 1 and isinstance(node.items[0], Listing)
    return _spread(node.items[0]) if alone and isinstance(node, Listing) else node


def _spread(node: Node) -> Node:
    """Return a row or grid with what is done to the whole of it done to each number: `2[1, 2]`, `[1, 2]ᵀ`."""
    if isinstance(node, Unary):
        inside = _spread(node.operand)
        if not isinstance(inside, Listing):
            return node
        if node.sign == "ᵀ":
            return _turned(inside)
        return inside._replace(items=tuple(_spread(node._replace(operand=item)) for item in inside.items))
    if isinstance(node, Binary):
        left, right = _spread(node.left), _spread(node.right)
        if isinstance(left, Listing) and not isinstance(right, Listing):
            return left._replace(items=tuple(_spread(node._replace(left=item, right=right)) for item in left.items))
        if isinstance(right, Listing) and not isinstance(left, Listing):
            return right._replace(items=tuple(_spread(node._replace(left=left, right=item)) for item in right.items))
    return node


def _turned(node: Listing) -> Node:
    rows = [item.items for item in node.items if isinstance(item, Listing)]
    if len(rows) != len(node.items):
        return Listing(tuple(Listing((item,), node.column) for item in node.items), node.column)
    return Listing(tuple(Listing(column, node.column) for column in zip(*rows, strict=False)), node.column)


def typed_number(node: Node) -> TypedNumber:
    """Return one number with the places it claims.

    Raises NotationError for what is no number.
    """
    try:
        value = worked(node)
    except (ArithmeticError, ValueError):
        value = math.nan
    infinite = value in (math.inf, -math.inf) and _is_infinity(node)
    if not (math.isfinite(value) or infinite):
        raise NotationError(f"{quote(write_expression(node))} is too large, or divides by zero", node.column)
    return TypedNumber(write_expression(node).replace(" ", ""), value, None if infinite else written_places(node))


def is_written(node: Node) -> bool:
    """Return whether a node is a number as it stands, or one that a calculator shows so: 1/2, √2, e^4, 2·10^-3."""
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
    return isinstance(node, Literal) or (isinstance(node, Unary) and _is_infinity(node.operand))


def written_places(node: Node) -> int | None:
    """Return how many decimals a written number claims; None for what is worked out, such as 1/2, and so exact."""
    match node:
        case Literal(text=text):
            if text in ("e", "π", "pi", "inf", "∞"):
                return None
            return number_places(text[:-1]) + 2 if text.endswith("%") else number_places(text)
        case Unary(sign="-", operand=operand):
            return written_places(operand)
        case Binary(
            sign="·" | "*" | "⊙", left=left, right=Binary(sign="^" | "**", left=Literal(value=10.0), right=power)
        ):
            places, exponent = written_places(left), worked(power)
            whole = abs(exponent) <= _LARGEST_POWER and exponent == int(exponent)
            return places - int(exponent) if places is not None and whole else None
        case Binary(sign="^" | "**", left=Literal(text="10"), right=power):
            return None
    return None


def worked(node: Node) -> float:
    """Return the value of plain arithmetic on numbers.

    Raises NotationError for names and operations, which an answer does not hold, and ArithmeticError or
    ValueError for what has no value.
    """
    match node:
        case Literal():
            return node.value
        case Unary(sign="-"):
            return -worked(node.operand)
        case Unary(sign="√"):
            return math.sqrt(worked(node.operand))
        case Unary(sign="|"):
            return abs(worked(node.operand))
        case Sum():
            return math.fsum(worked(term) if sign == "+" else -worked(term) for sign, term in node.terms)
        case Binary():
            return _two(node.sign, worked(node.left), worked(node.right))
        case Call() if node.name.lower() in _FUNCTIONS and len(node.arguments) == 1:
            return float(_FUNCTIONS[node.name.lower()](worked(node.arguments[0])))
    raise NotationError(f"{quote(write_expression(node))} is not a number; {_FORMS}", node.column)


def _two(sign: str, left: float, right: float) -> float:
    if sign == "/":
        return left / right
    if sign in ("^", "**"):
        if abs(right) > _LARGEST_POWER and left != 1:
            return math.pow(left, right)
        return math.exp(right) if left == math.e else math.pow(left, right)
    return left * right
