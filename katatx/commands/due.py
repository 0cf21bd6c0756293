"""`katatx due`: one line about what is due today, for a shell prompt or a status line."""

from __future__ import annotations

from datetime import date
from pathlib import Path
from typing import NamedTuple

from katatx.progress.glance import Glance, glance
from katatx.settings import load_settings
from scoring.planning import Drill, Known, bring_back


class Due(NamedTuple):
    """The number of skills due on a day, of questions that review them, and the seconds these should take
    the learner.
    """

    skills: int = 0
    questions: int = 0
    seconds: float = 0.0


def run(as_json: bool, home: Path) -> int:
    """Print what is due today according to the log, and return the exit status 0.

    If no question is due, nothing is printed; `as_json` prints a document in any case. The log is only read. Raises
    KatatxError if the settings or the log cannot be read, OSError if the log's file cannot be opened.
    """
    settings = load_settings(home)
    day = settings.day_of(settings.now())
    seen = glance(home, settings.retention)
    due = Due() if seen is None else due_on(day, seen)
    if as_json:
        from katatx.commands.shared.output import print_json

        print_json({"day": day.isoformat(), **due._asdict()})
    elif due.questions:
        minutes = max(1, round(due.seconds / 60))
        print(f"{due.questions} {'question' if due.questions == 1 else 'questions'} due, about {minutes} min")
    return 0


def due_on(day: date, seen: Glance) -> Due:
    """Return what is due on a day, by the standings in `seen`.

    The questions are of drills, not of kata lines, in decks that still exist.
    """
    whole, works, schedule = seen
    known = Known(whole.learner, whole.skills, whole.own, works.places, schedule, day.toordinal())
    drills = [
        Drill(f"{deck}/{drill}", "", work)
        for (deck, drill, line), work in works.works.items()
        if not line and deck not in works.gone
    ]
    questions = bring_back(drills, known)
    return Due(len(known.due_lines()), len(questions), sum(known.seconds(drill.work) for drill in questions))
