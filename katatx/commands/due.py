"""`katatx due`: one line about what is due today, for a shell prompt or a status line.

What was worked out last holds until the practice day ends, or a file that it depends on changes. To see that needs
neither settings nor log, so that it is quick.
"""

from __future__ import annotations

import os
import time
from contextlib import suppress
from pathlib import Path
from typing import Any

from katatx import __version__, cache
from katatx.decks import folders
from katatx.progress.home import LEARNER, STORE

# What the log and the settings are in, in the learner's folder.
_FILES = ("events.sqlite", "events.sqlite-wal", "config.toml")


def run(as_json: bool, home: Path) -> int:
    """Print what is due today; nothing if no question is, but `as_json` a document in any case."""
    due = _due(home)
    if as_json:
        from katatx.commands.output import print_json

        print_json({name: due[name] for name in ("day", "questions", "seconds")})
    elif count := due["questions"]:
        print(f"{count} question{'s' * (count != 1)} today, about {max(1, round(due['seconds'] / 60))} min")
    return 0


def _due(home: Path) -> dict[str, Any]:
    """Return the day, the number of questions left of its list, and the seconds that they are expected to take."""
    if os.environ.get(STORE):  # its log may change unseen
        return _worked_out(home)
    state, found = _state(home), cache.read("due")
    if isinstance(found, dict) and found.get("state") == state and found["from"] <= time.time() < found["until"]:
        return found
    due = _worked_out(home)
    cache.write("due", "", {**due, "state": state})
    return due


def _state(home: Path) -> list[Any]:
    """Return what decides what is due on one day."""
    files = [home / name for name in _FILES]
    files += [file for folder in folders(home) for file in sorted(folder.glob("*.yaml"))]
    around: list[Any] = [__version__, os.environ.get(LEARNER), time.localtime().tm_gmtoff]
    for file in files:
        with suppress(OSError):
            about = file.stat()
            around.append([str(file), about.st_size, about.st_mtime_ns])
    return around


def _worked_out(home: Path) -> dict[str, Any]:
    from datetime import timedelta

    from katatx.commands.desk import opened_desk
    from katatx.sessions.review import seconds_of, todays

    with opened_desk(home, to_read=True, progress=lambda *_: None) as desk:  # a prompt shows no bar
        places, settings = todays(desk), desk.log.settings
        begins, ends = (settings.beginning_of(desk.day + timedelta(days=days)).timestamp() for days in (0, 1))
        due = {"day": desk.day.isoformat(), "questions": len(places), "seconds": seconds_of(desk.log, places)}
        return {**due, "from": begins, "until": ends}
