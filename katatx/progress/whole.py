"""The standings and records from all answers of a learner, worked out in memory and kept between two starts."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import date, datetime

import msgspec

from katatx import cache
from katatx.progress.events import EPOCH, LAST_YEAR, RIGHT, Answer, Hint, Run, Undo, read_event
from scoring import Verdict
from scoring.schedule import Schedule
from scoring.steps import Evidence, Learner, Step, Works, take

# The rows that a replay takes in: undos first, else in order of time.
COLUMNS, ORDER = "number, data", "kind <> 'undo', at, number"
# Verdicts on a kata line that equals the true value, not only what follows from an earlier line.
_BY_THE_PAGE = (Verdict.RIGHT.value, "carried")


@dataclass(slots=True)
class Standing:
    """The counts of a drill's graded answers that are not undone; `clean` ones are right without help.

    `firsts` counts the first answers of a day, and `misses` those of them that were not clean since the last one that
    was. `fastest` has the fewest seconds of a clean answer with the page's numbers, and with others; kata lines and
    times that are `untouched` do not count.
    """

    attempts: int = 0
    firsts: int = 0
    firsts_right: int = 0
    misses: int = 0
    wrong_turns: dict[str, int] = field(default_factory=dict)
    clean: int = 0
    fastest: list[float | None] = field(default_factory=lambda: [None, None])

    def count(self, is_first: bool, clean: bool, event: Answer) -> None:
        self.attempts += 1
        self.clean += clean
        if is_first:
            self.firsts += 1
            self.firsts_right += clean
            self.misses = 0 if clean else self.misses + 1
        for turn in event.wrong_turns:
            self.wrong_turns[turn] = self.wrong_turns.get(turn, 0) + 1
        if clean and event.line is None and not event.untouched:
            known = self.fastest[event.seed is not None]
            self.fastest[event.seed is not None] = event.seconds if known is None else min(event.seconds, known)


@dataclass(slots=True)
class PracticeDay:
    """A day's number of attempts that count (graded, not undone), how many were right, and their total seconds."""

    day: date
    attempts: int = 0
    right: int = 0
    seconds: float = 0.0


@dataclass(slots=True)
class Whole:
    """The standings of the learner, of every practised step, of every answered drill (`deck/drill`), and of every day.

    They follow from the events `before` a practice day, or from all, up to the one with the number `last`.
    `seen` has the drills of which something was uncovered, by day, or an answer taken back: its verdict was seen.
    `katas` has by deck the last day on which its kata was passed: all in one run, and within the target times.
    `kata_runs` has runs whose answers are all right so far, without help: deck, lines left, seconds over the targets.
    """

    learner: Learner = field(default_factory=Learner)
    steps: dict[str, Step] = field(default_factory=dict)
    drills: dict[str, Standing] = field(default_factory=dict)
    days: dict[str, PracticeDay] = field(default_factory=dict)
    seen: set[tuple[str, date]] = field(default_factory=set)
    katas: dict[str, date] = field(default_factory=dict)
    kata_runs: dict[str, tuple[str, set[str], float]] = field(default_factory=dict, compare=False)
    before: date | None = field(default=None, compare=False)
    last: int = field(default=0, compare=False)
    uid: str = field(default="", compare=False)
    latest: datetime = field(default=EPOCH, compare=False)
    undone: set[str] = field(default_factory=set, compare=False)

    def take(self, event: Run | Answer | Hint, undone: bool, works: Works, schedule: Schedule) -> None:
        """Take in the next event, `undone` if it was taken back. Raises ValueError for a day beyond all times."""
        if not isinstance(event, Run) and event.day.year > LAST_YEAR:
            raise ValueError("a day beyond all times")
        match event:
            case Run(kind="kata", drill=None):
                self.kata_runs[event.id] = event.deck, set(event.drills), 0.0
            case Hint():
                self.seen.add((event.place, event.day))
            case Answer(graded=True):
                if event.run in self.kata_runs:
                    self._take_line(event, undone)
                if undone:
                    self.seen.add((event.place, event.day))
                else:
                    self._take_answer(event, works, schedule)

    def _take_answer(self, event: Answer, works: Works, schedule: Schedule) -> None:
        place, day = event.place, event.day
        helped, right = not event.help and (place, day) in self.seen, event.verdict in RIGHT
        clean = right and not (event.help or helped)
        shown = ((), ()) if helped else (event.known, event.missed)
        turn = next(iter(event.wrong_turns), "")
        evidence = Evidence(day.toordinal(), place, *shown, event.pace if clean else None, turn)
        self.drills.setdefault(place, Standing()).count(self.is_first(place, day), clean, event)
        take(evidence, self.learner, self.steps, works.places, schedule)
        total = self.days.setdefault(day.isoformat(), PracticeDay(day))
        total.attempts, total.right = total.attempts + 1, total.right + right
        total.seconds += event.seconds

    def _take_line(self, event: Answer, undone: bool) -> None:
        deck, left, late = self.kata_runs.pop(event.run)
        left, late = left - {event.line}, late + event.seconds - (event.target_seconds or 0.0)
        is_passed = not (undone or event.help) and event.verdict in _BY_THE_PAGE
        if is_passed and left:
            self.kata_runs[event.run] = deck, left, late
        elif is_passed and late <= 0:
            self.katas[deck] = max(event.day, self.katas.get(deck, date.min))

    def is_first(self, place: str, day: date) -> bool:
        """Return whether an answer at a drill on a day would be the first there that day."""
        return self.learner.seen.get(place, 0) < day.toordinal()

    def take_rows(self, rows: Iterable[tuple[int, str]], works: Works, schedule: Schedule) -> bool:
        """Take in the events added since; False, with a part taken in, if all must be taken anew."""
        is_new = not self.last
        for number, data in rows:
            event = read_event(data)
            if number > self.last:
                self.last, self.uid = number, event.uid
            if isinstance(event, Undo) and is_new:
                self.undone.add(event.answer)
            elif isinstance(event, Undo) or event.at < self.latest:
                return False
            else:
                self.latest = event.at
                if self.before is None or isinstance(event, Run) or event.day < self.before:
                    self.take(event, event.uid in self.undone, works, schedule)
        return True

    def keep(self, of: str, state: str) -> None:
        """Write it down for the log `of`, in place of an earlier one; `state` decides what the events come to."""
        cache.write("standings", f"{of} {self.before is None}", [state, msgspec.to_builtins(self)])


def deck_of(place: str) -> str:
    """Return the deck of a drill named `deck/drill`."""
    return place.rpartition("/")[0]


_DECODER = msgspec.json.Decoder(tuple[str, Whole])


def kept(of: str, state: str, before: date | None) -> Whole:
    """Return what was written down for a log in the same state and for the same day; an empty one if nothing was."""
    mark, whole = cache.read("standings", f"{of} {before is None}", _DECODER.decode) or ("", Whole())
    return whole if (mark, whole.before) == (state, before) else Whole(before=before)
