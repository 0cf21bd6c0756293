"""A page's source with its wrong numbers put right, columns kept in line."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence

from katatx.audit.findings import ClaimVerdict, Figure, PageAudit
from katatx.audit.reports.columns import Setting, setting

# A gap of one space parts words; only where there are more is any to spare.
_WORD_SPACE = 1


def corrected(audit: PageAudit) -> str:
    """The page's source with every wrong number replaced by its correct text.

    Everything else stays as it is, but for spaces beside a number: where it stands in an aligned table, they make up
    for a text of another length. Of two corrections of one number the first counts.
    """
    source, notebook = audit.page.source, audit.page.path.lower().endswith(".ipynb")
    figures = corrections(audit)
    # The text around and between the numbers; spaces are taken from it and given to it as the numbers go in.
    gaps = [
        source[start:stop]
        for start, stop in zip(
            [0, *(figure.stop for figure in figures)],
            [*(figure.start for figure in figures), len(source)],
            strict=True,
        )
    ]
    written = []
    for index, figure in enumerate(figures):
        text = json.dumps(figure.correct, ensure_ascii=False)[1:-1] if notebook else figure.correct
        grown = len(text) - (figure.stop - figure.start)
        if grown:
            _make_up(gaps, index, grown, setting(source, figure.start, figure.stop, notebook))
        written.append(text)
    return gaps[0] + "".join(text + gap for text, gap in zip(written, gaps[1:], strict=True))


def corrections(audit: PageAudit) -> list[Figure]:
    """The wrong numbers that can be put right, in the order of the source; of two that overlap the first."""
    return list(_apart(figure for claim in audit.claims for figure in claim.figures))


def left_wrong(audit: PageAudit) -> int:
    """How many wrong claims have no number that could be put right."""
    return sum(claim.verdict is ClaimVerdict.WRONG and not claim.figures for claim in audit.claims)


def _apart(figures: Iterator[Figure]) -> Iterator[Figure]:
    """The figures in the order of the source, without those that overlap one before."""
    named = sorted(enumerate(figures), key=lambda each: (each[1].start, each[1].stop, each[0]))
    end = 0
    for _, figure in named:
        if figure.start >= end and figure.stop > figure.start:
            yield figure
            end = figure.stop


def _make_up(gaps: list[str], index: int, grown: int, where: Setting) -> None:
    """Takes `grown` spaces from the gaps before and after number `index`, or gives as many where it shrank."""
    sides: Sequence[str] = where.sides
    if grown < 0 and sides:
        _give(gaps, index, sides[0], -grown)
    for side in sides if grown > 0 else ():
        grown -= _take(gaps, index, side, grown, where.keep if side == "before" else _WORD_SPACE)


def _give(gaps: list[str], index: int, side: str, spaces: int) -> None:
    if side == "before":
        gaps[index] += " " * spaces
    else:
        gaps[index + 1] = " " * spaces + gaps[index + 1]


def _take(gaps: list[str], index: int, side: str, wanted: int, keep: int) -> int:
    """Takes spaces from one side, leaving `keep`; how many it took."""
    gap = gaps[index] if side == "before" else gaps[index + 1]
    rest = gap.rstrip(" ") if side == "before" else gap.lstrip(" ")
    taken = max(0, min(wanted, len(gap) - len(rest) - keep))
    if side == "before":
        gaps[index] = gap[: len(gap) - taken]
    else:
        gaps[index + 1] = gap[taken:]
    return taken
