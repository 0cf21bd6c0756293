"""Recognizing operations in written arithmetic: `1·2 + 3·4` is a dot product."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import isclose, nan

from katatx.engine.values import Value, rank_of
from katatx.notation.syntax import Binary, Call, Listing, Literal, Name, Node, Sum, Unary
from katatx.notation.walking import mapped, parts_of

# How far the sum of rounded portions may be from 1.
_ROUNDED = 0.015
_TIMES = ("·", "*", "⊙")


def recognized(node: Node) -> Node:
    """Return an expression with written-out arithmetic replaced by operations.

    These are dot products, outer products, means, means of squares, sigmoids, weighted sums, and operations on whole
    rows.
    """
    return mapped(node, _recognized)


def with_dot_products(node: Node, given: Mapping[str, Value]) -> Node:
    """Return an expression with products of two given rows replaced by dot products."""

    def dot(part: Node) -> Node | None:
        """Return a product of two given rows as a dot product; None for other parts."""
        if not (isinstance(part, Binary) and part.sign in ("·", "@")):
            return None
        pair = part.left, part.right
        rows = [each for each in pair if isinstance(each, Name) and rank_of(given.get(each.text)) == 1]
        return _call("dot", *pair) if len(rows) == len(pair) else None

    return mapped(node, dot)


def is_number(node: Node) -> bool:
    """Return whether a node is a single number written in digits, possibly with a minus, and no constant."""
    inner = node.operand if isinstance(node, Unary) and node.sign == "-" else node
    return isinstance(inner, Literal) and inner.text[:1] in "0123456789."


def number_of(node: Node) -> float:
    """Return the value of a literal, negated for each sign before it (of any kind); NaN for other nodes."""
    if isinstance(node, Unary):
        return -number_of(node.operand)
    return node.value if isinstance(node, Literal) else nan


def are_portions(numbers: Sequence[float]) -> bool:
    """Return whether two or more numbers are positive and add up to 1, allowing for rounding."""
    return len(numbers) > 1 and min(numbers) > 0 and abs(sum(numbers) - 1) < _ROUNDED


def is_e(node: Node) -> bool:
    """Return whether a node is Euler's number."""
    return isinstance(node, Literal) and node.text == "e"


def _recognized(node: Node) -> Node | None:
    """Return the operation that one node works out; None if it is not recognized.

    A row or grid that is not recognized is returned itself, so that its parts stay unchanged.
    """
    match node:
        case Listing():
            return _outer(node.items) or _row_operation(node.items) or node  # its parts stay unchanged
        case Sum():
            return _dot_and_more(node)
        case Binary(sign="/"):
            return _sigmoid(node) or _mean(node)
    return None


def _call(name: str, *arguments: Node) -> Node:
    """Return a call of the operation `name` as a node."""
    return Call(name, arguments, loose=False, column=1)


def _listing(items: Sequence[Node]) -> Node:
    """Return a row of nodes as a node."""
    return Listing(tuple(items), 1)


def _products(node: Node) -> list[tuple[Node, Node]] | None:
    """Return the two factors of each term of a sum whose terms are all products of two written numbers.

    A product that is no sum counts as one term. Returns None for anything else, also if a term is subtracted.
    """
    terms = node.terms if isinstance(node, Sum) else (("+", node),)
    pairs = [pair for sign, term in terms if sign == "+" and (pair := _factors(term)) is not None]
    return pairs if len(pairs) == len(terms) else None


def _factors(node: Node) -> tuple[Node, Node] | None:
    """Return the two written numbers that a product multiplies; None if it is no such product."""
    if not (isinstance(node, Binary) and node.sign in _TIMES and is_number(node.left) and is_number(node.right)):
        return None
    return node.left, node.right


def _dot_and_more(node: Sum) -> Node | None:
    """Return a sum with two or more products of written numbers as a dot product plus the other terms, all written
    numbers.

    Returns None if it is no such sum.
    """
    pairs = [pair for sign, term in node.terms if sign == "+" and (pair := _factors(term)) is not None]
    others = tuple((sign, term) for sign, term in node.terms if sign != "+" or _factors(term) is None)
    if len(pairs) < 2 or not all(is_number(term) for _, term in others):
        return None
    product = _call("dot", _listing([left for left, _ in pairs]), _listing([right for _, right in pairs]))
    return Sum((("+", product), *others), node.column) if others else product


def _sigmoid(node: Binary) -> Node | None:
    """Return `1/(1 + e^-x)` as the sigmoid of x; None for any other quotient."""
    below = node.right
    if not (_is_whole(node.left, 1) and isinstance(below, Sum) and len(below.terms) == 2):
        return None
    power = next((term for sign, term in below.terms if sign == "+" and not _is_whole(term, 1)), None)
    if power is None or not any(sign == "+" and _is_whole(term, 1) for sign, term in below.terms):
        return None
    if isinstance(power, Call) and power.name == "exp" and len(power.arguments) == 1:
        exponent = power.arguments[0]
    elif isinstance(power, Binary) and power.sign in ("^", "**") and is_e(power.left):
        exponent = power.right
    else:
        return None
    if isinstance(exponent, Unary) and exponent.sign == "-":
        return _call("sigmoid", exponent.operand)
    return None


def _is_whole(node: Node, number: int) -> bool:
    """Return whether a node is a literal with the value `number`."""
    return isinstance(node, Literal) and node.value == number


def _mean(node: Binary) -> Node | None:
    """Return a sum of written numbers, or of their squares, divided by its number of terms as a mean or mean square.

    Returns None for any other quotient.
    """
    above, below = node.left, node.right
    if not (isinstance(above, Sum) and isinstance(below, Literal) and isclose(below.value, len(above.terms))):
        return None
    terms = [Unary("-", term, 1) if sign == "-" else term for sign, term in above.terms]
    if all(map(is_number, terms)):
        return _call("mean", _listing(terms))
    if all(isinstance(term, Binary) and term.sign == "^" and _is_whole(term.right, 2) for term in terms):
        bases = [term.left for term in terms if isinstance(term, Binary)]
        return _call("mean_square", _listing(bases)) if all(map(is_number, bases)) else None
    return None


def _row_operation(items: Sequence[Node]) -> Node | None:
    """Return a row whose items are all worked alike as one operation on rows; None for any other row."""
    if len(items) < 2 or any(map(is_number, items)):
        return None
    products = [_products(item) for item in items]
    if all(each is not None and len(each) > 1 for each in products):
        return _weighted([each for each in products if each is not None])
    return _vectorized(items)


def _outer(rows: Sequence[Node]) -> Node | None:
    """Return `[[a·c, a·d], [b·c, b·d]]` as the outer product of [a, b] and [c, d]; None for any other grid."""
    grid = [[_factors(item) for item in row.items] for row in rows if isinstance(row, Listing)]
    if len(grid) < max(len(rows), 2) or len(set(map(len, grid))) > 1:
        return None
    factors = [[pair for pair in row if pair is not None] for row in grid]
    if [*map(len, factors)] != [*map(len, grid)]:
        return None
    left = [_vectorized([first for first, _ in row]) for row in factors]
    right = [_vectorized([row[at][1] for row in factors]) for at in range(len(factors[0]))]
    ends = [each for each in (*left, *right) if each is not None and is_number(each)]
    if len(ends) < len(left) + len(right):
        return None
    return _call("outer", _listing(ends[: len(left)]), _listing(ends[len(left) :]))


def _vectorized(items: Sequence[Node]) -> Node | None:
    """Return expressions of one form as one expression on rows: `[(1 - 4)/3, (7 - 4)/3]` is `([1, 7] - 4)/3`.

    Numbers that differ become a row; a number that is the same in all stays. None if the forms differ, or if they have
    names or rows in them.
    """
    first = items[0]
    if all(map(is_number, items)):
        return first if len(set(map(_text, items))) == 1 else _listing(items)
    if any(type(item) is not type(first) for item in items):
        return None
    parts = [tuple(parts_of(item)) for item in items]
    if len({(_form_key(item), len(own)) for item, own in zip(items, parts, strict=True)}) > 1:
        return None
    if isinstance(first, Literal):
        return first if len(set(map(_text, items))) == 1 else None
    lifted = [_vectorized(column) for column in zip(*parts, strict=True)]
    made = [each for each in lifted if each is not None]
    return None if len(made) < len(lifted) or not made else _rebuilt(first, made)


def _form_key(node: Node) -> object:
    """Return a key that two expressions of one type share if they do the same with their parts, whatever these are.

    It is the sign or signs, or the name of a call and its number of keywords; "" for other types.
    """
    match node:
        case Unary() | Binary():
            return node.sign
        case Sum():
            return tuple(sign for sign, _ in node.terms)
        case Call():
            return node.name, len(node.keywords)
    return ""


def _rebuilt(node: Node, parts: Sequence[Node]) -> Node | None:
    """Return an expression like `node` with `parts` as its operands; None if that is impossible.

    A part may be a row. A product of two rows is taken entry by entry.
    """
    match node:
        case Unary():
            return node._replace(operand=parts[0])
        case Binary():
            both = all(isinstance(part, Listing) or not is_number(part) for part in parts)
            sign = "⊙" if both and node.sign in _TIMES else node.sign
            return node._replace(sign=sign, left=parts[0], right=parts[1])
        case Sum():
            return node._replace(terms=tuple((sign, part) for (sign, _), part in zip(node.terms, parts, strict=True)))
        case Call(keywords=()):
            return node._replace(arguments=tuple(parts))
    return None


def _weighted(products: Sequence[Sequence[tuple[Node, Node]]]) -> Node | None:
    """Return `[p·a + q·c, p·b + q·d]` as the weighted sum of [a, b] and [c, d] by the portions [p, q].

    If [p, q] are no portions, it is the product of a row and a grid; None if the weights differ.
    """
    if len({len(each) for each in products}) > 1:
        return None
    weights = [left for left, _ in products[0]]
    if any(list(map(_text, (left for left, _ in each))) != list(map(_text, weights)) for each in products):
        return None
    rows = _listing([_listing([each[at][1] for each in products]) for at in range(len(weights))])
    if are_portions([number_of(weight) for weight in weights]):
        return _call("weighted_sum", _listing(weights), rows)
    return Binary("·", _listing(weights), rows, 1)


def _text(node: Node) -> str:
    """Return the text of a number or name, with a minus for each sign before it; "?" for other nodes."""
    return f"-{_text(node.operand)}" if isinstance(node, Unary) else getattr(node, "text", "?")
