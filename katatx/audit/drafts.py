"""Claims as they are found, and the verdict on each."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass

from katatx.audit.best_fit import are_alike, best_fit, fit_read_otherwise, nearest_slip
from katatx.audit.composites import Composites
from katatx.audit.expressions import Expression, Unreadable
from katatx.audit.figures import Meaning
from katatx.audit.findings import ClaimVerdict, Figure
from katatx.audit.known import Known, as_plain, is_uncertain, worked
from katatx.audit.logical_lines import LogicalLine
from katatx.audit.old_places import DECIMALS, FIGURES
from katatx.audit.page_values import as_printed, meant, remember
from katatx.audit.results import Comparison, Fit, Printed, compare, corrected_text
from katatx.audit.scope import Scope
from katatx.audit.slips import is_beyond, is_long, is_loose, is_telling, is_vague, nearness, says_enough, slips_in
from katatx.audit.stated import Stated, claim_text
from katatx.audit.tokens import Token
from katatx.audit.whole_results import undecided
from katatx.engine.values import flat, floats, shape_of, shaped
from katatx.notation.syntax import Name
from scoring.shapes import same_shape

_MOST_PLACES = 12
_NAME = Name("#0", 1)


@dataclass(slots=True)
class Draft:
    """A claim while the page is read, with the fields of `Claim`. `index` is its line; `roots` are the wrong claims
    behind it, by their numbers. Of what is wrong, `expression` is what it was held against, `numbers` the result.
    """

    number: int
    index: int
    start: int
    stop: int
    text: str
    printed: str
    verdict: ClaimVerdict
    true: object = None
    why: str = ""
    figures: tuple[Figure, ...] = ()
    roots: frozenset[int] = frozenset()
    expression: Expression | None = None
    numbers: Printed | None = None

    def leave(self, why: str) -> None:
        """Make it one that could not be read, for a reason."""
        self.verdict, self.true, self.why, self.figures = ClaimVerdict.UNCHECKED, None, why, ()


@dataclass(slots=True)
class Judged:
    """A printed result with the expression that it was held against."""

    printed: Printed
    against: Expression
    found: Comparison
    draft: Draft


class Drafts:
    """The claims of a page, in the order they are found."""

    def __init__(self) -> None:
        self.all: list[Draft] = []
        self.composites = Composites()
        # Where the calculation begins that is worked.
        self.stated: Stated | None = None
        # Numbers that wrong claims stand behind, by their line and where they end in it.
        self.spoilt: dict[tuple[int, int], Known] = {}

    # ---- judging

    def judge(
        self,
        printed: Printed,
        candidates: Sequence[Expression],
        line: LogicalLine,
        own: list[Token],
        doubtful: bool = False,
    ) -> Judged | None:
        """A printed result against expressions that it may be the result of: the best of them counts. None where none
        has its shape. What is `doubtful` is called wrong only where it is a slip of what it should be.
        """
        found = best_fit(printed, candidates)
        if found is not None and found[1].worst is Fit.WRONG:
            found = self._by_printed(printed, candidates) or fit_read_otherwise(printed, candidates) or found
        if found is not None and doubtful and found[1].worst is Fit.WRONG:
            found = nearest_slip(printed, candidates)
        if found is None:
            return None
        judged = self._judged(printed, *found, candidates[0], line, own)
        judged.draft.why = judged.draft.why or found[0].reading
        why = undecided(printed, judged.against)
        if why:
            judged.draft.leave(why)
        return judged

    def cells(self, printed: Printed, found: Comparison, against: Expression, line: LogicalLine, scope: Scope) -> Known:
        """The cells of one row of a table that are worked from others, each with its own verdict."""
        own = [Token("number", "", printed.start, printed.stop, 0)]
        judged = self._judged(printed, against, found, against, line, own)
        judged.draft.printed = ", ".join(line.quoted(*span) for span in printed.spans)
        return self.known(printed, judged, scope, line.index)

    def _by_printed(self, printed: Printed, candidates: Sequence[Expression]) -> tuple[Expression, Comparison] | None:
        """The expression with parts that the page printed a value for put in, where the result fits that."""
        for candidate in candidates:
            replaced = self.composites.replaced(candidate.node, candidate.names)
            if replaced is not None:
                with suppress(Unreadable):
                    worked_so = Expression(*replaced)
                    found = compare(printed, worked_so)
                    if found is not None and found.worst is not Fit.WRONG:
                        return worked_so, found
        return None

    def row(
        self, printed: Printed, index: int, whole: Expression, found: Comparison, line: LogicalLine, scope: Scope
    ) -> Known:
        """One row of a grid against that row of what the grid is said to be."""
        own = [Token("number", "", printed.start, printed.stop, 0)]
        judged = self._judged(printed, whole.row(index), found, whole, line, own)
        return self.known(printed, judged, scope, line.index)

    def best_meaning(
        self,
        printed: Printed,
        candidates: Iterable[Meaning],
        line: LogicalLine,
        own: list[Token],
        near_too: bool = True,
        sole: bool = False,
    ) -> Judged | None:
        """A figure against all that its label may mean. None where it is none of that, nor near to it. `sole` says that
        the label holds nothing else.
        """
        near: tuple[tuple[int, float], Expression, Comparison] | None = None
        for meaning in candidates:
            if is_beyond(printed, meaning.worked, near_too and meaning.latest):
                continue
            found = compare(printed, meaning.worked)
            if found is None or is_loose(printed, found):
                continue
            if found.worst is not Fit.WRONG and (
                (meaning.latest and not is_vague(printed)) or says_enough(printed, found)
            ):
                first = len(self.all)
                judged = self._judged(printed, meaning.worked, found, meaning.worked, line, own)
                if not is_telling(printed, meaning.latest and near_too, sole):
                    self.guessed(first)
                return judged
            if found.worst is not Fit.WRONG:
                continue
            likely = (near_too and meaning.latest) or is_long(printed, found)
            rank = nearness(printed, found, likely=sole and meaning.latest) if likely else None
            if rank is not None and (near is None or rank < near[0]):
                near = rank, meaning.worked, found
        return None if near is None else self._judged(printed, near[1], near[2], near[1], line, own)

    def guessed(self, first: int) -> None:
        """Make claims from a number on no checks: they agree with a guess, which would not have been made were they off
        by a digit.
        """
        for draft in self.all[first:]:
            if not draft.roots:
                draft.leave("it agrees with what stands above, but nothing says that it was worked from that")

    def expression_claim(
        self,
        found: Expression,
        loosely: Expression | None,
        before: Sequence[Expression],
        line: LogicalLine,
        own: list[Token],
    ) -> Draft:
        """One side of a chain that is to be worked, said to be the same as those before it. `loosely` is it with every
        decimal taken for a rounded one.
        """
        verdict, why = ClaimVerdict.WRONG, ""
        true = before[0]
        fine = _fineness_of(own)
        if are_alike(found, before[0]) and are_alike(found, before[-1]):
            verdict = ClaimVerdict.RIGHT
        elif any(_meets(found, each, fine) or (loosely is not None and _holds(loosely, each, fine)) for each in before):
            verdict = ClaimVerdict.CARRIED
            why = "the same within the rounding of its numbers"
        else:
            why = f"comes to {_short(found.printed)}, and what stands before it to {_short(true.true)}"
        start, stop = _span(line, own)
        text = line.quoted(own[0].start, own[-1].stop)
        said = claim_text(self.stated, line, own[0].start, own[-1].stop)
        roots = found.roots if verdict is ClaimVerdict.CARRIED else frozenset()
        shown = as_plain(true.true)
        return self._add(Draft(0, line.index, start, stop, said, text, verdict, shown, why, (), roots, true))

    def unread(self, line: LogicalLine, own: list[Token], printed: Printed, why: str) -> None:
        """A result that could not be worked."""
        start, stop = _span(line, own)
        text = line.quoted(printed.start, printed.stop)
        said = claim_text(self.stated, line, printed.start, printed.stop)
        self._add(Draft(0, line.index, start, stop, said, text, ClaimVerdict.UNCHECKED, None, why))

    def restatement(self, printed: Printed, before: Known, line: LogicalLine, own: list[Token]) -> Known | None:
        """A result printed once more. None where it is another value altogether."""
        if not same_shape(printed.shape, shape_of(before.printed)):
            return None
        known = Expression(_NAME, {"#0": before})
        found = compare(printed, known)
        if found is None or (found.worst is Fit.WRONG and nearness(printed, found) is None):
            return None
        return self.known_of(self._judged(printed, known, found, known, line, own))

    def gathering(
        self, printed: Printed, singles: Sequence[Known], line: LogicalLine, own: list[Token], said: bool = False
    ) -> Known | None:
        """Single results put side by side in a row. None where most of them are others, and where they stand in
        another order, unless it is `said` that they are put side by side.
        """
        row = Known(
            tuple(each.printed for each in singles), tuple(each.true for each in singles), tuple(each.band for each in
            singles),
            given=False, line=line.index, roots=frozenset().union(*(each.roots for each in singles)),
        )  # fmt: skip
        known = Expression(_NAME, {"#0": row})
        found = compare(printed, known)
        if found is None:
            return None
        swapped = said and found.off > 1 and slips_in(printed, found) == 1
        if not swapped and (found.off > (len(singles) > 2) or (found.off and not is_long(printed, found))):
            return None
        return self.known_of(self._judged(printed, known, found, known, line, own))

    def _judged(
        self,
        printed: Printed,
        against: Expression,
        found: Comparison,
        first: Expression,
        line: LogicalLine,
        own: list[Token],
    ) -> Judged:
        if (
            len(printed.shape) == 2
            and printed.shape[0] > 1
            and len(against.shape) == 2
            and against.shape == printed.shape
        ):
            return self._judged_rows(printed, against, found, line)
        start, stop = _span(line, own)
        said = claim_text(self.stated, line, printed.start, printed.stop)
        text = line.quoted(printed.start, printed.stop)
        draft = Draft(0, line.index, start, stop, said, text, ClaimVerdict.RIGHT)
        judged = Judged(printed, against, found, draft)
        truth = found.value
        if found.worst is Fit.WRONG:
            draft.verdict = ClaimVerdict.WRONG
            draft.expression, draft.numbers = against, printed
            draft.figures = tuple(_figures(printed, found, line))
        elif found.from_print and against.roots:
            draft.verdict, draft.roots = ClaimVerdict.CARRIED, against.roots
            truth = against.true
        elif found.worst is Fit.CARRIED:
            draft.verdict, draft.why = ClaimVerdict.CARRIED, "the last digits are off by what rounding carries along"
        draft.true = as_plain(truth)
        self._add(draft)
        return judged

    def _judged_rows(self, printed: Printed, against: Expression, found: Comparison, line: LogicalLine) -> Judged:
        """A grid written out in brackets, each of its rows a claim of its own, on its own line."""
        width = printed.shape[1]
        judged = []
        for index in range(printed.shape[0]):
            part = slice(index * width, (index + 1) * width)
            spans = printed.spans[part]
            row = Printed(printed.numbers[part], spans, (width,), spans[0][0], spans[-1][1])
            own = [Token("number", "", row.start, row.stop, 0)]
            against_row = against.row(index)
            compared = Comparison(found.fits[part], found.value[index], found.from_print)
            judged.append(self._judged(row, against_row, compared, against_row, line, own))
        worst = next((each for each in judged if each.draft.verdict is ClaimVerdict.WRONG), judged[0])
        return Judged(printed, against, found, worst.draft)

    def _add(self, draft: Draft) -> Draft:
        draft.number = len(self.all)
        self.all.append(draft)
        return draft

    # ---- what a page knows from then on

    def known(self, printed: Printed, judged: Judged, scope: Scope, line: int) -> Known:
        """What a judged result stands for from here on."""
        known = self.known_of(judged)
        remember(printed, known, scope, judged.against)
        return known._replace(line=line)

    def known_of(self, judged: Judged) -> Known:
        """A judged result as a value of the page."""
        draft = judged.draft
        roots = frozenset({draft.number}) if draft.verdict is ClaimVerdict.WRONG else draft.roots
        shape = judged.printed.shape
        true = shaped(shape, flat(judged.against.true))
        known = worked(judged.printed.value, true, draft.index, roots)
        if roots:
            known = known._replace(meant=meant(known, judged.against) if not draft.roots else None)
            self._note_spoilt(judged.printed, known)
        # What would have stood in place of a wrong number is known to its rounding only.
        if roots or not any(each.roots or is_uncertain(each) for each in judged.against.names.values()):
            return known
        return known._replace(band=shaped(shape, as_printed(judged.printed, judged.against)))

    def _note_spoilt(self, printed: Printed, known: Known) -> None:
        parts = floats(known.true), flat(known.band), flat(known.mended)
        for number, (_, stop), true, band, meant_one in zip(printed.numbers, printed.spans, *parts, strict=True):
            one = Known(number.value, true, band, given=False, line=known.line, roots=known.roots, meant=meant_one)
            self.spoilt[known.line, stop] = one


def _fineness_of(own: Sequence[Token]) -> tuple[int, int]:
    """To how many decimals and figures lines are rounded between numbers with as many decimals as those of a side."""
    places = max((len(each.text.partition(".")[2]) for each in own if each.kind == "number"), default=0)
    return max(DECIMALS, min(places, _MOST_PLACES)), max(FIGURES, min(places, _MOST_PLACES) + 1)


def _meets(one: Expression, other: Expression, fine: tuple[int, int]) -> bool:
    first, second = one.band(*fine), other.band(*fine)
    if first is None or second is None:
        return False
    low = zip(first[0], second[1], strict=True)
    high = zip(second[0], first[1], strict=True)
    return all(left <= right + 1e-9 for left, right in (*low, *high))


def _holds(loosely: Expression, other: Expression, fine: tuple[int, int]) -> bool:
    """Whether what another expression truly is may be had from the digits that stand in this one."""
    band = loosely.band(*fine)
    return band is not None and all(
        low - 1e-9 <= true <= high + 1e-9 for low, true, high in zip(band[0], floats(other.true), band[1], strict=True)
    )


def _span(line: LogicalLine, own: list[Token]) -> tuple[int, int]:
    return line.span(own[0].start, own[-1].stop)


def _figures(printed: Printed, found: Comparison, line: LogicalLine) -> list[Figure]:
    figures = []
    for number, span, fit, truth in zip(printed.numbers, printed.spans, found.fits, floats(found.value), strict=True):
        if fit is Fit.WRONG:
            text = line.text[slice(*span)]
            figures.append(Figure(*line.span(*span), corrected_text(number, text, truth)))
    return figures


def _short(value: object) -> str:
    from katatx.notation.printing import write_value

    return write_value(as_plain(value), 4)  # type: ignore[arg-type]
