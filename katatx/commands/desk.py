"""Opens the log and the decks for the commands that practise or report."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from katatx.commands.output import narrate
from katatx.decks.loading import load_library
from katatx.practice.desk import Desk
from katatx.progress.log import Log
from katatx.progress.opening import open_log
from katatx.settings import load_settings


@contextmanager
def opened_log(home: Path) -> Iterator[Log]:
    """The learner's log. At the end, answers that it could not take are tried again, and told of."""
    log = open_log(home, load_settings(home))
    try:
        yield log
    finally:
        if log.aside is not None:
            from katatx.progress.portable import bring_back

            narrate(bring_back(log))
        log.close()


@contextmanager
def opened_desk(home: Path) -> Iterator[Desk]:
    """The log with every deck. Broken drill files are named on stderr, and the others are there."""
    with opened_log(home) as log:
        library = load_library(home)
        for fault in library.faults:
            narrate(str(fault))
        yield Desk(library.decks, log, log.settings.now, new_seed, tuple(map(str, library.faults)))


def new_seed() -> int:
    """A seed nobody has chosen."""
    return int.from_bytes(os.urandom(4), "big")
