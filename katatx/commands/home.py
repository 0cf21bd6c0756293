"""`katatx` alone: the decks, what is due, how far each is."""

from __future__ import annotations

import gc
import os
import sys
from pathlib import Path

from katatx.commands.desk import opened_desk
from katatx.commands.served import is_served
from katatx.practice.desk import Desk
from katatx.practice.home_lines import home_lines


def run(home: Path) -> int:
    """The app at its home screen, or the same as lines where there is no terminal for it."""
    as_lines = not is_served() and not _is_terminal()
    with opened_desk(home, to_read=as_lines) as desk:
        if as_lines:
            gc.enable()
            return _print(desk)
        from katatx.tui.app import open_home

        return open_home(desk, desk.preferences.app)


def _print(desk: Desk) -> int:
    print("\n".join(home_lines(desk.report())))
    print("\nkatatx review practises what is due; katatx --help lists every command.")
    return 0


def _is_terminal() -> bool:
    both_ends = all(stream is not None and stream.isatty() for stream in (sys.stdin, sys.stdout))
    return both_ends and os.environ.get("TERM", "dumb") != "dumb"
