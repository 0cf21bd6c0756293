"""Read one logical line: chains such as `a·b + c = 6 + 2 = 8`, labels, and results in sentences; and judge its results.

A **chain** is sides joined by **relations** (`=`, `≈`, `→`, `:`, or a verb such as "is"). A side is a calculation, a
printed **result**, or a name. **Pending** calculations are those without a result so far. A **label** is the words
before a chain. All indexes are those of tokens in the line; `end` and `after` are one past the last. A side extends
from token `at` up to `end`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from itertools import chain as joined
from itertools import pairwise

from katatx.audit.candidates import candidates_for, done_to, meanings_of, other_readings
from katatx.audit.claims import Claims
from katatx.audit.findings import ClaimVerdict
from katatx.audit.judge import Judged, compared, judge
from katatx.audit.reading.line_tokens import SIGNS, LineTokens
from katatx.audit.reading.lines import LogicalLine
from katatx.audit.sheet import Sheet
from katatx.audit.values import CONFIRMS, IMPLIED, WRITTEN, Candidate, Known, Printed, joined_roots, printed_of
from katatx.engine.values import is_number
from katatx.notation.sentences import is_printed
from katatx.notation.syntax import Binary, Listing, Literal, Name, Node, Pick

_FIGURES = 3
# What may count from 1, numbers of a date, and names that may mean the constant.
_OPEN = re.compile(r"\bargm(?:ax|in)\b|(?<![\w.])(?<!e-)0\d")
_CONSTANTS = frozenset(("e", "π", "pi"))


@dataclass(slots=True)
class Chain:
    """The state of a chain while it is read.

    `references` are the calculations its next result may come from, latest last. `names` get the value; those that
    begin with `?` may be plain prose. `words` are its label, in lower case. `latest` is its last value. `has_result`
    says that no calculation waits for its result. `start` is the index of its first token.
    """

    start: int
    references: list[Candidate] = field(default_factory=list)
    names: list[str] = field(default_factory=list)
    words: list[str] = field(default_factory=list)
    latest: Known | None = None
    has_result: bool = False


class LineReader(LineTokens):
    """Reads one line with `read_line`: adds its claims to `claims`, and its values to the sheet.

    `label` are lower-case words that describe the line: those from outside, and those before a colon in it.
    """

    def __init__(self, line: LogicalLine, sheet: Sheet, claims: Claims, label: Iterable[str] = ()) -> None:
        super().__init__(line, sheet)
        self.sheet, self.claims, self.label = sheet, claims, [*label]

    def read_line(self) -> None:
        at = start = depth = 0
        while at < self.last:
            token = self.tokens[at]
            depth = max(0, depth + (token.text == "[") - (token.text == "]"))
            if token.kind == "rel":
                at = start = self.read_chain(start, at)
                depth = 0
            elif token.kind == "stop" or (token.text == ";" and not depth):
                self.sentence(start, at)
                at = start = at + 1
            else:
                at += 1
        self.sentence(start, self.last)

    # ---- text around chains

    def sentence(self, start: int, end: int, is_label: bool = False) -> None:
        """Read the tokens from `start` up to `end`, which have no relation."""
        at = start
        while at < end:
            found = self.read(at)
            if found is None or found.after > end:
                at += 1
            elif (is_label and is_printed(found.node)) or self.is_part(start, at) or self.goes_on(found.after):
                at = found.after
            else:
                at = self.loose(start, at, found.node, found.after)

    def loose(self, start: int, at: int, node: Node, after: int) -> int:
        """Read the value or calculation `node`, from token `at` up to `after`, outside a chain."""
        if not is_printed(node):
            self.sheet.expect(self.sheet.candidate(node, WRITTEN))
            return after
        chain, printed = Chain(at, words=self.label_of(start, at)), printed_of(node, self.stops)
        row, end = self.bare_row(node, after, chain)
        if isinstance(row, Listing) and (end > after or len(row.items) > 1):
            self.result(row, chain, at, end)
        elif printed is not None and not printed.shape and printed.figures >= _FIGURES:
            before = self.tokens[at - 1].text.lower() if at > start else ""
            is_named = bool(meanings_of(before)) and self.gap(at) <= 2
            chain.words = [before] * is_named + ["%"] * printed.numbers[0].text.endswith("%")
            words = chain.words
            judged = judge(printed, candidates_for(printed, words, self.sheet, is_loose=not is_named, beside=words))
            if judged.verdict is not ClaimVerdict.UNCHECKED:
                self.settle(printed, judged, chain, at, after)
        return end

    # ---- chains

    def read_chain(self, start: int, rel: int) -> int:
        """Read a chain whose first relation is token `rel`, judge each result, and return the index after it."""
        node, at = self.left_side(start, rel)
        words = self.label_of(start, at)
        self.sentence(start, at, is_label=node is None)
        chain = Chain(start if node is None else at, words=words)
        names = self.defined(start, rel)
        if node is None:
            chain.names = [] if at < rel else names
        elif isinstance(node, Name):
            chain.names = [node.text, *names[:1]] if node.text in names or not names else names
            chain.words = [*words, node.text.lower()]
        elif isinstance(node, Pick):
            chain.names = names
        else:
            self.begin(node, chain, start, at, rel)
        return max(self.sides(rel, chain), rel + 1)

    def begin(self, node: Node, chain: Chain, start: int, at: int, rel: int) -> None:
        """Begin `chain` with a calculation or result; a word before may be an operation on it: `root 9 = 3`."""
        sign, before = self.tokens[rel].text, self.tokens[at - 1] if at > start else None
        if is_printed(node):
            if before is not None and before.kind == "name" and not isinstance(node, Listing):
                self.loose(start, at, node, rel)
                chain.names = self.defined(start, at) if sign != "→" else []
                return
            chain.references.append(self.sheet.candidate(node, IMPLIED if sign == "=" else CONFIRMS))
            if isinstance(node, Listing):
                self.result(node, Chain(at, words=chain.words), at, rel)
            return
        is_of = before is not None and before.text == "of"
        side = self.sheet.candidate(node, CONFIRMS if self.is_part(start, at) else IMPLIED if is_of else WRITTEN)
        chain.references.append(side)
        if is_of and at - 1 > start:
            chain.references += [*done_to(self.tokens[at - 2].text, side), side]

    def sides(self, rel: int, chain: Chain) -> int:
        """Read the relations and sides of a chain from token `rel` on; return the index after the last side."""
        at, goes_on = rel, True
        while goes_on and at < self.last and self.tokens[at].kind == "rel":
            at, goes_on = self.side(at, chain, is_first=at == rel)
        if not chain.has_result:
            for reference in chain.references:
                self.sheet.expect(reference)
            if chain.latest is not None:
                for name in chain.names:
                    self.sheet.define(name.lstrip("?"), chain.latest)
        if chain.latest is None and not chain.references and self.tokens[at].text == "=":
            self.sheet.forget(chain.names)  # their new value could not be read
        return at

    def side(self, rel: int, chain: Chain, is_first: bool) -> tuple[int, bool]:
        """Read a relation and the side after it; return the index after it, and whether more sides may follow."""
        sign, at = self.tokens[rel].text, rel + 1
        if sign == ":" and (not is_first or self.begins_name(at)):
            self.label += chain.words * is_first
            return (at if is_first else rel), False
        word, after = self.tokens[at], self.tokens[min(at + 1, self.last)]
        if word.kind == "name" and after.kind == "rel":
            goes_on = self.named_side(word.text, after.text, sign, is_first, chain)
            if goes_on is not None:
                return at + 1, goes_on
        found = self.read(at)
        end = at if found is None else found.after
        unread = self.unread_end(end, found)
        if unread and (is_first or sign in ("=", "≈", "#")):
            chain.words += filter(meanings_of, self.label_of(at, unread))
            node, begin = self.left_side(at, unread)
            if node is not None and not isinstance(node, (Name, Pick)) and not is_printed(node):
                self.begin(node, chain, at, begin, unread)
            return unread, True
        if found is None or unread or self.goes_on(end) or self.is_coefficient(end, found.node):
            return rel, False
        node = found.node
        text, is_unit = self.tokens[at].text, self.tokens[end].kind == "name"
        if sign == "#" and not isinstance(node, Listing) and (text == "(" or (text.isdigit() and is_unit)):
            return end, False  # a remark: `# (2)`, `# 15 minutes`
        if not is_printed(node):
            self.calculation(node, chain, at, end)
            return end, True
        if not any(is_number(reference.value("printed")) for reference in chain.references):
            node, end = self.bare_row(node, end, chain)
        self.result(node, chain, at, end, rel)
        chain.has_result = True
        return end, True

    def named_side(self, word: str, following: str, sign: str, is_first: bool, chain: Chain) -> bool | None:
        """Read a side that is a single word, between two relations; return whether more follow, None if it is none."""
        if following in (":", "#") or sign in (":", "is", "→"):
            return None if is_first else False
        if self.sheet.rank_of(word) is not None and chain.references:
            return None
        chain.names.append(word)
        return True

    # ---- rows without brackets

    def bare_row(self, node: Node, end: int, chain: Chain) -> tuple[Node, int]:
        """Return numbers separated by commas or wide spaces as a row, and the index after it."""
        if isinstance(node, Listing):
            return node, end
        items, stop = [node], end
        by_comma = self.tokens[stop].text == ","
        while True:
            sign, begin = self.tokens[stop].text, stop
            if by_comma and (sign == "," or (sign == "and" and len(items) > 1)):
                begin += 1 + (sign == "," and self.tokens[stop + 1].text == "and")
            elif by_comma or self.gap(stop) <= 1:
                break
            found = self.read(begin)
            if found is None or not is_printed(found.node) or isinstance(found.node, Listing):
                break
            after = self.tokens[found.after]
            if after.kind == "rel" or (after.kind == "sign" and after.text in SIGNS):
                break
            items.append(found.node)
            stop = found.after
        enough = len(items) > 2 or (len(items) == 2 and any(map(meanings_of, chain.words)))
        return (Listing(tuple(items), node.column), stop) if enough else (node, end)

    # ---- judging

    def result(self, node: Node, chain: Chain, at: int, end: int, rel: int = -1) -> None:
        """Judge the printed result `node` against everything it may come from."""
        sign = self.tokens[rel].text
        if isinstance(node, Listing) and len(node.items) == 1 and not isinstance(node.items[0], Listing):
            node = node.items[0]  # a result in a box
        printed = printed_of(node, self.stops, rel in self.about)
        if printed is None:
            return
        judged = judge(printed, self.candidates(printed, chain, rel))
        if judged.verdict is ClaimVerdict.WRONG and judged.candidate is not None:
            # It may be right in another reading, or with an operation named nearby: `distance: 2 - 10 = 8`.
            own, words = judged.candidate, filter(meanings_of, (*chain.words, *self.label, *self.sheet.words_above))
            others = [*other_readings(own), *(each for word in words for each in done_to(word, own))]
            judged = self.doubted(judge(printed, [own, *others]), own, chain, at, end, printed)
        own = judged.candidate
        self.sheet.arrows += sign == "→" and judged.verdict.agrees and own in chain.references
        is_claim = bool(chain.references) or any(map(meanings_of, chain.words[-3:]))
        if sign == "→" and judged.candidate is not None and isinstance(judged.candidate.node, Literal):
            judged, is_claim = Judged(ClaimVerdict.UNCHECKED), False  # `64 → 64` claims nothing
        if judged.verdict is ClaimVerdict.UNCHECKED and not is_claim:
            chain.latest = Known(printed.value, self.sheet.line, printed.places)
            self.sheet.put(chain.latest, chain.names, printed)
        else:
            chain.latest = self.settle(printed, judged, chain, at, end)

    def candidates(self, printed: Printed, chain: Chain, rel: int) -> Iterable[Candidate]:
        """Return the calculations of a chain that may give a result, and all others if none is written beside it."""
        sign = self.tokens[rel].text
        written = chain.references[::-1]
        is_worked = bool(written) and not (written[0].names or is_printed(written[0].node) or chain.has_result)
        # An arrow may lead anywhere, but `3/4 → 0.75`, and where it has led to results twice.
        is_open = bool(printed.shape) or printed.places <= 0
        if sign == "→" and not (is_worked and (self.sheet.arrows > 1 or not is_open)):
            written = [replace(each, standing=IMPLIED) if each.standing is WRITTEN else each for each in written]
        if any(each.standing is WRITTEN and each.value("printed") is not None for each in written):
            return written
        percent = ["%"] * printed.numbers[0].text.endswith("%")
        words = [*self.label, *chain.words, *map(str.lower, chain.names), *percent]
        beside = chain.words[-2:] if rel > 0 and self.tokens[rel - 1].kind == "name" else ()
        others = candidates_for(printed, words, self.sheet, bool(chain.names), beside=beside)
        return joined(written, others)

    def doubted(
        self, judged: Judged, own: Candidate, chain: Chain, at: int, end: int, printed: Printed | None = None
    ) -> Judged:
        """Return the judgement of a side by its `own` calculation, unchecked if it is wrong and may be right."""
        names = own.names.keys() & self.sheet.names.keys() if own.standing is WRITTEN else set[str]()
        given = {token.text for token, after in pairwise(self.tokens[end:]) if after.text == "="}  # `, where x = 5`
        if self.is_denied(chain.start, end):
            why = "the words around it say that it is wrong, or not plain arithmetic"
        elif self.may_differ_in_unit(chain.start, at, end) or (printed and self.is_far(printed, judged.true, end)):
            why = "it may have another unit than its calculation"
        elif self.may_be_condition(chain.start, at, own.names) or (own.names and printed and printed.value == 0):
            why = "it may be a condition, or the value of another name"
        elif _OPEN.search(own.written) is not None or own.names.keys() & _CONSTANTS:
            why = "its calculation has more than one meaning"
        else:
            is_certain = all(map(self.sheet.is_certain, names)) and not names & given
            why = "" if is_certain else "a name in it may have another value here"
        return Judged(ClaimVerdict.UNCHECKED, own, why=why) if why and judged.verdict is ClaimVerdict.WRONG else judged

    def calculation(self, node: Node, chain: Chain, at: int, end: int) -> None:
        """Add the calculation `node` to a chain, and judge whether it equals a side before it, the last at best."""
        sign, about = self.tokens[at - 1].text, at - 1 in self.about
        side = self.sheet.candidate(node, WRITTEN)
        if side.value("printed") is None:
            if isinstance(node, (Binary, Name)):
                self.sheet.expect(side)
            chain.references += [side] if side.refusal else []
            return
        if sign in ("=", "≈", "→") and chain.references and not isinstance(node, Name):
            others = (*reversed(chain.references), *other_readings(chain.references[-1]))
            found = [compared(side, other, self.sheet.is_certain, about) for other in others]
            judged = next((each for each in found if each is not None and each.verdict.agrees), found[0])
            judged = judged and self.doubted(judged, side, chain, at, end)
            if judged is not None and (sign != "→" or judged.verdict is not ClaimVerdict.WRONG):
                self.claims.add(self.source, self.span(chain.start, end), self.span(at, end), judged)
        if sign in (":", "→") or (isinstance(node, Name) and not chain.references):
            chain.references = []
        chain.references.append(side)
        chain.has_result = False
        chain.latest = Known(side.value("printed"), self.sheet.line, candidate=side, roots=side.roots)

    def settle(self, printed: Printed, judged: Judged, chain: Chain, at: int, end: int) -> Known:
        """Add the claim of a judged result, put its value into the sheet, and return the value."""
        candidate = None if judged.verdict is ClaimVerdict.UNCHECKED else judged.candidate
        spans = self.span(chain.start, end), self.span(at, end)
        wrong = self.claims.add(self.source, *spans, judged, printed)
        known = Known(printed.value, self.sheet.line, printed.places, candidate, joined_roots(judged.roots, wrong))
        self.sheet.put(known, chain.names, printed)
        return known
