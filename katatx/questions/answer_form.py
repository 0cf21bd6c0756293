"""The form of an answer: how many numbers, in which shape and with how many decimals, and empty places to fill."""

from __future__ import annotations

import re
from typing import NamedTuple

from katatx.pictures.parts import BLANK
from scoring.shapes import Shape

_GAP = "  "
_WORDS_GAP = 4 * " "
# More empty places side by side cannot be counted at a glance.
_MOST_PLACES = 8
_NUMBER = re.compile(r"[^\s,;\[\]()]+")
_ENDS_NUMBER = re.compile(r"[\s,;\[\]]")


class Behind(NamedTuple):
    """The faint hint after the typed text: the empty places that are left, and what is wanted, in words."""

    places: str = ""
    words: str = ""

    @property
    def whole(self) -> str:
        """Return both as one text; "" if there is nothing to say."""
        return f"{self.places}{_WORDS_GAP}{self.words}".rstrip() if self.places else self.words


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

    def behind(self, typed: str) -> Behind:
        """Return the faint hint after the typed text: the places still to be filled, and the form in words.

        It is empty once all places are filled; at most eight are shown. The app shows a grid as cells, so its hint has
        only the words, until something is typed.
        """
        if len(self.shape) > 1:
            return Behind() if typed else Behind(words=self.words)
        left = (self.shape[0] if self.shape else 1) - len(_NUMBER.findall(typed))
        if left <= 0:
            return Behind()
        places = _GAP.join([BLANK] * min(left, _MOST_PLACES) + ["…"] * (left > _MOST_PLACES))
        gap = "" if not typed or _ENDS_NUMBER.match(typed[-1]) else _GAP
        return Behind(f"{gap}{places}", self.words)


def size_in_words(shape: Shape, fewest: int, most: int) -> str:
    """Return how many numbers a shape has, with `fewest` to `most` decimals: "3 rows of 4 numbers, 1 to 3 decimals"."""
    if most == 0:
        return counted_in_words(shape, "whole number")
    decimals = decimals_in_words(most) if fewest == most else f"{fewest} to {most} decimals"
    return f"{counted_in_words(shape)}, {decimals}"


def counted_in_words(shape: Shape, what: str = "number") -> str:
    """Return how many numbers a shape has: "2 numbers", "3 rows of 4 numbers"; `what` is the word for one of them."""
    counted = _counted(shape[-1] if shape else 1, what)
    return f"{_counted(shape[0], 'row')} of {counted}" if len(shape) == 2 else counted


def decimals_in_words(decimals: int) -> str:
    """Return a number of decimals in words: "3 decimals"."""
    return _counted(decimals, "decimal")


def _counted(count: int, what: str) -> str:
    return f"{count} {what}{'s' * (count != 1)}"
