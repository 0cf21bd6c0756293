"""Makes the README's pictures from the app itself: `python docs/pictures.py`; with --check, says whether
those that are there are as the app is now.
"""

from __future__ import annotations

import asyncio
import re
import sys
import tempfile
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path

from textual.screen import Screen

from katatx.decks.loading import Deck, load_library
from katatx.notation.printing import write_value
from katatx.practice.desk import Desk
from katatx.practice.kata import open_kata
from katatx.practice.session import open_session
from katatx.practice.sitting import Sitting
from katatx.progress.log import Log
from katatx.progress.stores import SqliteStore
from katatx.settings import Settings
from katatx.tui.app import KatatxApp
from katatx.tui.screens.drill import DrillScreen
from katatx.tui.screens.home import HomeScreen
from katatx.tui.screens.sittings import screen_of
from katatx.tui.widgets.working import WorkingView

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
    return screen_of(_timed(open_session(desk.decks["attention"], desk.log, desk.clock, lambda: 7, "new-stick")))


def _kata(desk: Desk) -> Screen[None]:
    kata = open_kata(desk.decks["attention"], desk.log, desk.clock, lambda: 7, page=True)
    for answer in ("2 0 1 0", "2 7"):
        kata.answer(answer, _ANSWER_SECONDS)
        kata.advance()
    return screen_of(_timed(kata))


PICTURES = {
    "drill": Picture(_drill, [*"0.4 2.4 0.8 0.2", "enter", "h", "h", "e"], (100, 26)),
    "kata": Picture(_kata, [*"1 3.5", "enter"], (100, 20)),
    "stats": Picture(HomeScreen, ["s"], (100, 36)),
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
        session = open_session(deck, log, lambda: now, lambda: 7, drill, seed=day + 1)
        question = session.question
        if question is not None and question.answer_type in ("scalar", "vector"):
            right = write_value(question.key, max(3, question.places))
            session.answer("0" if (day + at) % 9 == 4 else right, 8.0 + (day + 3 * at) % 9)


async def drawn(picture: Picture) -> str:
    """A picture as SVG."""
    with tempfile.TemporaryDirectory() as folder:
        home = Path(folder)
        practise_a_week(home)
        log = Log(SqliteStore(home), Settings(zone="UTC"))
        desk = Desk(load_library(home).decks, log, lambda: NOW, lambda: 7, home=home)
        app = KatatxApp(picture.first(desk), ticks=lambda: 0.0)
        async with app.run_test(size=picture.size) as pilot:
            while isinstance(app.screen, DrillScreen) and not app.screen.query_one(WorkingView).steps:
                await pilot.pause(0.01)
            await pilot.press(*picture.keys)
            await pilot.pause()
            svg = app.export_screenshot()
        log.close()
    # No font from elsewhere, and no name that differs from one making to the next.
    svg = re.sub(r"@font-face \{.*?\}\s*", "", svg, flags=re.DOTALL)
    return re.sub(r"terminal-\d+", "terminal", svg)


def main() -> None:
    """Make the pictures, or hold those that are there against the app."""
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
