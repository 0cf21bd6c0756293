"""Checks of what the terminal can do."""

from __future__ import annotations

import os
import sys


def is_dumb() -> bool:
    """Return whether `TERM` is "dumb": the terminal supports neither cursor movement nor colours.

    Without `TERM`, a terminal on Windows counts as capable, and any other as dumb.
    """
    return os.environ.get("TERM", "" if sys.platform == "win32" else "dumb") == "dumb"


def shows_app() -> bool:
    """Return whether stdin and stdout are a terminal that can show the app."""
    return all(stream is not None and stream.isatty() for stream in (sys.stdin, sys.stdout)) and not is_dumb()
