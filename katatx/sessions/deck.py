"""Sittings at a deck: its drills in page order."""

from __future__ import annotations

from collections.abc import Callable

from katatx.decks.loading import Deck, find_drill
from katatx.errors import KatatxError
from katatx.progress.events import Run, new_name
from katatx.progress.log import Log
from katatx.sessions.drills import sit_at_drills
from katatx.sessions.sitting import Clock, Sitting


def open_session(
    deck: Deck,
    log: Log,
    clock: Clock,
    new_seed: Callable[[], int],
    drill: str | None = None,
    seed: int | None = None,
    limit: int | None = None,
    start: str | None = None,
) -> Sitting:
    """Return a sitting at the last run of these drills if it is unfinished, else at a new run, which is recorded.

    `drill` limits it to one drill, and `limit` to a number of graded answers. With `seed`, all numbers are random, from
    that seed, and only a run with it is resumed; otherwise a new run gets one from `new_seed`, and drills never met
    have the page's numbers. `start` always begins a new run, at that drill, with the drills before it at the end.
    Raises KatatxError if the drill does not exist or none can be worked, LogError if the log cannot be used.
    """
    names = (find_drill(deck, drill).id,) if drill else tuple(each.id for each in deck.drills)
    at = 0 if start is None else names.index(find_drill(deck, start).id)
    for run in () if start is not None else log.runs(deck.name):
        if run.always_fresh == (seed is not None) and seed in (None, run.seed) and run.drill == drill:
            session = _sit(deck, log, clock, run, limit)
            if session.question is not None:
                return session
            break
    chosen = new_seed() if seed is None else seed
    run = Run(new_name(), deck.name, drill, names[at:] + names[:at], chosen, seed is not None, clock())
    session = _sit(deck, log, clock, run, limit)
    if session.faults and not session.queue.drills:
        raise KatatxError(f"none of the deck's drills can be worked. {next(iter(session.faults.values()))}")
    log.add([run])
    return session


def _sit(deck: Deck, log: Log, clock: Clock, run: Run, limit: int | None) -> Sitting:
    """Return a sitting at a run of a deck, with drills added to the file since, and without those it has no more."""
    names = dict.fromkeys((*run.drills, *deck.by_id) if run.drill is None else run.drills)
    there = [name for name in names if name in deck.by_id]
    title, minutes = deck.contents.title, log.settings.minutes
    return sit_at_drills(log, clock, run, {deck.name: deck}, title, there, limit, minutes)
