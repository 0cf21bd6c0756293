"""Compare an answer with the truth, number by number."""

from __future__ import annotations

from dataclasses import dataclass

from katatx.engine.values import floats, shape_of, value_of
from katatx.notation.answers import read_answer
from katatx.notation.errors import NotationError
from katatx.notation.printing import write_number
from katatx.notation.quoting import plain
from katatx.questions.outcome import Outcome
from katatx.questions.sheet import letter
from scoring.places import DECIMALS

_LONGEST_NUMBER = 40


@dataclass(frozen=True, slots=True)
class SlotMark:
    """One number of an answer: its position, whether it is right, what was typed and what is true.

    `row` is None unless the answer is a grid; `slot` is the position in the row. Both count from 1. `true` is None as
    long as the truth is hidden.
    """

    row: int | None
    slot: int
    right: bool
    typed: str
    true: str | None


def slot_marks(outcome: Outcome) -> tuple[SlotMark, ...]:
    """Return a mark for every number of a graded answer, in reading order; for a choice one mark with letters.

    Returns () for an ungraded answer, for a wrong line to find, and for an answer that has not as many numbers as the
    true one. True numbers are rounded to the decimals asked for, but to at least three.
    """
    marks, question = outcome.judgement.slots, outcome.question
    if outcome.judgement.verdict.costs_nothing or question.answer_type == "line":
        return ()
    if question.answer_type == "choice":
        return _choice_mark(outcome)
    key = value_of(question.key)
    try:
        typed = read_answer(outcome.typed, shape_of(key)).numbers
    except NotationError:
        return ()
    true = floats(key)
    if not len(marks) == len(typed) == len(true):
        return ()
    width = len(question.key[0]) if question.answer_type == "matrix" else None
    return tuple(
        SlotMark(
            None if width is None else at // width + 1,
            at + 1 if width is None else at % width + 1,
            right,
            plain(number.text, _LONGEST_NUMBER, keep=""),
            write_number(value, max(DECIMALS, question.places)) if outcome.tells_truth else None,
        )
        for at, (right, number, value) in enumerate(zip(marks, typed, true, strict=True))
    )


def _choice_mark(outcome: Outcome) -> tuple[SlotMark, ...]:
    """Return one mark with the letter chosen and the right choice; () if no choice was made.

    The right choice is its letter and its text: in a low window the choices are not seen any more.
    """
    question = outcome.question
    picked = question.pointed_at(outcome.typed)
    right = next(at for at, choice in enumerate(question.choices) if choice.right)
    if picked is None:
        return ()
    true = f"{letter(right)}: {question.choices[right].says}" if outcome.tells_truth else None
    return (SlotMark(None, 1, picked == right, letter(picked), true),)
