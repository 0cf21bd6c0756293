"""A review: what is due today over all decks, the weakest first, and a few new drills among it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from itertools import islice

from katatx.decks.loading import Deck
from katatx.decks.prepared import Prepared, prepare
from katatx.practice.queued import QueuedSitting, new_run_id
from katatx.practice.sitting import Clock
from katatx.progress.log import Log
from katatx.progress.records import Answered, Run

Decks = Mapping[str, Deck]
# A run holds no more than a person would do in a day; the next one holds what is left.
MOST = 200
# A new drill comes after so many that are due.
_DUE_BETWEEN_NEW = 3
# How far down the order a drill of another section is looked for.
_LOOK_AHEAD = 8


@dataclass
class Review(QueuedSitting):
    """One sitting at a day's review. `waiting` is how many due drills it had to leave out."""

    decks: Decks
    day: date
    left_out: int = 0
    limit: int | None = None

    def __post_init__(self) -> None:
        own = {f"{answer.deck}/{answer.drill}" for answer in self._own_answers()}
        self._begin([name for name in self.run.drills if _exists(self.decks, name) and self._is_open(name, own)])

    @property
    def title(self) -> str:
        return "Review"

    @property
    def mixes_decks(self) -> bool:
        return True

    @property
    def place(self) -> str:
        question = self._up()
        return f"{question.section}{' · fresh numbers' * question.is_fresh}"

    @property
    def opening(self) -> str:
        if not self.total:
            return "Review. Nothing is due today."
        left_out = f"; {self.left_out} more are due after these" if self.left_out else ""
        return f"Review. {self.finished} of {self.total} drills done{left_out}."

    def summary_lines(self) -> list[str]:
        from katatx.practice.session_summary import session_summary_lines

        done = session_summary_lines(self.outcomes, self.finished, self.total, True) if self.total else []
        return [*done, tomorrow(self.log, self.decks, self.day)]

    def _own_answers(self) -> Iterator[Answered]:
        return (attempt.answer for attempt in self.log.attempts(self.run.id))

    def _is_open(self, name: str, own: set[str]) -> bool:
        """Whether a drill was not practised elsewhere since the run was planned."""
        if name in own:
            return True
        last = self.log.standings.one(*name.rsplit("/", 1)).last_day
        return last is None or last < self.day.isoformat()

    def _prepare(self, name: str) -> Prepared:
        deck = self.decks[name.rsplit("/", 1)[0]]
        return prepare(deck, deck.by_id[name.rsplit("/", 1)[1]])

    def _name(self, deck: str, drill: str) -> str:
        return f"{deck}/{drill}"


def open_review(decks: Decks, log: Log, clock: Clock, new_seed: Callable[[], int], limit: int | None = None) -> Review:
    """Today's review, gone on with where it was stopped; what is still due where it was finished.

    Raises LogError where the log cannot be used.
    """
    day = log.settings.day_of(clock())
    for run in islice(log.runs("", "review"), 1):
        if log.settings.day_of(run.started) == day:
            review = Review(log, run, clock, decks, day, limit=limit)
            if review.question is not None:
                return review
    due = [f"{deck}/{drill}" for (deck, drill), _ in log.standings.due(day)]
    due = [name for name in due if _exists(decks, name)]
    begun = log.standings.begun_on(day)
    new = list(islice(new_drills(decks, log), max(0, log.settings.new_per_day - begun)))
    drills = tuple(plan(due, new, lambda name: _section(decks, name))[:MOST])
    run = Run(new_run_id(), "", None, drills, new_seed(), always_fresh=False, started=clock(), kind="review")
    if drills:
        log.start_run(run)
    return Review(log, run, clock, decks, day, max(0, len(due) - MOST), limit)


def plan(due: Sequence[str], new: Sequence[str], section: Callable[[str], object]) -> list[str]:
    """The order of a day: due drills as they come, but two of a section apart where one of another
    stands near; after every three of them a new one, the rest of the new at the end.
    """
    waiting, fresh = list(due), list(new)
    order: list[str] = []
    while waiting:
        last = section(order[-1]) if order else None
        other = next((at for at, name in enumerate(waiting[:_LOOK_AHEAD]) if section(name) != last), 0)
        order.append(waiting.pop(other))
        if fresh and (len(order) + 1) % (_DUE_BETWEEN_NEW + 1) == 0:
            order.append(fresh.pop(0))
    return order + fresh


def new_drills(decks: Decks, log: Log) -> Iterator[str]:
    """The drills never practised, in page order: first those of decks that were begun."""
    known = log.standings.names()
    begun = {deck for deck, _ in known}
    for deck in sorted(decks.values(), key=lambda each: each.name not in begun):
        for drill in deck.drills:
            if (deck.name, drill.id) not in known:
                yield f"{deck.name}/{drill.id}"


def tomorrow(log: Log, decks: Decks, day: date) -> str:
    """What the next day holds, in a line."""
    due = due_by_deck(log, decks, day + timedelta(days=1))
    new = len(list(islice(new_drills(decks, log), log.settings.new_per_day)))
    found = sum(due.values())
    return f"Tomorrow: {found} {'drill' if found == 1 else 'drills'} due{f', up to {new} new' if new else ''}."


def due_by_deck(log: Log, decks: Decks, day: date) -> dict[str, int]:
    """How many drills that there are still are due on a day or before it, by deck."""
    counts = dict.fromkeys(decks, 0)
    for deck, drill in log.standings.names(day):
        if deck in decks and drill in decks[deck].by_id:
            counts[deck] += 1
    return counts


def _exists(decks: Decks, name: str) -> bool:
    deck, _, drill = name.rpartition("/")
    return deck in decks and drill in decks[deck].by_id


def _section(decks: Decks, name: str) -> object:
    deck, _, drill = name.rpartition("/")
    return deck, decks[deck].by_id[drill].section
