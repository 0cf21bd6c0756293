"""The learner's log, wherever it is kept."""

from __future__ import annotations

import os
from pathlib import Path

from katatx.notation.quoting import quote
from katatx.progress.errors import LogError
from katatx.progress.log import Log
from katatx.progress.orm import STORE
from katatx.progress.stores import DEFAULT_LEARNER, SqliteStore, Store
from katatx.progress.work import Progress
from katatx.settings import Settings

LEARNER = "KATATX_LEARNER"
_LONGEST_NAME = 63


def open_log(home: Path, settings: Settings, to_read: bool = False, progress: Progress | None = None) -> Log:
    """The log of `KATATX_STORE`, else the one in the learner's folder; of the learner
    `KATATX_LEARNER`, else of the one there is. One that is only read need not take a writer. `progress` is told
    of deriving every standing anew, where that is due.

    Raises LogError where it cannot be used.
    """
    return Log(open_store(home, to_read), settings, progress)


def open_store(home: Path, to_read: bool = False, every_learner: bool = False) -> Store:
    """The store alone, without deriving anything. With `every_learner` a server is asked to let nothing be written,
    so that a role that may only read will do.

    Raises LogError where it cannot be used.
    """
    learner = os.environ.get(LEARNER) or None
    if learner is not None and (len(learner) > _LONGEST_NAME or not learner.isprintable()):
        raise LogError(f"{LEARNER} is {quote(learner)}; a learner's name is up to {_LONGEST_NAME} printable letters")
    url = os.environ.get(STORE)
    if not url:
        return SqliteStore(home, learner or DEFAULT_LEARNER, to_read)
    if not url.startswith(("postgresql://", "postgres://")):
        # What follows the scheme may hold a password.
        said = f"begins with {quote(url.split(':', 1)[0])}" if ":" in url else f"is {quote(url)}"
        raise LogError(f"{STORE} {said}; it is postgresql://USER@HOST/DATABASE, or not set")
    from katatx.progress.postgres import PostgresStore

    return PostgresStore(url, learner, only_reads=every_learner)
