"""Personal records: the fastest answer at a drill, and katas worked without a mistake.

Clean means right, without help. An attempt counts if it is graded (its verdict is not in `UNGRADED`) and not undone.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from datetime import datetime
from typing import NamedTuple

from katatx.progress.log import Log
from katatx.progress.records import Attempt, Run
from scoring import Verdict

# A drill's deck and id, and whether it had other numbers than the page's.
AskedAt = tuple[str, str, bool]
# Verdicts on a kata line that equals the true value, not only what follows from an earlier line.
_BY_THE_PAGE = (Verdict.RIGHT.value, "carried")


class CleanKata(NamedTuple):
    """A kata worked in one run from first to last line, every line right and without help.

    `seconds` and `target` are sums over its lines; `day` is the practice day and `ended` the moment of its end.
    """

    deck: str
    run: str
    always_fresh: bool
    seconds: float
    target: float
    day: str
    ended: datetime


def fastest_answers(log: Log, drills: Collection[tuple[str, str]], before: datetime) -> dict[AskedAt, float]:
    """Return the fewest seconds of a clean answer (right, without help) before a moment.

    The keys are (deck, id, whether it was asked with a seed), which gives a drill with ranges other numbers than the
    page's. `drills` are (deck, id). Left out are answers at drills of which a line was uncovered that day, answers
    whose time does not count (`Answered.untouched`), and kata lines. Raises LogError if the log cannot be read.
    """
    fastest: dict[AskedAt, float] = {}
    for deck, drill in drills:
        for each in log.attempts_at(deck, drill):
            answer = each.answer
            timed = answer.line is None and not answer.untouched and answer.answered < before
            if answer.clean and not (each.helped or each.undone) and timed:
                at = deck, drill, answer.seed is not None
                fastest[at] = min(answer.seconds, fastest.get(at, answer.seconds))
    return fastest


def clean_katas(log: Log, deck: str | None = None) -> list[CleanKata]:
    """Return all katas with every line answered right, without help and in one run, in the order of their ends.

    `deck` limits them to one deck. Runs that continue another run do not count, nor do lines that only follow rightly
    from an earlier mistake. Raises LogError if the log cannot be read.
    """
    by_run: dict[str, list[Attempt]] = {}
    for each in log.attempts_of_runs("kata"):
        by_run.setdefault(each.answer.run, []).append(each)
    runs = ((log.run(name), answers) for name, answers in by_run.items() if deck in (None, answers[0].answer.deck))
    katas = (_clean_kata(run, answers) for run, answers in runs if run is not None and run.drill is None)
    return sorted((kata for kata in katas if kata is not None), key=lambda kata: kata.ended)


def examinations(log: Log, deck: str | None = None) -> dict[str, str]:
    """Return the last practice day, as an ISO date, on which each deck's kata was passed.

    That is, every line was right, without help and in one run, within its target time. Decks without such a day are
    left out. `deck` limits it to one deck. Raises LogError if the log cannot be read.
    """
    passed: dict[str, str] = {}
    for kata in clean_katas(log, deck):
        if kata.seconds <= kata.target:
            passed[kata.deck] = max(kata.day, passed.get(kata.deck, ""))
    return passed


def _clean_kata(run: Run, attempts: Sequence[Attempt]) -> CleanKata | None:
    """Return the kata worked in a run; None unless every line was answered, right and without help.

    An answer taken back has shown its verdict. `attempts` are those of the run, oldest first: the last dates the kata.
    """
    graded = [each for each in attempts if each.answer.graded]
    clean = all(each.answer.verdict in _BY_THE_PAGE and not (each.answer.help or each.undone) for each in graded)
    if not clean or {each.answer.line for each in graded} != set(run.drills):
        return None
    seconds = sum(each.answer.seconds for each in graded)
    target = sum(each.answer.target_seconds or 0.0 for each in graded)
    last = graded[-1]
    return CleanKata(run.deck, run.id, run.always_fresh, seconds, target, last.day, last.answer.answered)
