"""Works through the chains of a line: each printed result against what stands before it."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace

from katatx.audit.addends import keep_addends
from katatx.audit.best_fit import are_alike
from katatx.audit.chain_forms import is_roughly, is_symbol, is_therefore, tells_of_other
from katatx.audit.denials import denied
from katatx.audit.expressions import Expression, Unreadable, expression
from katatx.audit.findings import ClaimVerdict
from katatx.audit.known import Known, given, worked
from katatx.audit.lists import listed_before
from katatx.audit.looseness import loosened
from katatx.audit.matrix_rows import names_nothing
from katatx.audit.meant_otherwise import meant_otherwise
from katatx.audit.measures import factor, is_sure, mixes_scales, of_bytes
from katatx.audit.name_words import name_of
from katatx.audit.readings import has_period
from katatx.audit.results import Fit, Printed, compare, is_honest, read_printed
from katatx.audit.side_work import in_other_units, is_near
from katatx.audit.sides import Side, is_range
from katatx.audit.tokens import Token
from katatx.audit.unknown_names import UnknownNames
from katatx.engine.values import shape_of
from katatx.notation.syntax import Name


class ChainWork(UnknownNames):
    """One chain, worked side by side."""

    def work(self, outer: Expression | None, begins: bool) -> None:
        """Work through the chain. `outer` is what stands before the brackets it is in; `begins` says that nothing
        stands before it on its line.
        """
        sheet, chain, going = self.sheet, self.chain, self.going
        label = self.text.part(*chain.label)
        if label:
            going.labels = [token.text for token in label if token.kind == "name"]
            going.labels += [
                f"{one.text}-{other.text}"
                for one, sign, other in zip(label, label[1:], label[2:], strict=False)
                if sign.text == "-"
            ]
            if not names_nothing(self.text, label, chain.sides[0].join):
                going.names += [name_of(label), self._short_name(label)]
        elif chain.sides[0].join and outer is not None:
            going.worked.append(outer)
        elif tells_of_other(self.text, chain):
            pass
        elif chain.sides[0].join and begins and sheet.before.line >= sheet.line - 1 and not is_therefore(chain):
            self.going = going = replace(
                sheet.before, names=list(sheet.before.names), worked=list(sheet.before.worked), line=sheet.line
            )
        elif chain.sides[0].join and begins and sheet.tail is not None and sheet.tail_line == sheet.line - 1:
            going.worked.append(sheet.tail)
        begun = len(sheet.drafts.all)
        self.mixed = mixes_scales(self.text.part(chain.sides[0].first, chain.last))
        for number, side in enumerate(chain.sides):
            self.own = self.text.part(side.first, side.last)
            self._side(side, number)
        self._take_back(begun)
        self._finish()

    def _take_back(self, begun: int) -> None:
        """Leave alone what is wrong of the claims from a number on, where the page says itself that it is not so."""
        wrong = [draft for draft in self.sheet.drafts.all[begun:] if draft.verdict is ClaimVerdict.WRONG]
        if wrong:
            units, last = self.text.units, self.chain.last - 1
            first = units[self.chain.sides[0].first].first
            why = denied(self.text.tokens, first, units[last].last, self.sheet.exercises.are_binary)
            for draft in wrong:
                reason = why
                if not why and draft.numbers is not None and draft.expression is not None:
                    reason = meant_otherwise(draft.numbers, draft.expression.true, self.text.line.text)
                if reason:
                    draft.verdict, draft.figures, draft.why = ClaimVerdict.UNCHECKED, (), reason

    # ---- sides

    def _side(self, side: Side, number: int) -> None:
        going = self.going
        going.ends_worked = False
        if side.operation:
            self._operation(side.operation)
            return
        if number == 0 and not self._is_labelled(side) and self._is_name(side):
            return
        printed = self._printed(side)
        if printed is not None:
            self._result(printed, side)
            going.printed, going.measure = True, side.measure
            return
        if side.cut:
            whole = self._whole(side)
            found = self._completed(whole, side)
            if found:
                self.own = whole
                self._expressions(found, side)
                return
            going.elided, going.start = "a name in it is not known", None
            going.formula = whole
            return
        if side.elided:
            going.elided = "terms are left out of what stands before it"
            return
        self.own = self._without_counted(side)
        before, going.doubtful = going.doubtful, False
        try:
            self._refuse_unknown(side)
            found = self._worked(side)
        except Unreadable as error:
            going.elided = str(error)
            going.start = None
            going.formula = self._whole(side)
            going.doubtful = before
            return
        self.guessed, going.doubtful = going.doubtful, going.doubtful or before
        on = self._runs_on(side, found[0])
        if on is not None:
            for part in on:
                self.own = self.text.part(part.first, part.last)
                self._side(part, number)
            return
        self._expressions(found, side)

    def _is_labelled(self, side: Side) -> bool:
        """Whether the words right before a side name it with no colon between: `total 57.32 → …`."""
        first, last = self.chain.label
        return first < last == side.first

    def _printed(self, side: Side) -> Printed | None:
        """A side as a printed result, with the numbers after its commas where a row is wanted."""
        if side.leading or side.ditto or side.elided or side.cut:
            return None
        if side.listed:
            wanted = self.going.worked[-1].shape if self.going.worked else None
            longer = read_printed(self.text.part(side.first, side.listed), side.about, row=True)
            spaced = side.join == "→" and all(token.text != "," for token in self.text.part(side.first, side.listed))
            if longer is not None and (wanted is None or wanted == longer.shape or spaced):
                self.own = self.text.part(side.first, side.listed)
                return longer
        return read_printed(self.own, side.about)

    # ---- what a side comes to

    def _expressions(self, found: list[Expression], side: Side) -> None:
        """A side that is to be worked: the first is what the chain stands on, each after it a claim of its own."""
        going = self.going
        if is_range(self.text.units, side.first, side.last) and self._is_from_to(side):
            going.worked, going.start = [], None
            going.elided = "it may say from where to where, and not how much that is"
            return
        self._read_otherwise(found[0])
        found = [*found, *self._over_colon(side)]
        if going.start is not None and not going.worked:
            if side.join == "=" and not going.measure:  # 8 = 6 + 2
                own, self.own = self.own, [Token("number", "", going.start.start, going.start.stop, 0)]
                self._judge(going.start, found)
                self.own = own
            going.start = None
        elif going.worked:
            if self._begins_anew(found, side):
                left = side.join == "=" and self._is_formula(going.worked) and not side.leading
                going.left = (going.worked, found[0], self.own) if left else None
                going.worked, going.doubtful = [], self.guessed
            else:
                self._restated(found[0], about=side.join == "≈")
        keep_addends(self.sheet, going.formula, found[0])
        if not going.stated and self._is_formula(found[:1]):
            going.stated = self.own
        going.worked += found
        going.ends_worked, going.printed = True, False
        going.result = loosened(worked(found[0].printed, found[0].true, self.sheet.line, found[0].roots), found[0])

    def _is_from_to(self, side: Side) -> bool:
        """Whether a word says what is counted from one number to another, and no number below zero stands beside."""
        units, near = self.text.units, self.chain.sides.index(side)
        both = self.chain.sides[max(0, near - 1) : near + 2]
        worded = any(each.measure for each in both) or (side.first > 0 and units[side.first - 1].kind == "word")
        return worded and not any(units[each.first].text == "-" and each.join for each in both if each is not side)

    def _over_colon(self, side: Side) -> list[Expression]:
        """A line that begins with a number and a colon between spaces may say its number, or begin with a ratio:
        `4 : 8 + 2 = 2.5`.
        """
        part = self.text.tokens[: self.text.units[side.first].first]
        ratio = side.join == "" and len(part) == 2 and part[0].kind == "number" and part[1].text == ":"
        if not ratio or not part[1].gap or not self.own[0].gap:
            return []
        with suppress(Unreadable):
            over = [part[0], part[1]._replace(kind="sign", text="/"), *self.own]
            return [expression(over, self.sheet.scope, self.sheet.line)]
        return []

    def _begins_anew(self, found: list[Expression], side: Side) -> bool:
        """Whether a side that is to be worked is not meant to be what stands before it: of another shape, after an
        arrow that means therefore, going on from the last result, or with other numbers than a formula's names have.
        """
        before = self.going.worked[0]
        if all(each.shape != self.going.worked[-1].shape for each in found) or side.join not in ("=", "≈", "→"):
            return True
        if is_near(found[0], before):
            return False
        goes_on = self.going.result is not None and self._begins_with(self.going.result)
        formula = self._is_formula(self.going.worked) and not any(known.name for known in found[0].names.values())
        twice = self._named_twice(before) or self._named_twice(found[0])
        return side.join == "→" or goes_on or formula or bool(twice) or is_symbol(before) or self.going.doubtful

    def _begins_with(self, result: Known) -> bool:
        """Whether a side begins with the very number that came out before it."""
        first = next((token for token in self.own if token.kind == "number"), None)
        if first is None or shape_of(result.printed) or not self.going.printed:
            return False
        return bool(first.value == abs(result.printed))

    def _is_formula(self, worked_so_far: list[Expression]) -> bool:
        return (
            len(worked_so_far) == 1
            and all(known.name for known in worked_so_far[0].names.values())
            and bool(worked_so_far[0].names)
        )

    def _restated(self, found: Expression, about: bool = False) -> None:
        """One expression said to be another, or to be `about` as much: right where they meet within their rounding."""
        if about and is_roughly(found, self.going.worked[-1]):
            return
        if has_period(self.own) and not are_alike(found, self.going.worked[-1]):
            return  # digits in brackets may be uncertain ones
        loosely = None
        with suppress(Unreadable):
            loosely = expression(self.own, self.sheet.scope, self.sheet.line, loose=True)
        drafts = self.sheet.drafts
        draft = drafts.expression_claim(found, loosely, self.going.worked, self.text.line, self.own)
        if draft.verdict is ClaimVerdict.WRONG:
            found.roots = found.roots | {draft.number}

    def _result(self, printed: Printed, side: Side) -> None:
        """A printed number, row or grid."""
        going, sheet = self.going, self.sheet
        if going.left is not None and self._is_of_formula(printed):
            formula, found, tokens = going.left
            own, self.own, going.worked, going.left = self.own, tokens, formula, None
            self._restated(found)
            self.own = own
            self._judge(printed, formula)
        elif going.worked:
            self._against_worked(printed, side)
        elif going.elided:
            sheet.drafts.unread(self.text.line, self.own, printed, going.elided)
            going.result = sheet.taken(printed, rounded=True)
        elif side.join == ":=":
            going.result = sheet.taken(printed)  # that is given
        elif going.start is not None:
            self._after_start(printed, side)
        elif not (
            self._by_formula(printed)
            or self._names_itself(printed)
            or self._by_statistic(printed)
            or self._by_ledger(printed)
            or self._by_label(printed)
            or self._figure(printed)
            or self._again(printed)
            or self._same(printed)
            or self._said(printed)
            or self._gradient(printed)
            or self._unclear(printed)
        ):
            self._note_unread(printed)
            going.start = printed
            going.result = sheet.taken(printed)
        elif self._goes_on_by_arrow(side):
            going.start = printed

    def _are_listed(self, printed: Printed, side: Side) -> bool:
        """Whether results stand side by side, as the calculations before them do: `3², 4² = 9, 16`. They are judged
        so where the first is not what the last calculation comes to.
        """
        chain, found = self.chain, compare(printed, self.going.worked[-1])
        if not side.listed or chain.sides.index(side) != 1 or (found is not None and found.worst is not Fit.WRONG):
            return False
        own = self.text.part(side.first, side.listed)
        row = read_printed(own, side.about, row=True)
        if row is None or len(row.shape) != 1 or printed.shape:
            return False
        whole = listed_before(self.text, chain.sides[0], len(row.numbers), self.sheet.scope, self.sheet.line)
        if whole is None:
            return False
        self.own = own
        self._judge(row, [whole], doubtful=self.going.doubtful)
        return True

    def _against_worked(self, printed: Printed, side: Side) -> None:
        """A result against what stands before it, in its units."""
        going, sheet = self.going, self.sheet
        if self._by_step(printed, side):
            return
        if side.join == "→" and all(compare(printed, each) is None for each in going.worked):
            if not (
                self._led_to(printed) or self._gathered(printed) or self._figure(printed) or self._guessed(printed)
            ):
                going.worked, going.start = [], printed
                going.result = sheet.taken(printed)
            return
        told = self._in_units(printed, side)
        if told is not None:
            self._judge(printed, *told)
            return
        spoilt = going.result is not None and bool(going.result.roots)
        whole = self._in_one_unit(side) if self.mixed and not spoilt else []
        if whole:
            self._judge(printed, whole)
            return
        other = bool(going.measure and side.measure and going.measure != side.measure)
        times = factor(going.measure or self._measure_before(side), side.measure)
        times = times if other or times != 1.0 else None
        if times is None and not (going.measure or self._is_measured(side)):  # `1.27B × 2 = 2.54 GB`
            times = of_bytes(side.measure)
        if (
            times is not None
            and going.result is not None
            and not spoilt
            and self._fits(
                [in_other_units(going.result, times)], printed, sole=other and is_sure(going.measure, side.measure)
            )
        ):
            return
        other |= times is not None or self._is_shape(side) or self.mixed or side.measure == "of"
        leads_on = side.join == "→" and (going.printed or (side.worded and not self._is_compound(side)))
        if not self._are_listed(printed, side):
            self._judge(printed, going.worked, doubtful=other or going.doubtful or leads_on)

    def _after_start(self, printed: Printed, side: Side) -> None:
        """A printed value after another: what is said to be done to that, the same in other units, or the same."""
        going, sheet = self.going, self.sheet
        assert going.start is not None
        times = factor(going.measure, side.measure) if going.measure != side.measure else None
        before = going.result or sheet.taken(going.start)
        sure = side.join in ("=", "≈") and is_sure(going.measure, side.measure) and not before.roots
        if times is not None and sure and self._fits([in_other_units(before, times)], printed, sole=True):
            going.start = printed
        elif not printed.shape and self._said(printed):
            going.start = None
        elif times is not None and side.join in ("=", "≈", "→"):
            self._judge(printed, [in_other_units(before, times)], doubtful=True)
            going.start = printed
        elif side.worded and side.join == "→":
            going.start, going.result = None, None
        elif not self._figure(printed, going.start) and not (
            side.join == "→" and (self._gathered(printed) or self._guessed(printed, going.start))
        ):
            if side.join == "=" and not going.names:
                self._equal(printed)
            going.result, going.start = sheet.taken(printed), printed

    def _goes_on_by_arrow(self, side: Side) -> bool:
        """Whether something is said to be done next to what a side has printed."""
        after = self.chain.sides[self.chain.sides.index(side) + 1 :]
        return bool(after) and after[0].join == "→"

    def _equal(self, printed: Printed) -> None:
        """`0.269 = 26.9%`: two printed numbers said to be one."""
        assert self.going.start is not None
        first = Expression(Name("#0", 1), {"#0": given(self.going.start.value, self.sheet.line)})
        found = compare(printed, first)
        if found is not None and found.worst is Fit.RIGHT:
            self._judge(printed, [first])

    def _judge(self, printed: Printed, candidates: Sequence[Expression], doubtful: bool = False) -> None:
        """A printed result against what it is said to be."""
        sheet = self.sheet
        names = [next(iter(self._named_twice(each)), "") for each in candidates]
        written_out = [each for each, name in zip(candidates, names, strict=True) if not name]
        twice = next(filter(None, names), "") if not written_out else ""
        candidates = [*written_out, *(each for each in candidates if each not in written_out)]
        unknown = next((name for each in candidates for name in self._unknown_in(each)), "")
        judged = None
        if not unknown or any(is_honest(printed, read) for each in candidates for read in (each, *each.others)):
            judged = sheet.drafts.judge(printed, candidates, self.text.line, self.own, doubtful or bool(twice))
        if judged is None:
            twice = twice or unknown
            why = f"{twice} stands for two things above" if twice else "it does not fit what stands before it"
            sheet.drafts.unread(self.text.line, self.own, printed, why)
            self.going.result = sheet.taken(printed, rounded=True)
            return
        self._say_ran_on(judged.draft)
        self.going.result = sheet.known(printed, judged)
