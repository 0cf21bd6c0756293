"""The location of the learner's files, and the variables that say whose log it is and where."""

from __future__ import annotations

import os
from pathlib import Path

HOME = "KATATX_HOME"
STORE = "KATATX_STORE"
LEARNER = "KATATX_LEARNER"
# It does not quote what is set, which may contain a password.
NO_URL = (
    f"{STORE}, which says where answers are kept, is not a server's URL; write "
    "postgresql://USER:PASSWORD@HOST/DATABASE, with @ : / % in a password written as %40 %3A %2F %25, or remove it to "
    "keep them in a file on this machine"
)


def home_folder() -> Path:
    """Return the folder of the log and the settings: `KATATX_HOME`, or the system's folder for user data."""
    if chosen := os.environ.get(HOME):
        return Path(chosen).expanduser()
    import platformdirs

    return Path(platformdirs.user_data_dir("katatx", appauthor=False))
