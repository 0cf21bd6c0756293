"""Errors of the log."""

from __future__ import annotations

from katatx.errors import KatatxError


class LogError(KatatxError):
    """The log cannot be opened, read or written. It is unchanged."""
