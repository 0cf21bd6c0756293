"""`katatx undo`: the last attempt counts no more."""

from __future__ import annotations

from pathlib import Path

from katatx.commands.desk import opened_log
from katatx.errors import KatatxError
from katatx.notation.quoting import plain


def run(home: Path) -> int:
    """Take the last graded attempt out of the standing, and say which it was."""
    with opened_log(home) as log:
        attempt = log.undo(log.settings.now())
        if attempt is None:
            raise KatatxError("nothing to undo: no attempt counts yet")
        answer = attempt.answer
        typed = plain(answer.typed, 60, keep="")
        when = f"{answer.answered:%Y-%m-%d %H:%M}"
        deck, drill = (plain(each, keep="") for each in (answer.deck, answer.drill))
        print(f"undone: {deck}/{drill}, {typed} ({answer.verdict}), answered {when}")
        print("It stays in the log, marked; the drill stands as if it had not been answered.")
    return 0
