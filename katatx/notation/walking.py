"""Traversing expression trees, and copying them with parts replaced."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from katatx.notation.syntax import Binary, Call, Listing, Literal, Name, Node, Pick, Sum, Unary


def parts_of(node: Node) -> tuple[Node, ...]:
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
    return ()


def with_parts(node: Node, parts: Iterable[Node]) -> Node:
    """Return a node with other child nodes, as many as `parts_of` gives; keyword arguments stay."""
    given = tuple(parts)
    match node:
        case Listing():
            return node._replace(items=given)
        case Call():
            return node._replace(arguments=given[: len(node.arguments)])
        case Pick():
            return node._replace(value=given[0])
        case Unary():
            return node._replace(operand=given[0])
        case Binary():
            return node._replace(left=given[0], right=given[1])
        case Sum():
            return node._replace(terms=tuple((sign, term) for (sign, _), term in zip(node.terms, given, strict=True)))
    return node


def all_parts(node: Node) -> Iterator[Node]:
    """Yield a node and all that is in it, from left to right; indices are left out."""
    yield node
    for part in parts_of(node):
        yield from all_parts(part)


def literals(node: Node) -> Iterator[Literal]:
    """Yield every number or constant in an expression."""
    return (part for part in all_parts(node) if isinstance(part, Literal))


def names_of(node: Node) -> Iterator[str]:
    """Yield every name in an expression, as often as it occurs."""
    return (part.text for part in all_parts(node) if isinstance(part, Name))


def mapped(node: Node, other: Callable[[Node], Node | None]) -> Node:
    """Return a copy of an expression in which each node for which `other` returns a node is replaced by it.

    `other` is called for a node before its parts, and not for the parts of a node that it replaced. Keyword arguments
    and indices stay.
    """
    made = other(node)
    return with_parts(node, (mapped(part, other) for part in parts_of(node))) if made is None else made


def replaced(node: Node, other: Callable[[Literal], Node]) -> Node:
    """Return a copy of an expression with each number replaced by what `other` returns.

    Exponents that are single whole numbers, constants such as π, keyword arguments and indices stay.
    """

    def of(part: Node) -> Node | None:
        power = part.right if isinstance(part, Binary) and part.sign in ("^", "**") else None
        if isinstance(part, Binary) and isinstance(power, Literal) and power.value.is_integer():
            return part._replace(left=mapped(part.left, of))
        return other(part) if isinstance(part, Literal) and part.text[:1] in "0123456789." else None

    return mapped(node, of)


def with_names_replaced(node: Node, other: Callable[[str], Node | None]) -> Node:
    """Return a copy of an expression in which each name for whose text `other` returns a node is replaced."""
    return mapped(node, lambda part: other(part.text) if isinstance(part, Name) else None)
