"""Gradients of a grid by the chain rule: with respect to the weights of a product they are the outer product of two
rows above, the gradient behind the product and what went into it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from contextlib import suppress
from itertools import product

from katatx.audit.expressions import Expression, Unreadable
from katatx.audit.figures import Meaning
from katatx.audit.known import Known
from katatx.audit.scope import Scope
from katatx.engine.values import Value, shape_of
from katatx.notation.syntax import Binary, Listing, Literal, Name, Node

# `∂L/∂V`, `dL/dV`, `dV`, `∇V`, `grad_V`.
_OF = re.compile(r"(?:[∂d]\w*/[∂d]|[∂d∇]|grad_?)([A-Z]\w*)\Z")
_MOST_ROWS = 16
_GRID = 2


def gradients_of(name: str, shape: tuple[int, ...], recent: Sequence[Known], scope: Scope) -> Iterator[Meaning]:
    """What a grid may be whose name says that it is the gradient with respect to one above, of the same shape: outer
    products of rows above, also with the factor that scores are scaled by.
    """
    found = _OF.match(name)
    of = scope.find(found[1]) if found is not None else None
    if of is None or len(shape) != _GRID or shape_of(of.printed) != shape:
        return
    rows: list[Known] = []
    for known in (*reversed(recent), *scope.rows()):
        new = len(shape_of(known.printed)) == 1 and all(known.printed != each.printed for each in rows)
        if new and len(rows) < _MOST_ROWS:
            rows.append(known)
    for down, across in product(rows, repeat=2):
        if (len(_flat(down.printed)), len(_flat(across.printed))) != shape:
            continue
        for factor in dict.fromkeys((1.0, 0.5, shape[1] ** -0.5)):
            with suppress(Unreadable):
                yield Meaning(_outer(down, across, shape, factor), latest=False)


def _outer(down: Known, across: Known, shape: tuple[int, ...], factor: float) -> Expression:
    names = {f"#r{at}": down.row(at) for at in range(shape[0])} | {f"#c{at}": across.row(at) for at in range(shape[1])}

    def cell(row: int, column: int) -> Node:
        made = Binary("·", Name(f"#r{row}", 1), Name(f"#c{column}", 1), 1)
        return made if factor == 1.0 else Binary("·", made, Literal("", factor, 1), 1)

    rows = (Listing(tuple(cell(row, column) for column in range(shape[1])), 1) for row in range(shape[0]))
    return Expression(Listing(tuple(rows), 1), names)


def _flat(row: Value) -> tuple[Value, ...]:
    return row if isinstance(row, tuple) else (row,)
