"""The claims of a page while it is read.

A claim has a **number**, its index in `Claims.drafts`. Its **roots** are the numbers of the wrong claims that its
calculation uses. A **span** is a pair of offsets (start, stop) in the page's source.

"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import isfinite

from katatx.audit.candidates import REPEATED
from katatx.audit.findings import Claim, ClaimVerdict, Figure
from katatx.audit.judge import Judged
from katatx.audit.reading.lines import LogicalLine
from katatx.audit.room import Room
from katatx.audit.to_check import to_check
from katatx.audit.values import Known, Number, Printed, as_printed
from katatx.engine.pencils.interval import low_of
from katatx.engine.values import Value, as_lists, flat, shape_of, shaped
from katatx.notation.printing import write_value
from katatx.pages.page import Page

_MORE_PLACES = 6
_FEW_PLACES = 3
_NOISE = 1e-9
_LONGEST_TEXT = 300
_CURRENCIES = ("$", "€", "£")
_ROUNDED = "differs only by rounding along the way"
Span = tuple[int, int]


@dataclass(slots=True)
class Draft:
    """A claim while its page is read; `row` is the row of the calculation that it prints, from 1, or 0 for all."""

    span: Span
    text: str
    printed: str
    judged: Judged
    numbers: Printed | None = None
    figures: tuple[Figure, ...] = ()
    row: int = 0

    @property
    def verdict(self) -> ClaimVerdict:
        return self.judged.verdict

    def uncheck(self, why: str) -> None:
        self.judged, self.figures = Judged(ClaimVerdict.UNCHECKED, self.judged.candidate, self.judged.true, why=why), ()


class Claims:
    """The claims of a page, which are added while it is read. Adding one raises PageFullError without `room` for it."""

    def __init__(self, room: Room | None = None) -> None:
        self._room = room or Room()
        self.drafts: list[Draft] = []
        self._number_at: dict[Span, int] = {}

    def add(
        self,
        line: LogicalLine,
        whole: Span,
        result: Span,
        judged: Judged,
        printed: Printed | None = None,
        drawn: Sequence[LogicalLine] = (),
    ) -> frozenset[int]:
        """Add a claim with its judgement; return its number in a set if it is wrong, else an empty set."""
        if printed is not None and len(drawn) > 1 and len(printed.shape) == 2 and printed.shape[0] == len(drawn):
            return self.add_parts([(line, row) for row in printed.rows], judged, printed)
        self._room.take_claim(judged.true)
        figures = () if printed is None or judged.verdict is not ClaimVerdict.WRONG else _figures(line, judged, printed)
        text = " ".join(line.text[max(whole[0], whole[1] - 2 * _LONGEST_TEXT) : whole[1]].split())[-_LONGEST_TEXT:]
        span = line.span(min(whole[0], result[0]), max(whole[1], result[1]))
        self.drafts.append(Draft(span, text, line.text[slice(*result)], judged, printed, figures))
        number = len(self.drafts) - 1
        place = line.span(*result)
        if judged.verdict is not ClaimVerdict.UNCHECKED or place not in self._number_at:
            self._number_at[place] = number
        return frozenset([number]) if judged.verdict is ClaimVerdict.WRONG else frozenset()

    def add_parts(
        self, parts: Sequence[tuple[LogicalLine, Sequence[Number]]], judged: Judged, printed: Printed
    ) -> frozenset[int]:
        """Add a claim for each row of a grid, or number of a column; return the numbers of those that are wrong."""
        wrong: frozenset[int] = frozenset()
        first = 0
        for row, (line, numbers) in enumerate(parts, 1):
            before, part = len(self.drafts), _part(judged, printed, first, first + len(numbers))
            first += len(numbers)
            if len(printed.shape) == 1:
                wrong |= self.add_cell(line, numbers[0], part)
            else:
                columns = min(n.start for n in numbers), max(n.stop for n in numbers)
                wrong |= self.add(line, columns, columns, part, Printed(tuple(numbers), printed.shape[1:]))
                self.drafts[-1].printed = ", ".join(number.text for number in numbers)
            for draft in self.drafts[before:]:
                draft.row = row
        return wrong

    def add_cell(self, line: LogicalLine, number: Number, judged: Judged) -> frozenset[int]:
        """Add a claim for a single number, unless its place has a verdict other than unchecked."""
        if self.has_verdict(line, number):
            return frozenset()
        columns = number.start, number.stop
        wrong = self.add(line, columns, columns, judged, Printed((number,), ()))
        self.drafts[-1].printed += "%" * number.text.endswith("%")
        return wrong

    def has_verdict(self, line: LogicalLine, number: Number) -> bool:
        """Return whether the place of a number in `line` has a verdict already, other than unchecked."""
        at = self._number_at.get(line.span(number.start, number.stop))
        return at is not None and self.drafts[at].verdict is not ClaimVerdict.UNCHECKED

    def as_judged(self, places: Sequence[tuple[LogicalLine, Number]]) -> Known:
        """Return numbers with claims of their own as a row: its true values and roots are those of the wrong ones."""
        true, roots = [], set[int]()
        for line, number in places:
            at = self._number_at.get(line.span(number.start, number.stop))
            if at is not None and self.drafts[at].verdict is ClaimVerdict.WRONG:
                roots.add(at)
                true.append(self.drafts[at].judged.true)
            else:
                true.append(number.value)
        return as_printed(Printed(tuple(number for _, number in places), (len(places),)), tuple(true), frozenset(roots))

    def finished(self, page: Page) -> list[Claim]:
        """Return the claims in page order, each wrong one with the lines that depend on it."""
        lines = [page.place(draft.span[0]).line for draft in self.drafts]
        spoiled: dict[int, set[int]] = {}
        for number, draft in enumerate(self.drafts):
            for root in draft.judged.roots if draft.verdict is ClaimVerdict.CARRIED else ():
                spoiled.setdefault(root, set()).add(lines[number])
        claims = [self._claim(draft, lines, spoiled.get(number, set())) for number, draft in enumerate(self.drafts)]
        return sorted(claims, key=lambda claim: (claim.start, claim.stop))

    def _claim(self, draft: Draft, lines: list[int], spoiled: set[int]) -> Claim:
        verdict, judged = draft.verdict, draft.judged
        wrong = sorted({lines[root] for root in judged.roots if self.drafts[root].verdict is ClaimVerdict.WRONG})
        why = judged.why
        if verdict is ClaimVerdict.CARRIED:
            why = f"follows from line{'s' * (len(wrong) > 1)} {', '.join(map(str, wrong))}" if wrong else _ROUNDED
        calculation = judged.candidate.written if judged.candidate is not None else ""
        if draft.row and judged.candidate is not None and not judged.candidate.description:
            calculation = f"row {draft.row} of {calculation}"
        true = None if judged.true is None else as_lists(shaped_plain(judged.true))
        is_checked = verdict is not ClaimVerdict.UNCHECKED
        return Claim(
            *draft.span, draft.text, draft.printed, verdict, calculation, true, why, draft.figures,
            spoils=tuple(sorted(spoiled)) if verdict is ClaimVerdict.WRONG else (),
            numbers=() if draft.numbers is None else tuple(number.text for number in draft.numbers.numbers),
            off=judged.off if draft.figures else (),
            to_check=to_check(judged.candidate, draft.row) if judged.candidate and is_checked else "",
            restates=is_checked and judged.candidate is not None and judged.candidate.node is REPEATED,
            follows_from=tuple(wrong) if verdict is ClaimVerdict.CARRIED else (),
        )  # fmt: skip


def shaped_plain(value: Value) -> Value:
    """Return a value as plain floats, rounded to 12 decimals; of an interval, its lower end."""
    return shaped(shape_of(value), [round(low_of(number), 12) + 0.0 for number in flat(value)])


def _part(judged: Judged, printed: Printed, first: int, stop: int) -> Judged:
    """Return the judgement of those numbers of a result; they are right where only others are wrong."""
    off = tuple(at - first for at in judged.off if first <= at < stop)
    true = None if judged.true is None else shaped(printed.shape[1:], flat(judged.true)[first:stop])
    if judged.verdict is ClaimVerdict.WRONG and not off:
        judged = judged._replace(verdict=ClaimVerdict.CARRIED if judged.roots else ClaimVerdict.RIGHT)
    return judged._replace(true=true, off=off)


def _figures(line: LogicalLine, judged: Judged, printed: Printed) -> tuple[Figure, ...]:
    """Return the wrong numbers of a result with their corrections."""
    true, figures = flat(judged.true), []
    for at in judged.off:
        number = printed.numbers[at]
        text = line.text[number.start : number.stop]
        written = true_number(number, low_of(true[at]), grouped="," in text)
        currency = text.lstrip("-−–+")[:1]
        if currency in _CURRENCIES:  # -$5.80, which is one number
            written = f"-{currency}{written[1:]}" if written.startswith("-") else f"{currency}{written}"
        figures.append(Figure(*line.span(number.start, number.stop), written))
    return tuple(figures)


def true_number(number: Number, true: float, grouped: bool) -> str:
    """Return the number `true` as text in the format of the wrong one, without a percent sign."""
    if number.text.endswith(tuple("kKMB")):
        return write_value(true, _MORE_PLACES)
    percent = number.text.endswith("%")
    value = true * 100 if percent else true
    places = max(number.places - 2 * percent, 0)
    if not places and isfinite(value) and abs(value - round(value)) > _NOISE:
        return write_value(value, _FEW_PLACES)
    return f"{value:{',' * grouped}.{places}f}"
