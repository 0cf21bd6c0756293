"""Makes the README's picture from the app itself: `python docs/pictures.py`."""

from __future__ import annotations

import asyncio
import re
import sys
import tempfile
from datetime import UTC, datetime
from pathlib import Path

from katatx.decks.loading import load_deck
from katatx.practice.session import open_session
from katatx.progress.log import Log
from katatx.progress.stores import SqliteStore
from katatx.tui.app import KatatxApp
from katatx.tui.screens.drill import DrillScreen
from katatx.tui.widgets.answer_line import AnswerLine

PICTURE = Path(__file__).with_name("drill.svg")
KEYS = [*"0.4 2.4 0.8 0.2", "enter", "h", "h", "h"]


async def picture() -> str:
    """The drill screen with a wrong answer and three uncovered lines, as SVG."""
    with tempfile.TemporaryDirectory() as folder:
        home = Path(folder)
        log = Log(SqliteStore(home))
        deck = load_deck("attention", home)
        session = open_session(deck, log, lambda: datetime(2026, 3, 2, tzinfo=UTC), lambda: 7, "new-stick")
        answer = session.answer
        # The verdict tells the time it took: always the same here.
        session.answer = lambda typed, *times: answer(typed, 26.0)  # type: ignore[method-assign]
        app = KatatxApp(DrillScreen(session))
        async with app.run_test(size=(100, 26)) as pilot:
            app.screen.query_one(AnswerLine).cursor_blink = False
            await pilot.press(*KEYS)
            await pilot.pause()
            svg = app.export_screenshot()
        log.close()
    # No font from elsewhere, and no name that differs from one making to the next.
    svg = re.sub(r"@font-face \{.*?\}\s*", "", svg, flags=re.DOTALL)
    return re.sub(r"terminal-\d+", "terminal", svg)


if __name__ == "__main__":
    made = asyncio.run(picture())
    if "--check" in sys.argv:
        sys.exit(
            0
            if PICTURE.read_text(encoding="utf-8") == made
            else "docs/drill.svg is out of date: python docs/pictures.py"
        )
    PICTURE.write_text(made, encoding="utf-8")
