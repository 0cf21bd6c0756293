"""Split one logical line into tokens, and recognize labels, relations, units and text that cannot be read.

A **relation** is a sign (`=`, `≈`, `→`, `:`, `#`) or a verb that announces a result. A **side** is one of the parts
that relations join. Text is **unread** if it may be part of a calculation, but not one that is understood, such as
`Σ x_i`. Indexes are those of tokens, `end` excluded.
"""

from __future__ import annotations

import re
from collections.abc import Collection
from itertools import pairwise

from katatx.audit.candidates import meanings_of
from katatx.audit.reading.lines import LogicalLine
from katatx.audit.sheet import Sheet
from katatx.audit.values import Printed
from katatx.engine.book import find_recipe
from katatx.engine.pencils.interval import low_of
from katatx.engine.values import Value, is_number
from katatx.notation.lexer import Token
from katatx.notation.sentences import MEASURES, Found, SentenceReader, is_printed, sentence_tokens
from katatx.notation.syntax import Node

_VERBS = frozenset(["is", "are", "was", "be", "equals", "gives", "makes", "yields", "becomes", "get", "gets", "leaves"])
# Words before `to` in phrases that announce a result: `they add up to 11.25`.
_ADDED = frozenset(["up", "sum", "sums", "add", "adds", "added", "amount", "amounts", "come", "comes", "down"])
_ABOUT = frozenset(["about", "roughly", "approximately", "around", "nearly", "approx", "almost", "some"])
_MONEY = ("$", "€", "£")
SIGNS = frozenset(("+", "-", "·", "/", "^", "⊙", "*", "**", "±", "∓"))
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
_CONDITIONS = frozenset(("if", "when", "that", "suppose", "assume", "satisfy", "satisfies"))
# A number in another unit is more than so many times as large or small.
_LARGER = 10
_MOST_WORDS = 8
_LABEL_TOKENS = 12
# Limits for an unread side: tokens before the next relation, and columns of a gap.
_LONGEST_UNREAD = 40
_WIDEST_GAP = 8


class LineTokens(SentenceReader):
    """A logical line split into tokens, with a reader for its expressions.

    A verb that announces a result is a relation with the text `is`; `about` has the indexes of approximate relations.
    `stops` maps the column of each token to the column after it, from 1; `last` is the index of the end token.
    """

    def __init__(self, line: LogicalLine, sheet: Sheet) -> None:
        self.source = line
        self.about: set[int] = set()
        tokens = self._with_relations(sentence_tokens(line.text))
        super().__init__(tokens, sheet.rank_of, can_be_called)
        self.stops = {token.column: token.end for token in tokens}
        self.last = len(tokens) - 1

    def _with_relations(self, tokens: list[Token]) -> list[Token]:
        """Return tokens in which verbs are relations: `their sum is 11.48`, without words and money signs after one."""
        found: list[Token] = []
        for before, token, after in zip([tokens[0], *tokens], tokens, [*tokens[1:], tokens[-1]], strict=False):
            word, follows = token.text.lower(), bool(found) and found[-1].kind == "rel"
            is_about = word in _ABOUT or word == "≈"
            if follows and (is_about or word in _MONEY or (word == "=" and found[-1].text == "#")):
                self.about |= {len(found) - 1} if is_about else set()
                continue
            if token.text == "→" and before.kind == after.kind == "name" and not (token.spaced or after.spaced):
                found.append(token._replace(kind="other"))  # `the->cat: 0.5`
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
        if before.text in SIGNS:
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
        if sign.kind != "sign" or sign.text not in SIGNS or self.source.text.startswith(_DASHES, sign.column - 1):
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
            is_over = token.kind in ("stop", "back", "end") or token.text in _CLAUSES
            if is_over or self.gap(end) > _WIDEST_GAP or (token.text == "," and not depth):
                return 0
        return 0

    def is_coefficient(self, end: int, node: Node) -> bool:
        """Return whether a number is multiplied by an unknown letter directly after it: `g = 2x`."""
        letter = self.tokens[end]
        is_glued = letter.kind == "name" and len(letter.text) == 1 and not letter.spaced
        return is_glued and is_printed(node) and letter.text not in _UNIT_LETTERS - {"x"}

    # ---- doubts

    def may_differ_in_unit(self, start: int, at: int, end: int) -> bool:
        """Return whether a result has a unit that its calculation has not, or a letter there may be one: `24h = 3`."""
        letters = _GLUED.findall(self.source.text[slice(*self.span(start, at))])
        beside = (token.text for before, token in pairwise(self.tokens[start:at]) if before.kind == "number")
        words = (word for word in beside if word.isalpha() and (word.lower() in MEASURES or not meanings_of(word)))
        units, unit = set(map(str.lower, words)), self.tokens[end].text.lower()
        is_other = bool(units) and unit in MEASURES and unit not in units  # `3 days / 2 = 36 h`
        return is_other or any(self.rank_of(letter) == 0 for letter in letters)

    def is_far(self, printed: Printed, true: Value, end: int) -> bool:
        """Return whether a number with a unit is of another size than what its calculation without one comes to."""
        size = abs(low_of(true) / printed.numbers[0].value) if is_number(true) and printed.numbers[0].value else 1.0
        return self.tokens[end].text.lower() in MEASURES and not 1 / _LARGER < size < _LARGER

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
        is_condition = start > first and self.tokens[start - 1].text.lower() in _CONDITIONS
        words = [token.text.lower().rstrip("'") for token in self.tokens]
        clause = next((at for at in range(end, last) if words[at] in (",", "(", "—", "--")), last)
        is_negated = any(
            words[at] in _NEGATING and (at < clause or words[at - 1] in _VERBS or words[at] in _VERBS_NOT)
            for at in range(first, last)
        )
        return is_condition or is_negated or not _DENYING.isdisjoint(words[first:last])

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
                if name[0].kind == "name" and name[1].text in ("(", "[") and not name[1].spaced:
                    return ["".join(token.text for token in name)]
            return []
        if any(token.kind == "sign" and token.text in SIGNS for token in tokens[-3:]):
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
