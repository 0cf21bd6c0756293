"""The location of the learner's files, and the learner's name."""

from __future__ import annotations

import os
from pathlib import Path

from katatx.notation.quoting import quote
from katatx.progress.errors import LogError

HOME = "KATATX_HOME"
STORE = "KATATX_STORE"
LEARNER = "KATATX_LEARNER"
_LONGEST_NAME = 63


def home_folder() -> Path:
    """Return the folder of the log and the settings: `KATATX_HOME`, or the system's folder for user data."""
    chosen = os.environ.get(HOME)
    if chosen:
        return Path(chosen).expanduser()
    import platformdirs

    return Path(platformdirs.user_data_dir("katatx", appauthor=False))


def chosen_learner() -> str | None:
    """Return the name set in `KATATX_LEARNER`; None if it is not set or empty. Raises LogError for an invalid name."""
    learner = os.environ.get(LEARNER) or None
    if learner is not None and (len(learner) > _LONGEST_NAME or not learner.isprintable()):
        raise LogError(f"{LEARNER} is {quote(learner)}; write a name of up to {_LONGEST_NAME} printable characters")
    return learner
