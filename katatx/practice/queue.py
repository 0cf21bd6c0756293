"""What is asked next in a run: pure, rebuilt from the run's attempts at any time.

Drills come in page order. One that is missed, or answered with help, comes back a few
questions later with fresh numbers, until it is right without help; missed again, it waits twice
as long each time, so that a few hard ones do not keep out the rest.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

GAP = 3


@dataclass(frozen=True, slots=True)
class Turn:
    """A drill waiting in the queue; `showing` counts how often it was shown before. An `extra` one is
    done already and asked once more because the learner wants to: nothing hangs on its answer.
    """

    drill: str
    showing: int
    extra: bool = False


@dataclass(slots=True)
class Queue:
    """The drills still to do. `done` are those answered rightly, unaided."""

    drills: Sequence[str]
    waiting: list[Turn] = field(init=False)
    done: set[str] = field(default_factory=set)

    def __post_init__(self) -> None:
        self.waiting = [Turn(drill, 0) for drill in self.drills]

    @property
    def now(self) -> Turn | None:
        """Return what is asked now; None when all is done."""
        return self.waiting[0] if self.waiting else None

    def answered(self, clean: bool) -> None:
        """The answer to what is asked now: `clean` is right and without help."""
        turn = self.waiting.pop(0)
        if turn.extra:
            return
        if clean:
            self.done.add(turn.drill)
        else:
            later = min(GAP * 2**turn.showing, len(self.waiting))
            self.waiting.insert(later, Turn(turn.drill, turn.showing + 1))

    def ask_again(self, turn: Turn) -> None:
        """Put what was just answered up once more, with other numbers."""
        missed = next((at for at, each in enumerate(self.waiting) if each.drill == turn.drill), None)
        again = Turn(turn.drill, turn.showing + 1, extra=True) if missed is None else self.waiting.pop(missed)
        self.waiting.insert(0, again)

    def replay(self, answers: Iterable[tuple[str, bool]]) -> None:
        """Go through (drill, clean) answers given before.

        An answer to a drill that is not up, as after its file was edited, is passed over.
        """
        for drill, clean in answers:
            for index, turn in enumerate(self.waiting):
                if turn.drill == drill:
                    self.waiting.insert(0, self.waiting.pop(index))
                    self.answered(clean)
                    break
