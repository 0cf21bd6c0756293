"""Read one logical line: chains such as `a·b + c = 6 + 2 = 8`, labels, and results in sentences.

A **chain** is sides joined by **relations** (`=`, `≈`, `→`, `:`, or a verb such as "is"). A side is a calculation, a
printed **result**, or a name. **Pending** calculations are those without a result so far. A **label** is the words
before a chain. All indexes are those of tokens in the line; `end` and `after` are one past the last.
"""

from __future__ import annotations

from collections.abc import Sequence

from katatx.audit.candidates import candidates_for, done_to, is_operation
from katatx.audit.claims import Claims
from katatx.audit.judge import judge
from katatx.audit.reading.line_tokens import SIGNS
from katatx.audit.reading.lines import LogicalLine
from katatx.audit.sheet import Sheet
from katatx.audit.values import CONFIRMS, IMPLIED, WRITTEN, Standing, printed_of
from katatx.audit.verdicts import Chain, Verdicts
from katatx.engine.values import is_number
from katatx.notation.sentences import is_printed
from katatx.notation.syntax import Listing, Name, Node, Pick

_FIGURES = 3


class LineReader:
    """Reads lines, with the known values in a sheet, and adds their claims to `claims`."""

    def __init__(self, sheet: Sheet, claims: Claims) -> None:
        self.sheet = sheet
        self.verdicts = Verdicts(sheet, claims)

    def read(self, line: LogicalLine, label: Sequence[str] = ()) -> None:
        """Read one line, and add its claims. `label` are lower-case words from outside that describe all of it."""
        self.line = self.verdicts.begin(line, label)
        at = start = depth = 0
        while at < self.line.last:
            token = self.line.tokens[at]
            depth = max(0, depth + (token.text == "[") - (token.text == "]"))
            if token.kind == "rel" or self.line.is_verb(at):
                at = start = self.chain(start, at)
                depth = 0
            elif token.kind == "stop" or (token.text == ";" and not depth):
                self.sentence(start, at)
                at = start = at + 1
            else:
                at += 1
        self.sentence(start, self.line.last)

    # ---- text around chains

    def sentence(self, start: int, end: int, is_label: bool = False) -> None:
        """Read the tokens from `start` up to `end`, which have no relation."""
        at = start
        while at < end:
            found = self.line.read(at)
            if found is None or found.after > end:
                at += 1
                continue
            is_read = not (is_label and is_printed(found.node)) and not self.line.is_part(start, at)
            is_read = is_read and not self.line.goes_on(found.after)
            at = self.loose(start, at, found.node, found.after) if is_read else found.after

    def loose(self, start: int, at: int, node: Node, after: int) -> int:
        """Read the value or calculation `node`, from token `at` up to `after`, outside a chain."""
        if isinstance(node, Name):
            return after
        if not is_printed(node):
            self.verdicts.expect(self.sheet.candidate(node, WRITTEN))
            return after
        chain = Chain(at, words=self.line.label_of(start, at))
        row, end = self.bare_row(node, after, chain)
        if isinstance(row, Listing):
            if end > after or len(row.items) > 1:
                self.verdicts.result(row, chain, at, end)
            return end
        printed = printed_of(node, self.line.ends)
        if printed is None or printed.figures < _FIGURES:
            return after
        before = self.line.tokens[at - 1].text.lower() if at > start else ""
        is_named = is_operation(before) and self.line.reader.gap(at) <= 2
        chain.words = [before] * is_named + ["%"] * printed.numbers[0].text.endswith("%")
        candidates = candidates_for(printed, chain.words, self.sheet, self.verdicts.pending if is_named else ())
        judged = judge(printed, candidates)
        if judged.verdict.agrees:
            self.verdicts.settle(printed, judged, chain, at, after)
        return after

    # ---- chains

    def chain(self, start: int, rel: int) -> int:
        """Read a chain whose first relation is token `rel`, judge each result, and return the index after it."""
        node, at = self.line.left_side(start, rel)
        words = self.line.label_of(start, at)
        self.sentence(start, at, is_label=node is None)
        chain = Chain(start if node is None else at, words=words)
        names = self.line.defined(start, rel)
        if node is None:
            chain.names = [] if at < rel else names
        elif isinstance(node, Name):
            chain.names = [node.text, *names[:1]] if node.text in names or not names else names
            chain.words = [*words, node.text.lower()]
        elif isinstance(node, Pick):
            chain.names = names
        elif is_printed(node):
            self.printed_left(node, chain, start, at, rel)
        else:
            self.calculated_left(node, chain, start, at, rel)
        return max(self.sides(rel, chain), rel + 1)

    def printed_left(self, node: Node, chain: Chain, start: int, at: int, rel: int) -> None:
        """Begin `chain` with the number or row `node`: `[0.5, 0.5] = …`, `row 2: …`."""
        sign = self.line.tokens[rel].text
        if at > start and self.line.tokens[at - 1].kind == "name" and not isinstance(node, Listing):
            self.loose(start, at, node, rel)
            chain.names = self.line.defined(start, at) if sign != "→" else []
            return
        chain.references.append(self.sheet.candidate(node, IMPLIED if sign in ("=", "≈") else CONFIRMS))
        if isinstance(node, Listing):
            self.verdicts.result(node, Chain(at, words=chain.words), at, rel)

    def calculated_left(self, node: Node, chain: Chain, start: int, at: int, rel: int) -> None:
        """Begin `chain` with the calculation `node`; a word before may be an operation on it: `root 9 = 3`."""
        side = self.sheet.candidate(node, self.standing_of(node, start, at, rel))
        chain.refusal = side.refusal
        chain.references.append(side)
        if at - 1 > start and self.line.tokens[at - 1].text == "of":
            chain.references += [*done_to(self.line.tokens[at - 2].text, side), side]
        if self.line.tokens[rel].text == ":":
            self.verdicts.expect(side)

    def standing_of(self, node: Node, start: int, at: int, rel: int) -> Standing:
        """Return how surely the left side `node`, from token `at` up to `rel`, is what the chain is about."""
        if self.line.may_have_unit(node) or self.line.is_part(start, at):
            return CONFIRMS
        is_of = at > start and self.line.tokens[at - 1].text == "of"
        return IMPLIED if is_of or self.line.is_range(node, at, rel) else WRITTEN

    def sides(self, rel: int, chain: Chain) -> int:
        """Read the relations and sides of a chain from token `rel` on; return the index after the last side."""
        at, goes_on = rel, True
        while goes_on and at < self.line.last and (self.line.tokens[at].kind == "rel" or at == rel):
            at, goes_on = self.side(at, chain, is_first=at == rel)
        if not chain.has_result:
            for reference in chain.references:
                self.verdicts.expect(reference)
            if chain.latest is not None:
                for name in chain.names:
                    self.sheet.define(name.lstrip("?"), chain.latest)
        if chain.latest is None and not chain.references and self.line.tokens[at].text == "=":
            self.sheet.forget(chain.names)  # their new value could not be read
        return at

    def side(self, rel: int, chain: Chain, is_first: bool) -> tuple[int, bool]:
        """Read a relation and the side after it; return the index after it, and whether more sides may follow."""
        relation = self.line.relation(rel)
        sign, at = relation.sign, relation.after
        if sign == ":" and (not is_first or self.line.begins_name(at)):
            self.verdicts.label += chain.words * is_first
            return (at if is_first else rel), False
        word, after = self.line.tokens[at], self.line.tokens[min(at + 1, self.line.last)]
        if word.kind == "name" and after.kind == "rel":
            goes_on = self.named_side(word.text, after.text, sign, is_first, chain)
            if goes_on is not None:
                return at + 1, goes_on
        found = self.line.read(at)
        end = at if found is None else found.after
        unread = self.line.unread_end(end, found)
        if unread and (is_first or sign in ("=", "≈", "#")):
            if not self.line.is_left_out(at, unread):
                chain.references = [each.standing_as(CONFIRMS) for each in chain.references]
            chain.words += filter(is_operation, self.line.label_of(at, unread))
            return unread, True
        if found is None or unread or self.line.goes_on(end):
            return rel, False
        node = found.node
        if not is_printed(node):
            self.verdicts.calculation(node, chain, at, end, sign)
            return end, True
        if not any(is_number(reference.value("printed")) for reference in chain.references):
            node, end = self.bare_row(node, end, chain)
        self.verdicts.result(node, chain, at, end, relation)
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
        by_comma = self.line.tokens[stop].text == ","
        while begin := self.next_item(stop, by_comma, len(items)):
            found = self.line.read(begin)
            if found is None or not is_printed(found.node) or isinstance(found.node, Listing):
                break
            after = self.line.tokens[found.after]
            if after.kind == "rel" or (after.kind == "sign" and after.text in SIGNS):
                break
            items.append(found.node)
            stop = found.after
        enough = len(items) > 2 or (len(items) == 2 and any(map(is_operation, chain.words)))
        return (Listing(tuple(items), node.column), stop) if enough else (node, end)

    def next_item(self, stop: int, by_comma: bool, count: int) -> int:
        """Return the index where the next number of a row without brackets may begin; 0 at the row's end."""
        comma, is_and = (self.line.tokens[stop].text == text for text in (",", "and"))
        if by_comma and comma:
            return stop + 1 + (self.line.tokens[stop + 1].text == "and")
        if by_comma:
            return stop + 1 if is_and and count > 1 else 0
        return stop if self.line.reader.gap(stop) > 1 else 0
