"""Sittings at drills: which numbers each comes with, and the missed ones once more."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial

from katatx.decks.errors import DeckError
from katatx.decks.loading import Deck
from katatx.decks.prepared import Prepared, prepare
from katatx.errors import KatatxError
from katatx.progress.errors import LogError
from katatx.progress.log import Log
from katatx.progress.records import Run
from katatx.questions.asking import ask, easiest_draw, explain_by, seed_of
from katatx.questions.question import Question
from katatx.sessions.queue import MISSES, Queued
from katatx.sessions.runs import Clock, new_run
from katatx.sessions.sitting import Plan, Sequels, Sitting

Decks = Mapping[str, Deck]


@dataclass
class Drills:
    """The drills of the decks that a run is at, each prepared once, with the settings at the start."""

    log: Log
    run: Run
    decks: Decks
    places: int | None
    _prepared: dict[str, Prepared] = field(init=False, default_factory=dict)

    def ask(self, turn: Queued) -> Question:
        """Return the question of a turn. Raises KatatxError, with the place in the file, if it cannot be asked."""
        prepared = self._ready(turn.drill)
        try:
            return self._asked(prepared, turn)
        except (DeckError, LogError):
            raise
        except KatatxError as error:
            raise prepared.fault(str(error)) from error

    def _ready(self, name: str) -> Prepared:
        if name not in self._prepared:
            deck, drill = (self.run.deck, name) if self.run.deck else name.rsplit("/", 1)
            self._prepared[name] = prepare(self.decks[deck], self.decks[deck].by_id[drill], self.places)
        return self._prepared[name]

    def _asked(self, prepared: Prepared, turn: Queued) -> Question:
        """Return a drill with the page's numbers at the learner's first meeting, unless a seed was chosen; else others.

        One that is missed repeatedly has easy numbers, below a worked example with the page's.
        """
        name = f"{self.run.seed} {turn.drill} {turn.showing}"
        if turn.showing == 0 and not self.run.always_fresh and not self._was_met(prepared):
            return ask(prepared, shuffle=name)
        easier = easiest_draw(prepared, name) if self._is_leech(prepared, turn) else None
        if easier is None:
            return ask(prepared, seed_of(name), shuffle=name)
        explain_by(ask(prepared), easier)
        return easier

    def _was_met(self, prepared: Prepared) -> bool:
        return self.log.was_met(prepared.deck.name, prepared.drill.id, before=self.run.id)

    def _is_leech(self, prepared: Prepared, turn: Queued) -> bool:
        """Return whether a drill is missed, or answered with help, so often that a worked example comes first.

        That is so at its first showing if it was missed on the latest three practice days or more in succession, and
        after three misses in the run, then at every other showing. It is never so if the learner asked for it once
        more, or if a seed was chosen for the run.
        """
        if turn.extra or self.run.always_fresh:
            return False
        if turn.showing >= MISSES:
            return (turn.showing - MISSES) % 2 == 0
        return turn.showing == 0 and self.log.standing(prepared.deck.name, prepared.drill.id).misses >= MISSES


def sit_at_drills(
    log: Log,
    clock: Clock,
    run: Run,
    decks: Decks,
    title: str,
    names: list[str],
    limit: int | None = None,
    minutes: int | None = None,
    about: str = "",
) -> Sitting:
    """Return a sitting at the drills of a run, which may be repeated if missed; see `Plan` for its parts."""
    drills = Drills(log, run, decks, log.settings.places)
    plan = Plan(
        title=title,
        names=names,
        ask=drills.ask,
        sequels=_sequels,
        limit=limit,
        minutes=minutes,
        about=about,
        decks=decks,
    )
    return Sitting(log, clock, run, plan)


def _sequels(sitting: Sitting) -> Sequels:
    return {"redo-misses": partial(_redo_misses, sitting)} if sitting.missed else {}


def _redo_misses(before: Sitting) -> Sitting:
    """Start and record a run of the missed drills of a sitting, with new numbers.

    It is not resumed later. The queue of the original run counts its answers too.
    """
    run, started = before.run, before.clock()
    # Misses of misses also belong to the first run.
    root = run.drill if run.kind == "misses" else run.id
    seed = seed_of(f"{run.seed} missed {started.isoformat()}")
    again = new_run(run.deck, root, before.missed, seed, False, started, "misses")
    before.log.start_run(again)
    title = f"{before.title}: what was missed"
    minutes, decks = before.log.settings.minutes, before.plan.decks
    return sit_at_drills(before.log, before.clock, again, decks, title, [*again.drills], minutes=minutes)


def again(
    log: Log, clock: Clock, decks: Decks, new_seed: Callable[[], int], places: Sequence[str], title: str
) -> Sitting:
    """Start and record a run of the drills at some places (`deck/drill`) with new numbers; it is not resumed later."""
    run = new_run("", None, places, new_seed(), False, clock(), "misses")
    log.start_run(run)
    return sit_at_drills(log, clock, run, decks, title, [*places], minutes=log.settings.minutes)
