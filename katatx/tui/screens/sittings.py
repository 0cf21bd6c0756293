"""The screen that a sitting is held on."""

from __future__ import annotations

from katatx.practice.sitting import Sitting
from katatx.tui.screens.drill import DrillScreen


def screen_of(sitting: Sitting) -> DrillScreen:
    """A kata's own screen, or that of drills."""
    if sitting.kind != "kata":
        return DrillScreen(sitting)
    from katatx.practice.kata import KataSitting
    from katatx.tui.screens.kata import KataScreen

    assert isinstance(sitting, KataSitting)
    return KataScreen(sitting)
