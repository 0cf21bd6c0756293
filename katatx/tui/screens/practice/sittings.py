"""Choose the screen for a session."""

from __future__ import annotations

from katatx.sessions.sitting import Sitting
from katatx.tui.screens.practice.drill import DrillScreen


def screen_of(sitting: Sitting) -> DrillScreen:
    """Return a new screen for a session: a kata's, or that of drills."""
    if sitting.run.kind != "kata":
        return DrillScreen(sitting)
    from katatx.tui.screens.practice.kata import KataScreen

    return KataScreen(sitting)
