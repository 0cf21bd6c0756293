"""What is left of today's list, and the time it is expected to take."""

from __future__ import annotations

from typing import NamedTuple


class Upcoming(NamedTuple):
    """The drills of today's list that are left, as `deck/drill` in order, and the seconds they are expected to take.

    Each counts once: `due`, `new`, or one of the `others`, which need practice.
    """

    planned: tuple[str, ...]
    seconds: float
    due: int
    new: int

    @property
    def questions(self) -> int:
        """Return the number of questions."""
        return len(self.planned)

    @property
    def others(self) -> int:
        """Return the number of questions that are neither due nor new."""
        return self.questions - self.due - self.new
