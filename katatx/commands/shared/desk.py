"""Open the log and the decks for commands that practise or report."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import closing, contextmanager, nullcontext
from pathlib import Path
from typing import TYPE_CHECKING

from katatx.commands.shared.output import narrate
from katatx.commands.shared.progress_bar import progress_bar
from katatx.decks.loading import load_library
from katatx.progress.log import Log
from katatx.progress.opening import open_log
from katatx.progress.work import Progress
from katatx.settings import load_preferences

if TYPE_CHECKING:
    from katatx.sessions.desk import Desk


@contextmanager
def opened_log(home: Path, to_read: bool = False, progress: Progress | None = None) -> Iterator[Log]:
    """Return a context with the learner's log, which is closed at its end.

    With `to_read` a file is not made if missing, and can be opened while another program writes. `progress` is called
    while working out the standings takes long; by default a bar is shown on stderr, and wrong settings are reported
    there, as the app does otherwise. Raises KatatxError if the settings cannot be read, LogError if the log cannot be
    opened.
    """
    preferences = load_preferences(home)
    if progress is None:
        _narrate(preferences.app.warnings)
    with nullcontext(progress) if progress else progress_bar("evaluating", "attempts") as reporter:
        log = open_log(home, preferences.practice, to_read, reporter)
    with closing(log):
        yield log


@contextmanager
def opened_desk(home: Path, to_read: bool = False, progress: Progress | None = None) -> Iterator[Desk]:
    """Return a context with the log, opened and closed as by `opened_log`, and all decks.

    With `to_read` a log's file is not created if missing, and can be opened while another program writes. `progress` is
    called while opening takes long; by default a bar is shown on stderr. Drill files that cannot be read are left out,
    and reported on stderr at once; with `progress`, which the app passes, at the end, unless an error ends the context.
    Raises KatatxError if the settings cannot be read, LogError if the log cannot be opened.
    """
    from katatx.sessions.desk import Desk

    with opened_log(home, to_read, progress) as log:
        library = load_library(home)
        faults = tuple(map(str, library.faults))
        # If the app uses the terminal, messages on stderr wait until it has ended.
        if progress is None:
            _narrate(faults)
        now = lambda: log.settings.now()  # noqa: E731, PLW0108 - the zone may be changed at the desk
        yield Desk(library.decks, log, now, new_seed, faults, home, load_preferences(home))
        if progress is not None:
            _narrate(faults)


def _narrate(faults: tuple[str, ...]) -> None:
    """Print problems of settings or drill files on stderr."""
    for fault in faults:
        narrate(fault)


def new_seed() -> int:
    """Return a random seed from 0 to 2^32 - 1."""
    return int.from_bytes(os.urandom(4), "big")
