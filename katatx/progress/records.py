"""What a log records. The types bound what is read from files and servers that others may have written."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Annotated, Any, Literal, NamedTuple

from msgspec import Meta, Struct

from scoring import Verdict

Text = Annotated[str, Meta(max_length=100_000)]
Name = Annotated[str, Meta(min_length=1, max_length=100_000)]
Count = Annotated[int, Meta(ge=0, le=1_000_000)]
Seconds = Annotated[float, Meta(ge=0, lt=1e9)]
# The verdicts, and those of older logs.
_VERDICTS = "|".join([*Verdict, "carried", "coarse", "unread", "slip", "wrong-turn", "convention"])
_VerdictWord = Annotated[str, Meta(pattern=f"^({_VERDICTS})$")]
Moment = Annotated[datetime, Meta(tz=True)]

# Verdicts that are not graded, those of older logs too: such an answer is recorded and has no effect.
UNGRADED = (Verdict.AGAIN.value, "coarse", "unread")
# Verdicts that count as right.
RIGHT = frozenset((Verdict.RIGHT.value, Verdict.FOLLOWS.value, "carried"))
# The parts of a worked line in the order of uncovering; the last one uncovers all of it.
Part = Literal["name", "expression", "value"]
STEPS: tuple[Part, ...] = ("name", "expression", "value")


class Run(Struct, frozen=True, forbid_unknown_fields=True, tag_field="event", tag="run", rename={"id": "uid"}):
    """One pass through a deck, a kata or a day's review until it is done; it may span several sessions.

    `kind` is "drill", "kata" (then `drills` are its lines), "review" (over all decks: `deck` is empty and `drills` are
    `deck/drill`), "misses" (the missed drills of another run, named as in it), or "lesson" (never recorded). `drills`
    are in order. `drill` is the only drill, or None for all; for a review the focus, for misses the id of the other
    run, and for a kata that continues another run that run's id. `seed` determines its random numbers; with
    `always_fresh` the page's numbers are never used, because the learner chose the seed, or it is a kata on random
    numbers.
    """

    id: Name
    deck: Text
    drill: Name | None
    drills: tuple[Name, ...]
    seed: int
    always_fresh: bool
    started: Moment
    kind: Name = "drill"


class Answered(Struct, frozen=True):
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

    run: Name
    deck: Name
    drill: Name
    seed: int | None
    given: dict[Text, Any]
    typed: Text
    verdict: _VerdictWord
    wrong_turns: tuple[Name, ...]
    slots: tuple[bool, ...]
    help: Count
    answered: Moment
    seconds: Seconds
    first_key_seconds: Seconds | None = None
    paused_seconds: Seconds = 0.0
    untouched: bool = False
    pencil_seconds: Seconds | None = None
    target_seconds: Seconds | None = None
    line: Text | None = None

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


class Uncovering(Struct, frozen=True):
    """A hint used before answering, or an undone answer, whose verdict was seen.

    `lines` is the number of lines now uncovered at least in part, 0 for an undone answer, and `step` the part of the
    last one; None means all of it.
    """

    run: Name
    deck: Name
    drill: Name
    seed: int | None
    lines: Count
    at: Moment
    line: Text | None = None
    step: Part | None = None


class Opened(NamedTuple):
    """The uncovered part of a working: its first `lines` lines, the last up to `step`, the others completely."""

    lines: int
    step: Part
