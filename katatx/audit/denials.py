"""Equations that a page says itself are not so: `2 + 2 = 5 is wrong`, `it is not 7 · 8 = 54`, `Is 3 · 4 = 13?`."""

from __future__ import annotations

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
_MOST_BETWEEN = 5
_NEAR = 3


def is_denied(tokens: Sequence[Token], first: int, last: int) -> bool:
    """Whether what stands around the tokens from `first` to before `last` of a line says that they are not so."""
    return _before(tokens, first) or _after(tokens, last)


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
