"""FSRS parameters fitted to a learner's log, by FSRS's own optimizer."""

from __future__ import annotations

from datetime import date

from katatx.errors import KatatxError
from katatx.progress.log import Log
from katatx.progress.work import Progress
from scoring.schedule import Rating, Schedule

# Below so many repeated ratings the defaults, fitted to hundreds of millions, predict better; it is what
# Anki's own guide asks for before an optimization is worth it.
FEWEST_RATINGS = 400

History = list[tuple[date, Rating]]


def rated_days(log: Log, progress: Progress | None = None) -> list[History]:
    """For every drill the days on which it was rated, and the rating."""
    with log.telling("read"):
        return list(log.standings.ratings(progress).values())


def fitted_parameters(histories: list[History]) -> list[float]:
    """Parameters that predict these histories best.

    Raises KatatxError where the optimizer is not installed, or finds none that FSRS takes.
    """
    try:
        from fsrs_rs_python import FSRS, FSRSItem, FSRSReview
    except ImportError as error:
        raise KatatxError("fitting needs FSRS's optimizer; pip install 'katatx[fit]'") from error
    items = []
    for history in histories:
        reviews = []
        before = None
        for day, rating in history:
            reviews.append(FSRSReview(int(rating), 0 if before is None else (day - before).days))
            before = day
            if len(reviews) > 1:
                items.append(FSRSItem(list(reviews)))
    parameters = [float(each) for each in FSRS([]).compute_parameters(items)]
    try:
        Schedule(parameters).check()
    except ValueError as error:
        raise KatatxError("the log leads to parameters that FSRS does not take; the ones in force stay") from error
    return parameters
