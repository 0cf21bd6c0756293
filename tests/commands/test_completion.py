"""Names that a word may go on to."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path

from katatx.commands import completion
from katatx.decks.loading import load_library
from katatx.progress.database.header import FILE_NAME
from katatx.progress.database.stores import SqliteStore
from katatx.progress.log import Log
from tests.conftest import BUILT_IN
from tests.progress.histories import answer, know


def practised(home: Path) -> None:
    """Make a log that knows what the attention deck is worked by, and has an answer."""
    with closing(Log(SqliteStore(home))) as log:
        know(log)
        log.record(answer())


def test_decks_are_those_built_in_and_ones_own(home: Path) -> None:
    (home / "decks").mkdir(parents=True)
    (home / "decks" / "mine.yaml").write_text("not read")
    assert completion.decks("", home) == [*BUILT_IN, "mine"]
    assert completion.decks("m", home) == ["mine"]
    assert completion.decks("none", home) == []


def test_drills_are_those_of_the_deck_that_is_meant(home: Path) -> None:
    drills = [f"attention/{drill.id}" for drill in load_library(home).decks["attention"].drills]
    assert completion.drills("attention/", home) == completion.drills("att", home) == drills
    assert completion.drills("attention/mat", home) == [name for name in drills if name.startswith("attention/mat")]
    assert completion.drills("l", home) == ["length-4/", "llama-block/", "look-across/"]
    assert completion.drills("none/", home) == completion.drills("none", home) == []
    assert completion.decks_or_drills("att", home) == ["attention"]


def test_skills_are_those_that_the_log_knows(home: Path) -> None:
    assert completion.skills("", home) == []
    assert not home.exists()
    practised(home)
    assert completion.skills("softmax/", home) == ["softmax/divide", "softmax/raise", "softmax/total"]
    assert "softmax" in completion.skills("so", home)
    assert completion.standings("softmax/d", home) == ["softmax/divide"]
    (home / FILE_NAME).write_bytes(b"hello" * 100)
    assert completion.skills("", home) == []
