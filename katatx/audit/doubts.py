"""Reasons not to call a result wrong.

The page itself says that it is wrong (`7 · 8 = 54 is wrong`), or its calculation has other readings.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from katatx.audit.values import Candidate
from katatx.notation.lexer import Token

# A sentence with one of these denies its claims, asks for an unknown, or counts in another way (`17 mod 5`).
_DENYING = frozenset(
    ("wrong", "false", "incorrect", "untrue", "impossible", "nonsense", "invalid", "mistaken", "instead",
     "mistake", "mistakes", "misconception", "misconceptions", "fallacy", "trap", "pitfall", "wrongly", "tempting",
     "not", "never", "cannot", "isn", "aren", "wasn", "weren", "doesn", "don", "didn", "won", "couldn", "wouldn",
     "shouldn", "solve", "solving", "unknown", "binary", "hex", "octal", "mod", "modulo", "base",
     "✗", "✘", "❌", "✖", "☒", "?", "≠")
)  # fmt: skip
_CONSTANTS = ("e", "π", "pi")
_OPEN = re.compile(r"\bargm(?:ax|in)\b|/.*·\s*10\^")


def is_denied(tokens: Sequence[Token], start: int, end: int) -> bool:
    """Return whether the sentence of a claim says that it may be false, or is not plain arithmetic."""
    stops = [at for at, token in enumerate(tokens) if token.kind == "stop" or token.text == ";"]
    first = max((at + 1 for at in stops if at < start), default=0)
    last = min((at for at in stops if at >= end), default=len(tokens))
    return any(token.text.lower().rstrip("'") in _DENYING for token in tokens[first:last])


def has_other_meaning(calculation: Candidate) -> bool:
    """Return whether it may count from 1, divide by a power of ten as well, or mean the constant `e` or `π`."""
    return _OPEN.search(calculation.written) is not None or any(name in calculation.names for name in _CONSTANTS)
