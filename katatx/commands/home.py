"""`katatx` without a command: the home screen, or without a terminal what it shows, in print."""

from __future__ import annotations

from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING

from katatx.commands.output import shows_app
from katatx.served import is_served

if TYPE_CHECKING:
    from katatx.progress.work import Progress
    from katatx.sessions.desk import Desk


def run(home: Path) -> int:
    if not is_served() and not shows_app():
        return _print(home)
    from katatx.app.app import open_home
    from katatx.settings import load_preferences

    with ExitStack() as stack:

        def open_desk(progress: Progress) -> Desk:
            from katatx.commands.desk import opened_desk  # behind the first picture

            return stack.enter_context(opened_desk(home, progress=progress))

        return open_home(open_desk, load_preferences(home).app)


def _print(home: Path) -> int:
    from katatx.commands.desk import opened_desk
    from katatx.show.home import plain_home
    from katatx.show.text import plain_lines

    with opened_desk(home, to_read=True) as desk:
        print("\n".join(plain_lines(plain_home(desk.overview()))))
    print("\nkatatx review asks today's questions; katatx --help lists every command.")
    return 0
