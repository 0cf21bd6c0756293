"""What is left of today's list, and what tomorrow's will be, without writing to the log."""

from __future__ import annotations

from datetime import date, timedelta

from katatx.progress.log import Log
from katatx.sessions.drills import Decks
from katatx.sessions.review import list_of, seconds_of
from katatx.show.home import Ahead, ahead_of
from katatx.show.report import Report
from katatx.views.upcoming import Upcoming
from scoring.today import MINUTES


def ahead(decks: Decks, log: Log, places: list[str]) -> Ahead:
    """Return the questions at `places`, with the time they are expected to take. Raises LogError without a log."""
    return ahead_of(decks, places, log.whole, seconds_of(log, places))


def tomorrow(decks: Decks, log: Log, day: date) -> Ahead:
    """Return the list of the day after `day`, if nothing more is practised before it."""
    minutes = log.settings.minutes or MINUTES
    return ahead(decks, log, list_of(decks, log, log.whole, day + timedelta(days=1), minutes))


def upcoming(log: Log, report: Report) -> Upcoming:
    """Return what is left of the list of the day of `report`, which must be on all decks.

    Raises LogError if the log cannot be read.
    """
    places = list(report.today)
    drills = {f"{each.deck}/{each.drill}": each for deck in report.decks for each in deck.drills}
    return Upcoming(
        tuple(places),
        seconds_of(log, places),
        due=sum(drills[place].is_due for place in places),
        new=sum(not drills[place].practised for place in places),
    )
