"""`katatx drill`, `kata` and `review`: a sitting, in the app or line by line.

What opens a sitting imports what it needs itself, so that the app is painted first.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING

from katatx.commands.output import shows_app
from katatx.errors import KatatxError

if TYPE_CHECKING:
    from katatx.progress.work import Progress
    from katatx.sessions.sitting import Practice, Sitting

# Opens a sitting; resources are added to the stack to be closed.
OpenSitting = Callable[[ExitStack, "Progress | None"], "Sitting"]


def run(name: str, seed: int | None, limit: int | None, plain: bool, home: Path) -> int:
    """Practise a deck or one drill; without a `seed` drills never met have the page's numbers."""
    deck_name, drill = split_name(name)

    def open_sitting(stack: ExitStack, progress: Progress | None) -> Sitting:
        from katatx.sessions.drills import open_session
        from katatx.sessions.lesson import introduce

        practice, deck = _practice(deck_name, home, stack, progress)
        return introduce(open_session(practice, deck, drill, seed, limit))

    return _practise(open_sitting, plain, home)


def kata(name: str, seed: int | None, page: bool, plain: bool, home: Path) -> int:
    if page and seed is not None:
        raise KatatxError("--page means the page's numbers and --seed fresh ones; give only one of them")

    def open_sitting(stack: ExitStack, progress: Progress | None) -> Sitting:
        from katatx.sessions.kata import open_kata

        return open_kata(*_practice(name, home, stack, progress), seed, page)

    return _practise(open_sitting, plain, home)


def review(minutes: int | None, focus: str | None, limit: int | None, plain: bool, home: Path) -> int:
    def open_sitting(stack: ExitStack, progress: Progress | None) -> Sitting:
        from katatx.commands.desk import opened_desk

        return stack.enter_context(opened_desk(home, progress=progress)).review(limit, minutes, focus or "")

    return _practise(open_sitting, plain, home)


def _practice(name: str, home: Path, stack: ExitStack, progress: Progress | None) -> tuple[Practice, str]:
    """Return what practice at one deck needs, and the deck's name; no other deck is read."""
    from katatx.commands.desk import new_seed, opened_log
    from katatx.decks.loading import load_deck
    from katatx.sessions.sitting import Practice

    deck = load_deck(name, home)
    log = stack.enter_context(opened_log(home, progress=progress))
    return Practice({deck.name: deck}, log, log.settings.now, new_seed), deck.name


def _practise(open_sitting: OpenSitting, plain: bool, home: Path) -> int:
    """Run a sitting in the app, or line by line if `plain` or there is no terminal for the app."""
    if sys.stdin is None or sys.stdout is None:
        raise KatatxError("the standard input or output is closed, and katatx needs both; run it in a terminal")
    with ExitStack() as stack:
        if plain or not shows_app():
            from katatx.plain import PlainPractice

            PlainPractice(open_sitting(stack, None)).run()
            return 0
        from katatx.app.app import practise_in_app
        from katatx.settings import load_preferences

        look = load_preferences(home).app
        return practise_in_app(lambda progress: open_sitting(stack, progress), look)


def split_name(name: str) -> tuple[str, str | None]:
    """Return the deck and the drill in `DECK/DRILL` or `FILE/DRILL`; the drill is None for a deck or a file alone."""
    if Path(name).suffix or "/" not in name:
        return name, None
    deck, _, drill = name.rpartition("/")
    return deck, drill
