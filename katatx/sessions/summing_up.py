"""What a sitting came to, as the log and its queue say it."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta
from typing import TYPE_CHECKING

from katatx.progress.events import LogError
from katatx.progress.log import Log
from katatx.sessions.queue import MISSES
from katatx.sessions.review import list_of, seconds_of, todays
from katatx.sessions.sitting import Practice, Sitting
from katatx.show.home import Ahead
from katatx.show.summary import Day, Summary
from katatx.show.text import counted
from katatx.show.way import next_section, title_of
from scoring.days import in_a_row, longest_row, minutes_of
from scoring.today import MINUTES

if TYPE_CHECKING:
    from katatx.sessions.kata import Kata


def summary_of(sitting: Sitting) -> Summary:
    """Return what a sitting came to; without what the log says, if it cannot be read."""
    outcomes, kata = sitting.outcomes, sitting.plan.kata
    last = outcomes[-1].question if outcomes else sitting.question
    deck = kata.deck if kata is not None else None if last is None else last.prepared.deck
    is_today = sitting.run.kind == "review" and not sitting.run.drill
    own = title_of(deck) if deck and sitting.run.deck else sitting.plan.title
    title, faults = "today's questions" if is_today else own, [*sitting.faults.values()]
    left = _left(sitting) if kata is None else _left_of_kata(kata)
    told = Summary(title, outcomes, left, deck=deck, kata=kata, faults=faults)
    try:
        whole = sitting.log.whole
        told = replace(told, automatic=_automatic(sitting), whole=whole)
        if kata is None:
            here = next_section(deck, whole) if deck else None
            told = replace(told, here=here, leeches=_leeches(sitting))
        if is_today:
            day = _day(sitting.practice) if outcomes else None
            told = replace(told, day=day, tomorrow=tomorrow(sitting.practice))
    except LogError as error:
        told = replace(told, trouble=str(error))
    return told


def _left(sitting: Sitting) -> str:
    new = sum(turn.showing == 0 for turn in sitting.queue.waiting)
    again = sum(turn.showing > 0 and not turn.extra for turn in sitting.queue.waiting)
    minutes = sitting.minutes_over
    over = "" if minutes is None else f"{counted(minutes, 'minute')} {_are(minutes)} over. "
    left = f"{counted(new, 'question')} {_are(new)} left" if new else "All questions are answered"
    back = f", and {again} {_are(again)} asked once more" if again else ""
    return f"{over}{left}{back}." if sitting.queue.drills else ""


def _are(count: int) -> str:
    return "is" if count == 1 else "are"


def _left_of_kata(kata: Kata) -> str:
    if len(kata.rows) < len(kata.lines):
        return f"{len(kata.rows)} of {counted(len(kata.lines), 'line')} are done; next time you go on from there."
    if kata.clean:
        in_time = kata.seconds <= sum(row.answer.target_seconds or 0.0 for row in kata.rows)
        late = "The whole page is right. It is passed once you are as quick as your target."
        return "The whole page is right, and in time: you have passed this deck's kata." if in_time else late
    return "Not passed yet: every line must be right without help."


def _automatic(sitting: Sitting) -> list[str]:
    """Return the steps that became automatic since the first answer."""
    before, steps = sitting.before, sorted(sitting.log.whole.steps.items())
    return [name for name, step in steps if before is not None and step.automatic and before.get(name) != "automatic"]


def _leeches(sitting: Sitting) -> dict[str, int]:
    """Return the drills missed now and on at least three days of practice in succession, and on how many."""
    missed = {each.question.id: each.question.prepared for each in sitting.outcomes if not each.is_right}
    days = {name: sitting.log.standing(each.deck.name, each.drill.id).misses for name, each in missed.items()}
    return {name: count for name, count in days.items() if count >= MISSES}


def _day(practice: Practice) -> Day | None:
    if todays(practice):
        return None
    day, log = practice.day, practice.log
    days, now = [each.day for each in log.whole.days.values()], log.whole.days[day.isoformat()]
    goal = log.settings.minutes or MINUTES
    return Day(in_a_row(days, day), longest_row(days), now.right, now.attempts, minutes_of(now), goal)


def tomorrow(practice: Practice) -> Ahead:
    """Return tomorrow's list, if nothing more is practised today."""
    return ahead(practice.log, list_of(practice, practice.log.whole, practice.day + timedelta(days=1)))


def ahead(log: Log, places: list[str]) -> Ahead:
    """Return the questions at `places`, with the time they are expected to take. Raises LogError without a log."""
    return Ahead(len(places), seconds_of(log, places), sum(place not in log.whole.drills for place in places))
