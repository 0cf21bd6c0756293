"""Every screen as a picture, at four sizes, dark and light. Look at them before updating:
`pytest tests/tui/test_snapshots.py -m "" --snapshot-update`, then open the SVG files."""

from __future__ import annotations

from pathlib import Path

import pytest
from textual.pilot import Pilot
from textual.widgets import Input

from katatx.settings import AppSettings
from tests.tiers import quick_first
from tests.tui.states import SIZES, STATES, Scene, make_app, open_scene, seed_log, settled

SMALL = [(59, 18), (60, 17)]


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
        for key in STATES[state][1]:
            await pilot.press(key)
            await settled(pilot)
        for line in pilot.app.screen.query(Input):  # the palette's blinks
            line.cursor_blink = False
        await pilot.pause()

    return run


@pytest.mark.parametrize("theme", quick_first(["dark", "light"]))
@pytest.mark.parametrize("size", quick_first(SIZES), ids=lambda size: f"{size[0]}x{size[1]}")
@pytest.mark.parametrize("state", STATES)
def test_screen(snap_compare, scene: Scene, state: str, size: tuple[int, int], theme: str) -> None:
    app = make_app(scene, state, AppSettings(theme=theme))
    assert snap_compare(app, terminal_size=size, run_before=press(state))


@pytest.mark.parametrize("state", ["drill", "home"])
def test_the_terminals_own_palette(snap_compare, scene: Scene, state: str) -> None:
    app = make_app(scene, state, AppSettings(theme="terminal"))
    assert snap_compare(app, terminal_size=(80, 24), run_before=press(state))


@pytest.mark.parametrize("size", SMALL, ids=lambda size: f"{size[0]}x{size[1]}")
def test_too_small(snap_compare, scene: Scene, size: tuple[int, int]) -> None:
    assert snap_compare(make_app(scene, "drill"), terminal_size=size)
