"""`katatx` alone: the decks, what is due, how far each is."""

from __future__ import annotations

import gc
import os
import sys
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING

from katatx.commands.served import is_served

if TYPE_CHECKING:
    from katatx.practice.desk import Desk
    from katatx.progress.work import Progress


def run(home: Path) -> int:
    """The app at its home screen, or the same as lines where there is no terminal for it."""
    if not is_served() and not _is_terminal():
        gc.enable()
        return _print(home)
    from katatx.settings import load_preferences
    from katatx.tui.app import open_home

    with ExitStack() as stack:

        def open_desk(progress: Progress) -> Desk:
            from katatx.commands.desk import opened_desk
            from katatx.practice.knowing import know_decks

            desk = stack.enter_context(opened_desk(home, progress=progress))
            know_decks(desk.decks, desk.log, all_of_them=True)
            return desk

        return open_home(open_desk, load_preferences(home).app)


def _print(home: Path) -> int:
    from katatx.commands.desk import opened_desk
    from katatx.practice.home_lines import home_lines

    with opened_desk(home, to_read=True) as desk:
        print("\n".join(home_lines(desk.report())))
    print("\nkatatx review is ten minutes of what moves you furthest; katatx --help lists every command.")
    return 0


def _is_terminal() -> bool:
    both_ends = all(stream is not None and stream.isatty() for stream in (sys.stdin, sys.stdout))
    return both_ends and os.environ.get("TERM", "dumb") != "dumb"
