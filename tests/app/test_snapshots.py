"""Every screen as text, at four sizes, and what must hold of each of them.

Look at them before updating: `pytest tests/app/test_snapshots.py --snapshot-update`, then read what git says has
changed. `python docs/pictures.py --all FOLDER` draws them all, in every theme.
"""

from __future__ import annotations

import os
import re
from pathlib import Path
from typing import Any

import pytest
from syrupy.assertion import SnapshotAssertion
from syrupy.extensions.amber import AmberSnapshotExtension
from syrupy.location import PyTestLocation
from textual import events
from textual.pilot import Pilot
from textual.widgets import Input, TextArea

from tests.app.cells import shown_text, strips
from tests.app.helpers import settled
from tests.app.states import KEPT, RUNS, SIZES, make_app, open_scene, seed_log

# Words that no learner should need, and the ids of steps.
BANNED = re.compile(
    r"\b(deeper|\d+ goe?s?|standing|recall|fell back|skill|opening the log|wrong.turn)\b"
    r"|\w+/(root|missed|raise|total|divide)\b"
)


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


# States in which the sheet shows more than the question, and so must fill the window.
AFTER_WRONG = ("wrong", "unnamed", "lesson-wrong")


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


def filled(text: str) -> int:
    """How many rows of a screen have words or a frame in the question's column, to the last one with words."""
    rows = [row[34:] for row in text.splitlines()]
    last = max(at for at, row in enumerate(rows[:-1]) if re.search(r"\w", row))
    return sum(bool(row.strip()) for row in rows[: last + 1])


async def still(pilot: Pilot) -> str:
    """The screen, once it is the same a moment later."""
    seen, now = None, strips(pilot.app)
    while seen != now or not getattr(pilot.app.screen, "is_settled", True):
        await pilot.pause(0.03)
        seen, now = now, strips(pilot.app)
    return shown_text(pilot.app)


@pytest.mark.parametrize("run", RUNS)
async def test_screens(kept: SnapshotAssertion, seeded: Path, home: Path, run: str, monkeypatch) -> None:
    scene = open_scene(seeded, home)
    app = make_app(scene, run)
    monkeypatch.setattr(Path, "cwd", staticmethod(lambda: Path("/home/nolan")))
    async with app.run_test(size=SIZES[0]) as pilot:
        for state, keys in RUNS[run][1].items():
            await press(pilot, keys)
            if state.startswith(AFTER_WRONG):
                await pilot.resize_terminal(120, 36)
                await settled(pilot)
                assert filled(await still(pilot)) >= 27, state
                await pilot.resize_terminal(*SIZES[0])
            for size in (*SIZES[1:], SIZES[0]) if state in KEPT else SIZES[:1]:
                await pilot.resize_terminal(*size)
                await settled(pilot)
                text = await still(pilot)
                assert BANNED.findall(text) == [], state
                assert kept(name=f"{state}-{size[0]}x{size[1]}") == "\n".join(f"│{row}" for row in text.splitlines())
    scene.log.close()
