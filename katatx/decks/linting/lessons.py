"""Linting a deck's lessons."""

from __future__ import annotations

import re
from collections.abc import Iterator

from katatx.decks.errors import DeckError
from katatx.decks.lessons import ANSWER, PreparedLesson, lesson_of
from katatx.decks.loading import Deck
from katatx.decks.parts import PLACEHOLDER, is_name, lint_prompt, placeholders
from katatx.engine.names import names_in
from katatx.errors import KatatxError
from katatx.notation.quoting import quote

_FEWEST_LINES = 2
# A number that is not part of a name such as W1 or d_2.
_TYPED_NUMBER = re.compile(r"(?<!\w)\d+")


def lint_lessons(deck: Deck) -> Iterator[DeckError]:
    """Yield the faults of a deck's lessons.

    Faults are numbers typed into the idea, unknown names in it, given numbers or names that are bad or not used, and an
    answer without a value, with too many calculations, or with too few lines that can be covered (hidden, for the
    learner to work).
    """
    for prepared in filter(None, (lesson_of(deck, section) for section in deck.contents.sections)):
        yield from _idea(prepared)
        try:
            yield from _worked(prepared)
        except DeckError as error:
            yield error
        except KatatxError as error:
            yield prepared.fault(str(error), "answer")


def _idea(prepared: PreparedLesson) -> Iterator[DeckError]:
    """Yield faults of a lesson's idea and given names."""
    given, idea = prepared.drill.given, prepared.drill.prompt
    yield from lint_prompt(idea, {**given, ANSWER: None}, prepared.fault, "idea")
    typed = _TYPED_NUMBER.search(PLACEHOLDER.sub("", idea))
    if typed is not None:
        problem = f"the idea contains the number {typed[0]}; write {{name}} for it, or spell it out"
        yield prepared.fault(problem, "idea")
    for name in given:
        if name == ANSWER or not is_name(name):
            yield prepared.fault(_why_no_name(name), "given", name)


def _why_no_name(name: str) -> str:
    """Return the message for a name that no given number of a lesson can have."""
    if name == ANSWER:
        return f"{quote(name)} stands for the result of the lesson; give this number another name"
    if name.isidentifier():
        return f"{quote(name)} has a value of its own; give this number another name"
    return f"{quote(name)} is no name; begin it with a letter, and use only letters, digits, _ and dots between them"


def _worked(prepared: PreparedLesson) -> Iterator[DeckError]:
    """Yield a fault for each given name that is neither in the answer nor in the idea, and one if too few lines can be
    covered (hidden, for the learner to work).

    Raises KatatxError if the lesson cannot be worked.
    """
    used = {name.text for name in names_in(prepared.node)} | set(placeholders(prepared.drill.prompt))
    for name in prepared.drill.given:
        if name not in used:
            yield prepared.fault(f"{quote(name)} is given, but not used; use it, or remove it", "given", name)
    prepared.check_effort()
    lines = sum(leaf.can_be_covered for leaf in prepared.leaves)
    if lines < _FEWEST_LINES:
        problem = f"only {lines} of its lines can be covered; write an answer with at least {_FEWEST_LINES} such lines"
        yield prepared.fault(problem, "answer")
