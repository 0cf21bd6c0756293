"""Results that are wrong as they stand, and right as what the words and signs behind them may say."""

from __future__ import annotations

import re

from katatx.audit.results import Printed
from katatx.engine.values import Value, shape_of
from scoring.places import agrees

_DECIMALS = re.compile(r",\d{1,2}(?![\d,])")
_CHANGES = re.compile(
    r"\s*(?:of\s+)?(?:annual\s+|total\s+)?(?:growth|increase|rise|gain|more|higher|up|less|lower|decrease|drop|fall|loss|off|"
    r"discount|down|interest|return)\b",
    re.IGNORECASE,
)
_PERCENT = 0.01


def meant_otherwise(printed: Printed, true: Value, text: str) -> str:
    """What a printed number may mean that is not what it was worked from, on a line of some text; nothing, mostly."""
    if printed.shape or shape_of(true):
        return ""
    if _DECIMALS.match(text, printed.stop) and "." not in text[printed.start : printed.stop]:
        return "what stands behind its comma may be decimals"
    number = printed.numbers[0]
    changes = printed.scales[:1] == (_PERCENT,) and _CHANGES.match(text, printed.stop) is not None
    if changes and agrees(abs(number.value), number.places, abs(true - 1.0)):
        return "it is what a factor changes by"
    return ""
