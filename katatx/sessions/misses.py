"""Repeat the missed drills of a session with new numbers."""

from __future__ import annotations

from dataclasses import dataclass

from katatx.decks.prepared import Prepared
from katatx.progress.records import Run
from katatx.questions.seeds import seed_of
from katatx.sessions.queue_sitting import QueuedSitting, new_run_id


@dataclass
class Misses(QueuedSitting):
    """A session at the missed drills of another session (`origin`). It is not resumed later."""

    origin: QueuedSitting
    limit: int | None = None

    def __post_init__(self) -> None:
        """Fill the queue with the run's drills, and show the first one left."""
        self._begin([*self.run.drills])

    @property
    def title(self) -> str:
        """Return the title of the original session, followed by "what was missed"."""
        return f"{self.origin.title}: what was missed"

    @property
    def mixes_decks(self) -> bool:
        """Return whether the drills come from several decks."""
        return self.origin.mixes_decks

    def prepare_drill(self, name: str) -> Prepared:
        """Return the drill with this name in the queue, as the original session prepares it. Raises KatatxError if it
        is faulty.
        """
        return self.origin.prepare_drill(name)

    def name_of(self, deck: str, drill: str) -> str:
        """Return the queue's name for a drill, as in the original session."""
        return self.origin.name_of(deck, drill)


def redo_misses(origin: QueuedSitting) -> Misses:
    """Start and record a run of the missed drills of a session, with new numbers; return its session.

    The queue of the original run counts the answers too. Raises LogError if the run cannot be recorded.
    """
    before, started = origin.run, origin.clock()
    # Misses of misses also belong to the first session.
    root = before.drill if before.kind == "misses" else before.id
    seed = seed_of(f"{before.seed} missed {started.isoformat()}")
    run = Run(new_run_id(), before.deck, root, origin.missed, seed, False, started, "misses")
    origin.log.start_run(run)
    return Misses(origin.log, run, origin.clock, origin)
