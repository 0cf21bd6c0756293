"""Sittings at a kata: begun, gone on with, begun again, and reworked from the first mistake."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from katatx.decks.loading import Deck
from katatx.decks.prepared import prepare_kata
from katatx.progress.events import Run, new_name
from katatx.progress.log import Log
from katatx.questions.asking import seed_of
from katatx.sessions.kata_lines import Kata, worked_kata
from katatx.sessions.sitting import Clock, Plan, Sequels, Sitting


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
    lines, day_of = tuple(prepared.kata_file.lines), log.settings.day_of
    start = len(lines) - len(run.drills)
    is_whole = run.drill is None and start == 0
    is_rework = run.drill is not None and start >= 0 and day_of(run.started) == day_of(clock())
    if run.drills != lines[start:] or not (is_whole or is_rework):
        return None
    kata = worked_kata(prepared, run)
    sitting = _sit(log, clock, kata)
    kept = [row for row in kata.rows if row.is_kept]
    is_sound = len(kept) == start and all(row.right for row in kept)
    return sitting if is_sound and sitting.question is not None and not kata.is_stale else None


def _begun(
    log: Log, clock: Clock, deck: Deck, seed: int, fresh: bool, start: int = 0, before: str | None = None
) -> Sitting:
    """Start and record a run of the kata, with random numbers from `seed` if `fresh`, else the page's.

    It begins at the line `start`, going on with the run `before`.
    """
    prepared = prepare_kata(deck, log.settings.places)
    names = tuple(prepared.kata_file.lines)[start:]
    run = Run(new_name(), deck.name, before, names, seed, fresh, clock(), "kata")
    sitting = _sit(log, clock, worked_kata(prepared, run))
    log.add([run])
    return sitting


def _sit(log: Log, clock: Clock, kata: Kata) -> Sitting:
    plan = Plan(
        title=kata.deck.contents.title,
        about=f"Kata: {kata.kata.kata_file.title}",
        progress="{total} lines{begun}; each builds on your own earlier lines",
        names=kata.names,
        ask=kata.ask,
        sequels=partial(_sequels, kata),
        kata=kata,
        repeats=False,
    )
    return Sitting(log, clock, kata.run, plan)


def _sequels(kata: Kata, before: Sitting) -> Sequels:
    """Return how to start the kata again with other numbers, and from its first mistake if there is one."""
    log, clock, run = before.log, before.clock, before.run

    def begin_again() -> Sitting:
        return _begun(log, clock, kata.deck, seed_of(f"{run.seed} again {clock().isoformat()}"), fresh=True)

    def rework(at: int) -> Sitting:
        """Keep the lines before `at` as answered; this does not count as passing the kata."""
        # Continue the run in which the last kept line was answered.
        answered_there = kata.is_whole or not kata.rows[at - 1].is_kept
        return _begun(log, clock, kata.deck, run.seed, run.always_fresh, at, run.id if answered_there else run.drill)

    at = kata.first_departure
    return {**({} if at is None else {"rework": partial(rework, at)}), "kata-again": begin_again}
