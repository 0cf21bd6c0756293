"""Measure a learner's typing speed with a few short answers that are copied as shown."""

from __future__ import annotations

from dataclasses import dataclass, field

from katatx.clock import Clock
from katatx.progress.log import Log
from katatx.progress.records import Typing
from scoring.target import measured_pace, timed_typing

# Typical answers; nothing is to be calculated.
TEXTS = ("0.047 0.953", "2 8", "1.414 -0.707 0", "54.598", "0.25 0.5 0.25", "[1 2; 3 4]")


@dataclass
class Calibration:
    """A typing measurement, text by text. A text typed wrongly is asked again; all times are saved at the end."""

    log: Log
    clock: Clock
    typings: list[Typing] = field(default_factory=list)

    @property
    def text(self) -> str | None:
        """Return the text to type now; None once all are typed."""
        return TEXTS[len(self.typings)] if len(self.typings) < len(TEXTS) else None

    def take(self, typed: str, seconds: float) -> bool:
        """Record the typed text and return whether it was right; `seconds` runs from the first key to Enter.

        Returns False, recording nothing, for a wrong text and after the last one. The last text saves all times in the
        log; raises LogError if they cannot be saved, and that text can be typed again.
        """
        text = self.text
        if text is None or typed.strip() != text:
            return False
        typings = [*self.typings, Typing(len(text), round(seconds, 3), self.clock())]
        if len(typings) == len(TEXTS):
            self.log.calibrate(typings)
        self.typings = typings
        return True

    @property
    def result(self) -> str:
        """Return a text with the measured typing speed, which targets use from now on; ask once all are typed."""
        pace = measured_pace((), [timed_typing(each.characters, each.seconds) for each in self.typings])
        return f"You type a character in {pace.character:.2f} s. Target times use that speed from now on."
