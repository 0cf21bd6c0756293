"""Write a page's calculation as text that can be checked by itself."""

from __future__ import annotations

import re
from collections.abc import Collection
from string import ascii_uppercase

from katatx.audit.values import MOST_PLACES, Candidate
from katatx.engine.values import Value, as_lists, rank_of, size_of
from katatx.notation.printing import write_expression, write_number, write_value
from katatx.notation.syntax import Binary, Listing, Literal, Name, Node, Pick, Unary
from katatx.notation.walking import names_of, with_names_replaced

# A row of up to this many numbers replaces its name; a longer one, or a grid, is defined first.
_MOST_PUT_IN = 8
_MOST_NUMBERS = 400
_MOST_DEFINED = 8
_NAME = re.compile(r"[A-Za-z_]\w{0,20}", re.ASCII)


def to_check(candidate: Candidate, row: int = 0) -> str:
    """Return a calculation as lines for `engine.checking.check`: definitions of its names, then the calculation.

    `row` (from 1) selects one row of a grid; 0 takes all. The result is "" if the calculation is described in words
    only, or needs more than 400 numbers or 8 definitions.
    """
    used = dict.fromkeys(name for name in names_of(candidate.node) if name in candidate.names)
    values = {name: candidate.names[name].printed for name in used}
    in_words = isinstance(candidate.node, Name) and not values
    if in_words or sum(map(size_of, values.values())) > _MOST_NUMBERS:
        return ""
    long = [name for name, value in values.items() if size_of(value) > _MOST_PUT_IN or rank_of(value) > 1]
    if len(long) > _MOST_DEFINED:
        return ""
    written = _written_names(long, set(names_of(candidate.node)))
    lines = [f"{written[name]} = {write_value(as_lists(values[name]), MOST_PLACES)}" for name in long]

    def put_in(name: str) -> Node | None:
        if name in written:
            return Name(written[name], 1)
        return _as_node(values[name]) if name in values else None

    node = with_names_replaced(_row_of(candidate.node, row, values) if row else candidate.node, put_in)
    return "\n".join((*lines, write_expression(node)))


def _row_of(node: Node, row: int, values: dict[str, Value]) -> Node:
    """Return the calculation of one `row` (from 1) of a result."""
    picked = (Literal(str(row - 1), row - 1.0, 1),)
    match node:
        case Binary(sign="·" | "@", left=Name() as left) if rank_of(values.get(left.text)) == 2:
            return node._replace(left=Pick(left, picked, 1))
        case Binary(sign="·", left=Literal(), right=Name() as right) if rank_of(values.get(right.text)) == 2:
            return node._replace(right=Pick(right, picked, 1))
        case _:
            return Pick(node, picked, 1)


def _written_names(names: list[str], taken: Collection[str]) -> dict[str, str]:
    """Return the name to write for each of `names`: itself, or if `check` cannot read it, a capital not in `taken`."""
    letters = (f"{letter}{times}" for times in ("", *range(2, 100)) for letter in ascii_uppercase)
    letters = (name for name in letters if name not in taken)
    return {name: name if _NAME.fullmatch(name) else next(letters) for name in names}


def _as_node(value: Value) -> Node:
    """Return a number or nested tuples of numbers as an expression."""
    if isinstance(value, tuple):
        return Listing(tuple(map(_as_node, value)), 1)
    if value < 0:
        return Unary("-", _as_node(-value), 1)
    return Literal(write_number(value, MOST_PLACES), value, 1)
