"""The tokens of a line put together into what an expression is made of: operands, operators, joins, words."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from katatx.audit.functions import is_function
from katatx.audit.known import Known
from katatx.audit.scope import Scope
from katatx.audit.tokens import Token

_OPERATORS = frozenset({"+", "-", "·", "/", "^", "⊙"})
_POSTFIX = frozenset({"ᵀ"})
MEASURES = frozenset({"s", "h", "m", "g", "d", "B", "J", "W", "V", "A", "N", "ms", "km", "kg", "cm", "mm", "ct"})
_NAMES = ("=", "→", "≈")
_CONSTANTS = frozenset({"e", "pi", "π", "inf"})
_LONGEST_CALL = 6
# Brackets deeper than this are no arithmetic of a page.
_DEEPEST = 30


class Unit(NamedTuple):
    """Tokens from `first` to before `last` that stand together.

    `kind` is operand, operator, root, function, join, word, dots, mark, or group (brackets that hold no arithmetic).
    `known` is what an operand that is a name stands for.
    """

    kind: str
    first: int
    last: int
    gap: int
    text: str
    known: Known | None = None


class Inside(NamedTuple):
    """Brackets with claims, or words, of their own: the tokens between them."""

    first: int
    last: int


def units_of(tokens: list[Token], scope: Scope) -> tuple[list[Unit], list[Inside]]:
    """The units of a line at the top of its brackets, and the brackets that are to be read by themselves."""
    closes = _closes(tokens)
    units: list[Unit] = []
    inside: list[Inside] = []
    at = 0
    while at < len(tokens):
        unit = _unit(tokens, at, closes, scope, units)
        if unit.kind == "group":
            inside.append(Inside(unit.first + 1, unit.last - 1))
        units.append(unit)
        at = unit.last
    return [_renamed(units, at) for at in range(len(units))], inside


def _renamed(units: list[Unit], at: int) -> Unit:
    """A known word is no name of a value where more words follow before `=` (`seat 1 stamp = …`), nor where it says
    what was counted: `4 cats`.
    """
    unit = units[at]
    if unit.known is None:
        return unit
    if (
        at
        and unit.gap == 1
        and _is_worded(unit)
        and units[at - 1].kind == "operand"
        and units[at - 1].text[:1].isdigit()
    ):
        return unit._replace(kind="word", known=None)
    if (
        at
        and unit.gap == 1
        and unit.text in MEASURES
        and units[at - 1].kind == "operand"
        and units[at - 1].text[:1].isdigit()
        and not (at + 1 < len(units) and units[at + 1].known is not None and units[at + 1].gap <= 1)  # `1/2 m v^2`
    ):
        return unit._replace(kind="word", known=None)  # 3 s, though s is something too
    run = at
    while (
        run + 1 < len(units)
        and units[run + 1].gap <= 1
        and units[run + 1].text not in ("and", "so", "but", "then", "or", "where")
        and (units[run + 1].kind == "word" or _is_worded(units[run + 1]))
    ):
        run += 1
    if run > at and run + 1 < len(units) and units[run + 1].kind == "join" and units[run + 1].text in _NAMES:
        return unit._replace(kind="word", known=None)
    before = at
    while (
        _is_worded(units[before])
        and before
        and units[before].gap <= 1
        and (units[before - 1].kind == "word" or units[before - 1].known is not None)
    ):
        before -= 1
    if before < at and at + 1 < len(units) and units[at + 1].kind == "join" and units[at + 1].text in _NAMES:
        return unit._replace(kind="word", known=None)
    return unit


def _is_worded(unit: Unit) -> bool:
    """Whether a known name is a word of the language, and not a letter or an identifier."""
    return (
        unit.known is not None and len(unit.text) > 2 and unit.text.replace(" ", "").isalpha() and unit.text.islower()
    )


def _closes(tokens: list[Token]) -> dict[int, int]:
    """Where each bracket that opens is closed."""
    pairs = {"(": ")", "[": "]", "{": "}"}
    opened: list[int] = []
    found: dict[int, int] = {}
    for index, token in enumerate(tokens):
        if token.kind == "open":
            opened.append(index)
        elif token.kind == "close" and opened and pairs[tokens[opened[-1]].text] == token.text:
            found[opened.pop()] = index
        elif token.kind == "close":
            opened.clear()
    return found


def _unit(tokens: list[Token], at: int, closes: dict[int, int], scope: Scope, before: list[Unit]) -> Unit:
    token = tokens[at]
    match token.kind:
        case "number":
            return Unit("operand", at, at + 1, token.gap, token.text)
        case "name":
            return _name(tokens, at, scope)
        case "sign" if token.text in _OPERATORS:
            return Unit("operator", at, at + 1, token.gap, token.text)
        case "sign" if token.text in _POSTFIX:
            return Unit("postfix", at, at + 1, token.gap, token.text)
        case "sign" if token.text == "√":
            return Unit("root", at, at + 1, token.gap, token.text)
        case "sign" if token.text == "∞":
            return Unit("operand", at, at + 1, token.gap, token.text)
        case "open" if at in closes:
            return _brackets(tokens, at, closes, scope)
        case "mark" if token.text == "." and _is_dot(tokens, at):
            return Unit("operator", at, at + 1, token.gap, "·")
        case "join" | "dots":
            return Unit(token.kind, at, at + 1, token.gap, token.text)
        case _:
            return Unit("mark", at, at + 1, token.gap, token.text)


def _is_dot(tokens: list[Token], at: int) -> bool:
    """Whether a full stop is the dot of a dot product: `[1, 2].[3, 4]`, `[1, 2] . x`, `[1, 2] .  =`."""
    if at == 0 or at + 1 >= len(tokens):
        return False
    before, token, after = tokens[at - 1], tokens[at], tokens[at + 1]
    if before.text == "]" and (after.text == "[" or (token.gap and after.kind in ("name", "join"))):
        return True
    return bool(before.kind == "name" and token.gap and after.gap and after.kind in ("name", "open"))


def _name(tokens: list[Token], at: int, scope: Scope) -> Unit:
    token = tokens[at]
    found = None if is_power_of_e(tokens, at) else scope.longest(tokens, at)
    if found is not None:
        count, known = found
        return Unit("operand", at, at + count, token.gap, known.name, known)
    if token.text in _CONSTANTS:
        return Unit("operand", at, at + 1, token.gap, token.text)
    if is_function(token.text) and not _is_minutes(tokens, at):
        return Unit("function", at, at + 1, token.gap, token.text)
    last = _called(tokens, at)
    return Unit("word", at, last, token.gap, token.text)


def _is_minutes(tokens: list[Token], at: int) -> bool:
    """Whether `min` is no operation, but what was counted: `20 min = 1200 s`."""
    if tokens[at].text != "min" or not at or tokens[at - 1].kind != "number" or tokens[at].gap > 1:
        return False
    return at + 1 == len(tokens) or tokens[at + 1].kind not in ("open", "number", "name")


def is_power_of_e(tokens: list[Token], at: int) -> bool:
    """Whether `e` is the number that is raised to a power, whatever else a page calls by that letter."""
    return tokens[at].text == "e" and at + 1 < len(tokens) and tokens[at + 1].text == "^"


def _called(tokens: list[Token], at: int) -> int:
    """Where a name ends that has brackets of its own: `ASK(cat)`, `Y[3]`, `h(0)`."""
    if at + 1 < len(tokens) and tokens[at + 1].kind == "open" and not tokens[at + 1].gap and tokens[at + 1].text != "{":
        for index in range(at + 2, min(len(tokens), at + 2 + _LONGEST_CALL)):
            if tokens[index].kind == "close":
                return index + 1
            if tokens[index].kind not in ("name", "number") and tokens[index].text not in (",", "-"):
                break
    return at + 1


def _brackets(tokens: list[Token], at: int, closes: dict[int, int], scope: Scope) -> Unit:
    token, close = tokens[at], closes[at]
    kind = "operand" if token.text != "{" and close > at + 1 and _is_arithmetic(tokens, at, closes, scope) else "group"
    return Unit(kind, at, close + 1, token.gap, token.text)


def _is_arithmetic(tokens: list[Token], at: int, closes: dict[int, int], scope: Scope, depth: int = 0) -> bool:
    """Whether brackets hold nothing but what can be worked out: no joins, no unknown words."""
    if depth > _DEEPEST:
        return False
    close, index, operands = closes[at], at + 1, 0
    while index < close:
        token = tokens[index]
        if token.kind == "open":
            if index not in closes or token.text == "{" or not _is_arithmetic(tokens, index, closes, scope, depth + 1):
                return False
            index, operands = closes[index] + 1, operands + 1
            continue
        unit = _unit(tokens, index, {}, scope, [])
        operands += unit.kind == "operand"
        if unit.kind == "word" and _is_between_signs(tokens, index, at, close):
            index, operands = unit.last, operands + 1
            continue
        if unit.kind not in ("operand", "operator", "root", "function", "dots", "postfix") and token.text not in (
            ",",
            ";",
        ):
            return False
        index = unit.last
    return operands > 0


def _is_between_signs(tokens: list[Token], index: int, opened: int, close: int) -> bool:
    """Whether a word stands for a number: `(x - 45)`, `(number - 45)`, with a sign on a side and nothing but that on
    the other.
    """
    before, after = tokens[index - 1], tokens[index + 1]
    signs = (before.kind == "sign") + (after.kind == "sign")
    edges = (index - 1 == opened) + (index + 1 == close) + (before.text in ",;") + (after.text in ",;")
    return signs >= 1 and signs + edges == 2


def texts(units: list[Unit]) -> Iterator[str]:
    """What the units say."""
    return (unit.text for unit in units)
