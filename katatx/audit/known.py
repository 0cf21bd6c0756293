"""Values of a page: what they were printed as, and what they truly are."""

from __future__ import annotations

from collections.abc import Sequence
from math import isfinite
from typing import NamedTuple

from katatx.audit.old_places import half_unit
from katatx.engine.interval import Interval, minus
from katatx.engine.values import Value, entry_by_entry, flat, floats, like, shape_of, shaped

_NOISE = 1e-14


class Known(NamedTuple):
    """A value of the page: as `printed`, as it is `true`, and the band that printed and unrounded operands lie in.

    `given` says that nobody worked it out, `supposed` that its name has it for a while only (`for x = 5`). `line` is
    where it stands, as an index into the page's lines; `roots` are the wrong claims that it stands on, by their
    numbers.
    """

    printed: Value
    true: Value
    band: Value
    given: bool
    line: int
    roots: frozenset[int] = frozenset()
    name: str = ""
    supposed: bool = False
    # What a wrong result may honestly have been printed as: of its shape, or nothing.
    meant: Value = None

    @property
    def mended(self) -> Value:
        """The band that it would have, had the wrong claims that it stands on been right."""
        if not self.roots:
            return self.band
        if self.meant is not None and shape_of(self.meant) == shape_of(self.true):
            return self.meant
        numbers = [rounded_as(true, like) for true, like in zip(floats(self.true), floats(self.printed), strict=False)]
        return shaped(shape_of(self.true), numbers)

    def row(self, index: int) -> Known:
        """One row of a grid, counted from 0."""
        return self._replace(
            printed=self.printed[index],
            true=self.true[index],
            band=self.band[index],
            name=f"{self.name}[{index}]",
            meant=self.mended[index] if self.roots else None,
        )


def rounded_as(true: float, printed: float) -> Interval | float:
    """What a number is when it is rounded to as many decimals as another has: itself, where that changes nothing."""
    places = len(repr(printed).partition(".")[2]) if printed % 1 else 0
    if not isfinite(true) or "e" in repr(printed) or round(true, places) == true:
        return true
    half = half_unit(places)
    return Interval(true - half, true + half)


def given(value: Value, line: int, name: str = "") -> Known:
    """A value that stands for itself."""
    return Known(value, value, value, given=True, line=line, name=name)


def worked(printed: Value, true: Value, line: int, roots: frozenset[int], name: str = "") -> Known:
    """A result: what was printed for what is true. Where a wrong claim stands behind it, the print alone counts for
    what follows.
    """
    shape = shape_of(printed)
    if shape != shape_of(true):
        return Known(printed, true, printed, given=False, line=line, roots=roots, name=name)
    numbers = [
        one if one == other or roots else Interval(min(one, other), max(one, other))
        for one, other in zip(floats(printed), floats(true), strict=True)
    ]
    return Known(printed, true, shaped(shape, numbers), given=False, line=line, roots=roots, name=name)


def side_by_side(parts: Sequence[Known], line: int, name: str = "") -> Known:
    """Single values as a row, or rows as a grid."""
    return Known(
        tuple(each.printed for each in parts),
        tuple(each.true for each in parts),
        tuple(each.band for each in parts),
        given=all(each.given for each in parts),
        line=line,
        roots=frozenset().union(*(each.roots for each in parts)),
        name=name,
        meant=tuple(each.mended for each in parts) if any(each.roots for each in parts) else None,
    )


def is_uncertain(known: Known) -> bool:
    """Whether a value may be more than what it was printed as, and what it is as far as that can be told."""
    ends = zip(flat(known.band), floats(known.printed), floats(known.true), strict=False)
    return any(
        isinstance(band, Interval) and (band.low < min(printed, true) or band.high > max(printed, true))
        for band, printed, true in ends
    )


def opposite(known: Known) -> Known:
    """A value with its sign turned."""
    return known._replace(
        printed=entry_by_entry(minus, known.printed),
        true=entry_by_entry(minus, known.true),
        band=entry_by_entry(minus, known.band),
        meant=entry_by_entry(minus, known.mended) if known.roots else None,
    )


def wobbling(value: float, places: int | None, line: int) -> Known:
    """A printed number of which nobody knows whether it was rounded: it stands for its rounding interval."""
    half = half_unit(places)
    return Known(value, value, Interval(value - half, value + half), given=True, line=line)


def as_plain(value: Value) -> object:
    """A value as numbers and lists, without the noise of binary arithmetic in its last digits."""
    return like(
        shape_of(value), [_without_noise(each.low if isinstance(each, Interval) else each) for each in flat(value)]
    )


def _without_noise(number: float) -> float:
    return 0.0 if abs(number) < _NOISE else float(f"{number:.12g}")
