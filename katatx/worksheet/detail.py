"""The details of one line: its full verdict and its working.

A **link** is one expression of a line, with the claim made about it if there is one; a line has several if it is a
chain of equals signs.
"""

from __future__ import annotations

from typing import NamedTuple

from katatx.engine.checked import Checked, Link
from katatx.engine.pencils.writing import Step
from katatx.engine.values import Value, rank_of
from katatx.notation.quoting import plain
from katatx.notation.syntax import Node
from katatx.worksheet.layout import TOO_LONG, written_value, written_working
from katatx.worksheet.marks import NO_MARK, Mark, mark_of, short_value
from katatx.worksheet.sheet import Sheet
from scoring.places import DECIMALS

_LONGEST_LINE = 300
_LONGEST_TITLE = 120


class Detail(NamedTuple):
    """The details of a line.

    `title` is what is worked out, `mark` its sign and words, `sentences` the verdict in full, `working` the lines of
    the working. `node` is the expression as a syntax tree. `value` is given only for a row or grid, to be drawn.
    """

    title: str = ""
    mark: Mark = NO_MARK
    sentences: tuple[str, ...] = ()
    working: tuple[str, ...] = ()
    node: Node | None = None
    value: Value | None = None


def detail_of(sheet: Sheet, row: int) -> Detail:
    """Return the details of the line at index `row`; all empty if the line is empty or not yet judged.

    Of several links they are those of the one with the worst verdict. For a line that cannot be read or worked out they
    are its mark and the error.
    """
    line = sheet.lines[row]
    mark = mark_of(line)
    if line.error is not None:
        return Detail("", mark, (plain(sheet.message(row), _LONGEST_LINE),))
    if line.checked is None:
        return Detail()
    link = line.checked.worst
    working = _working(line.checked, link, set(line.used))
    named = ", ".join(line.checked.names) if line.checked.only_defines else link.expression
    title = plain(named, _LONGEST_TITLE)
    value = link.value if rank_of(link.value) in (1, 2) else None
    sentences = (*_sentences(line.checked, link), *map(plain, line.checked.skipped))
    return Detail(title, mark, sentences, working, link.node, value)


def _sentences(checked: Checked, link: Link) -> list[str]:
    """Return the sentences on a line whose worst link is `link`; [] if that link claims nothing.

    They are the verdict, for a wrong claim what was written and the true value, and the other claims. For a claim that
    was not graded it is the verdict alone.
    """
    judgement = link.judgement
    if judgement is None:
        return []
    message = judgement.message
    if judgement.verdict.counts_as_right:
        return [message, *_others(checked, link)]
    if judgement.verdict.costs_nothing:
        return [message]
    written = "" if link.claim is None else f"you wrote {link.claim_text(DECIMALS)}"
    return [message, f"{written}; it is {link.shown}".removeprefix("; "), *_others(checked, link)]


def _others(checked: Checked, worst: Link) -> list[str]:
    """Return the claims of a line other than the worst, each as ✓ if it counts as right or else ✗, its expression, and
    the true value.
    """
    marks = [(link, link.judgement) for link in checked.links if link is not worst and link.judgement is not None]
    return [
        f"{'✓' if judgement.verdict.counts_as_right else '✗'} {plain(link.expression, _LONGEST_TITLE)}"
        f" = {short_value(link.value)}"
        for link, judgement in marks
    ]


def _working(checked: Checked, link: Link, above: set[str]) -> tuple[str, ...]:
    """Return the working of a link as lines of text; one line that says so if it is too long to show.

    Names in `above` are worked out where they are defined, so their steps are left out. If no steps are left, the lines
    are the values that the line defines.
    """
    if not link.has_working:
        return (TOO_LONG,)
    steps = [step for step in link.steps() if not _defines(step, above)]
    if not steps:
        return tuple(plain(line) for name, value in checked.names.items() for line in _given(name, value))
    lines, _ = written_working(steps, full=False)
    return tuple(plain(line.removeprefix("  "), _LONGEST_LINE) for line in lines)


def _defines(step: Step, names: set[str]) -> bool:
    """Return whether a step only gives the value of one of `names`."""
    name, equals, rest = step.line.partition(" =")
    return bool(equals) and not rest and name in names


def _given(name: str, value: Value) -> list[str]:
    """Return a defined value as the line `name = value` in a list; [] for a grid."""
    return [] if rank_of(value) == 2 else written_value(name, value, DECIMALS)
