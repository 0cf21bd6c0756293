"""Read one logical line: its chains `a·b + c = 6 + 2 = 8`, its labels, and the results that stand in its sentences."""

from __future__ import annotations

from collections.abc import Sequence

from katatx.audit.claims import Claims
from katatx.audit.findings import ClaimVerdict
from katatx.audit.judge import judge
from katatx.audit.line_tokens import ABOUT_WORDS
from katatx.audit.lines import LogicalLine
from katatx.audit.results import candidates_for
from katatx.audit.sheet import Sheet
from katatx.audit.values import printed_of
from katatx.audit.verdicts import LATEST, Chain, Verdicts, weakened
from katatx.audit.words import applied, done_to, is_operation
from katatx.notation.sentences import Found, is_printed
from katatx.notation.syntax import Binary, Listing, Literal, Name, Node, Pick

_SIGNS = frozenset(("+", "-", "·", "/", "^", "⊙", "*", "**"))
_FIGURES = 3


class LineReader:
    """Reads lines against a sheet; what they claim goes to `claims`."""

    def __init__(self, sheet: Sheet, claims: Claims) -> None:
        self.sheet = sheet
        self.verdicts = Verdicts(sheet, claims)
        # What the line above was multiplied by, for a row with a sign and nothing behind it.
        self.right_factor: Node | None = None

    def read(self, line: LogicalLine, label: Sequence[str] = ()) -> None:
        """Read one line. `label` are words that say what all of it is about."""
        self.at = self.verdicts.begin(line, label)
        at = start = depth = 0
        while at < self.at.last:
            token = self.at.tokens[at]
            depth = max(0, depth + (token.text == "[") - (token.text == "]"))
            if token.kind == "rel" or self.at.is_verb(at):
                at = start = self.chain(start, at)
                depth = 0
            elif token.kind == "stop" or (token.text == ";" and not depth):
                self.sentence(start, at)
                at = start = at + 1
            else:
                at += 1
        self.sentence(start, self.at.last)

    # ---- what stands around chains

    def sentence(self, start: int, end: int, labels: bool = False) -> None:
        """Read what stands in a sentence without a relation: calculations whose result is to come, rows, and results
        right behind the word that says what they are. In `labels` numbers are no results.
        """
        at = start
        while at < end:
            found = self.at.reader.read(at) if self.at.may_begin(at) else None
            if found is None or found.after > end:
                at += 1
                continue
            plain = labels and is_printed(found.node)
            if not plain and not self.at.is_behind_unread(at) and not self.at.goes_on_unread(found.after):
                self.loose(start, at, found.node, found.after)
            at = found.after

    def loose(self, start: int, at: int, node: Node, after: int) -> None:
        """Read a value or a calculation that stands in no chain."""
        if isinstance(node, Name):
            return
        if not is_printed(node):
            self.verdicts.expect(self.sheet.candidate(node, sure=True))
            return
        label = self.at.label_of(start, at)
        chain = Chain(at, words=label)
        row, end = self.bare_row(node, after, chain)
        if isinstance(row, Listing):
            if end == after and len(row.items) < 2:
                return
            before = self.at.tokens[at - 1].text if at else ""
            if at and self.at.tokens[at - 1].kind == "name" and self.sheet.rank_of(before) is None and len(before) < 3:
                chain.names = [before]
            self.verdicts.result(row, chain, at, end)
            return
        printed = printed_of(node, self.at.ends)
        if printed is None or printed.figures < _FIGURES:
            return
        says = (
            at > start
            and self.at.tokens[at - 1].kind == "name"
            and is_operation(self.at.tokens[at - 1].text)
            and self.at.reader.gap(at) <= 2
        )
        percent = printed.numbers[0].text.endswith("%")
        chain.words = [*([self.at.tokens[at - 1].text.lower()] if says else []), *(["%"] if percent else [])]
        candidates = candidates_for(printed, [], chain.words, self.sheet, self.verdicts.pending if says else ())
        judged = judge(printed, candidates)
        if judged.verdict in (ClaimVerdict.RIGHT, ClaimVerdict.CARRIED):
            self.verdicts.settle(printed, judged, chain, at, after)

    # ---- chains

    def chain(self, start: int, rel: int) -> int:
        """Read a chain from its first relation on, judging each result; return the token after it."""
        node, at = self.at.left_side(start, rel)
        self.sentence(start, at if node is not None else rel, labels=node is None)
        words = self.at.label_of(start, at if node is not None else rel)
        chain = Chain(at if node is not None else start, words=words)
        if node is None:
            chain.names = [] if at < rel else self.at.defined(start, rel)
        elif isinstance(node, Name):
            told = self.at.defined(start, rel)
            chain.names = [node.text, *told[:1]] if node.text in told or not told else told
            chain.words = [*words, node.text.lower()]
        elif isinstance(node, Pick):
            chain.names = self.at.defined(start, rel)
        elif is_printed(node):
            self.printed_left(node, chain, start, at, rel)
        else:
            self.calculated_left(node, chain, start, at, rel)
        return max(self.sides(rel, chain), rel + 1)

    def printed_left(self, node: Node, chain: Chain, start: int, at: int, rel: int) -> None:
        """Begin a chain with a number or row: `[0.5, 0.5] = …`, `row 2: …`."""
        word_before = at > start and self.at.tokens[at - 1].kind == "name"
        if word_before and not isinstance(node, Listing):
            chain.names = self.at.defined(start, rel)
            return
        chain.references.append(
            self.sheet.candidate(node, sure=False if self.at.tokens[rel].text in ("=", "≈") else None)
        )
        chain.strong = False
        if isinstance(node, Listing):
            self.verdicts.result(node, Chain(at, words=chain.words), at, rel)

    def calculated_left(self, node: Node, chain: Chain, start: int, at: int, rel: int) -> None:
        """Begin a chain with a calculation. A word right before it may be done to it: `root 9 = 3`, `mean of 1 + 2`."""
        made = self.sheet.candidate(node, sure=True)
        chain.references.append(made)
        word = self.at.tokens[at - 1].text if at > start else ""
        if word == "of" and at - 2 >= start:
            word = self.at.tokens[at - 2].text
        if self.at.tokens[at - 1].kind == "name" and is_operation(word):
            chain.references += done_to(word, node, made, self.sheet.line)
            chain.references.append(made)
        if self.at.tokens[rel].text == ":":
            self.verdicts.expect(made)

    def sides(self, at: int, chain: Chain) -> int:
        """Read one relation after the other; return the token after the last side that was read."""
        tokens = self.at.tokens
        done, first = at, True
        while at < len(tokens) - 1 and (tokens[at].kind == "rel" or (first and self.at.is_verb(at))):
            rel = tokens[at].text if tokens[at].kind == "rel" else "is"
            about = rel == "≈" or tokens[at].text.lower() in ABOUT_WORDS
            if rel in (":", "#") and not first and rel == ":":
                break
            at, about = self.at.passed_over(at + 1, about)
            if rel == ":" and first and self.at.begins_name(at):
                self.verdicts.label += chain.words
                return at
            step = self.named_side(at, rel, first, chain)
            if step:
                at, first = at + 1, step == "label"
                if step == "stop":
                    break
                continue
            found = self.at.reader.read(at) if self.at.may_begin(at) else None
            if found is None and chain.latest is not None:
                found = self.carried_on(at, chain)
            if found is not None:
                found = self.with_right_factor(found)
            after = self.at.opaque_end(at if found is None else found.after, found)
            if after and (first or rel in ("=", "≈", "#")):
                if not self.at.is_left_out(at, after):
                    chain.references = [weakened(each, None) for each in chain.references]
                at, first = after, False
                continue
            if found is None or after or self.at.goes_on_unread(found.after):
                break
            if is_printed(found.node):
                node, end = self.bare_row(found.node, found.after, chain)
                self.verdicts.result(node, chain, at, end, about=about, rel=rel)
                chain.has_result = True
            else:
                end = found.after
                self.verdicts.calculation(found.node, chain, at, end, rel)
            at = done = end
            first = False
        if chain.references and not chain.has_result:
            for reference in chain.references:
                self.verdicts.expect(reference, chain)
        if (
            done < len(tokens)
            and tokens[done].kind == "back"
            and chain.latest is not None
            and tokens[done + 1].kind == "name"
        ):
            self.sheet.define(tokens[done + 1].text, chain.latest)
        return done

    def named_side(self, at: int, rel: str, first: bool, chain: Chain) -> str:
        """Read a side that is a lone word: one more name, or a step between two arrows; "" where it is neither."""
        token, after = self.at.tokens[at], self.at.tokens[min(at + 1, len(self.at.tokens) - 1)]
        if token.kind != "name":
            return ""
        if rel == "→" and chain.latest is not None and after.kind != "rel" and token.text.lower() in ("call", "called"):
            self.sheet.define(self.at.tokens[min(at + 2, len(self.at.tokens) - 1)].text, chain.latest)
            return "stop"
        if after.kind != "rel":
            return ""
        if rel == "→" and after.text in ("=", "≈"):
            return "stop"
        if is_operation(token.text) and chain.latest is not None and rel == "→":
            step = applied(token.text, chain.latest)
            if step is not None:
                chain.references, chain.strong = [step], True
                return "step"
        if after.text == ":" and rel == "=":
            chain.names, chain.words, chain.references = [token.text], [*chain.words, token.text.lower()], []
            return "label"
        if after.text in (":", "#"):
            return "stop" if not first else ""
        if rel in (":", "→", "is"):
            return "stop" if not first else ""
        if self.sheet.rank_of(token.text) is None or not chain.references:
            chain.names.append(token.text)
            return "name"
        return ""

    def with_right_factor(self, found: Found) -> Found:
        """Return a row times what the line above was multiplied by, where a sign stands and nothing behind it."""
        sign = self.at.tokens[found.after]
        if isinstance(found.node, Binary) and found.node.sign == "·" and isinstance(found.node.right, (Listing, Name)):
            self.right_factor = found.node.right
        alone = sign.text == "·" and self.at.tokens[found.after + 1].kind == "rel" and isinstance(found.node, Listing)
        if not alone or self.right_factor is None:
            return found
        return Found(Binary("·", found.node, self.right_factor, found.node.column), found.after + 1)

    def carried_on(self, at: int, chain: Chain) -> Found | None:
        """Return a step done to what stands before it: `→ *.5`, `→ / 4`."""
        sign = self.at.tokens[at]
        number = self.at.reader.read(at + 1) if sign.text in ("·", "/", "*") else None
        if number is None or not isinstance(number.node, Literal) or chain.latest is None:
            return None
        self.sheet.names[LATEST] = chain.latest
        node = Binary("/" if sign.text == "/" else "·", Name(LATEST, sign.column), number.node, sign.column)
        return Found(node, number.after)

    def bare_row(self, node: Node, end: int, chain: Chain) -> tuple[Node, int]:
        """Return numbers by commas or wide spaces as the row they are, `squares: 25, 225, 25, 225`, and its end."""
        if isinstance(node, Listing):
            return node, end
        items, stop = [node], end
        by_comma = self.at.tokens[stop].text == ","
        while True:
            begin = stop + by_comma
            if by_comma and self.at.tokens[stop].text != ",":
                break
            if by_comma and self.at.tokens[begin].kind == "name" and self.at.tokens[begin].text == "and":
                begin += 1
            if not by_comma and self.at.reader.gap(begin) < 2:
                break
            found = self.at.reader.read(begin) if self.at.may_begin(begin) else None
            if found is None or not is_printed(found.node) or isinstance(found.node, Listing):
                break
            after = self.at.tokens[found.after]
            if after.kind == "rel" or (after.kind == "sign" and after.text in _SIGNS):
                break
            items.append(found.node)
            stop = found.after
        if by_comma and len(items) > 1 and self.at.tokens[stop].kind == "name" and self.at.tokens[stop].text == "and":
            found = self.at.reader.read(stop + 1)
            if found is not None and is_printed(found.node) and self.at.tokens[found.after].kind != "rel":
                items.append(found.node)
                stop = found.after
        enough = len(items) > 2 or (len(items) == 2 and any(map(is_operation, chain.words)))
        return (Listing(tuple(items), node.column), stop) if enough else (node, end)

    # ---- results
