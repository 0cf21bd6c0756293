"""What the tests of the app share: waiting for a screen, and reading it."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from textual import events
from textual.app import App
from textual.keys import _character_to_key
from textual.pilot import Pilot
from textual.screen import Screen

from katatx.app.opening import OpeningScreen
from katatx.app.question import DeckScreen, QuestionScreen
from katatx.decks.loading import Deck, load_deck
from tests.app.cells import shown_text

# Looks at a screen, a hundredth of a second apart or more, before a test gives up: longer than a busy machine takes.
LOOKS = 3_000


@cache
def built_in(name: str) -> Deck:
    """A deck that comes with katatx, which is loaded and worked once."""
    return load_deck(name, Path("/nowhere"))


def words(app: App) -> str:
    """What stands on the terminal, without frames and whatever way lines are broken."""
    text = shown_text(app)
    for sign in "│╭╮╰╯─":
        text = text.replace(sign, " ")
    return " ".join(text.split())


def in_sight(app: App, widget) -> bool:
    place = app.screen.find_widget(widget)
    return place.visible_region == place.region and place.region.height > 0


async def until(pilot: Pilot, kind: type[Screen], where: str = "") -> None:
    """Wait for a screen, with a text on it; what comes before it is left, a deck's opening and a lesson."""
    for _ in range(LOOKS):
        screen = pilot.app.screen
        if isinstance(screen, DeckScreen):
            await pilot.press("enter")
        elif isinstance(screen, QuestionScreen) and screen.is_lesson and where != "lesson":
            await pilot.press("k")
        elif isinstance(screen, kind):
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


async def settled(pilot: Pilot) -> None:
    """Wait until the screen shows all that it will without another key."""
    for _ in range(LOOKS):
        await pilot.pause()
        opening = isinstance(pilot.app.screen, OpeningScreen)
        if not opening and not getattr(pilot.app.screen, "waits", 0) and getattr(pilot.app.screen, "is_settled", True):
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


async def filled(pilot: Pilot) -> None:
    """Wait until a list has its rows, and is laid out."""
    for _ in range(LOOKS):
        if getattr(pilot.app.screen, "shown", ()):
            break
        await pilot.pause(0.01)
    await settled(pilot)


async def paste(pilot: Pilot, text: str) -> None:
    (pilot.app.screen.focused or pilot.app.screen).post_message(events.Paste(text))
    await settled(pilot)


def burst(app: App, *names: str) -> None:
    """Send keys as a burst brings them: each there before what the last one did is done."""
    for name in names:
        single = len(name) == 1
        app.post_message(events.Key(_character_to_key(name) if single else name, name if single else None))
