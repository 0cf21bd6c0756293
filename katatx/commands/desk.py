"""Open the log and the decks for commands that practise or report."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing, contextmanager, nullcontext
from functools import partial
from pathlib import Path
from random import SystemRandom
from typing import TYPE_CHECKING

from katatx.commands.output import narrate, progress_bar
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

    With `to_read` a file is not made if missing, and can be opened while another program writes. `progress` is the
    app's, which is called while opening takes long; without it, stderr has that, and what is wrong in the settings.
    """
    preferences = load_preferences(home)
    narrate(*(() if progress else preferences.app.warnings))
    with nullcontext(progress) if progress else progress_bar("evaluating attempts") as reporter:
        log = open_log(home, preferences.practice, to_read, reporter)
    with closing(log):
        yield log


@contextmanager
def opened_desk(home: Path, to_read: bool = False, progress: Progress | None = None) -> Iterator[Desk]:
    """Return a context with the log, as of `opened_log`, and all decks. Drill files that cannot be read are left out,
    and reported on stderr; with `progress` at the end, since the app has the terminal.
    """
    from katatx.sessions.desk import Desk

    with opened_log(home, to_read, progress) as log:
        library = load_library(home)
        faults = tuple(map(str, library.faults))
        narrate(*(() if progress else faults))
        now = lambda: log.settings.now()  # noqa: E731, PLW0108 - the zone may be changed at the desk
        yield Desk(library.decks, log, now, new_seed, faults, home, load_preferences(home))
        narrate(*(faults if progress else ()))


# A random seed from 0 to 2^32 - 1.
new_seed = partial(SystemRandom().getrandbits, 32)
