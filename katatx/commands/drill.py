"""`katatx drill`: opens the log and the deck, then the app or the plain mode."""

from __future__ import annotations

import gc
import os
import sys
from pathlib import Path

from katatx.commands.desk import new_seed, opened_log
from katatx.decks.loading import load_deck
from katatx.errors import KatatxError
from katatx.practice.session import open_session
from katatx.practice.sitting import Sitting
from katatx.settings import load_preferences


def run(name: str, seed: int | None, limit: int | None, plain: bool, home: Path) -> int:
    """Practise a deck, or one drill of it."""
    plain = wants_plain() or plain
    deck_name, drill = split_name(name)
    deck = load_deck(deck_name, home)
    with opened_log(home) as log:
        return practise(open_session(deck, log, log.settings.now, new_seed, drill, seed, limit), plain, home)


def practise(sitting: Sitting, plain: bool, home: Path) -> int:
    """Run a sitting in the app or line by line."""
    if plain:
        gc.enable()
        from katatx.plain import practise_plainly

        return practise_plainly(sitting, sys.stdin, sys.stdout)
    from katatx.tui.app import practise_in_app

    return practise_in_app(sitting, load_preferences(home).app)


def split_name(name: str) -> tuple[str, str | None]:
    """`DECK` or `DECK/DRILL`; the path of a file is a deck."""
    if name.endswith((".yaml", ".yml")) or "/" not in name:
        return name, None
    deck, _, drill = name.rpartition("/")
    return deck, drill


def wants_plain() -> bool:
    """Whether the app cannot be shown: no terminal at either end, or a dumb one.

    Raises KatatxError where there is nothing to read answers from, or nothing to write to.
    """
    if sys.stdin is None or sys.stdout is None:
        raise KatatxError("stdin or stdout is closed; katatx needs both to ask and to be answered")
    return not (sys.stdin.isatty() and sys.stdout.isatty()) or os.environ.get("TERM", "dumb") == "dumb"
