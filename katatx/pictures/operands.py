"""Find out how the operands of an expression are set out on paper: in which order, and with which signs.

A sign is shown if an operation takes two given rows or grids number by number. If only single numbers are given,
choosing the operation is the question, so no sign is shown; nor is a divisor. Literals of the expression are not drawn.
"Given" maps the names of a question to their values.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import NamedTuple

from katatx.engine.values import Value, floats, rank_of, shape_of
from katatx.notation.syntax import Binary, Call, Listing, Name, Node, Sum
from katatx.notation.walking import parts_of
from katatx.pictures.set_out import MINUS, PLUS, TIMES, Operand
from katatx.pictures.uses import adds_up, inputs_of, operation_of

Given = Mapping[str, Value]

# Operations that combine each row of one operand with rows of another: (first parameter, second parameter).
_LAID = {
    "dot": ("first", "second"),
    "scores": ("query", "keys"),
    "linear": ("inputs", "weights"),
    "projection": ("row", "weights"),
    "dense": ("inputs", "weights"),
}
# Operations that multiply each row by a weight and add: (weights, rows).
_WEIGHED = {"weighted_sum": ("portions", "values"), "matmul": ("left", "right")}
_PRODUCTS = {"·", "*", "⊙"}


class SetUp(NamedTuple):
    """Operands in display order, and the names whose numbers are shown as weights before other rows."""

    operands: Mapping[str, Operand]
    weights: frozenset[str]


def set_out(node: Node, given: Given, shown: Collection[str]) -> SetUp:
    """Return the operands that belong together by the expression's operations, in display order; each name occurs once.

    `shown` are the names whose numbers are in the prompt. Weights are put before the rows they multiply only if they
    are all shown, because there they have no label. Names that no such operation combines are left out; of operations
    that share a name only the outermost counts.
    """
    operands: dict[str, Operand] = {}
    weights: set[str] = set()
    for each in _operations(node):
        weighed = _weighed(each, given, shown)
        group = _terms(each, given) or _laid(each, given) or weighed
        names = [operand.label for operand in group]
        if len(set(names)) < len(names) or (operands.keys() | weights) & set(names):
            continue
        operands |= {operand.label: operand for operand in group}
        if group and group is weighed:
            weights |= set((_weights_and_rows(each, given) or ((), ()))[0])
    return SetUp(operands, frozenset(weights - operands.keys()))


def _operations(node: Node) -> Iterable[Node]:
    """Yield an expression and all its parts, outermost first; nothing for a list of several results, or inside one."""
    if isinstance(node, Listing):
        return
    yield node
    for each in parts_of(node):
        yield from _operations(each)


def _terms(node: Node, given: Given) -> list[Operand]:
    """Return the given rows or grids of one shape that are added or subtracted, with their signs; [] if the expression
    is no such sum of at least two.
    """
    terms = _flat(node)
    names = [_named(term, given) for _, term in terms]
    shapes = {shape_of(given[name]) if name else () for name in names}
    if len(terms) < 2 or shapes & {()} or len(shapes) > 1:
        return []
    signs = ["" if at == 0 and sign == PLUS else sign for at, (sign, _) in enumerate(terms)]
    return [Operand(name, given[name], sign) for name, sign in zip(names, signs, strict=True) if name]


def _flat(node: Node) -> list[tuple[str, Node]]:
    """Return the pairs (`PLUS` or `MINUS`, term) of a sum, with nested sums flattened; one pair for any other
    expression.
    """
    if isinstance(node, Sum):
        terms = [(PLUS if sign == "+" else MINUS, term) for sign, term in node.terms]
    elif isinstance(node, Call) and adds_up(node):
        terms = [(PLUS, each) for each in node.arguments]
    else:
        return [(PLUS, node)]
    return [
        (sign if before == PLUS else MINUS if sign == PLUS else PLUS, term)
        for before, each in terms
        for sign, term in _flat(each)
    ]


def _laid(node: Node, given: Given) -> list[Operand]:
    """Return a given row or grid, and the given rows or grids whose rows it is multiplied with, each of these with the
    sign `TIMES`; [] if the expression is no such product.
    """
    own = operation_of(node.name) if isinstance(node, Call) else None
    if own not in _LAID or not isinstance(node, Call):
        return []
    inputs = inputs_of(own, node)
    above, below = _LAID[own]
    first, others = _names(inputs.get(above), given), _names(inputs.get(below), given)
    if "order" in inputs or len(first) != 1 or not others:
        return []
    if len({shape_of(given[name])[-1:] for name in (*first, *others)}) > 1 or not shape_of(given[first[0]]):
        return []
    return [
        Operand(first[0], given[first[0]]),
        *(Operand(name, given[name], TIMES) for name in others),
    ]


def _weighed(node: Node, given: Given, shown: Collection[str]) -> list[Operand]:
    """Return given rows, each with the shown weight it is multiplied by; [] if the expression is no such operation."""
    parts = _weights_and_rows(node, given)
    if parts is None or not set(parts[0]) <= set(shown):
        return []
    weights = tuple(number for name in parts[0] for number in floats(given[name]))
    rows = [given[name] for name in parts[1]]
    counts = [len(row) if rank_of(row) == 2 else 1 for row in rows]
    if sum(counts) != len(weights) or any(rank_of(row) not in (1, 2) for row in rows):
        return []
    starts = [sum(counts[:at]) for at in range(len(rows))]
    return [
        Operand(name, row, factors=weights[start : start + count])
        for name, row, start, count in zip(parts[1], rows, starts, counts, strict=True)
    ]


def _weights_and_rows(node: Node, given: Given) -> tuple[list[str], list[str]] | None:
    """Return (names of given weights, names of the given rows they multiply); None if the expression is no such
    product.
    """
    if isinstance(node, Binary) and node.sign in _PRODUCTS:
        weights, rows = _names(node.left, given), _names(node.right, given)
        if any(rank_of(given[name]) for name in weights):
            return None
    elif isinstance(node, Call) and (own := operation_of(node.name)) in _WEIGHED and own is not None:
        inputs = inputs_of(own, node)
        weights, rows = (_names(inputs.get(parameter), given) for parameter in _WEIGHED[own])
        if any(rank_of(given[name]) > 1 for name in weights):
            return None
    else:
        return None
    return (weights, rows) if weights and rows else None


def _names(node: Node | None, given: Given) -> list[str]:
    """Return the given names that the operand `node` consists of: itself, or each item of a list.

    Returns [] if it is None, or if it or an item is not a given name.
    """
    items: Sequence[Node] = node.items if isinstance(node, Listing) else (node,) if node is not None else ()
    names = [_named(item, given) for item in items]
    return [name for name in names if name] if all(names) else []


def _named(node: Node, given: Given) -> str | None:
    """Return the name if the expression is a given name; None otherwise."""
    return node.text if isinstance(node, Name) and node.text in given else None
