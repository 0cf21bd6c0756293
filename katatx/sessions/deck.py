"""Sessions at a deck: its drills in page order."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from katatx.clock import Clock
from katatx.decks.loading import Deck, find_drill
from katatx.decks.prepared import Prepared, prepare
from katatx.errors import KatatxError
from katatx.progress.log import Log
from katatx.progress.records import Run
from katatx.sessions.queue_sitting import QueuedSitting, new_run_id


@dataclass
class Session(QueuedSitting):
    """A session at a run of a deck, or of one of its drills. `question` is None when all drills are done.

    `limit` is the number of graded answers after which it ends, None for no limit.
    """

    deck: Deck
    limit: int | None = None

    def __post_init__(self) -> None:
        """Fill the queue with the run's drills, for a whole deck also with those added since, and show the first left.

        Drills that the deck no longer has are left out.
        """
        drills = dict.fromkeys(self.run.drills)
        if self.run.drill is None:  # include drills added to the file since
            drills |= dict.fromkeys(self.deck.by_id)
        self._begin([drill for drill in drills if drill in self.deck.by_id])

    @property
    def title(self) -> str:
        """Return the deck's title."""
        return self.deck.contents.title

    def prepare_drill(self, name: str) -> Prepared:
        """Return the drill with the id `name`, ready to be asked. Raises DeckError if it is faulty."""
        return prepare(self.deck, self.deck.by_id[name], self.settings.places)

    def name_of(self, deck: str, drill: str) -> str:
        """Return the queue's name for a drill: its id."""
        return drill


def open_session(
    deck: Deck,
    log: Log,
    clock: Clock,
    new_seed: Callable[[], int],
    drill: str | None = None,
    seed: int | None = None,
    limit: int | None = None,
    start: str | None = None,
) -> Session:
    """Return a session at the last run of these drills if it is unfinished, else at a new run, which is recorded.

    `drill` limits it to one drill, and `limit` to a number of graded answers. With `seed`, all numbers are random, from
    that seed, and only a run with it is resumed; otherwise a new run gets one from `new_seed`, and drills never met
    have the page's numbers. `start` always begins a new run, at that drill, with the drills before it at the end.
    Raises KatatxError if the drill does not exist or none can be worked, LogError if the log cannot be used.
    """
    drills = (find_drill(deck, drill).id,) if drill else _beginning_at(deck, start)
    for run in () if start is not None else log.runs(deck.name):
        if run.always_fresh == (seed is not None) and seed in (None, run.seed) and run.drill == drill:
            session = Session(log, run, clock, deck, limit)
            if session.question is not None:
                return session
            break
    chosen = new_seed() if seed is None else seed
    run = Run(new_run_id(), deck.name, drill, drills, chosen, seed is not None, clock())
    session = Session(log, run, clock, deck, limit)
    if session.faults and not session.queue.drills:
        raise KatatxError(f"none of the deck's drills can be worked. {next(iter(session.faults.values()))}")
    log.start_run(run)
    return session


def _beginning_at(deck: Deck, start: str | None) -> tuple[str, ...]:
    """Return the ids of all the deck's drills, from `start` on and then those before it; in page order for None.

    Raises KatatxError if there is no such drill.
    """
    names = [each.id for each in deck.drills]
    at = 0 if start is None else names.index(find_drill(deck, start).id)
    return (*names[at:], *names[:at])
