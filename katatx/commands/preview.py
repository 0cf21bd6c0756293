"""`katatx preview`: show a drill as learners see it, with details for its author."""

from __future__ import annotations

import shutil
from pathlib import Path

from katatx.commands.grade import find_question
from katatx.show.drill_text import drill_lines, lesson_lines
from katatx.show.text import plain_lines

# Longer lines are hard to read.
_WIDEST = 100


def run(drill: str, seed: int | None, lesson: bool, home: Path) -> int:
    question = find_question(drill, seed, home)
    width = min(shutil.get_terminal_size().columns, _WIDEST)
    if lesson:
        before = plain_lines(lesson_lines(question, width))
        print(*(before or [f'No lesson opens the section "{question.section}".']), "", sep="\n")
    print(*plain_lines(drill_lines(question, width)), sep="\n")
    return 0
