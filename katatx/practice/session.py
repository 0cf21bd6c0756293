"""A session at a deck: its drills in page order."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from katatx.decks.loading import Deck, find_drill
from katatx.decks.prepared import Prepared, prepare
from katatx.practice.clock import Clock
from katatx.practice.queued import QueuedSitting, new_run_id
from katatx.progress.log import Log
from katatx.progress.records import Run


@dataclass
class Session(QueuedSitting):
    """One sitting at a run of a deck, or of one drill of it. `question` is up now, None when all
    drills are done.
    """

    deck: Deck
    limit: int | None = None

    def __post_init__(self) -> None:
        drills = dict.fromkeys(self.run.drills)
        if self.run.drill is None:  # drills that came into the file since are asked too
            drills |= dict.fromkeys(self.deck.by_id)
        self._begin([drill for drill in drills if drill in self.deck.by_id])

    @property
    def title(self) -> str:
        return self.deck.contents.title

    @property
    def opening(self) -> str:
        return f"{self.title}. {self.finished} of {self.total} drills done."

    def summary_lines(self) -> list[str]:
        from katatx.practice.session_summary import session_summary_lines

        return session_summary_lines(self.outcomes, self.finished, self.total, minutes_over=self.minutes_over)

    def _prepare(self, name: str) -> Prepared:
        return prepare(self.deck, self.deck.by_id[name], self.settings.places)

    def _name(self, deck: str, drill: str) -> str:
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
    """The session to go on with: the last unfinished run of these drills, else a new one.

    `seed` asks for that seed's fresh numbers from the first question on; `start` for a new run of the
    deck that begins at that drill, and comes to those before it at the end. Raises
    KatatxError where the drill does not exist, LogError where the log cannot be used.
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
    log.start_run(run)
    return Session(log, run, clock, deck, limit)


def _beginning_at(deck: Deck, start: str | None) -> tuple[str, ...]:
    """The deck's drills, all of them: from one on, then those before it."""
    names = [each.id for each in deck.drills]
    at = 0 if start is None else names.index(find_drill(deck, start).id)
    return (*names[at:], *names[:at])
