"""Names that a word may go on to."""

from __future__ import annotations

from pathlib import Path

from katatx.commands import completion
from katatx.decks.loading import load_library
from tests.conftest import BUILT_IN


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
    assert completion.drills("l", home) == ["length-4/", "llama-block/", "look-across/", "lora/"]
    assert completion.drills("none/", home) == completion.drills("none", home) == []
    assert completion.decks_or_drills("att", home) == ["attention"]


def test_steps_are_those_of_the_drills(home: Path) -> None:
    assert completion.steps("softmax/d", home) == ["softmax/divide"]
    assert "softmax" in completion.steps("so", home)
    assert completion.standings("softmax/d", home) == ["softmax/divide"]
