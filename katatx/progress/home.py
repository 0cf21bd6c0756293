"""The location of the learner's files, and the variables that say whose log it is and where."""

from __future__ import annotations

import os
from pathlib import Path

HOME = "KATATX_HOME"
STORE = "KATATX_STORE"
LEARNER = "KATATX_LEARNER"


def home_folder() -> Path:
    """Return the folder of the log and the settings: `KATATX_HOME`, or the system's folder for user data."""
    chosen = os.environ.get(HOME)
    if chosen:
        return Path(chosen).expanduser()
    import platformdirs

    return Path(platformdirs.user_data_dir("katatx", appauthor=False))
