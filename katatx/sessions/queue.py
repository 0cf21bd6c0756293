"""The order of drills in a run; it can be rebuilt from the run's attempts at any time.

Drills come in page order. A drill missed, or answered with help, comes back a few questions later with other numbers
until it is right without help. The wait doubles with each miss, so that a few hard drills do not block the rest.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

GAP = 3
# After this many misses a drill comes with its lesson.
MISSES = 3


@dataclass(frozen=True, slots=True)
class Turn:
    """A drill waiting in the queue.

    `showing` counts how often it was shown before. With `extra` it is already done and repeated at the learner's wish:
    the answer does not affect the queue.
    """

    drill: str
    showing: int
    extra: bool = False


@dataclass(slots=True)
class Queue:
    """The drills still to do (`waiting`) and those answered right without help (`done`)."""

    drills: Sequence[str]
    waiting: list[Turn] = field(init=False)
    done: set[str] = field(default_factory=set)

    def __post_init__(self) -> None:
        """Let all drills wait, in order."""
        self.waiting = [Turn(drill, 0) for drill in self.drills]

    @property
    def now(self) -> Turn | None:
        """Return the first waiting turn, which is the current one; None when all are done."""
        return self.waiting[0] if self.waiting else None

    def answered(self, clean: bool) -> None:
        """Remove the current turn; add its drill to `done` if the answer was `clean` (right and without help).

        Otherwise the drill is put back: after 3 turns, and twice as many for each time it was shown before, or at the
        end. A turn with `extra` is only removed. Raises IndexError if no turn is left.
        """
        turn = self.waiting.pop(0)
        if turn.extra:
            return
        if clean:
            self.done.add(turn.drill)
        else:
            later = min(GAP * 2**turn.showing, len(self.waiting))
            self.waiting.insert(later, Turn(turn.drill, turn.showing + 1))

    def ask_again(self, turn: Turn) -> None:
        """Put the drill of `turn`, which was just answered, first in the queue once more.

        If the drill waits for another turn, that turn comes first; otherwise an `extra` one is made.
        """
        missed = next((at for at, each in enumerate(self.waiting) if each.drill == turn.drill), None)
        again = Turn(turn.drill, turn.showing + 1, extra=True) if missed is None else self.waiting.pop(missed)
        self.waiting.insert(0, again)

    def when_again(self, drill: str, is_over: bool = False) -> str:
        """Return when a drill is asked again ("again in 3 questions"); "" if it is not waiting.

        `is_over` says that the session ends before that.
        """
        before = next((at for at, turn in enumerate(self.waiting) if turn.drill == drill), None)
        if before is None:
            return ""
        if is_over:
            return "again next time"
        if before < 2:
            return "again as the next question" if before == 0 else "again after the next question"
        return f"again in {before} questions"

    def leave_out(self, drill: str) -> None:
        """Remove a drill from the queue and from the drills of the run."""
        self.drills = [each for each in self.drills if each != drill]
        self.waiting = [turn for turn in self.waiting if turn.drill != drill]

    def replay(self, answers: Iterable[tuple[str, bool]]) -> None:
        """Process the earlier answers of a run, in order, as pairs (drill, whether right and without help).

        Answers to drills that are not waiting, as after an edit of the deck, are ignored.
        """
        for drill, clean in answers:
            for index, turn in enumerate(self.waiting):
                if turn.drill == drill:
                    self.waiting.insert(0, self.waiting.pop(index))
                    self.answered(clean)
                    break
