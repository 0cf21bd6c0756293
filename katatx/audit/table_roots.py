"""What a cell is worked from of the rows above it, with the wrong claims that stand behind those."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from katatx.audit.expressions import Expression
from katatx.audit.known import Known, worked
from katatx.audit.tables import TableRow


def with_roots(
    made: Expression, index: int, body: Sequence[TableRow], known: Mapping[tuple[int, int], Known]
) -> Expression:
    """What a cell in a row is worked from, now that the rows above have been judged: the cell before it (`p2`, or
    `##c2` of a rule that the page gives), or a column added up so far (`r2`).
    """
    judged = {}
    for name, before in made.names.items():
        bare = name.lstrip("#")
        if not bare[1:].isdigit() or not index:
            continue
        kind, column = bare[0], int(bare[1:])
        found: Known | None
        if kind == "r":
            found = _added_up([each for row in range(index + 1) if (each := known.get((row, column))) is not None])
        elif kind == "p" or (name.startswith("##") and before.line == body[index - 1].line.index):
            found = known.get((index - 1, column))
        else:
            continue
        if found is not None and found.roots:
            judged[name] = found
    return Expression(made.node, {**made.names, **judged}, made.parts) if judged else made


def _added_up(parts: Sequence[Known]) -> Known:
    roots = frozenset[int]().union(*(each.roots for each in parts))
    printed, true = sum(each.printed for each in parts), sum(each.true for each in parts)
    return worked(printed, true, parts[-1].line if parts else 0, roots)
