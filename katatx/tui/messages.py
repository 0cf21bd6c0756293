"""What screens tell the app."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from textual.message import Message
from textual.screen import Screen

from katatx.errors import KatatxError


@dataclass
class Failed(Message):
    """It cannot go on: the log cannot be written anywhere, or a drill cannot be worked out."""

    error: KatatxError


@dataclass
class Opened(Message):
    """All is open that a screen needs; `make` makes it."""

    make: Callable[[], Screen[None]]


class SittingOver(Message):
    """The learner has left a sitting, its summary read."""
