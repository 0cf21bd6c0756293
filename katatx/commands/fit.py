"""`katatx fit`: FSRS parameters from the learner's own log."""

from __future__ import annotations

from pathlib import Path

from katatx.commands.desk import opened_desk
from katatx.commands.progress_bar import progress_bar
from katatx.errors import KatatxError
from katatx.practice.knowing import know_decks
from katatx.progress.fitting import FEWEST_RATINGS, fitted_parameters, rated_days


def run(home: Path) -> int:
    """Fit the schedule's parameters where the log is long enough, and derive the standing with them."""
    with opened_desk(home) as desk:
        log = desk.log
        know_decks(desk.decks, log, all_of_them=True)
        with progress_bar("reading", "attempts") as progress:
            histories = rated_days(log, progress)
        later = sum(len(history) - 1 for history in histories)
        if later < FEWEST_RATINGS:
            raise KatatxError(
                f"the log has {later} repeats of a line or drill on a later day and fitting takes {FEWEST_RATINGS}; "
                "the default parameters stay"
            )
        parameters = fitted_parameters(histories)
        with progress_bar("deriving", "attempts") as progress:
            log.fit(parameters, log.settings.now(), progress)
        print(f"Fitted to {later} repeats of a line or drill on a later day; all is scheduled with it now.")
    return 0
