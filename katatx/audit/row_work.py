"""Rows of which a name, the beginning of a line or an arrow says how they come from what is known."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress

from katatx.audit.announced_steps import step_at
from katatx.audit.expressions import Expression, Unreadable
from katatx.audit.known import Known
from katatx.audit.matrix_names import mixtures, row_by_name
from katatx.audit.matrix_rows import rows_done
from katatx.audit.naming import NamingWork
from katatx.audit.results import Printed, compare
from katatx.audit.sides import Side
from katatx.engine.values import shape_of
from katatx.notation.syntax import Binary, Listing, Name, Sum

_LEAST = 3


class RowWork(NamingWork):
    """What a row's name, the beginning of its line, or an arrow before it says that it is."""

    def _by_formula(self, printed: Printed) -> bool:
        """A result whose name says how it is worked. Whether it could be held against that."""
        return super()._by_formula(printed) or self._by_weights(printed) or self._by_row(printed)

    def _by_row(self, printed: Printed) -> bool:
        """`r2: exp → [2.03, 1.00]`: what is done to the row of the matrix above that its line counts."""
        label = self.text.part(*self.chain.label)
        candidates = rows_done(self.sheet, self.text, label, printed.shape) if len(self.chain.sides) == 1 else []
        return bool(candidates) and self._fits(candidates, printed)

    def _by_weights(self, printed: Printed) -> bool:
        """`q2 = (0 1 1)`, where x2 and `W_Q` are known. What is off in more than one number is left unread, and so is
        what is off at all once a row of this letter was.
        """
        name = next((each for each in self.going.names if each), "")
        if len(printed.shape) != 1 or len(self.chain.sides) > 1 or not name:
            return False
        tried = [each for each in row_by_name(self.sheet, name) if each.shape == printed.shape]
        if not tried:
            return False
        sheet, known = self.sheet, self.sheet.scope.find(name)
        off = min(found.off for each in tried if (found := compare(printed, each)) is not None)
        sure = name[0] not in sheet.unsure and (known is None or not shape_of(known.printed))
        if off and not (off == 1 and sure and len(printed.numbers) >= _LEAST):
            sheet.unsure.add(name[0])
            sheet.drafts.unread(self.text.line, self.own, printed, "it is not what its name stands for above")
            self.going.result = sheet.taken(printed)
            return True
        judged = sheet.drafts.judge(printed, tried, self.text.line, self.own)
        if judged is not None:
            self.going.result = sheet.known(printed, judged)
        return judged is not None

    def _by_step(self, printed: Printed, side: Side) -> bool:
        """`1 + 0 + 3 = 4 → 2`, where a line above says what is done next to each result. Whether that was done."""
        step, before = step_at(self.sheet), self.going.result
        if step is None or side.join != "→" or printed.shape or not self.going.printed:
            return False
        so_far = self.chain.sides[1 : self.chain.sides.index(side)]
        if not so_far or any(each.join == "→" for each in so_far):
            return False
        if before is None or shape_of(before.printed):
            return False
        with suppress(Unreadable):
            if self._held(printed, [step.done_to(before)], sure=step.fits > 0):
                step.fits += before.printed != printed.value
                step.line, step.taken = self.sheet.line, True
                return True
        return False

    def _led_to(self, printed: Printed) -> bool:
        """A row that an arrow leads to: the parts of the sum before it, or what the weights before it mix. Whether it
        is that.
        """
        going = self.going
        if len(printed.shape) != 1 or going.result is None or not going.worked:
            return False
        tried: Sequence[Expression] = []
        if not shape_of(going.result.printed):
            tried = _parts(going.worked, going.result, len(printed.numbers))
        elif len(shape_of(going.result.printed)) == 1:
            tried = mixtures(self.sheet, going.result)
        return self._held(printed, [each for each in tried if each.shape == printed.shape])

    def _held(self, printed: Printed, tried: Sequence[Expression], sure: bool = False) -> bool:
        """Hold a result against what an arrow may mean. Whether it is that, or a slip of it."""
        if not tried:
            return False
        judged = self.sheet.drafts.judge(printed, tried, self.text.line, self.own, doubtful=not sure)
        if judged is not None:
            self.going.result = self.sheet.known(printed, judged)
        return judged is not None


def _parts(worked: Sequence[Expression], total: Known, count: int) -> list[Expression]:
    """Each of the numbers that were added up, over their sum."""
    for each in worked:
        if isinstance(each.node, Sum) and len(each.node.terms) == count and all(s == "+" for s, _ in each.node.terms):
            parts = tuple(Binary("/", term, Name("#total", 1), 1) for _, term in each.node.terms)
            with suppress(Unreadable):
                return [Expression(Listing(parts, 1), {**each.names, "#total": total})]
    return []
