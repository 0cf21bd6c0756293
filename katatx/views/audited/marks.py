"""Positions of claims on the lines of a page, and the sign and colour of each stretch of a line.

A claim is known by its number, its index among the claims of the page. Lines and columns are indexes of display lines
and of their characters, from 0. A figure is a wrong number of a claim.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

from katatx.audit.findings import Claim, ClaimVerdict
from katatx.views.audited.lines import Lines, ShownLine

SIGNS = {
    ClaimVerdict.RIGHT: "✓",
    ClaimVerdict.CARRIED: "≈",
    ClaimVerdict.WRONG: "✗",
    ClaimVerdict.UNCHECKED: "?",
}
# From the least to the most important; later ones are painted over earlier ones.
ORDER = (ClaimVerdict.UNCHECKED, ClaimVerdict.RIGHT, ClaimVerdict.CARRIED, ClaimVerdict.WRONG)
_RANK = {verdict: rank for rank, verdict in enumerate(ORDER)}


class Mark(NamedTuple):
    """A claim's part of one line, from column `start` up to `stop`.

    `claim` is the claim's number and `figures` are the columns of its wrong numbers on this line. `ends` is True if the
    verdict's sign is shown at `stop`: the claim ends here and none of its wrong numbers can be marked.
    """

    claim: int
    verdict: ClaimVerdict
    start: int
    stop: int
    figures: tuple[tuple[int, int], ...]
    ends: bool


class Stretch(NamedTuple):
    """Characters of a line with one style, from column `start` up to `stop`.

    `verdict` is None outside claims, `is_figure` marks wrong numbers, and `is_chosen` the selected claim.
    """

    start: int
    stop: int
    text: str
    verdict: ClaimVerdict | None
    is_figure: bool = False
    is_chosen: bool = False


class Marks:
    """The marks of all `claims` of a page on its display `lines`."""

    def __init__(self, lines: Lines, claims: Sequence[Claim]) -> None:
        self._by_line: dict[int, list[Mark]] = {}
        self._first: dict[int, tuple[int, int]] = {}
        for number, claim in enumerate(claims):
            self._add(lines, number, claim)

    def on(self, line: int) -> Sequence[Mark]:
        """Return the marks on the line with index `line`, in page order; empty if there are none."""
        return self._by_line.get(line, ())

    def place(self, claim: int) -> tuple[int, int]:
        """Return the (line, column) to show for the claim number `claim`: its first wrong number, otherwise its end.

        A claim that no line shows gives (0, 0).
        """
        return self._first.get(claim, (0, 0))

    def _add(self, lines: Lines, number: int, claim: Claim) -> None:
        """Add a mark for every line that `claim` covers; `number` is the claim's number."""
        first, last = lines.at(claim.start), lines.at(max(claim.start, claim.stop - 1))
        found: list[tuple[int, Mark]] = []
        for at in range(min(first, last), max(first, last) + 1):
            line = lines[at]
            columns = _without_spaces(line.text, columns_of(line, claim.start, claim.stop))
            if columns is not None:
                figures = (columns_of(line, figure.start, figure.stop) for figure in claim.figures)
                shown = tuple(each for each in figures if each is not None)
                found.append((at, Mark(number, claim.verdict, *columns, shown, ends=False)))
        if not found:
            return
        if not any(mark.figures for _, mark in found):
            found[-1] = found[-1][0], found[-1][1]._replace(ends=True)
        for at, mark in found:
            self._by_line.setdefault(at, []).append(mark)
        at, mark = next(((at, mark) for at, mark in found if mark.figures), found[-1])
        self._first[number] = at, mark.figures[0][0] if mark.figures else mark.stop - 1


def _without_spaces(text: str, columns: tuple[int, int] | None) -> tuple[int, int] | None:
    """Return the column range without spaces at its ends; None if nothing else is in it."""
    if columns is None:
        return None
    part = text[slice(*columns)]
    start = columns[0] + len(part) - len(part.lstrip())
    return (start, columns[0] + len(part.rstrip())) if part.strip() else None


def columns_of(line: ShownLine, start: int, stop: int) -> tuple[int, int] | None:
    """Return the columns of a line, as (first, after the last), that show the source offsets from `start` up to `stop`.

    Returns None if it shows none of them.
    """
    offsets = line.offsets
    if isinstance(offsets, range):
        low, high = max(start, offsets.start), min(stop, offsets.stop)
        return (low - offsets.start, high - offsets.start) if low < high else None
    inside = [column for column, offset in enumerate(offsets) if start <= offset < stop]
    return (inside[0], inside[-1] + 1) if inside else None


def sign_of(marks: Sequence[Mark], start: int, stop: int, *, unchecked: bool) -> ClaimVerdict | None:
    """Return the verdict whose sign stands in the margin of a row: columns `start` up to `stop` of a line with these
    `marks`.

    It is the worst among the claims that have a marked wrong number there, or that end there and have none on any line;
    None if there are none. Unchecked claims count only with `unchecked`.
    """
    found = [mark.verdict for mark in marks if _is_signed(mark, start, stop)]
    found = [verdict for verdict in found if unchecked or verdict is not ClaimVerdict.UNCHECKED]
    return max(found, key=_RANK.__getitem__, default=None)


def _is_signed(mark: Mark, start: int, stop: int) -> bool:
    """Return whether a mark's sign is shown on columns `start` up to `stop` of its line.

    It is shown at each wrong number, or without one on any line, where the claim ends.
    """
    if mark.ends:
        return start <= mark.stop - 1 < stop
    return any(first < stop and start < last for first, last in mark.figures)


def chosen_on(marks: Sequence[Mark], start: int, stop: int, *, unchecked: bool) -> int | None:
    """Return the number of the claim to explain when the cursor is on columns `start` up to `stop` of a line.

    `marks` are those of the line. It is the worst of the claims whose sign is shown there (see `sign_of`), or else of
    all there, and the first of several equally bad ones; None if there is none. Unchecked claims count only with
    `unchecked`.
    """
    here = [mark for mark in marks if mark.start < stop and start < mark.stop]
    here = [mark for mark in here if unchecked or mark.verdict is not ClaimVerdict.UNCHECKED]
    signed = [mark for mark in here if _is_signed(mark, start, stop)]
    worst = max(signed or here, key=lambda mark: _RANK[mark.verdict], default=None)
    return None if worst is None else worst.claim


def stretches(
    text: str, marks: Sequence[Mark], start: int, stop: int, chosen: int | None, *, unchecked: bool
) -> Iterator[Stretch]:
    """Yield the text of a line from column `start` up to `stop`, split where its style changes.

    `marks` are those of the line, and `chosen` is the number of the selected claim or None. Unchecked claims are styled
    only with `unchecked`.
    """
    shown = [mark for mark in marks if unchecked or mark.verdict is not ClaimVerdict.UNCHECKED]
    shown = [mark for mark in shown if mark.start < stop and start < mark.stop]
    cuts = {start, stop}
    for mark in shown:
        cuts.update(at for at in (mark.start, mark.stop, *sum(mark.figures, ())) if start < at < stop)
    edges = sorted(cuts)
    shown.sort(key=lambda mark: _RANK[mark.verdict])
    for low, high in pairwise(edges):
        over = [mark for mark in shown if mark.start <= low < mark.stop]
        figure = any(first <= low < last for mark in over for first, last in mark.figures)
        is_chosen = any(mark.claim == chosen for mark in over)
        yield Stretch(low, high, text[low:high], over[-1].verdict if over else None, figure, is_chosen)


def next_claim(claims: Sequence[int], now: float, by: int) -> int | None:
    """Return the claim after `now`, or before it if `by` is -1, wrapping around at the ends; None without claims.

    `claims` holds claim numbers in page order. `now` is a claim number; it may be a fraction if the cursor is between
    two claims.
    """
    if not claims:
        return None
    at = bisect_left(claims, now)
    if by < 0:
        return claims[at - 1]
    at += at < len(claims) and claims[at] == now
    return claims[at % len(claims)]
