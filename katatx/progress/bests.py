"""Personal records: the fastest answer at a drill, and katas worked without a mistake.

Clean means right, without help. An attempt counts if it is graded (its verdict is not in `UNGRADED`) and not undone.
"""

from __future__ import annotations

import json
from collections.abc import Collection
from datetime import datetime
from typing import Any, NamedTuple

from katatx.progress.database.orm import peewee
from katatx.progress.database.rows import corrupt_rows
from katatx.progress.database.tables import AttemptRow, RunRow
from katatx.progress.log import Log
from katatx.progress.moments import instant_of
from katatx.progress.records import RIGHT
from scoring import Verdict

# A drill's deck and id, and whether it had other numbers than the page's.
AskedAt = tuple[str, str, bool]
# Verdicts on a kata line that equals the true value, not only what follows from an earlier line.
_BY_THE_PAGE = (Verdict.RIGHT.value, "carried")


class CleanKata(NamedTuple):
    """A kata worked in one run from first to last line, every line right and without help.

    `seconds` and `target` are sums over its lines; `day` is the practice day and `instant` the moment of its end.
    """

    deck: str
    run: str
    always_fresh: bool
    seconds: float
    target: float
    day: str
    instant: int


def fastest_answers(log: Log, drills: Collection[tuple[str, str]], before: datetime) -> dict[AskedAt, float]:
    """Return the fewest seconds of a clean answer (right, without help) before a moment.

    The keys are (deck, id, whether it was asked with a seed), which gives a drill with ranges other numbers than the
    page's. `drills` are (deck, id); other drills of these decks may be in the result too. Left out are answers at
    drills of which a line was uncovered that day, answers whose time does not count (`Answered.untouched`), and kata
    lines. Raises LogError if the log cannot be read.
    """
    row, fresh = AttemptRow, AttemptRow.seed.is_null(False)
    clean = log.counts() & row.line.is_null() & row.verdict.in_(RIGHT) & (row.help == 0)
    clean &= ~row.helped & ~row.untouched & (row.instant < instant_of(before))
    here = row.deck.in_({deck for deck, _ in drills}) & row.drill.in_({drill for _, drill in drills})
    query = row.select(row.deck, row.drill, fresh, peewee.fn.MIN(row.seconds)).where(clean & here)
    query = query.group_by(row.deck, row.drill, fresh)
    with log.database_errors("read"):
        rows = query.tuples().execute(log.store.database)
        return {(deck, drill, bool(is_fresh)): seconds for deck, drill, is_fresh, seconds in rows}


def clean_katas(log: Log, deck: str | None = None) -> list[CleanKata]:
    """Return all katas with every line answered right, without help and in one run, in the order of their first
    answers.

    `deck` limits them to one deck. Runs that continue another run do not count, nor do lines that only follow rightly
    from an earlier mistake. Call it inside `Log.database_errors`, which turns database errors into LogError.
    """
    run, row = RunRow, AttemptRow
    katas = (run.learner == log.store.learner) & (run.kind == "kata") & run.drill.is_null()
    katas &= run.deck == deck if deck is not None else run.deck != ""
    katas &= run.id.not_in(row.select(row.run).where(log.undone()))  # an answer taken back has shown its verdict
    lines = row.select(
        run.deck, run.id, run.always_fresh, run.drills,
        row.line, row.verdict, row.help, row.seconds, row.target_seconds, row.day, row.instant,
    )  # fmt: skip
    lines = lines.join(run, on=(row.run == run.id) & (row.learner == run.learner)).where(katas & log.counts())
    by_run: dict[tuple[str, str], list[Any]] = {}
    for each in lines.order_by(row.instant, row.id).tuples().execute(log.store.database):
        by_run.setdefault((each[0], each[1]), []).append(each)
    katas_or_none = (_clean_kata(*name, answers) for name, answers in by_run.items())
    return [kata for kata in katas_or_none if kata is not None]


def examinations(log: Log, deck: str | None = None) -> dict[str, str]:
    """Return the last practice day, as an ISO date, on which each deck's kata was passed.

    That is, every line was right, without help and in one run, within its target time. Decks without such a day are
    left out. `deck` limits it to one deck. Call it inside `Log.database_errors`, which turns database errors into
    LogError.
    """
    passed: dict[str, str] = {}
    for kata in clean_katas(log, deck):
        if kata.seconds <= kata.target:
            passed[kata.deck] = max(kata.day, passed.get(kata.deck, ""))
    return passed


def _clean_kata(deck: str, run: str, answers: list[Any]) -> CleanKata | None:
    """Return the kata worked in a run; None unless every line was answered, right and without help.

    `answers` are the rows that the query in `clean_katas` has for the run, at least one, oldest first: the last dates
    the kata. Raises LogError if a row cannot be decoded.
    """
    with corrupt_rows():
        asked = set(json.loads(answers[0][3]))
    clean = all(verdict in _BY_THE_PAGE and not helped for _, verdict, helped, *_ in (each[4:] for each in answers))
    if not clean or {each[4] for each in answers} != asked:
        return None
    seconds, target = sum(each[7] for each in answers), sum(each[8] or 0.0 for each in answers)
    _, _, always_fresh, *_, day, instant = answers[-1]
    return CleanKata(deck, run, bool(always_fresh), seconds, target, day, instant)
