"""The map of skills: a row per recipe with a cell per line, and the facts shown on a skill."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from datetime import date

from katatx.notation.quoting import plain
from katatx.views.days import due_words, percent
from katatx.views.stats.calendar import days_ago
from katatx.views.stats.report import Report, SkillReport
from scoring.skills import GOES

SIGNS = {"automatic": "●", "learning": "◐", "new": "○", "fell back": "↓"}
# Even the highest leaves a gap to the line above.
_FILLED = " ▁▂▃▄▅▆▇"


@dataclass(frozen=True, slots=True)
class MapRow:
    """A recipe with its skills. `is_open` is True if a deck that uses one of them was started."""

    recipe: str
    skills: tuple[SkillReport, ...]
    is_open: bool = True

    @property
    def name(self) -> str:
        """Return the recipe's name with spaces."""
        return plain(self.recipe.replace("_", " "), 40, keep="")

    @property
    def words(self) -> str:
        """Return the names of the recipe and of its skills, to search in."""
        return " ".join((self.name, self.recipe, *map(step_name, self.skills)))

    @property
    def signs(self) -> str:
        """Return one sign per skill."""
        return "".join(map(sign, self.skills))


def sign(skill: SkillReport) -> str:
    """Return the sign of a skill's standing."""
    return SIGNS[skill.word]


def step_name(skill: SkillReport) -> str:
    """Return the name of a skill's line without its recipe."""
    return plain(skill.name.partition("/")[2] or skill.name, 40, keep="")


def filled(skill: SkillReport) -> str:
    """Return a block character whose height shows how many goes (clean answers), up to ten, a skill has."""
    return _FILLED[min(int(skill.goes / GOES * (len(_FILLED) - 1) + 1e-9), len(_FILLED) - 1)]


def goes_words(goes: float) -> str:
    """Return a number of goes as a whole number, "<1" if it is below 1 but not 0."""
    return "<1" if 0 < goes < 1 else f"{goes:.0f}"


def rows_of(skills: Iterable[SkillReport], is_open: Callable[[SkillReport], bool] = lambda _: True) -> list[MapRow]:
    """Return a row per recipe of some skills, in order of first occurrence.

    A row is open if `is_open` is true of one of its skills.
    """
    found: dict[str, list[SkillReport]] = {}
    for skill in skills:
        found.setdefault(skill.name.partition("/")[0], []).append(skill)
    return [MapRow(recipe, tuple(each), any(map(is_open, each))) for recipe, each in found.items()]


def map_rows(report: Report) -> list[MapRow]:
    """Return a row per recipe, with those used in started decks first."""
    opened = {skill.name for deck in report.decks if deck.begun for skill in deck.skills}
    rows = rows_of(report.skills, lambda skill: skill.name in opened)
    return sorted(rows, key=lambda row: not row.is_open)


def counts(skills: Sequence[SkillReport]) -> str:
    """Return how many skills have each standing, as text with signs; "fell back" only if there are any."""
    found = [(word, sum(skill.word == word for skill in skills)) for word in SIGNS]
    return " · ".join(f"{SIGNS[word]} {count} {word}" for word, count in found if count or word != "fell back")


def skill_facts(skill: SkillReport, missed: str) -> list[tuple[str, str]]:
    """Return the facts on a skill as (label, text) pairs: its standing, how it was practised, and where it is used.

    `missed` describes its latest miss; it is shown after the day of that.
    """
    facts = [("standing", f"{sign(skill)} {skill.word}")]
    if skill.skill is not None:
        facts += [("goes", f"{goes_words(skill.goes)} of {GOES}"), ("pace", _pace(skill))]
        facts += [("recall", percent(skill.recall or 0)), ("due", due_words(skill.due_day, skill.around.day))]
    if skill.missed:
        facts.append(("missed", f"{days_ago(date.fromordinal(skill.missed.day), skill.around.day)}, {missed}"))
    return [*facts, ("used in", _used(skill))]


def _pace(skill: SkillReport) -> str:
    """Return a skill's pace compared with the learner's usual one, as text."""
    known, usual = skill.skill, skill.around.learner.usual
    if known is None or known.pace is None:
        return "not measured yet"
    if usual is None:
        return f"{known.pace:.1f} times the default"
    return f"{known.pace / usual:.1f} times your usual"


def _used(skill: SkillReport) -> str:
    """Return the number and the names of the drills that use a skill, as text."""
    count = len(skill.drills)
    return f"{count} {'drill' if count == 1 else 'drills'}: {', '.join(plain(each, keep='') for each in skill.drills)}"
