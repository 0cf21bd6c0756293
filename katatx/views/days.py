"""Format days as words: how long until something is due, or how long ago it was."""

from __future__ import annotations

from datetime import date

_WEEK = 7


def due_words(day: str | None, today: date) -> str:
    """Return when something is due: "now" (also if overdue), "tomorrow", "in 4 days", "12 Apr"; "" for None.

    `day` is an ISO date.
    """
    if day is None:
        return ""
    ahead = date.fromisoformat(day).toordinal() - today.toordinal()
    if ahead <= 0:
        return "now"
    if ahead < _WEEK:
        return "tomorrow" if ahead == 1 else f"in {ahead} days"
    return short_day(date.fromisoformat(day), today)


def ago_words(day: str | None, today: date) -> str:
    """Return when something happened: "today" (also if later), "yesterday", "4 days ago", "12 Feb"; "never" for None.

    `day` is an ISO date.
    """
    if day is None:
        return "never"
    back = today.toordinal() - date.fromisoformat(day).toordinal()
    if back <= 0:
        return "today"
    if back < _WEEK:
        return "yesterday" if back == 1 else f"{back} days ago"
    return short_day(date.fromisoformat(day), today)


def short_day(day: date, today: date) -> str:
    """Return a day as "12 Feb", with the year if it is not this year."""
    return f"{day.day} {day:%b}" if day.year == today.year else f"{day.day} {day:%b %Y}"


def counted(count: int, noun: str) -> str:
    """Return a count with its noun in singular or plural: "1 answer", "2 answers"."""
    return f"{count:,} {noun}{'s' * (count != 1)}"


def steps_due(count: int) -> str:
    """Return how many steps are due: "1 step due"."""
    return f"{counted(count, 'step')} due"


def percent(part: float) -> str:
    """Return a fraction as a whole percentage: "98 %"."""
    return f"{100 * part:.0f} %"
