"""What a formula for a table's column makes of whole columns: worked once for the column, not again for each row."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import NamedTuple

from katatx.audit.table_formulas import node_of
from katatx.engine.evaluate import names_in
from katatx.notation.syntax import Binary, Call, Name, Node, Sum, Unary


class Parted(NamedTuple):
    """A formula of which the operations on whole columns are names of their own (`w0`, `w1` …), with the other names in
    it, and those operations, each with the names in that.
    """

    node: Node
    names: tuple[str, ...]
    wholes: Mapping[str, tuple[Node, tuple[str, ...]]]


@lru_cache(maxsize=4_000)
def parted(formula: str) -> Parted:
    """A formula without its operations on whole columns."""
    wholes: dict[str, Node] = {}
    node = _without(node_of(formula)[0], wholes)
    names = tuple(name for name in _names(node) if name not in wholes)
    return Parted(node, names, {name: (whole, _names(whole)) for name, whole in wholes.items()})


def _names(node: Node) -> tuple[str, ...]:
    return tuple(dict.fromkeys(name.text for name in names_in(node)))


def _without(node: Node, wholes: dict[str, Node]) -> Node:
    match node:
        case Call():
            if {name.text[0] for name in names_in(node)} in ({"a"}, {"a", "k"}):
                name = next((each for each, whole in wholes.items() if whole == node), f"w{len(wholes)}")
                wholes[name] = node
                return Name(name, node.column)
            return node._replace(arguments=tuple(_without(each, wholes) for each in node.arguments))
        case Unary():
            return node._replace(operand=_without(node.operand, wholes))
        case Binary():
            return node._replace(left=_without(node.left, wholes), right=_without(node.right, wholes))
        case Sum():
            return node._replace(terms=tuple((sign, _without(term, wholes)) for sign, term in node.terms))
        case _:
            return node
