"""How a learner stands: every skill, deck and drill, what is due, and what the days held."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import date, timedelta
from functools import cached_property

from katatx.decks.loading import Deck
from katatx.progress.log import Log
from katatx.progress.standing import Standing, Whole, Works
from katatx.progress.standings import PracticeDay
from scoring.schedule import Schedule
from scoring.skills import GOES, SCORE, Learner, Miss, Skill

FORECAST_DAYS = 14
_WEEK = 7
# A drill without lines is known after so many clean days, one with lines after so many.
_KNOWN_ALONE, _KNOWN = 4, 2


@dataclass(frozen=True, slots=True)
class Around:
    """What a standing is read with: the day, FSRS, and what holds for the learner over all skills."""

    day: date
    schedule: Schedule
    learner: Learner

    @property
    def today(self) -> int:
        """The day as an ordinal."""
        return self.day.toordinal()


@dataclass(frozen=True, slots=True)
class SkillReport:
    """A recipe line's standing on a day. `drills` are those worked by it, of all decks; `skill` is None where it was
    never practised.
    """

    name: str
    skill: Skill | None
    drills: tuple[str, ...]
    around: Around

    @property
    def automatic(self) -> bool:
        """Return whether it is automatic."""
        return self.skill is not None and self.skill.is_automatic(self.around.schedule, self.around.today)

    @property
    def word(self) -> str:
        """new, learning, automatic or fell back: its standing in a word."""
        if self.skill is None:
            return "new"
        if self.automatic:
            return "automatic"
        return "fell back" if self.skill.fell_back or self.skill.automatic else "learning"

    @property
    def recall(self) -> float | None:
        """The chance that it is still known."""
        return None if self.skill is None else self.skill.recall(self.around.schedule, self.around.today)

    @property
    def is_due(self) -> bool:
        """Return whether it is likely enough forgotten to be asked."""
        return self.skill is not None and self.skill.is_due(self.around.schedule, self.around.today)

    @property
    def due_day(self) -> str | None:
        """The first day on which it is due."""
        day = None if self.skill is None else self.skill.due_day(self.around.schedule)
        if self.skill is None or day is None:
            return None
        # FSRS rounds its intervals: at the end of one that was rounded down it is not due yet.
        day += self.skill.recall(self.around.schedule, day) >= self.around.schedule.retention
        return date.fromordinal(day).isoformat()

    @property
    def full(self) -> int:
        """At how many of its drills it is full."""
        learner = self.around.learner
        if self.skill is None:
            return 0
        return self.skill.full_places(len(self.drills), learner.carry, learner.knows_at_once)

    @property
    def goes(self) -> float:
        """The goes that count, of ten, averaged over its drills."""
        if self.skill is None or not self.drills:
            return 0.0
        counted = (min(GOES, self.skill.goes_at(drill, self.around.learner.carry)) for drill in self.drills)
        return sum(counted) / len(self.drills)

    @property
    def missed(self) -> Miss | None:
        """Return where and how it was missed last."""
        return None if self.skill is None else self.skill.missed


@dataclass(frozen=True, slots=True)
class DrillReport:
    """A drill's standing on a day: its own part, and the lines it is worked by. `in_deck` is unset for one that was
    renamed or removed.
    """

    deck: str
    drill: str
    standing: Standing
    skills: tuple[SkillReport, ...]
    around: Around
    in_deck: bool = True

    @property
    def own(self) -> Skill:
        """Return what no line holds: knowing what is asked."""
        return self.standing.own

    @property
    def practised(self) -> bool:
        """Return whether it was ever answered."""
        return self.standing.attempts > 0

    @property
    def last_day(self) -> str | None:
        """Return when it was last practised."""
        days = [go.day for go in self.own.goes.values()]
        return date.fromordinal(max(days)).isoformat() if days else None

    @property
    def is_due(self) -> bool:
        """Return whether its own part, or a line of it, is likely enough forgotten to be asked."""
        if not (self.in_deck and self.practised):
            return False
        due = self.own.due_day(self.around.schedule)
        return (due is not None and due <= self.around.today) or any(skill.is_due for skill in self.skills)

    @property
    def due_day(self) -> str | None:
        """The first day on which it is due."""
        own = self.own.due_day(self.around.schedule)
        days = [date.fromordinal(own).isoformat()] if own is not None else []
        days += [skill.due_day for skill in self.skills if skill.due_day is not None] if self.practised else []
        return min(days, default=None)

    @property
    def automatic(self) -> bool:
        """Return whether its own part is known, and every line of it is automatic."""
        wanted = _KNOWN if self.skills else _KNOWN_ALONE
        known = self.own.clean >= wanted and self.own.score >= SCORE
        return known and all(skill.automatic for skill in self.skills)

    @property
    def accuracy(self) -> float | None:
        """The part of the days' first answers that were right without help; None where there are none."""
        return self.standing.firsts_right / self.standing.firsts if self.standing.firsts else None

    @property
    def word(self) -> str:
        """new, learning or automatic: its standing in a word."""
        return "new" if not self.practised else "automatic" if self.automatic else "learning"

    @property
    def sentence(self) -> str:
        """Return what it lacks: the lines of it that are not automatic yet."""
        if not self.practised:
            return "not practised yet"
        lacking = [skill.name for skill in self.skills if not skill.automatic]
        if lacking:
            more = f" and {len(lacking) - 2} more" if len(lacking) > 2 else ""
            return f"{', '.join(lacking[:2])}{more} not automatic yet"
        wanted = _KNOWN if self.skills else _KNOWN_ALONE
        if self.automatic:
            return "automatic"
        if self.own.clean < wanted:
            return f"right on {self.own.clean} of {wanted} days"
        return f"right {self.own.score:.0%} lately, {SCORE:.0%} wanted"


@dataclass(frozen=True)
class DeckReport:
    """A deck's skills, most used first, its drills in page order, then those that it no longer has. `kata_day` is
    when its kata was last clean and in time.
    """

    name: str
    title: str
    drills: tuple[DrillReport, ...]
    skills: tuple[SkillReport, ...]
    kata_day: str | None = None

    @property
    def due(self) -> int:
        """Return how many of its skills are due."""
        return sum(skill.is_due for skill in self.skills)

    @property
    def automatic(self) -> int:
        """Return how many of its skills are automatic."""
        return sum(skill.automatic for skill in self.skills)

    @property
    def begun(self) -> int:
        """Return how many of its drills were practised."""
        return sum(drill.practised for drill in self.present)

    @property
    def present(self) -> tuple[DrillReport, ...]:
        """The drills that the deck has."""
        return tuple(drill for drill in self.drills if drill.in_deck)

    @property
    def last_day(self) -> str | None:
        """Return when it was last practised."""
        return max((drill.last_day for drill in self.drills if drill.last_day), default=None)


@dataclass(frozen=True)
class Report:
    """All of it, on a day. `repeats` is how many drills the day's review asks again."""

    day: date
    decks: tuple[DeckReport, ...]
    days: tuple[PracticeDay, ...]
    skills: tuple[SkillReport, ...]
    repeats: int = 0

    @property
    def attempts(self) -> int:
        """All graded attempts."""
        return sum(drill.standing.attempts for deck in self.decks for drill in deck.drills)

    @property
    def due(self) -> int:
        """Return how many skills are due."""
        return sum(skill.is_due for skill in self.skills)

    @property
    def automatic(self) -> int:
        """Return how many skills are automatic."""
        return sum(skill.automatic for skill in self.skills)

    @property
    def new(self) -> int:
        """Return how many drills were never practised."""
        return sum(not drill.practised for deck in self.decks for drill in deck.present)

    @property
    def weakest(self) -> SkillReport | None:
        """The skill that was missed most of those missed in the last week; None where none was."""
        since = self.day.toordinal() - _WEEK
        missed = [each for each in self.skills if each.missed is not None and each.missed.day > since]
        return min(missed, key=lambda each: (each.skill.score if each.skill else 1.0, each.name), default=None)

    @cached_property
    def forecast(self) -> list[tuple[date, int]]:
        """The days to come, and how many skills are due on each as things stand; the first has all that is due
        already.
        """
        counts = dict.fromkeys((self.day + timedelta(days=ahead) for ahead in range(FORECAST_DAYS)), 0)
        for skill in self.skills:
            if skill.due_day is not None:
                at = max(date.fromisoformat(skill.due_day), self.day)
                if at in counts:
                    counts[at] += 1
        return list(counts.items())


def make_report(
    decks: Mapping[str, Deck], log: Log, day: date, only: str | None = None, works: Works | None = None
) -> Report:
    """The report on a day over all decks, or on one of them, by what their drills are worked by: `works`, or as the log
    knows it.
    """
    from katatx.practice.review import to_repeat

    with log.telling("read"):
        known = log.standings.works
        works = works or known
        # By decks that the log does not know yet, as after it was brought up to date, all is worked out for this once.
        whole = log.standings.whole() if works is known else log.standings.derive(works)
        # Of one deck the log counts no days.
        days = log.standings.days() if only is None else []
        examined = log.examinations(only)
    around = Around(day, log.standings.schedule, whole.learner)
    skills = _skills(whole, works, around)
    names = [name for name in decks if only in (None, name)]
    names += sorted({deck for deck, _ in whole.drills if only in (None, deck)} - set(decks))
    reports = tuple(_deck(name, decks.get(name), (whole, works), skills, around, examined.get(name)) for name in names)
    if only is not None:
        return Report(day, reports, (), reports[0].skills if reports else ())
    return Report(day, reports, tuple(days), tuple(skills.values()), to_repeat(decks, log, day))


def _skills(whole: Whole, works: Works, around: Around) -> dict[str, SkillReport]:
    """Every skill that a drill is worked by, the most used first."""
    drills = works.drills
    order = sorted(drills, key=lambda name: (-len(drills[name]), name))
    return {name: SkillReport(name, whole.skills.get(name), tuple(sorted(drills[name])), around) for name in order}


def _deck(
    name: str,
    deck: Deck | None,
    known: tuple[Whole, Works],
    skills: Mapping[str, SkillReport],
    around: Around,
    kata_day: str | None,
) -> DeckReport:
    whole, works = known
    title = "not among the decks here" if deck is None else deck.contents.title
    drills = tuple(_drills(name, deck, whole, works, skills, around))
    own = {line for (of, _, _), work in works.works.items() if of == name for line, _ in work.lines}
    return DeckReport(name, title, drills, tuple(each for line, each in skills.items() if line in own), kata_day)


def _drills(
    name: str,
    deck: Deck | None,
    whole: Whole,
    works: Works,
    skills: Mapping[str, SkillReport],
    around: Around,
) -> Iterator[DrillReport]:
    present = {} if deck is None else deck.by_id
    practised = {drill: standing for (of, drill), standing in whole.drills.items() if of == name}
    for drill in [*present, *sorted(practised.keys() - present.keys())]:
        lines = tuple(skills[line] for line, _ in works.of(name, drill).lines if line in skills)
        yield DrillReport(name, drill, practised.get(drill, Standing()), lines, around, drill in present)
