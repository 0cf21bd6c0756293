"""Display the progress of a long operation as words and a bar."""

from __future__ import annotations

from collections.abc import Callable
from time import monotonic

# Called with (done, total) from any thread.
Progress = Callable[[int, int], None]

_BAR = 24
# Seconds: from the start to the first update, and the least time between updates.
_DELAY, _BETWEEN = 0.5, 0.1


class ProgressTold:
    """A progress function that calls `say` with the text `doing`, a bar and the counts, at most ten times a second.

    The first half second is silent. `clock` returns seconds; `next` is the earliest time of the next call of `say`.
    """

    def __init__(self, say: Callable[[str], object], doing: str, clock: Callable[[], float] = monotonic) -> None:
        self.say = say
        self.doing = doing
        self.clock = clock
        self.next = clock() + _DELAY

    def __call__(self, done: int, total: int) -> None:
        """Show that `done` of `total` answers are done, unless `total` is 0 or it is too early."""
        now = self.clock()
        if now >= self.next and total:
            from katatx.plots import bar

            self.next = now + _BETWEEN
            self.say(f"{self.doing}\n{bar(done, total, _BAR)} {done:,} of {total:,} answers")
