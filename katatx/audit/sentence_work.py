"""Numbers of which the sentence that they stand in says what was worked for them."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from itertools import chain

from katatx.audit.clauses import clearly_said
from katatx.audit.expressions import Expression
from katatx.audit.figures import Meaning
from katatx.audit.known import Known
from katatx.audit.lone import sentence_at
from katatx.audit.measures import is_sure
from katatx.audit.name_words import name_of
from katatx.audit.operands import MONEY
from katatx.audit.prose import done_to_that, said_of, units_said
from katatx.audit.restatements import is_said_again
from katatx.audit.results import Printed, is_honest, is_right, read_printed
from katatx.audit.said_rows import SaidRow, said_of_row
from katatx.audit.sentence import Sentence
from katatx.audit.sentence_changes import tells_change
from katatx.audit.sheet import Measured
from katatx.audit.side_work import SideWork
from katatx.audit.sides import measure_after
from katatx.audit.slips import is_slip
from katatx.audit.statistic_labels import Statistic, statistic
from katatx.audit.tokens import Token
from katatx.notation.syntax import Binary, Name

# Amounts that stand further up are not what a sentence goes on with.
_NEAR = 3
_LONGEST_NAME = 4
# Behind these what is said of a number begins.
_BEGINS = frozenset({"with", "and", "has", "have", "having", "an"})

# What follows these behind a figure was counted, or left out, as well.
_OF_OTHERS = frozenset({
    "with", "without", "including", "incl", "excluding", "excl", "counting", "plus", "after", "before", "once",
    "unless", "last", "next", "until", "mit", "ohne", "avec", "sans", "con", "sin"
})  # fmt: skip


class SentenceWork(SideWork):
    """What the sentence that a result stands in says of it."""

    def _said(self, printed: Printed) -> bool:
        """A number of which the sentence that it stands in says how it comes from the results before. Whether it is."""
        if printed.shape:
            return self._said_row(printed)
        before, after = sentence_at(self.text.tokens, self.own[0].start, self.own[-1].stop)
        if not any(token.kind == "name" for token in (*before, *after)):
            return False
        percent = printed.numbers[0].text.endswith("%")
        sentence = Sentence(before, after, list(self.sheet.recent), percent)
        plainly, best = self._clearly(sentence), self.sheet.drafts.best_meaning
        again = percent and is_said_again(self.text.tokens, self.text.tokens.index(self.own[-1]))
        if again and _repeats(printed, sentence):
            return False  # that is no new result
        if again and _repeats(printed, sentence, slip=True):
            plainly = (each for each in plainly if is_right(printed, each.worked))
        if not again and self._statistic_said(printed, before):
            return True
        if not again:
            plainly = chain(plainly, said_of(sentence, plainly=True))
        units = units_said(sentence)
        sole = percent or tells_change(sentence) or (units is not None and is_sure(*units))
        found = best(printed, plainly, self.text.line, self.own, sole=sole)
        if found is None and not again:
            said = chain(said_of(sentence, plainly=False), done_to_that(sentence))
            others = (each for each in said if is_right(printed, each.worked))
            first = len(self.sheet.drafts.all)
            found = best(printed, others, self.text.line, self.own, near_too=False)
            self.sheet.drafts.guessed(first)  # a slip would have been none of the others
        if found is not None:
            self.going.result = self.sheet.known(printed, found)
        return found is not None

    def _clearly(self, sentence: Sentence) -> Iterator[Meaning]:
        """What the clause that a result ends says of it in full."""
        tokens = self.text.tokens
        at = tokens.index(self.own[0])
        money = any(token.text in MONEY for token in tokens[max(0, at - 1) : at])
        near = [each for each in self.sheet.measured if each.known.line >= self.sheet.line - _NEAR]
        return chain(self._share_behind(sentence), clearly_said(sentence, money, near))

    def _share_behind(self, sentence: Sentence) -> Iterator[Meaning]:
        """`norms: 25 × 64 = 1,600, 0.03%` where the amounts are said to be given in percent of a total."""
        last, whole = next(iter(sentence.scalars), None), self.sheet.ledger.whole
        behind = [token.kind for token in sentence.before[-2:]] == ["number", "mark"]
        if last is None or whole is None or not behind or not sentence.percent or last.line != self.sheet.line:
            return
        if sentence.before[-2].value == last.printed and not sentence.after:
            yield Meaning(
                Expression(Binary("/", Name("#0", 1), Name("#1", 1), 1), {"#0": last, "#1": whole}), latest=True
            )

    def _said_row(self, printed: Printed) -> bool:
        """A row of which its sentence says what was done to one above, or that can be nothing else. Whether it is."""
        before, _ = sentence_at(self.text.tokens, self.own[0].start, self.own[-1].stop)
        tried = said_of_row(SaidRow(printed, before, list(self.sheet.recent), self.sheet))
        found = self.sheet.drafts.best_meaning(printed, tried, self.text.line, self.own)
        if found is not None:
            self.going.result = self.sheet.known(printed, found)
        return found is not None

    def _statistic_said(self, printed: Printed, before: Sequence[Token]) -> bool:
        """`…, its root mean square 2.09`: the words right before a number name a statistic alone. Whether it is."""
        marks = [at for at, token in enumerate(before) if token.kind in ("mark", "join") or token.text in _BEGINS]
        clause = before[marks[-1] + 1 :] if marks else before
        meant = statistic(clause, list(self.sheet.recent), self.sheet.line, self.sheet.scope) if clause else Statistic()
        more = self._counts_more()
        tried = [each for each in meant.meanings if not more or is_honest(printed, each.worked)]
        found = self.sheet.drafts.best_meaning(printed, tried, self.text.line, self.own, sole=meant.plain)
        if found is not None:
            self.going.result = self.sheet.known(printed, found)
        return found is not None

    def _counts_more(self) -> bool:
        """Whether a figure is said to be of more or fewer numbers than stand above: `average 7.5 with the baby`."""
        after = bisect_left(self.text.tokens, self.own[-1].stop, key=lambda token: token.start)
        said = self.text.tokens[after : after + 1]
        said = self.text.tokens[after + 1 : after + 2] if said and said[0].text == "(" else said
        return bool(said) and said[0].text.lower() in _OF_OTHERS

    def alone(self) -> None:
        """A number or a row of a line's prose, where the sentence says something of it. A row is kept in any case."""
        side = self.chain.sides[0]
        self.own = self.text.part(side.first, side.last)
        printed = read_printed(self.own, row=bool(side.listed))
        if printed is None:
            return
        known = self.going.result if self._said(printed) else None
        unit = measure_after(self.text.units, side.last)
        if known is not None and unit and not printed.shape:
            self.sheet.measured.append(Measured(known, unit))
        if known is None and printed.shape:
            known = self.sheet.taken(printed)
        if known is not None:
            self.sheet.keep(known)
        if known is not None and printed.shape:
            self._name_row(known)

    def _name_row(self, known: Known) -> None:
        """`Weights: [0.36, 0.64]. So …`: let the words before a row's colon stand for it."""
        before, _ = sentence_at(self.text.tokens, self.own[0].start, self.own[-1].stop)
        if len(before) > 1 and before[-1].text == ":" and len(before) <= _LONGEST_NAME:
            name = name_of(before[:-1])
            if name and all(token.kind == "name" for token in before[:-1]):
                self.sheet.scope.define(name, known)


def _repeats(printed: Printed, sentence: Sentence, slip: bool = False) -> bool:
    """Whether a percentage is the last result said again, or a slip of that."""
    if not sentence.scalars:
        return True
    last = Expression(Name("#0", 1), {"#0": sentence.scalars[0]})
    return is_slip(printed, last, likely=True) if slip else is_right(printed, last)
