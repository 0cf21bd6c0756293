"""What is left of today's list, and what tomorrow's will be, without writing to the log."""

from __future__ import annotations

from datetime import date, timedelta

from katatx.progress.log import Log
from katatx.sessions.drills import Decks
from katatx.sessions.review import list_of, seconds_of
from katatx.show.home import Ahead, ahead_of
from scoring.today import MINUTES


def ahead(decks: Decks, log: Log, places: list[str]) -> Ahead:
    """Return the questions at `places`, with the time they are expected to take. Raises LogError without a log."""
    return ahead_of(decks, places, log.whole, seconds_of(log, places))


def tomorrow(decks: Decks, log: Log, day: date) -> Ahead:
    """Return the list of the day after `day`, if nothing more is practised before it."""
    minutes = log.settings.minutes or MINUTES
    return ahead(decks, log, list_of(decks, log, log.whole, day + timedelta(days=1), minutes))
