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
# Where these stand, letters are unknown.
_EQUATIONS = frozenset(("solve", "solving", "equation", "equations", "unknown"))
_WORDS_BEFORE = 6
_WORDS_AFTER = 5


def is_denied(tokens: Sequence[Token], start: int, end: int) -> bool:
    """Return whether words around or between the tokens from `start` to before `end` say that they need not be so."""
    inside = [token.text.lower() for token in tokens[max(0, start - _WORDS_BEFORE) : end]]
    after = [token.text.lower() for token in tokens[end : end + _WORDS_AFTER]]
    stops = [at for at, text in enumerate(after) if text in (".", ";")]
    after = after[: stops[0]] if stops else after
    words = {*inside, *after}
    everywhere = {token.text.lower() for token in tokens if token.kind == "name"}
    return bool(words & (_FALSE | _MISTAKES | _CROSSES)) or bool(
        everywhere & (_MISTAKES | _OTHER_COUNTING | _EQUATIONS)
    )
