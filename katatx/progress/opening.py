"""Open the learner's log in a file or on a server."""

from __future__ import annotations

import os
from contextlib import ExitStack
from pathlib import Path

from katatx.durable import tighten
from katatx.notation.quoting import quote
from katatx.progress.errors import LogError
from katatx.progress.home import HOME, LEARNER, STORE
from katatx.progress.log import Log
from katatx.progress.stores import DEFAULT_LEARNER, FILE_NAME, SqliteStore, Store
from katatx.progress.version_5 import carry_over
from katatx.progress.work import Progress
from katatx.settings import Settings

_LONGEST_NAME = 63


def open_log(home: Path, settings: Settings, to_read: bool = False, progress: Progress | None = None) -> Log:
    """Return the log on the server in `KATATX_STORE`, or in the file in the folder `home`.

    It is that of the learner in `KATATX_LEARNER` if set. An older log is carried over first. With `to_read` a file is
    not made if missing, and can be opened while another program writes. `progress` is called if working out the
    standings takes long. Raises LogError if it cannot be used.
    """
    log = Log(open_store(home, to_read), settings, progress)
    store = log.store
    with ExitStack() as unless_opened:
        unless_opened.callback(log.close)
        with store.errors("opened"):
            carry_over(log, home)
            if not (store.is_own or store.select("1", "kind = 'run'").fetchone()):
                name = quote(store.learner)
                raise LogError(f"you may read no log of {name} in {store.where}; correct or unset {LEARNER}")
        unless_opened.pop_all()
        return log


def open_store(home: Path, to_read: bool = False, every_learner: bool = False) -> Store:
    """Return the store of the log.

    With `to_read` a file is not made if missing; it has no effect on a server. `every_learner` opens a server
    read-only, so that a role without write permission suffices; it has no effect on a file. Raises LogError if the
    store cannot be used.
    """
    url, learner = os.environ.get(STORE), os.environ.get(LEARNER) or None
    if learner is not None and (len(learner) > _LONGEST_NAME or not learner.isprintable()):
        raise LogError(f"{LEARNER} is {quote(learner)}; write a name of up to {_LONGEST_NAME} printable characters")
    if not url:
        if not os.environ.get(HOME):  # a folder that the learner chose may be one to share
            tighten(home, 0o700)
            tighten(home / FILE_NAME, 0o600)
        return SqliteStore(home, learner or DEFAULT_LEARNER, to_read)
    if not url.startswith(("postgresql://", "postgres://")):
        # It is not quoted, since it may contain a password.
        raise LogError(
            f"the environment variable {STORE}, which says where answers are kept, is not a server's URL; set it to a "
            "PostgreSQL server, as in postgresql://USER@HOST/DATABASE, or remove it to keep them in a file on this "
            "machine"
        )
    from katatx.progress.postgres import PostgresStore

    return PostgresStore(url, learner, only_reads=every_learner)
