"""Environment variables that tell the app it runs in a browser."""

from __future__ import annotations

import os

# Set only by `katatx serve` for the apps it starts.
SERVED = "KATATX_SERVED"
DRIVER = "TEXTUAL_DRIVER"


def is_served() -> bool:
    """Return whether `katatx serve` started this program, so that its pipes count as a terminal."""
    return os.environ.get(SERVED) == "1" and bool(os.environ.get(DRIVER))
