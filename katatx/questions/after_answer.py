"""The feedback after an answer: its time, and the skills it changed.

A clean day of a skill (a recipe line) at a drill is one on which its first answer there was right without help.
"""

from __future__ import annotations

from typing import NamedTuple

from katatx.progress.records import Answered
from katatx.progress.whole import Moved
from scoring.skills import GOES

_SHOWN = 4


class Goes(NamedTuple):
    """A recipe's clean days at a drill: "softmax 3 of 10". `done` is the least number among its lines, at most ten.

    A clean day is one on which the first answer was right without help. Those at other drills count half.
    """

    recipe: str
    done: int

    @property
    def of(self) -> int:
        """Return the number of clean days that make a skill full at a drill: ten."""
        return GOES

    def __str__(self) -> str:
        """Return the recipe and its clean days as text: "softmax 3 of 10"."""
        return f"{self.recipe} {self.done} of {self.of}"

    @property
    def dots(self) -> str:
        """Return the clean days as filled dots and the missing ones as empty dots."""
        return "●" * self.done + "○" * (self.of - self.done)


class Told(NamedTuple):
    """The feedback on an answer: its time and its `target` in seconds, clean days by recipe, and the skill missed.

    `target` is None for a choice or a spot. `untouched` means that the time does not count; `more` that some recipes
    are left out.
    """

    seconds: float
    target: float | None
    untouched: bool
    goes: tuple[Goes, ...]
    missed: str | None = None
    more: bool = False

    @property
    def time(self) -> str:
        """Return the time and the target as text: "12 s, target 20 s", or "not timed" for the time if `untouched`."""
        timed = "not timed" if self.untouched else f"{self.seconds:.0f} s"
        return timed if self.target is None else f"{timed}, target {self.target:.0f} s"

    @property
    def line(self) -> str:
        """Return the time, the skill missed and the clean days as one line."""
        goes = ", ".join(map(str, self.goes)) + " and more" * self.more
        missed = f"{self.missed} missed" if self.missed else ""
        return "; ".join(filter(None, [self.time, missed, goes]))


def told_of(answer: Answered, moved: Moved) -> Told:
    """Return the feedback on a recorded answer; `moved` holds the skills as they are after it.

    For each of at most four recipes it reports the line with the fewest clean days (right at first, without help) at
    this drill. If the answer has a known mistake or was helped, `missed` is the last line of the drill that was missed
    today by the same mistake. Otherwise it is None.
    """
    place, fewest = f"{answer.deck}/{answer.drill}", dict[str, int]()
    turn = next(iter(answer.wrong_turns), "")
    misses = not answer.clean and bool(turn or answer.help)
    missed = None
    for name, skill in moved.skills.items():
        if not skill.told or place not in skill.goes:
            continue
        recipe = name.partition("/")[0].replace("_", " ")
        goes = min(GOES, int(skill.goes_at(place)))
        fewest[recipe] = min(goes, fewest.get(recipe, goes))
        last = skill.missed
        if misses and last is not None and (last.place, last.day, last.turn) == (place, skill.last_day, turn):
            missed = name.replace("_", " ")
    shown = tuple(Goes(recipe, done) for recipe, done in list(fewest.items())[:_SHOWN])
    return Told(answer.seconds, answer.target_seconds, answer.untouched, shown, missed, more=len(fewest) > _SHOWN)
