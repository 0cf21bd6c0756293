"""A few short answers typed as shown, to measure how long typing takes a learner."""

from __future__ import annotations

from dataclasses import dataclass, field

from katatx.practice.clock import Clock
from katatx.progress.log import Log
from katatx.progress.records import Typing

# What answers look like; nothing is to be worked.
TEXTS = ("0.047 0.953", "2 8", "1.414 -0.707 0", "54.598", "0.25 0.5 0.25", "[1 2; 3 4]")


@dataclass
class Calibration:
    """The texts one by one. What was typed otherwise is asked again; all are recorded at the end."""

    log: Log
    clock: Clock
    typings: list[Typing] = field(default_factory=list)

    @property
    def text(self) -> str | None:
        """Return what is to be typed now; None when all is typed."""
        return TEXTS[len(self.typings)] if len(self.typings) < len(TEXTS) else None

    def take(self, typed: str, seconds: float) -> bool:
        """Take in what was typed in so many seconds from the first key to Enter; whether it was the
        text. Raises LogError where the last cannot be recorded.
        """
        text = self.text
        if text is None or typed.strip() != text:
            return False
        self.typings.append(Typing(len(text), round(seconds, 3), self.clock()))
        if self.text is None:
            self.log.calibrate(self.typings)
        return True

    @property
    def result(self) -> str:
        """Return what came of it, in a sentence."""
        return f"You type a character in {self.log.pace().character:.2f} s; targets reckon with that from now on."
