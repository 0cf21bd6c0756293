"""Read one logical line: chains such as `a·b + c = 6 + 2 = 8`, labels, and results in sentences; and judge its results.

A **chain** is sides joined by **relations**: a sign (`=`, `≈`, `→`, `:`, `#`), or a verb that announces a result. A
side is a calculation, a printed **result**, or a name. **Pending** calculations are those without a result so far. A
**label** is the words before a chain. Text is **unread** if it may be part of a calculation, but not one that is
understood, such as `Σ x_i`. All indexes are those of tokens in the line; `end` and `after` are one past the last. A
side extends from token `at` up to `end`.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable
from dataclasses import dataclass, field, replace
from itertools import chain as joined
from itertools import pairwise

from katatx.audit.candidates import candidates_for, done_to, meanings_of, other_readings
from katatx.audit.claims import CURRENCIES, Claims
from katatx.audit.findings import ClaimVerdict
from katatx.audit.judge import Judged, compared, judge
from katatx.audit.reading.lines import LogicalLine
from katatx.audit.sheet import Sheet
from katatx.audit.values import CONFIRMS, IMPLIED, WRITTEN, Candidate, Known, Printed, joined_roots, printed_of
from katatx.engine.book import find_recipe
from katatx.engine.values import is_number
from katatx.notation.lexer import Token
from katatx.notation.sentences import MEASURES, Found, SentenceLexer, SentenceReader, is_printed
from katatx.notation.syntax import Binary, Listing, Name, Node, Pick

_FIGURES = 3
# What may count from 1, numbers of a date, and names that may mean the constant.
_OPEN = re.compile(r"\bargm(?:ax|in)\b|(?<![\w.])(?<!e-)0\d")
_CONSTANTS = frozenset(("e", "π", "pi"))
_VERBS = frozenset(["is", "are", "was", "be", "equals", "gives", "makes", "yields", "becomes", "get", "gets", "leaves"])
# Words before `to` in phrases that announce a result: `they add up to 11.25`.
_ADDED = frozenset(["up", "sum", "sums", "add", "adds", "added", "amount", "amounts", "come", "comes", "down"])
_ABOUT = frozenset(["about", "roughly", "approximately", "around", "nearly", "approx", "almost", "some"])
_SIGNS = frozenset(("+", "-", "·", "/", "^", "⊙", "*", "**", "±", "∓", "!"))
# Sums over an index, derivatives, and the end of a command's argument.
_UNREAD = frozenset("Σ∑∏∫∂∇Δ}")
# Letters that are units or multipliers directly after a number.
_UNIT_LETTERS = frozenset("hmsgdxkKMBGTWVAL")
_DASHES = ("—", "--")
_GLUED = re.compile(rf"\d([{''.join(_UNIT_LETTERS)}])\b")
_CLAUSES = frozenset((";", "and", "so", "then", "while", "with", "where", "but"))
# A sentence with one of these denies its claims, asks for an unknown, or counts in another way (`17 mod 5`).
_DENYING = frozenset(
    ("wrong", "false", "incorrect", "untrue", "impossible", "nonsense", "invalid", "mistaken", "instead",
     "mistake", "mistakes", "misconception", "misconceptions", "fallacy", "trap", "pitfall", "wrongly", "tempting",
     "subject", "constraint", "solve", "solving", "unknown", "binary", "hex", "octal", "mod", "modulo",
     "base", "✗", "✘", "❌", "✖", "☒", "?", "≠")
)  # fmt: skip
# Words that deny what they stand in a clause with, or what comes before behind a verb: `2 + 2 = 5, which is not so`.
_VERBS_NOT = frozenset(("isn", "aren", "wasn", "weren", "doesn", "wouldn", "shouldn"))
_NEGATING = _VERBS_NOT | {"not", "never", "cannot", "don", "didn", "won", "couldn"}
# A number in another unit is more than so many times as large or small.
_LARGER = 10
_MOST_WORDS = 8
_LABEL_TOKENS = 12
# Limits for an unread side: tokens before the next relation, and columns of a gap.
_LONGEST_UNREAD = 40
_WIDEST_GAP = 8


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


class LineReader(SentenceReader):
    """Reads one line with `read_line`: adds its claims to `claims`, and its values to the sheet.

    `label` are the lower-case words before a colon, which describe the line. A verb that announces a result is a
    relation with the text `is`; `about` has the indexes of approximate relations. `stops` maps the column of each token
    to the column after it, from 1; `last` is the index of the end token.
    """

    def __init__(self, line: LogicalLine, sheet: Sheet, claims: Claims) -> None:
        self.source, self.sheet, self.claims, self.label = line, sheet, claims, list[str]()
        self.about: set[int] = set()
        tokens = self._with_relations(SentenceLexer(line.text).tokens())
        super().__init__(tokens, sheet.rank_of, can_be_called)
        self.stops = {token.column: token.end for token in tokens}
        self.last = len(tokens) - 1

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
            words = [before] * is_named + ["%"] * printed.numbers[0].text.endswith("%")
            judged = judge(printed, candidates_for(printed, words, self.sheet, is_loose=not is_named, beside=words))
            if judged.verdict is not ClaimVerdict.UNCHECKED:
                self.settle(printed, judged, chain, at, after, is_claim=True)
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
        """Return numbers separated by commas as a row, and the index after it."""
        if isinstance(node, Listing):
            return node, end
        items, stop = [node], end
        while (sign := self.tokens[stop].text) == "," or (sign == "and" and len(items) > 1):
            begin = stop + 1 + (sign == "," and self.tokens[stop + 1].text == "and")
            found = self.read(begin)
            if found is None or not is_printed(found.node) or isinstance(found.node, Listing):
                break
            after = self.tokens[found.after]
            if after.kind == "rel" or (after.kind == "sign" and after.text in _SIGNS):
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
            size = printed.value / judged.true if is_number(judged.true) and judged.true else 1.0
            judged = self.doubted(judge(printed, [own, *others]), own, chain, at, end, size)
        self.sheet.arrows += sign == "→" and judged.verdict.agrees and judged.candidate in chain.references
        is_judged = judged.verdict is not ClaimVerdict.UNCHECKED
        is_claim = is_judged or bool(chain.references) or any(map(meanings_of, chain.words[-3:]))
        chain.latest = self.settle(printed, judged, chain, at, end, is_claim)

    def candidates(self, printed: Printed, chain: Chain, rel: int) -> Iterable[Candidate]:
        """Return the calculations of a chain that may give a result, and all others if none is written beside it."""
        sign = self.tokens[rel].text
        written = chain.references[::-1]
        is_worked = bool(written) and not (written[0].names or is_printed(written[0].node) or chain.has_result)
        is_decimal = not printed.shape and printed.places > 0 and self.source.text[self.tokens[rel].column - 1] != "⇒"
        # An arrow may lead anywhere, but `3/4 → 0.75`, and where it has led to results twice; a wide one is a table's.
        if sign == "→" and not (is_worked and (self.sheet.arrows > 1 or is_decimal)):
            written = [replace(each, standing=IMPLIED) if each.standing is WRITTEN else each for each in written]
        if any(each.standing is WRITTEN and each.value("printed") is not None for each in written):
            return written
        percent = ["%"] * printed.numbers[0].text.endswith("%")
        words = [*self.label, *chain.words, *map(str.lower, chain.names), *percent]
        beside = chain.words[-2:] if rel > 0 and self.tokens[rel - 1].kind == "name" else ()
        others = candidates_for(printed, words, self.sheet, bool(chain.names), beside=beside)
        return joined(written, others)

    def doubted(self, judged: Judged, own: Candidate, chain: Chain, at: int, end: int, size: float = 1.0) -> Judged:
        """Return a judgement, but unchecked if a side that is `size` times its `own` calculation may be right."""
        names = own.names.keys() & self.sheet.names.keys() if own.standing is WRITTEN else set[str]()
        given = {token.text for token, after in pairwise(self.tokens[end:]) if after.text == "="}  # `, where x = 5`
        if self.is_denied(chain.start, end):
            why = "the words around it say that it is wrong, or not plain arithmetic"
        elif self.may_differ_in_unit(chain.start, at, end, size):
            why = "it may have another unit than its calculation"
        elif self.may_be_condition(chain.start, at, own.names) or (own.names and not size):
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

    def settle(self, printed: Printed, judged: Judged, chain: Chain, at: int, end: int, is_claim: bool) -> Known:
        """Put a result into the sheet, and return it; if it is a claim, add that."""
        spans = self.span(chain.start, end), self.span(at, end)
        wrong = self.claims.add(self.source, *spans, judged, printed) if is_claim else frozenset[int]()
        candidate = None if judged.verdict is ClaimVerdict.UNCHECKED else judged.candidate
        known = Known(printed.value, self.sheet.line, printed.places, candidate, joined_roots(judged.roots, wrong))
        self.sheet.put(known, chain.names, printed)
        return known

    # ---- tokens

    def _with_relations(self, tokens: list[Token]) -> list[Token]:
        """Return tokens in which verbs are relations: `their sum is 11.48`, without words and money signs after one."""
        found: list[Token] = []
        for before, token, after in zip([tokens[0], *tokens], tokens, [*tokens[1:], tokens[-1]], strict=False):
            word, follows = token.text.lower(), bool(found) and found[-1].kind == "rel"
            is_about = word in _ABOUT or word == "≈"
            if follows and (is_about or word in CURRENCIES or (word == "=" and found[-1].text == "#")):
                self.about |= {len(found) - 1} if is_about else set()
                continue
            is_tight = before.kind == after.kind == "name" and not (token.spaced or after.spaced)
            if (token.text == "→" and is_tight) or (token.text == "ᵀ" and self.sheet.rank_of(before.text) == 0):
                found.append(token._replace(kind="other"))  # `the->cat: 0.5`, and n', which is another number than n
                continue
            announces = word in _VERBS or word in _ABOUT or (word == "to" and before.text.lower() in _ADDED)
            value_follows = after.kind == "number" or after.text in ("[", "-", "(", "≈", "√", "$")
            is_verb = bool(found) and token.kind == "name" and announces and value_follows
            if is_about and (is_verb or token.kind == "rel"):
                self.about.add(len(found))
            found.append(token._replace(kind="rel", text="is") if is_verb else token)
        return found

    def span(self, at: int, end: int) -> tuple[int, int]:
        """Return the columns (start, stop), from 0, of the tokens from `at` up to `end`."""
        return self.tokens[at].column - 1, self.tokens[end - 1].end - 1

    # ---- expressions

    def read(self, at: int) -> Found | None:
        """Return the longest expression that begins at token `at`; None for none."""
        return super().read(at) if self._may_begin(at) else None

    def multiplies(self, left: Node) -> bool:
        """Return whether what begins here is a factor; a number's name in words is none: `0NAME = 1`, `Max Rate: 5`."""
        return super().multiplies(left) and not (len(self.now.text) > 2 and self.rank_of(self.now.text) == 0)

    def _may_begin(self, at: int) -> bool:
        token, before = self.tokens[at], self.tokens[at - 1]
        if token.kind == "name":
            return self.may_be_name(at)
        if token.text == "-":
            tight = not self.tokens[at + 1].spaced  # else a bullet, or a sign after something unread
            return tight and (not at or token.spaced or before.kind == "rel" or before.text in ("(", "[", ","))
        if token.text in ("[", "("):
            return not at or token.spaced or before.kind != "name"
        return token.kind == "number" or (token.kind == "sign" and token.text in tuple("√∛∞|‖⌊⌈$"))

    def left_side(self, start: int, end: int) -> tuple[Node | None, int]:
        """Return the expression that ends before token `end`, and the index where it begins."""
        at = start
        end -= self.tokens[end].text == "is" and self.tokens[end - 1].text == ","  # `√2, about 1.414`
        end -= end > start + 1 and self.tokens[end - 1].text == "("  # `e (≈ 2.718)`
        while at < end:
            found = self.read(at)
            if found is not None and found.after == end:
                is_rest = is_printed(found.node) and self.is_part(start, at)  # `b + 12 = 40`
                return None if is_rest else found.node, at
            at = found.after if found is not None and found.after < end else at + 1
        return None, end

    def is_part(self, start: int, at: int) -> bool:
        """Return whether what begins at token `at` continues something unread before it: `Σ x·3`."""
        before, token, gap = self.tokens[at - 1], self.tokens[at], self.gap(at)
        if not at or (at == start and token.text == "e"):  # `e^1 = 2.718 e^4 = 54.60`
            return False
        if before.text in _SIGNS:
            earlier = self.tokens[at - 2]
            is_first = at == 1 or earlier.kind in ("rel", "stop")
            return not is_first or self.source.text[before.column - 1] not in "+-–*•"
        is_factor = token.text == "(" and gap <= 1 and before.kind == "name" and self.rank_of(before.text) is not None
        closes = gap <= 1 and self.ends_operand(at - 1)
        is_item = before.text == "," and at - 2 >= start and self.ends_operand(at - 2)  # `10 - 30, 20 - 30 = -20, -10`
        is_glued = gap == 0 and (before.kind in ("name", "other") or before.text in ("|", "‖", "_"))
        return (
            before.kind in ("dots", "command") or before.text in _UNREAD or is_factor or closes or is_item or is_glued
        )

    def ends_operand(self, at: int) -> bool:
        return self.tokens[at].kind == "number" or self.tokens[at].text in (")", "]")

    def goes_on(self, at: int) -> bool:
        """Return whether the sign at token `at` continues the expression before it: `0.25 · Z`."""
        sign, after = self.tokens[at], self.tokens[min(at + 1, self.last)]
        if sign.kind != "sign" or sign.text not in _SIGNS or self.source.text.startswith(_DASHES, sign.column - 1):
            return False
        operand = after.kind in ("number", "name", "dots") or after.text in ("(", "[", "√", "|", "-")
        near = after.spaced == sign.spaced or (after.kind == "number" and self.gap(at) == 1)
        return sign.text not in ("+", "-") or (operand and near)

    def unread_end(self, at: int, found: Found | None) -> int:
        """Return the index of the next relation sign if a side cannot be read from token `at` on; 0 otherwise."""
        tokens, depth = self.tokens, 0
        if found is not None and (
            tokens[at].kind == "rel" or (is_printed(found.node) and tokens[at].kind != "dots" and not self.goes_on(at))
        ):
            return 0
        for end in range(at, min(at + _LONGEST_UNREAD, len(tokens))):
            token = tokens[end]
            if token.kind == "rel":
                return end if token.text in ("=", "≈", "→", "#") else 0
            depth = max(0, depth + (token.text in ("(", "[", "{")) - (token.text in (")", "]", "}")))
            is_over = token.kind in ("stop", "end") or token.text in _CLAUSES
            if is_over or self.gap(end) > _WIDEST_GAP or (token.text == "," and not depth):
                return 0
        return 0

    def is_coefficient(self, end: int, node: Node) -> bool:
        """Return whether a number is multiplied by an unknown letter directly after it: `g = 2x`."""
        letter = self.tokens[end]
        is_glued = letter.kind == "name" and len(letter.text) == 1 and not letter.spaced
        return is_glued and is_printed(node) and letter.text not in _UNIT_LETTERS - {"x"}

    # ---- doubts

    def may_differ_in_unit(self, start: int, at: int, end: int, size: float) -> bool:
        """Return whether a result has a unit that its calculation has not, or a letter there may be one: `24h = 3`."""
        letters = _GLUED.findall(self.source.text[slice(*self.span(start, at))])
        beside = (token.text for before, token in pairwise(self.tokens[start:at]) if before.kind == "number")
        words = (word for word in beside if word.isalpha() and (word.lower() in MEASURES or not meanings_of(word)))
        units, unit = set(map(str.lower, words)), self.tokens[end].text.lower()
        is_other = unit not in units if units else not 1 / _LARGER < abs(size) < _LARGER  # `3 days / 2 = 36 h`
        return (is_other and unit in MEASURES) or any(self.rank_of(letter) == 0 for letter in letters)

    def may_be_condition(self, start: int, at: int, used: Collection[str]) -> bool:
        """Return whether a side behind `==` is compared, or is that of the name before its sign: `TP=4 + PP=4`."""
        sign, name, before = self.tokens[at - 1], self.tokens[at - 2], self.tokens[max(at - 3, 0)]
        is_other = name.kind == "name" and (not sign.spaced or (len(name.text) == 1 and name.text not in used))
        compares = self.source.text[sign.column - 1 : sign.column + 1] == "=="
        return compares or (is_other and at - 2 > start and before.spaced and before.kind in ("sign", "name"))

    def is_denied(self, start: int, end: int) -> bool:
        """Return whether the sentence of a claim says that it may be false, or is not plain arithmetic."""
        stops = [at for at, token in enumerate(self.tokens) if token.kind == "stop" or token.text in (";", "?")]
        first = max((at + 1 for at in stops if at < start), default=0)
        last = min((at + 1 for at in stops if at >= end), default=self.last)
        words = [token.text.lower().rstrip("'") for token in self.tokens]
        clause = next((at for at in range(end, last) if words[at] in (",", "(", "—", "--")), last)
        is_negated = any(
            words[at] in _NEGATING and (at < clause or words[at - 1] in _VERBS or words[at] in _VERBS_NOT)
            for at in range(first, last)
        )
        return is_negated or not _DENYING.isdisjoint(words[first:last])

    # ---- labels and relations

    def label_of(self, start: int, at: int) -> list[str]:
        """Return the words (and "+") among the 12 tokens before `at`, in lower case, from token `start` on."""
        tokens = self.tokens[max(start, at - _LABEL_TOKENS) : at]
        return [token.text.lower() for token in tokens if token.kind == "name" or token.text == "+"][-_MOST_WORDS:]

    def defined(self, start: int, at: int) -> list[str]:
        """Return the names that the words from token `start` up to `at` define, at most two; [] for none."""
        tokens = self.tokens[start:at]
        if tokens and tokens[-1].text in (")", "]"):
            for name in (tokens[-4:], tokens[-6:]):
                if (
                    (name[0].kind == "name" or name[0].text == "√")
                    and name[1].text in ("(", "[")
                    and not name[1].spaced
                ):
                    return ["".join(token.text for token in name)]
            return []
        if any(token.kind == "sign" and token.text in _SIGNS for token in tokens[-3:]):
            return []
        words: list[str] = []
        for token in reversed(tokens):
            if token.kind != "name" and not (token.kind == "number" and not words and len(tokens) > 1):
                break
            words.insert(0, token.text)
        phrase, last = " ".join(words).lower(), words[-1] if words else ""
        if not words or last[:1].isdigit():
            return [phrase] if len(words) > 1 else []
        if len(words) == 1:
            return [last]
        if any(word.lower() == "of" or meanings_of(word) for word in words[:-1]):
            return [phrase]  # `the squares of x are …` defines no x
        symbol = len(last) <= 2 or not last.isalpha() or last[:1].isupper()
        return [phrase, last if symbol else f"?{last}"]

    def begins_name(self, at: int) -> bool:
        """Return whether token `at`, after a label's colon, is a name that is not to be read as a value."""
        after = self.tokens[min(at + 1, self.last)]
        return self.tokens[at].kind == "name" and (after.text in ("=", "≈", "(", "_") or self.read(at) is None)


def can_be_called(name: str) -> bool:
    """Return whether a name before a bracket is an operation: `σ` or the name of a recipe, other than arithmetic."""
    found = find_recipe("sigmoid" if name == "σ" else name)
    return found is not None and found.name != "arithmetic"
