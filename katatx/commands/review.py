"""`katatx review`: today's review, in the app or line by line."""

from __future__ import annotations

from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING

from katatx.commands.drill import practise, wants_plain
from katatx.errors import KatatxError

if TYPE_CHECKING:
    from katatx.progress.work import Progress
    from katatx.sessions.sitting import Sitting


def run(limit: int | None, minutes: int | None, focus: str | None, plain: bool, home: Path) -> int:
    """Run today's review over all decks, in the app or line by line if `plain`; return the exit status.

    `limit` is the most graded answers (None for no limit), `minutes` the length (None for the set one), `focus` a
    recipe or recipe line (None for all). Raises KatatxError if the focus is empty or unknown, the settings cannot be
    read, or stdin or stdout is closed, LogError if the log cannot be used.
    """
    if focus is not None and not focus.strip():
        raise KatatxError(
            "--focus is empty; write a step, such as softmax/divide, or a recipe, such as softmax, after it"
        )

    def open_sitting(stack: ExitStack, progress: Progress | None) -> Sitting:
        """Open and return the review; the log is closed with the stack."""
        from katatx.commands.shared.desk import opened_desk

        return stack.enter_context(opened_desk(home, progress=progress)).review(limit, minutes, focus or "")

    return practise(open_sitting, wants_plain() or plain, home)
