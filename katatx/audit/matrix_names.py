"""What the name of a matrix says that it was worked from: `Q` is X times `W_Q`, `OUT` the heads side by side times `WO`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress

from katatx.audit.expressions import Expression, Unreadable, expression
from katatx.audit.known import Known
from katatx.audit.sheet import Sheet
from katatx.audit.spellings import canonical_name
from katatx.audit.table_formulas import node_of
from katatx.engine.values import shape_of
from katatx.notation.syntax import Name

_GRID = 2
_MOST_FACTORS = 4
# `W_Q`, `WQ`, `wq` are the weights of Q; what is worked with them may be called so or with a number behind: `Q1`.
_WEIGHTS = "W_{0}", "W{0}", "w_{0}", "w{0}", "W^{0}"
_OUTPUTS = frozenset({"out", "output", "o", "y", "z", "mha", "result", "attn_out"})


def worked_by_name(sheet: Sheet, name: str) -> Iterator[tuple[Expression, bool]]:
    """What a matrix of this name is worked from as far as the page says, or its name alone: the likeliest first. Each
    with whether it can hardly be anything else: a name that a matrix stood under above may stand for another now.
    """
    before, drawn = sheet.scope.find(name), sheet.drawn.get(name)
    if before is not None and not before.given and len(shape_of(before.printed)) == _GRID:
        yield Expression(Name("#0", 1), {"#0": before}), drawn is None
    formula = sheet.formulas.get(canonical_name(name))
    if formula:
        with suppress(Unreadable):
            found = expression(formula, sheet.scope, sheet.line)
            if found.names:
                yield found, drawn is None
    for found in _by_weights(sheet, name):
        yield found, drawn is None or found.names["b"].line > drawn


def _by_weights(sheet: Sheet, name: str) -> Iterator[Expression]:
    """A known matrix times the weights that a name belongs to."""
    stem = name.rstrip("0123456789").rstrip("_ ")
    is_output = stem.lower() in _OUTPUTS
    letters = {stem, stem.lower(), stem.upper()} if len(stem) == 1 else set[str]()
    letters |= {"O", "o"} if is_output else set[str]()
    tried = (sheet.scope.find(form.format(letter)) for letter in sorted(letters) for form in _WEIGHTS)
    weights = next((known for known in tried if known is not None and len(shape_of(known.printed)) == _GRID), None)
    if weights is None:
        return
    factors = [known for known in reversed(sheet.recent) if known.printed != weights.printed]
    named = sheet.scope.find("X")
    if is_output:
        factors = [side_by_side_of(row) for row in sheet.scope.numbered_grids()] + factors
    elif named is not None:
        factors.insert(0, named)
    fitting = [known for known in factors if shape_of(known.printed)[1:] == shape_of(weights.printed)[:1]]
    for known in fitting[:_MOST_FACTORS]:
        with suppress(Unreadable):
            yield Expression(node_of("a·b")[0], {"a": known, "b": weights})


def side_by_side_of(grids: Sequence[Known]) -> Known:
    """Matrices of one height as one, the second to the right of the first."""
    parts = [
        tuple(tuple(number for row in rows for number in row) for rows in zip(*values, strict=True))
        for values in (
            [known.printed for known in grids],
            [known.true for known in grids],
            [known.band for known in grids],
            [known.mended for known in grids],
        )
    ]
    roots = frozenset[int]().union(*(known.roots for known in grids))
    return Known(
        parts[0],
        parts[1],
        parts[2],
        given=all(known.given for known in grids),
        line=max(known.line for known in grids),
        roots=roots,
        meant=parts[3] if roots else None,
    )
