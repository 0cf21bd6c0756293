"""The answers that count for a run."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import takewhile

from katatx.progress.log import Log
from katatx.progress.records import Answered, Run


def answers_of(log: Log, run: Run) -> Iterator[Answered]:
    """Yield the graded answers of a run that are not undone, then those of runs that repeated its misses, oldest first.

    Raises LogError if the log cannot be read.
    """
    for each in (run, *reversed(_redone(log, run))):
        yield from (attempt.answer for attempt in log.attempts(each.id) if attempt.answer.graded and not attempt.undone)


def _redone(log: Log, run: Run) -> list[Run]:
    """Return the runs that repeated the misses of a run, latest first."""
    since = takewhile(lambda each: each.started >= run.started, log.runs(run.deck, "misses"))
    return [each for each in since if each.drill == run.id]
