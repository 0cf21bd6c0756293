"""The one family of errors a person is meant to read."""

from __future__ import annotations


class KatatxError(Exception):
    """Something could not be read or done.

    The message is one line that says what, where, and what instead. The command
    line prints it on stderr and exits with 2; nothing else is done with it.
    """
