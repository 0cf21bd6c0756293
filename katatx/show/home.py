"""What home tells: today's questions, the decks, the days of practice and this week's weak spot.

The app, `katatx` without a terminal and the end of a review take their numbers and words from here.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from typing import NamedTuple

from rich.text import Text

from katatx.decks.loading import Deck
from katatx.notation.quoting import plain, quote
from katatx.progress.log import Log
from katatx.progress.records import Attempt
from katatx.progress.whole import Whole, deck_of
from katatx.show.calendar import in_a_row, minutes_of, weeks_map
from katatx.show.report import DeckReport, Report, explained
from katatx.show.text import ago, bar, columns, counted, line, short_day, shortened, width_of, wrapped
from katatx.show.way import KATA, WHOLE_PAGE, next_section, section_of, title_of
from scoring.today import MINUTES
from scoring.wording import capital

WELCOME = (
    "You work a transformer by hand, one number at a time.",
    "katatx checks each and says which slip made it wrong.",
)
_HOW_IT_WORKS = (
    "A lesson works one example, then covers its lines.",
    "Then you work it alone, with other numbers.",
    "A wrong answer is named, and opened where it went wrong.",
    "What is right and quick on five days is automatic.",
)
TWO_WEEKS = 14
_LEAST_BAR, _MOST_BAR = 8, 24
_TITLE = 29


class Ahead(NamedTuple):
    """The questions of a day's list, the seconds they are expected to take, and the sections of the `new` ones."""

    questions: int
    seconds: float
    new: int
    sections: tuple[str, ...]

    @property
    def asked(self) -> str:
        """Return how many questions there are, and how long they take."""
        minutes = counted(max(1, round(self.seconds / 60)), "minute")
        return f"{counted(self.questions, 'question')}, about {minutes}" if self.questions else "nothing is due"

    @property
    def kinds(self) -> str:
        """Return how many are known, how many new, and of which section; "" for no question."""
        known = self.questions - self.new
        new = f"{self.new} new: {self.sections[0]}{' and more' * (len(self.sections) > 1)}" if self.new else ""
        return ", ".join(filter(None, (f"{known} you know" * (known > 0), new)))


def ahead_of(decks: Mapping[str, Deck], places: Sequence[str], whole: Whole, seconds: float) -> Ahead:
    """Return what is known of the questions at `places`, which are drills as `deck/drill`."""
    new = [place for place in places if place not in whole.drills]
    sections = (section_of(decks[deck_of(place)], place.rpartition("/")[2]) for place in new)
    return Ahead(len(places), seconds, len(new), tuple(dict.fromkeys(sections)))


class WeakSpot(NamedTuple):
    """The step missed this week that is least far, with its last miss: what happened, and what to do instead."""

    step: str
    happened: str
    instead: str


@dataclass(frozen=True)
class Home:
    """All that home tells. `minutes` are those of each day, `goal` the minutes a day.

    `ahead` is what is left of today's list; `tomorrow` is known once nothing is.
    """

    decks: Mapping[str, Deck]
    report: Report
    minutes: Mapping[date, float]
    goal: int
    ahead: Ahead
    tomorrow: Ahead | None
    weak: WeakSpot | None

    @property
    def is_new(self) -> bool:
        return not self.report.days

    @property
    def listed(self) -> list[DeckReport]:
        """Return the decks in the order of their rows: those begun come first."""
        return sorted((each for each in self.report.decks if each.present), key=lambda each: not each.begun)

    @property
    def current(self) -> DeckReport | None:
        """Return the deck practised last, the last of several on one day; or else the first."""
        begun = [each for each in self.listed if each.begun]
        return max(reversed(begun), key=lambda each: each.last_day or "", default=next(iter(self.listed), None))

    @property
    def streak(self) -> int:
        return in_a_row((each.day for each in self.report.days), self.report.day)

    def here(self, name: str) -> str | None:
        """Return the section where a deck is gone on with."""
        return next_section(self.decks[name], self.report.whole)


def make_home(decks: Mapping[str, Deck], log: Log, report: Report, ahead: Ahead, tomorrow: Ahead | None) -> Home:
    """Return what home tells on the day of a report. Raises LogError if the log cannot be read."""
    minutes = {each.day: minutes_of(each) for each in report.days}
    goal = log.settings.minutes or MINUTES
    return Home(decks, report, minutes, goal, ahead, tomorrow, _weak_spot(report, decks))


def _weak_spot(report: Report, decks: Mapping[str, Deck]) -> WeakSpot | None:
    weakest = report.weakest
    if weakest is None or weakest.state.missed is None:
        return None
    day, place, turn = weakest.state.missed
    if turn:
        happened, instead, _ = explained(turn, (place,), decks)
        return WeakSpot(weakest.name, capital(happened), f"{capital(instead)}." if instead else "")
    deck, _, drill = place.rpartition("/")
    where = section_of(decks[deck], drill) if deck in decks else place
    return WeakSpot(weakest.name, weakest.words, f"Missed {ago(date.fromordinal(day), report.day)} in {where}.")


# ---- the parts of the screen


def day_line(home: Home) -> Text:
    """Return the days in a row, and today's minutes of those wanted."""
    if home.is_new:
        return line(("day 1", "dim"))
    done = home.minutes.get(home.report.day, 0.0)
    minutes = f"   {int(done)} of {home.goal} minutes" if done else ""
    row = f"{counted(home.streak, 'day')} in a row" if home.streak else ""
    return line((row, "lead"), (minutes, "right" if done >= home.goal else "dim"))


def today_lines(home: Home) -> list[Text]:
    """Return what today is: two lines."""
    ahead = home.ahead
    if not home.decks:
        return [line(("There are no decks yet.", "b")), line(("katatx new makes one from a page.", "dim"))]
    if home.is_new and ahead.sections:
        said = f"{ahead.asked}; take paper and a pencil"
        return [line((f"Your first questions: {ahead.sections[0]}", "b")), line((said, "dim"))]
    if ahead.questions:
        return [line((ahead.asked, "b")), line((ahead.kinds, "dim"))]
    then = home.tomorrow.asked if home.tomorrow else ""
    return [line(("✓ ", "right"), ("Today is done", "b")), line((f"Tomorrow: {then}. Or go on with more now.", "dim"))]


def deck_lines(home: Home, width: int) -> list[Text]:
    """Return a line for each deck: its title, a bar, and how many of its steps are automatic."""
    counts = {deck.name: _count(home, deck) for deck in home.listed}
    wide = max(_LEAST_BAR, min(_MOST_BAR, width - _TITLE - width_of(counts.values()) - 4))
    rows = [
        (
            (shortened(title_of(home.decks[deck.name]), _TITLE), "b" * (deck is home.current)),
            bar(*deck.counts, wide),
            counts[deck.name],
        )
        for deck in home.listed
    ]
    return columns("lll", rows)


def _count(home: Home, deck: DeckReport) -> Text:
    if not deck.begun:
        return line(("begin here" * (home.is_new and deck is home.current), "dim"))
    return line((f"{deck.automatic} of {len(deck.steps)}", "dim"), (" ◆" * (deck.kata_day is not None), "lead"))


def legend(home: Home) -> Text:
    """Return what the colours of the bars mean, and the sign of a kata."""
    kata = any(each.kata_day for each in home.listed)
    pieces = [("━", "right"), (" automatic   ", "dim"), ("━", "lead"), (" learning   ", "dim")]
    pieces += [("━", "faint"), (" to come", "dim"), ("   ◆" * kata, "lead"), (" kata passed" * kata, "dim")]
    return line(*pieces)


def size_of(deck: Deck) -> str:
    """Return how large a deck is, and what is at its end."""
    kata = deck.contents.kata
    end = "" if kata is None else f", and a kata of {len(kata.lines)} lines"
    return f"{counted(len(deck.drills), 'question')}{end}."


def beside(home: Home, width: int, key: str) -> list[tuple[str, list[Text]]]:
    """Return the three cards beside the decks: their titles and lines. `key` practises the weak spot."""
    day, weak = home.report.day, home.weak
    if home.is_new:
        how = columns("rl", [((str(at), "lead"), each) for at, each in enumerate(_HOW_IT_WORKS, 1)], width=width)
        soon = wrapped(line(("A square for every day you practise will stand here.", "dim")), width)
        return [("how it works", how), ("ten weeks", soon), ("at the end", _at_the_end(home, width))]
    spot = [line(("No step was missed this week.", "dim"))]
    if weak is not None:
        practise = line((key, "lead"), (" practise it now", "dim"))
        spot = [line((weak.happened, "b")), line((weak.instead, "dim")), line(), practise]
    first, last = short_day(day - timedelta(days=TWO_WEEKS - 1), day), "today"
    return [
        ("ten weeks", weeks_map(home.minutes, day, home.goal)),
        ("this week's weak spot", [each for text in spot for each in wrapped(text, width)]),
        ("minutes a day, two weeks", [line((first + last.rjust(width - len(first)), "dim"))]),
    ]


def _at_the_end(home: Home, width: int) -> list[Text]:
    kata = home.decks[home.current.name].contents.kata if home.current else None
    if kata is None:
        return []
    said = f"{plain(kata.title, 80, keep='')}, in {len(kata.lines)} lines of yours"
    return [line(KATA, " ", (WHOLE_PAGE, "b")), *wrapped(line((said, "dim")), width)]


def last_answer(attempt: Attempt, decks: Mapping[str, Deck]) -> str:
    """Return which answer it is that may be taken back."""
    answer = attempt.answer
    where = section_of(decks[answer.deck], answer.drill) if answer.deck in decks else answer.deck
    typed = f"{quote(answer.typed, 40)} in {where}"
    return f"your last answer, {typed} ({answer.verdict}, {answer.answered:%d %b at %H:%M})"


# ---- without a terminal


def plain_home(home: Home) -> list[Text]:
    """Return all of it as lines, with the decks' names for the command line."""
    said = [("Today", line("; ").join(today_lines(home)))]
    said += [] if home.is_new else [("Practice", day_line(home))]
    said += [] if home.weak is None else [("Weak spot", line(f"{home.weak.happened}. {home.weak.instead}"))]
    heads, day = ("deck", "automatic", "learning", "steps", "practised", "title"), home.report.day
    rows = [
        (deck.name, *map(str, deck.counts), ago(deck.last_day, day), title_of(home.decks[deck.name]))
        for deck in home.listed
    ]
    return [*columns("ll", said), line(), *columns("lrrrll", [heads, *rows])]
