"""Reading typed answers, given the shape that is asked for.

An answer is read with every possible meaning of its commas, spaces and points. Each such **interpretation** that can be
parsed gives a **reading**: the numbers and their shape. The readings of the asked shape decide: if they all give the
same numbers, those are taken; if two differ, an error asks which is meant. `7,425,000` is one number if one number is
asked for, `1,2` is a row if two are.
"""

from __future__ import annotations

import math
import operator
import re
from collections.abc import Callable, Iterator
from contextlib import suppress

from katatx.notation.errors import Ambiguous, NotationError
from katatx.notation.latex import tokens_of
from katatx.notation.lexer import LONGEST, UNITS, Token, number_places, settled, tokenize
from katatx.notation.parser import CONSTANTS, Parser
from katatx.notation.printing import write_expression
from katatx.notation.quoting import quote
from katatx.notation.statements import without_markup
from katatx.notation.syntax import Binary, Call, Listing, Literal, Node, Sum, Unary
from katatx.notation.walking import parts_of, with_parts
from scoring.answer import Answer, Form, TypedNumber
from scoring.shapes import Shape, describe, same_shape

LONGEST_ANSWER = LONGEST
# Numbers as other countries write them: 5,000 and 5 000 for 5000; 0,5 and 1.000,5 with a comma for decimals.
_GROUPED = r"(?<![\w.])[1-9]\d{0,2}(?:,\d{3})++(?!\d|,\d)"
_SPACED = r"(?<![\w.])[1-9]\d{0,2}(?: \d{3})++(?!\d)"
_DECIMAL = r"(?<![\w.,√/*·^])(?:[1-9]\d{0,2}(?:\.\d{3})++|\d++),\d++(?![\d.,kKMB/^]|[*·](?!10))"
# Each interpretation of an answer's commas and spaces: the numbers that they are part of. Decimal commas come last.
_WHOLE: tuple[tuple[str, ...], ...] = ((), (_GROUPED,), (_SPACED,))
_DECIMALS = ((_DECIMAL,), (_SPACED, _DECIMAL))
# A group of digits that is no number of its own, and brackets around a single number.
_PADDED = r"[ ,]0\d\d"
_LONE = r"[\[(]\s*[-+]?[\d.]+\s*[\])]"
# Characters of full width as plain ones, and quotation marks as spaces.
_CHARACTERS = {0xFEE0 + code: code for code in range(0x21, 0x7F)} | dict.fromkeys(map(ord, '"“”„«»'), 0x20)
# An option that a program prints after a value, `dtype=float32`; dots of decimals that go on; a quotation mark, and the
# end of a word after it, as in `it's`.
_AROUND = r"""(?x) ,\s*\w+=(?:<[^<>]*>|[^\W\d][\w.]*|'[^']*')(?=\s*[,)])
    | (?:(?<=\.\d)|(?<=\.\d\d)|(?<=\.\d{3})|(?<=\.\d{4}))(?:\.\.+|…)(?!\d)
    | (?<=[^\W\d])['’][a-z]{1,2}\b | (?<!\d)['‘’] | ['‘’](?!\d)"""
# Names of libraries, and what they and Maxima print around a value.
_WRAPPER = r"\b(?:np|numpy|math|torch|jnp)\.(?=[a-z])|\b(?:tensor|[aA]rray|matrix|float\d*|int\d*)(?=\()"
_PER_CENT = r"(?<=\d) ?per ?cent\b"
_INFINITY = r"(?i)(?<![^\W_])inf(?:inity)?\b"
# A number, with a minus that does not stand directly after another one.
_ANY_NUMBER = r"(?<![\w.])-?(?:∞|inf(?![^\W_])|oo(?![^\W_]))|(?:(?<![\d)\]])-)?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?"
# Words that change a number next to them.
_CHANGES = """
billion cubed divided dozen half halves hundred hundredths less million minus mod modulo more multiplied negative no
not of or over percent plus quarter quarters raised root squared tenths than third thirds thousand thousandths times
twice
"""
_CHANGING = frozenset(_CHANGES.split())
# Signs and functions that an answer may be left in.
_OPERATIONS: dict[str, Callable[..., float]] = {
    "-": operator.neg, "√": math.sqrt, "|": abs, "·": operator.mul, "*": operator.mul, "⊙": operator.mul,
    "/": operator.truediv, "^": math.pow, "exp": math.exp, "ln": math.log, "log": math.log, "log2": math.log2,
    "log10": math.log10, "log_2": math.log2, "log_10": math.log10, "sin": math.sin, "cos": math.cos, "tan": math.tan,
    "tanh": math.tanh, "abs": abs, "sqrt": math.sqrt, "floor": math.floor, "ceil": math.ceil,
    **dict.fromkeys(("sigmoid", "σ"), lambda value: 1 / (1 + math.exp(-value))),
}  # fmt: skip


def read_answer(text: str, asked: Shape | None = None) -> Answer:
    r"""Return the numbers in a typed answer, with the decimals each was written to.

    Accepts numeric expressions: `0.5`, `−2`, `1/2`, `√2`, `e^4`, `50 %`, `$1,000.99`, `1.41*10^-3`, `\frac{1}{2}`,
    `(9+1)`, rows with spaces or commas, and grids as `[1 2; 3 4]`, `[[1, 2], [3, 4]]` or one row a line, each with or
    without a name and `=` before it. `asked` is the expected shape; with None, only text with a single reading is
    accepted. Axes of length 1 are ignored when shapes are compared. If no reading has the asked shape, the answer is
    returned in the shape that it has: compare its `shape`.

    Raise NotationError, with the column, if the text is empty, over 5,000 characters or cannot be read. Raise its
    subclass Ambiguous, with a question, if it has two readings.
    """
    if len(text) > LONGEST_ANSWER:
        most = f"and at most {LONGEST_ANSWER:,} are allowed; write only its numbers"
        raise NotationError(f"the answer has {len(text):,} characters, {most}", LONGEST_ANSWER)
    if not text.strip():
        raise NotationError("nothing typed; write a number", 1)
    text = _cleaned(text)
    tokens = _tokens(text)
    if tokens[0].kind == "end":
        raise NotationError(f"nothing stands after {quote(text.strip())}; write the number there", 1)
    return (None if asked is None else _in_shape(tokens, asked)) or _only_reading(tokens)


def read_written(tokens: list[Token], asked: Shape) -> Answer | None:
    """Return one side of a claim as written numbers, in the shape `asked` if they can be read so, else in their own.

    `tokens`, at least one, have no end token. The result is None if the side is something to calculate or cannot be
    read as numbers. Raise Ambiguous if the numbers have two readings and no name is among them.
    """
    end = tokens[-1].end
    tokens = [*tokens, Token("end", "", end, spaced=False, end=end)]
    try:
        with suppress(Ambiguous):  # asked about below
            _, nodes = shape_and_numbers(_parsed(settled(tokens, "items"), mixed=False), tokens[0].column)
            if not all(map(is_written, nodes)):
                return None
        return _in_shape(tokens, asked) or _only_reading(tokens)
    except NotationError as error:
        if isinstance(error, Ambiguous) and not any(token.kind == "name" for token in tokens):
            raise
        return None  # a name is asked about where the side is parsed as a calculation


def _in_shape(tokens: list[Token], asked: Shape) -> Answer | None:
    """Return the one reading of the shape `asked`, ignoring axes of length 1; None if there is none."""
    whole, decimals = (
        [answer._replace(shape=asked) for answer in _readings(tokens, asked, ways) if same_shape(answer.shape, asked)]
        for ways in (_WHOLE, _DECIMALS)
    )
    _refuse_different(whole or decimals, tokens)
    if not whole:
        return decimals[0] if decimals else None
    return whole[0]._replace(other=decimals[0].numbers if decimals else ())


def _refuse_different(readings: list[Answer], tokens: list[Token]) -> None:
    different = list({tuple(number.value for number in answer.numbers): answer for answer in readings}.values())
    if len(different) > 1:
        ways = " or ".join(
            f"{', '.join(f'{number.value:.12g}' for number in answer.numbers[:4])} ({describe(answer.shape)})"
            for answer in different[:2]
        )
        either = "Write it with decimal points, and a comma and a space between numbers"
        raise Ambiguous(f"this can be read as {ways}: which is meant? {either}", tokens[0].column)


def read_loosely(text: str, asked: Shape) -> Answer | None:
    """Return all numbers in a text in the asked shape, whatever else it says; None if there are not as many.

    Such a reading may be wrong, so that it should only count where it is right.
    """
    plain = _cleaned(text).replace("−", "-")
    changed = _CHANGING & {word.lower() for word in re.findall(r"[^\W\d_]+", plain)}
    found = [] if changed else re.findall(_ANY_NUMBER, plain)
    if len(found) != math.prod(asked) or len(text) > LONGEST_ANSWER:
        return None
    values = (float(each.replace("∞", "inf").replace("oo", "inf")) for each in found)
    places = (len(each.partition(".")[2]) if re.fullmatch(r"[-\d.]*\d", each) else None for each in found)
    return Answer(tuple(map(TypedNumber, found, values, places)), asked)


def _cleaned(text: str) -> str:
    """Return a text without quotation marks, printed options, and dots after decimals; the rest keeps its place."""
    text = without_markup(text, bullets=False).translate(_CHARACTERS)
    text = re.sub(_PER_CENT, lambda found: "%".ljust(len(found[0])), text)
    for pattern in (_AROUND, _WRAPPER):
        text = re.sub(pattern, lambda found: " " * len(found[0]), text)
    return re.sub(_INFINITY, lambda found: found[0].lower(), text)


def _tokens(text: str) -> list[Token]:
    """Return the tokens of an answer, `end` last, with a semicolon where lines break outside brackets.

    Each `=`, `≈` or `:` there is left out with what is before it, from a comma or semicolon on: `a = 1, b = 2` gives
    1, 2. Raise Ambiguous for a colon without a name before it.
    """
    made: list[Token] = []
    begins = 0
    for token in tokens_of(text)[0]:
        if token.text in UNITS and [each.kind for each in made] == ["number"]:
            made = [made[0]._replace(text=made[0].text + token.text, end=token.end)]  # `355 M`
            continue
        if token.breaks and made and not made[-1].depth and token.kind != "end" and made[-1].text not in (",", ";"):
            made.append(token._replace(kind="sign", text=";", end=token.column, depth=0))
            begins = len(made)
        if not token.depth and (token.kind == "rel" or token.text == ":"):
            if token.text == ":" and not any(each.kind == "name" for each in made[begins:]):
                question = "does the colon between two numbers mean a ratio or a division?"
                raise Ambiguous(f"{question} Write / to divide, or the result", token.column)
            del made[begins:]
            continue
        made.append(token)
        if not token.depth and token.text in (",", ";"):
            begins = len(made)
    while len(made) > 1 and made[-2].text == ";":
        del made[-2]
    if len(made) > 1 and made[-2].text == "," and made[-2].kind == "sign":
        problem = "a comma without a number after it; write the next number, or leave the comma out"
        raise NotationError(problem, made[-2].column)
    return made


def _only_reading(tokens: list[Token]) -> Answer:
    plain = _read(settled(tokens, "items"))
    _refuse_different([plain, *_readings(tokens, None, (*_WHOLE[1:], *_DECIMALS))], tokens)
    for before, token, after in zip(tokens, tokens[1:], tokens[2:], strict=False):
        if token.text == "-" and before.kind == after.kind == "number" and token.spaced == after.spaced:
            question = "is the minus a subtraction or the sign of a second number?"
            raise Ambiguous(f"{question} Write the result, or a comma between two numbers", token.column)
    return plain


def _readings(tokens: list[Token], asked: Shape | None, ways: tuple[tuple[str, ...], ...]) -> Iterator[Answer]:
    """Yield the answer as read in each of the interpretations in `ways` that apply and can be parsed."""
    written = "".join(("\n" if token.breaks else " " * token.spaced) + _as_typed(token) for token in tokens)
    for way in ways:
        text, counts = written, list[int]()
        for pattern in way:
            text, count = re.subn(pattern, _joined, text)
            counts.append(count)
        if all(counts) and (not way or _is_likely(way, written, text, asked)):
            with suppress(NotationError):
                yield _read(settled(tokenize(text) if way else tokens, "items"), mixed=asked in ((), None))


def _as_typed(token: Token) -> str:
    unit = token.text[-1] if token.parts and token.text[-1] in UNITS else ""
    return ",".join(token.parts) + unit if token.parts else token.text


def _joined(number: re.Match[str]) -> str:
    """Return the digits of a number with separators, with a point for a decimal comma."""
    if number.re.pattern == _DECIMAL:
        return number[0].replace(".", "").replace(",", ".")
    return number[0].replace(",", "").replace(" ", "")


def _is_likely(way: tuple[str, ...], written: str, text: str, asked: Shape | None) -> bool:
    """Return whether an interpretation that makes `text` of what is written is one that the writer may have meant."""
    padded, lone = re.search(_PADDED, written), re.search(_LONE, text)
    if _DECIMAL in way:
        return "," not in text and not (lone and asked in ((), None))
    if _SPACED in way:
        return asked is not None or padded is not None
    return bool(padded) or not lone or (asked == () and written.count(",") == 1)


def _read(tokens: list[Token], mixed: bool = True) -> Answer:
    shape, nodes = shape_and_numbers(_parsed(tokens, mixed), tokens[0].column)
    return Answer(tuple(map(typed_number, nodes)), shape)


def _parsed(tokens: list[Token], mixed: bool) -> Node:
    """Return the node of tokens parsed as the items of a list, with each comma between two of them."""
    end = tokens[-1]
    around = end._replace(kind="sign", text="]", spaced=False, breaks=False)
    opening = Token("sign", "[", tokens[0].column, spaced=False, end=tokens[0].column)
    parser = Parser([opening, *tokens[:-1], around, end])
    parser.asks_mixed, parser.round_lists = mixed, True
    node = parser.whole()
    return node.items[0] if isinstance(node, Listing) and len(node.items) == 1 else node


# ---- the numbers of an answer


def shape_and_numbers(node: Node, column: int) -> tuple[Shape, list[Node]]:
    """Return the shape of an answer, and the nodes of its numbers in row-major order.

    A sign on a row or grid, and a product, quotient or power of it and a number, is applied to each number; `ᵀ`
    transposes it. A grid of one row counts as a row. Raise NotationError at `column` (from 1) if the lists are nested
    unevenly or too deeply. The nodes are not checked: use `typed_number`.
    """
    node = _distributed(node)
    if not isinstance(node, Listing):
        return (), [node]
    rows = [_distributed(item) for item in node.items]
    lists = [row.items for row in rows if isinstance(row, Listing)]
    if not lists:
        return (len(rows),), rows
    if len(lists) < len(rows):
        every = "put every row in brackets, as in [1, 2], [3, 4]"
        raise NotationError(f"some numbers are in inner brackets and some are not; {every}", column)
    uneven = next((at for at, row in enumerate(lists) if len(row) != len(lists[0])), 0)
    if uneven:
        sizes = f"{len(lists[0])} and {len(lists[uneven])} numbers (rows 1 and {uneven + 1})"
        raise NotationError(f"the rows have {sizes}; write as many in every row", column)
    if any(isinstance(item, Listing) for row in lists for item in row):
        raise NotationError("brackets stand three levels deep; use at most two levels, as in [[1, 2], [3, 4]]", column)
    return (len(lists), len(lists[0])), [item for row in lists for item in row]


def _distributed(node: Node) -> Node:
    """Return a row or grid with an operation on the whole applied to each number: `2[1, 2]`, `[1, 2]ᵀ`."""
    if isinstance(node, Listing) and len(node.items) == 1 and isinstance(node.items[0], Listing):
        return _distributed(node.items[0])
    if not isinstance(node, (Unary, Binary)):
        return node
    parts = [_distributed(part) for part in parts_of(node)]
    lists = [part for part in parts if isinstance(part, Listing)]
    if len(lists) != 1:
        return node
    if isinstance(node, Unary) and node.sign == "ᵀ":
        return _transposed(lists[0])
    of_each = ([item if part is lists[0] else part for part in parts] for item in lists[0].items)
    return lists[0]._replace(items=tuple(_distributed(with_parts(node, each)) for each in of_each))


def _transposed(node: Listing) -> Node:
    rows = [item.items for item in node.items if isinstance(item, Listing)]
    if len(rows) < len(node.items):
        return Listing(tuple(Listing((item,), node.column) for item in node.items), node.column)
    if len(set(map(len, rows))) > 1:
        raise NotationError("the rows have different lengths; write as many numbers in every row", node.column)
    return Listing(tuple(Listing(column, node.column) for column in zip(*rows, strict=True)), node.column)


def typed_number(node: Node) -> TypedNumber:
    """Return a number with its value and the decimals it claims: None if it is exact, as 1/2 or π, or a calculation.

    Infinity is accepted only as written, ∞ or -inf. Raise NotationError for any other expression without a finite
    value.
    """
    text, number = write_expression(node), node
    while isinstance(number, Unary) and number.sign == "-":
        number = number.operand
    try:
        value = arithmetic_value(node)
    except (ArithmeticError, ValueError):
        value = math.nan
    if not (math.isfinite(value) or (math.isinf(value) and isinstance(number, Literal))):
        raise NotationError(f"{quote(text)} has no value, or one too large to work with; write a number", node.column)
    in_digits = isinstance(number, Literal) and number.text not in CONSTANTS
    places = number_places(write_expression(number)) if in_digits else None
    return TypedNumber(text.replace(" ", ""), value, places, forms=_forms(number))


def _forms(node: Node) -> frozenset[Form]:
    """Return the forms in which a number is left unevaluated (fraction, power, calculation)."""
    match node:
        case Literal(text=text):
            return frozenset({Form.POWER} if text == "e" else ())
        case Unary(sign="-", operand=operand):
            return _forms(operand)
        case Unary(sign="√") | Binary(sign="/" | "^"):
            own = Form.FRACTION if node.sign == "/" else Form.POWER
            return frozenset({own}).union(*map(_forms, parts_of(node)))
    return frozenset({Form.CALCULATION})


def is_written(node: Node) -> bool:
    """Return whether a node is a number as written or as a calculator shows it: 1/2, √2, e^4, 2·10^-3."""
    match node:
        case Unary(sign="-" | "√", operand=operand) | Binary(sign="^", left=Literal(text="e"), right=operand):
            return is_written(operand)
        case Binary(sign="/", left=Literal(text=over), right=Literal(text=under)):
            return over.isdigit() and under.isdigit()
    return isinstance(node, Literal)


def arithmetic_value(node: Node) -> float:
    """Return the value of plain arithmetic on numbers.

    Raise NotationError for names, and for operations that answers must not contain. Raise ArithmeticError or ValueError
    if there is no value.
    """
    if isinstance(node, Literal):
        return node.value
    if isinstance(node, Sum):
        return math.fsum(arithmetic_value(term) * (1 if sign == "+" else -1) for sign, term in node.terms)
    name = node.name if isinstance(node, Call) else getattr(node, "sign", "")
    parts = parts_of(node)
    if name.lower() not in _OPERATIONS or len(parts) != 1 + isinstance(node, Binary):
        wanted = "write a number such as 0.25, -3 or 1.5e-3"
        shown = name if isinstance(node, Call) else write_expression(node)
        raise NotationError(f"{quote(shown)} is not a number; {wanted}", node.column)
    return float(_OPERATIONS[name.lower()](*map(arithmetic_value, parts)))
