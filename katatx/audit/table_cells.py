"""Cells of a table, held against what they are worked from."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from math import isfinite

from katatx.audit.expressions import Expression, Unreadable, expression
from katatx.audit.known import Known
from katatx.audit.known import worked as result
from katatx.audit.results import Printed, is_honest
from katatx.audit.scope import Scope
from katatx.audit.table_formulas import node_of
from katatx.audit.tables import TableCell, TableRow
from katatx.notation.syntax import Call, Name
from scoring.answer import TypedNumber

# What is off by more of it than this, and by more than three units of its last place, is not rounded.
FAR = 0.02

_TIGHT = 2.0


def of_column(name: str, whole: Known) -> Expression | None:
    """An operation on a whole column; None where it has no value."""
    try:
        return Expression(Call(name, (Name("#0", 1),), loose=False, column=1), {"#0": whole})
    except Unreadable:
        return None


def as_known(worked: Expression) -> Known:
    """What an expression comes to, as a value to work with."""
    return result(worked.printed, worked.true, 0, worked.roots)


def is_far(cell: TableCell, worked: Expression) -> bool:
    """Whether no rounding could lead from a value to a cell; quicker than to work the rounding."""
    if cell.number is None or worked.shape:
        return True
    near = slack(cell.number)
    return all(abs(cell.number.value - end) > near + FAR * abs(end) for end in (worked.printed, worked.true))


def slack(number: TypedNumber) -> float:
    """Three units of the last place of a number."""
    return 3 * 10.0 ** -(number.places or 0)


def fits(cell: TableCell, worked: Expression) -> bool:
    """Whether a cell is what an expression comes to, as honest rounding allows."""
    return is_honest(printed_cells([cell]), worked)


def is_tight(cell: TableCell, worked: Expression) -> bool:
    """Whether a cell is what an expression comes to, with the numbers as they stand, to about its last place."""
    if cell.number is None or worked.shape:
        return False
    return bool(abs(cell.number.value - worked.printed) <= _TIGHT * 10.0 ** -(cell.number.places or 0))


def is_near(cell: TableCell, worked: Expression) -> bool:
    """Whether a cell is what an expression comes to but for one slip of hand: a digit, or a carry forgotten in one
    place, two neighbouring digits exchanged, the sign, the point.
    """
    if cell.number is None or worked.shape or not isfinite(worked.printed):
        return False
    scale = 10.0 ** (cell.number.places or 0)
    shown, true = round(cell.number.value * scale), round(worked.printed * scale)
    if shown in (-true, 10 * true) or 10 * shown == true:
        return shown != 0
    if (shown < 0) != (true < 0):
        return False
    return len(str(abs(shown - true)).rstrip("0")) == 1 or _are_exchanged(str(abs(shown)), str(abs(true)))


def is_exchanged(cell: TableCell, worked: Expression) -> bool:
    """Whether two neighbouring digits of a cell changed places: `54` for 45."""
    if cell.number is None or worked.shape or not isfinite(worked.printed):
        return False
    scale = 10.0 ** (cell.number.places or 0)
    shown, true = round(cell.number.value * scale), round(worked.printed * scale)
    return (shown < 0) == (true < 0) and _are_exchanged(str(abs(shown)), str(abs(true)))


def _are_exchanged(one: str, other: str) -> bool:
    off = [at for at in range(len(one)) if one[at] != other[at]] if len(one) == len(other) else []
    return len(off) == len(one[off[0] : off[-1] + 1] if off else "") == len("ab") and one[off[0]] == other[off[1]]


def printed_cells(cells: Sequence[TableCell]) -> Printed:
    """Cells with numbers as one printed row; a single cell as a number."""
    numbers = tuple(cell.number for cell in cells if cell.number is not None)
    shape = () if len(numbers) == 1 else (len(numbers),)
    return Printed(numbers, tuple((cell.start, cell.stop) for cell in cells), shape, cells[0].start, cells[-1].stop)


def of_two(
    form: str,
    numbers: Sequence[tuple[int, TableCell]],
    first: TableRow,
    second: TableRow,
    value: Callable[[TableRow, TableCell], Known],
) -> Iterator[tuple[TableCell, Expression]]:
    """The cells of a row as what a formula makes of two rows above it, a and b, as far as those have numbers; `value`
    says what a cell of them stands for.
    """
    for column, cell in numbers:
        one, other = first.cells[column], second.cells[column]
        if one is None or other is None or one.number is None or other.number is None:
            return
        with suppress(Unreadable):
            yield cell, Expression(node_of(form)[0], {"a": value(first, one), "b": value(second, other)})


def worked_cell(cell: TableCell, scope: Scope, line: int) -> Known | None:
    """What a cell with a calculation in it comes to: `5 / 6`, `3·3·8 = 72`."""
    tokens = list(cell.tokens)
    if any(token.kind == "join" for token in tokens):
        last = next(at for at in range(len(tokens) - 1, -1, -1) if tokens[at].kind == "join")
        tokens = tokens[:last]
    if not any(token.kind == "sign" for token in tokens) or not any(token.kind == "number" for token in tokens):
        return None
    try:
        found = expression(tokens, scope, line)
    except Unreadable:
        return None
    return as_known(found) if found.shape == () else None


def figures_of(cell: TableCell) -> str:
    """The digits of a cell's number, but for leading zeros."""
    return "".join(letter for letter in (cell.number.text if cell.number else "").lstrip("0.") if letter.isdigit())
