"""Repeat a kata from its first mistake, as another run with the same numbers that keeps the right lines before it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from msgspec import structs

from katatx.clock import Clock
from katatx.decks.kata import PreparedKata, prepare_kata
from katatx.decks.loading import Deck
from katatx.progress.log import Log
from katatx.progress.records import Run
from katatx.questions.kata_result import KataRow
from katatx.sessions.kata import KataSitting, line_names
from katatx.sessions.queue_sitting import new_run_id


def rework(before: KataSitting) -> KataSitting:
    """Start and record a run with the numbers of a session's kata, from its first mistake on; return its session.

    Earlier lines are kept as they were answered. The new run does not count as passing the kata. Raises ValueError if
    the kata has no mistake, KatatxError if it can no longer be worked, LogError if the log cannot be used.
    """
    at = before.result.first_departure
    if at is None:
        raise ValueError("nothing went wrong")
    # Continue the run in which the last kept line was answered.
    answered_there = before.is_whole or at > len(before.kept)
    link = before.run.id if answered_there else before.run.drill
    kata = prepare_kata(before.deck, before.log.settings.places)
    names = line_names(kata)
    run = structs.replace(before.run, id=new_run_id(), drill=link, drills=names[at:], started=before.clock())
    sitting = KataSitting(before.log, run, before.clock, before.deck, kata, _as_kept(before.rows[:at]))
    before.log.start_run(run)
    return sitting


def reworked(run: Run, log: Log, clock: Clock, deck: Deck, kata: PreparedKata) -> KataSitting | None:
    """Return the session of a recorded run that repeats a kata from its first mistake; None if it can no longer be
    resumed.

    It cannot be resumed on a later day, if the kata's lines have changed, or if the kept lines cannot be restored or
    are no longer right.
    """
    names = line_names(kata)
    start, day_of = len(names) - len(run.drills), log.settings.day_of
    if start < 0 or run.drills != names[start:] or day_of(run.started) != day_of(clock()):
        return None
    kept = _kept(run, start, log, clock, deck, kata)
    return None if kept is None else KataSitting(log, run, clock, deck, kata, kept)


def _kept(run: Run, start: int, log: Log, clock: Clock, deck: Deck, kata: PreparedKata) -> tuple[KataRow, ...] | None:
    """Return the first `start` lines, marked as kept, as answered in the run that `run` continues.

    None if that run is missing or had other numbers, if the kata has changed since, or if one of the lines has no
    answer or is not right now. The recursion ends because each continued run begins at an earlier line.
    """
    before = next((each for each in log.runs(deck.name, "kata") if each.id == run.drill), None)
    if before is None or (before.seed, before.always_fresh) != (run.seed, run.always_fresh):
        return None
    earlier: tuple[KataRow, ...] | None = ()
    if before.drill is not None:
        count = len(kata.file.lines) - len(before.drills)
        earlier = _kept(before, count, log, clock, deck, kata) if 0 <= count < start else None
    if earlier is None:
        return None
    sitting = KataSitting(log, before, clock, deck, kata, earlier)
    kept = _as_kept(sitting.rows[:start])
    return kept if len(kept) == start and not sitting.is_stale and all(row.right for row in kept) else None


def _as_kept(rows: Iterable[KataRow]) -> tuple[KataRow, ...]:
    """Return the rows marked as answered in an earlier run."""
    return tuple(replace(row, is_kept=True) for row in rows)
