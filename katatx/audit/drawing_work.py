"""Works what is drawn with matrices over several lines."""

from __future__ import annotations

import re
from collections.abc import Sequence

from katatx.audit.drawings import Drawing, Matrix, Side
from katatx.audit.expressions import Expression, Unreadable, expression
from katatx.audit.grid_work import GridWork, row_against
from katatx.audit.grids import GridOnPage, Row
from katatx.audit.known import Known, side_by_side
from katatx.audit.matrix_names import beside_each_other
from katatx.audit.name_words import name_of
from katatx.audit.results import Fit, Printed, padded
from katatx.audit.sheet import Sheet, Started
from katatx.audit.tokens import Token, tokenize
from katatx.audit.usual_forms import apart
from katatx.notation.syntax import Binary, Literal, Name

_SQUARED = 2
_NAME = re.compile(r"[^\W\d][\w'′^]*(?:\s[\w'′]+)?(?:\s*\([^()]*\))?")
_ASIDE = re.compile(r"\s*\([^()]*\)$")


def work_drawing(sheet: Sheet, drawing: Drawing) -> bool:
    """Judge the matrices that stand after a join, or take them as given under the name before it. Whether that is what
    they are: one matrix beside words that are neither a name nor a product may be something else.
    """
    if drawing.is_named and not drawing.is_plain and not _is_product(sheet, drawing.equations[0]):
        return False
    for sides in drawing.equations:
        _work_equation(sheet, sides)
    sheet.before = Started(line=sheet.line)
    return True


def _is_product(sheet: Sheet, sides: Sequence[Side]) -> bool:
    """Whether what stands before one matrix can be worked."""
    return any(_worked(sheet, side) is not None for side in sides[:-1])


def _work_equation(sheet: Sheet, sides: Sequence[Side]) -> None:
    names = _names(sheet, sides)
    worked, said, unreadable = None, list[str](), False
    for number, side in enumerate(sides):
        alone = side[0] if len(side) == 1 else None
        if number < len(names):
            continue
        if number == 0 or not isinstance(alone, Matrix):
            found = _worked(sheet, side)
            unreadable = unreadable or found is None
            said += [token.text for part in side if isinstance(part, str) for token in tokenize(part)]
            worked = found or worked
            continue
        worked = None if worked is None else _power(alone, worked)
        known = _judged(sheet, alone, worked) if worked is not None else _guessed(sheet, alone, names, said)
        if known is None:
            known = _taken(sheet, alone)
            if worked is not None or unreadable:
                _unread(sheet, alone)
        if len(alone.rows) == 1:
            known = known.row(0)._replace(name="")
        for name in names:
            sheet.scope.define(name, known)
            sheet.drawn[name] = sheet.line
        sheet.keep(known)
        worked = Expression(Name("#0", 1), {"#0": known})


def _names(sheet: Sheet, sides: Sequence[Side]) -> list[str]:
    """The names that an equation begins with: `Q`, and K, of `Q = K = …`."""
    names = []
    for side in sides:
        alone = side[0] if len(side) == 1 else None
        worked = _worked(sheet, side)
        if not isinstance(alone, str) or not _NAME.fullmatch(alone) or (worked and not isinstance(worked.node, Name)):
            break
        names.append(name_of(tokenize(_ASIDE.sub("", alone))))
    return names


def _guessed(sheet: Sheet, result: Matrix, names: Sequence[str], said: Sequence[str]) -> Known | None:
    """A matrix of which nothing but its name, or words, says what it was worked from."""
    if len(result.rows) == 1:
        return None
    title = tuple(tokenize(names[0])) if names else ()
    rows = [Row(line, (), cells, name=title if not at else ()) for at, (line, cells) in enumerate(result.rows)]
    return GridWork(sheet, GridOnPage(tuple(rows))).drawn([*names, *said])


def _worked(sheet: Sheet, side: Side) -> Expression | None:
    text = " ".join(map(str, side))
    beside = beside_each_other(sheet, text)
    if beside is not None:
        return beside
    try:
        return expression(apart(list(tokenize(text)), sheet.scope), sheet.scope, sheet.line)
    except Unreadable:
        return None


def _judged(sheet: Sheet, result: Matrix, worked: Expression) -> Known | None:
    rows = _rows(result)
    if len(rows) == 1 and worked.shape == (len(rows[0].numbers),):
        line, own = result.rows[0][0], [Token("number", "", rows[0].start, rows[0].stop, 0)]
        judged = sheet.drafts.judge(rows[0], [worked], line, own)
        return None if judged is None else side_by_side([sheet.known(rows[0], judged)], sheet.line)
    width = len(rows[0].numbers)
    if worked.shape != (len(rows), width) and (worked.shape != (len(rows),) or width > 1):
        return None
    found = [row_against(row, worked, index) for index, row in enumerate(rows)]
    doubted = any(known.name in sheet.doubted for known in worked.names.values())
    if doubted and any(row.worst is Fit.WRONG for row in found):
        return None
    made = [
        sheet.drafts.row(row, index, worked, compared, line, sheet.scope)
        for index, (row, compared, (line, _)) in enumerate(zip(rows, found, result.rows, strict=True))
    ]
    return side_by_side(made, sheet.line)._replace(given=False)


def _power(result: Matrix, worked: Expression) -> Expression:
    """A matrix squared as the product with itself, where that is what is drawn: `A^2` may be either."""
    node = worked.node
    if not (isinstance(node, Binary) and node.sign == "^" and isinstance(node.left, Name)):
        return worked
    size = len(result.rows)
    squared = isinstance(node.right, Literal) and node.right.value == _SQUARED
    if not squared or worked.shape != (size, size) or len(result.rows[0][1]) != size:
        return worked
    product = Expression(Binary("·", node.left, node.left, 1), worked.names)
    off = [sum(row_against(row, each, at).off for at, row in enumerate(_rows(result))) for each in (worked, product)]
    return product if off[1] < off[0] else worked


def _taken(sheet: Sheet, result: Matrix) -> Known:
    return side_by_side([sheet.taken(row) for row in _rows(result)], sheet.line)


def _unread(sheet: Sheet, result: Matrix) -> None:
    for row, (line, _) in zip(_rows(result), result.rows, strict=True):
        own = [Token("number", "", row.start, row.stop, 0)]
        sheet.drafts.unread(line, own, row, "it does not fit what stands before it")


def _rows(matrix: Matrix) -> list[Printed]:
    numbers = padded(tuple(cell.number for _, cells in matrix.rows for cell in cells if cell.number is not None))
    width = len(matrix.rows[0][1])
    return [
        Printed(
            numbers[at * width : (at + 1) * width],
            tuple((cell.start, cell.stop) for cell in cells),
            (width,) if width > 1 else (),
            cells[0].start,
            cells[-1].stop,
        )
        for at, (_, cells) in enumerate(matrix.rows)
    ]
