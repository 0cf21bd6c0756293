"""`katatx drill`: a session at a deck, in the app or line by line."""

from __future__ import annotations

import sys
from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING

from katatx.commands.shared.terminal import shows_app
from katatx.errors import KatatxError

if TYPE_CHECKING:
    from katatx.progress.work import Progress
    from katatx.sessions.sitting import Sitting

# Opens a session; resources are added to the stack to be closed. It imports what it needs itself, so that the app is
# painted first.
OpenSitting = Callable[[ExitStack, "Progress | None"], "Sitting"]


def run(name: str, seed: int | None, limit: int | None, plain: bool, home: Path) -> int:
    """Practise a deck (`DECK`, or a file's path) or one drill (`DECK/DRILL`); return the exit status.

    `seed` makes all numbers random, from it; None keeps the page's at drills never met. `limit` is the most graded
    answers, None for no limit. `plain` practises line by line. Raises KatatxError if there is no such deck or drill, if
    none can be worked, if the settings cannot be read, or if stdin or stdout is closed, LogError if the log cannot be
    used.
    """
    deck_name, drill = split_name(name)

    def open_sitting(stack: ExitStack, progress: Progress | None) -> Sitting:
        """Open a session at the deck, introduce it, and return it; the log is closed with the stack."""
        from katatx.commands.shared.desk import new_seed, opened_log
        from katatx.decks.loading import load_deck
        from katatx.sessions.deck import open_session
        from katatx.sessions.lesson import introduce

        deck = load_deck(deck_name, home)
        log = stack.enter_context(opened_log(home, progress=progress))
        return introduce(open_session(deck, log, log.settings.now, new_seed, drill, seed, limit))

    return practise(open_sitting, wants_plain() or plain, home)


def practise(open_sitting: OpenSitting, plain: bool, home: Path) -> int:
    """Run the session that `open_sitting` opens in the app, or line by line if `plain`; return the exit status.

    `home` is the folder of the app's settings. Raises KatatxError if these cannot be read or the session cannot be
    opened or continued, LogError if an answer cannot be recorded.
    """
    with ExitStack() as stack:
        if plain:
            from katatx.plain import practise_plainly

            return practise_plainly(open_sitting(stack, None), sys.stdin, sys.stdout)
        from katatx.app.app import practise_in_app
        from katatx.settings import load_preferences

        look = load_preferences(home).app
        return practise_in_app(lambda progress: open_sitting(stack, progress), look)


def split_name(name: str) -> tuple[str, str | None]:
    """Return the deck and the drill in `DECK/DRILL`; the drill is None for `DECK` or the path of a file.

    It is the path of a file if its last part has an ending, such as `.yaml`. The deck of `FILE/DRILL` is FILE.
    """
    if Path(name).suffix or "/" not in name:
        return name, None
    deck, _, drill = name.rpartition("/")
    return deck, drill


def wants_plain() -> bool:
    """Return whether the app cannot be shown: input or output is no terminal, or a dumb one.

    Raises KatatxError if stdin or stdout is closed.
    """
    if sys.stdin is None or sys.stdout is None:
        raise KatatxError("the standard input or output is closed, and katatx needs both; run it in a terminal")
    return not shows_app()
