"""Other ways to read what a page writes: `log` with another base, a variance with another divisor, `2 3/4` behind a
line's number, `0.8(3)` with a period.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from contextlib import suppress
from itertools import chain

from katatx.audit.angles import DEGREE, TRIGONOMETRIC
from katatx.audit.expressions import Expression, Unreadable, expression
from katatx.audit.functions import operation_named
from katatx.audit.scope import Scope
from katatx.audit.token import Token
from katatx.audit.written_numbers import as_fraction
from katatx.engine.values import shape_of
from katatx.notation.syntax import Binary, Call, Listing, Literal, Node, Sum, Unary

# What these logarithms are besides the engine's own reading of them.
_BASES = {"log": ("log10", "log2"), "lg": ("log2",), "ld": ("log2",)}
_SPREADS = frozenset({"variance", "standard_deviation"})
# An angle that is a whole number of these is most likely one in degrees.
_STEP_OF_ANGLES = 15
_MOST_DEGREES = 360
_MOST_DIGITS = 3
# `0.8`, `(`, `3`, `)`.
_PERIOD_TOKENS = 4
_MIXED = re.compile(r"\s*\d+\s(?=\d+/\d+|[½⅓⅔¼¾⅕⅖⅗⅘⅙⅚⅛⅜⅝⅞])")


def other_readings(found: Expression, own: list[Token], text: str, scope: Scope, line: int) -> tuple[Expression, ...]:
    """What else the tokens of a side may come to that `found` was read from, on a line of some text; each says in
    `reading` how it was read.
    """
    made: list[Expression] = []
    for said, tokens in chain(_logarithms(own), _in_degrees(own), _from_left(own, text), _periods(own)):
        with suppress(Unreadable):
            made.append(expression(tokens, scope, line).read_as(said))
    for tokens in _numbered(own, text):
        with suppress(Unreadable):
            made.append(expression(tokens, scope, line))
    if any(token.kind == "name" and operation_named(token.text) in _SPREADS for token in own):
        with suppress(Unreadable):
            made.append(Expression(_over_one_fewer(found.node, found), found.names).read_as("divided by n - 1"))
    return tuple(made)


def _logarithms(own: list[Token]) -> Iterator[tuple[str, list[Token]]]:
    """`log(100)` to base 10 and to base 2; `log` stands for the natural one in what was read first."""
    words = {token.text.lower() for token in own if token.kind == "name"}
    for word in words & _BASES.keys():
        for base in _BASES[word]:
            yield (
                f"to base {base.removeprefix('log')}",
                [token._replace(text=base) if token.text.lower() == word else token for token in own],
            )


def _in_degrees(own: list[Token]) -> Iterator[tuple[str, list[Token]]]:
    """`sin(30)` of 30 degrees."""
    made = list(own)
    for at in range(len(own) - 1):
        angle = at + 1 + (own[at + 1].text == "(")
        if own[at].text.lower() in TRIGONOMETRIC and angle < len(own) and _is_in_degrees(own[angle]):
            made[angle] = own[angle]._replace(scale=DEGREE)
    if made != own:
        yield "in degrees", made


def _is_in_degrees(token: Token) -> bool:
    if token.kind != "number" or not token.text.isdigit() or token.scale != 1.0 or len(token.text) > _MOST_DIGITS:
        return False
    return 0 < int(token.text) <= _MOST_DEGREES and int(token.text) % _STEP_OF_ANGLES == 0


def _from_left(own: list[Token], text: str) -> Iterator[tuple[str, list[Token]]]:
    """`6 / 3/2` from left to right; a colon or `÷` parts what stands beside it, and is not read so."""
    made: list[Token] = []
    inside = False
    for at, token in enumerate(own):
        opens = token.text == "(" and token.start == token.stop and at > 0 and own[at - 1].text == "/"
        if opens and text[own[at - 1].start : own[at - 1].stop].strip() == "/":
            inside = True
        elif inside and token.text == ")":
            inside = False
        else:
            made.append(token)
    if len(made) < len(own):
        yield "from left to right", made


def _periods(own: list[Token]) -> Iterator[tuple[str, list[Token]]]:
    """`0.8(3)` as 0.8333…."""
    made: list[Token] = []
    for token in own:
        made.append(token)
        if has_period(made[-_PERIOD_TOKENS:]):
            first, _, digits, last = made[-_PERIOD_TOKENS:]
            fraction = as_fraction(f"{first.text}({digits.text})")
            made[-_PERIOD_TOKENS:] = [first._replace(text=fraction, stop=last.stop)]
    if len(made) < len(own):
        yield "with a period", made


def has_period(tokens: Sequence[Token]) -> bool:
    """Whether tokens are a decimal and digits in brackets right behind it: a period, the uncertainty of its last
    digits, or a factor.
    """
    if len(tokens) != _PERIOD_TOKENS:
        return False
    number, opened, digits, closed = tokens
    whole = (
        number.kind == digits.kind == "number" and digits.text.isdigit() and (opened.text, closed.text) == ("(", ")")
    )
    return whole and "." in number.text and not any(token.gap for token in (opened, digits, closed))


def _numbered(own: list[Token], text: str) -> Iterator[list[Token]]:
    """`2 3/4 = 0.75` on the second line of a list, without its number."""
    found = _MIXED.match(text)
    first = own[0]
    if found is None or "/" not in first.text or text[: first.start].strip() or first.stop <= found.end():
        return
    over, _, under = first.text.partition("/")
    yield [first._replace(text=f"{int(over) % int(under)}/{under}", start=found.end()), *own[1:]]


def _over_one_fewer(node: Node, found: Expression) -> Node:
    """The node with variances and standard deviations divided by one fewer than there are numbers."""
    match node:
        case Call():
            made = node._replace(arguments=tuple(_over_one_fewer(part, found) for part in node.arguments))
            count = _count_in(node.arguments[0], found) if node.name in _SPREADS and node.arguments else 0
            return _spread_of(made, count) if count > 1 else made
        case Listing():
            return node._replace(items=tuple(_over_one_fewer(part, found) for part in node.items))
        case Unary():
            return node._replace(operand=_over_one_fewer(node.operand, found))
        case Binary():
            left, right = (_over_one_fewer(part, found) for part in (node.left, node.right))
            return node._replace(left=left, right=right)
        case Sum():
            return node._replace(terms=tuple((sign, _over_one_fewer(term, found)) for sign, term in node.terms))
        case _:
            return node


def _count_in(node: Node, found: Expression) -> int:
    """How many numbers a row has; 0 where it is none."""
    with suppress(Unreadable):
        shape = shape_of(Expression(node, found.names).printed)
        return shape[0] if len(shape) == 1 else 0
    return 0


def _spread_of(node: Call, count: int) -> Node:
    """`variance(x)` times n/(n - 1), a standard deviation times the root of that."""
    at = node.column
    factor: Node = Literal("", count / (count - 1), at)
    if node.name == "standard_deviation":
        factor = Unary("√", factor, at)
    return Binary("·", node, factor, at)
