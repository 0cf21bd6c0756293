"""The base class of errors that are shown to users."""

from __future__ import annotations


class KatatxError(Exception):
    """Something could not be read or done.

    The message is one line that says what, where, and what to do instead. The command line prints it on stderr and
    exits with 2.
    """
