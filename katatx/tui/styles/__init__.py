"""The stylesheets: one shared by all screens, and one per screen."""

from __future__ import annotations

from pathlib import Path

_HERE = Path(__file__).parent


def stylesheet(name: str) -> Path:
    """Return the path of a stylesheet: a screen's, or the shared one, `katatx`."""
    return _HERE / f"{name}.tcss"
