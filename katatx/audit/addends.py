"""The numbers of a long sum as a row, of which the lines after it may say something."""

from __future__ import annotations

from collections.abc import Sequence

from katatx.audit.expressions import Expression
from katatx.audit.functions import operation_named
from katatx.audit.known import Known, given, side_by_side
from katatx.audit.name_words import spelled
from katatx.audit.sheet import Sheet
from katatx.audit.tokens import Token
from katatx.notation.syntax import Binary, Literal, Name, Sum, Unary

_LEAST = 3
_ADDED_UP = frozenset({"sum", "mean"})


def keep_addends(sheet: Sheet, formula: Sequence[Token], found: Expression) -> None:
    """Keep the numbers that an expression adds up as a row: its median may come, for one. Where they stand behind a
    formula for a sum over a row that nobody defined (`Σ_i u_i = 2 + 3 + 4`), they are that row.
    """
    row = _addends(found, sheet.line)
    if row is None:
        return
    sheet.added.append(given(row.printed, sheet.line))
    name = _summed(sheet, formula)
    if name:
        sheet.scope.define(name, row)


def _addends(found: Expression, line: int) -> Known | None:
    """The numbers that an expression adds up, or takes the mean of; None where it is anything else."""
    node = found.node.left if isinstance(found.node, Binary) and found.node.sign == "/" else found.node
    if not isinstance(node, Sum) or len(node.terms) < _LEAST:
        return None
    parts: list[Known] = []
    for sign, term in node.terms:
        part = Unary("-", term, 1) if sign == "-" else term
        if not isinstance(term, (Literal, Name)) or (isinstance(term, Name) and term.text not in found.names):
            return None
        value = Expression(part, found.names)
        if value.shape:
            return None
        known = found.names[term.text] if isinstance(term, Name) else given(value.printed, line)
        parts.append(known if sign != "-" else given(value.printed, line))
    return side_by_side(parts, line)


def _summed(sheet: Sheet, formula: Sequence[Token]) -> str:
    """The one name in a formula for a sum that nobody defined."""
    if not any(token.text in _ADDED_UP for token in formula):
        return ""
    unknown = {
        spelled([token])
        for token in formula
        if token.kind == "name" and not operation_named(token.text) and sheet.scope.find(spelled([token])) is None
    }
    return unknown.pop() if len(unknown) == 1 else ""
