"""The settings as data classes, and the practice day."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date, datetime, time, tzinfo
from types import MappingProxyType

_NO_KEYS: Mapping[str, str] = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class Settings:
    """The settings for practice.

    `retention` is the recall probability at which a step becomes due; a practice day begins at the hour `day_start`;
    `zone` is a time zone's name, None for the system's. `minutes` limits a session, None for no limit (ten minutes for
    a review). `places` is the most decimals asked for, None for those of the drills. `pace` multiplies the default
    times of written work, None for the measured pace. `tools` are the tools allowed: "none", "tables" or "calculator".
    """

    retention: float = 0.9
    day_start: int = 4
    zone: str | None = None
    minutes: int | None = None
    places: int | None = None
    pace: float | None = None
    tools: str = "tables"

    def now(self) -> datetime:
        """Return the present time in the learner's zone."""
        return datetime.now(self._zone()) if self.zone else datetime.now().astimezone()

    def day_of(self, moment: datetime) -> date:
        """Return the practice day of a moment, by the hour in the moment's own zone: before `day_start` it is the day
        before.
        """
        if moment.hour >= self.day_start:
            return moment.date()
        return date.fromordinal(moment.toordinal() - 1)

    def beginning_of(self, day: date) -> datetime:
        """Return when a practice day begins, with the UTC offset of that day."""
        local = datetime.combine(day, time(self.day_start))
        if self.zone:
            return local.replace(tzinfo=self._zone())
        # Not `local.astimezone()`, which is an hour early if clocks go forward past that hour.
        return datetime.fromtimestamp(local.timestamp()).astimezone()

    def _zone(self) -> tzinfo:
        """Return the time zone; call it only if `zone` is set."""
        from zoneinfo import ZoneInfo

        return ZoneInfo(str(self.zone))


@dataclass(frozen=True, slots=True)
class AppSettings:
    """The settings for the app: `theme`, whether the `clock` is shown, the set of `keys`, and the learner's own keys.

    `keymap` maps action names to keys separated by commas; the app checks both.
    """

    theme: str = "dark"
    clock: bool = True
    keys: str = "standard"
    keymap: Mapping[str, str] = field(default_factory=lambda: _NO_KEYS)


@dataclass(frozen=True, slots=True)
class Preferences:
    """All settings: those for practice and those for the app."""

    practice: Settings = Settings()
    app: AppSettings = AppSettings()
