"""Compare skills before and after a session.

A skill is a recipe line such as `softmax/divide`. A go is a clean answer (right, without help) on a day at a drill; ten
of them make the skill full there.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import date

from katatx.progress.log import Log
from katatx.progress.whole import Whole
from scoring.skills import GOES, Skill

_SHOWN = 6


@dataclass
class Gains:
    """The state of all skills at the start of a session (`before`), to compare with its end; `day` is its day."""

    log: Log
    before: Whole
    day: date
    _clean: dict[str, int] = field(init=False)
    _automatic: set[str] = field(init=False)

    def __post_init__(self) -> None:
        """Remember each skill's clean answers, and which skills are automatic."""
        self._clean = {name: skill.clean for name, skill in self.before.skills.items()}
        self._automatic = self._automatic_of(self.before)

    def lines(self, after: Whole) -> list[str]:
        """Return a line for each skill that in `after` is new, has more clean answers, or changed in being automatic.

        Those that became automatic, or no longer are, come first, then those with the most new clean answers. A line
        shows as dots the skill's clean answers at one drill, where those at other drills count half: the drill
        with the most among those answered this day, or among all if there are none. Then comes a note ("new",
        "automatic now"), or their number. After six skills, a line counts the rest.
        """
        automatic = self._automatic_of(after)
        words = dict.fromkeys(automatic - self._automatic, "automatic now")
        words |= dict.fromkeys(self._automatic - automatic, "no longer automatic")
        begun = {name: "new" for name in after.skills if name not in self._clean}
        more = {name: skill.clean - self._clean.get(name, 0) for name, skill in after.skills.items()}
        moved = [name for name in after.skills if name in words or name in begun or more[name] > 0]
        moved.sort(key=lambda name: (name not in words, -more[name], name))
        shown = moved[:_SHOWN]
        width = max(map(len, shown), default=0)
        notes = begun | words
        goes = {name: self._goes(after.skills[name]) for name in shown}
        lines = [f"{name.ljust(width)}  {dots(goes[name], notes.get(name, f'{goes[name]}/{GOES}'))}" for name in shown]
        return lines + ([f"and {len(moved) - _SHOWN} more skills"] if len(moved) > _SHOWN else [])

    def _goes(self, skill: Skill) -> int:
        """Return a skill's number of clean answers at today's best drill, or at the best of all if none is of today.

        It is at most `GOES`, ten, and rounded down.
        """
        today = self.day.toordinal()
        places = [place for place, go in skill.goes.items() if go.day >= today] or [*skill.goes]
        return min(GOES, int(max((skill.goes_at(place) for place in places), default=0)))

    def _automatic_of(self, whole: Whole) -> set[str]:
        """Return the names of the skills that are automatic on the session's day."""
        schedule, day = self.log.schedule, self.day.toordinal()
        return {name for name, skill in whole.skills.items() if skill.is_automatic(schedule, day)}


def skills_of(log: Log) -> Whole:
    """Return the state of every skill, without drills, since there are far fewer skills. Raises LogError if the log
    cannot be read.
    """
    return log.whole


def dots(goes: int, said: str = "") -> str:
    """Return `goes` clean answers as dots with the note `said`, or with figures if that is empty:
    `●●●●○○○○○○ 4 of 10`.
    """
    return f"{'●' * goes}{'○' * (GOES - goes)} {said or f'{goes} of {GOES}'}"
