"""Rows of a matrix that are worked on a line each: `r2: exp → [2.03, 1.00]`."""

from __future__ import annotations

import re
from contextlib import suppress

from katatx.audit.chain_state import LineOfTokens
from katatx.audit.expressions import Expression, Unreadable
from katatx.audit.functions import operation_named
from katatx.audit.matrix_names import grids_and_scaled, side_by_side_of
from katatx.audit.sheet import Sheet
from katatx.audit.tokens import Token
from katatx.engine.values import shape_of
from katatx.notation.syntax import Call, Name
from scoring.shapes import Shape

# `r1:`, `row 1:`, `zeile 1`: which row of the matrix above a line works.
_ROW = re.compile(r"\s*(?:r|row|zeile|ligne|fila)\s?#?(\d{1,2})\b", re.IGNORECASE)
# What may be said to be done to a row, and leaves a row.
_DONE = frozenset({"exp", "softmax", "relu", "sigmoid", "tanh", "log", "layer_norm"})

_TOGETHER = frozenset({"concat", "concatenation", "concatenated", "joined", "stacked", "glued"})


def names_nothing(text: LineOfTokens, label: list[Token], join: str) -> bool:
    """Whether a label is nothing but an operation that makes one row of another, which an arrow leads from, or which is
    done to one row of a matrix: what comes out has its name for that row alone.
    """
    done = len(label) == 1 and operation_named(label[0].text) in _DONE
    return done and (join == "→" or _ROW.match(text.line.text) is not None)


def rows_done(sheet: Sheet, text: LineOfTokens, label: list[Token], shape: Shape) -> list[Expression]:
    """What a label says is done to the row of the last matrices that the line's beginning counts, from 1."""
    found, row = [], _ROW.match(text.line.text)
    operation = operation_named(label[-1].text) if label else None
    if row is None or len(shape) != 1:
        return []
    at = int(row[1]) - 1
    if {token.text.lower() for token in label} & _TOGETHER:
        joined = [side_by_side_of(heads) for heads in sheet.scope.numbered_grids()]
        rows = [known.row(at) for known in joined if 0 <= at < len(known.printed)]
        return [Expression(Name("#0", 1), {"#0": each}) for each in rows if shape_of(each.printed) == shape]
    if operation is None or operation not in _DONE:
        return []
    for grid in grids_and_scaled(sheet):
        if grid.shape[1:] == shape and 0 <= at < grid.shape[0]:
            of = {name: known for name, known in grid.names.items() if name != "g"}
            whole = grid.names["g"].row(at)
            with suppress(Unreadable):
                made = Call(operation, (grid.node,), loose=False, column=1)
                found.append(Expression(made, {**of, "g": whole}))
    return found
