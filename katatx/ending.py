"""End a command: an error that a user can meet becomes one line on stderr and an exit status."""

from __future__ import annotations

import io
import os
import sys
from collections.abc import Callable

from katatx.errors import KatatxError, reason_of


def end_with(command: Callable[[], object]) -> None:
    """Run a command and end the program with the status that it returns, 0 if that is no whole number. Never returns.

    A KatatxError or OSError prints one line on stderr and ends with 2; an interrupt or EOFError ends with 130. A broken
    pipe, or a SystemExit of any status, ends with 0 and prints nothing. Other exceptions are not caught. The standard
    streams are set to replace characters that they cannot decode or encode.
    """
    # On Windows, a pipe uses an old code page that lacks · and √.
    encoding = "utf-8" if sys.platform == "win32" else None
    # Undecodable input is displayed and judged unreadable, instead of ending the program.
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(encoding=encoding, errors="replace")
    try:
        status = command()
    except KatatxError as error:
        status = _say(str(error))
    except (BrokenPipeError, SystemExit):  # click turns the first into the second
        status = 0
    except OSError as error:
        status = _say(f"cannot continue: {reason_of(error)}")
    except (KeyboardInterrupt, EOFError):
        status = 130
    _let_go_of_what_cannot_be_written()
    sys.exit(status if isinstance(status, int) else 0)


def _say(message: str) -> int:
    """Print a message on stderr and return the exit status 2."""
    from katatx.commands.shared.output import narrate

    narrate(message)
    return 2


def _let_go_of_what_cannot_be_written() -> None:
    """Discard what is buffered where a pipe's reader or the terminal is gone; it would change the status at exit."""
    for stream in (sys.stdout, sys.stderr):
        try:
            if stream is not None:  # as it is where a program is started with it closed
                stream.flush()
        except OSError:
            os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())
