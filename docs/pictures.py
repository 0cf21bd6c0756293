"""Makes the pictures of README and docs from the app itself: `python docs/pictures.py`; with --check, says whether
those that are there are as the app is now; with --all FOLDER, draws there every state of tests/app/states.py, at every
size, in every theme, as STATE-WxH-THEME.svg.
"""

from __future__ import annotations

import asyncio
import os
import re
import sys
import tempfile
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from importlib import import_module
from itertools import product
from pathlib import Path
from typing import Any

from textual.app import App
from textual.pilot import Pilot
from textual.screen import Screen

from katatx.app.app import KatatxApp
from katatx.app.home import HomeScreen
from katatx.app.page import PageScreen
from katatx.app.progress import ProgressScreen
from katatx.app.question import QuestionScreen
from katatx.app.worksheet import WorksheetScreen
from katatx.decks.loading import Deck, load_library
from katatx.notation.printing import write_value
from katatx.progress.home import HOME
from katatx.progress.log import Log
from katatx.progress.stores import SqliteStore
from katatx.sessions.desk import Desk
from katatx.sessions.drills import open_session
from katatx.sessions.kata import open_kata
from katatx.sessions.sitting import Practice, Sitting
from katatx.settings import Settings
from katatx.show.audited import WatchedPage

FOLDER = Path(__file__).parent
NOW = datetime(2026, 3, 9, 9, 0, tzinfo=UTC)
_ANSWER_SECONDS = 26.0


@dataclass(frozen=True)
class Picture:
    """A screen of the app, the keys pressed on it, and the size of its window."""

    first: Callable[[Desk], Screen[None]]
    keys: list[str]
    size: tuple[int, int]


def _timed(sitting: Sitting) -> Sitting:
    """The verdict tells the time it took: always the same here."""
    answer = sitting.answer
    sitting.answer = lambda typed, *times: answer(typed, _ANSWER_SECONDS)  # type: ignore[method-assign]
    return sitting


def _drill(desk: Desk) -> Screen[None]:
    return QuestionScreen(_timed(open_session(desk, "attention", "new-stick")))


def _kata(desk: Desk) -> Screen[None]:
    kata = open_kata(desk, "attention", page=True)
    for answer in ("2 0 1 0", "2 7"):
        kata.answer(answer, _ANSWER_SECONDS)
        kata.advance()
    return QuestionScreen(_timed(kata))


def _worksheet(desk: Desk) -> Screen[None]:
    return WorksheetScreen(desk.home / "attention.kata", WORKSHEET)


def _page(desk: Desk) -> Screen[None]:
    path = desk.home / "one-head.md"
    path.write_text(PAGE, encoding="utf-8")
    return PageScreen(WatchedPage(path))


WORKSHEET = """\
# one head, two words
q = [2, 0, 1, 0]
K = [[1, 0, 0, 0], [3, 0, 2, 0]]
q·Kᵀ = [2, 8]
scores = q·Kᵀ/√4 = [1, 4]
softmax(scores) = [0.2, 0.8]
softmax(scores) ≈ 5% 95%
"""
PAGE = """\
# One head, two words

The query is q = [2, 0, 1, 0], the keys are [1, 0, 0, 0] and [3, 0, 2, 0].

    first match:  2·1 + 0·0 + 1·0 + 0·0 = 2
    second match: 2·3 + 0·0 + 1·2 + 0·0 = 6 + 2 = 8

Divide by √4 = 2: 2/2 = 1 and 8/2 = 4. The portions are

    softmax([1, 4]) = [0.2, 0.8]
"""

PICTURES = {
    "home": Picture(HomeScreen, [], (110, 36)),
    "drill": Picture(_drill, [*"0.4 2.4 0.8 0.2", "enter"], (110, 36)),
    "kata": Picture(_kata, [*"1 3.5", "enter"], (100, 24)),
    "stats": Picture(lambda desk: ProgressScreen(desk, "steps"), [], (110, 32)),
    "worksheet": Picture(_worksheet, ["down", "down", "down", "down", "down"], (110, 24)),
    "page": Picture(_page, [], (110, 26)),
}


def practise_a_week(home: Path) -> None:
    """Six days of drills for the stats: a few more each day, now and then one wrong."""
    deck = load_library(home).decks["attention"]
    log = Log(SqliteStore(home), Settings(zone="UTC"))
    for day in range(6):
        _practise_a_day(log, deck, day)
    log.close()


def _practise_a_day(log: Log, deck: Deck, day: int) -> None:
    now = NOW - timedelta(days=6 - day)
    for at, drill in enumerate(list(deck.by_id)[: 6 + 2 * day]):
        session = open_session(Practice({deck.name: deck}, log, lambda: now, lambda: 7), deck.name, drill, seed=day + 1)
        question = session.question
        if question is not None and question.answer_type in ("scalar", "vector"):
            right = write_value(question.key, max(3, question.places))
            session.answer("0" if (day + at) % 9 == 4 else right, 8.0 + (day + 3 * at) % 9)


def _calculates(app: App[None]) -> bool:
    """Return whether the app still audits a page, checks a worksheet, or prepares a question's working."""
    screen = app.screen
    if isinstance(screen, (WorksheetScreen, PageScreen)) and not screen.is_settled:
        return True
    return not all(worker.is_finished for worker in app.workers)


async def _settled(pilot: Pilot[None]) -> None:
    """Wait until the screen calculates nothing more, and nothing more is painted for a quarter of a second."""
    before, same = "", 0
    while same < 5:
        await pilot.pause(0.05)
        if _calculates(pilot.app):
            continue
        now = pilot.app.export_screenshot()
        same = same + 1 if now == before else 0
        before = now


async def drawn(picture: Picture) -> str:
    """A picture as SVG."""
    with tempfile.TemporaryDirectory() as folder:
        home = Path(folder)
        os.environ[HOME] = folder  # what is not saved is kept there
        practise_a_week(home)
        log = Log(SqliteStore(home), Settings(zone="UTC"))
        desk = Desk(load_library(home).decks, log, lambda: NOW, lambda: 7, home=home)
        app = KatatxApp(picture.first(desk), ticks=lambda: 0.0)
        async with app.run_test(size=picture.size) as pilot:
            await _settled(pilot)
            for key in picture.keys:
                await pilot.press(key)
            await _settled(pilot)
            svg = _svg(app)
        log.close()
    return svg


def _svg(app: App[None]) -> str:
    """Return an app's screen as SVG, without a font from elsewhere or a name that differs each time it is made."""
    svg = re.sub(r"@font-face \{.*?\}\s*", "", app.export_screenshot(), flags=re.DOTALL)
    return re.sub(r"terminal-\d+", "terminal", svg)


def _of_tests(name: str) -> Any:
    sys.path.insert(0, str(FOLDER.parent))
    return import_module(f"tests.app.{name}")


def draw_run(run: str, theme: str, seeded: Path, folder: Path) -> None:
    """Draw the states of a run of the tests, in a theme or with NO_COLOR."""
    asyncio.run(_draw_run(run, theme, seeded, folder))


async def _draw_run(run: str, theme: str, seeded: Path, folder: Path) -> None:
    states, screens = _of_tests("states"), _of_tests("test_snapshots")
    os.environ.pop("NO_COLOR", None)
    if theme == "NO_COLOR":
        os.environ["NO_COLOR"] = "1"
    with tempfile.TemporaryDirectory() as home:
        os.environ[HOME] = home  # what is not saved is kept there
        scene = states.open_scene(seeded, Path(home))
        app = states.make_app(scene, run, "light" if theme == "light" else "dark")
        async with app.run_test(size=states.SIZES[0]) as pilot:
            for state, keys in states.RUNS[run][1].items():
                await screens.press(pilot, keys)
                for width, height in (*states.SIZES[1:], states.SIZES[0]):
                    await pilot.resize_terminal(width, height)
                    await screens.still(pilot)
                    (folder / f"{state}-{width}x{height}-{theme}.svg").write_text(_svg(app), encoding="utf-8")
        scene.log.close()


def draw_all(folder: Path) -> None:
    """Draw every state of every run, at every size, in every theme."""
    states = _of_tests("states")
    folder.mkdir(parents=True, exist_ok=True)
    drawing = []
    with tempfile.TemporaryDirectory() as seeded, ProcessPoolExecutor() as pool:
        states.seed_log(Path(seeded))
        for run, theme in product(states.RUNS, ("dark", "light", "NO_COLOR")):
            drawing.append(pool.submit(draw_run, run, theme, Path(seeded), folder))
        for each in drawing:
            each.result()


def main() -> None:
    """Make the pictures, or hold those that are there against the app."""
    if "--all" in sys.argv:
        draw_all(Path(sys.argv[sys.argv.index("--all") + 1]))
        return
    stale = []
    for name, picture in PICTURES.items():
        path, svg = FOLDER / f"{name}.svg", asyncio.run(drawn(picture))
        if "--check" not in sys.argv:
            path.write_text(svg, encoding="utf-8")
        elif not path.is_file() or path.read_text(encoding="utf-8") != svg:
            stale.append(f"docs/{name}.svg")
    if stale:
        sys.exit(f"{', '.join(stale)}: not as the app is now; python docs/pictures.py")


if __name__ == "__main__":
    main()
