"""The contents of a review: its questions, and the time they are expected to take."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol


class Planned(Protocol):
    """A planned question: its drill as `deck/drill`, and how often it was shown before."""

    @property
    def drill(self) -> str: ...

    @property
    def showing(self) -> int: ...


@dataclass(frozen=True, slots=True)
class Upcoming:
    """The questions of a review in order (`planned`), and the seconds they are expected to take.

    `resumes` is True if today's review continues. Each question counts once: `missed` today, `due`, `new`, or one of
    the `others`, which need practice.
    """

    planned: tuple[Planned, ...]
    seconds: float
    resumes: bool
    missed: int
    due: int
    new: int

    @property
    def questions(self) -> int:
        """Return the number of questions."""
        return len(self.planned)

    @property
    def others(self) -> int:
        """Return the number of questions that are neither missed today, nor due, nor new."""
        return self.questions - self.missed - self.due - self.new
