"""Runs in one line: results with no more than a word before each, `sum 28, mean 7, deviations -3 1 2 0`, and what an
arrow after a total divides by it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from katatx.audit.expressions import Expression, Unreadable
from katatx.audit.figures import Meaning
from katatx.audit.known import Known, side_by_side
from katatx.audit.label_meanings import MEANINGS, words_like
from katatx.audit.operands import WIDE, is_plain, listed_end, operand_end, spaced_row
from katatx.audit.results import Fit, Printed, compare
from katatx.audit.sides import JOINING, Side
from katatx.audit.units import Unit
from katatx.engine.values import shape_of
from katatx.notation.syntax import Binary, Call, Name

_MOST_WORDS = 6
_MOST_NUMBERS = 64
_MOST_BACK = 200
# Marks of bold type leave two blanks where they stood.
_WIDEST = 6
_ENOUGH_FIGURES = 2
# Words that sentences use for so much else that a number behind one of them is no figure of it.
_TOO_COMMON = frozenset({
    "all", "add", "adds", "adding", "twice", "double", "output", "stream", "residual", "skip", "dot", "match",
    "score", "logit", "mask", "masked", "square", "scale", "attention", "distance", "middle", "least",
    "var", "log", "root"
})  # fmt: skip
FIGURES = frozenset().union(*(meaning.words for meaning in MEANINGS), {"median"}) - _TOO_COMMON
SHARES = words_like("shares")
# What is one number however many follow it.
_SINGLE = frozenset({
    "sum", "total", "totals", "subtotal", "altogether", "mean", "average", "mu", "μ", "avg", "variance", "var", "σ²",
    "varianz", "varianza", "spread", "std", "sd", "stdev", "sigma", "σ", "max", "maximum", "largest", "biggest",
    "highest", "min", "minimum", "smallest", "lowest", "median", "product", "difference", "ratio", "quotient", "loss",
    "ss", "sse", "sst", "ssr"
})  # fmt: skip
_PARTING = frozenset(",;:.|—()")
_ENDING = frozenset(",;.|—)")


def item_at(units: list[Unit], at: int) -> tuple[int, Side] | None:
    """A figure that its words alone name, where it begins at a unit and something stands before it on its line: where
    its words end, and its side.
    """
    if not 0 < at < len(units) or not _begins(units, at):
        return None
    end = at
    while end < len(units) and end - at < _MOST_WORDS and _is_worded(units, end, at):
        end += 1
    words = {part for unit in units[at:end] for part in unit.text.lower().split()}
    if end == at or end == len(units) or not words & FIGURES:
        return None
    side = _value(units, end, single=bool(words & _SINGLE))
    if side is None or not _ends(units, side.last):
        return None
    return (end, side) if any(unit.kind == "operand" for unit in units[max(0, at - _MOST_BACK) : at]) else None


def _begins(units: list[Unit], at: int) -> bool:
    before = units[at - 1]
    apart = (before.kind == "mark" and before.text in _PARTING) or before.text in ("→", "and")
    return apart or units[at].gap >= WIDE


def _is_worded(units: list[Unit], at: int, start: int) -> bool:
    unit = units[at]
    if at > start and unit.gap >= WIDE:
        return False
    named = unit.kind in ("word", "function") or (unit.known is not None and unit.text.replace(" ", "").isalpha())
    return named or (unit.kind == "group" and at > start)


def _value(units: list[Unit], at: int, single: bool) -> Side | None:
    """The number, or the row, that stands at a unit."""
    end = operand_end(units, at)
    if end is None or units[at].gap >= _WIDEST:
        return None
    if is_plain(units, at, end):
        row = 0 if single else max(listed_end(units, at, end), spaced_row(units, at, end))
        row = row if row - at <= _MOST_NUMBERS and _ends(units, row) else 0
        return Side(at, row or end, listed=row)
    return Side(at, end) if end == at + 1 and units[at].text in ("[", "(") else None


def _ends(units: list[Unit], at: int) -> bool:
    """Whether what stands before a unit is all of its clause, but for one unit of measure."""
    if at >= len(units):
        return True
    unit = units[at]
    if unit.gap >= WIDE or unit.kind == "group" or unit.text == "→" or unit.text.lower() in JOINING:
        return True
    if unit.kind == "mark":
        return unit.text in _ENDING
    return unit.kind == "word" and unit.gap <= 1 and _closes(units, at + 1)


def _closes(units: list[Unit], at: int) -> bool:
    return at >= len(units) or units[at].gap >= WIDE or (units[at].kind == "mark" and units[at].text in _ENDING)


def is_all_but_one(printed: Printed, against: Expression) -> bool:
    """Whether a row is what it should be in all of its numbers but one, and those say enough to tell."""
    found = compare(printed, against)
    if found is None or found.off != 1:
        return False
    return any(
        fit is not Fit.WRONG and len(number.text.replace(".", "").strip("0")) >= _ENOUGH_FIGURES
        for number, fit in zip(printed.numbers, found.fits, strict=True)
    )


def divided_by(total: Known, recent: Sequence[Known], count: int) -> Iterator[Meaning]:
    """What an arrow from a total to a row of so many numbers may mean: the results of the line before it, or the
    latest row, each divided by it.
    """
    names = {"#total": total}
    singles = [known for known in recent if not shape_of(known.printed) and known.line == total.line]
    rows = [known for known in recent if shape_of(known.printed) == (count,)][::-1]
    if 1 < count <= len(singles):
        rows.insert(0, side_by_side(singles[-count:], total.line))
    for number, row in enumerate(rows[:3]):
        one = Name("#row", 1)
        raised = Call("exp", (one,), loose=False, column=1)
        for node in (Binary("/", one, Name("#total", 1), 1), Binary("/", raised, Name("#total", 1), 1)):
            try:
                yield Meaning(Expression(node, {**names, "#row": row}), latest=number == 0)
            except Unreadable:
                continue
