"""How loosely a result is known that was worked from numbers of which nobody knows what they were rounded from."""

from __future__ import annotations

from katatx.audit.expressions import Expression
from katatx.audit.known import Known
from katatx.engine.interval import Interval, high_of, low_of
from katatx.engine.values import flat, floats, shape_of, shaped

_ALL_DIGITS = 15
_SLACK = 1e-12
# What is known less well than this says nothing of any number.
_MOST = 2e-3


def loosened(known: Known, against: Expression) -> Known:
    """A result with the band that the rounding of what it was worked from leaves it, where that is not known better."""
    if not any(map(_is_loose, against.names.values())):
        return known
    band = against.band(_ALL_DIGITS, _ALL_DIGITS)
    own = flat(known.band)
    if band is None or len(band[0]) != len(own):
        return known
    if known.roots:  # as loose, and where it was printed
        half = [(high - low) / 2 for low, high in zip(*band, strict=True)]
        band = (
            tuple(low_of(each) - by for each, by in zip(own, half, strict=True)),
            tuple(high_of(each) + by for each, by in zip(own, half, strict=True)),
        )
    ends = [
        Interval(min(low_of(each), low), max(high_of(each), high))
        for each, low, high in zip(own, band[0], band[1], strict=True)
    ]
    if any(end.high - end.low > _MOST * max(1.0, abs(end.high)) for end in ends):
        return known
    return known._replace(band=shaped(shape_of(known.printed), ends))


def _is_loose(known: Known) -> bool:
    """Whether a value's band goes further than from what was printed to what is true."""
    bands = flat(known.band)
    if not any(isinstance(each, Interval) for each in bands):
        return False
    return any(
        low_of(each) < min(one, other) - _SLACK or high_of(each) > max(one, other) + _SLACK
        for each, one, other in zip(bands, floats(known.printed), floats(known.true), strict=True)
    )
