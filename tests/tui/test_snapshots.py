"""Every screen as text with its styles.

Look at them before updating: `pytest tests/tui/test_snapshots.py --snapshot-update`, then read what git says has
changed.
"""

from __future__ import annotations

import os
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from syrupy.assertion import SnapshotAssertion
from syrupy.extensions.amber import AmberSnapshotExtension
from syrupy.location import PyTestLocation
from textual import events
from textual.pilot import Pilot
from textual.widgets import Input, TextArea

from tests.tui.cells import Painted, painted, strips, written
from tests.tui.helpers import settled
from tests.tui.states import AT_OTHER_SIZES, OTHER_SIZES, RUNS, make_app, open_scene, seed_log

SIZE, TOO_SMALL = (80, 24), (40, 10)
# All the themes of this project's own.
IN_ALL_THEMES = {"home", "drill"}


class ScreenFile(AmberSnapshotExtension):
    """Keep the screens of a run as text in one file."""

    _file_extension = "txt"

    def serialize(self, data: str, **kwargs: Any) -> str:
        return data

    @classmethod
    def dirname(cls, *, test_location: PyTestLocation) -> str:
        return str(Path(super().dirname(test_location=test_location), test_location.basename))

    @classmethod
    def _get_file_basename(cls, *, test_location: PyTestLocation, index: object) -> str:
        return test_location.item.callspec.params["run"]


@pytest.fixture
def kept(snapshot: SnapshotAssertion) -> SnapshotAssertion:
    """What is kept of a screen."""
    if snapshot.update_snapshots and "PYTEST_XDIST_WORKER" in os.environ:
        pytest.fail("screens are not written by several workers: update without -n", pytrace=False)
    return snapshot.use_extension(ScreenFile)


@pytest.fixture(scope="session")
def seeded(tmp_path_factory) -> Path:
    home = tmp_path_factory.mktemp("seeded")
    seed_log(home)
    return home


async def press(pilot: Pilot, pressed: list[str]) -> None:
    await settled(pilot)
    for key in pressed:
        if not key.startswith("="):
            await pilot.press(key)
        elif isinstance(pilot.app.focused, TextArea):  # which completes only what is typed
            await pilot.press(*key[1:])
        else:
            pilot.app.focused.post_message(events.Paste(key[1:]))
        await settled(pilot)
    await pilot.wait_for_scheduled_animations()
    for line in pilot.app.screen.query(Input):  # the palette's blinks
        line.cursor_blink = False


async def still(pilot: Pilot) -> Painted:
    """The screen, once it is the same a moment later."""
    seen, now = None, strips(pilot.app)
    while seen != now:
        await pilot.pause(0.1)
        seen, now = now, strips(pilot.app)
    return painted(pilot.app)


async def in_themes(pilot: Pilot, *themes: str) -> dict[str, Painted]:
    """The screen in each of the themes, of which the last is kept on."""
    taken = {}
    for theme in themes:
        pilot.app.apply(replace(pilot.app.look, theme=theme))
        taken[theme] = await still(pilot)
    return taken


@pytest.mark.parametrize("run", RUNS)
async def test_screens(kept: SnapshotAssertion, seeded: Path, home: Path, run: str) -> None:
    scene = open_scene(seeded, home)
    app = make_app(scene, run)
    async with app.run_test(size=SIZE) as pilot:
        for state, keys in RUNS[run][1].items():
            await press(pilot, keys)
            themes = await in_themes(pilot, "light", "terminal", "dark") if state in IN_ALL_THEMES else None
            assert kept(name=state) == written(themes or {"dark": await still(pilot)})
            for size in (*OTHER_SIZES, SIZE) if state in AT_OTHER_SIZES else ():
                await pilot.resize_terminal(*size)
                await settled(pilot)
                if size != SIZE:
                    assert kept(name=f"{state}-{size[0]}x{size[1]}") == written({"dark": await still(pilot)})
        if run == "home":
            await pilot.press("escape")
            await pilot.resize_terminal(*TOO_SMALL)
            await settled(pilot)
            assert kept(name="too-small") == written({"dark": await still(pilot)})
    scene.log.close()
