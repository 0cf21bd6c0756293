"""`katatx review`: what moves the learner furthest today, in the app or line by line."""

from __future__ import annotations

from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING

from katatx.commands.drill import practise, wants_plain
from katatx.errors import KatatxError

if TYPE_CHECKING:
    from katatx.practice.sitting import Sitting
    from katatx.progress.work import Progress


def run(limit: int | None, minutes: int | None, focus: str | None, plain: bool, home: Path) -> int:
    """Review over all decks, in the app or line by line. Raises KatatxError for a focus that names nothing."""
    if focus is not None and not focus.strip():
        raise KatatxError("--focus names a skill, such as softmax/divide, or a recipe, such as softmax")

    def open_sitting(stack: ExitStack, progress: Progress | None) -> Sitting:
        from katatx.commands.desk import opened_desk

        return stack.enter_context(opened_desk(home, progress=progress)).review(limit, minutes, focus or "")

    return practise(open_sitting, wants_plain() or plain, home)
