"""Every screen as text with its styles, at four sizes, dark and light, and once as a picture.

Look at them before updating: `pytest tests/tui -m "" --snapshot-update`, then read what git says has changed, and open
the pictures of those screens.
"""

from __future__ import annotations

import os
from dataclasses import replace
from itertools import groupby
from pathlib import Path
from typing import Any

import pytest
from syrupy.assertion import SnapshotAssertion
from syrupy.extensions.amber import AmberSnapshotExtension
from syrupy.location import PyTestLocation
from textual.pilot import Pilot
from textual.widgets import Input

from katatx.settings import AppSettings
from tests.tui.cells import Painted, painted, written
from tests.tui.states import SIZES, STATES, Scene, make_app, open_scene, seed_log, settled

# Of an answer: what these do to a screen is waited for once, at the last of several.
TYPED = frozenset("0123456789. :")
SMALL = [(59, 18), (60, 17)]


class ScreenFile(AmberSnapshotExtension):
    """Keep a screen's text in one file, at whatever size or theme it is taken."""

    _file_extension = "txt"

    def serialize(self, data: str, **kwargs: Any) -> str:
        return data

    @classmethod
    def dirname(cls, *, test_location: PyTestLocation) -> str:
        return str(Path(super().dirname(test_location=test_location), test_location.basename))

    @classmethod
    def _get_file_basename(cls, *, test_location: PyTestLocation, index: object) -> str:
        return test_location.item.callspec.params["state"]


@pytest.fixture
def kept(snapshot: SnapshotAssertion) -> SnapshotAssertion:
    """What is kept of a screen."""
    if snapshot.update_snapshots and "PYTEST_XDIST_WORKER" in os.environ:
        pytest.fail("a screen's file is written from several tests: update without -n", pytrace=False)
    return snapshot.use_extension(ScreenFile)


@pytest.fixture(scope="session")
def seeded(tmp_path_factory) -> Path:
    home = tmp_path_factory.mktemp("seeded")
    seed_log(home)
    return home


@pytest.fixture
def scene(seeded: Path, home: Path):
    opened = open_scene(seeded, home)
    yield opened
    opened.log.close()


def press(state: str):
    async def run(pilot: Pilot) -> None:
        await settled(pilot)
        for typed, keys in groupby(STATES[state][1], key=TYPED.__contains__):
            for at_once in [tuple(keys)] if typed else zip(keys, strict=True):
                await pilot.press(*at_once)
                await settled(pilot)
        for line in pilot.app.screen.query(Input):  # the palette's blinks
            line.cursor_blink = False
        await pilot.pause()

    return run


async def in_themes(scene: Scene, state: str, size: tuple[int, int], first: str, *others: str) -> dict[str, Painted]:
    """Open the app at a state in the first theme, then take on the others."""
    app = make_app(scene, state, AppSettings(theme=first))
    async with app.run_test(size=size) as pilot:
        await press(state)(pilot)
        taken = {first: painted(app)}
        for theme in others:
            app.apply(replace(app.look, theme=theme))
            await pilot.pause()
            app.stylesheet.update(app.screen)  # Textual leaves out screens of its own, such as the palette
            await pilot.pause()
            taken[theme] = painted(app)
    return taken


def by_size(size: tuple[int, int]) -> str:
    return f"{size[0]}x{size[1]}"


@pytest.mark.parametrize("size", SIZES[:1], ids=by_size)
@pytest.mark.parametrize("state", STATES)
async def test_screen(kept, scene: Scene, state: str, size: tuple[int, int]) -> None:
    assert kept == written(await in_themes(scene, state, size, "light", "dark"))


@pytest.mark.slow
@pytest.mark.parametrize("size", SIZES[1:], ids=by_size)
@pytest.mark.parametrize("state", STATES)
async def test_screen_at_other_sizes(kept, scene: Scene, state: str, size: tuple[int, int]) -> None:
    assert kept == written(await in_themes(scene, state, size, "light", "dark"))


@pytest.mark.parametrize("state", ["drill", "home"])
async def test_the_terminals_own_palette(kept, scene: Scene, state: str) -> None:
    assert kept == written(await in_themes(scene, state, (80, 24), "terminal"))


@pytest.mark.parametrize("size", SMALL, ids=by_size)
@pytest.mark.parametrize("state", ["drill"])
async def test_too_small(kept, scene: Scene, state: str, size: tuple[int, int]) -> None:
    assert kept == written(await in_themes(scene, state, size, "dark"))


@pytest.mark.slow
@pytest.mark.parametrize("state", STATES)
def test_picture(snap_compare, scene: Scene, state: str) -> None:
    app = make_app(scene, state, AppSettings(theme="dark"))
    assert snap_compare(app, terminal_size=(120, 40), run_before=press(state))
