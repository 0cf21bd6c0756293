"""List the operations that occur in an expression."""

from __future__ import annotations

from katatx.engine.standard_form import standard
from katatx.notation.syntax import Binary, Call, Listing, Node, Pick, Sum, Unary

_SIGNS = {
    "√": "root", "ᵀ": "transpose", "-": "negate", "|": "absolute", "·": "multiply", "⊙": "multiply", "*": "multiply",
    "/": "divide", "^": "power", "**": "power",
}  # fmt: skip


def operations_used(node: Node) -> list[str]:
    """Return the names of the operations in an expression, without repeats, outermost first.

    A sign counts as the operation it stands for: `·` as multiply. A sum counts as add, even `a - b`. A call counts
    under the textbook name of its operation. Comparisons are left out, and so is everything in an index or a keyword
    argument. Raises UnknownName if an operation is unknown, as for the value `p` in `p(1 - p)`, and whatever else
    `standard` raises.
    """
    found: dict[str, None] = {}
    _collect(standard(node), found)
    return list(found)


def _collect(node: Node, found: dict[str, None]) -> None:
    """Add the operations in an expression in standard form to the keys of `found`, outermost first.

    Comparisons, indices and keyword arguments are left out.
    """
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
        case Pick():
            inside = (node.value,)
        case Binary():
            if node.sign in _SIGNS:
                found[_SIGNS[node.sign]] = None
            inside = (node.left, node.right)
        case Sum():
            found["add"] = None
            inside = tuple(term for _, term in node.terms)
    for each in inside:
        _collect(each, found)
