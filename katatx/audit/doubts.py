"""Reasons not to call a result wrong.

The page itself says that it is wrong (`7 · 8 = 54 is wrong`), or its calculation has other readings.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from math import e, pi

from katatx.audit.values import Candidate
from katatx.notation.lexer import Token
from katatx.notation.syntax import Binary, Call, Literal, Name, Node, Sum
from katatx.notation.walking import literals, mapped, names_of

# A sentence with one of these denies its claims, asks for an unknown, or counts in another way (`17 mod 5`).
_DENYING = frozenset(
    ("wrong", "false", "incorrect", "untrue", "impossible", "nonsense", "invalid", "mistaken", "instead",
     "mistake", "mistakes", "misconception", "misconceptions", "fallacy", "trap", "pitfall", "wrongly", "tempting",
     "not", "never", "cannot", "isn", "aren", "wasn", "weren", "doesn", "don", "didn", "won", "couldn", "wouldn",
     "shouldn", "solve", "solving", "unknown", "binary", "hex", "octal", "mod", "modulo", "base",
     "✗", "✘", "❌", "✖", "☒", "?", "≠")
)  # fmt: skip
_CONSTANTS = {"e": e, "π": pi, "pi": pi}
_COUNTING = frozenset(("argmax", "argmin"))


def is_denied(tokens: Sequence[Token], start: int, end: int) -> bool:
    """Return whether the sentence of a claim says that it may be false, or is not plain arithmetic."""
    stops = [at for at, token in enumerate(tokens) if token.kind == "stop" or token.text == ";"]
    first = max((at + 1 for at in stops if at < start), default=0)
    last = min((at for at in stops if at >= end), default=len(tokens))
    return any(token.text.lower().rstrip("'") in _DENYING for token in tokens[first:last])


def other_readings(calculation: Candidate) -> Iterator[Candidate]:
    """Yield other meanings of a calculation, which can only confirm a result."""
    for other in (_with_logarithm("log2"), _with_logarithm("log10"), _with_power_below, _from_one):
        node = mapped(calculation.node, other)
        if node != calculation.node:
            yield Candidate(node, calculation.names, None, recognized=calculation.recognized)
    constants = [name for name in names_of(calculation.node) if name in _CONSTANTS]
    if constants:
        others = {name: known for name, known in calculation.names.items() if name not in constants}
        node = mapped(calculation.node, _constant)
        yield Candidate(node, others, None, recognized=calculation.recognized)


def _with_logarithm(name: str) -> Callable[[Node], Node | None]:
    """Return a function for `mapped` that replaces the function `log` by `name`, such as `log2`."""

    def other(part: Node) -> Node | None:
        if not (isinstance(part, Call) and part.name == "log"):
            return None
        return part._replace(name=name, arguments=tuple(mapped(each, other) for each in part.arguments))

    return other


def _with_power_below(part: Node) -> Node | None:
    """Return `a / b · 10^n` as `a / (b · 10^n)`; None for any other expression."""
    match part:
        case Binary(sign="·", left=Binary(sign="/") as quotient, right=Binary(sign="^") as power):
            if [each.text for each in literals(power.left)] == ["10"]:
                return quotient._replace(right=Binary("·", quotient.right, power, part.column))
    return None


def _from_one(part: Node) -> Node | None:
    """Return a call of argmax or argmin plus 1, so that it counts from 1; None for any other expression."""
    counts = isinstance(part, Call) and part.name in _COUNTING
    return Sum((("+", part), ("+", Literal("1", 1.0, part.column))), part.column) if counts else None


def _constant(part: Node) -> Node | None:
    """Return the constant that a name stands for; None for any other expression."""
    text = part.text if isinstance(part, Name) else ""
    return Literal(text, _CONSTANTS[text], part.column) if text in _CONSTANTS else None
