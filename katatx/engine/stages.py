"""What is drawn together: the numbers of one expression, or of one line of a chain."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from katatx.engine.evaluate import Names
from katatx.engine.ranges import Range
from katatx.engine.sieve import Sieve
from katatx.engine.sources import Source


class Stage(NamedTuple):
    """One expression and the numbers it draws.

    `tries`: how many draws to attempt. `besides`: numbers to skip (the page's own). `name`: what later lines call the
    value; None for a drill.
    """

    sieve: Sieve
    ranges: Mapping[str, Range]
    given: Names
    tries: int
    besides: Names | None = None
    name: str | None = None

    def draw(self, source: Source, names: Names) -> Names:
        """Return names with fresh numbers."""
        return {**names, **{name: each.draw(source, self.given) for name, each in self.ranges.items()}}
