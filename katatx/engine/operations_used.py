"""Which operations an expression names."""

from __future__ import annotations

from katatx.engine.evaluate import standard
from katatx.notation.syntax import Binary, Call, Listing, Node, Sum, Unary

_SIGNS = {"√": "root", "ᵀ": "transpose", "-": "negate", "·": "multiply", "⊙": "multiply", "/": "divide", "^": "power"}


def operations_used(node: Node) -> list[str]:
    """The names of an expression's operations, each once, outermost first; a sign counts
    as the operation it stands for.

    Raises UnknownName where an operation is unknown.
    """
    found: dict[str, None] = {}
    _collect(standard(node), found)
    return list(found)


def _collect(node: Node, found: dict[str, None]) -> None:
    inside: tuple[Node, ...] = ()
    match node:
        case Call():
            found[node.name] = None
            inside = node.arguments
        case Listing():
            inside = node.items
        case Unary():
            found[_SIGNS[node.sign]] = None
            inside = (node.operand,)
        case Binary():
            found[_SIGNS[node.sign]] = None
            inside = (node.left, node.right)
        case Sum():
            found["add"] = None
            inside = tuple(term for _, term in node.terms)
    for each in inside:
        _collect(each, found)
