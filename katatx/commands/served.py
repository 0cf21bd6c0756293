"""What tells the app that a browser shows it."""

from __future__ import annotations

import os

# Set by `katatx serve` for the app that it starts, and by nothing else.
SERVED = "KATATX_SERVED"
DRIVER = "TEXTUAL_DRIVER"


def is_served() -> bool:
    """Return whether `katatx serve` started this program: its pipes lead to a browser, which is as good as a
    terminal.
    """
    return os.environ.get(SERVED) == "1" and bool(os.environ.get(DRIVER))
