"""How quick a worksheet of 200 lines is beside a bare text area with the same text: `python bench/worksheet.py`.

Both run in this process on a driver that keeps what is painted. A key event is posted, and what is measured is
the processor's time until what it leads to is written to the terminal: a letter in the middle of a line, and the
verdict on a softmax whose line is left. Waiting for the next refresh, up to a 60th of a second, is no work; the
time on the clock stands beside it. Exits with 1 where a letter or a verdict takes more work than one frame.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import statistics
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from textual import events
from textual.app import App, ComposeResult
from textual.drivers.headless_driver import HeadlessDriver
from textual.widgets import TextArea

from katatx.settings import AppSettings
from katatx.tui.app import KatatxApp
from katatx.tui.screens.worksheet import WorksheetScreen

FRAME = 1 / 60
SIZE = (120, 40)
LINES = 200
# The line that is worked on, and one of those around it, which depend on each other in tens.
SOFTMAX = "softmax(scores{at}) = 0.2 0.8"
BEFORE = (
    "q{at} = [2, 0, 1, 0]",
    "k{at} = [[1,0,0,0],[3,0,2,0]]",
    "scores{at} = q{at}·k{at}ᵀ/√4 = [1, 4]",
    SOFTMAX,
    "√32 ≈ 5.66",
)


class Painted(HeadlessDriver):
    """Keeps what is painted, as a terminal would get it, and says when a text is in it."""

    wanted = "\0"
    found: asyncio.Event

    @property
    def is_headless(self) -> bool:
        return False

    def write(self, data: str) -> None:
        if self.wanted in data:
            self.at = time.perf_counter(), time.process_time()
            self.wanted = "\0"
            self.found.set()


class Taken(NamedTuple):
    """Seconds on the clock, and of work."""

    clock: float
    work: float


class Bare(App[None]):
    """A text area and nothing else."""

    def __init__(self, text: str) -> None:
        super().__init__(driver_class=Painted)
        self.text = text

    def compose(self) -> ComposeResult:
        yield TextArea(self.text, show_line_numbers=True)


def text() -> str:
    return "\n".join(BEFORE[line % len(BEFORE)].format(at=line // len(BEFORE)) for line in range(LINES))


async def key(app: App, name: str, wanted: str) -> Taken:
    """Press a key; return what it takes until a text is painted."""
    driver = app._driver  # noqa: SLF001 - what paints
    assert isinstance(driver, Painted)
    driver.found, driver.wanted = asyncio.Event(), wanted
    begun = time.perf_counter(), time.process_time()
    app.post_message(events.Key(name, name if len(name) == 1 else None))
    await asyncio.wait_for(driver.found.wait(), 5)
    return Taken(driver.at[0] - begun[0], driver.at[1] - begun[1])


async def press(app: App, name: str) -> None:
    app.post_message(events.Key(name, name if len(name) == 1 else None))
    await asyncio.sleep(0.03)


async def run(app: App, rounds: int, verdict: str) -> tuple[list[Taken], list[Taken]]:
    """Type a letter on the softmax line, and leave it: what each takes, round by round."""
    ran = asyncio.create_task(app.run_async(size=SIZE))
    await asyncio.sleep(2.0)
    area = app.screen.query_one(TextArea)
    row = next(at for at, line in enumerate(area.document.lines) if at >= LINES // 4 and line.startswith("softmax"))
    letters, leavings = [], []
    for number in range(rounds + 2):
        area.move_cursor((row, len(area.document.get_line(row))))
        await asyncio.sleep(0.5)
        letters.append(await key(app, "zxwv"[number % 4], "zxwv"[number % 4]))
        await press(app, "backspace")
        leavings.append(await key(app, "down", verdict))
        await asyncio.sleep(0.3)
    app.exit()
    await ran
    return letters[2:], leavings[2:]


def measured(make: Callable[[], App], rounds: int, verdict: str) -> tuple[list[Taken], list[Taken]]:
    return asyncio.run(run(make(), rounds, verdict))


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=15)
    rounds = parser.parse_args().rounds
    with tempfile.TemporaryDirectory() as home:
        os.environ["KATATX_HOME"] = home
        written = text()
        sheet = measured(
            lambda: KatatxApp(WorksheetScreen(None, written), AppSettings(), driver_class=Painted), rounds, "skipped"
        )
        bare = measured(lambda: Bare(written), rounds, "\x1b[")
    print(f"{'worksheet of 200 lines beside a bare text area':48} ratio   work (quickest, median)   on the clock")
    late = False
    for name, ours, theirs in (
        ("a letter to paint", sheet[0], bare[0]),
        ("leaving a softmax to its verdict", sheet[1], bare[1]),
    ):
        mine, other = ([taken.work for taken in each] for each in (ours, theirs))
        median, clock = statistics.median(mine), statistics.median(taken.clock for taken in ours)
        late = late or median > FRAME
        print(
            f"{name:48} {min(mine) / min(other):5.2f}   {min(mine) * 1000:4.1f} ms, {median * 1000:4.1f} ms"
            f"         {clock * 1000:4.1f} ms   (bare: {min(other) * 1000:.1f} ms, {statistics.median(other) * 1000:.1f} ms)"
        )
    return int(late)


if __name__ == "__main__":
    sys.exit(main())
