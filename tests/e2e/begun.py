"""A home in which something was answered before, so that nobody is welcomed there."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

from katatx.decks.loading import load_library
from katatx.progress.log import Log
from katatx.progress.stores import SqliteStore
from tests.practice.small_decks import record

# The answer is at a deck that is gone: it stands in the log and nowhere else.
DECK = "gone"
BUILT_IN = load_library(Path("nowhere")).decks
# How many drills the attention deck has.
DRILLS = len(BUILT_IN["attention"].drills)
# Of its first two drills: what stands in the prompt, the right answer to the first, and a wrong one to the second.
FIRST, RIGHT = "goes into a row of exactly 5", "73 88 5 0 0"
SECOND, WRONG = "Write the vector of word", "9 9 9 9"


def begin(home: Path, *drills: str) -> Path:
    """Put an answer of long ago into a home's log, and one at each of some drills; the home."""
    home.mkdir(parents=True, exist_ok=True)
    log = Log(SqliteStore(home))
    for name in (f"{DECK}/before", *drills):
        record(log, lambda: datetime(2025, 1, 1, 12, tzinfo=UTC), name)
    log.close()
    return home
