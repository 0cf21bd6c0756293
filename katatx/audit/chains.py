"""Read one logical line: its chains `a·b + c = 6 + 2 = 8`, its labels, and the results that stand in its sentences."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from itertools import chain as joined

from katatx.audit.claims import Claims
from katatx.audit.denials import is_denied
from katatx.audit.findings import ClaimVerdict
from katatx.audit.judge import Judged, judge
from katatx.audit.lines import LogicalLine
from katatx.audit.results import candidates_for
from katatx.audit.sheet import Sheet
from katatx.audit.sides import compared
from katatx.audit.values import Candidate, Known, Printed, printed_of
from katatx.audit.words import applied, done_to, implied, is_operation, same_as
from katatx.engine.recipe import find_recipe
from katatx.notation.sentences import Found, SentenceReader, is_printed, sentence_tokens
from katatx.notation.syntax import Binary, Listing, Literal, Name, Node, Pick
from katatx.notation.tokens import Token

_STRONG = ("=", "≈", "→")
_VERBS = frozenset("is are was be equals gives makes yields becomes get gets leaves".split())
# Words before `to` that make it say what something comes to: `they add up to 11.25`.
_ADDED = frozenset("up sum sums add adds added amount amounts come comes down".split())
_ABOUT = frozenset("about roughly approximately around nearly approx almost some".split())
_MONEY = ("$", "€", "£")
_SIGNS = frozenset(("+", "-", "·", "/", "^", "⊙", "*", "**"))
# Signs of what is not read: sums over an index, derivatives.
_UNREAD_SIGNS = frozenset("Σ∑∏∫∂∇Δ")
_CLOSING = frozenset((")", "]", "ᵀ", "%", "}", "|", "‖"))
_MOST_WORDS = 8
# How far a side that cannot be read may go on before the next relation.
_LONGEST_OPAQUE = 40
_WIDE = 4
_ROW_FIGURES = 3
_CLAUSES = frozenset((";", "and", "so", "then", "while", "with", "where", "but"))
_LATEST = "#latest"


@dataclass(slots=True)
class Chain:
    """What stands so far of a chain.

    `references` are the calculations that its next result may come from, the latest last; `names` get the value, `words`
    are its label; `strong` says that they are written out; `start` is its first token.
    """

    start: int
    references: list[Candidate] = field(default_factory=list)
    names: list[str] = field(default_factory=list)
    words: list[str] = field(default_factory=list)
    strong: bool = True
    latest: Known | None = None
    has_result: bool = False


class LineReader:
    """Reads lines against a sheet; what they claim goes to `claims`."""

    def __init__(self, sheet: Sheet, claims: Claims) -> None:
        self.sheet = sheet
        self.claims = claims
        self.words_above: list[str] = []
        # Calculations whose result is to come on a line of its own, and the grid that is multiplied by.
        self.pending: list[Candidate] = []
        self.right_factor: Node | None = None
        self.drawn: Sequence[LogicalLine] = ()

    def read(self, line: LogicalLine, label: Sequence[str] = ()) -> None:
        """Read one line. `label` are words that say what all of it is about."""
        self.line = line
        self.tokens = sentence_tokens(line.text)
        self.reader = SentenceReader(self.tokens, self.sheet.rank_of, _can_be_called)
        self.ends = {token.column: token.end for token in self.tokens}
        self.label = list(label)
        at = start = depth = 0
        last = len(self.tokens) - 1
        while at < last:
            token = self.tokens[at]
            depth = max(0, depth + (token.text == "[") - (token.text == "]"))
            if token.kind == "rel" or self.is_verb(at):
                at = start = self.chain(start, at)
                depth = 0
            elif token.kind == "stop" or (token.text == ";" and not depth):
                self.sentence(start, at)
                at = start = at + 1
            else:
                at += 1
        self.sentence(start, last)

    # ---- what stands around chains

    def is_verb(self, at: int) -> bool:
        """Return whether a word says what something comes to: `their sum is 11.48`."""
        token, after = self.tokens[at], self.tokens[at + 1]
        word, before = token.text.lower(), self.tokens[at - 1].text.lower()
        told = word in _VERBS or (word == "to" and before in _ADDED) or (word in _ABOUT and before not in _VERBS)
        if token.kind != "name" or not told or not at:
            return False
        if word != "about" and after.kind == "name" and after.text.lower() in _ABOUT:
            after = self.tokens[min(at + 2, len(self.tokens) - 1)]
        return after.kind == "number" or after.text in ("[", "-", "(", "≈", "√", "$")

    def left_side(self, start: int, end: int) -> tuple[Node | None, int]:
        """Return the expression that ends at a token, and where it begins; None where none does."""
        at = start
        end -= self.tokens[end].kind == "name" and self.tokens[end - 1].text == ","  # `√2, about 1.414`
        while at < end:
            found = self.reader.read(at) if self.may_begin(at) else None
            if found is None or found.after > end:
                at += 1
            elif found.after == end:
                return (None, at) if self.is_behind_unread(at) else (found.node, at)
            else:
                at = found.after
        return None, end

    def may_begin(self, at: int) -> bool:
        """Return whether an expression may begin at a token, as far as the token tells."""
        token = self.tokens[at]
        if token.kind == "number":
            return True
        if token.kind == "name":
            return self.reader.may_be_name(at)
        if token.text == "-":
            before = self.tokens[at - 1]
            tight = not self.tokens[at + 1].spaced  # else a bullet, or the sign behind what could not be read
            return tight and (at == 0 or token.spaced or before.kind == "rel" or before.text in ("(", "[", ","))
        if token.text in ("[", "("):
            return not (at and not token.spaced and self.tokens[at - 1].kind == "name")
        return token.text in ("√", "∛", "∞", "|", "‖", "⌊", "⌈", "$") and token.kind == "sign"

    def is_behind_unread(self, at: int) -> bool:
        """Return whether a sign before a token ties it to what could not be read: `0.25·Z + 3 =`."""
        if not at:
            return False
        before, gap = self.tokens[at - 1], self.reader.gap(at)
        if before.kind == "dots" or before.text in _UNREAD_SIGNS:
            return True
        if gap == 0 and before.kind in ("name", "other"):
            return True
        bracket = before.text == "]" and self.tokens[at].text == "[" and gap <= _WIDE
        if (gap <= 1 or bracket) and (before.kind == "number" or before.text in (")", "]")) and not self.is_numbering(at - 1):
            return True
        if before.text == "-" and self.tokens[at].column == before.end and not before.spaced:
            return True  # width-4
        tied = before.kind == "sign" and before.text in _SIGNS
        return tied and (at == 1 or self.tokens[at - 2].kind in ("name", "number", "dots") or self.tokens[at - 2].text in _CLOSING)

    def is_numbering(self, at: int) -> bool:
        """Return whether a token ends the number of an item: `1)`, `(2)`, `4b)`, at the start of a line."""
        return at <= 3 and self.tokens[at].text in (")", "]") and any(t.kind == "number" or len(t.text) == 1 for t in self.tokens[:at])

    def sentence(self, start: int, end: int, labels: bool = False) -> None:
        """Read what stands in a sentence without a relation: calculations whose result is to come, rows, and results
        right behind the word that says what they are. In `labels` numbers are no results.
        """
        at = start
        while at < end:
            found = self.reader.read(at) if self.may_begin(at) else None
            if found is None or found.after > end:
                at += 1
                continue
            plain = labels and is_printed(found.node)
            if not plain and not self.is_behind_unread(at) and not self.goes_on_unread(found.after):
                self.loose(start, at, found.node, found.after)
            at = found.after

    def loose(self, start: int, at: int, node: Node, after: int) -> None:
        """Read a value or a calculation that stands in no chain."""
        if isinstance(node, Name):
            return
        if not is_printed(node):
            self.expect(self.sheet.candidate(node, sure=True))
            return
        label = self.label_of(start, at)
        chain = Chain(at, words=label)
        row, end = self.bare_row(node, after, chain)
        if isinstance(row, Listing):
            if end == after and len(row.items) < 2:
                return
            before = self.tokens[at - 1].text if at else ""
            if at and self.tokens[at - 1].kind == "name" and self.sheet.rank_of(before) is None and len(before) < 3:
                chain.names = [before]
            self.result(row, chain, at, end)
            return
        printed = printed_of(node, self.ends)
        if printed is None or printed.figures < _ROW_FIGURES:
            return
        says = at > start and self.tokens[at - 1].kind == "name" and is_operation(self.tokens[at - 1].text) and self.reader.gap(at) <= 2
        percent = printed.numbers[0].text.endswith("%")
        chain.words = [*([self.tokens[at - 1].text.lower()] if says else []), *(["%"] if percent else [])]
        candidates = candidates_for(printed, [], chain.words, self.sheet, self.pending if says else ())
        judged = judge(printed, candidates)
        if judged.verdict in (ClaimVerdict.RIGHT, ClaimVerdict.CARRIED):
            self.settle(printed, judged, chain, at, after)

    def label_of(self, start: int, at: int) -> list[str]:
        """Return the words before a token that may say what it is."""
        words = [token.text.lower() for token in self.tokens[max(start, at - 12) : at] if token.kind == "name" or token.text == "+"]
        return words[-_MOST_WORDS:]

    def defined(self, start: int, at: int) -> list[str]:
        """Return the names that the words before a relation define: `P(win)`, `Y[1]`, `x_cat`, `the match row`."""
        tokens = self.tokens[start:at]
        if tokens and tokens[-1].text in (")", "]"):
            for length in (4, 6):
                name = tokens[-length:]
                if len(name) == length and name[0].kind == "name" and name[1].text in ("(", "[") and not name[1].spaced:
                    return ["".join(token.text for token in name)]
            tokens = without_remark(tokens)
        if any(token.kind == "sign" and token.text in _SIGNS for token in tokens[-3:]):
            return self.quotient(tokens)
        words: list[str] = []
        for token in reversed(tokens):
            if token.kind != "name" and not (token.kind == "number" and not words and len(tokens) > 1):
                break
            words.insert(0, token.text)
        if not words or words[-1][:1].isdigit():
            return [" ".join(words).lower()] if len(words) > 1 else []
        last = words[-1]
        if len(words) == 1:
            return [last]
        if any(word.lower() == "of" or is_operation(word.lower()) for word in words[:-1]):
            return [" ".join(words).lower()]  # `the squares of x are …` gives x no value
        symbol = len(last) <= 2 or not last.isalpha() or last[:1].isupper()
        return [" ".join(words).lower(), last if symbol else f"?{last}"]

    def quotient(self, tokens: list[Token]) -> list[str]:
        """Return the one name that `∂L/∂w` and `dL/dw` are."""
        last = tokens[-3:]
        named = len(last) == 3 and last[1].text == "/" and last[0].kind == last[2].kind == "name" and not last[1].spaced
        short = named and last[0].text[:1] in "∂d" and last[2].text[:1] in "∂d"
        return ["/".join((last[0].text, last[2].text))] if short else []

    # ---- chains

    def chain(self, start: int, rel: int) -> int:
        """Read a chain from its first relation on, judging each result; return the token after it."""
        node, at = self.left_side(start, rel)
        self.sentence(start, at if node is not None else rel, labels=node is None)
        words = self.label_of(start, at if node is not None else rel)
        chain = Chain(at if node is not None else start, words=words)
        if node is None:
            chain.names = [] if at < rel else self.defined(start, rel)
        elif isinstance(node, Name):
            told = self.defined(start, rel)
            chain.names = [node.text, *told[:1]] if node.text in told or not told else told
            chain.words = [*words, node.text.lower()]
        elif isinstance(node, Pick):
            chain.names = self.defined(start, rel)
        elif is_printed(node):
            self.printed_left(node, chain, start, at, rel)
        else:
            self.calculated_left(node, chain, start, at, rel)
        return max(self.sides(rel, chain), rel + 1)

    def printed_left(self, node: Node, chain: Chain, start: int, at: int, rel: int) -> None:
        """Begin a chain with a number or row: `[0.5, 0.5] = …`, `row 2: …`."""
        word_before = at > start and self.tokens[at - 1].kind == "name"
        if word_before and not isinstance(node, Listing):
            chain.names = self.defined(start, rel)
            return
        chain.references.append(self.sheet.candidate(node, sure=False if self.tokens[rel].text in ("=", "≈") else None))
        chain.strong = False
        if isinstance(node, Listing):
            self.result(node, Chain(at, words=chain.words), at, rel)

    def calculated_left(self, node: Node, chain: Chain, start: int, at: int, rel: int) -> None:
        """Begin a chain with a calculation. A word right before it may be done to it: `root 9 = 3`, `mean of 1 + 2`."""
        made = self.sheet.candidate(node, sure=True)
        chain.references.append(made)
        word = self.tokens[at - 1].text if at > start else ""
        if word == "of" and at - 2 >= start:
            word = self.tokens[at - 2].text
        if self.tokens[at - 1].kind == "name" and is_operation(word):
            chain.references += done_to(word, node, made, self.sheet.line)
            chain.references.append(made)
        if self.tokens[rel].text == ":":
            self.expect(made)

    def sides(self, at: int, chain: Chain) -> int:
        """Read one relation after the other; return the token after the last side that was read."""
        tokens = self.tokens
        done, first = at, True
        while at < len(tokens) - 1 and (tokens[at].kind == "rel" or (first and self.is_verb(at))):
            rel = tokens[at].text if tokens[at].kind == "rel" else "is"
            about = rel == "≈" or tokens[at].text.lower() in _ABOUT
            if rel in (":", "#") and not first and rel == ":":
                break
            at, about = self.passed_over(at + 1, about)
            if rel == ":" and first and self.begins_name(at):
                self.label = [*self.label, *chain.words]
                return at
            step = self.named_side(at, rel, first, chain)
            if step:
                at, first = at + 1, step == "label"
                if step == "stop":
                    break
                continue
            found = self.reader.read(at) if self.may_begin(at) else None
            if found is None and chain.latest is not None:
                found = self.carried_on(at, chain)
            if found is not None:
                found = self.with_right_factor(found)
            after = self.opaque_end(at if found is None else found.after, found)
            if after and (first or rel in ("=", "≈", "#")):
                if not self.is_left_out(at, after):
                    chain.references = [_weakened(each, None) for each in chain.references]
                at, first = after, False
                continue
            if found is None or after or self.goes_on_unread(found.after):
                break
            if is_printed(found.node):
                node, end = self.bare_row(found.node, found.after, chain)
                self.result(node, chain, at, end, about=about, rel=rel)
                chain.has_result = True
            else:
                end = found.after
                self.calculation(found.node, chain, at, end, rel)
            at = done = end
            first = False
        if chain.references and not chain.has_result:
            for reference in chain.references:
                self.expect(reference, chain)
        if done < len(tokens) and tokens[done].kind == "back" and chain.latest is not None and tokens[done + 1].kind == "name":
            self.sheet.define(tokens[done + 1].text, chain.latest)
        return done

    def begins_name(self, at: int) -> bool:
        """Return whether a name that is given a value begins here, behind a label: `levelled: z = …`."""
        after = self.tokens[min(at + 1, len(self.tokens) - 1)]
        return self.tokens[at].kind == "name" and (after.text in ("=", "≈", "(", "_") or self.reader.read(at) is None)

    def passed_over(self, at: int, about: bool) -> tuple[int, bool]:
        """Return the token behind words that say about, and signs of money."""
        while at < len(self.tokens) - 1:
            text = self.tokens[at].text
            if text not in _MONEY and text.lower() not in _ABOUT and text != "≈":
                break
            about, at = about or text not in _MONEY, at + 1
        return at, about

    def named_side(self, at: int, rel: str, first: bool, chain: Chain) -> str:
        """Read a side that is a lone word: one more name, or a step between two arrows; "" where it is neither."""
        token, after = self.tokens[at], self.tokens[min(at + 1, len(self.tokens) - 1)]
        if token.kind != "name":
            return ""
        if rel == "→" and chain.latest is not None and after.kind != "rel" and token.text.lower() in ("call", "called"):
            self.sheet.define(self.tokens[min(at + 2, len(self.tokens) - 1)].text, chain.latest)
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
        sign = self.tokens[found.after]
        if isinstance(found.node, Binary) and found.node.sign == "·" and isinstance(found.node.right, (Listing, Name)):
            self.right_factor = found.node.right
        alone = sign.text == "·" and self.tokens[found.after + 1].kind == "rel" and isinstance(found.node, Listing)
        if not alone or self.right_factor is None:
            return found
        return Found(Binary("·", found.node, self.right_factor, found.node.column), found.after + 1)

    def carried_on(self, at: int, chain: Chain) -> Found | None:
        """Return a step done to what stands before it: `→ *.5`, `→ / 4`."""
        sign = self.tokens[at]
        number = self.reader.read(at + 1) if sign.text in ("·", "/", "*") else None
        if number is None or not isinstance(number.node, Literal) or chain.latest is None:
            return None
        self.sheet.names[_LATEST] = chain.latest
        node = Binary("/" if sign.text == "/" else "·", Name(_LATEST, sign.column), number.node, sign.column)
        return Found(node, number.after)

    def opaque_end(self, at: int, found: Found | None) -> int:
        """Return the next relation, where a side that cannot be read goes on up to it; 0 where it does not.

        A calculation is not read whole if anything stands between it and the next relation of its clause.
        """
        tokens = self.tokens
        whole = found is None or not is_printed(found.node)
        if not whole and not (tokens[at].kind == "dots" or (tokens[at].kind == "sign" and tokens[at].text in _SIGNS and self.ties(at))):
            return 0
        if found is not None and tokens[at].kind == "rel":
            return 0
        for end in range(at, min(at + _LONGEST_OPAQUE, len(tokens))):
            if tokens[end].kind == "rel":
                return end if tokens[end].text in ("=", "≈", "→", "#") else 0
            if tokens[end].kind in ("stop", "back", "end") or tokens[end].text in _CLAUSES or self.reader.gap(end) > 8:
                return 0
            if tokens[end].text == "," and not self.is_inside_brackets(at, end):
                return 0
        return 0

    def is_left_out(self, at: int, end: int) -> bool:
        """Return whether a side is numbers of which some are left out: `0.5·1.414 + ...`."""
        kinds = {token.kind for token in self.tokens[at:end]}
        return "dots" in kinds and kinds <= {"number", "sign", "dots"}

    def is_inside_brackets(self, start: int, end: int) -> bool:
        depth = 0
        for token in self.tokens[start:end]:
            depth += (token.text in ("(", "[", "{")) - (token.text in (")", "]", "}"))
        return depth > 0

    def ties(self, at: int) -> bool:
        """Return whether a sign ties what stands on both its sides: `a + b`, `a+b`; not `3 -5`, `5 - words`."""
        sign, after = self.tokens[at], self.tokens[min(at + 1, len(self.tokens) - 1)]
        if sign.text in ("·", "/", "^", "⊙", "*", "**"):
            return True
        operand = after.kind in ("number", "name", "dots") or after.text in ("(", "[", "√", "|", "-")
        return operand and (after.spaced == sign.spaced or (after.kind == "number" and self.reader.gap(at) == 1))

    def goes_on_unread(self, at: int) -> bool:
        """Return whether what was read goes on with something that nobody knows: `0.25 · Z`."""
        token = self.tokens[at]
        if token.kind == "dots":
            return not token.spaced and False
        return token.kind == "sign" and token.text in _SIGNS and self.ties(at)

    def bare_row(self, node: Node, end: int, chain: Chain) -> tuple[Node, int]:
        """Return numbers by commas or wide spaces as the row they are, `squares: 25, 225, 25, 225`, and its end."""
        if isinstance(node, Listing):
            return node, end
        items, stop = [node], end
        by_comma = self.tokens[stop].text == ","
        while True:
            begin = stop + by_comma
            if by_comma and self.tokens[stop].text != ",":
                break
            if by_comma and self.tokens[begin].kind == "name" and self.tokens[begin].text == "and":
                begin += 1
            if not by_comma and self.reader.gap(begin) < 2:
                break
            found = self.reader.read(begin) if self.may_begin(begin) else None
            if found is None or not is_printed(found.node) or isinstance(found.node, Listing):
                break
            after = self.tokens[found.after]
            if after.kind == "rel" or (after.kind == "sign" and after.text in _SIGNS):
                break
            items.append(found.node)
            stop = found.after
        if by_comma and len(items) > 1 and self.tokens[stop].kind == "name" and self.tokens[stop].text == "and":
            found = self.reader.read(stop + 1)
            if found is not None and is_printed(found.node) and self.tokens[found.after].kind != "rel":
                items.append(found.node)
                stop = found.after
        enough = len(items) > 2 or (len(items) == 2 and any(map(is_operation, chain.words)))
        return (Listing(tuple(items), node.column), stop) if enough else (node, end)

    # ---- results

    def result(self, node: Node, chain: Chain, at: int, end: int, about: bool = False, rel: str = "=") -> None:
        """Judge a printed result against everything that it may come from."""
        if isinstance(node, Listing) and len(node.items) == 1 and not isinstance(node.items[0], Listing):
            node = node.items[0]  # a boxed result
        printed = printed_of(node, self.ends, about)
        if printed is None:
            return
        written = list(reversed(chain.references))
        if (rel == "→" and not self.is_worked(printed, written)) or not chain.strong:
            written = [_weakened(each, False if each.sure else each.sure) for each in written]
        has_sure = any(candidate.sure for candidate in written)
        candidates = written
        words = [*self.label, *chain.words, *(name.lower() for name in chain.names), *("%" for n in printed.numbers[:1] if n.text.endswith("%"))]
        if not has_sure:
            candidates = joined(written, candidates_for(printed, chain.names, words, self.sheet, self.pending))
        judged = judge(printed, candidates)
        if judged.verdict is ClaimVerdict.UNCHECKED and not has_sure and len(printed.shape) == 2 and printed.shape[1] == 1:
            column = Printed(printed.numbers, printed.shape[:1])
            judged = judge(column, candidates_for(column, chain.names, words, self.sheet, self.pending))
        if judged.verdict is ClaimVerdict.UNCHECKED and not has_sure:
            judged = self.by_words_above(printed, judged, chain)
        if judged.verdict is ClaimVerdict.WRONG and is_denied(self.tokens, chain.start, end):
            judged = Judged(ClaimVerdict.UNCHECKED, judged.candidate, why="the page says itself that it is not so")
        if judged.verdict is ClaimVerdict.WRONG:
            judged = self.by_words_done(printed, judged)
        if judged.verdict is ClaimVerdict.WRONG and not self.is_certain(judged.candidate):
            judged = Judged(ClaimVerdict.UNCHECKED, judged.candidate, why="a name in its calculation has several values")
        said = chain.references or any(map(is_operation, chain.words[-3:]))
        if judged.verdict is ClaimVerdict.UNCHECKED and not said:
            known = Known(printed.value, self.sheet.line, printed.places)
            self.sheet.put(known, chain.names, printed)
        else:
            known = self.settle(printed, judged, chain, at, end)
        chain.latest = known

    def is_worked(self, printed: Printed, written: list[Candidate]) -> bool:
        """Return whether an arrow leads from numbers alone to a number with decimals, as in `42/56 → 0.75`."""
        numbers_alone = bool(written) and not written[0].names and not is_printed(written[0].node)
        return numbers_alone and printed.places > 0

    def is_certain(self, candidate: Candidate | None) -> bool:
        """Return whether the names of a written calculation surely mean what they stand for."""
        if candidate is None or not candidate.sure:
            return True
        return all(name == _LATEST or self.sheet.is_certain(name) for name in candidate.names if name in self.sheet.names)

    def by_words_above(self, printed: Printed, judged: Judged, chain: Chain) -> Judged:
        """Try what the words of the line above say is done."""
        rank = len(printed.shape)
        if not rank and printed.figures < _ROW_FIGURES:
            return judged
        known = [self.sheet.find(word) for word in self.words_above] if printed.shape else []
        named = [same_as(each, None) for each in known if each is not None and each.rank]
        found = judge(printed, joined(implied(self.words_above, self.sheet, printed.shape, strong=rank > 0), named))
        return judged if found.verdict is ClaimVerdict.UNCHECKED else found

    def by_words_done(self, printed: Printed, judged: Judged) -> Judged:
        """Try whether a word near by says that more is done than what is written: `distance: 2 - 10 = 8`."""
        made = judged.candidate
        words = [word for word in (*self.label, *self.words_above) if is_operation(word)]
        if made is None or not words:
            return judged
        more = [each for word in dict.fromkeys(words) for each in done_to(word, made.node, made, self.sheet.line)]
        found = judge(printed, more)
        return judged if found.verdict is ClaimVerdict.UNCHECKED else found

    def calculation(self, node: Node, chain: Chain, at: int, end: int, rel: str) -> None:
        """Take up one more calculation of a chain: it must come to what stands before it, and what follows to it."""
        made = self.sheet.candidate(node, sure=True)
        if made.value("printed") is None:
            if isinstance(node, (Binary, Name)):
                self.expect(made, chain)
            return
        if rel in ("=", "≈", "→") and chain.references and not isinstance(node, Name):
            judged = compared(made, chain.references[-1], self.sheet)
            if judged is not None:
                if judged.verdict is ClaimVerdict.WRONG and is_denied(self.tokens, chain.start, end):
                    judged = Judged(ClaimVerdict.UNCHECKED, made, why="the page says itself that it is not so")
                if rel != "→" or judged.verdict is not ClaimVerdict.WRONG:
                    self.claims.add(self.line, self.span(chain.start, end), self.span(at, end), judged)
        if not chain.references and chain.names:
            self.confirm_by_name(made, chain, at, end)
        if rel in (":", "→") or (isinstance(node, Name) and not chain.references):
            chain.references = []
        chain.references.append(made)
        chain.strong, chain.has_result = True, False
        value = made.value("printed")
        known = Known(value, self.sheet.line, 12, made, made.roots)
        for name in chain.names:
            self.sheet.names[name.lstrip("?")] = known
        chain.latest = known

    def confirm_by_name(self, made: Candidate, chain: Chain, at: int, end: int) -> None:
        """Claim a calculation that its name was worked by in other words just above: `z = x·W + b`, `z = [3, 4] + [1, 1]`."""
        for name in chain.names:
            known = self.sheet.find(name)
            if known is not None and known.candidate is not None and self.sheet.line - known.line <= 4:
                judged = compared(made, same_as(known, None), self.sheet)
                if judged is not None and judged.verdict is not ClaimVerdict.WRONG:
                    self.claims.add(self.line, self.span(chain.start, end), self.span(at, end), judged._replace(candidate=known.candidate))
                    return

    def settle(self, printed: Printed, judged: Judged, chain: Chain, at: int, end: int) -> Known:
        """Tell of a result, and let it stand for what comes after."""
        number = self.claims.add(self.line, self.span(chain.start, end), self.span(at, end), judged, printed, self.drawn)
        roots = judged.roots
        if judged.verdict is ClaimVerdict.WRONG:
            roots |= {number}
        candidate = None if judged.verdict is ClaimVerdict.UNCHECKED else judged.candidate
        known = Known(printed.value, self.sheet.line, printed.places, candidate, roots)
        self.sheet.put(known, chain.names, printed)
        return known

    def expect(self, candidate: Candidate, chain: Chain | None = None) -> None:
        """Keep a calculation whose result may stand on a line, or in a grid, below."""
        candidate.chain = chain or candidate
        self.pending = [each for each in self.pending if self.sheet.line - each.line <= 4][-8:]
        candidate.line = self.sheet.line
        self.pending.append(candidate)

    def span(self, at: int, end: int) -> tuple[int, int]:
        """Return the columns of tokens."""
        return self.tokens[at].column - 1, self.tokens[end - 1].end - 1


def without_remark(tokens: list[Token]) -> list[Token]:
    """Return tokens without the remark in brackets that ends them: `W_y (one entry a word)`."""
    depth = 0
    for at in range(len(tokens) - 1, 0, -1):
        depth += (tokens[at].text == ")") - (tokens[at].text == "(")
        if not depth:
            return tokens[:at] if tokens[at].spaced else []
    return []


def _weakened(candidate: Candidate, sure: bool | None) -> Candidate:
    """Return a calculation that may call less wrong."""
    return Candidate(candidate.node, candidate.names, sure, candidate.said, candidate.recognized)


def _can_be_called(name: str) -> bool:
    """Return whether a name before a bracket is an operation."""
    found = find_recipe(name)
    return found is not None and found.name != "arithmetic"
