"""Which pictures worked lines have, once they are uncovered."""

from __future__ import annotations

from pathlib import Path

import pytest

from katatx.decks.loading import load_library
from katatx.decks.prepared import Prepared, prepare
from katatx.engine.evaluate import evaluate
from katatx.engine.key import write_out
from katatx.engine.pencils.writing import Step
from katatx.pictures.parts import MOST_LINES, text_of
from katatx.pictures.working import pictures_of_answer, pictures_of_step

WORKED = [
    prepare(deck, drill)
    for deck in load_library(Path("nowhere")).decks.values()
    for drill in deck.drills
    if drill.answer is not None
]


def flat(steps: list[Step]) -> list[Step]:
    return [each for step in steps for each in (*flat(step.steps), step)]


@pytest.mark.parametrize("prepared", WORKED, ids=lambda prepared: prepared.name)
def test_every_worked_line_of_the_decks_can_be_pictured(prepared: Prepared) -> None:
    steps = flat(write_out(prepared.node, prepared.given))
    found = [picture for step in steps for picture in pictures_of_step(step)]
    found += pictures_of_answer(prepared.node, prepared.given, evaluate(prepared.node, prepared.given))
    for picture in found:
        assert picture.said()
        for width in (30, 56, 80, 120):
            lines = picture.drawn(width)
            assert 0 < len(lines) <= MOST_LINES
            assert all(len(text_of(line)) <= width for line in lines)
