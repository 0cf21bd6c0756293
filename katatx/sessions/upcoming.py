"""What is left of today's list, and what tomorrow's will be, without writing to the log."""

from __future__ import annotations

from datetime import date, timedelta

from katatx.progress.log import Log
from katatx.sessions.drills import Decks
from katatx.sessions.review import list_of, seconds_of
from katatx.show.home import Ahead
from scoring.today import MINUTES


def ahead(log: Log, places: list[str]) -> Ahead:
    """Return the questions at `places`, with the time they are expected to take. Raises LogError without a log."""
    return Ahead(len(places), seconds_of(log, places), sum(place not in log.whole.drills for place in places))


def tomorrow(decks: Decks, log: Log, day: date) -> Ahead:
    """Return the list of the day after `day`, if nothing more is practised before it."""
    minutes = log.settings.minutes or MINUTES
    return ahead(log, list_of(decks, log, log.whole, day + timedelta(days=1), minutes))
