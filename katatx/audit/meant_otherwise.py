"""Results that are wrong as they stand, and right as what the words and signs behind them may say."""

from __future__ import annotations

import re

from katatx.audit.old_places import agrees
from katatx.audit.results import Printed
from katatx.engine.values import Value, shape_of

_DECIMALS = re.compile(r",\d{1,2}(?![\d,])")
_CHANGES = re.compile(
    r"\s*(?:of\s+)?(?:annual\s+|total\s+)?(?:growth|increase|rise|gain|more|higher|up|less|lower|decrease|drop|fall|loss|off|"
    r"discount|down|interest|return)\b",
    re.IGNORECASE,
)
_PERCENT = 0.01
_COMPOUND = re.compile(r"\s?(?:h|hrs?|hours?|min|m|d|days?|ft|feet|lb|lbs|kg|km)\s?\d+\s?[a-z]{1,7}\b")
_MEASURED = re.compile(r"(?:^|[^\w/.])(?:\d+ )?\d+/\d+ ?([A-Za-z]{1,8}) ?[=≈] ?$")
_MEASURE = re.compile(r" ?([A-Za-z]{1,8})\b")
# Words that go on with the sentence.
_NO_MEASURES = frozenset({
    "with", "for", "where", "when", "at", "if", "and", "or", "so", "but", "as", "is", "by", "in", "from", "to", "then",
    "that", "which", "mit", "für", "wenn", "avec", "pour", "con", "para"
})  # fmt: skip
_LONGEST = 40


def meant_otherwise(printed: Printed, true: Value, text: str) -> str:
    """What a printed number may mean that is not what it was worked from, on a line of some text; nothing, mostly."""
    if printed.shape or shape_of(true):
        return ""
    if _DECIMALS.match(text, printed.stop) and "." not in text[printed.start : printed.stop]:
        return "what stands behind its comma may be decimals"
    if _COMPOUND.match(text, printed.stop):
        return "it goes on in another unit of measure"
    before = _MEASURED.search(text[max(0, printed.start - _LONGEST) : printed.start])
    behind = _MEASURE.match(text, printed.stop)
    if before and behind and before[1] != behind[1] and behind[1].lower() not in _NO_MEASURES:
        return "it may be the same in another unit of measure"
    number = printed.numbers[0]
    changes = printed.scales[:1] == (_PERCENT,) and _CHANGES.match(text, printed.stop) is not None
    if changes and agrees(abs(number.value), number.places, abs(true - 1.0)):
        return "it is what a factor changes by"
    return ""
