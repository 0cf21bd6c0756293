"""An answer beside the truth, slot by slot."""

from __future__ import annotations

from itertools import chain

from katatx.notation.answers import read_answer
from katatx.notation.errors import NotationError
from katatx.notation.printing import write_number
from katatx.practice.outcome import Outcome, SlotMark, short
from scoring.places import DECIMALS


def slot_marks(outcome: Outcome) -> tuple[SlotMark, ...]:
    """The slots of a graded answer. A true number is told to as many places as were typed or asked for."""
    marks, question = outcome.judgement.slots, outcome.question
    if question.answer_type in ("choice", "line"):
        return ()
    try:
        typed = read_answer(outcome.typed).numbers
    except NotationError:
        return ()
    true = _flat(question.key)
    if not len(marks) == len(typed) == len(true):
        return ()
    width = len(question.key[0]) if question.answer_type == "matrix" else None
    return tuple(
        SlotMark(
            None if width is None else at // width + 1,
            at + 1 if width is None else at % width + 1,
            right,
            short(number.text),
            write_number(value, max(DECIMALS, question.places)) if outcome.tells_truth else None,
        )
        for at, (right, number, value) in enumerate(zip(marks, typed, true, strict=True))
    )


def _flat(value: object) -> list[float]:
    if isinstance(value, list):
        return list(chain.from_iterable(map(_flat, value)))
    assert isinstance(value, float)
    return [value]
