"""How a command ends: whatever goes wrong is one line on stderr, and an exit status."""

from __future__ import annotations

import io
import os
import sys
from collections.abc import Callable

from katatx.errors import KatatxError


def end_with(command: Callable[[], object]) -> None:
    """Run a command and exit with the status it returns; with 2 where it raises KatatxError or a file fails, after one
    line that says so.
    """
    # What is not text is shown as such and judged unreadable; it must not end the program.
    # Nor must a letter that the terminal has no sign for.
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")
    try:
        status = command()
    except KatatxError as error:
        status = _say(str(error))
    except (BrokenPipeError, SystemExit):  # click turns the one into the other
        # The reader of a pipe left. Nothing more can be said to it, not even at exit.
        _leave_stdout()
        status = 0
    except OSError as error:
        _leave_stdout()
        status = _say(f"cannot go on: {error.strerror or error}")
    except (KeyboardInterrupt, EOFError):
        status = 130
    sys.exit(status if isinstance(status, int) else 0)


def _say(message: str) -> int:
    from katatx.commands.output import narrate

    narrate(message)
    return 2


def _leave_stdout() -> None:
    """What is still held back for stdout goes nowhere, and makes no trouble at exit."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
