"""The program's entry point."""

from __future__ import annotations

import gc
import sys
from collections.abc import Callable

# Garbage is collected after this many new objects instead of Python's 700. Imports make tens of thousands that all
# stay, and collecting so rarely saves a tenth of the time of most commands.
_GARBAGE_THRESHOLD = 200_000


def main() -> None:
    """Run the command line. Never returns.

    `due`, and `check` and `drill` without options, are handled directly, since building the options of all commands
    takes longer than most of what else happens before the first text.
    """
    gc.set_threshold(_GARBAGE_THRESHOLD)
    try:
        _begin(sys.argv[1:])
    except KeyboardInterrupt:  # before the command handles it
        sys.exit(130)


def _begin(words: list[str]) -> None:
    """Run the command line `words`, which must be those of `sys.argv`, without building all of it where possible.

    Never returns.
    """
    quick = _quick(words)
    if quick is None:
        from katatx.cli import main as command_line

        command_line()
    else:
        from katatx.ending import end_with

        end_with(quick)


def _quick(words: list[str]) -> Callable[[], int] | None:
    """Return a function that runs the command line `words` directly and returns the exit status.

    Returns None for lines that need the full command line.
    """
    if words in (["due"], ["due", "--json"]):
        return lambda: _due("--json" in words)
    if words[:1] == ["check"] and len(words) > 1 and not any(word.startswith("-") for word in words):
        return lambda: _check(" ".join(words[1:]))
    if words[:1] == ["drill"] and len(words) == 2 and not words[1].startswith("-"):
        return lambda: _drill(words[1])
    return None


def _check(text: str) -> int:
    """Check a line, print the verdict, and return the exit status: 1 if its worst claim is wrong, 2 if that was not
    graded, otherwise 0.
    """
    from katatx.commands import check

    return check.run(text, places=None, as_json=False)


def _drill(name: str) -> int:
    """Practise a deck or a drill, and return the exit status."""
    from katatx.commands import drill
    from katatx.progress.home import home_folder

    return drill.run(name, seed=None, limit=None, plain=False, home=home_folder())


def _due(as_json: bool) -> int:
    """Print what is due today and return the exit status."""
    from katatx.commands import due
    from katatx.progress.home import home_folder

    return due.run(as_json, home_folder())
