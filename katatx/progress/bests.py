"""Personal records: the fastest answer at a drill, and katas worked without a mistake."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from datetime import datetime

from katatx.progress.events import Attempt, Run
from katatx.progress.log import Log
from scoring import Verdict

# Verdicts on a kata line that equals the true value, not only what follows from an earlier line.
_BY_THE_PAGE = (Verdict.RIGHT.value, "carried")


def fastest_answer(log: Log, deck: str, drill: str, fresh: bool, before: datetime) -> float | None:
    """Return the fewest seconds of a right answer without help before a moment; None if there is none.

    With `fresh` those with a seed count, which gives a drill with ranges other numbers than the page's; else those
    without. Left out are answers whose time does not count (`Answered.untouched`), and kata lines.
    """
    found = (each.answer for each in log.attempts_at(deck, drill) if each.counts and not each.helped)
    alike = (each for each in found if (each.seed is not None) == fresh and each.answered < before)
    return min(
        (each.seconds for each in alike if each.clean and each.line is None and not each.untouched), default=None
    )


def kata_days(log: Log) -> dict[str, str]:
    """Return by deck the last practice day, as an ISO date, on which its kata was passed.

    That is, every line was right, without help and in one run, within its target time.
    """
    attempts, days = defaultdict[str, list[Attempt]](list), dict[str, str]()
    for each in log.attempts_at_katas():
        attempts[each.answer.run].append(each)
    for run in log.runs(None, "kata"):
        day = _passed(run, attempts[run.id]) if run.drill is None else None
        if day is not None:
            days[run.deck] = max(day, days.get(run.deck, ""))
    return days


def _passed(run: Run, attempts: Sequence[Attempt]) -> str | None:
    """Return the practice day of the last line; None if not passed. An answer taken back has shown its verdict."""
    graded = [each for each in attempts if each.answer.graded]
    clean = all(each.answer.verdict in _BY_THE_PAGE and not (each.answer.help or each.undone) for each in graded)
    late = sum(each.answer.seconds - (each.answer.target_seconds or 0.0) for each in graded)
    is_whole = {each.answer.line for each in graded} == set(run.drills)
    return graded[-1].answer.day if graded and clean and is_whole and late <= 0 else None
