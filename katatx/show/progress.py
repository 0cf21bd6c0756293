"""What is told of progress, in the app and by `katatx stats`: tables of days, decks, drills, mistakes and steps, and
what there is to know of each row.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from functools import partial
from itertools import groupby
from typing import NamedTuple

from rich.text import Text

from katatx.decks.loading import Deck, drill_title
from katatx.notation.quoting import plain
from katatx.progress.log import Log
from katatx.progress.records import RIGHT, Attempt
from katatx.progress.whole import PracticeDay
from katatx.questions.sheet import given_lines
from katatx.show.calendar import minutes_of, weeks_map
from katatx.show.report import DeckReport, DrillReport, Mistake, Report, StepReport, explained, mistakes
from katatx.show.text import (
    NOTHING,
    Piece,
    ago,
    bar,
    clock,
    columns,
    counted,
    due,
    line,
    short_day,
    shortened,
)
from katatx.show.way import next_section, section_of, title_of
from scoring.steps import DAYS
from scoring.today import MINUTES
from scoring.wording import capital

# The names of the tables over all decks, and of those of one.
TABLES, DECK_TABLES = ("days", "decks", "mistakes", "steps"), ("drills", "mistakes", "steps")
SIGNS = {"automatic": ("✓", "right"), "learning": ("▸", "lead"), "new": ("·", "dim")}
WORDS = {"automatic": ("automatic", "right"), "learning": ("learning", "lead"), "new": ("to come", "dim")}
_NOT_YET = line(("Not practised yet.", "dim"))
_LISTED, _RECENT = 8, 5
_BAR, _SHORT, _WHERE = 12, 8, 22
_HEIGHTS = "▁▂▃▄▅▆▇█"


class Column(NamedTuple):
    """A column of a table: its title, its kind (`l` or `r`), and where it stands: "screen", "print" or "" for both."""

    title: str
    kind: str = "l"
    on: str = ""


class Row(NamedTuple):
    """A row: its cells, and what there is to know of it, for a width.

    It is practised as a `deck`, as a `step`, or as the drills at `places`, whichever it has.
    """

    title: str
    cells: tuple[Piece, ...]
    tell: Callable[[int], list[Text]]
    deck: str = ""
    step: str = ""
    places: Callable[[], Sequence[str]] = tuple

    def has(self, words: str) -> bool:
        """Return whether the row has every one of some words, without regard to case."""
        text = " ".join(str(line(cell)) for cell in self.cells).casefold()
        return all(word in text for word in words.casefold().split())


class Table(NamedTuple):
    """Rows in columns, the most important first; `empty` is said where there are no rows."""

    columns: tuple[Column, ...]
    rows: Sequence[Row]
    empty: str = ""

    def fitted(self, width: int, on: str = "screen") -> dict[int, int]:
        """Return the columns that fit a width, two cells apart, and how wide each is; half of it is the first's."""
        wide = {
            at: max([len(each.title), *(line(row.cells[at]).cell_len for row in self.rows)])
            for at, each in enumerate(self.columns)
            if each.on in ("", on)
        }
        first = wide[0]
        while (room := width - sum(each + 2 for at, each in wide.items() if at)) < min(first, width // 2):
            wide.popitem()
        return {**wide, 0: min(first, room)}

    def placed(self, cells: Sequence[Piece], widths: Mapping[int, int]) -> Text:
        """Return the cells of the columns that fit as a line, each cut or filled to its width."""
        made = {at: line(cells[at]) for at in widths}
        for at, cell in made.items():
            cell.overflow = "ellipsis"
            cell.align("right" if self.columns[at].kind == "r" else "left", widths[at])
        return line("  ").join(made.values())

    def heads(self, widths: Mapping[int, int]) -> Text:
        """Return the titles of the columns that fit."""
        return self.placed([(each.title, "dim") for each in self.columns], widths)

    def printed(self, width: int) -> list[Text]:
        """Return the table as lines, with the columns for the command line; [] without rows."""
        widths = self.fitted(width, "print")
        return [self.heads(widths), *(self.placed(row.cells, widths) for row in self.rows)] if self.rows else []


@dataclass(frozen=True)
class Progress:
    """All that is told of a report, which is on all decks, or on the one named `deck`."""

    report: Report
    log: Log
    decks: Mapping[str, Deck]
    deck: str | None = None

    def table(self, name: str) -> Table:
        """Return the table of a name."""
        found = {"days": self.days, "decks": self.on_decks, "drills": self.drills, "mistakes": self.mistakes}
        return found[name]() if name in found else self.steps(self.nearest)

    # ---- lists of drills

    @property
    def present(self) -> list[DeckReport]:
        """Return the decks that are there."""
        return [each for each in self.report.decks if each.name in self.decks]

    def by_section(self, name: str) -> list[DrillReport | str]:
        """Return the drills of a deck, each section's below its name."""
        drills = (drill for deck in self.present if deck.name == name for drill in deck.present)
        sections = groupby(drills, key=lambda drill: section_of(self.decks[name], drill.drill))
        rows: list[DrillReport | str] = []
        for section, found in sections:
            rows += [section, *found]
        return rows

    def having(self, words: str) -> list[DrillReport | str]:
        """Return the drills of all decks with every one of some words in their titles, sections, decks or prompts."""
        wanted, drills = words.casefold().split(), (drill for deck in self.present for drill in deck.present)
        return [drill for drill in drills if all(word in self._text(drill) for word in wanted)]

    def _text(self, drill: DrillReport) -> str:
        deck = self.decks[drill.deck]
        asked = deck.by_id[drill.drill]
        return f"{drill.drill} {drill.title} {asked.section} {asked.prompt} {deck.contents.title}".casefold()

    # ---- tables

    def days(self) -> Table:
        most = max(map(minutes_of, self.report.days), default=0.0)
        heads = Column("day"), Column("minutes", "r"), Column("", on="screen"), Column("right", "r")
        return Table(heads, [self._day(each, most) for each in reversed(self.report.days)], "Nothing practised yet.")

    def _day(self, day: PracticeDay, most: float) -> Row:
        minutes, name = minutes_of(day), f"{day.day:%a} {short_day(day.day, self.report.day)}"
        told, right = f"{minutes:.0f}" if minutes >= 1 else "<1", f"{day.right} of {day.attempts}"
        cells = name, told, bar(0, minutes, most, _BAR), right
        return Row(name, cells, partial(self._tell_day, day), places=partial(self._missed_on, day.day))

    def on_decks(self) -> Table:
        titles = Column("deck"), Column("name", on="print"), Column("", on="screen")
        counts = Column("automatic", "r"), Column("learning", "r", on="print"), Column("questions due", "r")
        return Table((*titles, *counts, Column("practised")), [*map(self._deck, self.present)], "There are no decks.")

    def _deck(self, deck: DeckReport) -> Row:
        title, when = title_of(self.decks[deck.name]), ago(deck.last_day, self.report.day)
        counts = f"{deck.automatic} of {len(deck.steps)}", str(deck.learning), (str(deck.due or ""), "lead")
        cells = title, plain(deck.name, keep=""), bar(*deck.counts, _SHORT), *counts, when
        return Row(title, cells, partial(self._tell_deck, deck), deck=deck.name)

    def drills(self) -> Table:
        heads = Column("drill"), Column("name", on="print"), Column("progress"), Column("due"), Column("section")
        return Table(heads, [*map(self._drill, self.report.drills)], "It has no drills.")

    def _drill(self, drill: DrillReport) -> Row:
        when = due(drill.due_day, self.report.day)
        section = section_of(self.decks[drill.deck], drill.drill) if drill.in_deck else "no longer in the deck"
        named = line(SIGNS[drill.word], " ", drill.title), plain(drill.drill, keep="")
        cells = *named, WORDS[drill.word], when, (shortened(section, _WHERE), "dim")
        return Row(drill.title, cells, partial(self.tell_drill, drill), places=partial(self._there, [drill.place]))

    def mistakes(self) -> Table:
        heads = Column("mistake"), Column("times", "r"), Column("where")
        rows = [*map(self._mistake, mistakes(self.report.drills, self.decks))]
        return Table(heads, rows, "No named mistake yet.")

    def _mistake(self, made: Mistake) -> Row:
        title, where = capital(made.words), shortened(next(iter(self._sections(made.places)), ""), _WHERE)
        tell, there = partial(self._tell_mistake, made), partial(self._there, made.places)
        return Row(title, (title, f"{made.times:,}", (where, "dim")), tell, places=there)

    def steps(self, steps: Iterable[StepReport]) -> Table:
        heads = Column("step"), Column("name", on="print"), Column("", on="screen"), Column("progress"), Column("due")
        return Table(heads, [*map(self._step, steps)], "No drill asks for a calculation yet.")

    def _step(self, step: StepReport) -> Row:
        title, when = capital(step.words), (due(step.due_day, self.report.day), "lead" * step.is_due)
        cells = title, plain(step.name, keep=""), bar(step.automatic, step.share, 1, _SHORT), WORDS[step.word], when
        return Row(title, cells, partial(self.tell_step, step), step=step.name)

    @property
    def nearest(self) -> list[StepReport]:
        """Return the steps, those nearest to automatic first, then those that are, then those to come."""
        return sorted(self.report.steps, key=lambda each: (each.word == "new", each.automatic, -each.share))

    # ---- what there is to know of a row

    def _tell_day(self, day: PracticeDay, width: int) -> list[Text]:
        answers = self.log.answers_since(day.day, day.day)
        minutes, sections = counted(max(1, round(minutes_of(day))), "minute"), self._sections(map(_place, answers))
        turns = Counter(next(iter(each.answer.wrong_turns), "") for each in answers if not _is_right(each))
        head = line((f"{day.right} of {day.attempts} right in {minutes}", "b"))
        where = line((", ".join(sections[:_RECENT]) + ", …" * (len(sections) > _RECENT), "dim"))
        missed = [_cross(self._happened(turn, ()), times) for turn, times in turns.most_common()]
        weeks = self.weeks(max(1, min(10, (width - 2) // 3)))
        return _groups([head, where], missed, [line(("the last weeks", "dim")), *weeks])

    def weeks(self, weeks: int) -> list[Text]:
        """Return the map of the last weeks of practice."""
        by_day = {each.day: minutes_of(each) for each in self.report.days}
        return weeks_map(by_day, self.report.day, self.log.settings.minutes or MINUTES, weeks)

    def _tell_deck(self, deck: DeckReport, width: int) -> list[Text]:
        of, kata = len(deck.steps), self.decks[deck.name].contents.kata
        passed = f"right and in time {ago(deck.kata_day, self.report.day)}"
        head = line((f"{deck.automatic} of {counted(of, 'step')} automatic", "b"))
        rest = line((f"{deck.learning} learning, {of - deck.automatic - deck.learning} to come", "dim"))
        facts = _facts(
            drills=f"{deck.begun} of {len(deck.present)} practised",
            here=next_section(self.decks[deck.name], self.report.whole) or "",
            kata="" if kata is None else passed if deck.kata_day else "not yet right and in time",
        )
        return _groups([head, rest], facts, self._made(deck.drills))

    def tell_drill(self, drill: DrillReport, width: int) -> list[Text]:
        own = [_named(step, capital(step.words)) for step in drill.steps if step.name != drill.place]
        steps = [line(("its steps", "dim")), *own] if own else []
        if not drill.practised:
            return _groups([_NOT_YET], steps)
        attempts = self.log.attempts_at(drill.deck, drill.drill)
        facts = _facts(
            right_without_help=f"{drill.standing.clean} of {drill.standing.attempts}",
            asked_again=due(drill.due_day, self.report.day),
        )
        latest = [each for each in attempts if each.answer.graded and not each.undone][: -_RECENT - 1 : -1]
        days = [((ago(each.day, self.report.day), "dim"), self._outcome(each, width - 16)) for each in latest]
        return _groups(facts, _times(attempts, width), self._made([drill]), columns("ll", days), steps)

    def tell_step(self, step: StepReport, width: int) -> list[Text]:
        drills = [drill for drill in self.report.drills if step in drill.steps]
        used = [_named(drill, self._place_words(drill.place)) for drill in drills[:_LISTED]]
        named = [line((f"used in {counted(len(drills), 'drill')}", "dim")), *used]
        if step.word == "new":
            return _groups([_NOT_YET], named)
        wanted = f"It is automatic when right and quick on {DAYS} days, at {counted(step.places_wanted, 'drill')}."
        facts = _facts(
            so_far=f"on {counted(step.days, 'day')}, at {counted(step.places, 'drill')}",
            answers=f"{step.state.right} of {step.state.told} right",
            time="" if step.seconds is None else f"{_seconds(step.seconds)} on average",
            asked_again=due(step.due_day, self.report.day),
        )
        head = line(WORDS[step.word]) if step.automatic else line((wanted, "dim"))
        return _groups([head], facts, self._made(drills, step), named)

    def _tell_mistake(self, made: Mistake, width: int) -> list[Text]:
        answers = (each for place in made.places[:_LISTED] for each in self.log.attempts_at(*place.rsplit("/", 1)))
        wrong = [each for each in answers if made.turn in each.answer.wrong_turns and not each.undone]
        last = max(wrong, key=lambda each: each.answer.answered, default=None)
        places = [line("  ", self._place_words(place)) for place in made.places[:_LISTED]]
        instead = [line((f"{capital(made.instead)}.", "b"))] if made.instead else []
        where = [line((f"made {counted(made.times, 'time')}, at", "dim")), *places]
        return _groups(instead, [] if last is None else self._wrong(last), where)

    def _wrong(self, attempt: Attempt) -> list[Text]:
        """Return what was asked and typed in a wrong answer."""
        answer, when = attempt.answer, capital(ago(attempt.day, self.report.day))
        return [
            line((f"{when}, {drill_title(self.decks.get(answer.deck), answer.drill)}:", "dim")),
            *(line((plain(each, keep=""), "given")) for each in given_lines(answer.given)[:_LISTED]),
            line(("you wrote ", "dim"), (plain(answer.typed, 200, keep=""), "wrong")),
        ]

    # ---- what is looked up

    def _place_words(self, place: str) -> Text:
        """Return a drill's title, and its deck's unless all is of one."""
        deck, _, drill = place.rpartition("/")
        title = title_of(self.decks[deck]) if deck in self.decks else plain(deck, keep="")
        return line(drill_title(self.decks.get(deck), drill), (f"  {title}" * (not self.deck), "dim"))

    def _there(self, places: Iterable[str]) -> list[str]:
        """Return those of some drills that are still in their decks, each once."""
        split = {place: place.rpartition("/") for place in places}
        return [
            place for place, (deck, _, drill) in split.items() if deck in self.decks and drill in self.decks[deck].by_id
        ]

    def _sections(self, places: Iterable[str]) -> list[str]:
        """Return the sections of some drills, each once."""
        there = (place.rpartition("/") for place in self._there(places))
        return [*dict.fromkeys(section_of(self.decks[deck], drill) for deck, _, drill in there)]

    def _missed_on(self, day: date) -> list[str]:
        """Return the drills answered wrongly on a day."""
        return self._there(_place(each) for each in self.log.answers_since(day, day) if not _is_right(each))

    def _made(self, drills: Iterable[DrillReport], step: StepReport | None = None) -> list[Text]:
        """Return the mistakes made most at some drills, or only those on a step's line."""
        made = [each for each in mistakes(drills, self.decks) if step is None or each.step == step.name]
        return [_cross(capital(each.words), each.times) for each in made[:_RECENT]]

    def _happened(self, turn: str, places: Sequence[str]) -> str:
        return capital(explained(turn, places, self.decks)[0]) if turn else "Not right"

    def _outcome(self, attempt: Attempt, width: int) -> Text:
        if _is_right(attempt):
            return line(("✓ ", "right"), f"{_seconds(attempt.answer.seconds)}{', with help' * attempt.helped}")
        happened = self._happened(next(iter(attempt.answer.wrong_turns), ""), [_place(attempt)])
        return line(("✗ ", "wrong"), shortened(happened, width))


def _times(attempts: Sequence[Attempt], width: int) -> list[Text]:
    """Return the times that mean something as a row of bars: those of a day's first answers, without help."""
    timed = [each.answer for each in attempts if each.cold and not each.answer.untouched and not each.undone]
    if len(timed) < 2:
        return []
    shown, target = timed[-(width - 18) :], timed[-1].target_seconds
    most = max(each.seconds for each in shown)
    bars = "".join(_HEIGHTS[min(7, int(8 * each.seconds / most))] for each in shown)
    first, last = (_seconds(each.seconds) for each in (shown[0], shown[-1]))
    head = f"{counted(len(shown), 'time')}{f', the target is {clock(target)}' if target else ''}"
    return [line((head, "dim")), line(first, " ", (bars, "lead"), " ", last)]


def drill_line(drill: DrillReport, width: int, deck: str = "") -> Text:
    """Return a drill as a row of a list: its sign, title and progress, or the deck's title in place of that."""
    room = max(20, width - 2 - (32 if deck else 12))
    title = shortened(drill.title, room).ljust(min(room, 44))
    word = "today" if drill.is_due else WORDS[drill.word][0] if drill.practised else ""
    return line(SIGNS[drill.word], " ", title, "  ", (deck or word, "dim"))


def _groups(*groups: Sequence[Text]) -> list[Text]:
    """Return groups of lines with a blank line between them."""
    return [each for group in groups if group for each in (NOTHING, *group)][1:]


def _facts(**facts: str) -> list[Text]:
    return columns("ll", [((name.replace("_", " "), "dim"), said) for name, said in facts.items() if said])


def _named(each: StepReport | DrillReport, name: Piece) -> Text:
    return line(SIGNS[each.word], " ", name)


def _cross(words: str, times: int) -> Text:
    return line(("✗ ", "wrong"), words, (f"  {times} times" * (times > 1), "dim"))


def _place(attempt: Attempt) -> str:
    return f"{attempt.answer.deck}/{attempt.answer.drill}"


def _is_right(attempt: Attempt) -> bool:
    return attempt.answer.verdict in RIGHT


def _seconds(seconds: float) -> str:
    return clock(max(1, seconds))
