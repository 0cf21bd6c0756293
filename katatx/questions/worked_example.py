"""Worked examples: the same drill with other numbers, shown above a question."""

from __future__ import annotations

from textwrap import shorten

from katatx.decks.prepared import Prepared
from katatx.engine.errors import EngineError
from katatx.notation.quoting import plain
from katatx.questions.asking import ask
from katatx.questions.number import NumberQuestion
from katatx.questions.question import Question
from katatx.questions.seeds import seed_of
from katatx.questions.working import flat_lines

# The easiest of this many draws is used.
_DRAWS = 6
_LONGEST = 200


def has_other_numbers(prepared: Prepared) -> bool:
    """Return whether a drill is answered with numbers and can be asked with random ones."""
    return prepared.can_be_fresh and not (prepared.is_choice or prepared.is_spot)


def easiest_draw(prepared: Prepared, name: str) -> NumberQuestion | None:
    """Return a drill with the easiest of six random draws, the one with the fewest digits to write.

    `name` is the seed of the draws. Returns None if the drill has no other numbers or every draw fails. Raises
    DeckError if the drill is faulty.
    """
    if not has_other_numbers(prepared):
        return None
    drawn = []
    for number in range(_DRAWS):
        try:
            drawn.append(ask(prepared, seed_of(f"{name} easier {number}")))
        except EngineError:  # a mistake gives the true value with these numbers; others may do
            continue
    questions = [each for each in drawn if isinstance(each, NumberQuestion)]
    return min(questions, key=lambda question: question.strokes.digits, default=None)


def explain_by(example: Question, question: Question) -> None:
    """Put `example`, worked out, above a question, in place of what was there; lines are cut at 200 characters."""
    worked = (f"  {step.line}  {step.text}" for step in flat_lines(example.steps()))
    prompt = shorten(example.prompt, _LONGEST, placeholder=" …")  # it stands in full below, with other numbers
    lines = ("Worked on other numbers:", prompt, *example.sheet, *worked, "Now with these:")
    question.above = tuple(plain(line, _LONGEST, keep=" ") for line in lines)


def explain(question: Question, name: str) -> None:
    """Put the drill of a question, worked with other numbers, above the question; do nothing if there are no others.

    These are the page's numbers, or easy random ones with the seed `name` if the question has the page's. Choices,
    spots and kata lines have none. Raises KatatxError if the drill is faulty.
    """
    if not isinstance(question, NumberQuestion):
        return
    example = ask(question.prepared) if question.is_fresh else easiest_draw(question.prepared, name)
    if example is not None:
        explain_by(example, question)
