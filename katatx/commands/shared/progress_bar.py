"""A progress bar on stderr."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from math import inf
from time import monotonic
from typing import TYPE_CHECKING

from katatx.commands.shared.terminal import is_dumb
from katatx.progress.work import Progress

if TYPE_CHECKING:
    from rich.progress import Progress as RichBar

# Shorter operations show no bar.
_DELAY_SECONDS = 0.5
_SECONDS_A_PICTURE = 0.05


@contextmanager
def progress_bar(doing: str, what: str) -> Iterator[Progress | None]:
    """Return a context with a progress function, or None if stderr is no terminal.

    After half a second a bar appears, labelled `doing` ("evaluating") and `what` ("attempts"), and it disappears at the
    end. A terminal that cannot move its cursor gets one line instead.
    """
    if sys.stderr is None or not sys.stderr.isatty():
        yield None
        return
    shown: list[RichBar] = []
    try:
        yield _reporting(doing, what, shown)
    finally:
        for bar in shown:
            # An error of the terminal must not stop the work.
            with suppress(OSError, ValueError):
                bar.stop()


def _reporting(doing: str, what: str, shown: list[RichBar]) -> Callable[[int, int], None]:
    """Return a progress function that shows a bar after a while, and puts it into the list."""
    following = monotonic() + _DELAY_SECONDS
    moves = not is_dumb() and os.environ.get("TERM") != "unknown"

    def report(done: int, total: int) -> None:
        nonlocal following
        if monotonic() < following or done >= total:
            return
        following = monotonic() + (_SECONDS_A_PICTURE if moves else inf)
        with suppress(OSError, ValueError):
            if not moves:
                print(f"{doing} {total:,} {what} ...", file=sys.stderr, flush=True)
                return
            if not shown:
                shown.append(_begun(f"{doing} {what}"))
            shown[0].update(shown[0].task_ids[0], completed=done, total=total, refresh=True)

    return report


def _begun(label: str) -> RichBar:
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (TextColumn("{task.description}"), BarColumn(None), MofNCompleteColumn(), TimeRemainingColumn())
    console = Console(stderr=True)
    # No thread: redraw only when there is news, and leave other output alone.
    bar = Progress(
        *columns, console=console, auto_refresh=False, redirect_stdout=False, redirect_stderr=False, transient=True
    )
    bar.add_task(label)
    bar.start()
    return bar
