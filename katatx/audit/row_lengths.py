"""Bars around the name of a row: its length."""

from __future__ import annotations

from collections.abc import Sequence

from katatx.audit.lengths import length_of
from katatx.audit.scope import Scope
from katatx.audit.tokens import Token
from katatx.engine.values import shape_of


def of_rows(tokens: list[Token], scope: Scope) -> list[Token]:
    """`|u|` as the length of u where that is a row, unless a row is said to be what it comes to."""
    made: list[Token] = []
    at = 0
    while at < len(tokens):
        part = tokens[at : at + 6]
        sized = bool(made) and made[-1].text == "(" and made[-1].start == made[-1].stop  # `‖u‖₁` sums the sizes
        if sized or not (part[0].text == "abs" and part[0].start == part[0].stop) or not _is_length(part, scope):
            made.append(part[0])
            at += 1
            continue
        length = length_of(part[2:3])
        made += [length[0]._replace(gap=part[0].gap), *length[1:]]
        at += 4
    return made


def _is_length(part: Sequence[Token], scope: Scope) -> bool:
    """Whether tokens are bars, by their operation, round the name of a row, and no row as their result."""
    if len(part) < 4 or part[1].text != "(" or part[3].text != ")" or part[2].kind != "name":
        return False
    known = scope.find(part[2].text)
    row = known is not None and len(shape_of(known.printed)) == 1
    return row and not (len(part) > 5 and part[4].kind == "join" and part[5].kind == "open")
