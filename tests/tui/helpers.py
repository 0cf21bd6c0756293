"""What the tests of the app share: waiting for a screen, and reading it."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from textual import events
from textual.command import CommandPalette
from textual.keys import _character_to_key
from textual.pilot import Pilot
from textual.screen import Screen
from textual.widgets import Static

from katatx.decks.loading import Deck, load_deck
from katatx.tui.app import KatatxApp
from katatx.tui.screens.page import AuditedPageScreen
from katatx.tui.screens.practice.lesson import LessonScreen
from katatx.tui.screens.practice.question import QuestionScreen
from katatx.tui.screens.worksheet import WorksheetScreen
from katatx.tui.widgets.question.working import WorkingView
from tests.tui.cells import shown_text

# Looks at a screen, a hundredth of a second apart or more, before a test gives up: longer than a busy machine takes.
LOOKS = 3_000


@cache
def built_in(name: str) -> Deck:
    """A deck that comes with katatx, which is loaded and worked once."""
    return load_deck(name, Path("/nowhere"))


def shown(app: KatatxApp, selector: str) -> str:
    """What a widget of the top screen says."""
    return str(app.screen.query_one(selector, Static).render())


def words(app: KatatxApp) -> str:
    """What stands on the terminal, without frames and whatever way lines are broken."""
    return " ".join(shown_text(app).replace("│", " ").split())


def pointed(app: KatatxApp) -> str:
    """The row under the cursor, which is the only one with its sign."""
    (row,) = [line for line in shown_text(app).splitlines() if "▸" in line]
    return " ".join(row.partition("▸")[2].split())


def in_sight(app: KatatxApp, widget) -> bool:
    place = app.screen.find_widget(widget)
    return place.visible_region == place.region and place.region.height > 0


async def until(pilot: Pilot, kind: type[Screen]) -> None:
    """Wait for a screen; a lesson that comes before it is left."""
    for _ in range(LOOKS):
        if isinstance(pilot.app.screen, LessonScreen) and kind is not LessonScreen:
            await pilot.press("escape")
        elif isinstance(pilot.app.screen, kind):
            await pilot.pause()
            return
        await pilot.pause(0.01)
    raise AssertionError(f"{pilot.app.screen} is not {kind}")


async def until_said(pilot: Pilot, text: str) -> None:
    """Wait until a text is on the screen."""
    for _ in range(LOOKS):
        if text in words(pilot.app):
            return
        await pilot.pause(0.01)
    raise AssertionError(f"{text!r} never came; the screen shows:\n{shown_text(pilot.app)}")


def is_settled(screen: Screen) -> bool:
    """Return whether the working is there and all that was typed is judged or told as it will be read."""
    if isinstance(screen, (WorksheetScreen, AuditedPageScreen)):
        return screen.is_settled
    return not isinstance(screen, QuestionScreen) or bool(screen.query_one(WorkingView).steps and not screen.echoes)


async def settled(pilot: Pilot) -> None:
    """Wait until the screen shows all that it will without another key."""
    for _ in range(LOOKS):
        await pilot.pause()
        if is_settled(pilot.app.screen):
            await pilot.app.animator.wait_until_complete()
            await pilot.pause()
            return
        await pilot.pause(0.01)


async def press(pilot: Pilot, *keys: str) -> str:
    """Press keys, and return what is shown once they are taken and all is painted; what follows = is typed at once."""
    for key in keys:
        if key.startswith("="):
            burst(pilot.app, *key[1:])
            await pilot.pause()
        else:
            await pilot.press(key)
    await settled(pilot)
    return words(pilot.app)


async def paste(pilot: Pilot, text: str) -> None:
    pilot.app.screen.focused.post_message(events.Paste(text))
    await settled(pilot)


async def find(pilot: Pilot, text: str) -> list[str]:
    """Open the palette and type in it; the lines found, the best first."""
    await pilot.press("ctrl+p")
    await until(pilot, CommandPalette)
    burst(pilot.app, *text)
    before = None
    for _ in range(LOOKS):
        await pilot.pause(0.1)
        now = shown_text(pilot.app)
        if now == before and "▁▁▁" in now:
            break
        before = now
    lines = [line.strip() for line in now.splitlines()]
    return lines[next(at for at, line in enumerate(lines) if "▁▁▁" in line) + 1 :]


async def choose(pilot: Pilot, text: str) -> None:
    """Choose the first that the palette finds."""
    await find(pilot, text)
    await pilot.press("enter")
    await pilot.pause(0.05)


def burst(app: KatatxApp, *names: str) -> None:
    """Send keys as a burst brings them: each there before what the last one did is done."""
    for name in names:
        single = len(name) == 1
        app.post_message(events.Key(_character_to_key(name) if single else name, name if single else None))
