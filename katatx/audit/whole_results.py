"""Results printed without decimals for what is no whole number: rounded, cut, or wrong."""

from __future__ import annotations

from math import isfinite

from katatx.audit.expressions import Expression
from katatx.audit.old_places import close
from katatx.audit.results import Printed

_HALF = 0.5
_MOST = 1e12
# Below this a whole number is a single digit.
_TWO_DIGITS = 9.5


def undecided(printed: Printed, worked: Expression) -> str:
    """Why nobody can tell whether a single whole number is a calculation rounded; nothing where that can be told.

    The nearest whole number is the rounding, and any other is wrong; but halfway between two the lower may be cut
    as well as rounded, and a single digit is too short for a rounding.
    """
    number = printed.numbers[0]
    plain = printed.shape == () == worked.shape and number.places == 0 and not number.about and number.text.isdigit()
    truth = worked.true if plain else 0.0
    if not isfinite(truth) or abs(truth) > _MOST or close(truth, round(truth)) or (number.value < 0) != (truth < 0):
        return ""
    halfway = close(abs(number.value - truth), _HALF)
    if halfway and abs(number.value) < abs(truth):
        return f"{truth:.12g} lies halfway between two whole numbers, and this may be cut or rounded"
    if abs(truth) < _TWO_DIGITS and (halfway or abs(number.value - truth) < _HALF):
        return f"{truth:.6g} may be rounded to this, of which a single digit says too little"
    return ""
