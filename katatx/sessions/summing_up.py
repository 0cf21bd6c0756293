"""What a sitting came to, as the log and its queue say it."""

from __future__ import annotations

from datetime import date, timedelta
from typing import TYPE_CHECKING

from katatx.progress.errors import LogError
from katatx.progress.log import Log
from katatx.sessions.drills import Decks
from katatx.sessions.queue import MISSES
from katatx.sessions.review import list_of, seconds_of, todays
from katatx.sessions.sitting import Sitting
from katatx.show.calendar import in_a_row, longest_row, minutes_of
from katatx.show.home import Ahead
from katatx.show.summary import Changes, Day, Summary
from katatx.show.text import counted
from katatx.show.way import next_section, title_of
from scoring.today import MINUTES

if TYPE_CHECKING:
    from katatx.sessions.kata_lines import Kata


def summary_of(sitting: Sitting) -> Summary:
    """Return what a sitting came to."""
    return _of_drills(sitting) if sitting.plan.kata is None else _of_kata(sitting, sitting.plan.kata)


def _of_drills(sitting: Sitting) -> Summary:
    log, outcomes = sitting.log, sitting.outcomes
    changes, leeches, day, then, whole = Changes(), dict[str, int](), None, None, None
    try:
        changes, leeches, day = _changes(sitting), _leeches(sitting), _day(sitting)
        then, whole = _tomorrow(sitting), log.whole
    except LogError as error:
        changes = Changes(trouble=str(error))
    last = outcomes[-1].question if outcomes else sitting.question
    deck = None if last is None else last.prepared.deck
    here = next_section(deck, whole) if deck and whole else None
    is_today = sitting.run.kind == "review" and not sitting.run.drill
    title = "today's questions" if is_today else title_of(deck) if deck and sitting.run.deck else sitting.title
    faults = [*sitting.faults.values()]
    return Summary(title, outcomes, changes, _left(sitting), deck, whole, here, None, leeches, day, then, faults)


def _left(sitting: Sitting) -> str:
    """Return what is left as a sentence; a question that was answered, even if missed, is not."""
    new = sum(turn.showing == 0 for turn in sitting.queue.waiting)
    again = sum(turn.showing > 0 and not turn.extra for turn in sitting.queue.waiting)
    over = (
        ""
        if sitting.minutes_over is None
        else f"{counted(sitting.minutes_over, 'minute')} {_are(sitting.minutes_over)} over. "
    )
    left = f"{counted(new, 'question')} {_are(new)} left" if new else "All questions are answered"
    back = f", and {again} {_are(again)} asked once more" if again else ""
    return f"{over}{left}{back}." if sitting.queue.drills else ""


def _are(count: int) -> str:
    return "is" if count == 1 else "are"


def _changes(sitting: Sitting) -> Changes:
    """Return which steps became automatic since the first answer."""
    if sitting.before is None:
        return Changes()
    steps = sorted(sitting.log.whole.steps.items())
    return Changes([name for name, step in steps if step.automatic and sitting.before.get(name) != "automatic"])


def _leeches(sitting: Sitting) -> dict[str, int]:
    """Return the drills missed now and on at least three days of practice in succession, and on how many."""
    missed = {each.question.id: each.question.prepared for each in sitting.outcomes if not each.is_right}
    days = {name: sitting.log.standing(each.deck.name, each.drill.id).misses for name, each in missed.items()}
    return {name: count for name, count in days.items() if count >= MISSES}


def _day(sitting: Sitting) -> Day | None:
    """Return the day if a review left nothing of its list."""
    log, plan = sitting.log, sitting.plan
    day = log.settings.day_of(sitting.clock())
    if sitting.run.kind != "review" or sitting.run.drill or not sitting.outcomes or todays(plan.decks, log, day):
        return None
    days, now = [each.day for each in log.whole.days.values()], log.whole.days[day.isoformat()]
    goal = log.settings.minutes or MINUTES
    return Day(in_a_row(days, day), longest_row(days), now.right, now.attempts, minutes_of(now), goal)


def _tomorrow(sitting: Sitting) -> Ahead | None:
    if sitting.run.kind != "review" or sitting.run.drill:
        return None
    log = sitting.log
    return tomorrow(sitting.plan.decks, log, log.settings.day_of(sitting.clock()))


def tomorrow(decks: Decks, log: Log, day: date) -> Ahead:
    """Return the list of the day after `day`, if nothing more is practised before it."""
    return ahead(log, list_of(decks, log, log.whole, day + timedelta(days=1)))


def ahead(log: Log, places: list[str]) -> Ahead:
    """Return the questions at `places`, with the time they are expected to take. Raises LogError without a log."""
    return Ahead(len(places), seconds_of(log, places), sum(place not in log.whole.drills for place in places))


# ---- a kata


def _of_kata(sitting: Sitting, kata: Kata) -> Summary:
    whole = None
    try:
        changes, whole = _changes(sitting), sitting.log.whole
    except LogError as error:
        changes = Changes(trouble=str(error))
    left, title = _left_of_kata(kata), title_of(kata.deck)
    return Summary(title, sitting.outcomes, changes, left, kata.deck, whole, kata=kata)


def _left_of_kata(kata: Kata) -> str:
    """Return in a sentence what the kata is worth, and what is left of it."""
    if len(kata.rows) < len(kata.lines):
        return f"{len(kata.rows)} of {counted(len(kata.lines), 'line')} are done; next time you go on from there."
    if kata.clean:
        late = "The whole page is right. It is passed once you are as quick as your target."
        return "The whole page is right, and in time: you have passed this deck's kata." if kata.in_time else late
    right = "Every line is right now" if kata.first_departure is None else "Not every line is right yet"
    return f"{right}; only without slips or help it is passed."
