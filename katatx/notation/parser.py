"""Tokens to nodes: one Pratt parser, one table of signs, one rule for what stands side by side.

A method that parses begins at the current token, advances past what it parsed, and returns its node. It raises
NotationError, with the column, at a token that does not fit, and Ambiguous for what has two readings. The **rank** of a
name is 0 for a number, 1 for a row, 2 for a grid, and None if it has no value.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from itertools import chain
from typing import Any, NamedTuple, TypeVar

from katatx.notation.errors import Ambiguous, NotationError, either
from katatx.notation.latex import tokens_of
from katatx.notation.lexer import DEEPEST, Token, ended, number_value, settled
from katatx.notation.printing import write_expression
from katatx.notation.quoting import quote
from katatx.notation.syntax import Binary, Call, Listing, Literal, Name, Node, Pick, Slice, Sum, Unary

T = TypeVar("T")
Ranks = Callable[[str], int | None]
# How strongly a sign binds what is left of it; `^` alone binds to the right.
BINDING = {
    "+": 10, "-": 10, "·": 20, "*": 20, "/": 20, "//": 20, "⊙": 20, "mod": 20, "%": 20, "^": 40, "ᵀ": 50
}  # fmt: skip
BESIDE, ARGUMENT, APPLIED, ROOT, BEHIND = 20, 22, 23, 35, 50
CLOSING = {"(": ")", "[": "]", "|": "|", "‖": "‖", "⌊": "⌋", "⌈": "⌉", "⟨": "⟩", "<": ">"}
CONSTANTS = {
    "e": 2.718281828459045, "pi": 3.141592653589793, "π": 3.141592653589793, "Pi": 3.141592653589793,
    **dict.fromkeys(("inf", "Inf", "infinity", "Infinity", "∞"), float("inf")),
}  # fmt: skip
# Functions of one value, written without brackets before one operand.
OF_ONE = frozenset(
    ("ln", "log", "log2", "log10", "lg", "ld", "exp", "tanh", "sin", "cos", "tan", "sigmoid", "relu",
     "ReLU", "abs")
)  # fmt: skip
# Units behind numbers, with their sizes in bytes, seconds and single operations.
UNITS = {
    "B": 1.0, "byte": 1.0, "bytes": 1.0, "Bytes": 1.0, "bit": 0.125, "bits": 0.125, "KB": 1e3, "kB": 1e3, "MB": 1e6,
    "GB": 1e9, "TB": 1e12, "KiB": 2.0**10, "MiB": 2.0**20, "GiB": 2.0**30, "TiB": 2.0**40, "s": 1.0, "sec": 1.0,
    "seconds": 1.0, "ms": 1e-3, "μs": 1e-6, "µs": 1e-6, "us": 1e-6, "ns": 1e-9, "min": 60.0, "h": 3600.0,
    "FLOP": 1.0, "FLOPs": 1.0, "FLOPS": 1.0, "GFLOPs": 1e9, "TFLOPs": 1e12, "TFLOPS": 1e12, "PFLOPs": 1e15,
}  # fmt: skip
LONGEST_CHAIN = 100
TOO_DEEP = "too many brackets, powers or roots inside one another; write the calculation in parts"
_BEGINS = frozenset("([√|‖⌊⌈⟨")
# Names with a value by their rank, and what multiplies an operand that stands behind a space.
_RANKED = ("scalar", "vector", "grid")
_VALUES = (*_RANKED, "result", "bracket")
_FACTORS = dict.fromkeys(("scalar", "vector", "function", "("), ("number", *_VALUES)) | {
    "bar": _VALUES,
    "[": ("number",),
}


def no_ranks(_name: str) -> int | None:
    """Return the rank of every name where none has a value."""
    return None


def read_expression(text: str, rank_of: Ranks = no_ranks) -> Node:
    """Return the expression tree of a text without `=`. Raise NotationError, or Ambiguous for two readings."""
    return read_tokens(tokens_of(text)[0][:-1], rank_of)


def read_tokens(
    tokens: list[Token], rank_of: Ranks = no_ranks, commas: str = "", units: Mapping[str, float] | None = None
) -> Node:
    """Return the expression tree of tokens without an end token.

    `commas` is what those in numbers mean, if known. With `units`, words behind numbers are read: those in it multiply
    by their size, others are left out.
    """
    parser = Parser(ended(settled(tokens, commas)), rank_of)
    parser.units = units
    return parser.whole()


def unit_at_end(tokens: list[Token], rank_of: Ranks) -> tuple[list[Token], str]:
    """Return tokens without the words behind their last number, and the first of these words, which may be a unit."""
    parser = Parser(ended(tokens), rank_of)
    parser.at = end = max((at for at, token in enumerate(tokens, 1) if token.kind == "number"), default=len(tokens))
    is_unit = end < parser.unit_end() == len(tokens)
    return (tokens[:end], tokens[end].text) if is_unit else (tokens, "")


def beside(left: str, right: str, spaced: bool, in_list: bool, in_round: bool) -> str:
    """Return what two operands without a sign between them mean: product, index, item, or none: nothing, or two things.

    An item is a number of its own. The kinds of operands are number; scalar, vector and grid, which are names with a
    value; name, without one; result and bracket on the left; function, bar, ( [ [[ and none on the right; row.
    """
    if right == "none":
        return "none"
    if not spaced:
        if right[0] == "[" and left != "number":
            return "item" if left == "row" and in_list else "index"
        return "item" if right == "number" else "product"
    if right == "number":
        return "item"
    if (left == "grid" or right in ("grid", "[[")) and left not in ("name", "row"):
        return "item" if in_list and not in_round else "product"
    if in_list:
        return "none" if left == "number" and right in _RANKED else "item"
    if left == right and (left == "vector" or (left == "scalar" and in_round)):
        return "none"
    return "product" if left in _FACTORS.get(right, ()) else "item"


class Bracket(NamedTuple):
    """An open bracket: the sign that closes it, and whether spaces part what is in it."""

    closing: str
    is_list: bool = False
    is_call: bool = False


class Parser:
    """Reads tokens from the left; the last has the kind `end`. Use `whole` to parse all of them."""

    asks_mixed = True  # whether `1 1/2` is asked about
    units: Mapping[str, float] | None = None  # sizes of units behind numbers; None where words there mean something
    round_lists = False  # whether spaces part items in round brackets too, as in an answer

    def __init__(self, tokens: list[Token], rank_of: Ranks = no_ranks) -> None:
        self.tokens, self.at, self.rank_of = tokens, 0, rank_of
        self.brackets: list[Bracket] = []
        self.depth = 0

    # ---- the position

    @property
    def now(self) -> Token:
        return self.tokens[self.at]

    @property
    def after(self) -> Token:
        return self.ahead(1)

    def ahead(self, count: int) -> Token:
        return self.tokens[min(self.at + count, len(self.tokens) - 1)]

    @property
    def before(self) -> Token:
        return self.tokens[self.at - 1]

    @property
    def in_list(self) -> bool:
        return bool(self.brackets) and self.brackets[-1].is_list

    @property
    def in_round(self) -> bool:
        return self.closing == ")" and not self.brackets[-1].is_call

    @property
    def closing(self) -> str:
        return self.brackets[-1].closing if self.brackets else ""

    def take(self, text: str = "") -> Token:
        """Advance, past `text` if given, and return what was taken."""
        if text and not (self.now.text == text and self.now.kind != "name"):
            raise self.wanting(f'a comma or "{text}"' if text in ("]", ")") else f'"{text}"')
        self.at += 1
        return self.tokens[self.at - 1]

    def at_sign(self, *signs: str) -> bool:
        return self.now.text in signs and self.now.kind == "sign"

    def wanting(self, wanted: str) -> NotationError:
        """Return an error that says what is wanted at the current token."""
        token = self.now
        found, before = quote(token.text), self.before.text if self.at else ""
        problem = f"found {found} where {wanted} should be; write that there, or delete {found}"
        if token.kind == "end" or token.end == token.column:
            problem = f"{wanted} is missing{f' after {quote(before)}' if before else ''}; add it there"
        return NotationError(problem, token.column)

    # ---- a whole line

    def whole(self) -> Node:
        node = self.items("", self.now.column)
        if self.now.kind != "end":
            raise self.wanting("an operation sign such as + or the end of the line")
        return node

    # ---- the loop

    def expression(self, least: int = 0) -> Node:
        """Parse an expression whose signs bind at least as strongly as `least`."""
        self.depth += 1
        if self.depth > DEEPEST:
            raise NotationError(TOO_DEEP, self.now.column)
        node = self.chain(least)
        self.depth -= 1
        return node

    def chain(self, least: int) -> Node:
        """Parse operands and the signs behind them, as long as these bind at least as strongly as `least`."""
        start, node, length = self.at, self.operand(), 1
        open_sum: Node | None = None  # a sum made here, whose terms go on
        while True:
            sign, power = self.now, BINDING.get(self.now.text, 0)
            if self.ends(sign):
                return node
            if sign.kind == "sign" and power:
                if power < least and not (least == ARGUMENT and self.is_tight("/")):  # `dot a/2 b`
                    return node
                following = self.signed(node, power, node is open_sum)
                open_sum = following if power == BINDING["+"] else None
            else:
                following = self.beside_sign(node, least, start)
            if following is None:
                return node
            node, length = following, length + (power != BINDING["+"])
            if length > LONGEST_CHAIN:
                many = f"more than {LONGEST_CHAIN} factors, transposes or picks in a row"
                raise NotationError(f"{many}; write them in parts: a = 2·3; a·4", sign.column)

    def ends(self, sign: Token) -> bool:
        """Return whether the current token ends every expression: a closing bracket, or the next item of a list."""
        if self.in_round and not self.in_list and self.is_signed_item():
            raise either(sign.column, "it with a space on both sides of the minus", "a comma before the minus")
        return (sign.text == self.closing != "") or (self.in_list and self.is_signed_item())

    def is_signed_item(self) -> bool:
        """Return whether a minus begins the next item of a list, as in `[1 -2]`."""
        return self.now.text in ("-", "+") and self.now.spaced and not self.after.spaced and self.after.kind != "end"

    def is_tight(self, sign: str) -> bool:
        return self.at_sign(sign) and not (self.now.spaced or self.after.spaced)

    def signed(self, left: Node, power: int, is_open_sum: bool) -> Node | None:
        """Take the sign after an operand, parse what is right of it, and return the node of both."""
        sign = self.take()
        column = sign.column
        if sign.text == "ᵀ" or (sign.text == "^" and self.now.text in ("T", "ᵀ") and self.rank_of("T") is None):
            self.at += sign.text == "^"
            return Unary("ᵀ", left, column)
        if sign.text == "^":
            return Binary("^", left, self.expression(power), column)
        right = self.expression(power + 1)
        if sign.text in ("+", "-"):
            terms = left.terms if is_open_sum and isinstance(left, Sum) else (("+", left),)
            return Sum((*terms, (sign.text, right)), left.column)
        return self.product_of(sign.text, left, right, column)

    def product_of(self, sign: str, left: Node, right: Node, column: int) -> Node:
        if sign in ("mod", "%"):
            return Call("mod", (left, right), False, column)
        if sign == "//":
            return Call("floor", (Binary("/", left, right, column),), False, column)
        if sign == "*" and (isinstance(left, Literal) or isinstance(right, Literal)):
            sign = "·"
        merged = _scientific(left, right) if sign == "·" else None
        return merged or Binary(sign, left, right, column)

    # ---- without a sign

    def beside_sign(self, node: Node, least: int, start: int) -> Node | None:
        """Return the node of an operand and what stands beside it; None if that is no part of it."""
        meaning, column = self.meaning(node), self.now.column
        if meaning == "index" and least <= BEHIND:
            return self.pick(node)
        if least > BESIDE and not (least in (ARGUMENT, APPLIED) and not self.now.spaced):
            return None
        if meaning != "product":
            return None
        self.refuse_unclear_product(start)
        right = self.expression(BESIDE + 1)
        return Binary("·", node, right, column)

    def meaning(self, left: Node) -> str:
        """Return what an operand and the current token mean side by side."""
        found = beside(self.left(left), self.right(), self.now.spaced, self.in_list, self.in_round)
        is_place = self.after.kind == "number" and self.ahead(2).text == "]"  # `½[1 + 3]` is a product
        return found if found != "index" or is_place or isinstance(left, (Name, Call, Pick)) else "product"

    def left(self, node: Node) -> str:
        last = self.before
        if isinstance(node, Name):
            rank = self.rank_of(node.text)
            return "name" if rank is None else _RANKED[rank]
        if isinstance(node, Listing) or last.text == "ᵀ":
            return "row" if isinstance(node, Listing) else "grid"
        closed = last.text in (")", "]", "|", "‖", "!", "%")
        return "number" if last.kind == "number" else "bracket" if closed else "result"

    def right(self) -> str:
        token, after = self.now, self.after
        if token.kind == "name":
            rank = self.rank_of(token.text)
            applies = token.text in OF_ONE or (after.text == "(" and not after.spaced and token.text not in CONSTANTS)
            return _RANKED[rank] if rank is not None else "function" if applies else "name"
        if token.kind != "sign" or token.text not in _BEGINS or token.text == self.closing:
            return "number" if token.kind == "number" else "none"
        return "[[" if token.text == after.text == "[" else token.text if token.text in "([" else "bar"

    def refuse_unclear_product(self, start: int) -> None:
        """Raise Ambiguous where a product without a sign follows a division, root or power: `1/2x`, `√2x`, `2^3x`."""
        last, sign = self.before, self.tokens[max(self.at - 2, start)]
        near = sign.text in ("/", "//") or (sign.text in ("√", "^") and not self.now.spaced)
        typed = sign.end > sign.column  # how far a superscript goes is plain
        if near and typed and last.kind in ("number", "name"):
            raise either(self.now.column, f"· after {quote(last.text)}", "the product in brackets")

    # ---- operands

    def operand(self) -> Node:
        """Parse what begins an expression: a number, a name, a sign before an operand, or a bracket."""
        token = self.now
        if token.kind == "number":
            return self.number()
        if token.kind == "name":
            return self.named()
        if token.kind == "sign":
            if token.text in ("-", "+"):
                self.take()
                if self.at_sign("-", "+") and not self.now.spaced:
                    raise self.wanting("a number")
                node = self.expression(BESIDE + 1)  # -a·b is (-a)·b
                return node if token.text == "+" else Unary("-", node, token.column)
            if token.text == "√":
                return Unary(self.take().text, self.expression(ROOT), token.column)
            if token.text in CLOSING and token.text != self.closing:
                return self.bracketed()
        raise self.wanting("a number, a name or a bracket")

    def number(self) -> Node:
        """Parse a number with its percent sign. Raise Ambiguous for what is open: `0,5`, `1 048`, `1/2%`."""
        before, token = self.tokens[self.at - 1] if self.at else self.now, self.take()
        if token.parts:
            raise _open_comma(token)
        plain = re.sub(r"^0+(?=\d)", "", token.text)
        if plain != token.text and before.kind == "number" and token.spaced:
            raise either(token.column, before.text + token.text, f"[{before.text}, {plain}]")
        if plain != token.text and before.text in (",", "-"):
            raise either(token.column, f"{token.text} without the {quote(before.text)} before it", plain)
        value = _value(token.text, token.column)
        if not self.at_sign("%") or self.is_mod_sign():
            return self.with_unit(Literal(token.text, value, token.column))
        if before.text == "/" and not (before.spaced or token.spaced):
            raise either(token.column, "0.5%", "1/(2%)")
        self.take()
        return Literal(f"{token.text}%", value / 100, token.column)

    def with_unit(self, number: Literal) -> Literal:
        """Skip words behind a number, where no operand follows them; a unit among them multiplies."""
        unit, end = self.now.text, self.at if self.units is None or self.now.kind != "name" else self.unit_end()
        size = 1.0 if self.units is None or end == self.at else self.units.get(unit, 1.0)
        self.at = end
        return number if size == 1 else Literal(f"{number.text} {unit}", number.value * size, number.column)

    def unit_end(self) -> int:
        """Return the index behind the unit that may begin here, or the current one."""
        at = self.at
        word = self.now.text
        may_be_unit = word in UNITS or word in (self.units or ()) or (len(word) > 2 and word.isalpha())
        while may_be_unit and self.is_word(at) and not self.in_list:
            at += 1
        joins = self.tokens[at].text in ("/", "-") and not self.tokens[at].spaced
        if at > self.at and joins and self.is_word(at + 1):  # `50 tokens/s`, `80 GPU-hours`
            at += 2
        after = self.tokens[at]
        return self.at if after.kind in ("number", "name") or after.text in ("(", "[", "√", "^", "_") else at

    def is_word(self, at: int) -> bool:
        return self.tokens[at].kind == "name" and self.rank_of(self.tokens[at].text) is None

    def is_mod_sign(self) -> bool:
        """Return whether the current % is a remainder: `7 % 3`, `768%12`; in `20% 80%` both are percent signs."""
        if not (self.after.kind in ("number", "name") or self.after.text == "("):
            return False
        return self.now.spaced == self.after.spaced and not (self.now.spaced and self.in_list)

    def named(self) -> Node:
        """Parse a constant, a value, or a call: `f(x)`, `softmax 1 4`, `ln 2x`."""
        token = self.take()
        text, column, has_value = token.text, token.column, self.rank_of(token.text) is not None
        if text in CONSTANTS and not has_value and not (text != "e" and self.at_sign("(") and not self.now.spaced):
            return Literal("inf" if text.lower().startswith("inf") else text, CONSTANTS[text], column)
        if self.at_sign("(") and not self.now.spaced and not has_value:
            return self.called(token)
        if has_value or (self.at_sign("[") and not self.now.spaced):
            return Name(text, column)
        return self.applied(token)

    def applied(self, token: Token) -> Node:
        """Parse the arguments of a call without brackets: `ln 2x`, `softmax 1 4`; `softmax 1, 4` alone on a line."""
        text, column, of_one = token.text, token.column, token.text in OF_ONE
        given: list[Node] = []
        while self.begins_argument(is_first=not given):
            item = self.after if self.is_signed_item() else self.now
            if given and of_one and item.kind != "number":
                break
            self.at += self.at_sign(",")
            given.append(self.in_items(APPLIED if of_one else ARGUMENT))
        if given and of_one and self.is_tight("/") and self.before.kind == "number":
            raise either(self.now.column, f"{text}(a)/b", f"{text}(a/b)")
        return Call(text, tuple(given), True, column) if given else Name(text, column)

    def begins_argument(self, is_first: bool) -> bool:
        if self.at_sign(",") and not is_first and not self.brackets:
            return self.after.kind == "number" or self.after.text == "-"
        if self.now.kind == "sign" and self.now.text == "-":
            return (is_first and not self.after.spaced) or self.is_signed_item()
        return self.right() != "none" and (is_first or self.now.spaced or self.before.text in (")", "]"))

    # ---- brackets

    def bracketed(self) -> Node:
        """Parse a bracket: one value or a row in `(`, a row or grid in `[`, a size between bars."""
        opening = self.now
        column, closing = opening.column, CLOSING[opening.text]
        self.take()
        if opening.text in ("|", "‖"):
            inside = self.within(closing, self.expression)
            self.at += self.now.text == "_2"
            return Unary("|", inside, column) if closing == "|" else Call("norm", (inside,), False, column, alone=True)
        node = self.within(closing, lambda: self.items(closing, column), is_list=closing != ")" or self.round_lists)
        if opening.text in ("⌊", "⌈"):
            inside = node.items[0] if isinstance(node, Listing) and len(node.items) == 1 else node
            return Call("floor" if opening.text == "⌊" else "ceil", (inside,), False, column)
        if opening.text == "[" and not self.in_list and isinstance(node, Listing) and len(node.items) == 1:
            node = node.items[0] if isinstance(node.items[0], (Sum, Binary)) else node  # `2[1 + 3x]` only groups
        if opening.text in ("⟨", "<") and isinstance(node, Listing) and len(node.items) == 2:
            first, second = node.items
            if isinstance(first, (Name, Listing)) and isinstance(second, (Name, Listing)):
                return Binary("·", first, second, column)
        return node._replace(closed=True) if isinstance(node, Binary) else node

    def within(self, closing: str, parse: Callable[[], T], *, is_list: bool = False, is_call: bool = False) -> T:
        """Return what `parse` reads up to `closing`, which is taken."""
        self.brackets.append(Bracket(closing, is_list, is_call))
        found = parse()
        self.brackets.pop()
        self.take(closing)
        return found

    def parts(self, closing: str, parse: Callable[[list[Any]], None], has_rows: bool = False) -> list[list[list[Any]]]:
        """Parse up to `closing`, which is left, or as far as it goes: rows parted by `;`, of groups parted by commas.

        `parse` adds one part to its group; parts of a group stand side by side.
        """
        rows: list[list[list[Any]]] = [[[]]]
        start = self.at
        while self.now.kind != "end" and not self.at_sign(closing):
            group = rows[-1][-1]
            if self.at_sign(",", ";" if has_rows and closing else ","):
                if self.at == start or self.before.text in (",", ";"):
                    raise self.wanting("a number, a name or a bracket")
                if self.take().text == ";":
                    rows.append([])
                rows[-1].append([])
            elif not group or self.starts_item(group[-1]):
                parse(group)
            elif closing:
                self.take(closing)  # which is not there
            else:
                break
        return rows

    def items(self, closing: str, column: int) -> Node:
        """Parse items up to `closing`, which is left: one value, a row, or rows parted by `;`; `[` makes a row."""
        start = self.at
        found = self.parts(closing, lambda group: self.item(group, is_first=self.at == start), has_rows=True)
        rows = [[*chain.from_iterable(row)] for row in found if any(row)]
        if not rows:
            raise self.wanting("a number, a name or a bracket")
        if len(rows) > 1:
            return Listing(tuple(Listing(tuple(row), row[0].column) for row in rows), column)
        (row,), has_comma = rows, any(len(row) > 1 for row in found)
        if len(row) == 1 and isinstance(row[0], Listing) and isinstance(row[0].items[0], Listing):
            return row[0]  # a bracket around a grid
        is_row = len(row) > 1 or closing in ("]", "⟩", ">") or (has_comma and closing == ")")
        return Listing(tuple(row), column) if is_row else row[0]

    def item(self, group: list[Node], is_first: bool) -> None:
        """Parse one item; behind another, spaces part what follows too."""
        if group:
            self.refuse_mixed(group[-1])
        group.append(self.expression() if is_first else self.in_items())

    def in_items(self, least: int = 0) -> Node:
        """Parse an expression that a space ends, as in a list."""
        self.brackets.append(self.brackets[-1]._replace(is_list=True) if self.brackets else Bracket("", is_list=True))
        found = self.expression(least)
        self.brackets.pop()
        return found

    def refuse_mixed(self, before: Node) -> None:
        """Raise Ambiguous where a fraction stands behind a whole number: `1 1/2` may be one number or two."""
        over, under = self.now, self.ahead(2)
        is_fraction = over.kind == under.kind == "number" and self.after.text == "/"
        is_whole = isinstance(before, Literal) and before.text.isdigit() and before.value != 0
        if self.asks_mixed and is_fraction and is_whole:
            raise either(before.column, "3/2 for 1 1/2", "a comma between the two")

    def starts_item(self, last: Node) -> bool:
        """Return whether another item of a list begins here, without a comma before it."""
        if self.is_signed_item() and (self.in_list or self.now.spaced):
            return True
        return self.meaning(last) in ("item", "product", "index")

    def called(self, token: Token) -> Call:
        """Parse `(a, b, key=value)` behind a name: parted by commas, or by spaces alone; several are a row."""
        self.take("(")
        keywords: list[tuple[str, Node]] = []

        def argument(group: list[Node]) -> None:
            if self.now.kind == "name" and self.after.text == "=":
                self.at += 2
                keywords.append((self.tokens[self.at - 2].text, self.expression()))
            else:
                self.item(group, is_first=not group)

        found = self.within(")", lambda: self.parts(")", argument)[0], is_list=True, is_call=True)
        first, *others = [group for group in found if group] or [[]]
        rows = (group[0] if len(group) == 1 else Listing(tuple(group), group[0].column) for group in (first, *others))
        given = tuple(rows if others else first)
        return Call(token.text, given, len(given) > 1 and not others, token.column, tuple(keywords))

    # ---- indices

    def pick(self, node: Node) -> Node:
        """Parse the index behind a value: `a[0]`, `A[1, 2]`, `A[:, 0]`."""
        column = self.take("[").column
        (groups,) = self.within("]", lambda: self.parts("]", lambda group: group.append(self.place())), is_list=True)
        places = tuple(chain.from_iterable(groups))
        if not places:
            raise NotationError("the square brackets are empty; write which entry to take, as in x[0]", column)
        return Pick(node, places, column)

    def place(self) -> Node | Slice:
        """Parse one part of an index: a place, or a slice such as `1:` or `:`."""
        column = self.now.column
        parts: list[Node | None] = [None]
        while (self.at_sign(":") and len(parts) < 3) or (parts[-1] is None and not self.at_sign(",", "]", ":")):
            parts[-1:] = [parts[-1], None] if self.at_sign(":") and self.take() else [self.expression()]
        first, stop, step = [*parts, None, None][:3]
        return Slice(first, stop, step, column) if first is None or len(parts) > 1 else first


def _scientific(left: Node, right: Node) -> Node | None:
    """Return `1.41·10^-3` as a single number, with its minus; None for any other product."""
    if isinstance(left, Unary) and left.sign == "-":
        number = _scientific(left.operand, right)
        return number and left._replace(operand=number)
    power = re.fullmatch(r"10\^\(?(-?\d{1,3})\)?", write_expression(right)) if isinstance(right, Binary) else None
    if power is None or not isinstance(left, Literal) or not re.fullmatch(r"[\d.]+", left.text):
        return None
    text = f"{left.text}·10^{power[1]}"
    return Literal(text, _value(text, left.column), left.column)


def _value(text: str, column: int) -> float:
    """Return the value of a number's text. Raise NotationError if it is infinite."""
    value = number_value(text)
    if value == float("inf"):
        raise NotationError(f"{quote(text)} is too large to work with; write a number below 1e308", column)
    return value


def _open_comma(token: Token) -> Ambiguous:
    is_group = all(len(part) == 3 for part in token.parts[1:])
    one = ("" if is_group else ".").join([token.parts[0].replace(".", ""), *token.parts[1:]])
    return either(token.column, one, f"[{', '.join(token.parts)}]")
