"""Equations that a page says itself are not so: `2 + 2 = 5 is wrong`, `it is not 7 · 8 = 54`, `Is 3 · 4 = 13?`; and
those that are counted in another way, `1 + 1 = 10 in base 2`.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from katatx.audit.token import Token

_NOT = frozenset({"not", "never", "cannot", "isn't", "isnt", "nicht", "pas", "n't"})
_FALSE = frozenset({
    "wrong", "false", "incorrect", "untrue", "impossible", "nonsense", "invalid", "mistaken", "falsch", "faux",
    "fausse", "falso", "falsa", "incorrecto", "incorrecta", "sic"
})  # fmt: skip
_MISTAKES = frozenset({"mistake", "mistakes", "misconception", "fallacy", "fehler", "erreur"})
_ERRORS = frozenset({"error", "errors"})
_TRUE = frozenset({"true", "right", "correct", "so", "equal", "hold", "wahr", "richtig", "vrai", "cierto", "case"})
# What may stand between an equation and what is said of it.
_LINKS = frozenset({
    "that", "is", "are", "was", "would", "be", "to", "write", "say", "think", "a", "an", "the", "it", "which", "this",
    "does", "ist", "est", "es", "but", "of", "course", "clearly", "simply", "just", "plainly", "obviously", "they",
    "we", "get", "claim", "claims"
})  # fmt: skip
_COPULAS = frozenset({"is", "was", "would", "ist", "est", "es", "are"})
_USUAL = frozenset(
    {"common", "typical", "frequent", "usual", "classic", "find", "spot", "famous", "beginner", "popular"}
)
_MARKS = frozenset({":", ",", "(", '"', "'", "“", "”", "„", "—", "-", "–", ";", "‘", "’"})
_CROSSES = frozenset({"✗", "✘", "❌", "✖", "☒", "⚡", "↯", "?"})
_ROUNDS = frozenset({"clock", "octal", "hex", "hexadecimal", "ternary", "duodecimal"})
_RING = re.compile(r"[Zℤ](?:_?\d+|[₀-₉]+)")
_MOST_BETWEEN = 5
_NEAR = 3
_FAR = 40
# What a clock shows: `the slow clock needs 2π/0.01 ≈ 628` is no sum of hours.
_HOURS = 60


def denied(tokens: Sequence[Token], first: int, last: int, binary: bool) -> str:
    """Why the tokens from `first` to before `last` of a line need not be so: nothing, mostly. `binary` says that the
    page has numbers in base 2.
    """
    if _before(tokens, first) or _after(tokens, last):
        return "the page says itself that it is not so"
    near = range(max(0, first - _FAR), min(len(tokens), last + _FAR))
    numbers = [token.text for token in tokens[first:last] if token.kind == "number"]
    hours = all(number.isdigit() and int(number) <= _HOURS for number in numbers)
    if any(_counts_round(tokens, at) and (hours or tokens[at].text.lower() != "clock") for at in near):
        return "the line counts in another way"
    if binary and all(set(number) <= set("01") for number in numbers):
        return "the page has numbers in base 2"
    return ""


def _counts_round(tokens: Sequence[Token], at: int) -> bool:
    """Whether a word says that a line counts otherwise: on a clock, in Z_7, in base 5."""
    token, before = tokens[at], tokens[at - 1].text.lower() if at else ""
    word = token.text.lower()
    if word == "base" and before in ("in", "(", "to"):
        digits = at + 1 < len(tokens) and tokens[at + 1].kind == "number"
        return digits and not any(each.text.lower().startswith("log") for each in tokens)
    return token.kind == "name" and (word in _ROUNDS or _RING.fullmatch(token.text) is not None)


def _before(tokens: Sequence[Token], first: int) -> bool:
    """`it is not true that …`, `Wrong: …`, `A common mistake is …`."""
    marked = False
    for at in range(first - 1, max(-1, first - 1 - _MOST_BETWEEN - 1), -1):
        word = tokens[at].text.lower()
        if word in _MISTAKES or (word in _ERRORS and _is_usual(tokens, at)):
            return True
        if word in _FALSE:
            return not (at and tokens[at - 1].kind == "number")  # `3 wrong: 3/10 = 0.3` counts them
        if word in _NOT or (word == "t" and at and tokens[at - 1].text in ("'", "’")):
            return not marked
        marked = marked or word in _MARKS
        if word not in _LINKS and word not in _MARKS and word not in _TRUE:
            return False
    return False


def _is_usual(tokens: Sequence[Token], at: int) -> bool:
    return any(token.text.lower() in _USUAL for token in tokens[max(0, at - _NEAR) : at])


def _after(tokens: Sequence[Token], last: int) -> bool:
    """`… is wrong`, `… (false)`, `… ✗`, `…, which is not true`, `…?`."""
    said = denied = False
    for at in range(last, min(len(tokens), last + _MOST_BETWEEN + 1)):
        word = tokens[at].text.lower()
        if word in _CROSSES:
            return True
        if word in _NOT and said:
            denied = True
        elif word in _MISTAKES and said:
            return True
        elif word in _FALSE:
            counted = at + 1 < len(tokens) and tokens[at + 1].kind == "name" and not said
            return at > last and not denied and not counted
        elif word in _TRUE and denied:
            return True
        elif word in _COPULAS or word == "does":
            said = True
        elif word not in _LINKS and word not in _MARKS:
            return False
    return denied
