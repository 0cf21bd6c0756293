"""Answers that only repeat the question as a calculation."""

from __future__ import annotations

from scoring.answer import Answer, Form


def find_unworked(answer: Answer, accepted: frozenset[Form] | None) -> str | None:
    """Return a message for an answer that leaves the asked operation undone; None for any other.

    `accepted` are the forms a number may be left in; None accepts all. The message names the first number in another
    form.
    """
    if accepted is None:
        return None
    left = next((number for number in answer.numbers if not number.forms <= accepted), None)
    return left and f"{left.text} is still to be worked out, and that is what is asked; write the number, such as 0.25"
