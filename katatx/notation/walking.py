"""Traversing expression trees, and copying them with parts replaced."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from katatx.notation.syntax import Binary, Call, Listing, Literal, Name, Node, Pick, Sum, Unary


def literals(node: Node) -> Iterator[Literal]:
    """Yield every number or constant in an expression, from left to right; indices are left out."""
    if isinstance(node, Literal):
        yield node
    for part in parts_of(node):
        yield from literals(part)


def names_of(node: Node) -> Iterator[str]:
    """Yield every name in an expression, as often as it occurs; names in indices are left out."""
    if isinstance(node, Name):
        yield node.text
    for part in parts_of(node):
        yield from names_of(part)


def parts_of(node: Node) -> Iterable[Node]:
    """Return the direct child nodes of a node, without index expressions."""
    match node:
        case Listing():
            return node.items
        case Call():
            return (*node.arguments, *(value for _, value in node.keywords))
        case Pick():
            return (node.value,)
        case Unary():
            return (node.operand,)
        case Binary():
            return (node.left, node.right)
        case Sum():
            return tuple(term for _, term in node.terms)
        case _:
            return ()


def mapped(node: Node, other: Callable[[Node], Node | None]) -> Node:
    """Return a copy of an expression in which each node for which `other` returns a node is replaced by it.

    `other` is called for a node before its parts, and not for the parts of a node that it replaced. Keyword arguments
    and indices stay.
    """
    made = other(node)
    if made is not None:
        return made
    match node:
        case Listing():
            return node._replace(items=tuple(mapped(item, other) for item in node.items))
        case Call():
            return node._replace(arguments=tuple(mapped(item, other) for item in node.arguments))
        case Pick():
            return node._replace(value=mapped(node.value, other))
        case Unary():
            return node._replace(operand=mapped(node.operand, other))
        case Binary():
            return node._replace(left=mapped(node.left, other), right=mapped(node.right, other))
        case Sum():
            return node._replace(terms=tuple((sign, mapped(term, other)) for sign, term in node.terms))
        case _:
            return node


def replaced(node: Node, other: Callable[[Literal], Node]) -> Node:
    """Return a copy of an expression with each number replaced by what `other` returns.

    Exponents that are single whole numbers, constants such as π, keyword arguments and indices stay.
    """

    def of(part: Node) -> Node | None:
        """Return what replaces a number, or a power of which only the base is searched; None for other parts."""
        power = part.right if isinstance(part, Binary) and part.sign in ("^", "**") else None
        if isinstance(part, Binary) and isinstance(power, Literal) and power.value.is_integer():
            return part._replace(left=mapped(part.left, of))
        return other(part) if isinstance(part, Literal) and part.text[:1] in "0123456789." else None

    return mapped(node, of)


def with_names_replaced(node: Node, other: Callable[[str], Node | None]) -> Node:
    """Return a copy of an expression in which each name for which `other` returns a node is replaced.

    `other` gets the name's text. Names in keyword arguments and indices stay.
    """
    return mapped(node, lambda part: other(part.text) if isinstance(part, Name) else None)
