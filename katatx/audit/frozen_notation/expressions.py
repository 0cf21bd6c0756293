"""Reads an expression into nodes. Nothing is evaluated, and nothing is ever `eval`ed."""

from __future__ import annotations

from katatx.audit.frozen_notation.tokens import Token, tokenize
from katatx.notation.errors import Ambiguous, NotationError
from katatx.notation.quoting import quote
from katatx.notation.syntax import Binary, Call, Listing, Literal, Name, Node, Sum, Unary

DEEPEST = 50
LONGEST_CHAIN = 100
_CONSTANTS = {"e": 2.718281828459045, "pi": 3.141592653589793, "π": 3.141592653589793, "inf": float("inf")}


def read_expression(text: str) -> Node:
    """The nodes of one expression, without `=`.

    Raises NotationError, with the column, where the text is not an expression.
    """
    return _Reader(tokenize(text)).whole()


def read_tokens(tokens: list[Token]) -> Node:
    """The nodes of an expression that is cut into tokens already, none of them the end.

    Raises NotationError, with the column, where they are not an expression.
    """
    end = tokens[-1].end
    return _Reader([*tokens, Token("end", "", end, spaced=False, end=end)]).whole()


class _Reader:
    """A recursive-descent reader over tokens; `depth` bounds the recursion."""

    def __init__(self, tokens: list[Token]) -> None:
        self.tokens = tokens
        self.at = 0
        self.depth = 0

    @property
    def now(self) -> Token:
        return self.tokens[self.at]

    def take(self) -> Token:
        token = self.now
        self.at += 1
        return token

    def takes(self, *signs: str) -> bool:
        return self.now.kind == "sign" and self.now.text in signs

    def expect(self, sign: str, wanted: str) -> Token:
        if not self.takes(sign):
            raise self.trouble(wanted)
        return self.take()

    def trouble(self, wanted: str) -> NotationError:
        found = "the end" if self.now.kind == "end" else quote(self.now.text)
        return NotationError(f"found {found} where {wanted} should be", self.now.column)

    def whole(self) -> Node:
        node = self.items_until_end()
        if self.now.kind != "end":
            raise self.trouble("an operation sign or the end")
        return node

    def items_until_end(self) -> Node:
        """A single expression, or numbers side by side without brackets."""
        first = self.sum()
        items = [first]
        while self.takes(",") or self.starts_item():
            comma = self.takes(",")
            if comma:
                self.refuse_decimal_comma()
                self.take()
            item = self.sum(tight=True)
            if not comma:
                _refuse_mixed(items[-1], item)
            items.append(item)
        return first if len(items) == 1 else Listing(tuple(items), first.column)

    def refuse_decimal_comma(self) -> None:
        """`0,5` outside brackets may be a half or two numbers."""
        before, after = self.tokens[self.at - 1], self.tokens[self.at + 1]
        if before.kind == after.kind == "number" and not self.now.spaced and not after.spaced:
            question = (
                "a comma between digits: a decimal comma or two numbers? Write 0.5, or put a space after the comma"
            )
            raise Ambiguous(question, self.now.column)

    def sum(self, tight: bool = False) -> Node:
        """Terms joined by + and -.

        `tight` is how items of a list without commas are read: there `[3 -5]` is two
        numbers, and `[3 - 5]` or `[3-5]` is one.
        """
        self.depth += 1
        if self.depth > DEEPEST:
            raise NotationError(f"brackets deeper than {DEEPEST}; write it in parts", self.now.column)
        first = self.product()
        terms = [("+", first)]
        while self.takes("+", "-") and not (tight and self.starts_item()):
            sign = self.take().text
            terms.append((sign, self.product()))
        self.depth -= 1
        return first if len(terms) == 1 else Sum(tuple(terms), first.column)

    def product(self) -> Node:
        node = self.factor()
        factors = 1
        while self.takes("·", "/", "⊙"):
            sign = self.take()
            factors = self.one_more(factors)
            node = Binary(sign.text, node, self.factor(), sign.column)
        return node

    def one_more(self, count: int) -> int:
        """A chain of signs is nested as deep as it is long; both are bounded."""
        if count >= LONGEST_CHAIN:
            raise NotationError(f"more than {LONGEST_CHAIN} factors in a row; write it in parts", self.now.column)
        return count + 1

    def factor(self) -> Node:
        """A power with any signs before it: `-2^2` is -(2^2)."""
        signs: list[Token] = []
        while self.takes("-", "+"):
            signs.append(self.take())
            if len(signs) > 1:
                raise NotationError("two signs in a row; use brackets", signs[-1].column)
        node = self.power()
        if signs and signs[0].text == "-":
            return Unary("-", node, signs[0].column)
        return node

    def power(self) -> Node:
        node = self.postfix()
        if not self.takes("^"):
            return node
        sign = self.take()
        self.depth += 1
        if self.depth > DEEPEST:
            raise NotationError(f"powers deeper than {DEEPEST}; write it in parts", sign.column)
        exponent = self.factor()
        self.depth -= 1
        return Binary("^", node, exponent, sign.column)

    def postfix(self) -> Node:
        node = self.atom()
        turns = 1
        while self.takes("ᵀ") or self.at_caret_t():
            turns = self.one_more(turns)
            column = self.take().column
            if self.now.text == "T" and self.tokens[self.at - 1].text == "^":
                self.take()
            node = Unary("ᵀ", node, column)
        return node

    def at_caret_t(self) -> bool:
        return self.takes("^") and self.tokens[self.at + 1].text == "T"

    def atom(self) -> Node:
        token = self.now
        if token.kind == "number":
            self.take()
            if self.takes("%") and not self.now.spaced:
                self.take()
                return Literal(f"{token.text}%", _value(token) / 100, token.column)
            return Literal(token.text, _value(token), token.column)
        if token.kind == "name":
            return self.named()
        if self.takes("∞"):
            self.take()
            return Literal("∞", float("inf"), token.column)
        if self.takes("√"):
            self.take()
            return Unary("√", self.under_root(), token.column)
        if self.takes("["):
            return self.listing("]")
        if self.takes("("):
            return self.bracketed()
        raise self.trouble("a number, a name or a bracket")

    def under_root(self) -> Node:
        self.depth += 1
        if self.depth > DEEPEST:
            raise NotationError(f"roots deeper than {DEEPEST}; write it in parts", self.now.column)
        node = self.postfix()
        self.depth -= 1
        return node

    def named(self) -> Node:
        token = self.take()
        if token.text in _CONSTANTS:
            return Literal(token.text, _CONSTANTS[token.text], token.column)
        if token.text == "sqrt" and not self.starts_item() and not self.takes("("):
            raise self.trouble("what to take the root of")
        if token.text == "sqrt":
            return Unary("√", self.under_root(), token.column)
        if self.takes("(") and not self.now.spaced:
            inside = self.listing(")")
            return Call(token.text, inside.items, loose=False, column=token.column)
        arguments: list[Node] = []
        while self.starts_item():
            arguments.append(self.argument())
        if arguments:
            return Call(token.text, tuple(arguments), loose=True, column=token.column)
        return Name(token.text, token.column)

    def starts_item(self) -> bool:
        """Whether another number, name or bracket begins here, set off by a space."""
        token = self.now
        before = self.tokens[self.at - 1]
        if self.takes("(") and not token.spaced and (before.kind == "number" or before.text == ")"):
            raise Ambiguous("a bracket right after a number: multiplied, or one more? Write · or a space", token.column)
        if self.takes("[", "("):
            return True
        apart = token.spaced or self.tokens[self.at - 1].text in ("]", ")", ",")
        if token.kind in ("number", "name") or self.takes("√", "∞"):
            return apart
        after = self.tokens[min(self.at + 1, len(self.tokens) - 1)]
        return self.takes("-") and token.spaced and not after.spaced and after.kind != "end"

    def argument(self) -> Node:
        """One argument of a loose call: signs and slashes only where no space stands."""
        minus = self.take() if self.takes("-") else None
        if self.now.kind == "name" and self.now.text not in (*_CONSTANTS, "sqrt"):
            token = self.take()
            node: Node = Name(token.text, token.column)
            if self.takes("(") and not self.now.spaced:
                node = Call(token.text, self.listing(")").items, loose=False, column=token.column)
        else:
            node = self.power()
        if self.takes("/") and not self.now.spaced and not self.tokens[self.at + 1].spaced:
            sign = self.take()
            node = Binary("/", node, self.power(), sign.column)
        return node if minus is None else Unary("-", node, minus.column)

    def listing(self, close: str) -> Listing:
        """What stands between brackets: items by comma or space, rows by semicolon."""
        start = self.take()
        rows: list[tuple[Node, ...]] = []
        items: list[Node] = []
        while not self.takes(close):
            if self.takes(";") and close == "]" and items:
                self.take()
                rows.append(tuple(items))
                items = []
                continue
            comma = self.tokens[self.at - 1].text == ","
            item = self.sum(tight=True)
            if items and not comma:
                _refuse_mixed(items[-1], item)
            items.append(item)
            if self.takes(","):
                self.take()
                if self.takes(close):
                    raise self.trouble("one more item")
            elif not (self.takes(close, ";") or self.starts_item()):
                raise self.trouble(f'a comma or "{close}"')
        self.take()
        if not items and not rows:
            raise NotationError("empty brackets; write the numbers inside", start.column)
        if rows:
            rows.append(tuple(items))
            return Listing(tuple(Listing(row, row[0].column) for row in rows if row), start.column)
        return Listing(tuple(items), start.column)

    def bracketed(self) -> Node:
        """`(1 + 2)` is its inside; `(0.5, 0.5)` is a row."""
        inside = self.listing(")")
        return inside.items[0] if len(inside.items) == 1 else inside


def _refuse_mixed(before: Node, item: Node) -> None:
    """`1 1/2` may be one and a half, or two numbers."""
    fraction = isinstance(item, Binary) and item.sign == "/" and isinstance(item.left, Literal)
    if fraction and isinstance(before, Literal) and before.text.isdigit():
        question = "a whole number before a fraction: one mixed number or two? Write 3/2, or a comma between two"
        raise Ambiguous(question, before.column)


def _value(token: Token) -> float:
    value = float(token.text)
    if value == float("inf"):
        raise NotationError("the number is too large to work with", token.column)
    return value
