"""Runs: one pass through a deck, a kata or a review, which may take several sittings."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from datetime import datetime
from itertools import takewhile

from katatx.progress.log import Log
from katatx.progress.records import Answered, Run

# Returns the present time, with its time zone; passed on, so that tests need no patching.
Clock = Callable[[], datetime]


def new_run(deck: str, drill: str | None, names: Sequence[str], seed: int, fresh: bool, at: datetime, kind: str) -> Run:
    """Return a run with a random, unique id; see `Run` for its parts."""
    return Run(os.urandom(16).hex(), deck, drill, tuple(names), seed, fresh, at, kind)


def name_in(run: Run, deck: str, drill: str) -> str:
    """Return the name of a drill in the queue of a run."""
    return drill if run.deck else f"{deck}/{drill}"


def answers_of(log: Log, run: Run) -> list[Answered]:
    """Return the graded answers of a run that are not undone, then those of runs that repeated its misses."""
    since = takewhile(lambda each: each.started >= run.started, log.runs(run.deck, "misses"))
    runs = [run, *reversed([each for each in since if each.drill == run.id])]
    attempts = [attempt for each in runs for attempt in log.attempts(each.id)]
    return [attempt.answer for attempt in attempts if attempt.answer.graded and not attempt.undone]
