"""The settings with their bounds, and the practice day."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import date, datetime, time, tzinfo
from typing import Any

THEMES = ("dark", "light", "terminal")


def _setting(default: Any, allowed: str, fits: Callable[[Any], bool]) -> Any:
    """Return a field that also says in words, and as a test, which values are allowed."""
    return field(default=default, metadata={"allowed": allowed, "fits": fits})


def _between(default: float | None, low: float, high: float) -> Any:
    """Return a field of numbers from `low` to `high`, whole ones if these are."""
    types, words = ((int,), "a whole number") if isinstance(low, int) else ((int, float), "a number")
    allowed = f"{words} from {low} to {high}"
    return _setting(default, allowed, lambda value: type(value) in types and low <= value <= high)


def _one_of(default: str, *names: str) -> Any:
    """Return a field of two or more names."""
    *others, last = (f'"{name}"' for name in names)
    return _setting(default, f"{', '.join(others)} or {last}", names.__contains__)


def _is_zone(name: Any) -> bool:
    from zoneinfo import ZoneInfo

    try:
        return isinstance(name, str) and bool(ZoneInfo(name))
    except (ValueError, OSError, KeyError):  # any of these for an unknown name
        return False


@dataclass(frozen=True, slots=True)
class Settings:
    """The settings for practice.

    `retention` is the probability of still knowing a step at which it is asked again; a practice day begins at the hour
    `day_start`; `zone` is a time zone's name, None for the system's. `minutes` limits a session, None for no limit (ten
    minutes for a review). `places` is the most decimals asked for, None for those of the drills. `pace` multiplies the
    default times of written work, None for the measured pace. `tools` are the tools allowed beside the pencil.
    """

    retention: float = _between(0.9, 0.7, 0.97)
    day_start: int = _between(4, 0, 23)
    zone: str | None = _setting(None, 'the name of a time zone such as "Europe/Berlin"', _is_zone)
    minutes: int | None = _between(None, 1, 600)
    places: int | None = _between(None, 1, 6)
    pace: float | None = _between(None, 0.5, 3.0)
    tools: str = _one_of("tables", "none", "tables", "calculator")

    def now(self) -> datetime:
        """Return the present time in the learner's zone."""
        return datetime.now(self._zone()) if self.zone else datetime.now().astimezone()

    def day_of(self, moment: datetime) -> date:
        """Return the practice day of a moment in its own zone: before `day_start` it is the day before."""
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
        from zoneinfo import ZoneInfo

        return ZoneInfo(str(self.zone))


@dataclass(frozen=True, slots=True)
class AppSettings:
    """The settings for the app: `theme`, whether the `clock` is shown, and the set of `keys`.

    `keymap` are the learner's own keys, separated by commas, by names of actions; the app checks both. `warnings` say
    which settings in the file are wrong and have been left out, one line each.
    """

    theme: str = _one_of("dark", *THEMES)
    clock: bool = _setting(True, "true or false", lambda value: isinstance(value, bool))
    keys: str = _one_of("standard", "standard", "vim")
    keymap: Mapping[str, str] = field(default_factory=dict)
    warnings: tuple[str, ...] = field(default=(), compare=False)


@dataclass(frozen=True, slots=True)
class Preferences:
    """All settings: those for practice and those for the app."""

    practice: Settings = Settings()
    app: AppSettings = AppSettings()
