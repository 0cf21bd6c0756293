"""The expression parser: tokens to nodes. Nothing is evaluated, and `eval` is never used.

Methods that parse begin at the current token, advance past what they parsed, and return its node. They raise
NotationError, with the column, at a token that does not fit, and Ambiguous for text with two readings. An operand is
**beside** another if no sign is between them, which may mean a product: `2π`. **tight** parsing is that of lists, where
a space separates items.
"""

from __future__ import annotations

import re

from katatx.notation.brackets import COMPARISONS, Brackets, refuse_mixed
from katatx.notation.errors import Ambiguous, NotationError
from katatx.notation.quoting import quote
from katatx.notation.syntax import (
    Arguments,
    Binary,
    Call,
    Keywords,
    Listing,
    Literal,
    Name,
    Node,
    SideBySide,
    Sum,
    Unary,
)
from katatx.notation.tokens import PLAIN, Dialect, Token, dialect_of, number_value, tokenize

TOO_DEEP = "too many brackets, powers or roots inside one another; write the calculation in parts"
_PADDED = re.compile(r"0\d")
POINT_GROUP = re.compile(r"[1-9]\d{0,2}\.\d{3}")
CONSTANTS = {"e": 2.718281828459045, "pi": 3.141592653589793, "π": 3.141592653589793, "inf": float("inf"),
              "Infinity": float("inf"), "infinity": float("inf")}  # fmt: skip
_LIBRARY_CONSTANTS = {"e", "pi", "inf"}
_GROUPED = "mark thousands or separate two numbers? Write 1000, or put a space after the comma"


def read_expression(text: str) -> Node:
    """Return the expression tree of a text without `=`.

    Raise NotationError, with the column, if the text is not an expression, and Ambiguous if it has two readings.
    """
    dialect = dialect_of(text)
    return Reader(tokenize(text, dialect), dialect).whole()


def read_product(parted: SideBySide) -> Node | None:
    """Return what stands side by side as one product, read as with `·` between; None if it cannot be read so."""
    try:
        return read_tokens(list(parted.tokens), parted.dialect)
    except NotationError:
        return None


def read_tokens(tokens: list[Token], dialect: Dialect = PLAIN, spaced_products: bool = False) -> Node:
    """Return the expression tree of tokens that have no end token; there must be at least one.

    With `spaced_products`, what only spaces part is a product (`2 ln 2`), unless the second is a number or a row, or
    both are in a row or among the arguments of a call. Raise NotationError, with the column, if they are not an
    expression, and Ambiguous if they have two readings.
    """
    end = tokens[-1].end
    reader = Reader([*tokens, Token("end", "", end, spaced=False, end=end)], dialect)
    reader.spaced_products = spaced_products
    return reader.whole()


class Reader(Brackets):
    """Recursive-descent parser of tokens into an expression tree; use `whole` to parse all of them.

    Methods that parse begin at the current token, advance past what they parsed, and return its node. They raise
    NotationError, with the column, at a token that does not fit, and Ambiguous for text with two readings. Those that
    get a `token` get one that was taken already: the current one follows it. An operand is beside another if no sign is
    between them: `2π`.
    """

    # ---- a whole line

    def whole(self) -> Node:
        """Parse all tokens as one expression or a list without brackets. Raise NotationError if something is left."""
        try:
            node = self.items_until_end()
        except RecursionError as error:
            raise NotationError(TOO_DEEP, 1) from error
        if self.at_sign(":"):
            raise NotationError("the colon between two values cannot be read; write / to divide", self.now.column)
        if self.at_sign(*COMPARISONS):
            sign = {"!=": "≠", ">=": "≥", "<=": "≤"}.get(self.now.text, self.now.text)
            raise NotationError(f"{quote(sign)} cannot be checked; write = or ≈ in its place", self.now.column)
        if self.now.kind != "end":
            if self.now.end == self.now.column:  # a bracket that was added around an answer
                raise NotationError(f"there is one {quote(self.now.text)} too many; delete it", self.now.column)
            raise self.error_wanting("an operation sign such as + or the end of the line")
        return node

    def items_until_end(self) -> Node:
        """Parse a single expression, or a list without brackets; stop at a token that fits neither.

        The numbers of `softmax 1, 2, 3` are arguments of the call. Raise Ambiguous for `1 1/2` and for `0,5`.
        """
        begun = self.at
        first = self.sum()
        items, commas, starts = [first], False, [begun]
        while self.at_sign(",") or self.starts_item():
            comma = self.at_sign(",")
            commas = commas or comma
            if comma:
                self.refuse_comma_in_number()
                self.take()
                if self.now.kind == "end":
                    raise self.error_wanting("one more number")
            starts.append(self.at)
            item = self.sum(tight=True)
            if not comma:
                refuse_mixed(items[-1], item)
            items.append(item)
        if isinstance(first, Call) and first.loose and all(isinstance(item, (Literal, Unary)) for item in items[1:]):
            return first._replace(arguments=(*first.arguments, *items[1:]))  # `softmax 1, 2, 3`
        if len(items) == 1:
            return first
        return Listing(tuple(items), first.column, None if commas else self.side_by_side(starts, self.at, items))

    def refuse_comma_in_number(self) -> None:
        """Raise Ambiguous if the comma here may be part of a number, as in `0,5` and `1,000` outside brackets.

        If `grouped` is False, it never is.
        """
        before, after = self.before, self.after
        if not (before.kind == after.kind == "number") or self.now.spaced or after.spaced or self.grouped is False:
            return
        groups = self.group_count(self.at - 1)
        shown = f'"{before.text},{after.text}"'
        if POINT_GROUP.fullmatch(before.text):
            raise Ambiguous(
                f"{shown} has both a point and a comma: one number or two? "
                "Write 1000.5 for one, or put a space after the comma for two",
                before.column,
            )
        if not groups and not (before.text.isdigit() and after.text.isdigit()):
            return
        one = f"{before.text}.{after.text}"
        decimal = f"mark decimals or separate two numbers? Write {one}, or put a space after the comma"
        raise Ambiguous(f"does the comma in {shown} {_GROUPED if groups else decimal}", self.now.column)

    # ---- sums, products, powers

    def sum(self, tight: bool = False) -> Node:
        """Parse terms joined by + and -.

        With `tight`, as in lists without commas, `[3 -5]` is two numbers, and `[3 - 5]` or `[3-5]` is one.
        """
        self.go_deeper("brackets")
        first = self.product(tight)
        terms = [("+", first)]
        while self.at_sign("+", "-") and not (tight and self.starts_item()):
            sign = self.take().text
            terms.append((sign, self.product(tight)))
        self.depth -= 1
        return first if len(terms) == 1 else Sum(tuple(terms), first.column)

    def product(self, tight: bool = False) -> Node:
        """Parse factors joined by signs, or beside each other; with `tight`, outside LaTeX, not if a space is between.

        A sign with spaces around it joins factors even with `tight`: `[3 · 4]` is one item.
        """
        node = self.factor()
        factors, divided = 1, False
        while self.tokens[self.at].text not in _ENDS_PRODUCT:
            column = self.now.column
            if self.at_sign("·", "/", "⊙", "*", "//"):
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
                break
            factors = self.count_up(factors)
        return node

    def applied(self, sign: str, left: Node, right: Node, column: int) -> Node:
        """Return the node of a product, quotient or whole division (`//`) of two parsed operands.

        `*` becomes `·` beside a number, otherwise `⊙` in library code, and else stays. A plain number times a power of
        ten is a single number.
        """
        if sign == "//":
            return Call("floor", (Binary("/", left, right, column),), loose=False, column=column)
        if sign == "*" and (isinstance(left, Literal) or isinstance(right, Literal)):
            sign = "·"
        if sign == "*" and self.dialect.code:
            sign = "⊙"
        scientific = _scientific(left, right, column) if sign in ("·", "⊙") else None
        return scientific or Binary(sign, left, right, column)

    def is_mod(self) -> bool:
        """Return whether a remainder sign follows, as in `7 mod 3` or `7 % 3`."""
        return (self.now.kind == "name" and self.now.text == "mod" and self.now.spaced and self.starts_operand(1)) or (
            self.at_sign("%") and self.starts_operand(1)
        )

    def is_beside(self, tight: bool) -> bool:
        """Return whether the current token begins a factor beside the last operand: `2π`, `(2)(3)`, `2(3+4)`.

        `tight` allows no space between them, except in LaTeX. Raise Ambiguous for a number beside a defined name in a
        list.
        """
        token = self.now
        if token.kind == "number" or not self.starts_operand(0):
            return False
        if token.kind == "sign" and token.text in ("|", "‖") and self.closing and self.closing[-1] == token.text:
            return False
        last = self.before
        if token.spaced and self.spaced_products and not (self.in_call or "]" in self.closing or self.at_sign("[")):
            return True
        if token.kind == "sign" and token.text == "√" and token.spaced and not self.dialect.latex:
            return False
        if not token.spaced:
            return True
        if self.dialect.latex:
            return True
        if token.kind == "name" and (last.text in (")", "ᵀ") or last.text in self.dialect.defined):
            return not (self.in_row or tight)  # `softmax(x) V`, `W x`
        if token.kind == "name" and last.kind == "number" and token.text in self.dialect.defined:
            if not (self.in_row or tight):
                return True  # `3 h` with a defined h
            raise Ambiguous(
                f"is {quote(f'{last.text} {token.text}')} a product or two numbers? Write · to multiply, or a comma "
                "between two",
                token.column,
            )
        # `0.5 (3 + 4)`, `0.3 [1, 2]`, `lr (g + 1)`: outside lists, a number before a bracket is always a factor, and a
        # name with a value is one before a round bracket.
        is_named = self.at_sign("(") and last.kind == "name" and last.text in self.dialect.defined
        return self.at_sign("(", "[") and (last.kind == "number" or is_named) and not tight and not self.in_row

    def refuse_unclear_product(self, divided: bool) -> None:
        """Raise Ambiguous for `1/2x` and `6/2(1+2)`, where the product may belong to the divisor or not.

        `divided` says whether the last sign of the product was a division.
        """
        if divided and self.before.text not in (")", "]", "ᵀ", "‖", "|"):
            raise Ambiguous(
                "is the division by the whole product after it or by its first factor? Write 1/(2x) or (1/2)·x",
                self.now.column,
            )

    def factor(self) -> Node:
        """Parse a power with an optional sign before it: `-2^2` is -(2^2).

        In library code it may have any number of signs; elsewhere, raise NotationError for two.
        """
        signs: list[Token] = []
        while self.at_sign("-", "+"):
            signs.append(self.take())
            if len(signs) > 1 and not self.dialect.code:
                raise NotationError(
                    "two signs in a row; put the second in brackets with its number, as in -(-3)", signs[-1].column
                )
        node = self.power()
        if sum(sign.text == "-" for sign in signs) % 2:
            return Unary("-", node, signs[0].column)
        return node

    def power(self) -> Node:
        """Parse an operand with an optional exponent. Raise Ambiguous for `2^3x`."""
        node = self.postfix()
        if self.tokens[self.at].text not in ("^", "**"):
            return node
        sign = self.take()
        self.go_deeper("powers")
        exponent = self.factor()
        self.depth -= 1
        typed = sign.end > sign.column  # the extent of a superscript is unambiguous
        tight = typed and not self.dialect.latex and not self.now.spaced and self.before.kind in ("number", "name")
        if tight and self.is_beside(tight=False):
            raise Ambiguous(
                "is the power only the first factor after ^ or the whole product? Write 2^3·x or 2^(3x)",
                self.now.column,
            )
        return Binary(sign.text, node, exponent, sign.column)

    def postfix(self) -> Node:
        """Parse an operand with any transposes, methods and indices after it."""
        node = self.atom()
        count = 1
        while self.tokens[self.at].text in _BEHIND or self.tokens[self.at].kind == "method":
            if self.at_sign("ᵀ"):
                count = self.count_up(count)
                node = Unary("ᵀ", node, self.take().column)
            elif self.at_caret_t():
                count = self.count_up(count)
                column = self.take().column
                self.take()
                node = Unary("ᵀ", node, column)
            elif self.now.kind == "method":
                count = self.count_up(count)
                node = self.method(node, self.take())
            elif self.is_pick(node):
                count = self.count_up(count)
                node = self.pick(node)
            else:
                break
        return node

    def at_caret_t(self) -> bool:
        """Return whether the current tokens are `^T` or `^ᵀ`, a transpose."""
        return self.at_sign("^") and self.after.text in ("T", "ᵀ")

    # ---- numbers, names, brackets

    def atom(self) -> Node:
        """Parse a single operand: a number, a name, a call, or something in brackets."""
        token = self.now
        if token.kind == "number":
            return self.number()
        if token.kind in ("name", "function"):
            return self.named()
        if self.at_sign("∞"):
            self.take()
            return Literal("∞", float("inf"), token.column)
        if self.at_sign("√"):
            self.take()
            return Unary("√", self.under_root(), token.column)
        if self.at_sign("∛"):
            self.take()
            third = Binary("/", Literal("1", 1.0, token.column), Literal("3", 3.0, token.column), token.column)
            return Binary("^", self.under_root(), third, token.column)
        if self.at_sign("["):
            row = self.listing("]")
            grouping = self.dialect.latex and len(row.items) == 1 and isinstance(row.items[0], (Sum, Binary))
            return row.items[0] if grouping else row  # `2[1 + 3x]` in LaTeX
        if self.at_sign("("):
            return self.bracketed()
        if self.at_sign("|", "‖"):
            return self.between_bars(token.text)
        if self.at_sign("⟨", "⌊", "⌈", "<"):
            return self.between(token.text)
        if self.at_sign("$") and self.after.kind == "number" and not self.after.spaced:
            self.take()
            return self.number()
        raise self.error_wanting("a number, a name or a bracket")

    def number(self) -> Node:
        """Parse a number, with thousands joined and a percent sign applied: `50%` has the value 0.5.

        Raise Ambiguous for what may be read in two ways, such as `1/2%`, or `048` after another number and a space;
        NotationError for a number that is too large for a float or has two points.
        """
        before = self.before if self.at else self.now
        token = self.take()
        text = token.text
        if before.kind == "number" and token.spaced and _PADDED.match(text):
            raise Ambiguous(
                f"is {quote(f'{before.text} {text}')} one number or two? "
                f"Write {before.text}{text} for one{', or put a comma between two' if self.in_row else ''}",
                token.column,
            )
        if self.joins_thousands():
            while self.at_sign(",") and self.is_group(self.after):
                self.take()
                text += self.take().text
        value = _value(text, token.column)
        if self.at_sign("%") and not self.is_mod_sign():
            if before.text == "/" and not (before.spaced or token.spaced):
                raise Ambiguous("is 1/2% half a per cent, or 1 divided by 2%? Write 0.5%, or 1/(2%)", token.column)
            self.take()
            return Literal(f"{text}%", value / 100, token.column)
        return Literal(text, value, token.column)

    def is_mod_sign(self) -> bool:
        """Return whether the current % is a remainder sign: `7 % 3`, `768%12`; in `20% 80%` both are percent signs."""
        following = self.tokens[min(self.at + 1, len(self.tokens) - 1)]
        if not (following.kind in ("number", "name") or following.text == "("):
            return False
        return self.now.spaced == following.spaced and not (self.now.spaced and self.in_row)

    def under_root(self) -> Node:
        """Parse the operand of a root sign, which was taken already: `√-4` is √(-4). Raise Ambiguous for `√2x`."""
        self.go_deeper("roots")
        minus = self.take() if self.at_sign("-") and self.after.kind == "number" and not self.now.spaced else None
        node = self.postfix() if minus is None else Unary("-", self.postfix(), minus.column)
        self.depth -= 1
        if self.before.kind == "number" and self.now.kind == "name" and not self.now.spaced and not self.dialect.latex:
            raise Ambiguous(
                "is the root of the number alone or of the whole product? Write √2·x or √(2x)", self.now.column
            )
        return node

    def named(self) -> Node:
        """Parse a name: a constant, a value, or an operation with its arguments.

        These are in brackets, or follow without them (`softmax 1 4`), but not after a name that the text defines; in
        LaTeX only after a few known functions. Raise NotationError for `sqrt` without an operand.
        """
        token = self.take()
        text = token.text
        if is_library(text):
            return self.library(token)
        value, _, attribute = text.rpartition(".")
        if value and self.dialect.code and attribute in _ATTRIBUTES and not self.at_sign("("):
            return Call(attribute, (Name(value, token.column),), loose=False, column=token.column)
        if text in CONSTANTS and text not in self.dialect.defined and not (text != "e" and self.at_sign("(")):
            return Literal("inf" if text.lower() == "infinity" else text, CONSTANTS[text], token.column)
        if (
            text in ("sqrt", "Sqrt")
            and not self.starts_item()
            and not self.at_sign("(", "[")
            and not self.dialect.latex
        ):
            raise NotationError(
                f"{text} has no number to take the root of; write one, as in {text}(2)", self.now.column
            )
        if text in ("sqrt", "Sqrt"):
            return Unary("√", self.under_root(), token.column)
        if self.at_sign("(") and not self.now.spaced:
            return self.called(token)
        if token.kind == "function" or (text in _LOOSE and self.at_sign("^") and self.is_power_of_function()):
            return self.applied_function(token)
        if self.at_sign("[") and not self.now.spaced:
            return Name(text, token.column)  # the bracket is parsed as an index
        if self.dialect.latex and token.text not in _LOOSE:
            return Name(text, token.column)
        arguments: list[Node] = []
        while (
            text not in self.dialect.defined
            and self.starts_item()
            and (self.now.kind, self.now.text) != ("name", "mod")
        ):
            arguments.append(self.argument())
        if arguments:
            return self.named_call(token, tuple(arguments), (), loose=True)
        return Name(text, token.column)

    def is_power_of_function(self) -> bool:
        """Return whether the `^` here has a number and a bracket after it: `tanh²(x)`, `sin^2(x)`, `sin^-1(x)`."""
        number = self.at + 1 + (self.after.text == "-")
        following = self.tokens[number : number + 2]
        return len(following) == 2 and following[0].kind == "number" and following[1].text == "("

    def applied_function(self, token: Token) -> Node:
        r"""Parse the argument of the function `token`, and return its call; without an argument, its name.

        Without brackets, the argument is one operand with its minus and its power, and the names beside it: `\ln 2x`.
        A power before the argument applies to the result: `sin^2(x)`. Raise Ambiguous if that has a minus:
        `\sin^{-1}(x)`.
        """
        if self.at_sign("^") and not self.at_caret_t():  # `\tanh^2(x)` means the square of tanh(x)
            sign = self.take()
            self.go_deeper("powers")
            minus = self.take() if self.at_sign("-") else None
            exponent = self.atom()
            is_negative = isinstance(exponent, Unary) and exponent.sign == "-"
            if minus is not None or is_negative or (isinstance(exponent, Literal) and exponent.value < 0):
                question = (
                    f"is {token.text} with a negative power its inverse or 1 divided by it? "
                    f"Write 1/{token.text}(x), or the inverse's name"
                )
                raise Ambiguous(question, sign.column)
            power = Binary("^", self.applied_function(token), exponent, sign.column)
            self.depth -= 1
            return power
        if self.at_sign("("):
            return self.called(token)
        if not self.starts_operand(0) and not self.at_sign("-"):
            return Name(token.text, token.column)
        minus = self.take() if self.at_sign("-") else None
        self.go_deeper("functions")
        node = self.power()
        self.depth -= 1
        while self.is_beside(tight=True) and self.now.kind == "name" and isinstance(node, (Literal, Name)):
            node = Binary("·", node, self.power(), self.now.column)
        if minus is not None:
            node = Unary("-", node, minus.column)
        return Call(token.text, (node,), loose=True, column=token.column)

    def called(self, token: Token) -> Node:
        """Parse the arguments in brackets of the name `token`, and return its call; of `tensor(x)` and the like, x."""
        arguments, keywords, parted = self.arguments()
        if token.text in _BARE:
            return _spelled(token.text, arguments, keywords, token.column, self.dialect.code, library=True)
        node = self.named_call(token, arguments, keywords, loose=False)
        if isinstance(node, Call) and node.arguments == arguments:  # not those of a method's value
            return node._replace(side_by_side=parted)
        return node

    def named_call(self, token: Token, arguments: Arguments, keywords: Keywords, loose: bool) -> Node:
        """Return the call of the name `token`; a name with a point is a value and its method: `x.sum()`.

        `loose` says that the arguments were written without brackets. `.T` in the name is a transpose.
        """
        value, point, method = token.text.rpartition(".")
        if not (point and value and method[:1].isalpha()) or method in CONSTANTS:
            return Call(token.text, arguments, loose, token.column, keywords)
        column, transposes = token.column + len(value) + 1, 0
        while value.endswith((".T", ".mT")):
            value, transposes = value.rpartition(".")[0], transposes + 1
        node: Node = Name(value, token.column)
        for _ in range(transposes):
            node = Unary("ᵀ", node, column)
        return _spelled(method, (node, *arguments), keywords, column, self.dialect.code, method=True)

    def library(self, token: Token) -> Node:
        """Return the node of the library name `token`, parsing its arguments if a bracket follows.

        `np.exp(x)` is a call, `torch.pi` a number; any other name loses its library: `np.float32` is the name float32.
        """
        last = token.text.rpartition(".")[2]
        if self.at_sign("(") and not self.now.spaced:
            arguments, keywords, _ = self.arguments()
            is_module = token.text.startswith(("nn.", "torch.nn.")) and last[:1].isupper()
            if is_module and self.at_sign("(") and not self.now.spaced:  # `nn.Softmax(dim=-1)(x)`
                from katatx.notation.spellings import module_settings  # few texts need it

                settings = module_settings(last, arguments, keywords, token.column)
                arguments, others, _ = self.arguments()
                keywords = (*settings, *others)
                if len(dict(keywords)) < len(keywords):
                    raise NotationError(f"a setting of {last} is given twice; leave one out", token.column)
            numpy = token.text.partition(".")[0] in _NUMPY
            code = "numpy" if numpy else "torch" if self.dialect.code == "both" else self.dialect.code
            return _spelled(last, arguments, keywords, token.column, code, library=True)
        if last in _LIBRARY_CONSTANTS:
            return Literal({"pi": "π"}.get(last, last), CONSTANTS[last], token.column)
        return Name(last, token.column)

    def method(self, value: Node, token: Token) -> Node:
        """Parse the arguments of the method `token` and return its call on `value`: `.sum(axis=0)`.

        A missing bracket means no arguments.
        """
        if not self.at_sign("(") and token.text in _ATTRIBUTES:
            return Call(token.text, (value,), loose=False, column=token.column)
        if not self.at_sign("("):
            return _spelled(token.text, (value,), (), token.column, self.dialect.code, method=True)
        arguments, keywords, _ = self.arguments()
        return _spelled(
            token.text, (value, *arguments), keywords, token.column, self.dialect.code or "numpy", method=True
        )

    def argument(self) -> Node:
        """Parse one argument of a call without brackets, as `a/2` in `dot a/2 b`: an operation contains no spaces.

        A minus may precede it.
        """
        minus = self.take() if self.at_sign("-") else None
        if self.now.kind == "name" and self.now.text not in (*CONSTANTS, "sqrt") and not is_library(self.now.text):
            token = self.take()
            node: Node = Name(token.text, token.column)
            if self.at_sign("(") and not self.now.spaced:
                node = self.called(token)
            while self.at_sign("ᵀ") or self.now.kind == "method" or self.is_pick(node):
                node = (
                    Unary("ᵀ", node, self.take().column)
                    if self.at_sign("ᵀ")
                    else self.pick(node)
                    if self.at_sign("[")
                    else self.method(node, self.take())
                )
            if self.at_sign("^", "**"):
                sign = self.take()
                node = Binary(sign.text, node, self.factor(), sign.column)
        else:
            node = self.power()
            while self.is_beside(tight=True) and not self.now.spaced and self.before.kind == "number":
                node = Binary("·", node, self.power(), self.now.column)
        if self.at_sign("/") and not self.now.spaced and not self.after.spaced:
            sign = self.take()
            node = Binary("/", node, self.power(), sign.column)
        return node if minus is None else Unary("-", node, minus.column)


LIBRARIES = frozenset(("np", "numpy", "jnp", "math", "torch", "F", "nn", "tf", "scipy", "jax", "keras", "cmath"))
_NUMPY = frozenset(("np", "numpy", "jnp", "math", "scipy"))
# Signs that end a product, and signs that may directly follow a value.
_ENDS_PRODUCT = frozenset(("", ",", ")", "]", ";", "+", "-", "=", "≈", ":"))
_BEHIND = frozenset(("ᵀ", "^", "["))
# Wrappers that NumPy and PyTorch print around a value, and Python's print.
_BARE = frozenset(("tensor", "array", "Array", "matrix", "print", "float"))
# What NumPy writes without brackets after a value, `x.shape`, unlike PyTorch's method `x.size()`.
_ATTRIBUTES = frozenset(("shape", "size", "ndim"))
# Functions written without brackets even in LaTeX, where spaces mean nothing.
_LOOSE = frozenset(("ln", "log", "exp", "softmax", "sigmoid", "relu", "tanh", "sin", "cos", "max", "min", "sqrt"))


def is_library(name: str) -> bool:
    """Return whether a name begins with a library's name and a point: `np.exp`."""
    return "." in name and name.partition(".")[0] in LIBRARIES


def _spelled(
    name: str,
    arguments: Arguments,
    keywords: Keywords,
    column: int,
    code: str,
    method: bool = False,
    library: bool = False,
) -> Node:
    """Return the node that a library call (`np.sum(x)`) or method call (`x.sum()`) stands for.

    `library` or `method` says which it is; the first argument of a method is its value. `code` is the library: "numpy",
    "torch", "both" or empty. Raise NotationError for wrong arguments, Ambiguous for a `var` or `std` of both libraries.
    """
    from katatx.notation.spellings import spelled_call  # few texts need it

    return spelled_call(name, arguments, keywords, column, code, method, library)


def _scientific(left: Node, right: Node, column: int) -> Node | None:
    """Return `1.41·10^-3` as a single number, given its factors 1.41 and 10^-3; None for any other product.

    `0.001·10^2` is a product: nobody writes a small number with a large power of ten. Raise NotationError if the number
    is too large for a float.
    """
    power = right.right if isinstance(right, Binary) and right.sign in ("^", "**") else None
    minus = isinstance(power, Unary) and power.sign == "-"
    exponent = power.operand if isinstance(power, Unary) and minus else power
    ten = isinstance(right, Binary) and isinstance(right.left, Literal) and right.left.text == "10"
    if not (ten and isinstance(left, Literal) and isinstance(exponent, Literal) and exponent.text.isdigit()):
        return None
    if not re.fullmatch(r"[\d.]+", left.text) or len(exponent.text) > 3 or (left.value < 1 and not minus):
        return None
    text = f"{left.text}·10^{'-' if minus else ''}{exponent.text}"
    return Literal(text, _value(text, column), left.column)


def _value(text: str, column: int) -> float:
    """Return the value of a number's text; `column` is for errors. Raise NotationError if it is invalid or infinite."""
    try:
        value = number_value(text)
    except ValueError as error:
        raise NotationError(
            f"{quote(text)} is not a number; write digits with at most one decimal point", column
        ) from error
    if value == float("inf"):
        raise NotationError(f"{quote(text)} is too large to work with; write a number below 1e308", column)
    return value
