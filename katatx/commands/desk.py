"""Opens the log and the decks for the commands that practise or report."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from pathlib import Path

from katatx.commands.output import narrate
from katatx.commands.progress_bar import progress_bar
from katatx.decks.loading import load_library
from katatx.practice.desk import Desk
from katatx.progress.errors import LogError
from katatx.progress.log import Log
from katatx.progress.opening import open_log
from katatx.progress.work import Progress
from katatx.settings import load_preferences, load_settings


@contextmanager
def opened_log(home: Path, to_read: bool = False, progress: Progress | None = None) -> Iterator[Log]:
    """The learner's log. At the end, answers that it could not take are tried again, and told of. How far
    opening it is where that takes long goes to `progress`, by default a bar on stderr.

    Raises LogError where they stay elsewhere.
    """
    with nullcontext(progress) if progress else progress_bar("deriving", "attempts") as told:
        log = open_log(home, load_settings(home), to_read, told)
    try:
        yield log
    finally:
        try:
            if log.aside is not None:
                _bring_back(log)
        finally:
            log.close()


def _bring_back(log: Log) -> None:
    from katatx.progress.portable import bring_back

    with progress_bar("bringing back", "records") as progress:
        told = bring_back(log, progress)
    if log.aside is not None:
        raise LogError(told)
    narrate(told)


@contextmanager
def opened_desk(home: Path, to_read: bool = False, progress: Progress | None = None) -> Iterator[Desk]:
    """The log with every deck, to practise or to read only. Broken drill files are named on stderr, and
    the others are there.
    """
    with opened_log(home, to_read, progress) as log:
        library = load_library(home)
        faults = tuple(map(str, library.faults))
        # The app has the screen: what is said on stderr is said when it is gone.
        if progress is None:
            _narrate(faults)
        now = lambda: log.settings.now()  # noqa: E731, PLW0108 - the zone may be changed at the desk
        yield Desk(library.decks, log, now, new_seed, faults, home, load_preferences(home))
        if progress is not None:
            _narrate(faults)


def _narrate(faults: tuple[str, ...]) -> None:
    for fault in faults:
        narrate(fault)


def new_seed() -> int:
    """A seed nobody has chosen."""
    return int.from_bytes(os.urandom(4), "big")
