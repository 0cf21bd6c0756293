"""What screens tell the app."""

from __future__ import annotations

from dataclasses import dataclass

from textual.message import Message

from katatx.errors import KatatxError


@dataclass
class Failed(Message):
    """It cannot go on: the log cannot be written anywhere, or a drill cannot be worked out."""

    error: KatatxError


class SittingOver(Message):
    """The learner has left a sitting, its summary read."""
