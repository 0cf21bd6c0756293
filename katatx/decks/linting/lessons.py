"""Linting a deck's lessons."""

from __future__ import annotations

import re
from collections.abc import Iterator

from katatx.decks.errors import DeckError
from katatx.decks.lessons import ANSWER, PreparedLesson, lesson_of
from katatx.decks.linting.numbers import name_faults
from katatx.decks.loading import Deck
from katatx.decks.parts import PLACEHOLDER, lint_prompt, placeholders
from katatx.engine.names import names_in
from katatx.errors import KatatxError
from katatx.notation.quoting import quote

_FEWEST_LINES = 2
# A number that is not part of a name such as W1 or d_2.
_TYPED_NUMBER = re.compile(r"(?<!\w)\d+")


def lint_lessons(deck: Deck) -> Iterator[DeckError]:
    """Yield the faults of a deck's lessons: of their ideas, their given numbers, and their working."""
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
        yield from name_faults(prepared, name, "given", name)
    if ANSWER in given:
        problem = f"{quote(ANSWER)} stands for the result of the lesson; give this number another name"
        yield prepared.fault(problem, "given", ANSWER)


def _worked(prepared: PreparedLesson) -> Iterator[DeckError]:
    """Yield a fault for each given name that is not used, and one if too few lines can be covered (hidden, for the
    learner to work).

    Raises KatatxError if the lesson cannot be worked.
    """
    used = {name.text for name in names_in(prepared.node)} | set(placeholders(prepared.drill.prompt))
    for name in prepared.drill.given.keys() - used:
        yield prepared.fault(f"{quote(name)} is given, but not used; use it, or remove it", "given", name)
    prepared.check_effort()
    lines = sum(leaf.can_be_covered for leaf in prepared.leaves)
    if lines < _FEWEST_LINES:
        problem = f"only {lines} of its lines can be covered; write an answer with at least {_FEWEST_LINES} such lines"
        yield prepared.fault(problem, "answer")
