"""Typed numbers: how they will be read, so that no slip of form costs a miss, and the verdict on them."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from katatx.notation.answers import read_answer, read_loosely
from katatx.notation.errors import NotationError
from katatx.notation.printing import write_number
from scoring import Judgement, Verdict
from scoring.judge import other_shape
from scoring.shapes import Shape, same_shape
from scoring.unworked import find_unworked

if TYPE_CHECKING:
    from katatx.engine.key import Solution
    from scoring.answer import Answer, Form, TypedNumber

_PLACES_OF_EXACT = 6
# What to write instead comes after it, and is told once the answer is sent.
_SENTENCE = re.compile(r"(?<=\?) |; ")


def judge_numbers(typed: str, true: Solution, own: Solution | None = None, *, on_error: bool = False) -> Judgement:
    """Return the verdict on typed text: `again`, with the reason, if it cannot be read. Never raises.

    `own` is worked from the learner's earlier lines, one of which is wrong if `on_error` is set.
    """
    from katatx.engine.mistakes.judging import judge

    answer = _read(typed, true.shape)
    if isinstance(answer, str):
        judged = Judgement(Verdict.AGAIN, answer)
    else:
        judged = judge(answer, true, own, on_error=on_error)
    if judged.verdict is Verdict.AGAIN:
        # Only where it is right: what was read loosely may not be what is meant.
        loose = read_loosely(typed, true.shape)
        by_it = loose and true.grade(loose)
        return by_it if by_it and by_it.verdict is Verdict.RIGHT else judged
    return judged


def unreadable(typed: str, shape: Shape) -> Judgement | None:
    """Return the verdict `again` on text that is not worked-out numbers of a shape; None on text that is."""
    answer = _read(typed, shape)
    fault = answer if isinstance(answer, str) else find_unworked(answer, frozenset())
    if isinstance(answer, str) or fault is not None:
        return Judgement(Verdict.AGAIN, fault or "")
    return None if same_shape(answer.shape, shape) else other_shape(answer.shape, shape)


def read_numbers(typed: str, asked: Shape | None = None, forms: frozenset[Form] | None = None) -> str:
    """Return how typed numbers will be read: "0.047 0.953: 2 numbers, 3 decimals", or why they are not read yet.

    `asked` is the shape wanted, None for any. Calculations are reported, unless `forms` has their form, or is None.
    """
    answer = _read(typed, asked)
    unworked = answer if isinstance(answer, str) else find_unworked(answer, forms)
    if isinstance(answer, str) or unworked:
        return f"not read yet: {_SENTENCE.split(unworked or '')[0]}"
    known = [max(0, number.places) for number in answer.numbers if number.places is not None]
    size = _size(answer.shape, min(known), max(known)) if known else f"{_count(answer.shape)}, exact"
    return f"{_written(answer)}: {size}"


def rows_of(typed: str) -> list[list[str]] | None:
    """Return a typed matrix as rows of number texts; None if the text is no matrix, unreadable or ambiguous."""
    answer = _read(typed)
    if isinstance(answer, str) or len(answer.shape) != 2:
        return None
    return _in_rows([number.text for number in answer.numbers], answer.shape[1])


def _read(typed: str, asked: Shape | None = None) -> Answer | str:
    try:
        return read_answer(typed, asked)
    except NotationError as error:
        return str(error)


def _in_rows(words: list[str], width: int) -> list[list[str]]:
    return [words[start : start + width] for start in range(0, len(words), width)]


def _written(answer: Answer) -> str:
    words = [_word(number) for number in answer.numbers]
    rows = _in_rows(words, answer.shape[1]) if len(answer.shape) == 2 else [words]
    return "; ".join(map(" ".join, rows))


def _word(number: TypedNumber) -> str:
    """Return a number as typed, with its value if it is exact ("1/2 = 0.5") or a percentage."""
    text, places = number.text, number.places
    if places is None and "inf" not in text and "∞" not in text:
        return f"{text} = {write_number(number.value, _PLACES_OF_EXACT)}"
    return f"{text} = {write_number(number.value, places or 0)}" if text.endswith("%") else text


class Wanted(NamedTuple):
    """The shape of an answer and its decimals, 0 for whole numbers."""

    shape: Shape
    decimals: int

    @property
    def words(self) -> str:
        """Return the form in words: "2 numbers, 3 decimals", "3 decimals" for one, "3 rows of 4 whole numbers"."""
        is_one = not self.shape and self.decimals
        return counted(self.decimals, "decimal") if is_one else _size(self.shape, self.decimals, self.decimals)


def _size(shape: Shape, fewest: int, most: int) -> str:
    if most == 0:
        return _count(shape, "whole number")
    return _count(shape) + f", {counted(most, 'decimal')}" * (fewest == most)


def _count(shape: Shape, what: str = "number") -> str:
    row = counted(shape[-1] if shape else 1, what)
    return f"{counted(shape[0], 'row')} of {row}" if len(shape) == 2 else row


def counted(count: int, what: str) -> str:
    """Return a number of things in words: "3 decimals"."""
    return f"{count} {what}{'s' * (count != 1)}"
