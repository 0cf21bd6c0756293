"""The claims of a page while it is read.

The **roots** of a claim are the indexes of the wrong claims that its calculation uses. A **span** is a pair of offsets
(start, stop) in the page's source.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import isfinite
from typing import Any

from katatx.audit.candidates import REPEATED
from katatx.audit.findings import Claim, ClaimVerdict, Figure
from katatx.audit.judge import Judged
from katatx.audit.reading.lines import LogicalLine
from katatx.audit.values import MOST_PLACES, Candidate, Known, Number, Printed, as_printed
from katatx.engine.pencils.interval import low_of
from katatx.engine.values import Value, flat, shaped, size_of
from katatx.notation.printing import write_expression, write_number, write_value
from katatx.notation.syntax import Listing, Literal, Name, Node, Pick, Unary
from katatx.notation.walking import names_of, with_names_replaced
from katatx.pages.page import Page

_MORE_PLACES = 6
_FEW_PLACES = 3
_NOISE = 1e-9
_LONGEST_TEXT = 300
_MOST_NUMBERS_TO_CHECK = 400
CURRENCIES = ("$", "€", "£")
_ROUNDED = "differs only by rounding along the way"
Span = tuple[int, int]
Placed = tuple[LogicalLine, Number]  # a printed number with its line


class Claims:
    """The claims of a page, which are added while it is read, and the count of `numbers` in their true values."""

    def __init__(self) -> None:
        self.made: list[Claim] = []
        self.numbers = 0
        self._at: dict[Span, int] = {}

    def add(
        self, line: LogicalLine, whole: Span, result: Span, judged: Judged, printed: Printed | None = None, row: int = 0
    ) -> frozenset[int]:
        """Add a claim with its judgement; return its index in a set if it is wrong, else an empty set."""
        if printed is not None and len(printed.shape) == 2 and printed.shape[0] == line.rows > 1:
            return self.add_parts([(line, numbers) for numbers in printed.rows], judged, printed)
        verdict, candidate, place = judged.verdict, judged.candidate, line.span(*result)
        is_wrong, is_checked = verdict is ClaimVerdict.WRONG, verdict is not ClaimVerdict.UNCHECKED
        figures = _figures(line, judged, printed) if is_wrong and printed is not None else ()
        text = " ".join(line.text[max(whole[0], whole[1] - 2 * _LONGEST_TEXT) : whole[1]].split())[-_LONGEST_TEXT:]
        calculation = candidate.written if candidate is not None else ""
        claim = Claim(
            *line.span(min(whole[0], result[0]), max(whole[1], result[1])), text, line.text[slice(*result)], verdict,
            f"row {row} of {calculation}" if row and candidate and not candidate.description else calculation,
            None if judged.true is None else _plain(judged.true), judged.why, figures,
            numbers=() if printed is None else tuple(number.text for number in printed.numbers),
            off=judged.off if figures else (),
            to_check=_to_check(candidate, row) if candidate is not None and is_checked else "",
            restates=is_checked and candidate is not None and candidate.node is REPEATED,
            candidate=candidate, result=printed, row=row, roots=judged.roots,
        )  # fmt: skip
        self.made.append(claim)
        self.numbers += 0 if judged.true is None else size_of(judged.true)
        if is_checked or place not in self._at:
            self._at[place] = len(self.made) - 1
        return frozenset([len(self.made) - 1]) if is_wrong else frozenset()

    def add_parts(
        self, parts: Sequence[tuple[LogicalLine, Sequence[Number]]], judged: Judged, printed: Printed
    ) -> frozenset[int]:
        """Add a claim for each row of a grid, or number of a column; return the indexes of those that are wrong."""
        wrong: frozenset[int] = frozenset()
        for row, (line, numbers) in enumerate(parts, 1):
            part = _part(judged, printed, (row - 1) * len(numbers), row * len(numbers))
            if len(printed.shape) == 1:
                wrong |= self.add_cell(line, numbers[0], part, row)
            else:
                columns = min(n.start for n in numbers), max(n.stop for n in numbers)
                wrong |= self.add(line, columns, columns, part, Printed(tuple(numbers), printed.shape[1:]), row=row)
                self.made[-1].printed = ", ".join(number.text for number in numbers)
        return wrong

    def add_cell(self, line: LogicalLine, number: Number, judged: Judged, row: int = 0) -> frozenset[int]:
        """Add a claim for a single number, unless its place has a verdict other than unchecked."""
        if self.has_verdict(line, number):
            return frozenset()
        columns = number.start, number.stop
        wrong = self.add(line, columns, columns, judged, Printed((number,), ()), row=row)
        self.made[-1].printed += "%" * number.text.endswith("%")
        return wrong

    def has_verdict(self, line: LogicalLine, number: Number) -> bool:
        """Return whether the place of a number in `line` has a verdict already, other than unchecked."""
        at = self._at.get(line.span(number.start, number.stop))
        return at is not None and self.made[at].verdict is not ClaimVerdict.UNCHECKED

    def as_judged(self, places: Sequence[Placed]) -> Known:
        """Return numbers with claims of their own as a row: its true values and roots are those of the wrong ones."""
        claims = [self._at.get(line.span(number.start, number.stop), -1) for line, number in places]
        wrong = frozenset(at for at in claims if at >= 0 and self.made[at].verdict is ClaimVerdict.WRONG)
        numbers = tuple(number for _, number in places)
        true = (self.made[at].true if at in wrong else n.value for at, n in zip(claims, numbers, strict=True))
        return as_printed(Printed(numbers, (len(places),)), tuple(true), wrong)

    def finished(self, page: Page) -> list[Claim]:
        """Return the claims in page order, each carried one with the lines it follows from, which know it too."""
        lines = [page.place(claim.start).line for claim in self.made]
        spoiled: dict[int, set[int]] = {}
        for claim, line in zip(self.made, lines, strict=True):
            if claim.verdict is not ClaimVerdict.CARRIED:
                continue
            wrong = [root for root in claim.roots if self.made[root].verdict is ClaimVerdict.WRONG]
            for root in wrong:
                spoiled.setdefault(root, set()).add(line)
            claim.follows_from = found = tuple(sorted({lines[root] for root in wrong}))
            claim.why = f"follows from line{'s' * (len(found) > 1)} {', '.join(map(str, found))}" if found else _ROUNDED
        for root, spoils in spoiled.items():
            self.made[root].spoils = tuple(sorted(spoils))
        return sorted(self.made, key=lambda claim: (claim.start, claim.stop))


def _plain(value: Value) -> Any:
    """Return a value as plain floats in lists, rounded to 12 decimals; of an interval, its lower end."""
    return [*map(_plain, value)] if isinstance(value, tuple) else round(low_of(value), 12) + 0.0


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
        written = _true_number(number, low_of(true[at]), grouped="," in text)
        currency = text.lstrip("-−–+")[:1]
        if currency in CURRENCIES:  # -$5.80, which is one number
            written = f"-{currency}{written[1:]}" if written.startswith("-") else f"{currency}{written}"
        figures.append(Figure(*line.span(number.start, number.stop), written))
    return tuple(figures)


def _true_number(number: Number, true: float, grouped: bool) -> str:
    """Return the number `true` as text in the format of the wrong one, without a percent sign."""
    if number.text.endswith(tuple("kKMB")):
        return write_value(true, _MORE_PLACES)
    percent = number.text.endswith("%")
    value = true * 100 if percent else true
    places = max(number.places - 2 * percent, 0)
    if not places and isfinite(value) and abs(value - round(value)) > _NOISE:
        return write_value(value, _FEW_PLACES)
    return f"{value:{',' * grouped}.{places}f}"


def _to_check(candidate: Candidate, row: int) -> str:
    """Return a calculation, or its row with a number, with values for its names; "" for words, or 400 numbers."""
    values = {name: known.printed for name, known in candidate.names.items()}
    used = [name for name in names_of(candidate.node) if name in values]
    in_words = isinstance(candidate.node, Name) and not used
    if in_words or sum(size_of(values[name]) for name in used) > _MOST_NUMBERS_TO_CHECK:
        return ""
    node = with_names_replaced(candidate.node, lambda name: _as_node(values[name]) if name in values else None)
    return write_expression(Pick(node, (Literal(str(row - 1), row - 1.0, 1),), 1) if row else node)


def _as_node(value: Value) -> Node:
    if isinstance(value, tuple):
        return Listing(tuple(map(_as_node, value)), 1)
    if value < 0:
        return Unary("-", _as_node(-value), 1)
    return Literal(write_number(value, MOST_PLACES), value, 1)
