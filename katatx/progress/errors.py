"""Errors of the log."""

from __future__ import annotations

from katatx.errors import KatatxError


class LogError(KatatxError):
    """The log cannot be opened, read or written.

    The failed operation has changed nothing in it, unless a server was lost in the middle of a commit.
    """


class ForeignRow(LogError):
    """The log contains a row that katatx did not write."""
