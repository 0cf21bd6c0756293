"""Keys: the data an answer is graded against. All numbers of a value are in row-major order."""

from __future__ import annotations

from typing import NamedTuple

from scoring.answer import Form
from scoring.shapes import Shape


class Band(NamedTuple):
    """The lowest and highest value that honest rounding of the lines can give, for each number of an answer."""

    low: tuple[float, ...]
    high: tuple[float, ...]

    def hull(self, other: Band) -> Band:
        """Return the smallest band that contains both; this band if the other has another length."""
        if len(self.low) != len(other.low):
            return self
        return Band(tuple(map(min, self.low, other.low)), tuple(map(max, self.high, other.high)))


class Key(NamedTuple):
    """The true value of an answer and its band.

    `places` is the number of decimals asked for; None accepts those given. 4 significant figures suffice instead.
    `forms` are the unevaluated forms that are accepted, such as a fraction if the working divides nothing; None accepts
    all.
    """

    shape: Shape
    value: tuple[float, ...]
    band: Band
    places: int | None = 3
    forms: frozenset[Form] | None = None
