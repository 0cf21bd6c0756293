"""Finding arithmetic in prose: `so 2·3 + 1·2 = 8 matches` contains one calculation.

A sentence is tokenized once, whatever it contains; from any token, `SentenceReader.read` returns the longest expression
that begins there. Words without a known value belong to no expression. The **rank** of a value is 0 for a number, 1 for
a row, 2 for a grid. A **relation** is a sign between the sides of a claim, such as `=`.

Methods that read a token get its text (`word`) and its indices in the line, and return the index after it.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import NamedTuple

from katatx.notation.brackets import unreadable_brackets
from katatx.notation.errors import NotationError
from katatx.notation.expressions import Reader, is_library
from katatx.notation.syntax import Arguments, Binary, Keywords, Listing, Literal, Name, Node, SideBySide, Sum, Unary
from katatx.notation.tokens import PLAIN, Lexer, Token

# Relations between the sides of a chain: "=" is a claim, "≈" an approximate one, "→" a weaker one, ":" follows a
# label, "#" begins a comment.
RELATIONS = ("=", "≈", "→", ":", "#")
_ARROWS = frozenset(("→", "->", "-->", "⟶", "↦", "⇒", "=>", "⟹"))
_BACK = frozenset(("←", "<-"))
_EQUAL = frozenset(("=", "==", "===", "≡", ":=", "≔"))
_ABOUT = frozenset(("≈", "~", "≃", "≅", "≐", "~=", "=~", "=≈", "≈=", "~~", "∼"))
_LABEL = re.compile(r":(?=\s|$|[-\[(])")
_EITHER = re.compile(r"\+(?:/[-−]|[-−](?=[ \d]))")
_DOTS = re.compile(r"\.{2,}|…|⋯")
_THOUSANDS = re.compile(r"\d{1,3}(?:,\d{3})+(?:\.\d+)?(?![\d.]*\d|,\d)")
# A derivative, read as one name: `∂L/∂w`, `(∂ L)/(∂ w)`, `dL/dz`.
_DERIVATIVE = re.compile(
    r"\(?\s?(?P<sign>[∂d])\s?(?P<of>[^\W\d_]\w*)\)?\s?/\s?\(?\s?(?P=sign)\s?(?P<by>[^\W\d_]\w*)(?P<close>\s?\))?(?!\w)"
)
_DECIMAL_COMMA = re.compile(r"\d{1,3}(?:\.\d{3})*,\d{1,2}(?![\d,])|0,\d+(?![\d,])")
_PARTS = frozenset("½⅓⅔¼¾⅕⅖⅗⅘⅙⅚⅛⅜⅝⅞")
# Ordinary words, which make up most of a page.
_PLAIN_WORD = re.compile(r"[A-Za-z][a-z]+(?=[ ,;]|$)")
_COMMENT = re.compile(r"#+(?=\s*(?:[=≈→]\s*)?[-−+\[(]*\.?\d)")
# The most spaces allowed before a sign inside an expression; wider gaps separate columns.
_WIDEST_GAP = 6
_MOST_UNIT_WORDS = 3
# Words after a number that are not units.
_NO_UNITS = frozenset(
    ("and", "or", "is", "are", "to", "of", "in", "at", "so", "then", "gives", "plus", "minus", "but", "not", "for",
     "if", "from", "vs", "times", "by", "with")
)  # fmt: skip
# Units of measure: numbers with different units are not added.
MEASURES = frozenset(
    ("km", "m", "cm", "mm", "h", "hour", "hours", "min", "minute", "minutes", "s", "sec", "second", "seconds", "ms",
     "day", "days", "week", "weeks", "month", "months", "year", "years", "kg", "g", "mg", "tb", "gb", "mb", "kb", "gib",
     "mib", "kib", "byte", "bytes", "bit", "bits", "thousand", "million", "billion", "cent", "cents", "dollar",
     "dollars")
)  # fmt: skip
# Operations that may be counted like objects, as in `4 exp + 4 sum`.
_COUNTED = frozenset(("exp", "sum", "div", "mul", "add", "log", "sqrt", "max"))
# Operations written without brackets.
_PREFIXED = frozenset(
    ("sqrt", "ln", "log", "log2", "log10", "exp", "tanh", "sin", "cos", "relu", "ReLU", "sigmoid", "abs")
)
_CONSTANTS = frozenset(("e", "π", "pi", "inf", "Inf", "infinity", "Infinity"))
_LOGARITHMS = {"log_2": "log2", "log_10": "log10", "lg": "log10", "log_e": "ln", "lb": "log2", "ld": "log2"}
_STARTS = _CONSTANTS | _PREFIXED | set(_LOGARITHMS)
_WRAPPERS = frozenset(("array", "tensor", "print", "round"))
_DEEPEST = 12
_LONGEST_BRACKET = 60
_MOST_FACTORS = 30


def sentence_tokens(text: str) -> list[Token]:
    """Return the tokens of a line of prose, followed by one of kind `end`. Never raises.

    Kinds beyond those of expressions are relations (`rel`, see RELATIONS), `back` (an arrow to the left), `dots`
    (omitted terms), `stop` (the end of a sentence) and `other` (unknown characters).
    """
    return _SentenceLexer(text, PLAIN).tokens()


class _SentenceLexer(Lexer):
    """Lexer that marks unreadable text as `other` instead of raising an error.

    The methods `read_…` get the text of a token (`word`) and its start and end index, from 0, append the token, and
    return the index after it.
    """

    depth = 0  # of square brackets
    open_brackets = 0
    calls = 0  # open round brackets, counted from that of a call

    def tokens(self) -> list[Token]:
        """Return all tokens of the text, followed by one of kind `end`."""
        text, position = self.text, 0
        while position < len(text):
            word = _PLAIN_WORD.match(text, position)
            if word is not None:
                position = self.add("name", word[0], position, word.end())
            elif text[position] == " ":
                self.spaced = True
                position += 1
            else:
                position = self.step(position)
        self.made.append(Token("end", "", len(text) + 1, self.spaced, self.breaks, len(text) + 1))
        return self.made

    def step(self, position: int) -> int:
        """Read one token of prose or skip white space; return the index after it. Never raises.

        Unreadable characters become `other`, and so do `±` and numbers with a decimal comma.
        """
        letter = self.text[position]
        if letter == "+" and (either := _EITHER.match(self.text, position)):
            return self.add("other", "±", position, either.end())
        if letter.isdigit() and not self.depth:
            comma = None if self.open_brackets else _DECIMAL_COMMA.match(self.text, position)
            if comma is not None and not (position and self.text[position - 1] in ",."):
                return self.add("other", comma[0], position, comma.end())  # a decimal comma, or two numbers
            found = _THOUSANDS.match(self.text, position)
            if found is not None and not (position and self.text[position - 1] in ".,_"):
                return self.add("number", found[0].replace(",", ""), position, found.end())
        if letter in ".…⋯":
            found = _DOTS.match(self.text, position)
            if found is not None:
                return self.add("dots", "…", position, found.end())
        if letter == "#":
            found = _COMMENT.match(self.text, position)
            return self.add("rel" if found else "other", "#", position, found.end() if found else position + 1)
        if letter in "(∂d" and ("∂" in self.text or "/d" in self.text):
            derivative = _DERIVATIVE.match(self.text, position)
            if (
                derivative is not None
                and (letter == "(") == (derivative["close"] is not None)
                and not self.is_in_word(position)
            ):
                return self.add(
                    "name", "{1}{2}/{1}{3}".format(*derivative.group(0, 1, 2, 3)), position, derivative.end()
                )
        if letter in _PARTS and self.text[position - 1 : position].isdigit():  # `1½`
            return self.add("other", letter, position, position + 1)
        made = len(self.made)
        try:
            return super().step(position)
        except NotationError:
            del self.made[made:]
            return self.add("other", letter, position, position + 1)

    def is_times(self, position: int) -> bool:
        """Return whether the x at a position is a multiplication sign.

        After a word, or as a capital, it is one only before a digit.
        """
        word = self.text[position] == "X" or (self.made and self.made[-1].kind == "name")
        following = self.text[position + 1 :].lstrip()[:1]
        return super().is_times(position) and (not word or following.isdigit())

    def is_in_word(self, position: int) -> bool:
        """Return whether the character at a position continues a word."""
        return self.text[position] != "(" and self.text[position - 1 : position].isalnum()

    def read_number(self, word: str, start: int, end: int) -> int:
        """Read a number; a point at its end is left, because it ends the sentence.

        Raise NotationError if it is too long, Ambiguous if a mark may separate two numbers.
        """
        if word.endswith("."):  # the point ends a sentence
            return super().read_number(word[:-1], start, end - 1)
        return super().read_number(word, start, end)

    def refuse_endless(self, word: str, start: int, end: int) -> None:
        """Refuse nothing: dots after a number may also be those of the sentence."""

    def read_sign(self, word: str, start: int, end: int) -> int:
        """Read a sign; signs that relate two sides become `rel` or `back`, but not the `=` of a keyword argument.

        Raise NotationError for a `_` that begins no name, Ambiguous for a dash after an operand without a space.
        """
        plain = "".join(word.split())
        self.open_brackets = max(0, self.open_brackets + (word in ("(", "[")) - (word in (")", "]")))
        if word == "(" and (self.calls or (self.made and self.made[-1].kind == "name" and not self.spaced)):
            self.calls += 1
        elif word == ")":
            self.calls = max(0, self.calls - 1)
        if plain in _EQUAL and not (self.calls and self.made[-1].kind == "name"):
            return self.add("rel", "=", start, end)
        if plain in _ABOUT:
            return self.add("rel", "≈", start, end)
        if plain in _ARROWS:
            return self.add("rel", "→", start, end)
        if plain in _BACK:
            return self.add("back", "←", start, end)
        if word == ":" and not self.depth and _LABEL.match(self.text, start):
            return self.add("rel", ":", start, end)
        self.depth = max(0, self.depth + (word == "[") - (word == "]"))
        if plain in _EQUAL:
            return self.add("sign", "=", start, end)  # a keyword argument
        return super().read_sign(word, start, end)

    def read_dot(self, word: str, start: int, end: int) -> int:
        """Read a point: a method, a product, or the end of a sentence."""
        before, after = self.text[start - 1 : start], self.text[end : end + 1]
        if after.isalpha() and self.made and self.made[-1].text in (")", "]", "ᵀ") and not self.spaced:
            return super().read_dot(word, start, end)
        between = self.spaced and after == " " and self.after_operand() and self.made[-1].kind != "number"
        if (before == "]" and after == "[") or between:
            return self.add("sign", "·", start, end)
        return self.add("stop", ".", start, end)


class Found(NamedTuple):
    """An expression that was read, and the index of the token `after` it."""

    node: Node
    after: int


class SentenceReader(Reader):
    """Parser of expressions among words; `tokens` come from `sentence_tokens`.

    `rank_of` returns the rank (0 number, 1 row, 2 grid) of a name's value, None if it has none; `is_operation` says
    whether a word before a bracket can be called. Methods that parse begin at the current token, advance past what they
    parsed, and return its node; they raise NotationError at a token that does not fit.
    """

    def __init__(
        self, tokens: list[Token], rank_of: Callable[[str], int | None], is_operation: Callable[[str], bool]
    ) -> None:
        super().__init__(tokens, PLAIN)
        self.asks_mixed = False
        self.unit = ""  # unit of the last number
        self.rank_of = rank_of
        self.is_operation = is_operation
        self.unreadable = unreadable_brackets(tokens, _DEEPEST)

    def read(self, at: int) -> Found | None:
        """Return the longest expression that begins at the token with index `at`; None if there is none."""
        self.at, self.depth, self.in_row, self.closing = at, 0, 0, []
        try:
            return Found(self.sum(), self.at)
        except (NotationError, IndexError):
            return None

    def may_be_name(self, at: int) -> bool:
        """Return whether the word at index `at` may begin an expression.

        It may if it has a value, is a constant or an operation without brackets, or if a bracket follows it directly.
        """
        text, following = self.tokens[at].text, self.tokens[at + 1]
        if following.text == "(" and not following.spaced:
            return True
        return self.rank_of(text) is not None or text in _STARTS or "(" in text

    def gap(self, at: int) -> int:
        """Return the number of columns between the token at index `at` and the one before it, or the line's start."""
        return self.tokens[at].column - (self.tokens[at - 1].end if at else 1)

    def go_deeper(self, what: str) -> None:
        """Increase the nesting depth, which the caller decreases afterwards; raise NotationError if it exceeds 12."""
        super().go_deeper(what)
        if self.depth > _DEEPEST:
            raise self.error_wanting("fewer brackets")

    def listing(self, close: str) -> Listing:
        """Parse a list up to the bracket `close`: items separated by commas or spaces, rows by semicolons.

        Raise NotationError at once if it cannot be read to its end.
        """
        self.refuse_unreadable()
        return super().listing(close)

    def arguments(self) -> tuple[Arguments, Keywords, SideBySide | None]:
        """Parse `(a, b, key=value)`; return what `Brackets.arguments` does.

        Raise NotationError at once if the bracket cannot be read to its end.
        """
        self.refuse_unreadable()
        return super().arguments()

    def refuse_unreadable(self) -> None:
        """Raise NotationError if the current token is a bracket that cannot be read to its end."""
        if self.at in self.unreadable:
            raise self.error_wanting("a bracket that is closed")

    def count_up(self, count: int) -> int:
        """Return `count` + 1, the number of factors in a chain. Raise NotationError for more than 30."""
        if count >= _MOST_FACTORS:
            raise self.error_wanting("fewer factors")
        return count + 1

    def mark(self) -> tuple[int, int, int, int]:
        """Return the current state of the parser, for `go_back`."""
        return self.at, self.depth, self.in_row, len(self.closing)

    def go_back(self, mark: tuple[int, int, int, int]) -> None:
        """Restore a state that `mark` returned outside all brackets.

        Call it only while a NotationError is handled; if the state is inside a bracket, that error is raised again.
        """
        self.at, self.depth, self.in_row, open_brackets = mark
        if open_brackets:
            raise  # noqa: PLE0704 - called where an error is handled
        self.closing.clear()

    # ---- where words are no operands

    def sum(self, tight: bool = False) -> Node:
        """Parse terms joined by + and -, as far as they belong together.

        Outside brackets, the sum ends before a term that cannot be read, one whose sign follows a gap of more than 6
        columns, and a second number with its sign directly before it: `5 -0.12`. With `tight`, an item that begins with
        a minus ends it too. Raise NotationError for an unreadable term in brackets, for terms with different units of
        measure, and for a percentage added to something else.
        """
        self.go_deeper("brackets")
        self.unit = ""
        first = self.product(tight)
        terms = [("+", first)]
        units = {self.unit}
        while self.at_sign("+", "-") and not (tight and self.starts_item()):
            # `at 5 -0.12` is two numbers
            first_two = len(terms) == 1 and self.after.kind == "number" and self.before.kind in ("number", "name")
            apart = first_two and self.now.spaced and not self.after.spaced
            if not self.closing and (self.gap(self.at) > _WIDEST_GAP or apart):
                break
            mark, sign = self.mark(), self.take().text
            try:
                self.unit = ""
                terms.append((sign, _ungrouped(self.product(tight))))
            except NotationError:
                self.go_back(mark)
                break
            units.add(self.unit)
            if len(units - {""}) > 1 or _is_share_of(first, terms[-1][1]):
                raise self.error_wanting("terms of one unit")
        self.depth -= 1
        return first if len(terms) == 1 else Sum((("+", _ungrouped(first)), *terms[1:]), first.column)

    def product(self, tight: bool = False) -> Node:
        """Parse factors as far as they can be read; outside brackets, a sign before something unreadable is left.

        In brackets that raises NotationError. `tight` is not used.
        """
        node = self.factor()
        factors = 1
        while self.at_sign("·", "/", "⊙", "*") or self.is_beside(tight):
            mark, column = self.mark(), self.now.column
            sign = self.take().text if self.at_sign("·", "/", "⊙", "*") else "·"
            try:
                right = self.factor()
                node = self.applied(sign, node, right, column)
            except NotationError:
                self.go_back(mark)
                break
            factors = self.count_up(factors)
        return node

    def applied(self, sign: str, left: Node, right: Node, column: int) -> Node:
        """Return the node of a product or quotient; square brackets around a single item of it are left out."""
        return super().applied(sign, _ungrouped(left), _ungrouped(right), column)

    def factor(self) -> Node:
        """Parse a power with an optional sign before it; square brackets around one item after a minus are dropped."""
        node = super().factor()
        return node._replace(operand=_ungrouped(node.operand)) if isinstance(node, Unary) and node.sign == "-" else node

    def power(self) -> Node:
        """Parse an operand with an optional exponent; outside brackets, an exponent that cannot be read is left.

        In brackets that raises NotationError.
        """
        mark = self.mark()
        try:
            return super().power()
        except NotationError:
            self.go_back(mark)
            return self.postfix()

    def is_beside(self, tight: bool) -> bool:
        """Return whether the current token begins a factor beside the last operand: `2π`, `0.5 ln(2)`, `2(3 + 4)`.

        In prose, a name after a name, a transpose or a bracket is one only if it is a grid's: `x W`, `softmax(S) V`. A
        bracket must hold a row or grid itself. `tight` is not used.
        """
        token, last = self.now, self.before
        if token.kind == "sign" and token.text in ("(", "["):
            return self.is_bracket_beside(token, last)
        if token.kind != "name" or (self.in_row and token.spaced and self.closing[-1] != ")"):
            return False
        if token.text in _STARTS - _CONSTANTS or (
            self.after.text == "(" and not self.after.spaced and self.is_operation(token.text)
        ):
            return (last.kind == "number" or last.text == ")") and token.column - last.end <= 1  # `0.5 ln(2)`
        rank = self.rank_of(token.text)
        if last.kind == "number":
            return not token.spaced and (rank is not None or token.text in ("e", "π", "pi"))
        if last.text == ")":
            return rank == 2 and token.column - last.end <= 1 and self.closes_rows()
        known = last.kind == "name" or last.text == "ᵀ"
        return known and rank == 2 and token.column - last.end <= 1

    def closes_rows(self) -> bool:
        """Return whether the round bracket closed last holds a row or grid, by name or written out.

        With numbers alone, `(1/2)` or `max(1, 2)`, it may belong to a label.
        """
        at, depth = self.at - 1, 0
        while at >= 0:
            token = self.tokens[at]
            depth += (token.text == ")") - (token.text == "(")
            if token.text == "[" or (token.kind == "name" and self.rank_of(token.text)):
                return True
            if not depth:
                break
            at -= 1
        return False

    def is_bracket_beside(self, token: Token, last: Token) -> bool:
        """Return whether the bracket `token` after `last` means a product: `2(3 + 4)`, `0.1 [1, 2]`, two grids."""
        if token.text == "[":
            if self.in_row or last.text not in (")", "]"):
                return last.kind == "number" and not self.in_row and token.column - last.end <= 1
            return token.column - last.end <= 1
        if last.kind != "number" and last.text != ")":
            return False
        return not token.spaced or (not self.in_row and token.column - last.end == 1 and self.continues_after_bracket())

    def continues_after_bracket(self) -> bool:
        """Return whether `=`, `≈`, `+`, `·`, `/` or `^` follows the bracket that opens here.

        It is no aside in the text then. False if a relation is inside the bracket, or if it has more than 60 tokens.
        """
        depth = 0
        for at in range(self.at, min(self.at + _LONGEST_BRACKET, len(self.tokens) - 1)):
            token = self.tokens[at]
            depth += (token.text in ("(", "[")) - (token.text in (")", "]"))
            if token.kind == "rel" and depth:
                return False
            if not depth:
                after = self.tokens[at + 1]
                return (after.kind == "rel" and after.text in ("=", "≈")) or after.text in ("+", "·", "/", "^")
        return False

    def starts_item(self) -> bool:
        """Return whether another item of an open list begins here, without a comma; False outside lists."""
        return self.in_row > 0 and super().starts_item()

    def number(self) -> Node:
        """Parse a number, and skip its unit if the calculation goes on after it.

        `0.85M` is a product if M has a value other than a number.
        """
        token = self.now
        letter = token.text[-1:]
        if letter.isalpha() and self.rank_of(letter):  # `0.85M` is a product with the grid M, not millions
            self.take()
            number = Literal(token.text[:-1], float(token.text[:-1]), token.column)
            return Binary("·", number, Name(letter, token.end - 1), token.column)
        node = super().number()
        self.skip_unit()
        return node

    def joins_thousands(self) -> bool:
        """Return False, because the lexer has joined thousands already."""
        return False

    def skip_unit(self) -> None:
        """Skip up to three unit words after a number if the calculation continues after them: `30 dials x 16`.

        Where there are unit words, `self.unit` is set even if none is skipped: to the last of them if it is a known
        measure, else to "".
        """
        in_product = self.at > 1 and self.tokens[self.at - 2].kind == "sign" and self.tokens[self.at - 2].text in "·/+-"
        for ahead in range(_MOST_UNIT_WORDS + 1):
            token = self.tokens[min(self.at + ahead, len(self.tokens) - 1)]
            after = self.tokens[min(self.at + ahead + 1, len(self.tokens) - 1)]
            if token.kind == "name" and ahead < _MOST_UNIT_WORDS and self.gap(self.at + ahead) == 1:
                if self.is_operand(token, after):
                    return
                continue
            signed = token.kind == "sign" and token.text in ("·", "/", "+", "-") and token.spaced and after.spaced
            if ahead:
                unit = self.tokens[self.at + ahead - 1].text
                self.unit = unit if unit.lower() in MEASURES else ""
            if ahead and (signed or (token.text in ("=", "≈") and in_product) or (token.text == ")" and self.closing)):
                self.at += ahead
            return

    def is_operand(self, token: Token, after: Token) -> bool:
        """Return whether the word `token` after a number is an operand, or an ordinary word, rather than a unit."""
        if token.text in _COUNTED and after.text in ("+", "-", "=") and after.spaced:
            return False  # `4 exp + 4 sum`
        known = self.rank_of(token.text) is not None or token.text in _CONSTANTS or token.text in _PREFIXED
        return known or token.text.lower() in _NO_UNITS

    def named(self) -> Node:
        """Parse a known name, a constant or an operation.

        Raise NotationError for an ordinary word, for an e without a sign or its value after it, and for a π that the
        page defines: `π = 0.3`.
        """
        token, following = self.now, self.after
        if following.text == "(" and not following.spaced:
            return self.called_name() or self.called_word(token)
        if self.rank_of(token.text) is not None:
            self.take()
            return Name(token.text, token.column)
        if token.text in _PREFIXED or token.text in _LOGARITHMS:
            return self.prefixed(token, following)
        if token.text in ("e", "pi", "π"):
            alone = following.kind != "sign" or following.text not in ("^", "·", "/", "**")
            numbers = [each.text for each in self.tokens[self.at + 1 : self.at + 4] if each.kind == "number"]
            digits = "2.7" if token.text == "e" else "3.1"
            has_its_value = following.text in ("=", "≈", "(") and bool(numbers) and numbers[0].startswith(digits)
            begins = self.before.kind not in ("number", "sign")
            if alone and not has_its_value and (token.text == "e" or (begins and following.text in ("=", "≈"))):
                raise self.error_wanting("a number")  # a name defined by the page: `the prior is π = 0.3`
        elif token.text.lower() not in ("inf", "infinity"):
            raise self.error_wanting("a known name")
        return super().named()

    def called_word(self, token: Token) -> Node:
        """Parse the call of the word `token`, which is current: `softmax(x)`.

        Of functions that only print or round a value, the first argument is returned. Raise NotationError for a word
        that cannot be called.
        """
        if token.text in _LOGARITHMS:
            self.take()
            return self.called(token._replace(text=_LOGARITHMS[token.text]))
        if token.text in _WRAPPERS:
            self.take()
            return self.listing(")").items[0]
        if not (self.is_operation(token.text) or is_library(token.text) or token.text in _STARTS):
            raise self.error_wanting("an operation")
        return super().named()

    def prefixed(self, token: Token, following: Token) -> Node:
        """Parse the operation `token`, which is current, without brackets, as `ln 2`; `following` is the next token.

        Raise NotationError for `log2 3/8`, which is ambiguous, and if `following` begins no operand.
        """
        if following.kind not in ("number", "name") and following.text not in ("√", "-", "(", "|"):
            raise self.error_wanting("what it is done to")
        self.take()
        if token.text == "sqrt":
            return Unary("√", self.under_root(), token.column)
        node = self.applied_function(token._replace(text=_LOGARITHMS.get(token.text, token.text)))
        if self.at_sign("/") and not self.now.spaced and self.before.kind == "number":
            raise self.error_wanting("a bracket")
        return node

    def called_name(self) -> Node | None:
        """Take a text such as `P(win)` and return it as a name if it has a value; else take nothing and return None."""
        for length in (4, 6):
            inside = self.tokens[self.at : self.at + length]
            text = "".join(each.text for each in inside)
            if inside[-1].text == ")" and self.rank_of(text) is not None:
                self.at += length
                return Name(text, inside[0].column)
        return None


def _ungrouped(node: Node) -> Node:
    """Return the only item of a list, unless it is a list; any other node as it is.

    In prose, square brackets may only group, as in `1/4 [1.2 + 3]`.
    """
    single = isinstance(node, Listing) and len(node.items) == 1 and not isinstance(node.items[0], Listing)
    return node.items[0] if single and isinstance(node, Listing) else node


def _is_share_of(first: Node, term: Node) -> bool:
    """Return whether `term` is a percentage and `first`, the first term of the sum, is not: `100 + 10%`."""
    percent = isinstance(term, Literal) and term.text.endswith("%")
    return percent and not (isinstance(first, Literal) and first.text.endswith("%"))


def is_printed(node: Node) -> bool:
    """Return whether an expression is a plain number, row or grid, with nothing to calculate; e and π are not."""
    match node:
        case Literal():
            return node.text not in ("e", "pi", "π")
        case Unary():
            return node.sign == "-" and isinstance(node.operand, Literal) and node.operand.text not in ("e", "pi", "π")
        case Listing():
            return all(map(is_printed, node.items))
        case _:
            return False
