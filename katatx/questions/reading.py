"""Describe how a typed answer will be read before it is graded, so that no slip of form costs a miss."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from katatx.notation.errors import NotationError
from katatx.notation.quoting import quote
from katatx.questions.answer_form import counted_in_words, size_in_words

if TYPE_CHECKING:
    from scoring.answer import Answer, Form

_PLACES_OF_EXACT = 6


def read_numbers(typed: str, asked: tuple[int, ...] | None = None, forms: frozenset[Form] | None = None) -> str:
    """Return how typed numbers will be read: "[0.047, 0.953]: 2 numbers, 3 decimals", or why they are not read yet.

    `asked` is the shape wanted, None for any. A number that is still a calculation is reported, unless its form is
    among `forms`; None accepts all forms.
    """
    from katatx.notation.answers import read_answer
    from scoring.unworked import find_unworked

    try:
        answer = read_answer(typed, asked)
    except NotationError as error:
        return f"not read yet: {error}"
    unworked = find_unworked(answer, forms)
    if unworked is not None:
        return f"not read yet: {unworked}"
    return f"{_written(answer)}: {_sized(answer)}"


def read_size(typed: str) -> str:
    """Return how many numbers are typed, and to how many decimals: "2 numbers, 3 decimals"; or why they
    cannot be read.
    """
    from katatx.notation.answers import read_answer

    try:
        return _sized(read_answer(typed))
    except NotationError as error:
        return str(error)


def read_choice(typed: str, says: Sequence[str], picked: int | None) -> str:
    """Return the statement with the index `picked` of `says`; for None a message that the typed text is none of the
    choices.
    """
    return f"{quote(typed.strip())} is none of the choices" if picked is None else says[picked]


def _written(answer: Answer) -> str:
    """Return an answer's numbers as text, a row in brackets, a grid in brackets with each of its rows."""
    words = [_word(number.text, number.value, number.places) for number in answer.numbers]
    if not answer.shape:
        return words[0]
    if len(answer.shape) == 1:
        return f"[{', '.join(words)}]"
    width = answer.shape[1]
    rows = (", ".join(words[start : start + width]) for start in range(0, len(words), width))
    return f"[{', '.join(f'[{row}]' for row in rows)}]"


def _word(text: str, value: float, places: int | None) -> str:
    """Return a number as typed; "1/2 = 0.5", with its value, if it is exact or a percentage; infinity as it is.

    `places` are the decimals typed, None for an exact number.
    """
    from katatx.notation.printing import write_number

    if places is None and "inf" not in text and "∞" not in text:
        return f"{text} = {write_number(value, _PLACES_OF_EXACT)}"
    return f"{text} = {write_number(value, places or 0)}" if text.endswith("%") else text


def _sized(answer: Answer) -> str:
    """Return how many numbers an answer has, and with how many decimals, in words; "exact" if all are, like 1/4."""
    known = [max(0, number.places) for number in answer.numbers if number.places is not None]
    return size_in_words(answer.shape, min(known), max(known)) if known else f"{counted_in_words(answer.shape)}, exact"


def rows_of(text: str) -> list[list[str]] | None:
    """Return a typed matrix as rows of number texts; None if the text is no matrix, unreadable or ambiguous."""
    from katatx.notation.answers import read_answer

    try:
        answer = read_answer(text)
    except NotationError:
        return None
    if len(answer.shape) != 2:
        return None
    words, width = [number.text for number in answer.numbers], answer.shape[1]
    return [words[start : start + width] for start in range(0, len(words), width)]
