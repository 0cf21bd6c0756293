"""Split one logical line into tokens, and recognize labels, relations, units and text that cannot be read.

A **relation** is a sign (`=`, `≈`, `→`, `:`, `#`) or a verb that announces a result. Text is **unread** if it may be
part of a calculation, but not one that is understood, such as `Σ x_i`. Indexes are those of tokens, `end` excluded.
"""

from __future__ import annotations

from itertools import pairwise
from typing import NamedTuple

from katatx.audit.candidates import is_operation
from katatx.audit.reading.lines import LogicalLine
from katatx.audit.sheet import Sheet
from katatx.engine.book import find_recipe
from katatx.notation.sentences import MEASURES, Found, SentenceReader, is_printed, sentence_tokens
from katatx.notation.syntax import Binary, Literal, Name, Node, Sum

_VERBS = frozenset(["is", "are", "was", "be", "equals", "gives", "makes", "yields", "becomes", "get", "gets", "leaves"])
# Words before `to` in phrases that announce a result: `they add up to 11.25`.
_ADDED = frozenset(["up", "sum", "sums", "add", "adds", "added", "amount", "amounts", "come", "comes", "down"])
ABOUT_WORDS = frozenset(["about", "roughly", "approximately", "around", "nearly", "approx", "almost", "some"])
_MONEY = ("$", "€", "£")
SIGNS = frozenset(("+", "-", "·", "/", "^", "⊙", "*", "**"))
_EITHER = frozenset("±∓")
# Signs that are not supported: sums over an index, derivatives; and the end of a command's argument.
_UNREAD_SIGNS = frozenset("Σ∑∏∫∂∇Δ}") | _EITHER
# Unsupported functions and words that apply to what follows them.
_UNREAD_WORDS = frozenset(
    ["pi", "tan", "cot", "sec", "max", "min", "lim", "det", "tr", "rank", "arg", "log", "per", "times"]
)
_SHORT_UNIT = 3
# Letters that are units or multipliers directly after a number.
_UNIT_LETTERS = frozenset("hmsgdxkKMBGTWVAL")
_BULLETS = ("-", "+", "*")
_CLOSING = frozenset((")", "]", "ᵀ", "%", "}", "|", "‖"))
_CLAUSES = frozenset((";", "and", "so", "then", "while", "with", "where", "but"))
_MOST_WORDS = 8
_LABEL_TOKENS = 12
# Limits for an unreadable side: tokens before the next relation, and columns of a gap.
_LONGEST_OPAQUE = 40
_WIDEST_GAP = 8
_WIDE = 4


class Relation(NamedTuple):
    """A relation: its sign (`is` for a verb), whether it is approximate, and the index of the token after it."""

    sign: str
    about: bool
    after: int


class LineTokens:
    """A logical line split into tokens, with a reader for its expressions.

    `ends` maps the column of each token to the column after it, from 1; `last` is the index of the end token. In its
    methods, `start`, `at` and `end` are indexes of tokens. A side is one of the parts that relations (`=`, `→`, a verb)
    join. Text is unread if it may be part of a calculation, but is not understood, such as `Σ x_i`.
    """

    def __init__(self, line: LogicalLine, sheet: Sheet) -> None:
        self.source = line
        self.tokens = sentence_tokens(line.text)
        self.rank_of = sheet.rank_of
        self.reader = SentenceReader(self.tokens, sheet.rank_of, can_be_called)
        self.ends = {token.column: token.end for token in self.tokens}
        self.last = len(self.tokens) - 1

    def span(self, at: int, end: int) -> tuple[int, int]:
        """Return the columns (start, stop), from 0, of the tokens from `at` up to `end`."""
        return self.tokens[at].column - 1, self.tokens[end - 1].end - 1

    def is_verb(self, at: int) -> bool:
        """Return whether the word at token `at` announces a result: `their sum is 11.48`."""
        token, after = self.tokens[at], self.tokens[at + 1]
        word, before = token.text.lower(), self.tokens[at - 1].text.lower()
        about = word in ABOUT_WORDS and before not in _VERBS
        if token.kind != "name" or not at or not (word in _VERBS or (word == "to" and before in _ADDED) or about):
            return False
        if word != "about" and after.kind == "name" and after.text.lower() in ABOUT_WORDS:
            after = self.tokens[min(at + 2, len(self.tokens) - 1)]
        return after.kind == "number" or after.text in ("[", "-", "(", "≈", "√", "$")

    def left_side(self, start: int, end: int) -> tuple[Node | None, int]:
        """Return the expression that ends before token `end`, and the index where it begins."""
        at = start
        end -= self.tokens[end].kind == "name" and self.tokens[end - 1].text == ","  # `√2, about 1.414`
        end -= end > start + 1 and self.tokens[end - 1].text == "("  # `e (≈ 2.718)`
        while at < end:
            found = self.reader.read(at) if self.may_begin(at) else None
            if found is None or found.after > end:
                at += 1
            elif found.after == end:
                follows = (
                    at == start > 0 and self.tokens[at].text == "e" and self.tokens[at - 1].kind == "number"
                )  # `e^1 = 2.718 e^4 = 54.60`
                return (None, at) if self.is_behind_unread(at) and not follows else (found.node, at)
            else:
                at = found.after
        return None, end

    def may_begin(self, at: int) -> bool:
        """Return whether an expression may begin at token `at`."""
        token = self.tokens[at]
        if token.kind == "number":
            return True
        if token.kind == "name":
            return self.reader.may_be_name(at)
        if token.text == "-":
            before = self.tokens[at - 1]
            tight = not self.tokens[at + 1].spaced  # else a bullet, or a sign after something unreadable
            return tight and (at == 0 or token.spaced or before.kind == "rel" or before.text in ("(", "[", ","))
        if token.text in ("[", "("):
            return not (at and not token.spaced and self.tokens[at - 1].kind == "name")
        return token.text in ("√", "∛", "∞", "|", "‖", "⌊", "⌈", "$") and token.kind == "sign"

    def is_behind_unread(self, at: int) -> bool:
        """Return whether token `at` continues what stands before it, which was not read as part of its side."""
        if not at:
            return False
        before, token, gap = self.tokens[at - 1], self.tokens[at], self.reader.gap(at)
        symbol = len(before.text) == 1 or before.text.lower() in _UNREAD_WORDS
        bracket = before.text == "]" and token.text == "[" and gap <= _WIDE
        closes = before.kind == "number" or before.text in (")", "]")
        is_factor = token.text == "(" and before.kind == "name" and self.rank_of(before.text) is not None
        if (
            is_factor  # `lr (g + 1)`
            or before.kind in ("dots", "command")
            or before.text in _UNREAD_SIGNS
            or (gap == 0 and (before.kind in ("name", "other") or before.text in ("|", "‖", "_")))
            or (gap == 1 and before.kind == "name" and (before.text == "times" or (symbol and token.kind == "name")))
            or ((gap <= 1 or bracket) and closes and not self.is_numbering(at - 1))
        ):
            return True
        if before.kind != "sign" or before.text not in SIGNS:
            return False
        if at == 1:
            return before.text not in _BULLETS
        return self.tokens[at - 2].kind in ("name", "number", "dots", "other") or self.tokens[at - 2].text in _CLOSING

    def may_begin_with_minus(self, at: int) -> bool:
        """Return whether the sign before token `at`, read as a bullet, may be the minus of what begins there."""
        if not 1 <= at <= 2 or self.tokens[at - 1].text != "-":
            return False
        return at == 1 or self.tokens[0].text in _BULLETS

    def is_range(self, node: Node, at: int) -> bool:
        """Return whether a calculation at token `at` may be a range or a step's number."""
        if not isinstance(node, Sum) or not at or self.tokens[at - 1].kind != "name":
            return False
        first, (sign, second) = node.terms[0][1], node.terms[1]
        if sign != "-" or not isinstance(first, Literal) or not first.text.isdigit():
            return False
        if at == 1:
            return True
        rising = isinstance(second, Literal) and float(first.value) < float(second.value)
        return rising and len(node.terms) == 2 and not self.tokens[at + 1].spaced

    def is_numbering(self, at: int) -> bool:
        """Return whether the bracket at token `at` may end an item's number: `1)`, `(2)`, `4b)`."""
        return (
            at <= 3
            and self.tokens[at].text in (")", "]")
            and any(t.kind == "number" or (t.kind == "name" and len(t.text) == 1) for t in self.tokens[:at])
        )

    def may_have_unit(self, node: Node) -> bool:
        """Return whether a side is a number with a unit's letter directly after it: `24h = 1440 min`."""
        number, letter = (node.left, node.right) if isinstance(node, Binary) and node.sign == "·" else (None, None)
        if not (isinstance(number, Literal) and isinstance(letter, Name) and letter.text in _UNIT_LETTERS):
            return False
        return letter.column == number.column + len(number.text) and not self.reader.rank_of(letter.text)

    def units_differ(self, start: int, at: int, end: int) -> bool:
        """Return whether a result has a unit of measure that no number of its calculation has: `3 days / 2 = 36 h`."""
        units = {
            _singular(token.text)
            for before, token in pairwise(self.tokens[start:at])
            if before.kind == "number" and token.kind == "name" and _may_be_unit(token.text)
        }
        unit = _singular(self.tokens[end].text)
        return bool(units) and unit in MEASURES and unit not in units

    def label_of(self, start: int, at: int) -> list[str]:
        """Return the words (and "+") among the 12 tokens before `at`, in lower case, from token `start` on."""
        words = [
            token.text.lower()
            for token in self.tokens[max(start, at - _LABEL_TOKENS) : at]
            if token.kind == "name" or token.text == "+"
        ]
        return words[-_MOST_WORDS:]

    def defined(self, start: int, at: int) -> list[str]:
        """Return the names that the words from token `start` up to `at` define, at most two; [] for none."""
        tokens = self.tokens[start:at]
        if tokens and tokens[-1].text in (")", "]"):
            for length in (4, 6):
                name = tokens[-length:]
                if len(name) == length and name[0].kind == "name" and name[1].text in ("(", "[") and not name[1].spaced:
                    return ["".join(token.text for token in name)]
            return []
        if any(token.kind == "sign" and token.text in SIGNS for token in tokens[-3:]):
            return []
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
            return [" ".join(words).lower()]  # `the squares of x are …` defines no x
        symbol = len(last) <= 2 or not last.isalpha() or last[:1].isupper()
        return [" ".join(words).lower(), last if symbol else f"?{last}"]

    def relation(self, at: int) -> Relation:
        """Return the relation at token `at`, with words such as `about` and currency signs after it."""
        token = self.tokens[at]
        text = token.text if token.kind == "rel" else "is"
        about = text == "≈" or token.text.lower() in ABOUT_WORDS
        at += 1
        while at < self.last:
            word = self.tokens[at].text
            repeated = word == "≈" or (word == "=" and text == "#")
            if word not in _MONEY and word.lower() not in ABOUT_WORDS and not repeated:
                break
            about, at = about or (word not in _MONEY and word != "="), at + 1
        return Relation(text, about, at)

    def opaque_end(self, at: int, found: Found | None) -> int:
        """Return the index of the next relation sign if a side cannot be read from token `at` on; 0 otherwise."""
        tokens = self.tokens
        whole = found is None or not is_printed(found.node)
        if not whole and not (
            tokens[at].kind == "dots" or (tokens[at].kind == "sign" and tokens[at].text in SIGNS and self.ties(at))
        ):
            return 0
        if found is not None and tokens[at].kind == "rel":
            return 0
        for end in range(at, min(at + _LONGEST_OPAQUE, len(tokens))):
            if tokens[end].kind == "rel":
                return end if tokens[end].text in ("=", "≈", "→", "#") else 0
            if (
                tokens[end].kind in ("stop", "back", "end")
                or tokens[end].text in _CLAUSES
                or self.reader.gap(end) > _WIDEST_GAP
            ):
                return 0
            if tokens[end].text == "," and not self.is_inside_brackets(at, end):
                return 0
        return 0

    def is_left_out(self, at: int, end: int) -> bool:
        """Return whether the tokens from `at` up to `end` are numbers and signs with an ellipsis: `0.5·1.414 + ...`."""
        kinds = {token.kind for token in self.tokens[at:end]}
        return "dots" in kinds and kinds <= {"number", "sign", "dots"}

    def is_inside_brackets(self, start: int, end: int) -> bool:
        """Return whether token `end` is in brackets opened at or after token `start`."""
        depth = 0
        for token in self.tokens[start:end]:
            depth = max(0, depth + (token.text in ("(", "[", "{")) - (token.text in (")", "]", "}")))
        return depth > 0

    def ties(self, at: int) -> bool:
        """Return whether the sign at token `at` connects both of its sides; that of a product or power always does."""
        sign, after = self.tokens[at], self.tokens[min(at + 1, len(self.tokens) - 1)]
        if sign.text in ("·", "/", "^", "⊙", "*", "**"):
            return True
        operand = after.kind in ("number", "name", "dots") or after.text in ("(", "[", "√", "|", "-")
        return operand and (after.spaced == sign.spaced or (after.kind == "number" and self.reader.gap(at) == 1))

    def continues_unread(self, at: int) -> bool:
        """Return whether an operation sign at token `at` continues the expression before it: `0.25 · Z`."""
        token = self.tokens[at]
        return token.text in _EITHER or (token.kind == "sign" and token.text in SIGNS and self.ties(at))

    def begins_name(self, at: int) -> bool:
        """Return whether token `at`, after a label's colon, is a name that is not to be read as a value."""
        after = self.tokens[min(at + 1, len(self.tokens) - 1)]
        return self.tokens[at].kind == "name" and (after.text in ("=", "≈", "(", "_") or self.reader.read(at) is None)


def _may_be_unit(word: str) -> bool:
    """Return whether a word may be a unit: a known measure, or any word that names no operation."""
    return word.lower() in MEASURES or not is_operation(word)


def _singular(word: str) -> str:
    """Return a unit in lower case; one of more than three letters without a plural s."""
    return word.lower().removesuffix("s") if len(word) > _SHORT_UNIT else word.lower()


def can_be_called(name: str) -> bool:
    """Return whether a name before a bracket is an operation: `σ` or the name of a recipe, other than arithmetic."""
    found = find_recipe("sigmoid" if name == "σ" else name)
    return found is not None and found.name != "arithmetic"
