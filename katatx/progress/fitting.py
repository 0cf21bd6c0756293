"""Fit FSRS parameters to a learner's log with FSRS's optimizer."""

from __future__ import annotations

from datetime import date

from katatx.errors import KatatxError, not_installed
from katatx.progress.log import Log
from katatx.progress.work import Progress
from scoring.schedule import Rating, Schedule

# With fewer ratings the defaults, fitted to hundreds of millions, predict better; Anki's guide gives this limit too.
FEWEST_RATINGS = 400

History = list[tuple[date, Rating]]


def rated_days(log: Log, progress: Progress | None = None) -> list[History]:
    """Return the rated days, oldest first, of every skill: of each recipe line, and of each drill's own part.

    A rating says whether the skill was known that day. `progress` is called with (attempts read, their total). Raises
    LogError if the log cannot be read.
    """
    with log.database_errors("read"):
        return list(log.standings.ratings(progress).values())


def fitted_parameters(histories: list[History]) -> list[float]:
    """Return the FSRS parameters that predict these histories best; each has its days oldest first.

    Raises KatatxError if the optimizer is not installed or gives invalid parameters.
    """
    try:
        from fsrs_rs_python import FSRS, FSRSItem, FSRSReview
    except ImportError as error:
        raise KatatxError(not_installed("katatx fit", "fit")) from error
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
        raise KatatxError(
            "no schedule could be fitted to this log, so the present one stays; practise on, and try again"
        ) from error
    return parameters
