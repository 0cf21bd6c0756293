"""A progress bar on stderr."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from time import monotonic
from typing import TYPE_CHECKING, TextIO

from katatx.commands.shared.terminal import is_dumb
from katatx.progress.work import Progress

if TYPE_CHECKING:
    from rich.progress import Progress as RichBar

# Shorter operations show no bar.
_DELAY_SECONDS = 0.5
_SECONDS_A_PICTURE = 0.05
# An error of the terminal must not stop the work.
_TROUBLE = (OSError, ValueError)


@contextmanager
def progress_bar(
    doing: str, what: str, stream: TextIO | None = None, clock: Callable[[], float] = monotonic
) -> Iterator[Progress | None]:
    """Return a context with a progress function, or None if `stream` (default stderr) is no terminal or closed.

    After half a second a bar appears, labelled `doing` ("evaluating"), and it disappears at the end. A dumb terminal
    gets one line instead, which also has the number of `what` ("attempts").
    """
    stream = sys.stderr if stream is None else stream
    if stream is None or not stream.isatty():
        yield None
        return
    bar = _Bar(doing, what, stream, clock)
    try:
        yield bar
    finally:
        bar.close()


class _Bar:
    """A progress function that shows a bar; a call with 0 done begins a new operation, one with all done
    hides the bar.
    """

    def __init__(self, doing: str, what: str, stream: TextIO, clock: Callable[[], float]) -> None:
        self.doing = doing
        self.what = what
        self.stream = stream
        self.clock = clock
        self._next = 0.0
        self._said = False
        self._shown: RichBar | None = None

    def __call__(self, done: int, total: int) -> None:
        """Report that `done` of `total` items are done; the bar is drawn at most every 0.05 s, after half a second."""
        now = self.clock()
        if done == 0:
            self.close()
            self._next, self._said = now + _DELAY_SECONDS, False
        elif done >= total:
            self.close()
        elif now >= self._next:
            self._next = now + _SECONDS_A_PICTURE
            with suppress(*_TROUBLE):
                self._show(done, total)

    def close(self) -> None:
        """Hide the bar."""
        shown, self._shown = self._shown, None
        if shown is not None:
            with suppress(*_TROUBLE):
                shown.stop()

    def _show(self, done: int, total: int) -> None:
        """Show or update the bar; on a terminal that cannot move its cursor, print one line the first time."""
        if is_dumb() or os.environ.get("TERM") == "unknown":
            if not self._said:
                self._said = True
                print(f"{self.doing} {total:,} {self.what} ...", file=self.stream, flush=True)
        elif self._shown is None:
            self._shown = self._begun(done, total)
        else:
            self._shown.update(self._shown.task_ids[0], completed=done)
            self._shown.refresh()

    def _begun(self, done: int, total: int) -> RichBar:
        """Start and return a new bar that shows `done` of `total`."""
        from rich.console import Console
        from rich.progress import BarColumn, Progress, TaskProgressColumn, TextColumn, TimeRemainingColumn

        shown = Progress(
            TextColumn("{task.description}"),
            BarColumn(bar_width=None),
            TaskProgressColumn(),
            TextColumn("{task.completed:,.0f}/{task.total:,.0f}"),
            TimeRemainingColumn(),
            console=Console(file=self.stream),
            # No thread: redraw only when there is news, and leave other output alone.
            auto_refresh=False,
            redirect_stdout=False,
            redirect_stderr=False,
            transient=True,
            get_time=self.clock,
        )
        shown.add_task(self.doing, total=total, completed=done)
        shown.start()
        return shown
