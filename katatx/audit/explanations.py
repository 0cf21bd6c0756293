"""Finds what a printed result was worked from where no calculation stands beside it: from its label, its name, what
stands before it.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from contextlib import suppress
from itertools import chain

from katatx.audit.expressions import Expression, Unreadable, expression
from katatx.audit.figures import Meaning, context_of, has_meaning, meanings
from katatx.audit.functions import operation_named
from katatx.audit.gradients import gradients_of
from katatx.audit.known import Known, side_by_side
from katatx.audit.label_formulas import label_formulas
from katatx.audit.label_meanings import words_like
from katatx.audit.name_words import OF, spelled
from katatx.audit.old_places import close
from katatx.audit.results import Printed, compare, is_honest, is_right
from katatx.audit.runs import SHARES, divided_by, is_all_but_one
from katatx.audit.sentence_work import SentenceWork
from katatx.audit.side_work import MOST_ROWS_TRIED
from katatx.audit.spellings import canonical_name
from katatx.audit.statistic_labels import statistic, statistic_of
from katatx.audit.tokens import Token
from katatx.audit.written_out import written_out
from katatx.engine.values import shape_of
from katatx.notation.syntax import Binary, Call, Name, Node, Sum, Unary

# Results that stand further above are not put side by side any more.
_NEAR = 8
_ANSWERS = frozenset({"answer", "result", "solution", "final"})
# So many results further up one may be said again.
_MOST_SAID_AGAIN = 4
_WORKED = frozenset(
    {"sum", "total", "subtotal", "mean", "average", "variance", "std", "softmax", "product", "difference", "altogether"}
)
_TOTALS = words_like("sum") | words_like("mean")
_TOGETHER = frozenset({"side", "stack", "stacked", "concat", "concatenated", "collected", "joined"})
_IN_ORDER = frozenset({"sorted", "sort", "order", "ordered", "ranked", "reversed", "ascending", "descending"})
_ARTICLES = frozenset({"the", "their", "its", "all", "los", "las", "les"})
# What an arrow from one row to another may do, where nothing says it.
_ARROWS = ("softmax", "relu", "scaled", "squares", "deviations", "norm", "exp", "sum")


class Explanations(SentenceWork):
    """What a result of one chain may have been worked from; each says whether it found anything to say."""

    def _by_formula(self, printed: Printed) -> bool:
        """A result whose name a formula above was given for, before its numbers were. Whether it fits that."""
        before = self.sheet.before
        if (
            before.announced
            and before.line >= self.sheet.line - 4
            and before.worked[-1].shape == printed.shape
            and self._fits(before.worked[-1:], printed)
        ):
            return True
        for name in map(canonical_name, self.going.names):
            if name in self.sheet.formulas:
                try:
                    found = expression(self.sheet.formulas[name], self.sheet.scope, self.sheet.line)
                except Unreadable:
                    continue
                if found.names and self._fits([found], printed):
                    return True
        return False

    def _by_label(self, printed: Printed) -> bool:
        """`x - mu: 0.24, -0.2`: the label is what was worked. Whether it is."""
        label = self.text.part(*self.chain.label)
        if len(self.chain.sides) > 1 or not label:
            return False
        candidates = self._of_itself(label) or self._done_to_before(label)
        if not candidates and any(token.kind == "sign" or operation_named(token.text) for token in label):
            with suppress(Unreadable):
                found = expression(label, self.sheet.scope, self.sheet.line)
                if found.names and not isinstance(found.node, Name) and compare(printed, found) is not None:
                    self.going.worked.append(found)
                    candidates = [found]
        candidates = candidates or label_formulas(label, self.sheet, printed.shape)
        return bool(candidates) and self._fits(candidates, printed)

    def _names_itself(self, printed: Printed) -> bool:
        """`(softmax of x = [1, 4])`: what stands after `of` is said with its own value. Whether it is."""
        label = self.text.part(*self.chain.label)
        last = self.sheet.scope.find(spelled(label[-1:])) if len(label) > 1 and label[-2].text.lower() in OF else None
        if last is None or last.printed != printed.value:
            return False
        self.going.result = last
        return True

    def _by_statistic(self, printed: Printed) -> bool:
        """`variance, n-1: 21.20`: the label names a statistic and nothing else. Whether it is that of a row above."""
        label = self.text.part(*self.chain.label) or self.text.part(self.chain.first, self.chain.first + 1)
        if printed.shape or len(self.chain.sides) > 1 + (self.chain.label[0] == self.chain.label[1]):
            return False
        found = statistic(label, self.sheet.recent, self.sheet.line, self.sheet.scope)
        if self._best(printed, found.meanings, sole=found.plain):
            return True
        mistaken = any(is_right(printed, each.worked) for each in found.mistaken)
        return mistaken and self._held_against(printed, found.meanings[0].worked)

    def _by_ledger(self, printed: Printed) -> bool:
        """An amount of a bill that its label says something of: a discount, a tax, the rest. Whether it is."""
        label = self.label()
        if printed.shape or not label or len(self.chain.sides) > 1:
            return False
        ledger, line = self.sheet.ledger, self.sheet.line
        percent = printed.numbers[0].text.endswith("%")
        tried = chain(ledger.shares(label, line) if percent else (), ledger.meanings(label, line))
        found = self.sheet.drafts.best_meaning(printed, tried, self.text.line, self.own)
        if found is not None:
            self.going.result = self.sheet.known(printed, found)
        return found is not None

    def _of_itself(self, label: list[Token]) -> list[Expression]:
        """`w - mean`: a row less its own mean, and the like."""
        found = self.sheet.scope.longest(label, 0)
        if found is None or len(label) != found[0] + 2 or label[-2].text not in ("-", "+", "/"):
            return []
        operation = operation_named(label[-1].text)
        if operation is None:
            return []
        row, sign = Name("#0", 1), label[-2].text
        own = Call(operation, (row,), loose=False, column=1)
        node: Node = Binary("/", row, own, 1) if sign == "/" else Sum((("+", row), (sign, own)), 1)
        with suppress(Unreadable):
            return [Expression(node, {"#0": found[1]})]
        return []

    def _done_to_before(self, label: list[Token]) -> list[Expression]:
        """`σ(·)`, `exp`, `- its max`: an operation done to one of the values before, the latest first."""
        units, first = self.text.units, self.chain.label[0]
        if {"down", "up"} & set(self.text.line.text[label[-1].stop : self.own[0].start].lower().split()):
            return []  # `cosine down to 0.06` does nothing to what stands before
        sign = units[first - 1].text if first == 1 and units[0].kind == "operator" and units[0].text in "+-·/" else ""
        named = [operation for token in label if token.kind == "name" and (operation := operation_named(token.text))]
        rest = [token for token in label if token.kind == "name" and not operation_named(token.text)]
        if len(named) != 1 or (rest and not sign) or any(token.kind == "number" for token in label):
            return []
        found = []
        for known in list(self.sheet.recent)[: -MOST_ROWS_TRIED - 1 : -1]:
            node: Node = (
                Call(named[0], (Name("#0", 1),), loose=False, column=1)
                if named[0] != "sqrt"
                else Unary("√", Name("#0", 1), 1)
            )
            if sign in "+-" and sign:
                node = Sum((("+", Name("#0", 1)), (sign, node)), 1)
            elif sign:
                node = Binary(sign, Name("#0", 1), node, 1)
            with suppress(Unreadable):
                found.append(Expression(written_out(node), {"#0": known}))
        return found

    def _same(self, printed: Printed) -> bool:
        """`i.e. 13.3%`, `Answer: 0.805`: the result before it in other places, or in percent. Whether it is."""
        if printed.shape or (len(self.chain.sides) > 1 and not self.going.labels):
            return False  # what an arrow begins with
        before = [
            Expression(Name("#0", 1), {"#0": known})
            for known in list(self.sheet.recent)[: -_MOST_SAID_AGAIN - 1 : -1]
            if not known.given and not shape_of(known.printed) and known.line >= self.sheet.line - 2
        ]
        if not before:
            return False
        answer = bool(_ANSWERS & {word.lower() for word in self.going.labels})
        latest = self.sheet.recent[-1] is before[0].names["#0"] and (answer or is_honest(printed, before[0]))
        return latest and self._fits(before[:1], printed, near=answer, sole=answer and not printed.numbers[0].about)

    def _fits(self, candidates: Sequence[Expression], printed: Printed, near: bool = True, sole: bool = False) -> bool:
        tried = (Meaning(each, latest=number == 0) for number, each in enumerate(candidates))
        return self._best(printed, tried, near, sole)

    def _figure(self, printed: Printed, start: Printed | None = None) -> bool:
        """A figure that its label alone says something of. Whether anything could be said."""
        sheet = self.sheet
        words = self.going.labels or (sheet.words if start is not None else [])
        hinted = has_meaning(words)
        if not hinted and printed.shape:
            words = [word for line in list(sheet.headings)[-2:] for word in line]
        if not has_meaning(words):
            return False
        if printed.shape and SHARES & {word.lower() for word in words} and self._shared(printed):
            return True
        recent = sorted((*sheet.added, *sheet.recent), key=lambda known: known.line) if hinted else [*sheet.recent]
        numbered = sheet.scope.gathered
        if numbered is not None and numbered.line >= sheet.line - _NEAR:
            recent.append(numbered)
        if printed.shape:
            recent = [*self._windows(len(printed.numbers)), *recent]
        grid = next((known for known in reversed(recent) if len(shape_of(known.printed)) == 2), None)
        if grid is not None:
            recent = [*(grid.row(index) for index in reversed(range(len(grid.printed)))), *recent]
        if start is not None:
            recent = [self._started(start)]
        else:
            named = self._named()
            rows = [known for known in named if shape_of(known.printed)] if OF & set(self.going.labels) else []
            if rows and hinted and (self._stated(printed, rows) or self._meant(printed, words, rows)):
                return True  # `sum of squares`: of those, and no others
            recent += named
        return self._meant(printed, words, recent, near=hinted, sole=self._is_sole_total())

    def _is_sole_total(self) -> bool:
        """Whether a label, and no name, says sum or mean and nothing else."""
        labels = self.going.labels
        return len(labels) == 1 and labels[0].lower() in _TOTALS and not self.chain.sides[0].join

    def _stated(self, printed: Printed, rows: Sequence[Known]) -> bool:
        """`sum of the shares: 1`, where the label says all that there is to say. Whether it does."""
        said = [word for word in self.going.labels if word.lower() not in (*OF, *_ARTICLES)]
        if len(rows) != 1 or len(said) < 2 or said[-1].lower() != rows[0].name.lower():
            return False
        stated = statistic_of(said[:-1], rows[0], single=printed.shape == ())
        return stated is not None and self._held_against(printed, stated)

    def _named(self) -> list[Known]:
        """What the words of a label stand for, the last first. The word for what was worked, `total`, stands for what
        came out of that further up, and nothing is worked from it but `of` it.
        """
        words = self.going.labels
        of = next((at for at, word in enumerate(words) if word in OF), len(words))
        found = (
            self.sheet.scope.find(spelled([Token("name", word, 0, 0, 0)]))
            for at, word in reversed(list(enumerate(words)))
            if at > of or not has_meaning([word])
        )
        return [known for known in found if known is not None]

    def _started(self, start: Printed) -> Known:
        """What a chain began with, as what it is known to be."""
        result = self.going.result
        return result if result is not None and result.printed == start.value else self.sheet.taken(start)

    def _windows(self, count: int) -> list[Known]:
        """The latest single results put side by side as rows: all but the last, and to the last."""
        singles = [known for known in self.sheet.recent if not shape_of(known.printed)]
        rows = []
        for skipped in (1, 0):
            part = singles[len(singles) - count - skipped : len(singles) - skipped]
            if count > 1 and len(part) == count:
                rows.append(side_by_side(part, self.sheet.line))
        return rows

    def _guessed(self, printed: Printed, start: Printed | None = None) -> bool:
        """A row after an arrow, of which nothing says how it comes from what stands before."""
        if not printed.shape:
            return False
        recent = (
            [self._started(start)]
            if start is not None
            else [known for known in self.sheet.recent if known.line == self.sheet.line]
        )
        return (
            self._divided(printed, start)
            or self._meant(printed, _ARROWS, recent)
            or self._meant(printed, _ARROWS, self.sheet.recent, near=False)
        )

    def _divided(self, printed: Printed, start: Printed | None) -> bool:
        """A row that an arrow leads to from a total: each of what was added up, divided by it. Whether it is that."""
        if start is None or start.shape:
            return False
        return self._parts_of(printed, self._started(start), list(self.sheet.recent))

    def _shared(self, printed: Printed) -> bool:
        """`sum 28, shares …`: a row after a total on its line. Whether it is what was added up, over it."""
        before = list(self.sheet.recent)
        total = before[-1] if before else None
        if total is None or total.given or shape_of(total.printed) or total.line != self.sheet.line:
            return False
        return self._parts_of(printed, total, before[:-1])

    def _parts_of(self, printed: Printed, total: Known, before: Sequence[Known]) -> bool:
        tried = list(divided_by(total._replace(line=self.sheet.line), before, len(printed.numbers)))
        if self._best(printed, tried, near=not total.given):
            return True
        if total.given or not tried or not is_all_but_one(printed, tried[0].worked):
            return False
        return self._held_against(printed, tried[0].worked)

    def _held_against(self, printed: Printed, worked: Expression) -> bool:
        """A result that can be nothing but what was worked. Whether it could be judged."""
        judged = self.sheet.drafts.judge(printed, [worked], self.text.line, self.own)
        if judged is not None:
            self.going.result = self.sheet.known(printed, judged)
        return judged is not None

    def _meant(
        self, printed: Printed, words: Sequence[str], recent: Sequence[Known], near: bool = True, sole: bool = False
    ) -> bool:
        return self._best(printed, meanings(words, context_of(recent), printed.shape == ()), near, sole)

    def _best(self, printed: Printed, tried: Iterable[Meaning], near: bool = True, sole: bool = False) -> bool:
        if self._counts_more():
            tried = (each for each in tried if is_honest(printed, each.worked))
        found = self.sheet.drafts.best_meaning(printed, tried, self.text.line, self.own, near, sole)
        if found is None:
            return False
        self.going.result = self.sheet.known(printed, found)
        return True

    def _gradient(self, printed: Printed) -> bool:
        """A grid whose name says that it is the gradient with respect to one above. Whether it is that."""
        tried = (
            each
            for name in self.going.labels[:1]
            for each in gradients_of(name, printed.shape, self.sheet.recent, self.sheet.scope)
        )
        return len(printed.shape) > 1 and self._best(printed, tried)

    def _unclear(self, printed: Printed) -> bool:
        """A figure whose label says that it was worked, where nobody can tell of what. Whether it is one."""
        if not any(word.lower() in _WORKED for word in self.going.labels) or not self.sheet.recent:
            return False
        self.sheet.drafts.unread(self.text.line, self.own, printed, "what it was worked from is not clear")
        self.going.result = self.sheet.taken(printed, rounded=True)
        return True

    def _again(self, printed: Printed) -> bool:
        """A result that stood above, said once more under its name, or several put side by side. Whether it is one."""
        name = next((each for each in self.going.names if each), "")
        before = self.sheet.scope.find(name)
        found = None
        if before is not None and not before.given:
            found = self.sheet.drafts.restatement(printed, before, self.text.line, self.own)
        if found is None:
            return self._gathered(printed)
        self.going.result = found
        return True

    def _gathered(self, printed: Printed) -> bool:
        """The last results put side by side."""
        count = len(printed.numbers)
        if len(printed.shape) != 1 or count < 2:
            return False
        near = self.sheet.line - _NEAR
        singles = [
            known
            for known in self.sheet.recent
            if not shape_of(known.printed) and not known.given and known.line >= near
        ]
        found = None
        others = [known for known in singles if known.line < self.sheet.line]  # `6 - 3 + 1 = 4 entries: [1, …]`
        for results in (singles, _each_once(singles), others):
            if len(results) >= count and found is None:
                words = {word.lower() for word in self.going.labels}
                said = bool(words & _TOGETHER) and not words & _IN_ORDER
                found = self.sheet.drafts.gathering(printed, results[-count:], self.text.line, self.own, said)
        if found is None:
            return False
        self.going.result = found
        return True


def _each_once(singles: Sequence[Known]) -> list[Known]:
    """Results without what the next of them only says in figures: a calculation on one line, and what it comes to on
    the line after.
    """
    return [
        known
        for at, known in enumerate(singles)
        if at + 1 == len(singles) or not close(known.true, singles[at + 1].true)
    ]
