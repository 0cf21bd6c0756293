"""The claims that a page makes, as they are judged: where each stands, what it should be, and what it spoils."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from katatx.audit.findings import Claim, ClaimVerdict, Figure
from katatx.audit.judge import Judged
from katatx.audit.lines import LogicalLine
from katatx.audit.values import Candidate, Number, Printed
from katatx.engine.interval import low_of
from katatx.engine.values import Value, as_lists, flat, shaped
from katatx.notation.printing import write_value
from katatx.pages.page import Page

_MORE_PLACES = 6
_LONGEST_TEXT = 300
Span = tuple[int, int]


@dataclass(slots=True)
class Draft:
    """A claim while its page is read; `candidate` is the calculation it was judged by, `roots` are claims by number."""

    span: Span
    text: str
    printed: str
    verdict: ClaimVerdict
    true: Value
    why: str
    candidate: Candidate | None
    roots: frozenset[int]
    figures: tuple[Figure, ...]
    numbers: Printed | None = None


class Claims:
    """The claims of one page, by number."""

    def __init__(self, source: str) -> None:
        self.source = source
        self.drafts: list[Draft] = []
        self._told: dict[Span, int] = {}

    def add(
        self,
        line: LogicalLine,
        whole: Span,
        result: Span,
        judged: Judged,
        printed: Printed | None = None,
        drawn: Sequence[LogicalLine] = (),
    ) -> int:
        """Add a claim, or one for each line of a drawn matrix; return its number."""
        if printed is not None and len(drawn) > 1 and len(printed.shape) == 2 and printed.shape[0] == len(drawn):
            return self.add_rows([line] * len(drawn), judged, printed)
        figures = () if printed is None or judged.verdict is not ClaimVerdict.WRONG else _figures(line, judged, printed)
        text = " ".join(line.text[whole[0] : whole[1]].split())[-_LONGEST_TEXT:]
        shown = line.text[result[0] : result[1]]
        return self._add(line.span(*whole), line.span(*result), text, shown, judged, judged.true, figures, printed)

    def add_rows(self, lines: Sequence[LogicalLine], judged: Judged, printed: Printed) -> int:
        """Add a claim for each row of a grid; return the number of the last wrong one, or of the last."""
        width = printed.shape[1]
        true = None if judged.true is None else flat(judged.true)
        last = wrong = -1
        for index, line in enumerate(lines):
            first = index * width
            numbers = printed.numbers[first : first + width]
            off = tuple(at - first for at in judged.off if first <= at < first + width)
            verdict = judged.verdict
            if verdict is ClaimVerdict.WRONG and not off:
                verdict = ClaimVerdict.RIGHT
            row = None if true is None else tuple(true[first : first + width])
            part = judged._replace(verdict=verdict, true=row, off=off)
            figures = _figures(line, part, Printed(numbers, (width,))) if off else ()
            columns = min(n.start for n in numbers), max(n.stop for n in numbers)
            span = line.span(*columns)
            shown = ", ".join(number.text for number in numbers)
            last = self._add(span, span, shown, shown, part, row, figures, Printed(numbers, (width,)))
            wrong = last if off else wrong
        return last if wrong < 0 else wrong

    def add_cell(self, line: LogicalLine, number: Number, judged: Judged) -> int:
        """Add a claim of one number; return its number, of the claim that is there already where one is."""
        span = line.span(number.start, number.stop)
        if span in self._told:
            return self._told[span]
        printed = Printed((number,), ())
        figures = _figures(line, judged, printed) if judged.verdict is ClaimVerdict.WRONG else ()
        return self._add(span, span, number.text, number.text, judged, judged.true, figures, printed)

    def is_told(self, line: LogicalLine, number: Number) -> bool:
        """Return whether a number has a verdict already, alone or in a row."""
        span = line.span(number.start, number.stop)
        return span in self._told and self.drafts[self._told[span]].verdict is not ClaimVerdict.UNCHECKED

    def _add(
        self,
        whole: Span,
        result: Span,
        text: str,
        shown: str,
        judged: Judged,
        true: Value,
        figures: tuple[Figure, ...],
        printed: Printed | None,
    ) -> int:
        span = min(whole[0], result[0]), max(whole[1], result[1])
        why = judged.why if judged.verdict is ClaimVerdict.UNCHECKED else ""
        draft = Draft(span, text, shown, judged.verdict, true, why, judged.candidate, judged.roots, figures, printed)
        self.drafts.append(draft)
        number = len(self.drafts) - 1
        if judged.verdict is not ClaimVerdict.UNCHECKED or result not in self._told:
            self._told[result] = number
        return number

    def finished(self, page: Page) -> list[Claim]:
        """Return the claims in page order, each wrong one with the lines that it spoils."""
        lines = [page.place(draft.span[0]).line for draft in self.drafts]
        spoiled: dict[int, set[int]] = {}
        for number, draft in enumerate(self.drafts):
            for root in draft.roots if draft.verdict is ClaimVerdict.CARRIED else ():
                spoiled.setdefault(root, set()).add(lines[number])
        found = [self._claim(draft, lines, spoiled.get(number, set())) for number, draft in enumerate(self.drafts)]
        return sorted(found, key=lambda claim: (claim.start, claim.stop))

    def _claim(self, draft: Draft, lines: list[int], spoiled: set[int]) -> Claim:
        why = draft.why
        wrong = sorted({lines[root] for root in draft.roots if self.drafts[root].verdict is ClaimVerdict.WRONG})
        if draft.verdict is ClaimVerdict.CARRIED:
            why = f"follows from line {', '.join(map(str, wrong))}" if wrong else "right to the rounding along the way"
        calculation = draft.candidate.written if draft.candidate is not None else ""
        true = None if draft.true is None else as_lists(shaped_plain(draft.true))
        spoils = tuple(sorted(spoiled)) if draft.verdict is ClaimVerdict.WRONG else ()
        return Claim(
            *draft.span, draft.text, draft.printed, draft.verdict, calculation, true, why, draft.figures, spoils
        )


def shaped_plain(value: Value) -> Value:
    """Return a value without the noise of binary arithmetic, and without what is left of intervals."""
    from katatx.engine.values import shape_of

    return shaped(shape_of(value), [round(low_of(number), 12) + 0.0 for number in flat(value)])


def _figures(line: LogicalLine, judged: Judged, printed: Printed) -> tuple[Figure, ...]:
    """Return the wrong numbers of a result with what should stand there."""
    true = flat(judged.true)
    made = []
    for at in judged.off:
        number = printed.numbers[at]
        start, stop = line.span(number.start, number.stop)
        made.append(Figure(start, stop, corrected(number, low_of(true[at]))))
    return tuple(made)


def corrected(number: Number, true: float) -> str:
    """Return what is true, written as the number that is wrong."""
    percent = number.text.endswith("%")
    value = true * 100 if percent else true
    places = max(number.places - 2 * percent, 0)
    if number.text[-1:] in "kKMB" and number.text[-1:]:
        return write_value(true, _MORE_PLACES)
    rounded = f"{value:.{places}f}"
    if not places and abs(value - round(value)) > 1e-9:
        rounded = write_value(value, 3)
    grouped = f"{float(rounded):,.{places}f}" if abs(value) >= 10_000 else rounded
    return ("-0" if grouped == "0" and value < -0.5 else grouped) + "%" * percent
