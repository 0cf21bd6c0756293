"""Reasons not to call a result wrong.

The page itself says that it is wrong (`7 · 8 = 54 is wrong`), or its calculation has other readings.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise
from math import e, pi

from katatx.audit.values import Candidate
from katatx.notation.lexer import Token
from katatx.notation.syntax import Binary, Call, Literal, Name, Node, Sum
from katatx.notation.walking import literals, mapped, names_of

_FALSE = frozenset(
    ("wrong", "false", "incorrect", "untrue", "impossible", "nonsense", "invalid", "mistaken", "instead")
)
_NOT = frozenset(("not", "never", "cannot"))
# `isn't` is split into `isn'` and `t`.
_CONTRACTED = frozenset(("isn", "aren", "wasn", "weren", "doesn", "don", "didn", "won", "couldn", "wouldn", "shouldn"))
_MISTAKES = frozenset(
    ("mistake", "mistakes", "misconception", "misconceptions", "fallacy", "trap", "pitfall", "wrongly", "tempting")
)
# Nouns that "false" and "wrong" describe: `12 false positives`, `14 wrong predictions`.
_COUNTED = ("positive", "negative", "alarm", "predict", "discover", "accept", "reject", "classif", "label")
# Verbs before a `not` that negates the result before it: `2 + 2 = 5 is not so`.
_DENYING = frozenset(
    ("is", "are", "was", "were", "does", "do", "did", "would", "will", "should", "must", "may", "might", "can",
     "could", "has", "have")
)  # fmt: skip
_CROSSES = frozenset("✗✘❌✖☒?≠")
# Words for other number systems: `in binary`, `mod 12`.
_IN_OTHER_COUNTING = frozenset(("binary", "hex", "octal"))
_OTHER_COUNTING = frozenset(("mod", "modulo", "base"))
# Words that make letters unknowns.
_EQUATIONS = frozenset(("solve", "solving", "unknown"))
_WORDS_BEFORE = 6
_WORDS_AFTER = 5
_CONSTANTS = {"e": e, "π": pi, "pi": pi}
_COUNTING = frozenset(("argmax", "argmin"))


def is_denied(tokens: Sequence[Token], start: int, end: int) -> bool:
    """Return whether words of a line say that a claim in it may be false, or is not plain arithmetic.

    The claim is the tokens from `start` up to `end`, as indexes. The words of its sentence before, in and just after it
    count, and some in the whole line, such as "mistake", "solve" or "mod 12".
    """
    near = range(max(0, start - _WORDS_BEFORE), start)
    first = next((at + 1 for at in reversed(near) if _ends_sentence(tokens, at)), near.start)
    before = [token.text.lower() for token in tokens[first:start]]
    inside = [*before, *(token.text.lower() for token in tokens[start:end])]
    after = [token.text.lower() for token in tokens[end : end + _WORDS_AFTER]]
    stops = [at for at, text in enumerate(after) if text in (".", ";")]
    after = after[: stops[0]] if stops else after
    words = set(_without_counted([*inside, *after]))
    denies = _NOT & set(inside) or any(b in _NOT and a in _DENYING for a, b in pairwise(after)) or after[:1] == ["not"]
    denies = denies or any(word.rstrip("'") in _CONTRACTED for word in (*inside, *after))
    everywhere = [token.text.lower() for token in tokens]
    other = any(
        (a == "in" and b in _IN_OTHER_COUNTING) or (a in _OTHER_COUNTING and b[:1].isdigit())
        for a, b in pairwise(everywhere)
    )
    return bool(denies or other or words & (_FALSE | _CROSSES) or set(everywhere) & (_MISTAKES | _EQUATIONS))


def _ends_sentence(tokens: Sequence[Token], at: int) -> bool:
    """Return whether a token ends a sentence or a part of one.

    A semicolon does, and a full stop after a word such as "wrong" or before a capital letter, unlike those of `e.g.`
    """
    if tokens[at].text != ".":
        return tokens[at].text == ";"
    after_verdict = at > 0 and tokens[at - 1].text.lower() in _FALSE
    return after_verdict or (at + 1 < len(tokens) and tokens[at + 1].text[:1].isupper())


def _without_counted(words: Sequence[str]) -> Iterator[str]:
    """Yield the words except those that describe what is counted, like `false` in `false positives`."""
    for word, following in pairwise([*words, ""]):
        if not following.startswith(_COUNTED):
            yield word


def other_readings(calculation: Candidate) -> Iterator[Candidate]:
    """Yield other meanings of a calculation, which can only confirm a result.

    They are: `log` to base 2 or 10, `a / b × 10^n` as `a / (b × 10^n)`, places counted from 1, and `e` or `π` as
    constants.
    """
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
        """Return a logarithm with the other base; None for any other expression."""
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
