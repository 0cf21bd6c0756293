"""What a learner may set, in `config.toml` in their folder."""

from __future__ import annotations

from dataclasses import dataclass, fields
from datetime import date, datetime, time, tzinfo
from pathlib import Path
from typing import Any

from katatx.errors import KatatxError
from katatx.notation.quoting import plain, quote
from katatx.notation.text_files import UnreadableFile, read_text_file

FILE_NAME = "config.toml"
_TABLE = "practice"


@dataclass(frozen=True, slots=True)
class Settings:
    """`retention` is how likely a drill shall still be known when it is asked again; a practice day
    begins at the hour `day_start`; `new_per_day` drills enter a day; `zone` is the name of the time
    zone, None for the system's.
    """

    retention: float = 0.9
    day_start: int = 4
    new_per_day: int = 5
    zone: str | None = None

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
        """When a practice day begins, with the zone's offset on that day."""
        local = datetime.combine(day, time(self.day_start))
        if self.zone:
            return local.replace(tzinfo=self._zone())
        # Not `local.astimezone()`: where clocks go forward past that hour, it is an hour early.
        return datetime.fromtimestamp(local.timestamp()).astimezone()

    def _zone(self) -> tzinfo:
        from zoneinfo import ZoneInfo

        return ZoneInfo(str(self.zone))


def load_settings(home: Path) -> Settings:
    """The settings of a learner's folder, or the defaults where it has no file.

    Raises KatatxError that says which setting is wrong, and what it may be.
    """
    path = home / FILE_NAME
    if not path.exists():
        return Settings()
    import tomllib

    where = plain(str(path), keep="")
    try:
        data = tomllib.loads(read_text_file(path))
    except UnreadableFile as error:
        raise KatatxError(f"{where}:{error.line}: {error.problem}") from error
    except (ValueError, RecursionError) as error:  # tomllib gives numbers of any length to `int`
        raise KatatxError(f"{where}: it is not TOML: {plain(str(error), 200, keep='')}") from error
    return _checked(where, data)


def _checked(where: str, data: dict[str, Any]) -> Settings:
    for name in data:
        if name != _TABLE:
            raise KatatxError(f"{where}: {quote(name)} is read nowhere; settings stand under [{_TABLE}]")
    table = data.get(_TABLE, {})
    if not isinstance(table, dict):
        raise KatatxError(f"{where}: {_TABLE} is a table, [{_TABLE}]")
    known = [each.name for each in fields(Settings)]
    for name, value in table.items():
        if name not in known:
            raise KatatxError(f"{where}: {_TABLE} has no setting {quote(name)}; there are: {', '.join(known)}")
        if not _may_be(name, value):
            raise KatatxError(f"{where}: {name} is {_shown(value)}; it is {_ALLOWED[name]}")
    return Settings(**table)


_ALLOWED = {
    "retention": "a number from 0.7 to 0.97",
    "day_start": "a whole hour from 0 to 23",
    "new_per_day": "a whole number from 0 to 1000",
    "zone": 'the name of a time zone such as "Europe/Berlin"',
}


def _shown(value: Any) -> str:
    try:
        return quote(str(value))
    except ValueError:  # a number in hexadecimal may be too long to be written
        return "too large a number"


def _may_be(name: str, value: Any) -> bool:
    if name == "zone":
        return isinstance(value, str) and _is_zone(value)
    if isinstance(value, bool):
        return False
    if name == "retention":
        return isinstance(value, float) and 0.7 <= value <= 0.97
    return isinstance(value, int) and 0 <= value <= (23 if name == "day_start" else 1000)


def _is_zone(name: str) -> bool:
    from zoneinfo import ZoneInfo

    try:
        ZoneInfo(name)
    except (ValueError, OSError, KeyError):  # a name of no zone is any of these
        return False
    return True
