"""What a sitting moved: the skills that went forward or back while it lasted."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import date

from katatx.progress.log import Log
from katatx.progress.standing import Whole

_SHOWN = 5


@dataclass
class Gains:
    """The standing as a sitting began, to be compared with."""

    log: Log
    before: Whole
    day: date
    _goes: dict[str, int] = field(init=False)
    _automatic: set[str] = field(init=False)

    def __post_init__(self) -> None:
        self._goes = {name: skill.clean for name, skill in self.before.skills.items()}
        self._automatic = self._automatic_of(self.before)

    def lines(self, after: Whole) -> list[str]:
        """Return what was gained, in lines a person reads: what became automatic, what was begun, what went on."""
        automatic = self._automatic_of(after)
        more = {name: skill.clean - self._goes.get(name, 0) for name, skill in after.skills.items()}
        moved = sorted((name for name in more if more[name] > 0), key=lambda name: (-more[name], name))
        begun = [name for name in after.skills if name not in self._goes]
        told = [
            ("Automatic now", sorted(automatic - self._automatic)),
            ("No longer automatic", sorted(self._automatic - automatic)),
            ("Begun", begun),
        ]
        lines = [f"{what}: {_listed(names)}." for what, names in told if names]
        if moved:
            lines.append(f"Clean goes: {_listed([f'{name} +{more[name]}' for name in moved])}.")
        return lines

    def _automatic_of(self, whole: Whole) -> set[str]:
        schedule, day = self.log.standings.schedule, self.day.toordinal()
        return {name for name, skill in whole.skills.items() if skill.is_automatic(schedule, day)}


def _listed(names: list[str]) -> str:
    more = len(names) - _SHOWN
    return ", ".join(names[:_SHOWN]) + (f" and {more} more" if more > 0 else "")
