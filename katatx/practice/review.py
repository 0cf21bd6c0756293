"""A review: what is due today over all decks, the weakest first, and a few new drills among it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from itertools import islice

from katatx.decks.loading import Deck
from katatx.decks.prepared import Prepared, prepare
from katatx.practice.clock import Clock
from katatx.practice.queued import QueuedSitting, new_run_id
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
    """One sitting at a day's review."""

    decks: Decks
    day: date
    limit: int | None = None

    def __post_init__(self) -> None:
        own = {f"{answer.deck}/{answer.drill}" for answer in _counted(self.log, self.run)}
        with self.log.telling("read"):
            today = set(map("/".join, self.log.standings.practised_since(self.day)))
        # What was practised elsewhere since the run was planned is not asked again.
        closed = today - own
        self._begin([name for name in self.run.drills if _exists(self.decks, name) and name not in closed])

    @property
    def title(self) -> str:
        return "Review"

    @property
    def mixes_decks(self) -> bool:
        return True

    @property
    def opening(self) -> str:
        if not self.total:
            return "Review. Nothing is due today."
        more = len(due_names(self.log, self.decks, self.day) - set(self.run.drills))
        return (
            f"Review. {self.finished} of {self.total} drills done{f'; {more} more are due after these' * bool(more)}."
        )

    def summary_lines(self) -> list[str]:
        from katatx.practice.session_summary import session_summary_lines

        outcomes, over = self.outcomes, self.minutes_over
        done = session_summary_lines(outcomes, self.finished, self.total, True, over) if self.total else []
        # Where answers are kept aside, the log does not know what today came to.
        return done if self.log.aside else [*done, tomorrow(self.log, self.decks, self.day)]

    def _prepare(self, name: str) -> Prepared:
        deck = self.decks[name.rsplit("/", 1)[0]]
        return prepare(deck, deck.by_id[name.rsplit("/", 1)[1]], self.settings.places)

    def _name(self, deck: str, drill: str) -> str:
        return f"{deck}/{drill}"


def open_review(decks: Decks, log: Log, clock: Clock, new_seed: Callable[[], int], limit: int | None = None) -> Review:
    """Today's review, gone on with where it was stopped; what is still due where it was finished.

    Raises LogError where the log cannot be used.
    """
    day = log.settings.day_of(clock())
    last = _run_of(log, day)
    if last is not None:
        review = Review(log, last, clock, decks, day, limit)
        if review.question is not None:
            return review
    with log.telling("read"):
        due = list(map("/".join, log.standings.due(day)))
        begun = log.standings.begun_on(day)
    due = [name for name in due if _exists(decks, name)]
    new = list(islice(new_drills(decks, log), max(0, log.settings.new_per_day - begun)))
    # No more than that is looked at for the first of them: thousands may be due.
    drills = tuple(plan(due[: MOST + _LOOK_AHEAD], new, lambda name: _section(decks, name))[:MOST])
    run = Run(new_run_id(), "", None, drills, new_seed(), always_fresh=False, started=clock(), kind="review")
    if drills:
        log.start_run(run)
    return Review(log, run, clock, decks, day, limit)


def to_repeat(decks: Decks, log: Log, day: date) -> int:
    """How many drills the day's review still has to ask again: missed, or answered with help."""
    run = _run_of(log, day)
    if run is None:
        return 0
    clean: dict[str, bool] = {}
    for answer in _counted(log, run):
        name = f"{answer.deck}/{answer.drill}"
        clean[name] = clean.get(name, False) or answer.clean
    return sum(not done and _exists(decks, name) for name, done in clean.items())


def _run_of(log: Log, day: date) -> Run | None:
    """The last review begun on a day, if the last one was."""
    for run in islice(log.runs("", "review"), 1):
        if log.settings.day_of(run.started) == day:
            return run
    return None


def _counted(log: Log, run: Run) -> Iterator[Answered]:
    return (each.answer for each in log.attempts(run.id) if each.answer.graded and not each.undone)


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
    with log.telling("read"):
        known = log.standings.names()
    begun = {deck for deck, _ in known}
    for deck in sorted(decks.values(), key=lambda each: each.name not in begun):
        for drill in deck.drills:
            if (deck.name, drill.id) not in known:
                yield f"{deck.name}/{drill.id}"


def tomorrow(log: Log, decks: Decks, day: date) -> str:
    """What the next day holds, in a line."""
    found = len(due_names(log, decks, day + timedelta(days=1)))
    new = len(list(islice(new_drills(decks, log), log.settings.new_per_day)))
    return f"Tomorrow: {found} {'drill' if found == 1 else 'drills'} due{f', up to {new} new' if new else ''}."


def due_names(log: Log, decks: Decks, day: date) -> set[str]:
    """The drills that there still are and that are due on a day or before it."""
    with log.telling("read"):
        due = log.standings.names(day)
    return {name for name in map("/".join, due) if _exists(decks, name)}


def _exists(decks: Decks, name: str) -> bool:
    deck, _, drill = name.rpartition("/")
    return deck in decks and drill in decks[deck].by_id


def _section(decks: Decks, name: str) -> object:
    deck, _, drill = name.rpartition("/")
    return deck, decks[deck].by_id[drill].section
