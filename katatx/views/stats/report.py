"""The learner's progress: every skill, drill and deck, what is due, and practice by day.

A skill is a recipe line, wherever it is practised. A standing is what the answers show of a skill or a drill. A go is a
clean answer of a day at a drill. The works of a drill are the recipe lines it is worked by. A pace is a time relative
to the default one. An ordinal is a day's number (`date.toordinal`).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import date, timedelta
from functools import cached_property
from statistics import fmean

from katatx.decks.loading import Deck
from katatx.progress.bests import examinations
from katatx.progress.log import Log
from katatx.progress.whole import PracticeDay, Standing, Whole
from katatx.views.days import percent
from scoring.schedule import Schedule
from scoring.skills import GOES, QUICKER, SCORE, USUAL, Learner, Miss, Skill
from scoring.work import Works

FORECAST_DAYS = 14
WEEK = 7
# A drill that uses no recipe line is automatic after this many clean days; one that does, after the second number.
_KNOWN_ALONE, _KNOWN = 4, 2


@dataclass(frozen=True, slots=True)
class Around:
    """The context of a report: the day, the FSRS schedule, and parameters of the learner."""

    day: date
    schedule: Schedule
    learner: Learner

    @property
    def today(self) -> int:
        """Return the day as an ordinal."""
        return self.day.toordinal()


@dataclass(frozen=True)
class SkillReport:
    """The progress in a skill, that is, a recipe line, on a day.

    `drills` are the drills of all decks that use it, and `skill` its state, None if never practised. `strokes` is the
    mean time in seconds of its strokes (single calculations by hand) at the default pace. A go is a clean answer
    (right, without help) of a day at a drill. Derived values are cached, since thousands of drills may share a skill.
    """

    name: str
    skill: Skill | None
    drills: tuple[str, ...]
    around: Around
    strokes: float = 0.0

    @cached_property
    def automatic(self) -> bool:
        """Return whether the skill was found automatic and its recall on the report's day is at least 0.75."""
        return self.skill is not None and self.skill.is_automatic(self.around.schedule, self.around.today)

    @cached_property
    def word(self) -> str:
        """Return the skill's standing: "new" if never practised, "automatic", "fell back" if it was, or "learning"."""
        if self.skill is None:
            return "new"
        if self.automatic:
            return "automatic"
        return "fell back" if self.skill.fell_back or self.skill.automatic else "learning"

    @cached_property
    def recall(self) -> float | None:
        """Return the probability, from 0 to 1, that it is remembered on the report's day; None if never practised."""
        return None if self.skill is None else self.skill.recall(self.around.schedule, self.around.today)

    @cached_property
    def is_due(self) -> bool:
        """Return whether the skill should be practised again, because recall fell below the target; False if new."""
        return self.skill is not None and self.skill.is_due(self.around.schedule, self.around.today)

    @cached_property
    def due_day(self) -> str | None:
        """Return the first day on which it is due, as an ISO date; None if never practised."""
        day = None if self.skill is None else self.skill.due_day(self.around.schedule)
        if self.skill is None or day is None:
            return None
        # FSRS rounds its intervals; if this one was rounded down, the skill is due a day later.
        day += self.skill.recall(self.around.schedule, day) >= self.around.schedule.retention
        return date.fromordinal(day).isoformat()

    @cached_property
    def full(self) -> int:
        """Return at how many of its drills the skill has ten goes; those at other drills count half.

        A drill needs a go of its own, unless goes elsewhere alone suffice (see `Skill.full_places`).
        """
        return 0 if self.skill is None else self.skill.full_places(len(self.drills))

    @cached_property
    def goes(self) -> float:
        """Return the number of goes, at most ten at each drill, averaged over its drills; those at other drills count
        half.
        """
        if self.skill is None or not self.drills:
            return 0.0
        counted = (min(GOES, self.skill.goes_at(drill)) for drill in self.drills)
        return sum(counted) / len(self.drills)

    @property
    def missed(self) -> Miss | None:
        """Return the latest miss; None if there is none."""
        return None if self.skill is None else self.skill.missed

    @property
    def asked_today(self) -> bool:
        """Return whether the skill was practised on the report's day."""
        return self.skill is not None and self.skill.last_day == self.around.today

    @property
    def seconds(self) -> float | None:
        """Return the seconds it takes at its present pace, averaged over its drills; None if never timed."""
        return None if self.skill is None or self.skill.pace is None else self.skill.pace * self.strokes

    @property
    def first_seconds(self) -> float | None:
        """Return the seconds it takes at the pace of its first two timed answers, averaged over its present drills.

        None if never timed.
        """
        return None if self.skill is None or self.skill.first_pace is None else self.skill.first_pace * self.strokes

    @property
    def target_seconds(self) -> float | None:
        """Return the seconds within which it is quick enough to be automatic, averaged over its drills; None if never
        timed.
        """
        if self.skill is None or self.skill.first_pace is None:
            return None
        usual = self.around.learner.usual
        return max(QUICKER * self.skill.first_pace, USUAL * usual if usual is not None else 0.0) * self.strokes


@dataclass(frozen=True, slots=True)
class DrillReport:
    """The progress at a drill on a day, with the skills it uses. `in_deck` is False if it was renamed or removed."""

    deck: str
    drill: str
    standing: Standing
    skills: tuple[SkillReport, ...]
    around: Around
    in_deck: bool = True

    @property
    def own(self) -> Skill:
        """Return the drill's own state, apart from its skills; it tells whether the learner knows what is asked."""
        return self.standing.own

    @property
    def practised(self) -> bool:
        """Return whether the drill has an answer that counts: one graded and not undone."""
        return self.standing.attempts > 0

    @property
    def last_day(self) -> str | None:
        """Return the day of the last practice as an ISO date; None if never practised."""
        days = [go.day for go in self.own.goes.values()]
        return date.fromordinal(max(days)).isoformat() if days else None

    @property
    def is_due(self) -> bool:
        """Return whether the drill or one of its skills is due; False if it is not in the deck or was never
        practised.
        """
        if not (self.in_deck and self.practised):
            return False
        due = self.own.due_day(self.around.schedule)
        return (due is not None and due <= self.around.today) or any(skill.is_due for skill in self.skills)

    @property
    def due_day(self) -> str | None:
        """Return the first day on which the drill or one of its skills is due, as an ISO date; None if never
        practised.
        """
        own = self.own.due_day(self.around.schedule)
        days = [date.fromordinal(own).isoformat()] if own is not None else []
        days += [skill.due_day for skill in self.skills if skill.due_day is not None] if self.practised else []
        return min(days, default=None)

    @property
    def automatic(self) -> bool:
        """Return whether the drill's own state is known and all of its skills are automatic.

        It is known after two clean days, or four if the drill uses no skill, with a high score.
        """
        wanted = _KNOWN if self.skills else _KNOWN_ALONE
        known = self.own.clean >= wanted and self.own.score >= SCORE
        return known and all(skill.automatic for skill in self.skills)

    @property
    def accuracy(self) -> float | None:
        """Return the share of each day's first answers that were right without help; None without answers."""
        return self.standing.firsts_right / self.standing.firsts if self.standing.firsts else None

    @property
    def word(self) -> str:
        """Return the drill's standing: "new", "learning" or "automatic"."""
        return "new" if not self.practised else "automatic" if self.automatic else "learning"

    @property
    def sentence(self) -> str:
        """Return what the drill lacks to be automatic, first the skills that are not; "automatic" if nothing.

        It is a phrase such as "right on 1 of 2 days"; "not practised yet" if the drill is new.
        """
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
        return f"right {percent(self.own.score)} lately, {percent(SCORE)} wanted"


@dataclass(frozen=True)
class DeckReport:
    """The progress in a deck.

    `skills` come most used first, `drills` in page order followed by those no longer in the deck. `kata_day` is the
    last day on which its kata was clean and in time.
    """

    name: str
    title: str
    drills: tuple[DrillReport, ...]
    skills: tuple[SkillReport, ...]
    kata_day: str | None = None

    @property
    def due(self) -> int:
        """Return the number of skills due."""
        return sum(skill.is_due for skill in self.skills)

    @property
    def automatic(self) -> int:
        """Return the number of automatic skills."""
        return sum(skill.automatic for skill in self.skills)

    @property
    def begun(self) -> int:
        """Return the number of drills practised, of those that are still in the deck."""
        return sum(drill.practised for drill in self.present)

    @property
    def started(self) -> int:
        """Return the number of its skills that were practised, in whatever deck."""
        return sum(skill.skill is not None for skill in self.skills)

    @property
    def present(self) -> tuple[DrillReport, ...]:
        """Return the drills that are still in the deck."""
        return tuple(drill for drill in self.drills if drill.in_deck)

    @property
    def last_day(self) -> str | None:
        """Return the day of the last practice as an ISO date; None if never practised."""
        return max((drill.last_day for drill in self.drills if drill.last_day), default=None)


@dataclass(frozen=True)
class Report:
    """The progress over all decks, or one, on a day, derived from the standings (`whole`) and the `works` of all
    drills.
    """

    day: date
    decks: tuple[DeckReport, ...]
    days: tuple[PracticeDay, ...]
    skills: tuple[SkillReport, ...]
    whole: Whole
    works: Works

    @property
    def attempts(self) -> int:
        """Return the number of graded attempts at the drills of the report's decks."""
        return sum(drill.standing.attempts for deck in self.decks for drill in deck.drills)

    @property
    def due(self) -> int:
        """Return the number of skills due."""
        return sum(skill.is_due for skill in self.skills)

    @property
    def automatic(self) -> int:
        """Return the number of automatic skills."""
        return sum(skill.automatic for skill in self.skills)

    @property
    def new(self) -> int:
        """Return the number of drills in the report's decks that were never practised."""
        return sum(not drill.practised for deck in self.decks for drill in deck.present)

    @property
    def weakest(self) -> SkillReport | None:
        """Return the skill with the lowest score among those missed in the last seven days; None if none was missed."""
        since = self.day.toordinal() - WEEK
        missed = [each for each in self.skills if each.missed is not None and each.missed.day > since]
        return min(missed, key=lambda each: (each.skill.score if each.skill else 1.0, each.name), default=None)

    @cached_property
    def forecast(self) -> list[tuple[date, int]]:
        """Return (day, number of skills due) for 14 days from the report's; the first includes everything overdue."""
        counts = dict.fromkeys((self.day + timedelta(days=ahead) for ahead in range(FORECAST_DAYS)), 0)
        for skill in self.skills:
            if skill.due_day is not None:
                at = max(date.fromisoformat(skill.due_day), self.day)
                if at in counts:
                    counts[at] += 1
        return list(counts.items())


def make_report(decks: Mapping[str, Deck], log: Log, day: date, only: str | None = None) -> Report:
    """Return the report on a day over all decks, or over the deck named `only`.

    Decks that only the log knows come last. A report on one deck has no `days`, and no decks if there is none of that
    name. Raises LogError if the log cannot be read.
    """
    works, whole, schedule = log.works, log.whole, log.schedule
    # Days are counted only over all decks.
    days = [whole.days[each] for each in sorted(whole.days)] if only is None else []
    examined = examinations(log, only)
    around = Around(day, schedule, whole.learner)
    skills = _skills(whole, works, around)
    names = [name for name in decks if only in (None, name)]
    names += sorted({deck for deck, _ in whole.drills if only in (None, deck)} - set(decks))
    reports = tuple(_deck(name, decks.get(name), (whole, works), skills, around, examined.get(name)) for name in names)
    if only is not None:
        return Report(day, reports, (), reports[0].skills if reports else (), whole, works)
    return Report(day, reports, tuple(days), tuple(skills.values()), whole, works)


def _skills(whole: Whole, works: Works, around: Around) -> dict[str, SkillReport]:
    """Return by name the report of every skill that a drill uses, most used first."""
    drills = works.drills
    order = sorted(drills, key=lambda name: (-len(drills[name]), name))
    strokes: dict[str, list[float]] = {name: [] for name in order}
    for work in works.works.values():
        for name, seconds in work.lines:
            strokes[name].append(seconds)
    return {
        name: SkillReport(name, whole.skills.get(name), tuple(sorted(drills[name])), around, fmean(strokes[name]))
        for name in order
    }


def _deck(
    name: str,
    deck: Deck | None,
    known: tuple[Whole, Works],
    skills: Mapping[str, SkillReport],
    around: Around,
    kata_day: str | None,
) -> DeckReport:
    """Return the report of the deck `name`; `deck` is None if it is no longer there.

    `known` are the standings and the works, `skills` all skills by name.
    """
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
    """Yield the reports of a deck's drills, then of drills practised before but no longer in it."""
    present = {} if deck is None else deck.by_id
    practised = {drill: standing for (of, drill), standing in whole.drills.items() if of == name}
    for drill in [*present, *sorted(practised.keys() - present.keys())]:
        lines = tuple(skills[line] for line, _ in works.of(name, drill).lines if line in skills)
        yield DrillReport(name, drill, practised.get(drill, Standing()), lines, around, drill in present)
