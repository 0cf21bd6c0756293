"""The settings themselves, and the practice day that they make."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date, datetime, time, tzinfo
from types import MappingProxyType

_NO_KEYS: Mapping[str, str] = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class Settings:
    """How it is practised.

    `retention` is how likely a drill shall still be known when it is asked again; a practice day
    begins at the hour `day_start`; `zone` is the name of the time
    zone, None for the system's. A sitting ends after so many `minutes`, None for when all is done, and for ten of a
    review; an answer is asked to at most so many decimals `places`, None for as many as its drill says; `pace` is the
    factor on the pencil's default time, None for the one measured; `tools` is what is allowed beside the pencil:
    none, tables or a calculator.
    """

    retention: float = 0.9
    day_start: int = 4
    zone: str | None = None
    minutes: int | None = None
    places: int | None = None
    pace: float | None = None
    tools: str = "tables"

    def now(self) -> datetime:
        """The time of day where the learner is, with its zone."""
        return datetime.now(self._zone()) if self.zone else datetime.now().astimezone()

    def day_of(self, moment: datetime) -> date:
        """The practice day of a moment, by the clock on the learner's wall: daylight saving moves
        no day. A moment keeps the zone it was recorded in.
        """
        if moment.hour >= self.day_start:
            return moment.date()
        return date.fromordinal(moment.toordinal() - 1)

    def beginning_of(self, day: date) -> datetime:
        """Return when a practice day begins, with the zone's offset on that day."""
        local = datetime.combine(day, time(self.day_start))
        if self.zone:
            return local.replace(tzinfo=self._zone())
        # Not `local.astimezone()`: where clocks go forward past that hour, it is an hour early.
        return datetime.fromtimestamp(local.timestamp()).astimezone()

    def _zone(self) -> tzinfo:
        from zoneinfo import ZoneInfo

        return ZoneInfo(str(self.zone))


@dataclass(frozen=True, slots=True)
class AppSettings:
    """How the app looks: its `theme`, whether the `clock` is shown, the set of `keys`, and the keys that the
    learner chose otherwise, by the id of the action, several parted by commas.

    Whether there are such actions and keys is for the app to say, which owns them.
    """

    theme: str = "dark"
    clock: bool = True
    keys: str = "standard"
    keymap: Mapping[str, str] = field(default_factory=lambda: _NO_KEYS)


@dataclass(frozen=True, slots=True)
class Preferences:
    """All that a learner has set."""

    practice: Settings = Settings()
    app: AppSettings = AppSettings()
