"""The standings from a learner's events, worked out in memory and kept in the cache folder between two starts."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

import msgspec

from katatx import cache
from katatx.progress.events import read_counted
from katatx.progress.whole import Whole
from scoring.schedule import Schedule
from scoring.steps import Works

COLUMNS = "number, uid, at, kind, place, data"
ORDER = "kind <> 'undo', at, number"
Row = tuple[int, str, int, str, str, str]


@dataclass(slots=True)
class Replay:
    """The standings from the events before a practice day, or from all with "".

    `last` and `uid` are of the last event taken in by number, `latest` is the latest moment of an answer or hint, and
    `undone` are the answers taken back.
    """

    before: str = ""
    whole: Whole = field(default_factory=Whole)
    last: int = 0
    uid: str = ""
    latest: int = 0
    undone: set[str] = field(default_factory=set)

    def take(self, rows: Iterable[Row], works: Works, schedule: Schedule) -> bool:
        """Take in the events added since, undos first, else in order of time.

        Returns False, with a part taken in, if one is an undo or older than the latest: then all must be taken anew.
        """
        is_new = not self.last
        for number, uid, at, kind, place, data in rows:
            if number > self.last:
                self.last, self.uid = number, uid
            if kind == "undo" and is_new:
                self.undone.add(place)
            elif kind == "undo" or (kind != "run" and at < self.latest):
                return False
            elif kind != "run":
                self.latest, event = at, read_counted(data)
                if not self.before or event.day < self.before:
                    self.whole.take(kind, place, event, uid in self.undone, works.places, schedule)
        return True

    def keep(self, of: str, state: str) -> None:
        """Write it down for the log `of`, in place of an earlier one; `state` decides what the events come to."""
        cache.write("standings", f"{of} {bool(self.before)}", [state, msgspec.to_builtins(self)])


_DECODER = msgspec.json.Decoder(tuple[str, Replay])


def kept(of: str, state: str, before: str) -> Replay:
    """Return what was written down for a log in the same state and for the same day; an empty one if nothing was."""
    try:
        mark, replay = cache.read("standings", f"{of} {bool(before)}", _DECODER.decode) or ("", Replay(before))
    except msgspec.DecodeError:
        return Replay(before)
    return replay if (mark, replay.before) == (state, before) else Replay(before)
