"""The room that an audit has for a page, so that no page takes more than so much memory."""

from __future__ import annotations

from katatx.engine.values import Value, flat

_CLAIMS = 20_000
_NUMBERS = 200_000


class PageFullError(Exception):
    """A page has more claims, or more numbers in their values, than an audit keeps."""


class Room:
    """The claims and the numbers that may still be kept of a page."""

    def __init__(self) -> None:
        self._claims, self._numbers = _CLAIMS, _NUMBERS

    def take_claim(self, value: Value) -> None:
        """Take the room of a claim with its true value, which may be None."""
        self._claims -= 1
        self.take(value)

    def take(self, value: Value) -> None:
        """Take the room of a value. Raise PageFullError if there is none."""
        self._numbers -= 0 if value is None else len(flat(value))
        if self._claims < 0 or self._numbers < 0:
            raise PageFullError
