"""Output to stdout and stderr, what the terminal can do, and exit statuses."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from math import inf
from typing import TYPE_CHECKING, Any, TextIO

from katatx.notation.quoting import plain

if TYPE_CHECKING:
    from katatx.progress.work import Progress
    from scoring import Verdict

_HIDDEN = re.compile("[\x7f-\x9f\u200e\u200f\u202a-\u202e\u2066-\u2069]")
# Of work of fewer seconds nothing is shown.
_DELAY = 0.5


def print_json(document: Any) -> None:
    """Print a JSON document on one line, with infinities as "inf" and "-inf". Raises ValueError if it contains NaN."""
    import json

    try:
        text = json.dumps(document, ensure_ascii=False, allow_nan=False)
    except ValueError:
        # Infinities are rare, and searching for them costs as much as printing.
        text = json.dumps(_finite(document), ensure_ascii=False, allow_nan=False)
    # JSON keeps C1 controls and direction marks, which a terminal would obey.
    print(_HIDDEN.sub(lambda found: f"\\u{ord(found[0]):04x}", text), flush=True)


def fields(each: object, *names: str) -> dict[str, Any]:
    """Return these attributes by their names, for a JSON document in which they are called the same."""
    return {name: getattr(each, name) for name in names}


def _finite(document: Any) -> Any:
    if isinstance(document, dict):
        return {key: _finite(value) for key, value in document.items()}
    if isinstance(document, (list, tuple)):
        return [_finite(value) for value in document]
    if document in (inf, -inf):
        return "inf" if document > 0 else "-inf"
    return document


def narrate(*messages: str) -> None:
    """Print each message as a line on stderr, after "katatx: ", or nothing if stderr is closed."""
    for message in messages if sys.stderr else ():
        print(f"katatx: {plain(message, keep='')}", file=sys.stderr)


def status(verdict: Verdict) -> int:
    """Return the exit status for a verdict: 0 if right, 1 if wrong, 2 if not graded."""
    if verdict.counts_as_right:
        return 0
    return 2 if verdict.costs_nothing else 1


def is_dumb() -> bool:
    """Return whether the terminal cannot move its cursor; one without `TERM` can on Windows only."""
    return os.environ.get("TERM", "" if sys.platform == "win32" else "dumb") == "dumb"


def shows_app() -> bool:
    """Return whether stdin and stdout are a terminal that can show the app."""
    return on_terminal(sys.stdin) and on_terminal(sys.stdout) and not is_dumb()


def on_terminal(stream: TextIO | None) -> bool:
    """Return whether a standard stream, None if it is closed, is a terminal."""
    return stream is not None and stream.isatty()


@contextmanager
def progress_bar(doing: str) -> Iterator[Progress | None]:
    """Return a context with a function that shows on stderr how much is done; None without a terminal to show it."""
    if not on_terminal(sys.stderr) or is_dumb():
        yield None
        return
    from rich import console, progress

    shown = console.Console(stderr=True)
    with progress.Progress(console=shown, transient=True, redirect_stdout=False, redirect_stderr=False) as bar:
        task = bar.add_task(doing, visible=False)
        yield lambda done, of: bar.update(task, completed=done, total=of, visible=(bar.tasks[0].elapsed or 0) > _DELAY)
