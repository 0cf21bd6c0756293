"""docs/coverage.md against the drill files: every step of every page has a drill that exists."""

from __future__ import annotations

import re

import pytest

from katatx.decks.loading import load_deck
from tests.conftest import ROOT

TEXT = (ROOT / "docs" / "coverage.md").read_text(encoding="utf-8")
# How many steps each page works, and which of the first page's steps the fourth works too.
STEPS = {
    "attention": ("000", 19),
    "vision": ("001", 11),
    "length-4": ("002", 12),
    "look-across": ("003", 9),
    "block": ("004", 18),
    "llama-block": ("007", 9),
    "training-step": ("006", 14),
    "online-softmax": ("008", 6),
    "tokenizer": ("009", 6),
    "next-token": ("005", 12),
}
SHARED = [*range(1, 12), 13, 14, 17, 18, 19]


def table(deck: str) -> dict[str, list[str]]:
    section = re.search(rf"^## {deck}\n(.*?)(?=^## |\Z)", TEXT, flags=re.DOTALL | re.MULTILINE)
    assert section
    rows = re.findall(r"^\| (\d{3}-\d+) \| (.+?) \| (.+?) \|$", section[1], flags=re.MULTILINE)
    assert all(what.strip() for _, what, _ in rows)
    return {step: re.findall(r"`([^`]+)`", drills) for step, _, drills in rows}


@pytest.mark.parametrize("deck", STEPS)
def test_every_step_is_mapped_to_drills_that_exist(deck: str) -> None:
    page, count = STEPS[deck]
    rows, loaded = table(deck), load_deck(deck, ROOT / "nowhere")
    assert [step for step in rows if step.startswith(page)] == [f"{page}-{number}" for number in range(1, count + 1)]
    for step, drills in rows.items():
        assert drills, step
        for drill in drills:
            assert drill in loaded.by_id or (drill == "kata" and loaded.contents.kata), (step, drill)


def test_steps_that_two_pages_work_have_drills_in_both() -> None:
    assert [step for step in table("look-across") if step.startswith("000")] == [f"000-{number}" for number in SHARED]


@pytest.mark.parametrize("deck", STEPS)
def test_nearly_every_drill_is_in_the_list(deck: str) -> None:
    """A drill that no step names practises something that the page does not work, or was forgotten."""
    named = {drill for drills in table(deck).values() for drill in drills}
    loaded = load_deck(deck, ROOT / "nowhere")
    left = [drill.id for drill in loaded.drills if drill.id not in named and drill.spot is None]
    assert left == []
