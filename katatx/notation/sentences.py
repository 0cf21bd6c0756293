"""Finding arithmetic in prose: `so 2·3 + 1·2 = 8 matches` contains one calculation.

A sentence is tokenized once, whatever it contains; from any token, `SentenceReader.read` returns the longest expression
that begins there. Words without a known value belong to no expression.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from types import MappingProxyType
from typing import NamedTuple

from katatx.notation.errors import NotationError
from katatx.notation.lexer import TOKEN, Lexer, Token, settled
from katatx.notation.parser import BINDING, CONSTANTS, OF_ONE, Parser, Ranks
from katatx.notation.syntax import Listing, Literal, Name, Node, Sum, Unary
from katatx.notation.walking import all_parts

_LABEL = re.compile(r":(?=\s|$|[-\[(])")
_DECIMAL_COMMA = re.compile(r"\d{1,3}(?:\.\d{3})*,\d{1,2}|0,\d+")
# What only prose has, by the kind of its token; most of a page are ordinary words.
_PROSE = re.compile(
    r"""(?P<name>[A-Za-z][a-z]+(?=[ ,;]|$)(?<!mod)(?<!sqrt))
    |(?P<dots>\.{2,}|…|⋯)
    |(?P<command>\\[A-Za-z]+\d*)
    |(?P<rel>\#+(?=\s*(?:[=≈→]\s*)?[-−+\[(]*\.?\d))
    |(?P<derivative>(?:(?P<open>\(\s?)|(?<![^\W_]))(?P<d>[∂d])\s?(?P<of>[^\W\d_]\w*)\)?\s?/\s?\(?\s?
        (?P=d)\s?(?P<by>[^\W\d_]\w*)(?(open)\s?\)|(?!\s?\)(?!\w)))(?!\w))""",
    re.VERBOSE,
)
# The most spaces allowed before a sign inside an expression; wider gaps separate columns.
_WIDEST_GAP = 6
_MOST_UNIT_WORDS = 3
# Units of measure: numbers with different units are not added.
MEASURES = frozenset(
    ("km", "m", "cm", "mm", "h", "hour", "hours", "min", "minute", "minutes", "s", "sec", "second", "seconds", "ms",
     "day", "days", "week", "weeks", "month", "months", "year", "years", "kg", "g", "mg", "tb", "gb", "mb", "kb", "gib",
     "mib", "kib", "byte", "bytes", "bit", "bits", "thousand", "million", "billion", "cent", "cents", "dollar",
     "dollars")
)  # fmt: skip
_PREFIXED = OF_ONE - {"lg", "ld", "tan", "Sqrt"}
_STARTS = CONSTANTS.keys() | _PREFIXED
_LIBRARIES = frozenset(("np", "numpy", "jnp", "math", "torch", "F", "np.linalg"))
_WRAPPERS = frozenset(("array", "tensor", "print", "round"))


class SentenceLexer(Lexer):
    """Lexer of a line of prose, which never raises.

    Kinds beyond those of expressions are relations (`rel`: "=", "≈", "→", ":" behind a label, "#" before a comment),
    `dots` (omitted terms), `stop` (the end of a sentence) and `other` (what cannot be read).
    """

    is_prose = True

    def __init__(self, text: str) -> None:
        super().__init__(text)
        self.text = text  # of full width too, as it stands on the page
        self.opened: list[str] = []  # brackets: "(", "[" or "call"

    def step(self, position: int) -> int:
        """Read one token of prose or skip white space; return the position after it."""
        found = _PROSE.match(self.text, position)
        if found is not None:
            return self.of_prose(found, str(found.lastgroup))
        made = len(self.made)
        try:
            return super().step(position)
        except NotationError:
            del self.made[made:]
            end = unread.end() if (unread := TOKEN.match(self.text, position)) else position + 1
            return self.add("other", self.text[position:end], position, end)

    def of_prose(self, found: re.Match[str], kind: str) -> int:
        """Add what only prose has: dots, comments, derivatives (as one name), ordinary words."""
        text = {"dots": "…", "rel": "#"}.get(kind, found[0])
        if kind == "derivative":
            kind, text = "name", f"{found['d']}{found['of']}/{found['d']}{found['by']}"
        return self.add(kind, text, *found.span())

    def is_times(self, position: int) -> bool:
        """Return whether an x multiplies: after a word, or as a capital, only before a digit."""
        word = self.text[position] == "X" or (self.made and self.made[-1].kind == "name")
        following = self.text[position + 1 :].lstrip()[:1]
        return super().is_times(position) and (not word or following.isdigit())

    def number(self, word: str, start: int) -> int:
        """Read a number; a point at its end ends the sentence, a comma marks thousands outside square brackets."""
        after = super().number(word.removesuffix("."), start)
        number = self.made[-1]
        is_decimal = not self.opened and self.text[max(0, start - 1)] not in ",." and _DECIMAL_COMMA.fullmatch(word)
        if number.parts and is_decimal:
            self.made[-1] = number._replace(kind="other", text=word, parts=())
        elif number.parts:
            first = [number] if "[" in self.opened else [*settled([number], "thousands")]
            self.made[-1:] = settled(first, "items")
        return after

    def sign(self, word: str, start: int) -> int:
        """Read a sign; those between two sides become `rel`, but not the `=` of a keyword argument."""
        if word in ("(", "["):
            is_call = word == "(" and self.made and self.made[-1].kind == "name" and not self.spaced
            self.opened.append("call" if is_call else word)
        elif word in (")", "]"):
            del self.opened[-1:]
        if word == ":" and "[" not in self.opened and _LABEL.match(self.text, start):
            return self.add("rel", ":", start, start + 1)
        after = super().sign(word, start)
        if self.made and self.made[-1].kind == "rel":
            text = {"==": "=", ":=": "=", "⇒": "→"}.get(self.made[-1].text, self.made[-1].text)
            is_keyword = text == "=" and "call" in self.opened and self.made[-2:][0].kind == "name"
            self.made[-1] = self.made[-1]._replace(kind="sign" if is_keyword else "rel", text=text)
        return after

    def dot(self, start: int) -> int:
        """Read a point: a product, or the end of a sentence."""
        before, after = self.text[start - 1 : start], self.text[start + 1 : start + 2]
        between = self.spaced and after == " " and self.after_operand() and self.made[-1].kind != "number"
        if (before == "]" and after == "[") or between:
            return self.add("sign", "·", start, start + 1)
        return self.add("stop", ".", start, start + 1)


class Found(NamedTuple):
    """An expression that was read, and the index of the token `after` it."""

    node: Node
    after: int


class SentenceReader(Parser):
    """Parser of expressions among words; `tokens` come from a `SentenceLexer`.

    `rank_of` returns the rank (0 number, 1 row, 2 grid) of a name's value, None if it has none; `is_operation` says
    whether a word before a bracket can be called.
    """

    asks_mixed = False
    units = MappingProxyType(dict.fromkeys(MEASURES, 1.0))

    def __init__(self, tokens: list[Token], rank_of: Ranks, is_operation: Callable[[str], bool]) -> None:
        super().__init__(tokens, rank_of)
        self.unit = ""  # of the last number
        self.is_operation = is_operation

    def read(self, at: int) -> Found | None:
        """Return the longest expression that begins at the token with index `at`; None if there is none."""
        self.at, self.depth, self.brackets, self.unit = at, 0, [], ""
        try:
            return Found(self.expression(), self.at)
        except (NotationError, IndexError):
            return None

    def may_be_name(self, at: int) -> bool:
        """Return whether the word at index `at` may begin an expression."""
        text, following = self.tokens[at].text, self.tokens[at + 1]
        if following.text == "(" and not following.spaced:
            return True
        return self.rank_of(text) is not None or text in _STARTS or "(" in text

    def gap(self, at: int) -> int:
        """Return the number of columns between the token at index `at` and the one before it, or the line's start."""
        return self.tokens[at].column - (self.tokens[at - 1].end if at else 1)

    # ---- an expression ends where what follows a sign cannot be read

    def signed(self, left: Node, power: int, is_open_sum: bool) -> Node | None:
        first_two = not is_open_sum and self.after.kind == "number" and self.before.kind in ("number", "name")
        apart = first_two and self.now.spaced and not self.after.spaced  # `at 5 -0.12` is two numbers
        if power == BINDING["+"] and not self.brackets and (self.gap(self.at) > _WIDEST_GAP or apart):
            return None
        node = self.tried(lambda: super(SentenceReader, self).signed(left, power, is_open_sum))
        if isinstance(node, Sum) and _is_share(node.terms[-1][1]) and not _is_share(node.terms[0][1]):
            raise self.wanting("terms of one unit")  # `100 + 10%`
        return node

    def tried(self, parse: Callable[[], Node | None]) -> Node | None:
        """Return what `parse` reads; None, with nothing taken, where that fails."""
        at, depth = self.at, self.depth
        try:
            return parse()
        except NotationError:
            self.at, self.depth = at, depth
            return None

    def beside_sign(self, node: Node, least: int, start: int) -> Node | None:
        return self.tried(lambda: super(SentenceReader, self).beside_sign(node, least, start))

    def meaning(self, left: Node) -> str:
        """Return what an operand and the current token mean side by side; a space multiplies only before a bracket."""
        found = super().meaning(left)
        if found == "product" and not self.multiplies(left):
            return "item" if self.in_list else "none"
        return found

    def multiplies(self, left: Node) -> bool:
        """Return whether what begins here is a factor: tight, a function or grid, or a bracket that goes on."""
        token, last = self.now, self.before
        if not token.spaced or self.gap(self.at) > 1:
            return not token.spaced
        if token.kind != "name":
            return token.text == "["
        if self.is_called() or token.text in _PREFIXED:
            return last.kind == "number" or last.text == ")"
        return last.kind == "name" or any(
            isinstance(each, Listing) or (isinstance(each, Name) and bool(self.rank_of(each.text)))
            for each in all_parts(left)
        )  # `(2) V` is a label before a grid

    def operand(self) -> Node:
        return (self.called_name() if self.at_sign("√") else None) or super().operand()

    def unit_end(self) -> int:
        """Return the index behind up to three unit words if the calculation goes on after them: `30 dials x 16`."""
        at = super().unit_end()
        unit, token, after = self.tokens[at - 1].text.lower(), self.tokens[at], self.ahead(at + 1 - self.at)
        mixed = unit in MEASURES and self.unit not in ("", unit)  # `3 h + 4 min`
        if mixed or not 0 < at - self.at <= _MOST_UNIT_WORDS:
            return self.at
        self.unit = unit if unit in MEASURES else ""
        before, signs = self.tokens[self.at - 2], ("·", "/", "+", "-")
        in_product = self.at > 1 and before.kind == "sign" and before.text in signs
        signed = token.kind == "sign" and token.text in signs and token.spaced and after.spaced
        closes = token.text == ")" and bool(self.brackets)
        return at if signed or closes or (token.text in ("=", "≈") and in_product) else self.at

    def is_word(self, at: int) -> bool:
        after = self.ahead(at + 1 - self.at)
        is_counted = after.text in ("+", "-", "=") and after.spaced  # `4 exp + 4 sum`
        return super().is_word(at) or (is_counted and self.is_operation(self.tokens[at].text))

    def named(self) -> Node:
        token, following = self.now, self.after
        if following.text == "(" and not following.spaced:
            return self.called_name() or self.called_word(token)
        is_known = self.rank_of(token.text) is not None or token.text in _STARTS
        if not is_known or (token.text in ("e", "pi", "π") and not self.is_constant(token, following)):
            raise self.wanting("a known name")
        node = super().named()
        if isinstance(node, Name) and self.rank_of(token.text) is None:
            raise self.wanting("what it is done to")
        return node

    def is_constant(self, token: Token, following: Token) -> bool:
        """Return whether e or π is the number, rather than a name of the page: `the prior is π = 0.3`."""
        number = next((each.text for each in self.tokens[self.at + 1 : self.at + 4] if each.kind == "number"), "")
        has_its_value = following.text in ("=", "≈", "(") and number.startswith("2.7" if token.text == "e" else "3.1")
        begins = self.before.kind not in ("number", "sign")
        is_name = token.text == "e" or (begins and following.text in ("=", "≈"))
        works = following.kind == "sign" and following.text in ("^", "·", "/")
        return works or has_its_value or not is_name or self.rank_of(token.text) is not None

    def called_word(self, token: Token) -> Node:
        """Parse the call of the word `token`; of functions that only print or round a value, its first argument."""
        value, _, text = token.text.rpartition(".")
        name = text if value in _LIBRARIES else token.text
        other = value in ("torch", "F") and name in ("std", "var")  # by n - 1 there
        if name not in _WRAPPERS and (not (self.is_operation(name) or name in _STARTS) or other):
            raise self.wanting("an operation")
        self.take()
        called = self.called(token._replace(text=name))
        return called.arguments[0] if name in _WRAPPERS else called._replace(alone=bool(value))

    def called_name(self) -> Node | None:
        """Take a text such as `P(win)` or `√(d_k)` and return it as a name if it has a value; else take nothing."""
        for length in (4, 6):
            inside = self.tokens[self.at : self.at + length]
            text = "".join(each.text for each in inside)
            if inside[-1].text == ")" and self.rank_of(text) is not None:
                self.at += length
                return Name(text, inside[0].column)
        return None

    def is_called(self) -> bool:
        return self.after.text == "(" and not self.after.spaced and self.is_operation(self.now.text)


def _is_share(node: Node) -> bool:
    return isinstance(node, Literal) and node.text.endswith("%")


def is_printed(node: Node) -> bool:
    """Return whether an expression is a plain number, row or grid, with nothing to calculate; e and π are not."""
    if isinstance(node, Unary) and node.sign == "-" and isinstance(node.operand, Literal):
        return is_printed(node.operand)
    if isinstance(node, Listing):
        return all(map(is_printed, node.items))
    return isinstance(node, Literal) and node.text not in ("e", "pi", "π")
