"""Correct the wrong numbers of a page and everything that follows from them.

A **figure** is a number to replace, with its offsets and the correct text. Offsets count the characters of the page's
source from 0. Nothing is written to files.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from katatx.audit.auditing import audit_page
from katatx.audit.findings import ClaimVerdict, Figure, PageAudit
from katatx.audit.values import ROUNDED_FIGURES, figures_of
from katatx.pages.documents.reading import read_as
from katatx.pages.page import Page

_MOST_ROUNDS = 10
# A sign belongs to a number unless something precedes it from which the number could be subtracted.
_NUMBER = re.compile(r"(?:(?<![\w)\]])(?<![\w)\]] )[-−])?(?<![\w.,])(?:\d+(?:,\d{3})*(?:\.\d+)?|\.\d+)%?")
_MINUS = re.compile(r"−|&minus;|&#8722;|\\u2212")
# Longer lines are assumed not to be in aligned columns.
_LONGEST_LINE = 400


class Fixed(NamedTuple):
    """A corrected source, the number of numbers `corrected`, and the number of wrong results `left`."""

    source: str
    corrected: int
    left: int


def fix(audit: PageAudit) -> Fixed:
    """Return the page with wrong numbers corrected if their calculation is known.

    Repeats of their digits in later calculations are replaced too. The corrected page is audited again, and results
    that depend on corrected numbers are corrected in turn, until nothing changes, or ten times.
    """
    count = 0
    for _ in range(_MOST_ROUNDS):
        wrong = (claim for claim in audit.claims if claim.verdict is ClaimVerdict.WRONG and claim.calculation)
        results = [figure for claim in wrong for figure in claim.figures]
        figures = list(_apart([*results, *_repetitions(audit, frozenset(results))]))
        if not figures:
            break
        count += len(figures)
        audit = audit_page(read_as(Path(audit.page.path), corrected(audit.page, figures)))
    return Fixed(audit.page.source, count, audit.count(ClaimVerdict.WRONG))


def corrected(page: Page, figures: Sequence[Figure]) -> str:
    """Return a page's source with the numbers of `figures` replaced, which are in page order and do not overlap.

    Spaces beside a number in an aligned table make up for a change of length; all else stays.
    """
    source, is_notebook = page.source, page.path.lower().endswith(".ipynb")
    starts, stops = [figure.start for figure in figures], [figure.stop for figure in figures]
    # The text around and between the numbers; its spaces shrink as longer numbers are put in.
    gaps = [source[start:stop] for start, stop in zip([0, *stops], [*starts, len(source)], strict=True)]
    written = []
    for index, figure in enumerate(figures):
        text = json.dumps(figure.correct, ensure_ascii=False)[1:-1] if is_notebook else figure.correct
        if text.startswith("-") and (minus := _MINUS.match(source, figure.start, figure.stop)):
            text = minus[0] + text[1:]
        grown = len(text) - (figure.stop - figure.start)
        room = _room_beside(source, figure.start, figure.stop, is_notebook) if grown else _Room()
        for side in room.sides:
            grown -= _take(gaps, index, side, grown, room.keep if side == "before" else 1)
        written.append(text)
    return gaps[0] + "".join(text + gap for text, gap in zip(written, gaps[1:], strict=True))


def _apart(figures: Iterable[Figure]) -> Iterator[Figure]:
    """Yield figures in page order; of overlapping ones only the first, and none without characters."""
    end = 0
    for figure in sorted(figures, key=lambda figure: (figure.start, figure.stop)):
        if figure.start >= end and figure.stop > figure.start:
            yield figure
            end = figure.stop


def _repetitions(audit: PageAudit, wrong: frozenset[Figure]) -> Iterator[Figure]:
    """Yield the places where calculations after a wrong number repeat its digits, with the correct ones.

    `wrong` are the wrong results, of which those with fewer than three figures are not followed. Digits that also occur
    before the wrong number, or as a right result after it, may mean something else and stay.
    """
    source = audit.page.source
    first: dict[str, int] = {}
    for found in _NUMBER.finditer(source) if wrong else ():
        first.setdefault(_digits(found[0]), found.start())
    stale: dict[str, Figure] = {}
    for claim in audit.claims:
        operands = {_digits(text) for text in _NUMBER.findall(claim.calculation)} if stale else set()
        for found in _NUMBER.finditer(source, claim.start, claim.stop) if operands & stale.keys() else ():
            root = stale.get(_digits(found[0])) if _digits(found[0]) in operands else None
            if root is not None and found.start() > root.start:
                yield Figure(found.start(), found.end(), root.correct)
        if claim.verdict is ClaimVerdict.RIGHT:
            for text in _NUMBER.findall(claim.printed) if stale else ():
                if _digits(text) not in operands:
                    stale.pop(_digits(text), None)
        for figure in wrong.intersection(claim.figures):
            printed = _digits(source[figure.start : figure.stop])
            if figures_of(printed) >= ROUNDED_FIGURES and first.get(printed, figure.start) >= figure.start:
                stale[printed] = figure


def _digits(number: str) -> str:
    """Return a number's text with an ASCII minus sign."""
    return number.replace("−", "-")


# ---- columns


class _Room(NamedTuple):
    """The sides of a number whose spaces may be used, in order of preference, and how many spaces to keep before it."""

    sides: tuple[str, ...] = ()
    keep: int = 1


def _take(gaps: list[str], index: int, side: str, wanted: int, keep: int) -> int:
    """Take `wanted` spaces from a `side` ("before" or "after") of number `index`; return how many were taken.

    At least `keep` spaces remain, if there are so many. A negative `wanted` adds spaces, and is returned. `gaps` are
    the texts around and between the numbers, which are changed.
    """
    at = index if side == "before" else index + 1
    bare = gaps[at].rstrip(" ") if side == "before" else gaps[at].lstrip(" ")
    spaces = len(gaps[at]) - len(bare)
    left = max(min(spaces, keep), spaces - wanted)
    gaps[at] = bare + " " * left if side == "before" else " " * left + bare
    return spaces - left


def _room_beside(source: str, start: int, stop: int, is_notebook: bool) -> _Room:
    """Return how the spaces beside the number from offset `start` up to `stop` may be used; `sides` is empty for not.

    Two or more spaces, or a cell between bars, indicate columns. Spaces before the number are used if a neighbouring
    line shows a right-aligned column, those after it if another column follows. In a notebook, quotes and backslashes
    count as the ends of the line.
    """
    begin = source.rfind("\n", max(0, start - _LONGEST_LINE), start) + 1
    end = source.find("\n", stop, stop + _LONGEST_LINE)
    end = len(source) if end < 0 else end
    if (begin == 0 and start > _LONGEST_LINE) or end - stop > _LONGEST_LINE:
        return _Room()
    left, right = source[begin:start], source[stop:end].rstrip("\r")
    before, after = len(left) - len(left.rstrip(" ")), len(right) - len(right.lstrip(" "))
    edges = '"\\' if is_notebook else ""
    is_first = not left.strip(edges + " \t")
    is_last = not right.strip() or right.lstrip(" ")[0] in edges
    is_cell = left.rstrip(" ").endswith("|") and right.lstrip(" ").startswith("|")
    neighbours = [line for line in _neighbours(source, begin, end) if line.strip()]
    sides = []
    if (
        before
        and (max(before, after) > 1 or is_cell)
        and _is_right_aligned(neighbours, len(left), len(left) + stop - start, is_first)
    ):
        sides.append("before")
    if (after > 1 or (after and is_cell)) and not is_last:
        sides.append("after")
    indents = (len(line) - len(line.lstrip(" ")) for line in neighbours)
    return _Room(tuple(sides), min(indents, default=before) if is_first else 1)


def _neighbours(source: str, begin: int, end: int) -> Iterator[str]:
    """Yield the lines above and below the line from offset `begin` up to `end`, if there are any.

    Of the line above the last 400 characters are taken, of the line below the first 400.
    """
    if begin > 0:
        low = max(0, begin - 1 - _LONGEST_LINE)
        yield source[max(source.rfind("\n", low, begin - 1) + 1, low) : begin - 1].rstrip("\r")
    if end < len(source):
        yield source[end + 1 : end + 1 + _LONGEST_LINE].partition("\n")[0].rstrip("\r")


def _is_right_aligned(neighbours: Sequence[str], start: int, stop: int, is_first: bool) -> bool:
    """Return whether the column of a number is right-aligned, given the lines above and below.

    `start` and `stop` are the columns of the number, from 0. A neighbouring line must have a word ending at `stop`, and
    none may only begin at `start`. Leading spaces matter in programs and Markdown, so if the number is the first word
    of its line (`is_first`), none may begin there at all.
    """
    ends = [
        len(line) >= stop and line[stop - 1] not in " \t" and line[stop : stop + 1] in '" |\\' for line in neighbours
    ]
    begins = [
        len(line) > start and line[start] not in " \t" and (start == 0 or line[start - 1] in ' \t|"')
        for line in neighbours
    ]
    if is_first and any(begins):
        return False
    return any(ends) and all(end for begin, end in zip(begins, ends, strict=True) if begin)
