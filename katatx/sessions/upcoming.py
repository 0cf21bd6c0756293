"""What is left of today's list, without writing to the log."""

from __future__ import annotations

from katatx.progress.log import Log
from katatx.sessions.review import seconds_of
from katatx.show.report import Report
from katatx.views.upcoming import Upcoming


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
