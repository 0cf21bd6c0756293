"""Parts of expressions that a page has printed a value for: `X·Xᵀ`, worked wrong above, stands in `0.25·X·Xᵀ`."""

from __future__ import annotations

from katatx.audit.known import Known
from katatx.audit.spellings import canonical_name
from katatx.notation.syntax import Binary, Call, Listing, Literal, Name, Node, Sum, Unary

_PRINTED = "#printed"


class Composites:
    """Expressions of more than a name, and what was printed for them."""

    def __init__(self) -> None:
        self._printed: dict[tuple[str, ...], Known] = {}

    def remember(self, node: Node, names: dict[str, Known], known: Known) -> None:
        """Let a product, or another expression, stand for what was printed for it."""
        factors = _factors(node)
        if any(known_part.name for known_part in names.values()):
            self._printed[tuple(_signature(factor, names) for factor in factors)] = known

    def replaced(self, node: Node, names: dict[str, Known]) -> tuple[Node, dict[str, Known]] | None:
        """The expression with the longest part of it that was printed put in; None where no part was."""
        factors = _factors(node)
        if len(factors) < 2 or not self._printed:
            return None
        signatures = [_signature(factor, names) for factor in factors]
        for length in range(len(factors) - 1, 0, -1):
            for start in range(len(factors) - length + 1):
                known = self._printed.get(tuple(signatures[start : start + length]))
                if known is not None and (length > 1 or not isinstance(factors[start], Name)):
                    left = [*factors[:start], Name(_PRINTED, 1), *factors[start + length :]]
                    made = left[0]
                    for factor in left[1:]:
                        made = Binary("·", made, factor, 1)
                    return made, {**names, _PRINTED: known}
        return None


def _factors(node: Node) -> list[Node]:
    if isinstance(node, Binary) and node.sign == "·":
        return [*_factors(node.left), node.right]
    return [node]


def _signature(node: Node, names: dict[str, Known]) -> str:
    match node:
        case Literal():
            return repr(node.value)
        case Name():
            return (
                canonical_name(names[node.text].name) or repr(names[node.text].printed)
                if node.text in names
                else node.text
            )
        case Unary():
            return f"{node.sign}({_signature(node.operand, names)})"
        case Binary():
            return f"({_signature(node.left, names)}{node.sign}{_signature(node.right, names)})"
        case Listing():
            return f"[{','.join(_signature(item, names) for item in node.items)}]"
        case Call():
            return f"{node.name}({','.join(_signature(item, names) for item in node.arguments)})"
        case Sum():
            return "+".join(sign + _signature(term, names) for sign, term in node.terms)
        case _:
            return ""
