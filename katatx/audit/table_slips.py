"""Whether a cell that does not fit what its column is worked from is a slip: by the row and the column it stands in."""

from __future__ import annotations

from collections.abc import Sequence

from katatx.audit.expressions import Expression
from katatx.audit.old_places import agrees, half_unit, noise
from katatx.audit.table_cells import fits
from katatx.audit.tables import TableCell, TableRow

# A shorter number stands in another slot by chance.
_ENOUGH_DIGITS = 3
# Of the rows of a column this share may be off what its formula comes to.
MOST_OFF = 0.34
# A formula with a number from above the table must fit more rows than others.
_MANY_ROWS = 5


def has_other_sign(cell: TableCell, worked: Expression) -> bool:
    """Whether a cell is what it should be but for its sign, and too long to be that by chance."""
    number = cell.number
    if number is None or worked.shape or sum(letter.isdigit() for letter in number.text.lstrip("0.")) < _ENOUGH_DIGITS:
        return False
    return any(agrees(-number.value, number.places, each) for each in (worked.printed, worked.true))


def is_in_other_slot(row: TableRow, column: int, worked: Expression, enough: int = _ENOUGH_DIGITS) -> bool:
    """Whether what should stand in one column of a row stands in another, which it is not worked from: two cells that
    changed places.
    """
    operands = {name.lstrip("#") for name in worked.names}
    return any(
        cell is not None
        and cell.number is not None
        and other != column
        and f"c{other}" not in operands
        and sum(letter.isdigit() for letter in cell.number.text.lstrip("0.")) >= enough
        and fits(cell, worked)
        for other, cell in enumerate(row.cells)
    )


def needed(cells: Sequence[tuple[int, TableCell]], index: int, total: TableCell) -> float | None:
    """What one row's cell would have to be for a column to come to its total; None where it does so as it stands."""
    if total.number is None:
        return None
    numbers = {at: cell.number for at, cell in cells if cell.number is not None}
    if index not in numbers or len(numbers) < 2:
        return None
    rest = sum(number.value for at, number in numbers.items() if at != index)
    value = total.number.value - rest
    slack = half_unit(total.number.places) + sum(half_unit(number.places) for number in numbers.values())
    whole = all(number.places == 0 for number in (total.number, *numbers.values()))
    far = abs(value - numbers[index].value) > (0 if whole else slack) + noise(value)
    return value if far else None


def mends_total(cells: Sequence[tuple[int, TableCell]], index: int, worked: Expression, total: TableCell) -> bool:
    """Whether a column comes to its total only with what one cell should be in place of what it is."""
    value = needed(cells, index, total)
    if value is None or worked.shape or total.number is None:
        return False
    places = [cell.number.places for _, cell in cells if cell.number is not None]
    slack = half_unit(total.number.places) + sum(map(half_unit, places)) if any(places) else 0.0
    return any(abs(value - each) <= slack + noise(value) for each in (worked.printed, worked.true))


def allowed_off(rows: int, stated: bool, total: bool, strict: bool) -> int:
    """How many rows may be far off a formula that is tried."""
    if strict:
        return int(rows >= _MANY_ROWS)
    return rows - 1 if total else max(1, rows // 2 if stated else int(rows * MOST_OFF))
