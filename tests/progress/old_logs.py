"""Logs of version 5, written with SQL as katatx 0.9 wrote them, in a file or on a server."""

from __future__ import annotations

import json
from collections.abc import Callable
from datetime import timedelta
from random import Random

from katatx.progress.events import Answered, Hint
from katatx.progress.log import Log
from katatx.settings import Settings
from tests.progress.histories import NOW, OLDER, WORKS, some_answer, some_hint, some_run

_TABLES = {
    "runs": "number BIGINT PRIMARY KEY, learner TEXT, id TEXT, deck TEXT, drill TEXT, drills TEXT, seed BIGINT,"
    " always_fresh BOOLEAN, started TEXT, kind TEXT, instant BIGINT",
    "attempts": "id BIGINT PRIMARY KEY, learner TEXT, uid TEXT, run TEXT, deck TEXT, drill TEXT, seed BIGINT, given TEXT,"
    " typed TEXT, verdict TEXT, wrong_turns TEXT, slots TEXT, help INTEGER, cold BOOLEAN, helped BOOLEAN, answered TEXT,"
    " seconds DOUBLE PRECISION, first_key_seconds DOUBLE PRECISION, version TEXT, line TEXT, day TEXT, instant BIGINT,"
    " paused_seconds DOUBLE PRECISION, untouched BOOLEAN, pencil_seconds DOUBLE PRECISION,"
    " target_seconds DOUBLE PRECISION",
    "uncoverings": "id BIGINT PRIMARY KEY, learner TEXT, uid TEXT, run TEXT, deck TEXT, drill TEXT, seed BIGINT,"
    " lines INTEGER, at TEXT, line TEXT, day TEXT, instant BIGINT, step TEXT",
    "undos": "learner TEXT, uid TEXT, at TEXT, instant BIGINT, PRIMARY KEY (learner, uid)",
    "works": "learner TEXT, deck TEXT, drill TEXT, line TEXT, work TEXT, PRIMARY KEY (learner, deck, drill, line)",
}
TABLES = [f"CREATE TABLE {name} ({columns})" for name, columns in _TABLES.items()]
Put = Callable[[str, dict], object]


class Practised:
    """What a learner did under version 5: answers of every verdict, hints, runs, and answers taken back."""

    def __init__(self, seed: int, count: int) -> None:
        random = Random(seed)
        moments = [NOW + timedelta(minutes=400 * at, microseconds=random.randrange(10**6)) for at in range(count)]
        self.runs = [some_run(random, moment) for moment in moments[::30]]
        self.answers = [some_answer(random, moment, OLDER) for moment in moments]
        self.hints = [some_hint(random, moment) for moment in moments[5::20]]
        self.undone = random.sample(range(count), count // 15)

    def write(self, put: Put, learner: str) -> None:
        """Put every row into its table; rows are numbered for the learner alone."""
        first, day_of = sum(map(ord, learner)) * 100_000, Settings().day_of
        for number, run in enumerate(self.runs, first):
            named = {name: getattr(run, name) for name in ("id", "deck", "drill", "seed", "always_fresh", "kind")}
            put("runs", {"number": number, "learner": learner, **named, "drills": json.dumps(run.drills),
                         "started": run.started.isoformat(), "instant": 0})  # fmt: skip
        for number, answer in enumerate(self.answers):
            told = {name: getattr(answer, name) for name in Answered.__struct_fields__}
            texts = {name: json.dumps(told[name]) for name in ("given", "wrong_turns", "slots")}
            put("attempts", {
                **told, **texts, "id": first + number, "learner": learner, "uid": f"u{number}", "cold": False,
                "typed": answer.typed.replace("\0", "�").replace("\ud800", "?"), "helped": False, "version": "0.9.0",
                "answered": answer.answered.isoformat(), "day": str(day_of(answer.answered)), "instant": 0,
            })  # fmt: skip
        for number, hint in enumerate(self.hints, first):
            named = {name: getattr(hint, name) for name in Hint.__struct_fields__}
            put("uncoverings", {**named, "id": number, "learner": learner, "instant": 0, "at": hint.at.isoformat()})
        for number in self.undone:
            put("undos", {"learner": learner, "uid": f"u{number}", "at": NOW.isoformat(), "instant": 0})
        for (deck, drill, line), work in WORKS.works.items():
            put("works", {"learner": learner, "deck": deck, "drill": drill, "line": line, "work": json.dumps(work)})
        put("works", {"learner": learner, "deck": "one", "drill": "", "line": "", "work": "a fingerprint"})

    def do(self, log: Log) -> list[str]:
        """Do all of it anew, and return the ids of the answers."""
        runs, hints = iter(self.runs), iter(self.hints)
        uids = []
        for number, answer in enumerate(self.answers):
            if number % 30 == 0:
                log.add([next(runs)])
            uids.append(log.record(answer)[0].uid)
            if number % 20 == 5:
                log.add([next(hints)])
        for number in self.undone:
            log.undo(NOW, uids[number])
        return uids
