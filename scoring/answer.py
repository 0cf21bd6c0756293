"""What a learner typed, read into numbers that remember how they were written."""

from __future__ import annotations

from typing import NamedTuple


class TypedNumber(NamedTuple):
    """One number as typed.

    `places` is how many decimals were written, which is what the number claims:
    `0.330` claims more than `0.33`. It is None for an exact form such as `1/2`,
    `√2` or `e^4`, which claims every decimal there is, and below 0 for a whole number
    rounded to tens or hundreds. `about` says it was written as a rounding, with `≈`.
    """

    text: str
    value: float
    places: int | None
    about: bool = False


class Answer(NamedTuple):
    """The typed numbers in reading order, and their shape: () for one number,
    (n,) for a row, (rows, columns) for a grid.
    """

    numbers: tuple[TypedNumber, ...]
    shape: tuple[int, ...]
