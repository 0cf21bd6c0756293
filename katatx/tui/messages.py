"""What screens tell the app."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from textual.message import Message
from textual.screen import Screen

from katatx.errors import KatatxError

if TYPE_CHECKING:
    from katatx.practice.sitting import Sitting


@dataclass
class Failed(Message):
    """It cannot go on: the log cannot be written anywhere, or a drill cannot be worked out."""

    error: KatatxError


@dataclass
class Opened(Message):
    """All is open that a screen needs; `make` makes it."""

    make: Callable[[], Screen[None]]


@dataclass
class SittingOver(Message):
    """The learner has left a sitting, its summary read."""

    sitting: Sitting
