"""Whether the app runs in a browser, where it neither opens nor saves files, and shows no folder of the learner."""

from __future__ import annotations

import os
from pathlib import Path

# Set only by `katatx serve` for the apps it starts.
SERVED = "KATATX_SERVED"
DRIVER = "TEXTUAL_DRIVER"


def is_served() -> bool:
    """Return whether `katatx serve` started this program, so that its pipes count as a terminal."""
    return os.environ.get(SERVED) == "1" and bool(os.environ.get(DRIVER))


def without_folders(text: str) -> str:
    """Return text without the learner's folders before file names if the app runs in a browser, else unchanged."""
    if is_served():
        for folder in (os.environ.get("KATATX_HOME", ""), str(Path.cwd()), str(Path.home())):
            text = text.replace(folder.rstrip(os.sep) + os.sep, "") if len(folder) > 1 else text
    return text
