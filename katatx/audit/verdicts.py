"""Judge the results and calculations in chains, and keep their values for later lines.

A **chain** is sides joined by relations such as `=`. A side is a calculation, a printed **result**, or a name. A
**pending** calculation has no result yet.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from itertools import chain as joined

from katatx.audit.candidates import PENDING_LINES, candidates_for, done_to, is_operation, other_logarithms
from katatx.audit.claims import Claims, Span
from katatx.audit.findings import ClaimVerdict
from katatx.audit.judge import Judged, compared, judge
from katatx.audit.reading.line_tokens import LineTokens, Relation
from katatx.audit.reading.lines import LogicalLine
from katatx.audit.sheet import Sheet
from katatx.audit.values import (
    CONFIRMS,
    IMPLIED,
    MOST_PLACES,
    WRITTEN,
    Candidate,
    Known,
    Printed,
    joined_roots,
    printed_of,
)
from katatx.notation.sentences import is_printed
from katatx.notation.syntax import Binary, Listing, Literal, Name, Node, Sum, Unary

# The most calculations without a result that are kept.
_MOST_PENDING = 8
_PLAIN = Relation("=", about=False, after=0)
# What may count from 1, or divide by a power of ten as well; and names that may mean the constant.
_OPEN = re.compile(r"\bargm(?:ax|in)\b|/.*·\s*10\^")
_CONSTANTS = frozenset(("e", "π", "pi"))


@dataclass(slots=True)
class Chain:
    """The state of a chain while it is read.

    `references` are the calculations its next result may come from, latest last. `names` get the value; those that
    begin with `?` may be plain prose. `words` are its label, in lower case. `latest` is its last value. `has_result`
    says that no calculation waits for its result. `refusal` is why its last calculation has no value, or "". `start` is
    the index of its first token.
    """

    start: int
    references: list[Candidate] = field(default_factory=list)
    names: list[str] = field(default_factory=list)
    words: list[str] = field(default_factory=list)
    latest: Known | None = None
    has_result: bool = False
    refusal: str = ""


class Verdicts:
    """Judges the results of lines, with the known values in a sheet, and adds claims to `claims`.

    `words_above` are words of the lines above that may name an operation. `label` are lower-case words that describe
    the line: those given to `begin`, and those before a colon in it. `pending` are calculations without a result;
    `drawn` are the lines of a drawn matrix. Call `begin` before any other method. A side extends from token `at` up to
    `end`.
    """

    def __init__(self, sheet: Sheet, claims: Claims) -> None:
        self.sheet = sheet
        self.claims = claims
        self.words_above: list[str] = []
        self.label: list[str] = []
        self.pending: list[Candidate] = []
        self.drawn: Sequence[LogicalLine] = ()

    def begin(self, line: LogicalLine, label: Sequence[str]) -> LineTokens:
        """Make `line` the line that is judged, and return its tokens; `label` are words from outside describing it."""
        self.line = LineTokens(line, self.sheet)
        self.label = list(label)
        return self.line

    def result(self, node: Node, chain: Chain, at: int, end: int, relation: Relation = _PLAIN) -> None:
        """Judge the printed result `node` against everything it may come from."""
        if isinstance(node, Listing) and len(node.items) == 1 and not isinstance(node.items[0], Listing):
            node = node.items[0]  # a result in a box
        printed = printed_of(node, self.line.ends, relation.about)
        if printed is None:
            return
        candidates = self.candidates(printed, chain, relation)
        judged = judge(printed, candidates)
        if judged.verdict is ClaimVerdict.WRONG and judged.candidate is not None:
            judged = self.doubted(printed, judged, judged.candidate, chain, at, end)
        if judged.verdict is ClaimVerdict.UNCHECKED and judged.candidate is None and chain.refusal:
            judged = judged._replace(why=chain.refusal)
        is_claim = bool(chain.references) or any(map(is_operation, chain.words[-3:]))
        if relation.sign == "→" and judged.candidate is not None and isinstance(judged.candidate.node, Literal):
            judged, is_claim = Judged(ClaimVerdict.UNCHECKED), False  # `64 → 64` claims nothing
        if judged.verdict is ClaimVerdict.UNCHECKED and not is_claim:
            chain.latest = Known(printed.value, self.sheet.line, printed.places)
            self.sheet.put(chain.latest, chain.names, printed)
        else:
            chain.latest = self.settle(printed, judged, chain, at, end)

    def candidates(self, printed: Printed, chain: Chain, relation: Relation) -> Iterable[Candidate]:
        """Return the calculations of a chain that may give a result, and all others if none is written beside it."""
        written = chain.references[::-1]
        is_worked = bool(written) and not written[0].names and not is_printed(written[0].node) and printed.places > 0
        if relation.sign == "→" and (printed.shape or not is_worked):  # an arrow may lead anywhere, but `3/4 → 0.75`
            written = [each.standing_as(IMPLIED) if each.standing is WRITTEN else each for each in written]
        if any(candidate.standing is WRITTEN for candidate in written):
            return written
        percent = ["%"] * printed.numbers[0].text.endswith("%")
        words = [*self.label, *chain.words, *map(str.lower, chain.names), *percent]
        others = candidates_for(printed, words, self.sheet, self.pending, self.words_above)
        return joined(written, others)

    def doubted(self, printed: Printed, judged: Judged, own: Candidate, chain: Chain, at: int, end: int) -> Judged:
        """Return a second judgement of a result that is wrong by its `own` calculation.

        It may be right in another reading, with an operation named nearby (`distance: 2 - 10 = 8`), or with the line's
        bullet as a minus.
        """
        words = filter(is_operation, (*chain.words, *self.label, *self.words_above))
        others = [*other_logarithms(own), *(each for word in words for each in done_to(word, own))]
        if self.line.may_begin_with_minus(chain.start):
            others.append(Candidate(_with_minus(own.node), own.names, CONFIRMS))
        second = judge(printed, [own, *others])
        why = self.doubt(own, chain, at, end) if second.verdict is ClaimVerdict.WRONG else ""
        return Judged(ClaimVerdict.UNCHECKED, own, why=why) if why else second

    def doubt(self, own: Candidate, chain: Chain, at: int, end: int) -> str:
        """Return why a side that its calculation contradicts may be right; "" for no reason."""
        if self.line.is_denied(chain.start, end):
            return "the words around it say that it is wrong, or not plain arithmetic"
        if self.line.units_differ(chain.start, at, end):
            return "it has another unit than its calculation"
        if _OPEN.search(own.written) is not None or own.names.keys() & _CONSTANTS:
            return "its calculation has more than one meaning"
        names = own.names.keys() & self.sheet.names.keys() if own.standing is WRITTEN else ()
        return "" if all(map(self.sheet.is_certain, names)) else "a name in it may have another value here"

    def calculation(self, node: Node, chain: Chain, at: int, end: int, sign: str) -> None:
        """Add the calculation `node` to a chain, and judge whether it equals the previous side."""
        side = self.sheet.candidate(node, CONFIRMS if self.line.may_have_unit(node) else WRITTEN)
        chain.refusal = side.refusal
        if side.value("printed") is None:
            if isinstance(node, (Binary, Name)):
                self.expect(side)
            return
        if sign in ("=", "≈", "→") and chain.references and not isinstance(node, Name):
            judged = self.compared(side, chain, about=sign == "≈")
            is_wrong = judged is not None and judged.verdict is ClaimVerdict.WRONG
            if is_wrong and (why := self.doubt(side, chain, at, end)):
                judged = Judged(ClaimVerdict.UNCHECKED, side, why=why)
            if judged is not None and (sign != "→" or judged.verdict is not ClaimVerdict.WRONG):
                self.claims.add(*self.place(chain, at, end), judged)
        if sign in (":", "→") or (isinstance(node, Name) and not chain.references):
            chain.references = []
        chain.references.append(side)
        chain.has_result = False
        chain.latest = Known(side.value("printed"), self.sheet.line, MOST_PLACES, side, side.roots)

    def compared(self, side: Candidate, chain: Chain, about: bool) -> Judged | None:
        """Return the judgement of a side by the one before it, or by another that it agrees with."""
        before = chain.references[-1]
        judged = compared(side, before, self.sheet.is_certain, about)
        if judged is None or judged.verdict is not ClaimVerdict.WRONG:
            return judged
        others = (*reversed(chain.references[:-1]), *other_logarithms(before))
        found = (compared(side, other, self.sheet.is_certain, about) for other in others)
        return next((each for each in found if each is not None and each.verdict.agrees), judged)

    def place(self, chain: Chain, at: int, end: int) -> tuple[LogicalLine, Span, Span]:
        """Return the line, and the columns of a claim and of its result, which extends from token `at` up to `end`."""
        return self.line.source, self.line.span(chain.start, end), self.line.span(at, end)

    def settle(self, printed: Printed, judged: Judged, chain: Chain, at: int, end: int) -> Known:
        """Add the claim of a judged result, put its value into the sheet, and return the value."""
        candidate = None if judged.verdict is ClaimVerdict.UNCHECKED else judged.candidate
        wrong = self.claims.add(*self.place(chain, at, end), judged, printed, self.drawn)
        known = Known(printed.value, self.sheet.line, printed.places, candidate, joined_roots(judged.roots, wrong))
        self.sheet.put(known, chain.names, printed)
        return known

    def expect(self, candidate: Candidate) -> None:
        """Make a calculation pending: its result may follow below."""
        self.pending = [each for each in self.pending if self.sheet.line - each.line <= PENDING_LINES][-_MOST_PENDING:]
        candidate.line = self.sheet.line
        self.pending.append(candidate)


def _with_minus(node: Node) -> Node:
    """Return an expression with a minus before it; in a sum, only the first term becomes negative."""
    if isinstance(node, Sum):
        return node._replace(terms=(("-", node.terms[0][1]), *node.terms[1:]))
    return Unary("-", node, node.column)
