"""Read one logical line: chains such as `a·b + c = 6 + 2 = 8`, labels, and results in sentences.

A **chain** is sides joined by **relations** (`=`, `≈`, `→`, `:`, or a verb such as "is"). A side is a calculation, a
printed **result**, or a name. **Pending** calculations are those without a result so far. A **label** is the words
before a chain. All indexes are those of tokens in the line; `end` and `after` are one past the last.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from katatx.audit.candidates import applied, candidates_for, done_to, is_operation
from katatx.audit.claims import Claims
from katatx.audit.judge import judge
from katatx.audit.reading.line_tokens import SIGNS
from katatx.audit.reading.lines import LogicalLine
from katatx.audit.sheet import Sheet
from katatx.audit.values import CONFIRMS, IMPLIED, WRITTEN, printed_of
from katatx.audit.verdicts import Chain, Verdicts
from katatx.engine.values import is_number
from katatx.notation.sentences import is_printed
from katatx.notation.syntax import Listing, Name, Node, Pick

_FIGURES = 3
# The roles of a single word as a side of a chain.
NAME, STEP, STOP = "name", "step", "stop"


class Place(NamedTuple):
    """The position in a chain: at token `at`, with its last side ending before token `done`.

    `first` says that no side was read yet, `may_continue` that more sides may follow.
    """

    at: int
    done: int
    first: bool = False
    may_continue: bool = True


class LineReader:
    """Reads lines, with the known values in a sheet, and adds their claims to `claims`.

    Methods that read change the sheet too. In them, `start`, `at`, `end`, `after` and `rel` are indexes of tokens in
    the line; `rel` is that of a relation. A chain is sides joined by relations such as `=`; its label is the words
    before it. A calculation is pending while no result of it has been found.
    """

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

    def sentence(self, start: int, end: int, labels: bool = False) -> None:
        """Read the tokens from `start` up to `end`, which have no relation."""
        at = start
        while at < end:
            found = self.line.reader.read(at) if self.line.may_begin(at) else None
            if found is None or found.after > end:
                at += 1
                continue
            plain = labels and is_printed(found.node)
            after = found.after
            if not plain and not self.line.is_behind_unread(at) and not self.line.continues_unread(after):
                after = self.loose(start, at, found.node, after)
            at = after

    def loose(self, start: int, at: int, node: Node, after: int) -> int:
        """Read the value or calculation `node`, from token `at` up to `after`, outside a chain."""
        if isinstance(node, Name):
            return after
        if not is_printed(node):
            self.verdicts.expect(self.sheet.candidate(node, standing=WRITTEN))
            return after
        label = self.line.label_of(start, at)
        chain = Chain(at, words=label)
        row, end = self.bare_row(node, after, chain)
        if isinstance(row, Listing):
            if end == after and len(row.items) < 2:
                return after
            self.verdicts.result(row, chain, at, end)
            return end
        printed = printed_of(node, self.line.ends)
        if printed is None or printed.figures < _FIGURES:
            return after
        is_named = (
            at > start
            and self.line.tokens[at - 1].kind == "name"
            and is_operation(self.line.tokens[at - 1].text)
            and self.line.reader.gap(at) <= 2
        )
        percent = printed.numbers[0].text.endswith("%")
        chain.words = [*([self.line.tokens[at - 1].text.lower()] if is_named else []), *(["%"] if percent else [])]
        candidates = candidates_for(printed, [], chain.words, self.sheet, self.verdicts.pending if is_named else ())
        judged = judge(printed, candidates)
        if judged.verdict.agrees:
            self.verdicts.settle(printed, judged, chain, at, after)
        return after

    # ---- chains

    def chain(self, start: int, rel: int) -> int:
        """Read a chain whose first relation is token `rel`, and judge each result."""
        node, at = self.line.left_side(start, rel)
        self.sentence(start, at if node is not None else rel, labels=node is None)
        words = self.line.label_of(start, at if node is not None else rel)
        chain = Chain(at if node is not None else start, words=words)
        if node is None:
            chain.names = [] if at < rel else self.line.defined(start, rel)
        elif isinstance(node, Name):
            names = self.line.defined(start, rel)
            chain.names = [node.text, *names[:1]] if node.text in names or not names else names
            chain.words = [*words, node.text.lower()]
        elif isinstance(node, Pick):
            chain.names = self.line.defined(start, rel)
        elif is_printed(node):
            self.printed_left(node, chain, start, at, rel)
        else:
            self.calculated_left(node, chain, start, at, rel)
        return max(self.sides(rel, chain), rel + 1)

    def printed_left(self, node: Node, chain: Chain, start: int, at: int, rel: int) -> None:
        """Begin `chain` with the number or row `node`: `[0.5, 0.5] = …`, `row 2: …`."""
        word_before = at > start and self.line.tokens[at - 1].kind == "name"
        if word_before and not isinstance(node, Listing):
            self.loose(start, at, node, rel)
            chain.names = self.line.defined(start, at) if self.line.tokens[rel].text != "→" else []
            return
        chain.references.append(
            self.sheet.candidate(node, IMPLIED if self.line.tokens[rel].text in ("=", "≈") else CONFIRMS)
        )
        chain.strong = False
        if isinstance(node, Listing):
            self.verdicts.result(node, Chain(at, words=chain.words), at, rel)

    def calculated_left(self, node: Node, chain: Chain, start: int, at: int, rel: int) -> None:
        """Begin `chain` with the calculation `node`; a word before may be an operation on it: `root 9 = 3`."""
        word = self.line.tokens[at - 1].text if at > start else ""
        standing = IMPLIED if word == "of" or self.line.is_range(node, at) else WRITTEN
        if self.line.may_have_unit(node):
            standing = CONFIRMS
        side = self.sheet.candidate(node, standing)
        chain.refusal = side.refusal
        chain.references.append(side)
        if word == "of" and at - 2 >= start:
            word = self.line.tokens[at - 2].text
        if self.line.tokens[at - 1].kind == "name" and is_operation(word):
            chain.references += done_to(word, side)
            chain.references.append(side)
        if self.line.tokens[rel].text == ":":
            self.verdicts.expect(side)

    def sides(self, at: int, chain: Chain) -> int:
        """Read the relations and sides of a chain from token `at` on; return the index after the last side."""
        place = Place(at, at, first=True)
        while place.may_continue and place.at < self.line.last:
            is_relation = self.line.tokens[place.at].kind == "rel" or (place.first and self.line.is_verb(place.at))
            if not is_relation:
                break
            place = self.side(place, chain)
        if not chain.has_result:
            for reference in chain.references:
                self.verdicts.expect(reference)
            if chain.latest is not None:
                for name in chain.names:
                    self.sheet.define(name.lstrip("?"), chain.latest)
        if chain.latest is None and not chain.references and self.line.tokens[at].text == "=":
            self.sheet.forget(chain.names)  # their new value could not be read
        return max(place.done, place.at)

    def side(self, place: Place, chain: Chain) -> Place:
        """Read one relation and the side after it; return the new position."""
        relation = self.line.relation(place.at)
        sign, at = relation.sign, relation.after
        stopped = place._replace(may_continue=False)
        if sign == ":" and not place.first:
            return stopped
        if sign == ":" and self.line.begins_name(at):
            self.verdicts.label += chain.words
            return Place(at, at, may_continue=False)
        step = self.named_side(at, sign, place.first, chain)
        if step:
            return Place(at + 1, place.done, may_continue=step != STOP)
        found = self.line.reader.read(at) if self.line.may_begin(at) else None
        unread = self.line.opaque_end(at if found is None else found.after, found)
        if unread and (place.first or sign in ("=", "≈", "#")):
            if not self.line.is_left_out(at, unread):
                chain.references = [each.standing_as(CONFIRMS) for each in chain.references]
            chain.words += [word for word in self.line.label_of(at, unread) if is_operation(word)]
            return Place(unread, place.done)
        if found is None or unread or self.line.continues_unread(found.after):
            return stopped
        if not is_printed(found.node):
            self.verdicts.calculation(found.node, chain, at, found.after, sign)
            return Place(found.after, found.after)
        node, end = found.node, found.after
        if not any(is_number(reference.value("printed")) for reference in chain.references):
            node, end = self.bare_row(node, end, chain)
        self.verdicts.result(node, chain, at, end, relation)
        chain.has_result = True
        return Place(end, end)

    def named_side(self, at: int, sign: str, first: bool, chain: Chain) -> str:
        """Read a side that is the single word at token `at`, and return its role."""
        token, after = self.line.tokens[at], self.line.tokens[min(at + 1, self.line.last)]
        if token.kind != "name" or after.kind != "rel":
            return ""
        if sign == "→":
            return self.step(token.text, after.text, chain) or ("" if first else STOP)
        if after.text in (":", "#") or sign in (":", "is"):
            return "" if first else STOP
        if self.sheet.rank_of(token.text) is None or not chain.references:
            chain.names.append(token.text)
            return NAME
        return ""

    def step(self, word: str, relation: str, chain: Chain) -> str:
        """Read the `word` after an arrow as an operation on the last result; return its role."""
        if relation in ("=", "≈"):
            return STOP
        done = applied(word, chain.latest) if chain.latest is not None and is_operation(word) else None
        if done is None:
            return ""
        chain.references, chain.strong = [done], True
        return STEP

    def bare_row(self, node: Node, end: int, chain: Chain) -> tuple[Node, int]:
        """Return numbers separated by commas or wide spaces as a row, and the index after it."""
        if isinstance(node, Listing):
            return node, end
        items, stop = [node], end
        by_comma = self.line.tokens[stop].text == ","
        while True:
            begin = self.next_item(stop, by_comma, len(items))
            found = self.line.reader.read(begin) if begin and self.line.may_begin(begin) else None
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
        is_and = self.line.tokens[stop].text == "and"
        if by_comma and self.line.tokens[stop].text == ",":
            return stop + 1 + (self.line.tokens[stop + 1].text == "and")
        if by_comma:
            return stop + 1 if is_and and count > 1 else 0
        return stop if self.line.reader.gap(stop) > 1 else 0
