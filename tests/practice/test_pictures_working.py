"""Which pictures worked lines have, once they are uncovered."""

from __future__ import annotations

from katatx.decks.prepared import Prepared
from katatx.engine.evaluate import evaluate
from katatx.engine.key import write_out
from katatx.engine.pencils.writing import Step
from katatx.pictures.parts import MOST_LINES, text_of
from katatx.pictures.working import pictures_of_answer, pictures_of_step


def flat(steps: list[Step]) -> list[Step]:
    return [each for step in steps for each in (*flat(step.steps), step)]


def test_every_worked_line_of_the_decks_can_be_pictured(prepared_drills: list[Prepared]) -> None:
    for prepared in (each for each in prepared_drills if each.drill.answer is not None):
        steps = flat(write_out(prepared.node, prepared.given))
        found = [picture for step in steps for picture in pictures_of_step(step)]
        found += pictures_of_answer(prepared.node, prepared.given, evaluate(prepared.node, prepared.given))
        for picture in found:
            assert picture.said()
            for width in (30, 56, 80, 120):
                lines = picture.drawn(width)
                assert 0 < len(lines) <= MOST_LINES
                assert all(len(text_of(line)) <= width for line in lines)
