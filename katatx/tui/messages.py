"""Messages from screens to the app."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from textual.message import Message
from textual.screen import Screen

from katatx.errors import KatatxError

if TYPE_CHECKING:
    from katatx.sessions.sitting import Sitting


@dataclass
class Failed(Message):
    """The app cannot continue because of `error`, and must end."""

    error: KatatxError


@dataclass
class Opened(Message):
    """Everything a screen needs is loaded; `make` creates the screen."""

    make: Callable[[], Screen[None]]


@dataclass
class SittingOver(Message):
    """The learner has left the session `sitting` after its summary.

    `then` is the session to start next; None to return to where `sitting` was started.
    """

    sitting: Sitting
    then: Sitting | None = None
