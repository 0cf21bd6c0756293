"""Equations that a page says itself are not so: `2 + 2 = 5 is wrong`, `it is not 7 · 8 = 54`, `Is 3 · 4 = 13?`."""

from __future__ import annotations

from collections.abc import Sequence

from katatx.notation.tokens import Token

_FALSE = frozenset(
    [
        "wrong",
        "false",
        "incorrect",
        "untrue",
        "impossible",
        "nonsense",
        "invalid",
        "mistaken",
        "not",
        "never",
        "cannot",
        "isn't",
    ]
)
_MISTAKES = frozenset(
    [
        "mistake",
        "mistakes",
        "misconception",
        "misconceptions",
        "fallacy",
        "trap",
        "pitfall",
        "wrongly",
        "instead",
        "tempting",
    ]
)
_CROSSES = frozenset("✗✘❌✖☒?≠")
_OTHER_COUNTING = frozenset(["mod", "modulo", "binary", "hex", "octal", "base", "clock"])
_WORDS_BEFORE = 6
_WORDS_AFTER = 5


def is_denied(tokens: Sequence[Token], start: int, end: int) -> bool:
    """Return whether the words around the tokens from `start` to before `end` say that they need not be so."""
    before = [token.text.lower() for token in tokens[max(0, start - _WORDS_BEFORE) : start]]
    after = [token.text.lower() for token in tokens[end : end + _WORDS_AFTER]]
    if any(stop in after for stop in (".", ";")):
        after = after[: min(after.index(stop) for stop in (".", ";") if stop in after)]
    words = {*before, *after}
    everywhere = {token.text.lower() for token in tokens if token.kind == "name"}
    return (
        bool(words & (_FALSE | _MISTAKES))
        or bool(set(after) & _CROSSES)
        or bool(everywhere & (_MISTAKES | _OTHER_COUNTING))
    )
