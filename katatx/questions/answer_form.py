"""The form of an answer: how many numbers, in which shape and with how many decimals."""

from __future__ import annotations

from typing import NamedTuple

from scoring.shapes import Shape


class Wanted(NamedTuple):
    """The shape of an answer and its decimals: 0 for whole numbers, None if not known yet."""

    shape: Shape
    decimals: int | None

    @property
    def words(self) -> str:
        """Return the form in words: "2 numbers, 3 decimals", for one number "3 decimals" or "1 whole number".

        It is "" if the decimals are not known.
        """
        if self.decimals is None:
            return ""
        is_one = not self.shape and self.decimals
        return decimals_in_words(self.decimals) if is_one else size_in_words(self.shape, self.decimals, self.decimals)


def size_in_words(shape: Shape, fewest: int, most: int) -> str:
    """Return how many numbers a shape has, and with how many decimals if all have as many: "2 numbers, 3 decimals"."""
    if most == 0:
        return counted_in_words(shape, "whole number")
    return counted_in_words(shape) + f", {decimals_in_words(most)}" * (fewest == most)


def counted_in_words(shape: Shape, what: str = "number") -> str:
    """Return how many numbers a shape has: "2 numbers", "3 rows of 4 numbers"; `what` is the word for one of them."""
    counted = _counted(shape[-1] if shape else 1, what)
    return f"{_counted(shape[0], 'row')} of {counted}" if len(shape) == 2 else counted


def decimals_in_words(decimals: int) -> str:
    """Return a number of decimals in words: "3 decimals"."""
    return _counted(decimals, "decimal")


def _counted(count: int, what: str) -> str:
    return f"{count} {what}{'s' * (count != 1)}"
