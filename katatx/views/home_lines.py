"""The texts of the home screen: today's review, what is done, what is due next, and a line per deck."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from typing import TYPE_CHECKING, NamedTuple

from katatx.notation.quoting import plain
from katatx.plots import bar
from katatx.views.days import counted, steps_due
from katatx.views.stats.calendar import DAYS, days_ago
from katatx.views.stats.report import DeckReport, Report
from katatx.views.stats.today import Today
from katatx.views.table import shortened

if TYPE_CHECKING:
    from katatx.views.stats.weak_spot import WeakSpot
    from katatx.views.upcoming import Upcoming

_BAR = 12
_ANY_WIDTH = 1000
_MOST_LATER = 3
LONGEST_NAME = 24

# Shown to a learner who has not practised yet.
FIRST_STEPS = (
    ("Start", "Read a question, work it with pencil and paper, and type what you got."),
    ("Mistakes", "A known mistake is named, with its line. What you missed is asked again."),
    ("Progress", "A step is automatic when you are right and quick on five days."),
)


class DeckCells(NamedTuple):
    """The texts of a deck's line: its name, its automatic steps, when it was last practised, its kata, and its title.

    `automatic` is "3/9", or only "9" in a deck of which no drill was started; `word` is "33 %", "2 started", "new", or
    "new, 3 known". In a deck without steps, drills are counted instead. `last` and `kata` are days as text, the latter
    after a tick, or "".
    """

    name: str
    automatic: str
    word: str
    last: str
    kata: str
    title: str


def home_lines(report: Report, width: int = _ANY_WIDTH) -> list[str]:
    """Return a heading and a line for each deck that has drills, at most `width` characters wide."""
    decks = [deck for deck in report.decks if deck.present]
    rows = [["deck", "automatic", "", "", "practised", "kata", "page"]]
    for deck in decks:
        cells = deck_cells(deck, report.day)
        rows.append([cells.name, share_bar(deck, _BAR), *cells[1:]])
    return [shortened(line, width) for line in aligned(rows)]


def day_lines(report: Report, today: Today, upcoming: Upcoming, weak: WeakSpot | None) -> list[str]:
    """Return labelled lines on today's review, what is done, what is due tomorrow, and the week's weak spot.

    `weak` is None if nothing was missed. A learner who never practised gets the first line only.
    """
    rows = [("Today", ": ".join(filter(None, upcoming_words(upcoming))))]
    if report.days:
        rows += [("Done", done_words(today)), ("Tomorrow", tomorrow_words(report))]
    if weak is not None:
        rows.append(("Weak spot", weak.words))
    return aligned(rows)


def upcoming_words(upcoming: Upcoming) -> tuple[str, str]:
    """Return two texts: how many questions a review started now would have and how long it takes, and their kinds.

    The second is empty if nothing is left for today.
    """
    if not upcoming.planned:
        return "done for today", ""
    count, minutes = upcoming.questions, max(1, round(upcoming.seconds / 60))
    kinds = ((upcoming.due, "due"), (upcoming.new, "new"), (upcoming.others, "to practise"))
    asked = f"{counted(count, 'question')}, about {minutes} min"
    return asked, ", ".join(f"{number} {kind}" for number, kind in kinds if number)


def done_words(today: Today) -> str:
    """Return today's streak and practised minutes in words."""
    return " · ".join(filter(None, (streak_words(today), goal_words(today))))


def streak_words(today: Today) -> str:
    """Return the streak (consecutive practice days) in words; "" if there is none."""
    return f"{today.streak}-day streak" if today.streak else ""


def goal_words(today: Today) -> str:
    """Return the minutes practised today and the day's goal in words, with a tick if it is reached."""
    return f"{int(today.minutes)} of {today.goal} min today{' ✓' if today.minutes >= today.goal else ''}"


def tomorrow_words(report: Report, width: int = _ANY_WIDTH) -> str:
    """Return how many steps are due tomorrow, today's included, and how many more on later days with any.

    At most three later days are named, fewer if the text would be longer than `width` characters.
    """
    (_, today), (_, tomorrow), *later = report.forecast
    due = steps_due(today + tomorrow)
    more = [f"{DAYS[day.weekday()]} +{count}" for day, count in later if count]
    texts = (" · ".join([due, *more[:days]]) for days in range(_MOST_LATER, -1, -1))
    return next((text for text in texts if len(text) <= width), due)


def deck_cells(deck: DeckReport, today: date) -> DeckCells:
    """Return the texts of a deck's line on a day.

    In a deck of which no drill was started, steps shared with other decks do not count as progress.
    """
    parts = deck.steps or deck.present
    whole, done = len(parts), sum(part.automatic for part in parts)
    if not deck.begun:
        count, word = str(whole), f"new, {done} known" if done else "new"
    else:
        count = f"{done}/{whole}"
        word = f"{100 * done // whole} %" if done else f"{_started(deck)} started"
    last = days_ago(date.fromisoformat(deck.last_day), today) if deck.last_day else ""
    kata = f"✓ {days_ago(date.fromisoformat(deck.kata_day), today)}" if deck.kata_day else ""
    return DeckCells(plain(deck.name, LONGEST_NAME, keep=""), count, word, last, kata, plain(deck.title, keep=""))


def share_bar(deck: DeckReport, width: int) -> str:
    """Return a bar `width` characters wide of a deck's steps: automatic (`█`), started (`▒`), new (`░`).

    It is all new if no drill of the deck was started. A deck without steps shows its drills instead.
    """
    parts = deck.steps or deck.present
    if not deck.begun:
        return bar(0, 1, width)
    done = bar(sum(part.automatic for part in parts), len(parts), width).rstrip("░")
    started = -(-_started(deck) * width // len(parts))
    return f"{done}{'▒' * (started - len(done))}".ljust(width, "░")


def _started(deck: DeckReport) -> int:
    """Return how many of a deck's steps are started, or of its drills if it has no steps."""
    return deck.started if deck.steps else deck.begun


def aligned(rows: Sequence[Sequence[str]]) -> list[str]:
    """Return rows as lines of text with aligned columns; all rows need the same number of cells, and there must be a
    row.
    """
    widths = [max(len(row[at]) for row in rows) for at in range(len(rows[0]))]
    return ["  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip() for row in rows]
