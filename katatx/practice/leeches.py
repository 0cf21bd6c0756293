"""Drills that are missed again and again: a worked example comes first, then easier numbers, then the drill as ever."""

from __future__ import annotations

from katatx.decks.prepared import Prepared
from katatx.engine.errors import EngineError
from katatx.notation.quoting import plain
from katatx.practice.asking import ask
from katatx.practice.number_question import NumberQuestion
from katatx.practice.question import Question
from katatx.practice.seeds import seed_of
from katatx.practice.working import flat_lines

# Of so many draws the easiest is taken.
_DRAWS = 6
_LONGEST = 200


def ask_easier(prepared: Prepared, name: str) -> Question | None:
    """Return a drill with its worked example on the page's numbers, and the easiest of some fresh ones drawn by a
    name; None where it has no other numbers, or nothing of it is worked.
    """
    if not prepared.can_be_fresh or prepared.is_choice or prepared.is_spot:
        return None
    drawn = []
    for number in range(_DRAWS):
        try:
            drawn.append(ask(prepared, seed_of(f"{name} easier {number}")))
        except EngineError:  # these numbers keep no mistake apart; others may
            continue
    questions = [each for each in drawn if isinstance(each, NumberQuestion)]
    if not questions:
        return None
    easiest = min(questions, key=lambda question: question.strokes.digits)
    page = ask(prepared)
    assert isinstance(page, NumberQuestion)
    worked = (f"  {step.line}  {step.text}" for step in flat_lines(page.steps()))
    lines = ("Worked on other numbers:", page.prompt, *page.sheet, *worked, "Now with these:")
    easiest.lesson = tuple(plain(line, _LONGEST, keep=" ") for line in lines)
    return easiest
