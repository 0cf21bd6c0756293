"""List the operations that occur in an expression."""

from __future__ import annotations

from collections.abc import Iterator

from katatx.engine.standard_form import standard
from katatx.notation.syntax import Binary, Call, Literal, Name, Node, Pick, Sum, Unary

_SIGNS = {
    "√": "root", "ᵀ": "transpose", "-": "negate", "|": "absolute", "·": "multiply", "⊙": "multiply", "*": "multiply",
    "/": "divide", "^": "power", "**": "power",
}  # fmt: skip


def operations_used(node: Node) -> list[str]:
    """Return the names of the operations in an expression, without repeats, outermost first.

    A sign counts as its operation, and `a - b` as add; comparisons, indices and keyword arguments are left out. Raises
    what `standard` raises.
    """
    return list(dict.fromkeys(_operations(standard(node))))


def _operations(part: object) -> Iterator[str]:
    match part:
        case Literal() | Name():
            return
        case Call():
            yield part.name
            part = part.arguments
        case Pick():
            part = (part.value,)
        case Sum():
            yield "add"
        case Unary(sign=sign) | Binary(sign=sign) if sign in _SIGNS:
            yield _SIGNS[sign]
    for each in part if isinstance(part, tuple) else ():
        yield from _operations(each)
