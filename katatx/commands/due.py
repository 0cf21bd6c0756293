"""`katatx due`: one line about what is due today, for a shell prompt or a status line."""

from __future__ import annotations

import os
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import NamedTuple

from katatx import cache
from katatx.decks.folders import folders
from katatx.progress.home import STORE, chosen_learner
from katatx.progress.stores import DEFAULT_LEARNER, FILE_NAME
from katatx.settings import Settings, load_settings


class Due(NamedTuple):
    """The number of questions left of today's list, and the seconds that they are expected to take."""

    questions: int = 0
    seconds: float = 0.0


def run(as_json: bool, home: Path) -> int:
    """Print what is due today; nothing if no question is, but `as_json` a document in any case."""
    settings = load_settings(home)
    due = _due(home, settings)
    if as_json:
        from katatx.commands.shared.output import print_json

        print_json({"day": settings.day_of(settings.now()).isoformat(), **due._asdict()})
    elif due.questions:
        minutes = max(1, round(due.seconds / 60))
        print(f"{due.questions} {'question' if due.questions == 1 else 'questions'} today, about {minutes} min")
    return 0


def _due(home: Path, settings: Settings) -> Due:
    """Return what is due, as worked out before if nothing has changed since: log, decks, settings and day."""
    state = "" if os.environ.get(STORE) else _state(home, settings)
    found = cache.read("due", state) if state else None
    if not isinstance(found, list) or len(found) != len(Due._fields):
        found = [*_worked_out(home)]
        if state:
            cache.write("due", state, found)
    return Due(*found)


def _state(home: Path, settings: Settings) -> str:
    """Return what decides what is due; empty if the log cannot be read in passing."""
    path, learner = home / FILE_NAME, chosen_learner() or DEFAULT_LEARNER
    if not path.exists():
        return ""
    try:
        with closing(sqlite3.connect(f"{path.resolve().as_uri()}?mode=ro", uri=True, timeout=0.5)) as log:
            last = log.execute("SELECT uid FROM events ORDER BY number DESC LIMIT 1").fetchone()
        files = [(file.name, file.stat().st_mtime_ns) for folder in folders(home) for file in folder.glob("*.yaml")]
    except (sqlite3.Error, OSError):
        return ""
    set_to = f"{settings.day_of(settings.now())} {settings.retention} {settings.minutes}"
    return f"{path} {learner} {last} {sorted(files)} {set_to}"


def _worked_out(home: Path) -> Due:
    from katatx.commands.shared.desk import opened_desk
    from katatx.sessions.review import seconds_of, todays

    with opened_desk(home, to_read=True) as desk:
        places = todays(desk.decks, desk.log, desk.day)
        return Due(len(places), seconds_of(desk.log, places))
