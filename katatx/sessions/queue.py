"""The order of drills in a run; it can be rebuilt from the run's attempts at any time.

A drill missed, or answered with help, comes back a few questions later with other numbers until it is right without
help. The wait doubles with each miss, so that a few hard drills do not block the rest.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

# A drill missed at its first showing comes back after this many other questions.
GAP = 3
# After this many misses a drill comes with a worked example.
MISSES = 3


@dataclass(frozen=True, slots=True)
class Queued:
    """A drill waiting in the queue, shown so often before. As an `extra`, any answer only removes it from the queue."""

    drill: str
    showing: int
    extra: bool = False


@dataclass(slots=True)
class Queue:
    """The drills still to do (`waiting`) and those answered right without help (`done`)."""

    drills: Sequence[str]
    waiting: list[Queued] = field(init=False)
    done: set[str] = field(default_factory=set)

    def __post_init__(self) -> None:
        self.waiting = [Queued(drill, 0) for drill in self.drills]

    @property
    def now(self) -> Queued | None:
        return self.waiting[0] if self.waiting else None

    def answered(self, clean: bool) -> None:
        """Remove the current drill; it is `done` if the answer was `clean` (right and without help).

        Otherwise it is put back after 3 others, twice as many for each time it was shown before, or at the end.
        """
        now = self.waiting.pop(0)
        if now.extra:
            return
        if clean:
            self.done.add(now.drill)
        else:
            later = min(GAP * 2**now.showing, len(self.waiting))
            self.waiting.insert(later, Queued(now.drill, now.showing + 1))

    def ask_again(self, asked: Queued) -> None:
        """Put a drill that was just answered first once more: as it is waiting already, or else as `extra`."""
        again = Queued(asked.drill, asked.showing + 1, extra=True)
        self.put_first(next((each for each in self.waiting if each.drill == asked.drill), again))

    def put_first(self, turn: Queued) -> None:
        self.waiting = [turn, *(each for each in self.waiting if each.drill != turn.drill)]

    def when_again(self, drill: str, is_over: bool = False) -> str:
        """Return when a drill is asked again ("again in 3 questions", or next time if all is over); "" if it is not."""
        before = next((at for at, each in enumerate(self.waiting) if each.drill == drill), None)
        if before is None:
            return ""
        if is_over:
            return "again next time"
        near = "asked again next", "again after the next question"
        return near[before] if before < len(near) else f"again in {before} questions"

    def leave_out(self, drill: str) -> None:
        """Remove a drill from the queue and from the drills of the run, but not from `done`."""
        self.drills = [each for each in self.drills if each != drill]
        self.waiting = [each for each in self.waiting if each.drill != drill]

    def replay(self, answers: Iterable[tuple[str, bool]]) -> None:
        """Process the earlier answers of a run, in order, as pairs (drill, whether right and without help).

        Answers to drills that are not waiting, as after an edit of the deck, are ignored.
        """
        for drill, clean in answers:
            turn = next((each for each in self.waiting if each.drill == drill), None)
            if turn is not None:
                self.waiting.remove(turn)
                self.waiting.insert(0, turn)
                self.answered(clean)
