"""Choices: how the learner picks one, and the verdict on it."""

from __future__ import annotations

from collections.abc import Sequence

from katatx.decks.model import Choice
from katatx.notation.quoting import quote
from katatx.questions.sheet import letter
from scoring import Cause, Judgement, Verdict


def judge_choice(typed: str, choices: Sequence[Choice], drill: str) -> Judgement:
    """Return the verdict on what is typed, `again` if no choice is selected; `drill` is the drill's id."""
    index = picked(typed, choices)
    if index is None:
        ways = f"{letter(0)} to {letter(len(choices) - 1)}"
        ways += "" if _any_is_digits(choices) else f", or 1 to {len(choices)}"
        return Judgement(Verdict.AGAIN, f"{quote(typed)} is none of the choices; type {ways}")
    choice = choices[index]
    if choice.right:
        return Judgement(Verdict.RIGHT, "right", (True,))
    because = choice.because or "many people believe that, but it is wrong"
    if choice.belief is None:
        return Judgement(Verdict.WRONG, f"wrong: {because}", (False,))
    cause = Cause(because, "", f"{drill}/{choice.belief}", "answer")
    return Judgement(Verdict.WRONG, because, (False,), causes=(cause,))


def picked(typed: str, choices: Sequence[Choice]) -> int | None:
    """Return the index of the choice selected by its letter, number (from 1, unless some texts are digits) or text."""
    text = " ".join(typed.split()).casefold()
    word = text.rstrip(".)").lstrip("(")
    for index, choice in enumerate(choices):
        if word in (letter(index), _comparable(choice)) or text == _comparable(choice):
            return index
    if _any_is_digits(choices) or not (word.isascii() and word.isdigit() and len(word) == 1):
        return None
    return int(word) - 1 if 1 <= int(word) <= len(choices) else None


def _any_is_digits(choices: Sequence[Choice]) -> bool:
    return any(_comparable(choice).isdigit() for choice in choices)


def _comparable(choice: Choice) -> str:
    return " ".join(choice.says.split()).casefold().rstrip(".")
