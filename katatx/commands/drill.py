"""`katatx drill`: a session at a deck, in the app or line by line."""

from __future__ import annotations

import gc
import os
import sys
from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING

from katatx.errors import KatatxError

if TYPE_CHECKING:
    from katatx.practice.sitting import Sitting
    from katatx.progress.work import Progress

# Opens what a sitting needs, to be closed with the stack, and gives the sitting. What is imported for that
# is imported there: the app is painted before.
OpenSitting = Callable[[ExitStack, "Progress | None"], "Sitting"]


def run(name: str, seed: int | None, limit: int | None, plain: bool, home: Path) -> int:
    """Practise a deck, or one drill of it."""
    deck_name, drill = split_name(name)

    def open_sitting(stack: ExitStack, progress: Progress | None) -> Sitting:
        from katatx.commands.desk import new_seed, opened_log
        from katatx.decks.loading import load_deck
        from katatx.practice.session import open_session

        deck = load_deck(deck_name, home)
        log = stack.enter_context(opened_log(home, progress=progress))
        return open_session(deck, log, log.settings.now, new_seed, drill, seed, limit)

    return practise(open_sitting, wants_plain() or plain, home)


def practise(open_sitting: OpenSitting, plain: bool, home: Path) -> int:
    """Run a sitting in the app or line by line."""
    with ExitStack() as stack:
        if plain:
            gc.enable()
            from katatx.plain import practise_plainly

            return practise_plainly(open_sitting(stack, None), sys.stdin, sys.stdout)
        from katatx.settings import load_preferences
        from katatx.tui.app import practise_in_app

        look = load_preferences(home).app
        return practise_in_app(lambda progress: open_sitting(stack, progress), look)


def split_name(name: str) -> tuple[str, str | None]:
    """`DECK` or `DECK/DRILL`; the path of a file is a deck."""
    if name.endswith((".yaml", ".yml")) or "/" not in name:
        return name, None
    deck, _, drill = name.rpartition("/")
    return deck, drill


def wants_plain() -> bool:
    """Return whether the app cannot be shown: no terminal at either end, or a dumb one.

    Raises KatatxError where there is nothing to read answers from, or nothing to write to.
    """
    if sys.stdin is None or sys.stdout is None:
        raise KatatxError("stdin or stdout is closed; katatx needs both to ask and to be answered")
    return not (sys.stdin.isatty() and sys.stdout.isatty()) or os.environ.get("TERM", "dumb") == "dumb"
