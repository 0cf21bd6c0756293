"""Traversing expression trees, and copying them with parts replaced."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from katatx.notation.syntax import Binary, Call, Listing, Literal, Name, Node, Pick, Sum, Unary


def _taken_apart(node: Node) -> tuple[tuple[Node, ...], Callable[..., Node]]:
    """Return the child nodes of a node, and what makes the node of others in their place."""
    match node:
        case Listing(items=items):
            return items, lambda *given: node._replace(items=given)
        case Call(arguments=arguments, keywords=keywords):
            values = (value for _, value in keywords)
            return (*arguments, *values), lambda *given: node._replace(arguments=given[: len(arguments)])
        case Pick(value=value):
            return (value,), lambda given: node._replace(value=given)
        case Unary(operand=operand):
            return (operand,), lambda given: node._replace(operand=given)
        case Binary(left=left, right=right):
            return (left, right), lambda *given: node._replace(left=given[0], right=given[1])
        case Sum(terms=terms):
            signs, parts = zip(*terms, strict=True)
            return parts, lambda *given: node._replace(terms=tuple(zip(signs, given, strict=True)))
    return (), lambda: node


def parts_of(node: Node) -> tuple[Node, ...]:
    """Return the direct child nodes of a node, without index expressions."""
    return _taken_apart(node)[0]


def with_parts(node: Node, parts: Iterable[Node]) -> Node:
    """Return a node with other child nodes, as many as `parts_of` gives; keyword arguments stay."""
    return _taken_apart(node)[1](*parts)


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
    """Return a copy of an expression with each node replaced for which `other`, asked before its parts, returns one.

    Keyword arguments and indices stay.
    """
    made = other(node)
    return with_parts(node, (mapped(part, other) for part in parts_of(node))) if made is None else made


def replaced(node: Node, other: Callable[[Literal], Node]) -> Node:
    """Return a copy of an expression with each number replaced by what `other` returns.

    Exponents that are single whole numbers, constants such as π, keyword arguments and indices stay.
    """

    def of(part: Node) -> Node | None:
        power = part.right if isinstance(part, Binary) and part.sign == "^" else None
        if isinstance(part, Binary) and isinstance(power, Literal) and power.value.is_integer():
            return part._replace(left=mapped(part.left, of))
        return other(part) if isinstance(part, Literal) and part.text[:1] in "0123456789." else None

    return mapped(node, of)


def with_names_replaced(node: Node, other: Callable[[str], Node | None]) -> Node:
    """Return a copy of an expression in which each name for whose text `other` returns a node is replaced."""
    return mapped(node, lambda part: other(part.text) if isinstance(part, Name) else None)
