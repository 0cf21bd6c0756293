"""What home tells: today's questions, the decks, the days of practice and this week's weak spot.

The app, `katatx` without a terminal and the end of a review take their numbers and words from here.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, timedelta
from typing import NamedTuple

from rich.text import Text

from katatx.decks.loading import Deck
from katatx.progress.events import Attempt
from katatx.progress.log import Log
from katatx.show.report import DeckReport, Miss, Report, last_miss
from katatx.show.text import ago, bar, columns, counted, line, shortened
from katatx.show.way import next_section, section_of, title_of
from scoring.days import in_a_row, minutes_of

WELCOME = (
    "You work a transformer by hand, one number at a time.",
    "katatx checks each and says which slip made it wrong.",
)
LEGEND = line(("━", "right"), " automatic  ", ("╍", "lead"), " learning  ┈ to come  ", ("◆", "lead"), " kata passed")
# What stands beside the decks for whoever is new.
_HOW = (
    "A lesson works one example before your eyes, then covers it line by line.",
    "Then you work it yourself, with new numbers.",
    "If you slip, katatx says which slip it was and shows the line.",
    "What is right and quick on five days is automatic.",
    "At its end each deck has a kata: you work the whole page.",
)
# What stands for a day of the ten weeks: no practice, less than half of the day's minutes, half of them, all of them.
_SIGNS = (("□", "faint"), ("■", "lead3"), ("■", "lead2"), ("■", "lead"))
_WEEKS, _DAYS = 10, ("Mo", "Tu", "We", "Th", "Fr", "Sa", "Su")
# Cells: of a deck's title, the longest bar, counts long and short with their gaps, and a line with room for long ones.
_TITLE, _BAR, _COUNT, _SHORT_COUNT, _ROOMY = 29, 40, 24, 14, 60


class Ahead(NamedTuple):
    """The questions of a day's list, the seconds they are expected to take, and how many are `new`."""

    questions: int
    seconds: float
    new: int

    @property
    def asked(self) -> str:
        minutes = counted(max(1, round(self.seconds / 60)), "minute")
        return f"{counted(self.questions, 'question')}, about {minutes}" if self.questions else "nothing is due"

    @property
    def kinds(self) -> str:
        """Return how many are known, and how many new; "" for no question."""
        known = self.questions - self.new
        return ", ".join(filter(None, (f"{known} to go over" * (known > 0), f"{self.new} new" * (self.new > 0))))


@dataclass(frozen=True)
class Home:
    """The contents of home. `ahead` is what is left of today's list; `tomorrow` is known once nothing is."""

    decks: Mapping[str, Deck]
    report: Report
    ahead: Ahead
    tomorrow: Ahead | None
    weak: Miss | None

    @property
    def listed(self) -> list[DeckReport]:
        """Return the decks in the order of their rows: those begun come first."""
        return sorted((each for each in self.report.decks if each.drills), key=lambda each: not each.last_day)

    @property
    def current(self) -> DeckReport | None:
        """Return the deck practised last, the last of several on one day; or else the first."""
        begun = [each for each in self.listed if each.last_day]
        return max(reversed(begun), key=lambda each: each.last_day or "", default=next(iter(self.listed), None))


def make_home(decks: Mapping[str, Deck], log: Log, report: Report, ahead: Ahead, tomorrow: Ahead | None) -> Home:
    """Return what home tells on the day of a report. Raises LogError if the log cannot be read."""
    weak = None if report.weakest is None else last_miss(report.weakest, log, decks, report.day)
    return Home(decks, report, ahead, tomorrow, weak)


# ---- the parts of the screen


def day_line(report: Report) -> Text:
    """Return the days in a row, and today's minutes of those wanted."""
    done = sum(minutes_of(each) for each in report.days if each.day == report.day)
    minutes = f"   {int(done)} of {report.goal} minutes" if done else ""
    days = in_a_row((each.day for each in report.days), report.day)
    row = f"{counted(days, 'day')} in a row" if days else ""
    return line((row, "lead"), (minutes, "right" if done >= report.goal else "dim"))


def today_lines(home: Home) -> list[Text]:
    """Return what today is: two lines."""
    if not home.decks:
        return [line(("There are no decks yet.", "b")), line(("katatx new makes one from a page.", "dim"))]
    if not home.report.days and home.current is not None:
        first = next_section(home.decks[home.current.name], home.report.whole)
        told = "Take paper and a pencil; a calculator too, if you like."
        return [line(("Your first lesson: ", "b"), (first or "", "lead b")), line((told, "dim"))]
    if home.ahead.questions:
        return [line((home.ahead.asked, "b")), line((home.ahead.kinds, "dim"))]
    then = home.tomorrow.asked if home.tomorrow else ""
    return [line(("✓ ", "right"), ("Today is done", "b")), line((f"Tomorrow: {then}. Or go on with more now.", "dim"))]


def deck_lines(home: Home, width: int) -> list[Text]:
    """Return a line for each deck: its title, a bar, and how many of its steps are automatic."""
    said, room = (" automatic", _COUNT) if width >= _ROOMY else ("", _SHORT_COUNT)
    wide = min(_BAR, width - _TITLE - room)
    rows = []
    for deck in home.listed:
        title = shortened(title_of(home.decks[deck.name]), _TITLE), "b" * (deck is home.current)
        automatic, _, of = deck.counts
        count = f"{automatic} of {of}{said}" if deck.last_day else "begin here" * (deck is home.current)
        passed = " ◆" * (deck.kata_day is not None)
        rows.append((title, bar(*deck.counts, wide), line((count, "dim"), (passed, "lead"))))
    return columns("lll", rows)


def beside(home: Home, key: str) -> list[tuple[str, list[Text], str]]:
    """Return the cards beside the decks: title, lines, and what the edge says. `key` practises the weak spot."""
    if not home.report.days:
        return [("how it works", [line((f"{at} ", "lead"), said) for at, said in enumerate(_HOW, 1)], "")]
    spot, below = [line(("No step stands out this week.", "dim"))], ""
    if home.weak is not None:
        spot, below = [line((home.weak.happened, "b")), line((home.weak.instead, "dim"))], f"{key}: practise it"
    return [("this week's weak spot", spot, below), ("ten weeks", weeks_map(home.report), "")]


def weeks_map(report: Report) -> list[Text]:
    """Return a line for each day of the week with a sign for each of ten weeks, by the share of the day's goal."""
    minutes, today, goal = {each.day: minutes_of(each) for each in report.days}, report.day, report.goal
    monday = today - timedelta(days=today.weekday())
    lines = []
    for at, name in enumerate(_DAYS):
        days = [monday + timedelta(days=at, weeks=1 - back) for back in range(_WEEKS, 0, -1)]
        spent = [(day, minutes.get(day, 0.0)) for day in days]
        cells = [_SIGNS[sum((m > 0, m >= goal / 2, m >= goal))] if day <= today else (" ", "") for day, m in spent]
        lines.append(line((name, "dim"), " ", *(piece for cell in cells for piece in (" ", cell))))
    return lines


def last_answer(attempt: Attempt, decks: Mapping[str, Deck], today: date) -> str:
    """Return which answer it is that may be taken back."""
    answer = attempt.answer
    where = section_of(decks[answer.deck], answer.drill) if answer.deck in decks else answer.deck
    return f"your last answer, in {where} ({answer.verdict}, {ago(answer.day, today)} at {answer.answered:%H:%M})"


# ---- without a terminal


def plain_home(home: Home) -> list[Text]:
    """Return all of it as lines, with the decks' names for the command line."""
    said = [("Today", line("; ").join(today_lines(home)))]
    said += [("Practice", day_line(home.report))] if home.report.days else []
    said += [] if home.weak is None else [("Weak spot", line(f"{home.weak.happened}. {home.weak.instead}"))]
    heads, day = ("deck", "automatic", "learning", "steps", "practised", "title"), home.report.day
    rows = [
        (deck.name, *map(str, deck.counts), ago(deck.last_day, day), title_of(home.decks[deck.name]))
        for deck in home.listed
    ]
    return [*columns("ll", said), line(), *columns("lrrrll", [heads, *rows])]
