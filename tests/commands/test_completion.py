"""Names that a word may become."""

from __future__ import annotations

from functools import partial
from pathlib import Path

from katatx.cli import COMMANDS
from katatx.decks.loading import load_library
from tests.conftest import BUILT_IN


def test_decks_and_drills_are_offered_as_far_as_they_are_typed(home: Path) -> None:
    (home / "decks").mkdir(parents=True)
    (home / "decks" / "mine.yaml").write_text("not read")
    decks, drill, grade, review = (
        partial(COMMANDS[name].offers, home=home) for name in ("decks", "drill", "grade", "review")
    )
    assert decks([], "") == [*BUILT_IN, "mine"]
    assert (decks([], "m"), decks([], "none"), decks(["mine"], "-")) == (["mine"], [], ["--json", "--help"])
    drills = [f"attention/{drill.id}" for drill in load_library(home).decks["attention"].drills]
    assert grade([], "attention/") == grade([], "att") == drill([], "attention/") == drills
    assert grade([], "attention/mat") == [name for name in drills if name.startswith("attention/mat")]
    assert grade([], "l") == ["length-4/", "llama-block/", "look-across/", "lora/"]
    assert grade([], "none/") == grade([], "none") == []
    assert drill([], "att") == ["attention"]
    assert review(["--limit"], "") == []
