"""Write a page's calculation as text that can be checked by itself."""

from __future__ import annotations

from katatx.audit.values import MOST_PLACES, Candidate
from katatx.engine.values import Value, size_of
from katatx.notation.printing import write_expression, write_number
from katatx.notation.syntax import Listing, Literal, Name, Node, Pick, Unary
from katatx.notation.walking import names_of, with_names_replaced

_MOST_NUMBERS = 400


def to_check(candidate: Candidate, row: int = 0) -> str:
    """Return a calculation with values in place of its names, for `engine.checking.check`; `row` as in a draft.

    It is "" if the calculation is described in words only, or needs more than 400 numbers.

    """
    values = {name: known.printed for name, known in candidate.names.items()}
    used = [name for name in names_of(candidate.node) if name in values]
    in_words = isinstance(candidate.node, Name) and not used
    if in_words or sum(size_of(values[name]) for name in used) > _MOST_NUMBERS:
        return ""
    node = with_names_replaced(candidate.node, lambda name: _as_node(values[name]) if name in values else None)
    return write_expression(Pick(node, (Literal(str(row - 1), row - 1.0, 1),), 1) if row else node)


def _as_node(value: Value) -> Node:
    if isinstance(value, tuple):
        return Listing(tuple(map(_as_node, value)), 1)
    if value < 0:
        return Unary("-", _as_node(-value), 1)
    return Literal(write_number(value, MOST_PLACES), value, 1)
