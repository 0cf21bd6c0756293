"""Rows with a number behind each, `row1=[0,1,0,0]: 0.465   row2=[0,0,1,0]: 0.000`: each dotted with a row above."""

from __future__ import annotations

from typing import NamedTuple

from katatx.audit.chain_state import LineOfTokens
from katatx.audit.claimed import Claimed
from katatx.audit.expressions import Expression, Unreadable
from katatx.audit.known import Known, given
from katatx.audit.operands import WIDE, is_plain, operand_end
from katatx.audit.results import Printed, is_honest, read_printed
from katatx.audit.sheet import Sheet
from katatx.engine.values import shape_of
from katatx.notation.syntax import Binary, Name

_MOST_PAIRS = 40
_MOST_ROWS = 8
_ENOUGH_PAIRS = 3
_ENOUGH_FIGURES = 2
_ENDING = frozenset(",;.|)")


class Pair(NamedTuple):
    """A row, the number that stands behind it, and the units of that number."""

    row: Printed
    result: Printed
    first: int
    last: int


def work_row_products(sheet: Sheet, text: LineOfTokens) -> None:
    """Judge the numbers behind the rows of a line, where one row above explains them."""
    pairs = _pairs(text)
    claimed = Claimed(sheet, text) if pairs else None
    pairs = [pair for pair in pairs if claimed and not claimed.covers(pair.result.start, pair.result.stop)]
    if not pairs:
        return
    tried = [products for known in _rows(sheet) if (products := _products(pairs, known, sheet.line))]
    if not tried:
        return
    products = max(tried, key=lambda each: _count_honest(pairs, each))
    said = sum(
        is_honest(pair.result, each) and _says_enough(pair.result) for pair, each in zip(pairs, products, strict=True)
    )
    # Nothing times anything is nothing, whichever row is meant.
    nothing = all(not any(number.value for number in pair.row.numbers) for pair in pairs)
    fitting = _count_honest(pairs, products)
    if not (said or nothing) or fitting < len(pairs) - (len(pairs) > 2):
        return
    sure = said > 1 or fitting >= _ENOUGH_PAIRS
    for pair, each in zip(pairs, products, strict=True):
        own = text.part(pair.first, pair.last)
        judged = sheet.drafts.judge(pair.result, [each], text.line, own, doubtful=not sure)
        if judged is not None:
            sheet.keep(sheet.known(pair.result, judged))


def _pairs(text: LineOfTokens) -> list[Pair]:
    """Rows in square brackets with a number right behind a colon or an arrow."""
    units = text.units
    found: list[Pair] = []
    for at, unit in enumerate(units[:-2]):
        if unit.text != "[" or unit.kind != "operand" or len(found) >= _MOST_PAIRS:
            continue
        between = units[at + 1]
        if between.text not in (":", "→"):
            continue
        end = operand_end(units, at + 2)
        if end is None or not is_plain(units, at + 2, end) or not _ends(text, end):
            continue
        row, result = read_printed(text.part(at, at + 1)), read_printed(text.part(at + 2, end))
        if row is not None and result is not None and len(row.shape) == 1 and result.shape == ():
            found.append(Pair(row, result, at + 2, end))
    return found


def _ends(text: LineOfTokens, at: int) -> bool:
    if at >= len(text.units):
        return True
    unit = text.units[at]
    return unit.gap >= WIDE or (unit.kind == "mark" and unit.text in _ENDING)


def _rows(sheet: Sheet) -> list[Known]:
    """The rows that may be meant, the likeliest first."""
    rows = [known for known in list(sheet.recent)[::-1] if len(shape_of(known.printed)) == 1][:_MOST_ROWS]
    return ([sheet.dotted] if sheet.dotted is not None else []) + rows


def _products(pairs: list[Pair], known: Known, line: int) -> list[Expression]:
    found: list[Expression] = []
    for pair in pairs:
        if pair.row.shape != shape_of(known.printed):
            return []
        try:
            node = Binary("·", Name("#0", 1), Name("#1", 1), 1)
            found.append(Expression(node, {"#0": given(pair.row.value, line), "#1": known}))
        except Unreadable:
            return []
    return found


def _count_honest(pairs: list[Pair], products: list[Expression]) -> int:
    return sum(is_honest(pair.result, product) for pair, product in zip(pairs, products, strict=True))


def _says_enough(result: Printed) -> bool:
    return len(result.numbers[0].text.replace(".", "").strip("0")) >= _ENOUGH_FIGURES
