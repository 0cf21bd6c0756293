"""`katatx kata`: a deck's whole calculation, in the app or line by line."""

from __future__ import annotations

from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING

from katatx.commands.drill import practise, split_name, wants_plain
from katatx.errors import KatatxError
from katatx.notation.quoting import quote

if TYPE_CHECKING:
    from katatx.progress.work import Progress
    from katatx.sessions.sitting import Sitting


def run(name: str, seed: int | None, page: bool, plain: bool, home: Path) -> int:
    """Work the kata of a deck (its name or file) in the app, or line by line if `plain`; return the exit status.

    The numbers are the page's with `page`, else random from `seed`, which is drawn if it is None. Raises KatatxError if
    `name` is that of a drill, if both `page` and `seed` are given, if there is no such deck or it has no kata that can
    be worked, if the settings cannot be read, or if stdin or stdout is closed, LogError if the log cannot be used.
    """
    deck_name, drill = split_name(name)
    if drill is not None:
        raise KatatxError(
            f"{quote(name)} names a drill, and a kata covers a whole deck; write katatx kata {quote(deck_name)}"
        )
    if page and seed is not None:
        raise KatatxError("--page means the page's numbers and --seed fresh ones; give only one of them")

    def open_sitting(stack: ExitStack, progress: Progress | None) -> Sitting:
        """Open and return a session at the deck's kata; the log is closed with the stack."""
        from katatx.commands.shared.desk import new_seed, opened_log
        from katatx.decks.loading import load_deck
        from katatx.sessions.kata import open_kata

        deck = load_deck(name, home)
        log = stack.enter_context(opened_log(home, progress=progress))
        return open_kata(deck, log, log.settings.now, new_seed, seed, page)

    return practise(open_sitting, wants_plain() or plain, home)
