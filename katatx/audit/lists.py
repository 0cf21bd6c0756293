"""Calculations side by side whose results stand side by side behind one sign: `3², 4² = 9, 16`."""

from __future__ import annotations

from collections.abc import Sequence

from katatx.audit.chain_state import LineOfTokens
from katatx.audit.expressions import Expression, Unreadable, expression
from katatx.audit.scope import Scope
from katatx.audit.sides import Side, backward
from katatx.audit.token import Token, written
from katatx.audit.units import Unit

_BETWEEN = frozenset({",", "and", "und", "et"})


def listed_before(text: LineOfTokens, last: Side, count: int, scope: Scope, line: int) -> Expression | None:
    """So many calculations in a row, of which `last` is the last, as one row; None where there are fewer, or one that
    cannot be read.
    """
    units = text.units
    if last.leading or last.cut or last.elided or last.first == 0:
        return None
    first, worked = last.first, last.last - last.first > 1
    for _ in range(count - 1):
        part = _before(units, first)
        if part is None:
            return None
        first, worked = part.first, worked or part.last - part.first > 1
    if not worked or (first > 1 and units[first - 1].text in _BETWEEN and not _ends_chain(units, first - 1)):
        return None
    row = _with_commas(text.part(first, last.last))
    try:
        found = expression([written("open", "[", row[0]), *row, written("close", "]", row[-1])], scope, line)
    except Unreadable:
        return None
    return found if found.shape == (count,) else None


def _before(units: list[Unit], first: int) -> Side | None:
    """The calculation that a comma, or a word for it, parts from the one that begins at a unit."""
    comma = first
    while comma > 1 and units[comma - 1].text in _BETWEEN:
        comma -= 1
    part = backward(units, comma, 0) if 0 < comma < first else None
    whole = part is not None and part.last == comma and not (part.leading or part.cut or part.elided)
    return part if whole else None


def _ends_chain(units: list[Unit], comma: int) -> bool:
    """Whether what stands before a comma is the result of something else: `y = 3, …`."""
    part = _before(units, comma + 1)
    return part is not None and part.first > 0 and units[part.first - 1].kind == "join"


def _with_commas(tokens: Sequence[Token]) -> list[Token]:
    """The tokens with a comma for every `and`, and one comma for `, and`."""
    made: list[Token] = []
    for token in tokens:
        if token.text not in _BETWEEN:
            made.append(token)
        elif made and made[-1].text != ",":
            made.append(token._replace(kind="mark", text=","))
    return made
