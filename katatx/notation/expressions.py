"""Read an expression into nodes. Nothing is evaluated, and nothing is ever `eval`ed."""

from __future__ import annotations

from katatx.notation.errors import Ambiguous, NotationError
from katatx.notation.quoting import quote
from katatx.notation.spellings import is_library, spelled_call
from katatx.notation.syntax import Binary, Call, Listing, Literal, Name, Node, Pick, Slice, Sum, Unary
from katatx.notation.tokens import PLAIN, UNITS, Dialect, Token, dialect_of, number_value, tokenize

DEEPEST = 50
LONGEST_CHAIN = 100
_CONSTANTS = {"e": 2.718281828459045, "pi": 3.141592653589793, "π": 3.141592653589793, "inf": float("inf"),
              "Infinity": float("inf"), "infinity": float("inf")}  # fmt: skip
_LIBRARY_CONSTANTS = {"e", "pi", "inf"}
_MIXED = "a whole number before a fraction: one mixed number or two? Write 3/2, or a comma between two"
_COMMA = "a comma between digits: a decimal comma or two numbers? Write 0.5, or put a space after the comma"
_GROUPED = "a comma before three digits: thousands or two numbers? Write 1000, or put a space after the comma"


def read_expression(text: str) -> Node:
    """Return the nodes of one expression, without `=`.

    Raises NotationError, with the column, where the text is not an expression, and Ambiguous
    where it has two readings.
    """
    dialect = dialect_of(text)
    return Reader(tokenize(text, dialect), dialect).whole()


def read_tokens(tokens: list[Token], dialect: Dialect = PLAIN, grouped: bool | None = None) -> Node:
    """Return the nodes of an expression that is cut into tokens already, none of them the end.

    `grouped` says whether commas before three digits outside brackets join thousands (True) or divide
    numbers (False); None decides by what stands around them. Raises what `read_expression` does.
    """
    end = tokens[-1].end
    return Reader([*tokens, Token("end", "", end, spaced=False, end=end)], dialect, grouped).whole()


class Reader:
    """A recursive-descent reader over tokens; `depth` bounds the recursion."""

    def __init__(self, tokens: list[Token], dialect: Dialect = PLAIN, grouped: bool | None = None, at: int = 0) -> None:
        self.tokens = tokens
        self.dialect = dialect
        self.grouped = grouped
        self.at = at
        self.depth = 0
        self.in_row = 0  # how many lists, in which a space divides, are open
        self.closing: list[str] = []  # what closes each open bracket or bar, innermost last
        self.asks_mixed = True  # whether `1 1/2` is asked about; not where a row is asked

    @property
    def now(self) -> Token:
        return self.tokens[self.at]

    @property
    def before(self) -> Token:
        return self.tokens[self.at - 1]

    @property
    def after(self) -> Token:
        return self.tokens[min(self.at + 1, len(self.tokens) - 1)]

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

    def go_deeper(self, what: str) -> None:
        self.depth += 1
        if self.depth > DEEPEST:
            raise NotationError(f"{what} deeper than {DEEPEST}; write it in parts", self.now.column)

    # ---- a whole line

    def whole(self) -> Node:
        node = self.items_until_end()
        if self.now.kind != "end":
            raise self.trouble("an operation sign or the end")
        return node

    def items_until_end(self) -> Node:
        """Read a single expression, or numbers side by side without brackets."""
        first = self.sum()
        items = [first]
        while self.takes(",") or self.starts_item():
            comma = self.takes(",")
            if comma:
                self.refuse_comma_in_number()
                self.take()
                if self.now.kind == "end":
                    raise self.trouble("one more item")
            item = self.sum(tight=True)
            if not comma:
                _refuse_mixed(items[-1], item)
            items.append(item)
        return first if len(items) == 1 else Listing(tuple(items), first.column)

    def refuse_comma_in_number(self) -> None:
        """Ask about `0,5` and `1,000` alone outside brackets: one number or two."""
        before, after = self.before, self.after
        if not (before.kind == after.kind == "number") or self.now.spaced or after.spaced or self.grouped is False:
            return
        groups = self.group_count(self.at - 1)
        if not groups and not (before.text.isdigit() and after.text.isdigit()):
            return
        raise Ambiguous(_GROUPED if groups else _COMMA, self.now.column)

    # ---- sums, products, powers

    def sum(self, tight: bool = False) -> Node:
        """Read terms joined by + and -.

        `tight` is how items of a list without commas are read: there `[3 -5]` is two
        numbers, and `[3 - 5]` or `[3-5]` is one.
        """
        self.go_deeper("brackets")
        first = self.product(tight)
        terms = [("+", first)]
        while self.takes("+", "-") and not (tight and self.starts_item()):
            sign = self.take().text
            terms.append((sign, self.product(tight)))
        self.depth -= 1
        return first if len(terms) == 1 else Sum(tuple(terms), first.column)

    def product(self, tight: bool = False) -> Node:
        node = self.factor()
        factors, divided = 1, False
        while True:
            column = self.now.column
            if self.takes("·", "/", "⊙", "*", "//"):
                sign = self.take().text
                node = self.applied(sign, node, self.factor(), column)
                divided = sign in ("/", "//")
            elif self.is_mod():
                self.take()
                node = Call("mod", (node, self.factor()), loose=False, column=column)
            elif self.is_beside(tight):
                self.refuse_unclear_product(divided)
                right = self.power()
                node = Binary("·", node, right, column)
            else:
                return node
            factors = self.one_more(factors)

    def applied(self, sign: str, left: Node, right: Node, column: int) -> Node:
        if sign == "//":
            return Call("floor", (Binary("/", left, right, column),), loose=False, column=column)
        if sign == "*" and (isinstance(left, Literal) or isinstance(right, Literal)):
            sign = "·"
        if sign == "*" and self.dialect.code:
            sign = "⊙"
        return Binary(sign, left, right, column)

    def is_mod(self) -> bool:
        """Return whether `7 mod 3` or `7 % 3` goes on here; a % that ends a number was taken with it."""
        return (self.now.kind == "name" and self.now.text == "mod" and self.now.spaced and self.starts_operand(1)) or (
            self.takes("%") and self.starts_operand(1)
        )

    def is_beside(self, tight: bool) -> bool:
        """Return whether the next operand stands right beside the last, which multiplies: `2π`, `(2)(3)`, `2(3+4)`."""
        token = self.now
        if token.kind == "number" or not self.starts_operand(0):
            return False
        if token.kind == "sign" and token.text in ("|", "‖") and self.closing and self.closing[-1] == token.text:
            return False
        last = self.before
        if token.kind == "sign" and token.text == "√" and token.spaced and not self.dialect.latex:
            return False
        if not token.spaced:
            return True
        if self.dialect.latex:
            return True
        if token.kind == "name" and last.kind == "number" and token.text in self.dialect.defined:
            if not (self.in_row or tight):
                return True  # `3 h` of a given h
            raise Ambiguous("a number beside a name: multiplied, or one more? Write · or a comma", token.column)
        # `0.5 (3 + 4)`, `0.3 [1, 2]`: outside lists, a number before a bracket can only multiply it.
        return self.takes("(", "[") and last.kind == "number" and not tight and not self.in_row

    def starts_operand(self, ahead: int) -> bool:
        token = self.tokens[min(self.at + ahead, len(self.tokens) - 1)]
        return token.kind in ("number", "name", "function") or (
            token.kind == "sign" and token.text in ("(", "[", "√", "∛", "∞", "|", "‖", "⟨", "⌊", "⌈")
        )

    def refuse_unclear_product(self, divided: bool) -> None:
        """Ask about `1/2x` and `6/2(1+2)`: what stands beside the divisor is multiplied first or last."""
        if divided and self.before.text not in (")", "]", "ᵀ", "‖", "|"):
            raise Ambiguous(
                "a product right after a division: inside the divisor or not? Write · or brackets", self.now.column
            )

    def one_more(self, count: int) -> int:
        """Count a chain of signs, which is nested as deep as it is long; both are bounded."""
        if count >= LONGEST_CHAIN:
            raise NotationError(f"more than {LONGEST_CHAIN} factors in a row; write it in parts", self.now.column)
        return count + 1

    def factor(self) -> Node:
        """Read a power with any signs before it: `-2^2` is -(2^2)."""
        signs: list[Token] = []
        while self.takes("-", "+"):
            signs.append(self.take())
            if len(signs) > 1 and not self.dialect.code:
                raise NotationError("two signs in a row; use brackets", signs[-1].column)
        node = self.power()
        if sum(sign.text == "-" for sign in signs) % 2:
            return Unary("-", node, signs[0].column)
        return node

    def power(self) -> Node:
        node = self.postfix()
        if not self.takes("^", "**"):
            return node
        sign = self.take()
        self.go_deeper("powers")
        exponent = self.factor()
        self.depth -= 1
        typed = sign.end > sign.column  # a superscript ends where it is seen to end
        if typed and not self.dialect.latex and not self.now.spaced and self.is_beside(tight=False):
            if self.before.kind in ("number", "name"):
                raise Ambiguous("a product in a power: inside the exponent or not? Write · or brackets", self.now.column)
        return Binary(sign.text, node, exponent, sign.column)

    def postfix(self) -> Node:
        node = self.atom()
        turns = 1
        while True:
            if self.takes("ᵀ"):
                turns = self.one_more(turns)
                node = Unary("ᵀ", node, self.take().column)
            elif self.at_caret_t():
                turns = self.one_more(turns)
                column = self.take().column
                self.take()
                node = Unary("ᵀ", node, column)
            elif self.now.kind == "method":
                turns = self.one_more(turns)
                node = self.method(node, self.take())
            elif self.is_pick(node):
                turns = self.one_more(turns)
                node = self.pick(node)
            else:
                return node

    def at_caret_t(self) -> bool:
        return self.takes("^") and self.after.text in ("T", "ᵀ")

    # ---- numbers, names, brackets

    def atom(self) -> Node:
        token = self.now
        if token.kind == "number":
            return self.number()
        if token.kind in ("name", "function"):
            return self.named()
        if self.takes("∞"):
            self.take()
            return Literal("∞", float("inf"), token.column)
        if self.takes("√"):
            self.take()
            return Unary("√", self.under_root(), token.column)
        if self.takes("∛"):
            self.take()
            third = Binary("/", Literal("1", 1.0, token.column), Literal("3", 3.0, token.column), token.column)
            return Binary("^", self.under_root(), third, token.column)
        if self.takes("["):
            row = self.listing("]")
            grouping = self.dialect.latex and len(row.items) == 1 and isinstance(row.items[0], (Sum, Binary))
            return row.items[0] if grouping else row  # `2[1 + 3x]` in a formula
        if self.takes("("):
            return self.bracketed()
        if self.takes("|", "‖"):
            return self.between_bars(token.text)
        if self.takes("⟨", "⌊", "⌈", "<"):
            return self.between(token.text)
        if self.takes("$") and self.after.kind == "number" and not self.after.spaced:
            self.take()
            return self.number()
        raise self.trouble("a number, a name or a bracket")

    def number(self) -> Node:
        token = self.take()
        text = token.text
        if self.joins_thousands():
            while self.takes(",") and self.is_group(self.after):
                self.take()
                text += self.take().text
        value = _value(text, token.column)
        if self.takes("%") and not self.is_mod_sign():
            self.take()
            return Literal(f"{text}%", value / 100, token.column)
        if text[-1] in UNITS:
            text = f"{value:.0f}" if value < 1e15 and value == int(value) else text
        return Literal(text, value, token.column)

    def is_mod_sign(self) -> bool:
        """Return whether a % stands between two operands: `7 % 3`, `768%12`; `20% 80%` are two percentages."""
        following = self.tokens[min(self.at + 1, len(self.tokens) - 1)]
        if not (following.kind in ("number", "name") or following.text == "("):
            return False
        return self.now.spaced == following.spaced and not (self.now.spaced and self.in_row)

    def is_group(self, token: Token) -> bool:
        return (
            token.kind == "number" and not token.spaced and token.text[:3].isdigit() and token.text.partition(".")[0].isdigit()
            and len(token.text.partition(".")[0]) == 3
        )  # fmt: skip

    def group_count(self, at: int) -> int:
        """Return how many groups of three digits follow the number at a place, each after a comma and no space."""
        first = self.tokens[at]
        if not (first.kind == "number" and first.text.isdigit() and len(first.text) <= 3 and first.text[0] != "0"):
            return 0
        count = 0
        while True:
            comma = self.tokens[min(at + 1, len(self.tokens) - 1)]
            group = self.tokens[min(at + 2, len(self.tokens) - 1)]
            if comma.text != "," or comma.spaced:
                return count
            if group.kind == "number" and not group.spaced and not self.is_group(group):
                return 0  # `1,000,5`: no thousands
            if not self.is_group(group):
                return count
            count, at = count + 1, at + 2
            if "." in group.text:
                return count

    def joins_thousands(self) -> bool:
        """Return whether the number just taken begins thousands: `5,000`."""
        if not self.takes(","):
            return False
        at = self.at - 1
        count = self.group_count(at)
        if not count or self.grouped is False:
            return False
        if self.grouped:
            return True
        groups = [self.tokens[at + 2 * index] for index in range(1, count + 1)]
        if any(group.text.startswith("0") for group in groups):
            return True  # nobody writes 000 or 048 for a number of its own
        if self.in_row:
            return False
        following = self.tokens[at + 2 * count + 1]
        around = following.text in ("+", "-", "·", "/", "*", "^", "⊙") or (
            at > 0 and self.tokens[at - 1].text in ("+", "-", "·", "/", "*", "(", "√") and not following.text == ","
        )
        return around and following.text != ","

    def under_root(self) -> Node:
        self.go_deeper("roots")
        node = self.postfix()
        self.depth -= 1
        if self.before.kind == "number" and self.now.kind == "name" and not self.now.spaced and not self.dialect.latex:
            raise Ambiguous("a product under a root: inside it or not? Write · or brackets", self.now.column)
        return node

    def named(self) -> Node:
        token = self.take()
        text = token.text
        if is_library(text):
            return self.library(token)
        value, _, attribute = text.rpartition(".")
        if value and self.dialect.code and attribute in ("shape", "size", "ndim"):
            return Call(attribute, (Name(value, token.column),), loose=False, column=token.column)
        if text in _CONSTANTS and text not in self.dialect.defined and not (text != "e" and self.takes("(")):
            return Literal("inf" if text.lower() == "infinity" else text, _CONSTANTS[text], token.column)
        if text in ("sqrt", "Sqrt") and not self.starts_item() and not self.takes("(", "[") and not self.dialect.latex:
            raise self.trouble("what to take the root of")
        if text in ("sqrt", "Sqrt"):
            return Unary("√", self.under_root(), token.column)
        if self.takes("(") and not self.now.spaced:
            return self.called(token)
        if token.kind == "function" or (text in _LOOSE and self.takes("^") and self.is_power_of_function()):
            return self.applied_function(token)
        if self.takes("[") and not self.now.spaced:
            return Name(text, token.column)  # what it picks, or an operation is given, is read behind it
        if self.dialect.latex and token.text not in _LOOSE:
            return Name(text, token.column)
        arguments: list[Node] = []
        while self.starts_item() and not self.is_infix_name():
            arguments.append(self.argument())
        if arguments:
            return Call(text, tuple(arguments), loose=True, column=token.column)
        return Name(text, token.column)

    def is_power_of_function(self) -> bool:
        """Return whether a power stands between a function and its bracket: `tanh²(x)`, `sin^2(x)`."""
        return self.after.kind == "number" and self.tokens[min(self.at + 2, len(self.tokens) - 1)].text == "("

    def is_infix_name(self) -> bool:
        return self.now.kind == "name" and self.now.text == "mod"

    def applied_function(self, token: Token) -> Node:
        """Read what a function without brackets takes: `\\ln 2`, `\\exp(-1)`, `\\max [1, 2]`."""
        if self.takes("^") and not self.at_caret_t():  # `\tanh^2(x)` is the square of tanh(x)
            sign = self.take()
            exponent = self.atom()
            return Binary("^", self.applied_function(token), exponent, sign.column)
        if self.takes("("):
            return self.called(token)
        if not self.starts_operand(0) and not self.takes("-"):
            return Name(token.text, token.column)
        minus = self.take() if self.takes("-") else None
        node = self.power()
        while self.is_beside(tight=True) and self.now.kind == "name" and isinstance(node, (Literal, Name)):
            node = Binary("·", node, self.power(), self.now.column)
        if minus is not None:
            node = Unary("-", node, minus.column)
        return Call(token.text, (node,), loose=True, column=token.column)

    def called(self, token: Token) -> Node:
        """Read `name(...)`; a name with a point in it is a value and its method: `x.sum()`."""
        value, point, method = token.text.rpartition(".")
        arguments, keywords = self.arguments()
        if token.text in _BARE:
            return spelled_call(token.text, arguments, keywords, token.column, self.dialect.code, library=True)
        if point and value:
            column = token.column + len(value) + 1
            receiver = Name(value, token.column)
            return spelled_call(method, (receiver, *arguments), keywords, column, self.dialect.code, method=True)
        return Call(token.text, arguments, loose=False, column=token.column, keywords=keywords)

    def library(self, token: Token) -> Node:
        """Read `np.exp(x)`, `torch.pi`, `F.softmax(x, dim=-1)`."""
        last = token.text.rpartition(".")[2]
        if self.takes("(") and not self.now.spaced:
            arguments, keywords = self.arguments()
            return spelled_call(last, arguments, keywords, token.column, self.dialect.code, library=True)
        if last in _LIBRARY_CONSTANTS:
            return Literal({"pi": "π"}.get(last, last), _CONSTANTS[last], token.column)
        return Name(last, token.column)

    def method(self, value: Node, token: Token) -> Node:
        """Read `.sum(axis=0)` behind a value."""
        if not self.takes("("):
            return spelled_call(token.text, (value,), (), token.column, self.dialect.code, method=True)
        arguments, keywords = self.arguments()
        return spelled_call(
            token.text, (value, *arguments), keywords, token.column, self.dialect.code or "numpy", method=True
        )

    def starts_item(self) -> bool:
        """Return whether another number, name or bracket begins here, set off by a space."""
        token = self.now
        if self.closing and token.text == self.closing[-1]:
            return False
        if self.takes("[", "("):
            return True
        apart = token.spaced or self.before.text in ("]", ")", ",", "⟩")
        if token.kind in ("number", "name", "function") or self.takes("√", "∛", "∞", "|", "‖", "⟨", "⌊", "⌈", "$"):
            return apart
        following = self.after
        return self.takes("-") and token.spaced and not following.spaced and following.kind != "end"

    def argument(self) -> Node:
        """Read one argument of a loose call: signs and slashes only where no space stands."""
        minus = self.take() if self.takes("-") else None
        if self.now.kind == "name" and self.now.text not in (*_CONSTANTS, "sqrt") and not is_library(self.now.text):
            token = self.take()
            node: Node = Name(token.text, token.column)
            if self.takes("(") and not self.now.spaced:
                node = self.called(token)
            while self.takes("ᵀ") or self.now.kind == "method" or self.is_pick(node):
                node = (
                    Unary("ᵀ", node, self.take().column)
                    if self.takes("ᵀ")
                    else self.pick(node) if self.takes("[") else self.method(node, self.take())
                )
            if self.takes("^", "**"):
                sign = self.take()
                node = Binary(sign.text, node, self.factor(), sign.column)
        else:
            node = self.power()
            while self.is_beside(tight=True) and not self.now.spaced and self.before.kind == "number":
                node = Binary("·", node, self.power(), self.now.column)
        if self.takes("/") and not self.now.spaced and not self.after.spaced:
            sign = self.take()
            node = Binary("/", node, self.power(), sign.column)
        return node if minus is None else Unary("-", node, minus.column)

    # ---- brackets

    def arguments(self) -> tuple[tuple[Node, ...], tuple[tuple[str, Node], ...]]:
        """Read `(a, b, key=value)`. Where commas divide, numbers with spaces between are one row: `dot(1 2, 3 4)`."""
        self.take()
        self.in_row += 1
        self.closing.append(")")
        segments: list[list[Node]] = [[]]
        keywords: list[tuple[str, Node]] = []
        while not self.takes(")"):
            if self.takes(","):
                if not segments[-1] and not keywords:
                    raise self.trouble("a number, a name or a bracket")
                self.take()
                if not keywords:
                    segments.append([])
                continue
            if self.now.kind in ("name", "function") and self.after.text == "=":
                name = self.take().text
                self.take()
                keywords.append((name, self.sum()))
                continue
            item = self.item()
            if segments[-1]:
                _refuse_mixed(segments[-1][-1], item)
            segments[-1].append(item)
            if not (self.takes(")", ",") or self.starts_item()):
                raise self.trouble('a comma or ")"')
        self.take()
        self.in_row -= 1
        self.closing.pop()
        segments = [segment for segment in segments if segment]
        if len(segments) == 1:
            return tuple(segments[0]), tuple(keywords)
        made = (part[0] if len(part) == 1 else Listing(tuple(part), part[0].column) for part in segments)
        return tuple(made), tuple(keywords)

    def item(self) -> Node:
        """Read one item of a list; in the code of a library it may be a comparison: `(x > 0)`."""
        node = self.sum(tight=True)
        if self.dialect.code and self.takes(">", "<", ">=", "<=", "==", "!="):
            sign = self.take()
            return Binary(sign.text, node, self.sum(tight=True), sign.column)
        return node

    def listing(self, close: str) -> Listing:
        """Read what stands between brackets: items by comma or space, rows by semicolon."""
        start = self.take()
        self.in_row += 1
        self.closing.append(close)
        rows: list[tuple[Node, ...]] = []
        items: list[Node] = []
        mixed: list[tuple[int, int]] = []  # the rows that may hold a mixed number, and its column
        while not self.takes(close):
            if self.takes(";") and items:
                self.take()
                rows.append(tuple(items))
                items = []
                continue
            comma = self.before.text == ","
            item = self.item()
            if items and not comma and _is_mixed(items[-1], item):
                mixed.append((len(rows), items[-1].column))
            items.append(item)
            if self.takes(","):
                self.take()
                if self.takes(","):
                    raise self.trouble("one more item")
            elif not (self.takes(close, ";") or self.starts_item()):
                raise self.trouble(f'a comma or "{close}"')
        self.take()
        self.in_row -= 1
        self.closing.pop()
        if not items and not rows:
            raise NotationError("empty brackets; write the numbers inside", start.column)
        if rows and items:
            rows.append(tuple(items))
        if self.asks_mixed:
            _refuse_mixed_in(rows or [tuple(items)], mixed)
        if rows:
            return Listing(tuple(Listing(row, row[0].column) for row in rows if row), start.column)
        return Listing(tuple(items), start.column)

    def bracketed(self) -> Node:
        """Read `(1 + 2)` as its inside, `(0.5, 0.5)` as a row."""
        start = self.at
        inside = self.listing(")")
        trailing = self.tokens[self.at - 2].text == ","
        if len(inside.items) == 1 and not trailing:
            return inside.items[0]
        if len(inside.items) > 1 and self.dialect.latex and not any(
            token.text in (",", ";") for token in self.tokens[start : self.at]
        ):
            raise NotationError("numbers side by side in brackets; put a comma or a sign between", inside.column)
        return inside

    def between_bars(self, bar: str) -> Node:
        """Read `|x|` and `‖x‖`."""
        start = self.take()
        self.closing.append(bar)
        kept, self.in_row = self.in_row, 0
        inside = self.sum()
        self.in_row = kept
        self.closing.pop()
        self.expect(bar, f'"{bar}"')
        if self.now.kind == "name" and self.now.text in ("₂", "_2") and not self.now.spaced:
            self.take()
        if bar == "‖":
            return Call("norm", (inside,), loose=False, column=start.column, alone=True)
        return Unary("|", inside, start.column)

    def between(self, opening: str) -> Node:
        """Read `⟨a, b⟩`, `⌊x⌋` and `⌈x⌉`."""
        close = {"⟨": "⟩", "⌊": "⌋", "⌈": "⌉", "<": ">"}[opening]
        inside = self.listing(close)
        if opening in "⌊⌈":
            name = "floor" if opening == "⌊" else "ceil"
            return Call(name, inside.items, loose=False, column=inside.column)
        if len(inside.items) == 2 and not all(isinstance(item, (Literal, Unary)) for item in inside.items):
            return Binary("·", inside.items[0], inside.items[1], inside.column)
        return inside

    # ---- picking

    def is_pick(self, node: Node) -> bool:
        """Return whether a bracket right behind a value picks from it: `x[0]`, `softmax(x)[1]`."""
        if not self.takes("[") or self.now.spaced:
            return False
        if isinstance(node, Literal):
            return False
        if not isinstance(node, Listing):
            return True
        return self.after.kind == "number" and self.tokens[min(self.at + 2, len(self.tokens) - 1)].text == "]" and not self.in_row

    def pick(self, node: Node) -> Node:
        start = self.take()
        self.in_row += 1
        self.closing.append("]")
        index: list[Node | Slice] = []
        while not self.takes("]"):
            index.append(self.one_index())
            if self.takes(","):
                self.take()
            elif not self.takes("]"):
                if self.starts_item():
                    index.append(self.one_index())
                    continue
                raise self.trouble('a comma or "]"')
        self.take()
        self.in_row -= 1
        self.closing.pop()
        if not index:
            raise NotationError("empty brackets; write the numbers inside", start.column)
        return Pick(node, tuple(index), start.column)

    def one_index(self) -> Node | Slice:
        column = self.now.column
        if self.now.kind == "name" and self.now.text.rpartition(".")[2] in ("newaxis", "None"):
            self.take()
            return Name("None", column)
        if self.takes("…"):
            self.take()
            return Slice(None, None, None, column)
        parts: list[Node | None] = [None]
        while True:
            if self.takes(":"):
                self.take()
                parts.append(None)
            elif self.takes(",", "]") or self.now.kind == "end":
                break
            elif parts[-1] is not None:
                break
            else:
                parts[-1] = self.sum(tight=True)
        if len(parts) == 1:
            if parts[0] is None:
                raise self.trouble("a number to pick by")
            return parts[0]
        if len(parts) > 3:
            raise NotationError("a stretch has a start, an end and a step at most", column)
        return Slice(parts[0], parts[1], parts[2] if len(parts) == 3 else None, column)


# What NumPy and PyTorch print around a value, and Python's print itself.
_BARE = frozenset(("tensor", "array", "matrix", "print", "float"))
# Functions that people write without brackets, even where spaces mean nothing.
_LOOSE = frozenset(("ln", "log", "exp", "softmax", "sigmoid", "relu", "tanh", "sin", "cos", "max", "min", "sqrt"))


def _is_mixed(before: Node, item: Node) -> bool:
    """Return whether a whole number and a fraction stand side by side: `1 1/2`."""
    if isinstance(item, Sum):
        item = item.terms[0][1]
    fraction = isinstance(item, Binary) and item.sign == "/" and isinstance(item.left, Literal)
    return fraction and isinstance(before, Literal) and before.text.isdigit() and before.value != 0


def _refuse_mixed(before: Node, item: Node) -> None:
    """Ask about `1 1/2`: one and a half, or two numbers."""
    if _is_mixed(before, item):
        raise Ambiguous(_MIXED, before.column)


def _refuse_mixed_in(rows: list[tuple[Node, ...]], mixed: list[tuple[int, int]]) -> None:
    """Ask about mixed numbers in a list, unless the rows of a grid are of one length only without them."""
    if not mixed:
        return
    lengths = [len(row) for row in rows]
    joined = [length - sum(row == at for row, _ in mixed) for at, length in enumerate(lengths)]
    if len(rows) > 1 and len(set(lengths)) == 1 and len(set(joined)) > 1:
        return
    raise Ambiguous(_MIXED, mixed[0][1])


def _value(text: str, column: int) -> float:
    value = number_value(text)
    if value == float("inf"):
        raise NotationError("the number is too large to work with", column)
    return value
