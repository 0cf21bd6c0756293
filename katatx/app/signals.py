"""End the app on signals and when its terminal is gone, as after a window was closed."""

from __future__ import annotations

import os
import select
import signal
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from threading import Event, Thread

_NAMES = ("SIGTERM", "SIGHUP", "SIGINT", "SIGQUIT")
# Seconds. An app that can end does so in a tenth of this; a longer wait means that its terminal is gone.
_PATIENCE = 0.7
# Leaves the alternate screen, shows the cursor, and turns off reports of mouse, paste and focus.
_LEAVE = b"\x1b[?1000l\x1b[?1002l\x1b[?1003l\x1b[?1006l\x1b[?2004l\x1b[?1004l\x1b[<u\x1b[?7h\x1b[?1049l\x1b[?25h"


@contextmanager
def ending_at_signals(leave: Callable[[int], None]) -> Iterator[None]:
    """Return a context in which SIGTERM, SIGHUP, SIGINT, SIGQUIT and the end of the terminal call `leave` with the
    status 128 + the signal's number, that of SIGHUP for a terminal that is gone.

    If the program still runs 0.7 s later, the terminal is restored and the program ended at once; data on disk is
    always complete. All are awaited in threads, since the app's own thread may be blocked by a dead terminal; `leave`
    is called there. On systems without signals, such as Windows, nothing is done.
    """
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    numbers = {getattr(signal, name) for name in _NAMES}
    restore = _terminal_restorer()
    before = signal.pthread_sigmask(signal.SIG_BLOCK, numbers)

    over = Event()

    def end(number: int) -> None:
        """Ask the app to end as after a signal, and end the process if it still runs a while later."""
        if over.is_set():
            return
        with suppress(RuntimeError):  # the app has ended in the meantime
            leave(128 + number)
        Event().wait(_PATIENCE)
        restore()
        os._exit(128 + number)

    def end_at_hangup() -> None:
        if _hung_up():
            end(signal.SIGHUP)

    Thread(target=lambda: end(signal.sigwait(numbers)), name="signals", daemon=True).start()
    Thread(target=end_at_hangup, name="hangup", daemon=True).start()
    try:
        yield
    finally:
        over.set()
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _hung_up() -> bool:
    """Wait until the other end of stdin is closed and return True; a process that ignores SIGHUP learns it only so.

    Return False at once if stdin is missing or the system cannot tell.
    """
    if sys.__stdin__ is None or not hasattr(select, "poll"):
        return False
    poller = select.poll()
    poller.register(sys.__stdin__, 0)  # a hangup is reported unasked
    return any(told & (select.POLLHUP | select.POLLERR) for _, told in poller.poll())


def _terminal_restorer() -> Callable[[], None]:
    """Return a function that restores the terminal's present state and ends full-screen mode.

    The function does nothing if stderr is no terminal, or one whose state cannot be read.
    """
    import termios

    output = sys.__stderr__
    if output is None or not output.isatty():
        return lambda: None
    number = output.fileno()
    try:
        attributes = termios.tcgetattr(number)
    except (OSError, termios.error):
        return lambda: None

    def restore() -> None:
        with suppress(OSError, termios.error):
            termios.tcsetattr(number, termios.TCSANOW, attributes)
            os.set_blocking(number, False)
            os.write(number, _LEAVE)

    return restore
