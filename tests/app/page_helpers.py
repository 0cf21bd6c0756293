"""What the tests of the page and the worksheet share: reading the terminal, and waiting for what comes."""

from __future__ import annotations

from collections.abc import Callable

from textual._context import visible_screen_stack
from textual.app import App
from textual.pilot import Pilot


def shown(app: App[None]) -> str:
    """What stands on the terminal."""
    visible_screen_stack.set(app._background_screens)
    return "\n".join(strip.text.rstrip() for strip in app.screen._compositor.render_strips())


async def until(pilot: Pilot[None], comes: Callable[[], bool]) -> None:
    for _ in range(3_000):
        await pilot.pause(0.01)
        if comes():
            await pilot.pause()
            return
    raise AssertionError(shown(pilot.app))
