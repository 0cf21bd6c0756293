"""How what is typed will be read, told before it is graded: nobody shall miss for a slip of form."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from katatx.notation.errors import NotationError
from katatx.notation.quoting import quote

if TYPE_CHECKING:
    from scoring.answer import Answer

_PLACES_OF_EXACT = 6


def read_numbers(typed: str, asked: tuple[int, ...] | None = None) -> str:
    """Return numbers as they will be read where a shape is asked: "[0.047, 0.953]: 2 numbers, 3 places"."""
    from katatx.notation.answers import read_answer

    try:
        answer = read_answer(typed, asked)
    except NotationError as error:
        return f"not read yet: {error}"
    return f"{_written(answer)}: {_counted(answer)}, {_places(answer)}"


def read_choice(typed: str, says: Sequence[str], picked: int | None) -> str:
    """The statement that a letter stands for."""
    return f"{quote(typed.strip())} is none of the choices" if picked is None else says[picked]


def _written(answer: Answer) -> str:
    words = [_word(number.text, number.value, number.places) for number in answer.numbers]
    if not answer.shape:
        return words[0]
    if len(answer.shape) == 1:
        return f"[{', '.join(words)}]"
    width = answer.shape[1]
    rows = (", ".join(words[start : start + width]) for start in range(0, len(words), width))
    return f"[{', '.join(f'[{row}]' for row in rows)}]"


def _word(text: str, value: float, places: int | None) -> str:
    """A number as typed; a form that is worked out, with what it comes to."""
    from katatx.notation.printing import write_number

    if places is None and "inf" not in text and "∞" not in text:
        return f"{text} = {write_number(value, _PLACES_OF_EXACT)}"
    return f"{text} = {write_number(value, places or 0)}" if text.endswith("%") else text


def _counted(answer: Answer) -> str:
    if len(answer.shape) == 2:
        rows, width = answer.shape
        return f"{rows} rows of {width}"
    count = len(answer.numbers)
    return f"{count} number{'s' * (count != 1)}"


def _places(answer: Answer) -> str:
    known = [max(0, number.places) for number in answer.numbers if number.places is not None]
    if not known:
        return "exact"
    fewest, most = min(known), max(known)
    if fewest == most:
        return "whole" if most == 0 else f"{most} place{'s' * (most != 1)}"
    return f"{fewest} to {most} places"


def rows_of(text: str) -> list[list[str]] | None:
    """A matrix as its rows of numbers, each as typed; None where it is none, or has two readings."""
    from katatx.notation.answers import read_answer

    try:
        answer = read_answer(text)
    except NotationError:
        return None
    if len(answer.shape) != 2:
        return None
    words, width = [number.text for number in answer.numbers], answer.shape[1]
    return [words[start : start + width] for start in range(0, len(words), width)]
