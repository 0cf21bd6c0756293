"""`katatx fit`: fit FSRS parameters to the learner's log."""

from __future__ import annotations

from pathlib import Path

from katatx.commands.shared.desk import opened_desk
from katatx.commands.shared.progress_bar import progress_bar
from katatx.errors import KatatxError
from katatx.progress.fitting import FEWEST_RATINGS, fitted_parameters, rated_days
from katatx.sessions.register_decks import know_decks


def run(home: Path) -> int:
    """Fit the parameters of the schedule to the log, and derive all standings anew; return the exit status 0.

    The works of all decks are stored first. Raises KatatxError if the log has too few answers or cannot be used, or if
    the optimizer is not installed or gives invalid parameters.
    """
    with opened_desk(home) as desk:
        log = desk.log
        know_decks(desk.decks, log, all_of_them=True)
        with progress_bar("reading", "attempts") as progress:
            histories = rated_days(log, progress)
        later = sum(len(history) - 1 for history in histories)
        if later < FEWEST_RATINGS:
            raise KatatxError(
                f"too early to fit the schedule to you, so it stays as it is: you have {later} answers to questions "
                "of an "
                f"earlier day; practise until you have {FEWEST_RATINGS}"
            )
        parameters = fitted_parameters(histories)
        with progress_bar("evaluating", "attempts") as progress:
            log.fit(parameters, log.settings.now(), progress)
        print(f"Fitted to {later} answers to questions of an earlier day; the schedule now uses the new parameters.")
    return 0
