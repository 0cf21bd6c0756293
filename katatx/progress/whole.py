"""The standings from all answers of a learner, of each step, drill and day.

They are worked out in memory from the events, and kept in the cache folder between two starts.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field
from datetime import date

import msgspec

from katatx import cache
from katatx.progress.events import RIGHT, UNGRADED, Counted, read_counted
from scoring.schedule import Schedule
from scoring.steps import Evidence, Learner, Step, Works, take

COLUMNS = "number, uid, at, kind, place, data"
ORDER = "kind <> 'undo', at, number"
Row = tuple[int, str, int, str, str, str]


@dataclass(slots=True)
class Standing:
    """The counts of a drill's answers.

    `attempts` counts graded answers that are not undone. `firsts` counts the first answers of a day, `firsts_right`
    those of them that were right without help, and `misses` those that were not since the last one that was.
    `wrong_turns` counts known mistakes by name, and `clean` all answers that were right without help.
    """

    attempts: int = 0
    firsts: int = 0
    firsts_right: int = 0
    misses: int = 0
    wrong_turns: dict[str, int] = field(default_factory=dict)
    clean: int = 0

    def count(self, is_first: bool, clean: bool, turns: tuple[str, ...]) -> None:
        """Update the counts with a graded answer; `clean` is right and without help."""
        self.attempts += 1
        self.clean += clean
        if is_first:
            self.firsts += 1
            self.firsts_right += clean
            self.misses = 0 if clean else self.misses + 1
        for turn in turns:
            self.wrong_turns[turn] = self.wrong_turns.get(turn, 0) + 1


@dataclass(slots=True)
class PracticeDay:
    """A day's number of attempts that count (graded, not undone), how many were right, and their total seconds."""

    day: date
    attempts: int = 0
    right: int = 0
    seconds: float = 0.0


@dataclass(slots=True)
class Whole:
    """The standings of the learner, of every practised step, of every answered drill (`deck/drill`), and of every
    practice day.

    `seen` has the drills of which something was uncovered, by day, or an answer taken back: its verdict was seen.
    """

    learner: Learner = field(default_factory=Learner)
    steps: dict[str, Step] = field(default_factory=dict)
    drills: dict[str, Standing] = field(default_factory=dict)
    days: dict[str, PracticeDay] = field(default_factory=dict)
    seen: set[tuple[str, str]] = field(default_factory=set)

    def take(
        self, kind: str, place: str, event: Counted, undone: bool, places: Mapping[str, AbstractSet[str]],
        schedule: Schedule,
    ) -> None:  # fmt: skip
        """Take in the hint or answer that comes next in time; `undone` says that it is an answer that was taken back.

        `places` are the drills that exercise each step. Raises ValueError for a day that is none.
        """
        if kind == "answer" and event.verdict in UNGRADED:
            return
        here, day = (place, event.day), date.fromisoformat(event.day)
        if kind == "hint" or undone:
            self.seen.add(here)
            return
        helped, right = not event.help and here in self.seen, event.verdict in RIGHT
        clean = right and not (event.help or helped)
        shown = ((), ()) if helped else (event.known, event.missed)
        turn = next(iter(event.wrong_turns), "")
        evidence = Evidence(day.toordinal(), place, *shown, event.pace if clean else None, turn)
        drill = self.drills.setdefault(f"{event.deck}/{event.drill}", Standing())
        drill.count(self.is_first(place, day), clean, event.wrong_turns)
        take(evidence, self.learner, self.steps, places, schedule)
        total = self.days.setdefault(event.day, PracticeDay(day))
        total.attempts, total.right = total.attempts + 1, total.right + right
        total.seconds += event.seconds

    def is_first(self, place: str, day: date) -> bool:
        """Return whether an answer at a drill on a day would be the first there that day."""
        return self.learner.seen.get(place, 0) < day.toordinal()


def deck_of(place: str) -> str:
    """Return the deck of a drill named `deck/drill`."""
    return place.rpartition("/")[0]


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
