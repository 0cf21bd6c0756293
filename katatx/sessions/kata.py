"""Sittings at a kata: begun, gone on with, begun again, and reworked from the first mistake."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from katatx.decks.loading import Deck
from katatx.decks.prepared import Prepared, prepare_kata
from katatx.progress.log import Log
from katatx.progress.records import Run
from katatx.questions.asking import seed_of
from katatx.sessions.kata_lines import Kata
from katatx.sessions.runs import Clock, new_run
from katatx.sessions.sitting import Plan, Sequels, Sitting


def open_kata(
    deck: Deck, log: Log, clock: Clock, new_seed: Callable[[], int], seed: int | None = None, page: bool = False
) -> Sitting:
    """Return a sitting at the deck's kata: the last one with such numbers if it is unfinished and still valid, or a new
    recorded one.

    Numbers are random, from `seed` or else from `new_seed`; with `page` they are the page's. Raises KatatxError if the
    deck has no kata or it cannot be worked, LogError if the log cannot be used.
    """
    alike = (run for run in log.runs(deck.name, "kata") if run.always_fresh != page and seed in (None, run.seed))
    last = next(alike, None)
    sitting = None if last is None else _resumed(last, deck, log, clock)
    return sitting or _begun(log, clock, deck, new_seed() if seed is None else seed, fresh=not page)


def _resumed(run: Run, deck: Deck, log: Log, clock: Clock) -> Sitting | None:
    """Return a sitting at a recorded run; None if it is over, or the kata has changed since.

    A rework is gone on with on its day alone, and only if the lines before it are there, and right.
    """
    prepared = prepare_kata(deck, log.settings.places)
    lines, day_of = _line_names(prepared), log.settings.day_of
    start = len(lines) - len(run.drills)
    is_whole = run.drill is None and start == 0
    is_rework = run.drill is not None and start >= 0 and day_of(run.started) == day_of(clock())
    if run.drills != lines[start:] or not (is_whole or is_rework):
        return None
    kata = Kata(deck, prepared, run)
    sitting = _sit(log, clock, kata)
    kept = [row for row in kata.rows if row.is_kept]
    is_sound = len(kept) == start and all(row.right for row in kept)
    return sitting if is_sound and sitting.question is not None and not kata.is_stale else None


def _sit(log: Log, clock: Clock, kata: Kata) -> Sitting:
    """Return a sitting at a kata; in it the true working stays hidden until the end."""
    plan = Plan(
        title=kata.deck.contents.title,
        about=f"Kata: {kata.kata.kata_file.title}",
        progress="{total} lines{begun}; each builds on your own earlier lines",
        names=kata.names,
        ask=kata.ask,
        sequels=partial(_sequels, kata),
        kata=kata,
        repeats=False,
        shows_working=False,
    )
    return Sitting(log, clock, kata.run, plan)


def _begun(log: Log, clock: Clock, deck: Deck, seed: int, fresh: bool) -> Sitting:
    """Start and record a new run of the kata, with random numbers from `seed` if `fresh`, else the page's."""
    prepared = prepare_kata(deck, log.settings.places)
    run = new_run(deck.name, None, _line_names(prepared), seed, fresh, clock(), "kata")
    sitting = _sit(log, clock, Kata(deck, prepared, run))
    log.start_run(run)
    return sitting


def _line_names(prepared: Prepared) -> tuple[str, ...]:
    return tuple(prepared.kata_file.lines)


def _sequels(kata: Kata, before: Sitting) -> Sequels:
    """Return how to start the kata again, and from its first mistake if there is one."""
    at = kata.result.first_departure
    again = {"kata-again": partial(_begin_again, kata, before)}
    return again if at is None else {"rework": partial(_rework, kata, before, at), **again}


def _begin_again(kata: Kata, before: Sitting) -> Sitting:
    """Start and record the whole kata with other numbers."""
    seed = seed_of(f"{before.run.seed} again {before.clock().isoformat()}")
    return _begun(before.log, before.clock, kata.deck, seed, fresh=True)


def _rework(kata: Kata, before: Sitting, at: int) -> Sitting:
    """Start and record a run with the same numbers from the line `at` on; earlier lines are kept as answered.

    It does not count as passing the kata.
    """
    # Continue the run in which the last kept line was answered.
    answered_there = kata.is_whole or not kata.rows[at - 1].is_kept
    link = before.run.id if answered_there else before.run.drill
    prepared = prepare_kata(kata.deck, before.log.settings.places)
    names = _line_names(prepared)
    run = new_run(kata.deck.name, link, names[at:], before.run.seed, before.run.always_fresh, before.clock(), "kata")
    sitting = _sit(before.log, before.clock, Kata(kata.deck, prepared, run))
    before.log.start_run(run)
    return sitting
