"""What is told of progress, in the app and by `katatx stats`: tables of days, decks, mistakes and steps, and what there
is to know of each row, and of a drill.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import date
from functools import partial
from itertools import groupby
from typing import NamedTuple

from rich.cells import cell_len
from rich.text import Text

from katatx.decks.loading import Deck, drill_title
from katatx.decks.parts import step_words
from katatx.decks.prepared import prepare
from katatx.errors import KatatxError
from katatx.notation.quoting import plain
from katatx.progress.events import RIGHT, Answer, Attempt, as_kept
from katatx.progress.log import Log
from katatx.progress.whole import PracticeDay
from katatx.questions.asking import ask
from katatx.show.drill_text import true_of
from katatx.show.given import given_lines, prompt_lines
from katatx.show.home import weeks_map
from katatx.show.report import DeckReport, DrillReport, Mistake, Report, StepReport, explained, last_miss, mistakes
from katatx.show.text import Piece, ago, bar, clock, columns, counted, due, line, short_day, shortened, spaced, width_of
from katatx.show.way import next_section, section_of, sections_of, title_of, way_lines
from scoring.days import minutes_of
from scoring.steps import DAYS
from scoring.wording import capital

TABLES = ("days", "decks", "mistakes", "steps")
SIGNS = {"automatic": ("✓", "right"), "learning": ("▸", "lead"), "new": ("·", "dim")}
WORDS = {"automatic": ("automatic", "right"), "learning": ("learning", "lead"), "new": ("to come", "dim")}
_NOT_YET = line(("Not practised yet.", "dim"))
# How many lines a list in a panel has, and how many of the last answers.
_FEW, _RECENT = 10, 5
_LEAST_BAR, _BAR, _LEAST_TITLE, _FAIR_TITLE, _FAIR_DRILL = 6, 40, 12, 48, 32
# The width of a deck's way in its panel.
_WAY = 34


class Row(NamedTuple):
    """A row: its title (`short` where that does not fit), its other cells, what there is to know of it, and its bar.

    It is practised as a `deck`, as a `step`, or as the drills at `places`, whichever it has.
    """

    title: str
    cells: tuple[Piece, ...]
    tell: Callable[[], list[Text]]
    deck: str = ""
    step: str = ""
    places: Callable[[], Sequence[str]] = tuple
    short: str = ""
    bar: Callable[[int], Text] | None = None

    def has(self, words: str) -> bool:
        text = " ".join([self.title, *(str(line(cell)) for cell in self.cells)]).casefold()
        return all(word in text for word in words.casefold().split())


class Table(NamedTuple):
    """Rows in columns, the most important first; `empty` is said where there are no rows.

    `kinds` are those of the columns after the titles, as `columns` has them; bars between are as long as there is room.
    """

    heads: tuple[str, ...]
    kinds: str
    rows: Sequence[Row]
    empty: str

    def lines(self, width: int, names: bool = False) -> list[Text]:
        """Return the heads and the rows, or what `empty` says; the last columns give way while titles do not fit a
        width, and what is still too long is cut.

        With `names`, decks and steps have those of the command line, and no bars, which say nothing without colours.
        """
        if not self.rows:
            return [line((self.empty, "dim"))]
        head, *heads = (line((each, "dim")) for each in self.heads)
        titles = [plain((row.deck or row.step) * names or row.title, keep="") for row in self.rows]
        cells, most = [heads, *(row.cells for row in self.rows)], max(map(cell_len, titles))
        fair = min(_FAIR_TITLE, max(cell_len(row.short or title) for title, row in zip(titles, self.rows, strict=True)))
        has_bars, kinds = not names and any(row.bar for row in self.rows), self.kinds
        most_beside = width - 2 - has_bars * (_LEAST_BAR + 2)
        while (room := most_beside - width_of(columns(kinds, cells))) < fair and kinds and not names:
            kinds = kinds[:-1]
        wide = min(most, max(_LEAST_TITLE, room))
        length = min(_BAR, _LEAST_BAR + max(0, room - wide))
        rows: list[tuple[Piece, ...]] = [(line(head, " " * (wide - head.cell_len)), "", *heads)]
        for title, row in zip(titles, self.rows, strict=True):
            fitting = title if cell_len(title) <= wide else shortened(row.short or title, wide)
            rows.append((fitting, row.bar(length) if has_bars and row.bar else "", *row.cells))
        return columns(f"ll{kinds}", rows, (2 * has_bars, *(2 for _ in kinds)))


@dataclass(frozen=True)
class Progress:
    """The tables of a report, which is on all decks or on one, and the panels of their rows."""

    report: Report
    log: Log
    decks: Mapping[str, Deck]

    def table(self, name: str) -> Table:
        return {"days": self.days, "decks": self.on_decks, "mistakes": self.mistakes, "steps": self.steps}[name]()

    def by_section(self, name: str) -> list[DrillReport | str]:
        drills = (drill for deck in self.report.decks if deck.name == name for drill in deck.drills)
        rows: list[DrillReport | str] = []
        for section, found in groupby(drills, key=lambda drill: section_of(self.decks[name], drill.drill)):
            rows += [section, *found]
        return rows

    def having(self, words: str) -> list[DrillReport | str]:
        """Return the drills of all decks with all of some words in titles, decks or prompts; titles first."""
        wanted = words.casefold().split()
        drills = sorted(self.report.drills, key=lambda each: words.casefold() not in each.title.casefold())
        return [each for each in drills if all(word in self._text(each) for word in wanted)]

    def _text(self, drill: DrillReport) -> str:
        deck = self.decks[drill.deck]
        return f"{drill.title} {deck.by_id[drill.drill].prompt} {deck.contents.title}".casefold()

    def days(self) -> Table:
        most = max(map(minutes_of, self.report.days), default=0)
        rows = [self._day(each, most) for each in reversed(self.report.days)]
        return Table(("day", "time", "right"), "rr", rows, "Nothing practised yet.")

    def _day(self, day: PracticeDay, most: float) -> Row:
        minutes, name = minutes_of(day), f"{day.day:%a} {short_day(day.day, self.report.day)}"
        told, right = f"{minutes:.0f} min" if minutes >= 1 else "<1 min", f"{day.right} of {day.attempts}"
        tell = partial(self._tell_day, day)

        def places() -> list[str]:
            return self._there(each.answer.place for each in self._missed_on(day.day))

        return Row(name, (told, right), tell, places=places, bar=partial(bar, minutes, 0, most, style="lead"))

    def on_decks(self) -> Table:
        rows = [*map(self._deck, self.report.decks)]
        return Table(("deck", "automatic", "due", "practised"), "rrl", rows, "There are no decks.")

    def _deck(self, deck: DeckReport) -> Row:
        automatic, _, steps = deck.counts
        last_day = ago(deck.last_day, self.report.day) if deck.last_day else ""
        cells = f"{automatic} of {steps}", (str(deck.due or ""), "lead"), last_day
        tell, far = partial(self._tell_deck, deck), partial(bar, *deck.counts)
        return Row(title_of(self.decks[deck.name]), cells, tell, deck=deck.name, bar=far)

    def mistakes(self) -> Table:
        rows = [*map(self._mistake, mistakes(self.report.drills, self.decks))]
        return Table(("mistake", "times", "where"), "rl", rows, "No named mistake yet.")

    def _mistake(self, made: Mistake) -> Row:
        tell, places = partial(self._tell_mistake, made), partial(self._there, made.places)
        where = (self._section(made.places[0]), "dim")
        return Row(capital(made.happened), (f"{made.times:,}", where), tell, places=places)

    def steps(self, recipe: str = "") -> Table:
        """Return the steps, or those of a recipe: those nearest to automatic, those that are, then those to come."""
        found = [each for each in self.report.steps if each.name.startswith(f"{recipe}/" * bool(recipe))]
        found.sort(key=lambda each: (each.word == "new", each.state.automatic, -each.share))
        rows = [*map(self._step, found)]
        return Table(("step", "due", "progress"), "ll", rows, "No drill asks for a calculation yet.")

    def _step(self, step: StepReport) -> Row:
        cells = (due(step.due_day, self.report.day), "lead" * step.is_due), WORDS[step.word]
        deck, _, own = step.name.partition("/")  # of a drill that is its own step
        title = drill_title(self.decks.get(deck), own) if step.name in step.drills else capital(step_words(step.name))
        tell, far = partial(self.tell_step, step), partial(bar, step.state.automatic, step.share, 1)
        return Row(title, cells, tell, step=step.name, short=title.rpartition(" (")[0], bar=far)

    def _tell_day(self, day: PracticeDay) -> list[Text]:
        answers = self.log.answers_on(day.day)
        sections = dict.fromkeys(self._section(each.answer.place) for each in answers)
        head = f"{day.right} of {day.attempts} right in {counted(max(1, round(minutes_of(day))), 'minute')}"
        happened = Counter(_happened(each, self.decks) for each in self._missed_on(day.day)).most_common(_RECENT)
        rows = [line(("✗", "wrong"), " ", said, (f"  {times} times" * (times > 1), "dim")) for said, times in happened]
        return spaced([line((head, "b")), line((", ".join(sections), "dim"))], rows)

    def weeks(self) -> list[Text]:
        return [line(("ten weeks", "dim")), *weeks_map(self.report)]

    def _tell_deck(self, deck: DeckReport) -> list[Text]:
        automatic, learning, of = deck.counts
        head = line((f"{automatic} of {counted(of, 'step')} automatic", "b"))
        rest = line((f"{learning} learning, {of - automatic - learning} to come", "dim"))
        asked, whole = self.decks[deck.name], self.report.whole
        way = way_lines(asked, whole, next_section(asked, whole), len(sections_of(asked, whole)) + 1, _WAY)
        return spaced([head, rest], _facts(kata_passed=ago(deck.kata_day, self.report.day)), way)

    def tell_drill(self, drill: DrillReport) -> list[Text]:
        if not drill.practised:
            return [_NOT_YET]
        clean, again = f"{drill.standing.clean} of {drill.standing.attempts}", due(drill.due_day, self.report.day)
        latest = latest_answers(self.log, self.decks[drill.deck], drill.drill, self.report.day, _WAY)
        return spaced(_facts(right_without_help=clean, asked_again=again), latest)

    def tell_step(self, step: StepReport) -> list[Text]:
        used = self._listed(f"used in {counted(len(step.drills), 'drill')}", step.drills)
        if step.word == "new":
            return spaced([_NOT_YET], used)
        facts = _facts(
            days_right_and_quick=f"{len(step.state.days)} of {DAYS}",
            drills_right_and_quick=f"{step.places} of {step.places_wanted}",
            asked_again=due(step.due_day, self.report.day),
        )
        miss = last_miss(step, self.log, self.decks, self.report.day)
        missed = [] if miss is None else [line((miss.happened, "b")), line((miss.instead, "dim"))]
        return spaced([line(WORDS[step.word])], facts, missed, used)

    def _tell_mistake(self, made: Mistake) -> list[Text]:
        instead = [line((f"{capital(made.instead)}.", "b"))] if made.instead else []
        attempts = (each for place in made.places for each in self.log.attempts_at(*place.rsplit("/", 1)))
        answers = [each.answer for each in attempts if each.counts and made.turn in each.answer.wrong_turns]
        last = max(answers, key=lambda answer: answer.answered, default=None)
        when = "" if last is None else f", last {ago(last.day, self.report.day)}"
        made_at = self._listed(f"{counted(made.times, 'time')}{when}", made.places)
        compared, asked = ([], []) if last is None else self._asked(last)
        return spaced(compared, instead, asked, made_at)

    def _asked(self, answer: Answer) -> tuple[list[Text], list[Text]]:
        """Return an answer beside the true one, and its question; what is true is not known if the deck changed."""
        yours, true, asked = plain(answer.typed, _WAY, keep=""), "", list[Text]()
        with suppress(KatatxError, KeyError):
            deck = self.decks[answer.deck]
            question = ask(prepare(deck, deck.by_id[answer.drill], self.log.settings.places), answer.seed)
            if as_kept(question.given) == answer.given:
                asked = [*prompt_lines(question), *given_lines(question.given, question.asked, _WAY)]
                true = true_of(question)
        said = ("yours", yours, "wrong"), ("true", true, "right")
        rows = [[(name, "dim"), *((each, style) for each in text.split())] for name, text, style in said if text]
        return columns("l" + "." * max(map(len, rows)), rows), asked

    def _section(self, place: str) -> str:
        deck, _, drill = place.rpartition("/")
        return section_of(self.decks[deck], drill) if deck in self.decks else plain(place, keep="")

    def _listed(self, head: str, places: Sequence[str]) -> list[Text]:
        rows = []
        for deck, found in groupby(places[:_FEW], lambda place: place.rpartition("/")[0]):
            title = title_of(self.decks[deck]) if deck in self.decks else plain(deck, keep="")
            drills = (drill_title(self.decks.get(deck), place.rpartition("/")[2]) for place in found)
            rows += [line((f"  {title}", "dim")), *(line(f"    {each}") for each in drills)]
        return [line((head, "dim")), *rows]

    def _there(self, places: Iterable[str]) -> list[str]:
        known = {drill.place for drill in self.report.drills}
        return [each for each in dict.fromkeys(places) if each in known]

    def _missed_on(self, day: date) -> list[Attempt]:
        return [each for each in self.log.answers_on(day) if each.answer.verdict not in RIGHT]


def latest_answers(log: Log, deck: Deck, drill: str, today: date, width: int) -> list[Text]:
    """Return what the last answers at a drill came to, the last first."""
    counting = [each for each in log.attempts_at(deck.name, drill) if each.counts]
    return columns("lll", [_outcome(each, deck, today) for each in counting[: -_RECENT - 1 : -1]], (1, 2), width)


def _happened(attempt: Attempt, decks: Mapping[str, Deck]) -> str:
    turn = next(iter(attempt.answer.wrong_turns), "")
    return capital(explained(turn, attempt.answer.place, decks)[0]) if turn else "Not right"


def _outcome(attempt: Attempt, deck: Deck, today: date) -> tuple[Piece, ...]:
    when = (ago(attempt.answer.day, today), "dim")
    if attempt.answer.verdict not in RIGHT:
        return ("✗", "wrong"), when, _happened(attempt, {deck.name: deck})
    return ("✓", "right"), when, f"{clock(max(1, attempt.answer.seconds))}{', with help' * attempt.helped}"


def drill_line(drill: DrillReport, width: int, deck: str = "") -> Text:
    """Return a drill as a row of a list: its sign, title and progress, or the deck's title if there is room."""
    room = min(44, max(_FAIR_DRILL, width - 34))
    word = deck if deck and width - room >= 34 else WORDS[drill.word][0] * bool(drill.practised)
    title, said = shortened(drill.title, room).ljust(room), shortened(word, width - room - 4)
    return line(SIGNS[drill.word], " ", title, "  ", (said, "dim"))


def _facts(**facts: str) -> list[Text]:
    return columns("ll", [((name.replace("_", " "), "dim"), said) for name, said in facts.items() if said])
