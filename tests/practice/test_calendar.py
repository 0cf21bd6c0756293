"""The streak, the minutes of a day, and the weeks of the heat map, by hand and by their properties."""

from __future__ import annotations

from datetime import date, timedelta

import pytest

from katatx.progress.whole import PracticeDay
from katatx.settings import Settings
from katatx.show.calendar import in_a_row, minutes_of
from katatx.show.report import make_report
from tests.practice.small_decks import know_decks, record, small_deck

# A Monday.
TODAY = date(2026, 3, 9)


def back(*days: int) -> list[date]:
    return [TODAY - timedelta(days=each) for each in days]


@pytest.mark.parametrize(
    ("days", "count"),
    [([], 0), ([0], 1), ([1], 1), ([2], 0), ([0, 1, 2], 3), ([1, 2, 3], 3), ([0, 2, 3], 1), ([1, 3], 1), ([-1], 0)],
)
def test_a_streak_is_days_in_a_row_up_to_today_or_yesterday(days: list[int], count: int) -> None:
    assert in_a_row(back(*days), TODAY) == count


def test_minutes_count_each_answer_for_three_minutes_at_the_most_and_five_seconds_more() -> None:
    assert minutes_of(PracticeDay(TODAY, 2, 1, 50.0)) == 1.0
    assert minutes_of(PracticeDay(TODAY, 2, 1, 9999.0)) == (2 * 180 + 2 * 5) / 60


def test_a_practice_day_is_that_of_the_settings(tmp_path, open_log, clock) -> None:
    decks = {"one": small_deck(tmp_path / "decks", "one", {"S": "abc"})}
    log = open_log(settings=Settings(day_start=4, minutes=3))
    know_decks(decks, log)

    def told() -> tuple[int, float]:
        day = log.settings.day_of(clock())
        days = {each.day: minutes_of(each) for each in make_report(decks, log, day).days}
        return in_a_row(days, day), days.get(day, 0.0)

    record(log, clock, "one/a", seconds=55.0)  # at nine in the morning
    clock.move(hours=17)  # two at night is the same day
    record(log, clock, "one/b", seconds=25.0)
    assert told() == (1, 1.5)
    clock.move(hours=3)  # and five is the next
    record(log, clock, "one/c", seconds=25.0)
    record(log, clock, "one/c", "unread", seconds=25.0)
    assert told() == (2, 0.5)
    log.undo(clock())
    assert told() == (1, 0.0)
