"""What the log keeps, as plain data."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Any, NamedTuple

from scoring import Verdict

# Verdicts that cost nothing: such an answer is kept, and says nothing of what is known.
UNGRADED = tuple(verdict.value for verdict in Verdict if verdict.costs_nothing)
# Those that count as right.
RIGHT = frozenset(verdict.value for verdict in Verdict if verdict.counts_as_right)
# How far a worked line lies open, in the order in which it is opened; the last is the whole line.
STEPS = ("name", "expression", "value")


@dataclass(frozen=True, slots=True)
class Run:
    """One going through of a deck, a kata or a day's review, until all of it is done; may span many sittings.

    `kind` is "drill", "kata" for the deck's kata, of which `drills` are the lines, or "review" over all
    decks: `deck` is then empty and `drills` are `deck/drill`. `drill` is the one drill it is for; None
    is for all. `drills` are those it set out to do, in order. `seed` makes its fresh numbers;
    `always_fresh` is set where the learner chose the seed, so that nobody gets the page's.
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
    """One answer as asked, typed and judged, before the log has it.

    `seed` is None for the page's numbers. `seconds` runs from the prompt to Enter without pauses,
    which are `paused_seconds`; `first_key_seconds` to the first key typed, None where no keys are
    seen; `untouched` marks a time that says nothing, as nobody was there. `help` is how many worked
    lines had been uncovered. `line` is the line of a kata that was answered, which is practice of
    `drill`. `pencil_seconds` is the default time of its strokes and `target_seconds` the target at
    the learner's pace of that day; None where nothing is worked.
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
        """Return whether it counts."""
        return self.verdict not in UNGRADED

    @property
    def clean(self) -> bool:
        """Return whether it was right, and no line of it uncovered."""
        return self.verdict in RIGHT and self.help == 0


@dataclass(frozen=True, slots=True)
class Attempt:
    """An answer in the log. `uid` is its name in every log it is in, `day` the learner's practice
    day; `helped` marks one before which a line was uncovered that day, with it or earlier, `cold` the day's
    first graded one at its drill that was not helped; `undone` one that the learner took out of the standing.
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
    """A worked line uncovered before answering, or a step of one: `lines` is how many lie open now, or
    something of them, and `step` how far the last of them does; None is the whole line.
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
    """How far the worked lines of a question lie open: of so many something does, of the last as far as
    `step`, of those before it all.
    """

    lines: int
    step: str


@dataclass(frozen=True, slots=True)
class Typing:
    """A text typed to measure how long typing takes, from its first key to Enter."""

    characters: int
    seconds: float
    at: datetime
