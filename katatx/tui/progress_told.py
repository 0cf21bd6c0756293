"""How far a long work is, in words and as a bar of text."""

from __future__ import annotations

from collections.abc import Callable
from time import monotonic

from katatx.plots import bar

# Told (done, total) of a long work, from whichever thread does it.
Progress = Callable[[int, int], None]

_BAR = 24
# What is done sooner than that is told nothing of; more often than this nobody sees.
_LONG, _BETWEEN = 0.5, 0.1


class ProgressTold:
    """Tells `say` now and then what is being `done`, and how far it is."""

    def __init__(self, say: Callable[[str], object], doing: str, clock: Callable[[], float] = monotonic) -> None:
        self.say = say
        self.doing = doing
        self.clock = clock
        self.next = clock() + _LONG

    def __call__(self, done: int, total: int) -> None:
        now = self.clock()
        if now >= self.next and total:
            self.next = now + _BETWEEN
            self.say(f"{self.doing}\n{bar(done, total, _BAR)} {done:,} of {total:,} answers")
