"""`katatx preview`: show a drill as learners see it, with details for its author."""

from __future__ import annotations

import shutil
from pathlib import Path

from katatx.commands.grade import find_question
from katatx.views.shown_drill import shown_drill, shown_lesson

# Longer lines are hard to read.
_WIDEST = 100


def run(drill: str, seed: int | None, lesson: bool, home: Path) -> int:
    """Print the drill `DECK/DRILL`, preceded by the lesson of its section if `lesson`; return the exit status 0.

    The numbers are random from `seed`, or the page's if that is None. Raises KatatxError if there is no such drill, or
    if it is faulty.
    """
    question = find_question(drill, seed, home)
    width = min(shutil.get_terminal_size().columns, _WIDEST)
    before = shown_lesson(question, width) if lesson else []
    if lesson and not before:
        before = [f'No lesson opens the section "{question.section}".']
    print("\n".join([*before, *([""] if before else []), *shown_drill(question, width)]))
    return 0
