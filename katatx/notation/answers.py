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
from collections.abc import Callable
from contextlib import suppress
from itertools import pairwise

from katatx.notation.errors import Ambiguous, NotationError, either
from katatx.notation.latex import tokens_of
from katatx.notation.lexer import LONGEST, UNITS, Token, ended, number_places, settled
from katatx.notation.parser import CONSTANTS, Parser
from katatx.notation.printing import write_expression
from katatx.notation.quoting import quote
from katatx.notation.statements import without_markup
from katatx.notation.syntax import Binary, Call, Listing, Literal, Node, Sum, Unary
from katatx.notation.walking import parts_of, with_parts
from scoring.answer import Answer, Form, TypedNumber
from scoring.shapes import Shape, same_shape

LONGEST_ANSWER = LONGEST
_QUOTES = dict.fromkeys(map(ord, '"“”„«»'), 0x20)
# An option that a program prints after a value, `dtype=float32`; dots of decimals that go on; a quotation mark, and the
# end of a word after it, as in `it's`.
_AROUND = r"""(?x) ,\s*\w+=(?:<[^<>]*>|[^\W\d][\w.]*|'[^']*')(?=\s*[,)])
    | (?:(?<=\.\d)|(?<=\.\d\d)|(?<=\.\d{3})|(?<=\.\d{4}))(?:\.\.+|…)(?!\d)
    | (?<=[^\W\d])['’][a-z]{1,2}\b | (?<!\d)['‘’] | ['‘’](?!\d)"""
# Names of libraries, and what they and Maxima print around a value.
_WRAPPER = r"\b(?:np|numpy|math|torch|jnp)\.(?=[a-z])|\b(?:tensor|[aA]rray|matrix|float\d*|int\d*)(?=\()"
_PER_CENT = r"(?<=\d) ?per ?cent\b"
# A number, with a minus that does not stand directly after another one.
_ANY_NUMBER = r"(?<![\w.])-?(?:∞|(?i:inf(?:inity)?)(?![^\W_]))|(?:(?<![\d)\]])-)?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?"
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
    "/": operator.truediv, "^": math.pow, "ln": math.log, "log_2": math.log2, "log_10": math.log10, "abs": abs,
    "sigmoid": lambda value: 1 / (1 + math.exp(-value)),
}  # fmt: skip
_OPERATIONS |= {each.__name__: each for each in (math.exp, math.log, math.log2, math.log10, math.tanh, math.sqrt)}
_OPERATIONS |= {each.__name__: each for each in (math.sin, math.cos, math.tan, math.floor, math.ceil)}


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
    tokens = _tokens(_cleaned(text))
    if tokens[0].kind == "end":
        raise NotationError("no number is written here; write one", 1)
    return (None if asked is None else _in_shape(tokens, asked)) or _read(settled(tokens))


def read_written(tokens: list[Token], asked: Shape) -> Answer | None:
    """Return one side of a claim as written numbers, in the shape `asked` if they can be read so, else in their own.

    `tokens`, at least one, have no end token. The result is None if the side is something to calculate or cannot be
    read as numbers.
    """
    tokens = ended(tokens)
    try:
        with suppress(Ambiguous):  # asked about below
            _, nodes = shape_and_numbers(_parsed(settled(tokens, "items"), mixed=False), tokens[0].column)
            if not all(map(is_written, nodes)):
                return None
        return _in_shape(tokens, asked) or _read(settled(tokens))
    except NotationError:
        return None  # asked about where the side is parsed as a calculation


def _in_shape(tokens: list[Token], asked: Shape) -> Answer | None:
    """Return the one reading of the shape `asked`, ignoring axes of length 1; None if there is none."""
    thousands, decimal = settled(tokens, "thousands"), settled(tokens, "decimal")
    whole = _readings([settled(tokens, "items"), thousands, _grouped_by_spaces(thousands)], asked)
    is_row = asked == () and tokens[0].text == "["  # `[1,5]` is no single number
    may_be = decimal != tokens and not is_row and not any(each.parts or each.text == "," for each in decimal)
    decimals = _readings([decimal, _grouped_by_spaces(decimal)], asked) if may_be else []
    likely = whole or decimals
    if len(likely) > 1:
        ways = (", ".join(f"{number.value:.12g}" for number in answer.numbers[:4]) for answer in likely[:2])
        raise either(tokens[0].column, *ways)
    return likely[0]._replace(other=decimals[0].numbers if whole and decimals else ()) if likely else None


def read_loosely(text: str, asked: Shape) -> Answer | None:
    """Return all numbers in a text in the asked shape, whatever else it says; None if there are not as many.

    Such a reading may be wrong, so that it should only count where it is right.
    """
    plain = _cleaned(text).replace("−", "-")
    changed = _CHANGING & {word.lower() for word in re.findall(r"[^\W\d_]+", plain)}
    found = [] if changed else re.findall(_ANY_NUMBER, plain)
    if len(found) != math.prod(asked):
        return None
    values = (float(each.replace("∞", "inf")) for each in found)
    places = (len(each.partition(".")[2]) if re.fullmatch(r"[-\d.]*\d", each) else None for each in found)
    return Answer(tuple(map(TypedNumber, found, values, places)), asked)


def _cleaned(text: str) -> str:
    """Return a text without quotation marks, printed options, and dots after decimals; the rest keeps its place."""
    text = without_markup(text, bullets=False).translate(_QUOTES)
    text = re.sub(_PER_CENT, lambda found: "%".ljust(len(found[0])), text)
    for pattern in (_AROUND, _WRAPPER):
        text = re.sub(pattern, lambda found: " " * len(found[0]), text)
    return text


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
                raise either(token.column, "/ to divide", "the result")
            del made[begins:]
            continue
        made.append(token)
        if not token.depth and token.text in (",", ";"):
            begins = len(made)
    while len(made) > 1 and made[-2].text == ";":
        del made[-2]
    return made


def _readings(ways: list[list[Token]], asked: Shape) -> list[Answer]:
    """Return the answers of the shape `asked` with different numbers, each read in one of the ways."""
    found: dict[tuple[float, ...], Answer] = {}
    for tokens in ways:
        with suppress(NotationError):
            answer = _read(tokens, mixed=asked == ())
            if same_shape(answer.shape, asked):
                found.setdefault(tuple(number.value for number in answer.numbers), answer._replace(shape=asked))
    return [*found.values()]


def _grouped_by_spaces(tokens: list[Token]) -> list[Token]:
    """Return tokens with numbers in groups of three digits as one: `50 257`, `1 234 567.5`."""
    made = tokens[:1]
    for before, token in pairwise(tokens):
        is_next = before.kind == token.kind == "number" and token.column == before.end + 1
        if is_next and not token.parts and re.fullmatch(r"\d{3}(\.\d*)?", token.text):
            parts = (*(made[-1].parts or (made[-1].text,)), token.text)
            made[-1] = made[-1]._replace(text="".join(parts), parts=parts)
        else:
            made.append(token)
    return settled(made, "thousands")


def _read(tokens: list[Token], mixed: bool = True) -> Answer:
    shape, nodes = shape_and_numbers(_parsed(tokens, mixed), tokens[0].column)
    return Answer(tuple(map(typed_number, nodes)), shape)


def _parsed(tokens: list[Token], mixed: bool) -> Node:
    """Return the node of tokens parsed as the items of a list, with each comma between two of them."""
    parser = Parser(
        [Token("sign", "[", 1, spaced=False), *tokens[:-1], tokens[-1]._replace(kind="sign", text="]"), tokens[-1]]
    )
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
    parts = parts_of(node)
    found = [shape_and_numbers(part, column) for part in parts]
    lists = [(shape, numbers) for shape, numbers in found if shape]
    if isinstance(node, Listing):
        if len(found) == 1 and lists:
            return lists[0]
        inner = found[0][0]
        if len(inner) > 1 or any(shape != inner for shape, _ in found):
            raise NotationError("this is no grid; write as many numbers in every row, as in [[1, 2], [3, 4]]", column)
        return (len(found), *inner), [number for _, numbers in found for number in numbers]
    if not isinstance(node, (Unary, Binary)) or len(lists) != 1:
        return (), [node]
    ((shape, numbers),) = lists
    if node.sign == "ᵀ":
        width = shape[-1]
        return (width, len(numbers) // width), [each for at in range(width) for each in numbers[at::width]]
    of_each = ([each if own else part for part, (own, _) in zip(parts, found, strict=True)] for each in numbers)
    return shape, [with_parts(node, each) for each in of_each]


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
