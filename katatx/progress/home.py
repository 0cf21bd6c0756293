"""Where a learner's things are kept."""

from __future__ import annotations

import os
from pathlib import Path


def home_folder() -> Path:
    """The learner's folder: `KATATX_HOME`, else the user data folder of the system."""
    chosen = os.environ.get("KATATX_HOME")
    if chosen:
        return Path(chosen).expanduser()
    import platformdirs

    return Path(platformdirs.user_data_dir("katatx", appauthor=False))
