"""Describe an answer that is to be undone."""

from __future__ import annotations

from katatx.notation.quoting import plain
from katatx.progress.records import Attempt


def answer_named(attempt: Attempt) -> str:
    """Return a short description of an answer: drill, typed text, verdict, and when it was given."""
    answer = attempt.answer
    deck, drill, typed = (plain(each, 60, keep="") for each in (answer.deck, answer.drill, answer.typed))
    return f"{deck}/{drill}, {typed} ({answer.verdict}), answered {answer.answered:%Y-%m-%d %H:%M}"
