"""What a program shows: text with values in it."""

from __future__ import annotations

from typing import Any


class Text:
    """Text of a program: plain strings and, unrounded, the values that are written into it.

    `thousands` says that commas part the thousands of its numbers.
    """

    def __init__(self, parts: tuple[Any, ...], thousands: bool = False) -> None:
        self.parts = parts
        self.thousands = thousands


class Opaque:
    """A value that is shown but could not be worked: why."""

    def __init__(self, why: str) -> None:
        self.why = why
