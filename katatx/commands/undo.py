"""`katatx undo`: undo the last answer."""

from __future__ import annotations

from pathlib import Path

from katatx.commands.desk import opened_log
from katatx.errors import KatatxError
from katatx.notation.quoting import plain


def run(home: Path) -> int:
    with opened_log(home) as log:
        attempt = log.undo(log.settings.now())
    if attempt is None:
        raise KatatxError("nothing to undo: no answer counts yet; answer a question first")
    answer = attempt.answer
    deck, drill, typed = (plain(each, 60, keep="") for each in (answer.deck, answer.drill, answer.typed))
    print(f"undone: {deck}/{drill}, {typed} ({answer.verdict}), answered {answer.answered:%Y-%m-%d %H:%M}")
    print("It stays in the log, marked as undone, and no longer counts.")
    return 0
