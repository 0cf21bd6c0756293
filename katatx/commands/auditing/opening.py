"""`katatx audit FILE --open`: show the page in the app."""

from __future__ import annotations

from pathlib import Path

from katatx.commands.audit import Wanted
from katatx.commands.auditing.sources import STDIN, Given
from katatx.commands.shared.terminal import shows_app
from katatx.errors import KatatxError
from katatx.notation.quoting import quote


def run(given: Given, wanted: Wanted, home: Path) -> int:
    """Show a page in the app until it is closed; return 1 if a claim is wrong at that time, else 0.

    If a signal ends the app, return 128 plus its number. Raises KatatxError if it is not a single readable file, if
    there is no terminal, if options conflict, if the settings are invalid, or if the page is unreadable or not yet
    audited when it is closed.
    """
    path = _only_file(given)
    for option, value in (("--format", wanted.form), ("--fix", wanted.fix)):
        if value is not None:
            raise KatatxError(f"--open only shows the page; leave out {option}, or --open")
    if not shows_app():
        raise KatatxError("--open needs a terminal window, and there is none; leave out --open to print the report")
    from katatx.show.audited import WatchedPage

    watched = WatchedPage(path)
    from katatx.app.app import open_page
    from katatx.settings import load_preferences

    return open_page(watched, load_preferences(home).app)


def _only_file(given: Given) -> Path:
    """Return the given file. Raises KatatxError unless exactly one file is given."""
    if STDIN in given.names or given.stdin_name is not None:
        raise KatatxError(
            "--open shows a file, which it reads again when it changes; name a file instead of - or --stdin-name"
        )
    if len(given.names) != 1:
        raise KatatxError(f"--open shows one page, and {len(given.names)} files are given; name one of them")
    if not given.is_one_page:
        raise KatatxError(f"--open shows one page, and {quote(given.names[0], 200)} is a folder; name a file in it")
    return Path(given.names[0])
