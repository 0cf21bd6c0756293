"""Stages of drawing numbers: one expression, or one line of a chain, at a time."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from katatx.engine.fresh_numbers.ranges import Range
from katatx.engine.fresh_numbers.sieve import Sieve
from katatx.engine.fresh_numbers.sources import Source
from katatx.engine.names import Names


class Stage(NamedTuple):
    """An expression and the ranges of the numbers drawn for it.

    `sieve` decides which numbers suit the expression. `given` are the page's own numbers, for ranges that refer to
    them. `tries` is the number of draws to attempt.
    """

    sieve: Sieve
    ranges: Mapping[str, Range]
    given: Names
    tries: int

    def draw(self, source: Source, names: Names) -> Names:
        """Return `names` with fresh numbers for each name that has a range; suitability is not checked.

        Raises EngineError if a range cannot be drawn: its `like` names nothing given, or it has too many numbers.
        """
        return {**names, **{name: each.draw(source, self.given) for name, each in self.ranges.items()}}
