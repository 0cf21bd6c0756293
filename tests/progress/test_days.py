"""Practice days by the clock on the wall, across every change of it."""

from __future__ import annotations

import time
from datetime import UTC, date, datetime, timedelta
from itertools import groupby
from zoneinfo import ZoneInfo

import pytest

from katatx.settings import Settings

# A zone, and the date on which its clocks change: forward or back, by an hour or by half of one, at night or at
# midnight itself.
CHANGES = [
    ("Europe/Berlin", date(2026, 3, 29)),
    ("Europe/Berlin", date(2026, 10, 25)),
    ("Australia/Lord_Howe", date(2026, 10, 4)),
    ("America/Havana", date(2026, 3, 8)),
    ("Asia/Kolkata", date(2026, 3, 29)),
]
changes = pytest.mark.parametrize(("zone", "change"), CHANGES, ids=[f"{zone}-{day}" for zone, day in CHANGES])
starts = pytest.mark.parametrize("day_start", [0, 2, 4, 23])


@changes
@starts
def test_a_day_begins_at_its_first_moment_with_the_offset_of_then(zone: str, change: date, day_start: int) -> None:
    settings = Settings(day_start=day_start, zone=zone)
    for day in (change + timedelta(days=number) for number in range(-2, 3)):
        begun = settings.beginning_of(day).astimezone(UTC)
        before = begun - timedelta(seconds=1)
        assert settings.day_of(begun.astimezone(ZoneInfo(zone))) == day
        assert settings.day_of(before.astimezone(ZoneInfo(zone))) == day - timedelta(days=1)


@changes
@starts
def test_the_systems_zone_begins_days_as_its_name_does(
    zone: str, change: date, day_start: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    if not hasattr(time, "tzset"):
        pytest.skip("the system's zone cannot be set here")
    with monkeypatch.context() as patched:
        patched.setenv("TZ", zone)
        time.tzset()
        try:
            for day in (change - timedelta(days=1), change, change + timedelta(days=1)):
                named = Settings(day_start=day_start, zone=zone).beginning_of(day)
                assert Settings(day_start=day_start).beginning_of(day) == named.astimezone(UTC)
        finally:
            patched.undo()
            time.tzset()


def test_a_date_that_a_zone_left_out_makes_no_day_come_twice() -> None:
    # Samoa went from the 29th to the 31st of December 2011. Where a day begins at 4, what is left of the night
    # before the 31st is the 30th.
    for day_start, days in ((0, [28, 29, 31, 1, 2]), (4, [28, 29, 30, 31, 1, 2])):
        settings = Settings(day_start=day_start)
        begun = datetime(2011, 12, 28, 12, tzinfo=ZoneInfo("Pacific/Apia")).astimezone(UTC)
        hours = [(begun + timedelta(hours=hour)).astimezone(ZoneInfo("Pacific/Apia")) for hour in range(24 * 4)]
        assert [day.day for day, _ in groupby(map(settings.day_of, hours))] == days
