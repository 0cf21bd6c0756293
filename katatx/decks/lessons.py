"""Prepared lessons: each as a drill with fixed numbers."""

from __future__ import annotations

from typing import TYPE_CHECKING

from katatx.decks.errors import DeckError
from katatx.decks.loading import Deck
from katatx.decks.model import Drill
from katatx.decks.prepared import Prepared

if TYPE_CHECKING:
    from katatx.engine.mistakes.leaves import Leaf

# The name of the answer's value in a lesson's idea.
ANSWER = "answer"


class PreparedLesson(Prepared):
    """A lesson as a drill that asks for its answer; faults have the lesson's position."""

    @property
    def leaves(self) -> list[Leaf]:
        """Return the lines of its working, nested ones each on its own. Raises EngineError without a value."""
        from katatx.engine.key import write_out
        from katatx.engine.mistakes.leaves import leaves_of

        return list(leaves_of(write_out(self.node, self.given)))

    def fault(self, problem: str, *path: str | int) -> DeckError:
        """Return the error for the part of the lesson at `path`, with its position in the file."""
        return self.deck.error(f"lesson: {problem}", "sections", self.drill.section, "lesson", *path)


def lesson_of(deck: Deck, section: str) -> PreparedLesson | None:
    """Return the lesson that opens a section, as a drill with fixed numbers; None if it has none. Its parts are parsed,
    and may raise DeckError, on first use.
    """
    lesson = deck.contents.lessons.get(section)
    if lesson is None:
        return None
    drill = Drill(prompt=lesson.idea, given=lesson.given, answer=lesson.answer)
    drill.id, drill.section = "lesson", section
    return PreparedLesson(deck, drill)
