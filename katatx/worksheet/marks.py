"""The mark of a line: a sign and a few words.

A line **claims** something if it says what an expression is, as `2·3 = 6` does. A **link** is one expression of a line,
with its claim if it has one.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

from katatx.engine.checked import Checked, Link
from katatx.engine.names import is_literal
from katatx.engine.values import Value, rank_of, shape_of, size_of
from katatx.notation.printing import write_number
from katatx.worksheet.sheet import Line
from scoring.places import DECIMALS
from scoring.shapes import describe
from scoring.verdict import Judgement, Verdict

# Larger values are described by their shape.
_MOST_SHOWN = 12
_LONGEST = 60


class Mark(NamedTuple):
    """A sign, words, and a kind: "right", "wrong", "again" (not judged: write it differently), "value" or ""."""

    sign: str = ""
    words: str = ""
    kind: str = ""


NO_MARK = Mark()
_WRONG_SIGN = "✗"


def mark_of(line: Line) -> Mark:
    """Return the mark of a line: its verdict, its value if it claims none, or "?" and the problem if it has an error.

    The worst verdict of a line's links counts. The mark is `NO_MARK` for an empty line, for one not yet judged, and for
    a bare number, row or grid, or a definition of one.
    """
    if line.error is not None:
        return Mark("?", _problem(line.error), "again")
    if line.checked is None:
        return NO_MARK
    judgement = line.checked.worst.judgement
    return _unclaimed(line.checked) if judgement is None else _judged(line.checked.worst, judgement)


def _problem(error: Exception) -> str:
    """Return an error's `problem`, or its message if it has none, cut to 60 characters."""
    problem: str = getattr(error, "problem", str(error))
    return problem[:_LONGEST]


def _unclaimed(checked: Checked) -> Mark:
    """Return the mark of a line that claims nothing: its value, or `NO_MARK` if that is as written."""
    if checked.only_defines and all(defined.is_literal for defined in checked.defined.values()):
        return NO_MARK
    link = checked.worst
    return NO_MARK if is_literal(link.node) else Mark("=", short_value(link.value), "value")


def _judged(link: Link, judgement: Judgement) -> Mark:
    """Return the mark for the judgement of a link: ✓, or ≈ if only rounding explains it; ? if it was not graded;
    otherwise ✗ with what happened or the true value.
    """
    message = judgement.message
    match judgement.verdict:
        case Verdict.RIGHT | Verdict.FOLLOWS:
            if judgement.rounded:
                return Mark("≈", "right up to rounding", "right")
            return Mark("✓", message.removeprefix("right").strip(), "right")
        case Verdict.AGAIN:
            return Mark("?", message.removeprefix("right so far; ")[:_LONGEST], "again")
        case Verdict.WRONG:
            happened = (
                judgement.causes[0].happened.partition(":")[0] if judgement.causes else f"is {short_value(link.value)}"
            )
            return Mark(_WRONG_SIGN, happened, "wrong")


def short_value(value: Value) -> str:
    """Return a value briefly, to 3 decimals: `0.047 0.953`, `[1 2; 3 4]`.

    Of a row or grid of more than 12 numbers it is the shape in words, of a value of higher rank the count of numbers.
    """
    if size_of(value) > _MOST_SHOWN or rank_of(value) > 2:
        return describe(shape_of(value)) if rank_of(value) <= 2 else f"{size_of(value)} numbers"
    match rank_of(value):
        case 0:
            return write_number(value, DECIMALS)
        case 1:
            return _row(value)
        case _:
            return f"[{'; '.join(map(_row, value))}]"


def _row(row: Value) -> str:
    """Return a row's numbers as text, separated by spaces."""
    return " ".join(write_number(number, DECIMALS) for number in row)


def tally(lines: Sequence[Line]) -> str:
    """Return how many lines are right, wrong and not judged: "4 right, 1 wrong"; "" without any.

    The worst claim of a line decides. Lines without claims are not counted. Lines that cannot be read or worked out,
    and claims that were not graded (with too few decimals, or of another shape), are "not judged".
    """
    kinds = Counter(_kind(line) for line in lines)
    counts = ((kinds["right"], "right"), (kinds["wrong"], "wrong"), (kinds["again"], "not judged"))
    return ", ".join(f"{count} {what}" for count, what in counts if count)


def _kind(line: Line) -> str:
    """Return the kind of a line by its worst claim: "right", "wrong", or "again" (not graded); "" without claims.

    A line with an error is "again".
    """
    if line.error is not None:
        return "again"
    judgement = None if line.checked is None else line.checked.worst.judgement
    if judgement is None:
        return ""
    if judgement.verdict.costs_nothing:
        return "again"
    return "right" if judgement.verdict.counts_as_right else "wrong"
