"""Sittings at drills: a deck's in page order, which numbers each comes with, and the missed ones once more."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import partial

from katatx.decks.loading import find_drill
from katatx.decks.prepared import Prepared, prepare
from katatx.errors import DeckError, KatatxError
from katatx.progress.events import LogError, Run
from katatx.questions.asking import ask, easiest_draw, explain_by, seed_of
from katatx.questions.question import Question
from katatx.sessions.queue import MISSES, Queued
from katatx.sessions.sitting import Plan, Practice, Sequels, Sitting


def open_session(
    practice: Practice, name: str, drill: str | None = None, seed: int | None = None, limit: int | None = None,
    start: str | None = None,
) -> Sitting:  # fmt: skip
    """Return a sitting at the last run of a deck's drills if it is unfinished, else at a new run, which is recorded.

    `drill` limits it to one drill, and `limit` to a number of graded answers. With `seed`, all numbers are random, from
    that seed, and only a run with it is resumed; otherwise drills never met have the page's numbers. `start` always
    begins a new run, at that drill, with the drills before it at the end. Raises KatatxError if the drill does not
    exist or none can be worked, LogError if the log cannot be used.
    """
    deck, log = practice.decks[name], practice.log
    names = (find_drill(deck, drill).id,) if drill else tuple(each.id for each in deck.drills)
    at = 0 if start is None else names.index(find_drill(deck, start).id)
    for run in () if start is not None else log.runs(name):
        if run.always_fresh == (seed is not None) and seed in (None, run.seed) and run.drill == drill:
            session = _sit_at_deck(practice, run, limit)
            if session.question is not None:
                return session
            break
    run = practice.run("drill", name, names[at:] + names[:at], drill, seed, always_fresh=seed is not None)
    session = _sit_at_deck(practice, run, limit)
    if session.faults and not session.queue.drills:
        raise KatatxError(f"none of the deck's drills can be worked. {next(iter(session.faults.values()))}")
    log.add([run])
    return session


def _sit_at_deck(practice: Practice, run: Run, limit: int | None) -> Sitting:
    deck = practice.decks[run.deck]
    # Drills may have been added to the file since, or have gone.
    names = dict.fromkeys((*run.drills, *deck.by_id) if run.drill is None else run.drills)
    there = [name for name in names if name in deck.by_id]
    return sit_at_drills(practice, run, deck.contents.title, there, limit, practice.log.settings.minutes)


@dataclass
class Drills:
    """The drills that a run is at, each prepared once, with the settings at the start."""

    practice: Practice
    run: Run
    places: int | None
    _prepared: dict[str, Prepared] = field(init=False, default_factory=dict)

    def ask(self, turn: Queued) -> Question:
        """Return the question of a turn. Raises KatatxError, with the place in the file, if it cannot be asked."""
        if turn.drill not in self._prepared:
            name, drill = (self.run.deck, turn.drill) if self.run.deck else turn.drill.rsplit("/", 1)
            deck = self.practice.decks[name]
            self._prepared[turn.drill] = prepare(deck, deck.by_id[drill], self.places)
        prepared = self._prepared[turn.drill]
        try:
            return self._asked(prepared, turn)
        except (DeckError, LogError):
            raise
        except KatatxError as error:
            raise prepared.fault(str(error)) from error

    def _asked(self, prepared: Prepared, turn: Queued) -> Question:
        """Return a drill with the page's numbers at the first meeting, unless a seed was chosen; else with others.

        One that is missed repeatedly has easy numbers, below a worked example with the page's.
        """
        name = f"{self.run.seed} {turn.drill} {turn.showing}"
        met = self.practice.log.attempts_at(prepared.deck.name, prepared.drill.id)
        was_met = any(each.answer.run != self.run.id and each.answer.line is None for each in met)
        if turn.showing == 0 and not (self.run.always_fresh or was_met):
            return ask(prepared, shuffle=name)
        easier = easiest_draw(prepared, name) if self._is_leech(prepared, turn) else None
        if easier is None:
            return ask(prepared, seed_of(name), shuffle=name)
        explain_by(ask(prepared), easier)
        return easier

    def _is_leech(self, prepared: Prepared, turn: Queued) -> bool:
        """Return whether a drill is missed, or answered with help, so often that a worked example comes first.

        That is at its first showing if it was missed on three practice days or more in succession, and after three
        misses in the run at every other showing; never if the learner asked for it once more or chose a seed.
        """
        if turn.extra or self.run.always_fresh:
            return False
        if turn.showing >= MISSES:
            return (turn.showing - MISSES) % 2 == 0
        return turn.showing == 0 and self.practice.log.standing(prepared.deck.name, prepared.drill.id).misses >= MISSES


def sit_at_drills(
    practice: Practice, run: Run, title: str, names: Sequence[str], limit: int | None = None,
    minutes: int | None = None, about: str = "",
) -> Sitting:  # fmt: skip
    """Return a sitting at the drills of a run, which are repeated if missed; see `Plan` for its parts."""
    ask = Drills(practice, run, practice.log.settings.places).ask
    plan = Plan(title=title, names=names, ask=ask, sequels=_sequels, limit=limit, minutes=minutes, about=about)
    return Sitting(practice, run, plan)


def again(practice: Practice, places: Sequence[str], title: str) -> Sitting:
    """Start and record a run of the drills at some places (`deck/drill`) with new numbers; it is not resumed later."""
    return _begun(practice, practice.run("misses", "", places), title)


def _sequels(sitting: Sitting) -> Sequels:
    return {"redo-misses": partial(_redo_misses, sitting)} if sitting.missed else {}


def _redo_misses(before: Sitting) -> Sitting:
    """Start and record a run of the missed drills of a sitting; the queue of the first run counts its answers too."""
    run = before.run
    # Misses of misses also belong to the first run.
    root = run.drill if run.kind == "misses" else run.id
    seed = seed_of(f"{run.seed} missed {before.clock().isoformat()}")
    again = before.practice.run("misses", run.deck, before.missed, root, seed)
    return _begun(before.practice, again, f"{before.plan.title}: what was missed")


def _begun(practice: Practice, run: Run, title: str) -> Sitting:
    practice.log.add([run])
    return sit_at_drills(practice, run, title, [*run.drills], minutes=practice.log.settings.minutes)
