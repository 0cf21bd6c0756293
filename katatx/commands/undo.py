"""`katatx undo`: undo the last answer."""

from __future__ import annotations

from pathlib import Path

from katatx.commands.shared.desk import opened_log
from katatx.errors import KatatxError
from katatx.views.undone import answer_named


def run(home: Path) -> int:
    """Mark the latest answer that counts as undone and print it; return the exit status 0.

    Raises KatatxError if there is none or the settings cannot be read, LogError if the log cannot be written.
    """
    with opened_log(home) as log:
        attempt = log.undo(log.settings.now())
        if attempt is None:
            raise KatatxError("nothing to undo: no answer counts yet; answer a question first")
        print(f"undone: {answer_named(attempt)}")
        print("It stays in the log, marked as undone, and no longer counts.")
    return 0
