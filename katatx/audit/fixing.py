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
        results = [figure for claim in audit.wrong if claim.calculation for figure in claim.figures]
        figures = list(_apart([*results, *_repetitions(audit, frozenset(results))]))
        if not figures:
            break
        count += len(figures)
        audit = audit_page(read_as(Path(audit.page.path), corrected(audit.page, figures)))
    return Fixed(audit.page.source, count, len(audit.wrong))


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
        gaps[index], gaps[index + 1] = _spaced(gaps[index], gaps[index + 1], grown, index > 0)
        written.append(text)
    return gaps[0] + "".join(text + gap for text, gap in zip(written, gaps[1:], strict=True))


def _spaced(before: str, after: str, grown: int, follows: bool) -> tuple[str, str]:
    """Return the texts around a number that has `grown`, with fewer spaces on the side where it has more of them."""
    left, right = before.rstrip(" "), after.lstrip(" ")
    room_before = 0 if left.endswith(("\n", '"')) or not (left or follows) else len(before) - len(left)
    room_after = 0 if right.startswith(("\r", "\n", '"', "\\")) or not right else len(after) - len(right)
    is_cell = left.endswith("|") and right.startswith("|")
    if max(room_before, room_after) < 2 and not (is_cell and room_before and room_after):
        return before, after
    if room_before >= room_after:
        return left + " " * max(1, room_before - grown), after
    return before, " " * max(1, room_after - grown) + right


def _apart(figures: Iterable[Figure]) -> Iterator[Figure]:
    """Yield figures in page order; of overlapping ones only the first, and none without characters."""
    end = 0
    for figure in sorted(figures, key=lambda figure: (figure.start, figure.stop)):
        if figure.start >= end and figure.stop > figure.start:
            yield figure
            end = figure.stop


def _repetitions(audit: PageAudit, wrong: frozenset[Figure]) -> Iterator[Figure]:
    """Yield the places where calculations after a wrong number repeat its digits, with the correct ones."""
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
    return number.replace("−", "-")
