"""What a log records, as data classes."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Any, NamedTuple

from scoring import Verdict

# Verdicts that are not graded, those of older logs too: such an answer is recorded and has no effect.
UNGRADED = (Verdict.AGAIN.value, "coarse", "unread")
# Verdicts that count as right.
RIGHT = frozenset((Verdict.RIGHT.value, Verdict.FOLLOWS.value, "carried"))
# The parts of a worked line in the order of uncovering; the last one uncovers all of it.
STEPS = ("name", "expression", "value")


@dataclass(frozen=True, slots=True)
class Run:
    """One pass through a deck, a kata or a day's review until it is done; it may span several sessions.

    `kind` is "drill", "kata" (then `drills` are its lines), "review" (over all decks: `deck` is empty and `drills` are
    `deck/drill`), "misses" (the missed drills of another run, named as in it), or "lesson" (never recorded). `drills`
    are in order. `drill` is the only drill, or None for all; for a review the focus, for misses the id of the other
    run, and for a kata that continues another run that run's id. `seed` determines its random numbers; with
    `always_fresh` the page's numbers are never used, because the learner chose the seed, or it is a kata on random
    numbers.
    """

    id: str
    deck: str
    drill: str | None
    drills: tuple[str, ...]
    seed: int
    always_fresh: bool
    started: datetime
    kind: str = "drill"


@dataclass(frozen=True, slots=True)
class Answered:
    """An answer with its question and verdict, before it is in the log.

    `seed` is None if the page's numbers were asked for. `given` holds the question's values by name, as numbers or
    nested lists. `wrong_turns` are the names of the known mistakes that give the answer, the most likely first. `slots`
    says for each number, in reading order, whether it is right or only too coarse; it is empty if the answer is unread
    or had another shape. `seconds` runs from the prompt to Enter without `paused_seconds`; `first_key_seconds` to the
    first key, None if unknown. `untouched` marks a time that does not count, because the learner was away or the
    question was their first. `help` counts the uncovered lines of the working. `line` is the kata line answered, which
    practises `drill`; None for the drill itself. `pencil_seconds` is the default time for reading and written work and
    `target_seconds` the target at the learner's pace that day; both are None for a choice or a spot.
    """

    run: str
    deck: str
    drill: str
    seed: int | None
    given: dict[str, Any]
    typed: str
    verdict: str
    wrong_turns: tuple[str, ...]
    slots: tuple[bool, ...]
    help: int
    answered: datetime
    seconds: float
    first_key_seconds: float | None = None
    paused_seconds: float = 0.0
    untouched: bool = False
    pencil_seconds: float | None = None
    target_seconds: float | None = None
    line: str | None = None

    @property
    def graded(self) -> bool:
        """Return whether the answer's verdict affects standings; one in `UNGRADED`, such as for unreadable text, does
        not.
        """
        return self.verdict not in UNGRADED

    @property
    def clean(self) -> bool:
        """Return whether the answer was right and no help was taken for it."""
        return self.verdict in RIGHT and self.help == 0


@dataclass(frozen=True, slots=True)
class Attempt:
    """An answer in the log.

    `uid` identifies it in every store; `day` is the practice day as an ISO date, and `version` that of the program.
    `cold`: the day's first graded answer at its drill, without help. `helped`: on that day a line was uncovered, now or
    earlier, or an earlier answer at the drill was undone. `undone`: the learner took it back.
    """

    uid: str
    answer: Answered
    day: str
    cold: bool
    helped: bool
    version: str
    undone: bool = False


@dataclass(frozen=True, slots=True)
class Uncovering:
    """A hint used before answering, or an undone answer, whose verdict was seen.

    `lines` is the number of lines now uncovered at least in part, 0 for an undone answer, and `step` the part of the
    last one; None means all of it.
    """

    run: str
    deck: str
    drill: str
    seed: int | None
    lines: int
    at: datetime
    line: str | None = None
    step: str | None = None


class Opened(NamedTuple):
    """The uncovered part of a working: its first `lines` lines, the last up to `step`, the others completely."""

    lines: int
    step: str
