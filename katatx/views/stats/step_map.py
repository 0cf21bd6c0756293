"""The map of steps: a row per recipe with a cell per line, and the facts shown on a step."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from datetime import date

from katatx.notation.quoting import plain
from katatx.views.days import due_words, percent
from katatx.views.stats.calendar import days_ago
from katatx.views.stats.report import Report, StepReport
from scoring.steps import DAYS

SIGNS = {"automatic": "●", "learning": "◐", "new": "○"}
# Even the highest leaves a gap to the line above.
_FILLED = " ▁▂▃▄▅▆▇"


@dataclass(frozen=True, slots=True)
class MapRow:
    """A recipe with its steps. `is_open` is True if a deck that uses one of them was started."""

    recipe: str
    steps: tuple[StepReport, ...]
    is_open: bool = True

    @property
    def name(self) -> str:
        """Return the recipe's name with spaces."""
        return plain(self.recipe.replace("_", " "), 40, keep="")

    @property
    def words(self) -> str:
        """Return the names of the recipe and of its steps, to search in."""
        return " ".join((self.name, self.recipe, *map(step_name, self.steps)))

    @property
    def signs(self) -> str:
        """Return one sign per step."""
        return "".join(map(sign, self.steps))


def sign(step: StepReport) -> str:
    """Return the sign of a step's standing."""
    return SIGNS[step.word]


def step_name(step: StepReport) -> str:
    """Return the name of a step's line without its recipe."""
    return step.words.partition(": ")[2]


def filled(step: StepReport) -> str:
    """Return a block character whose height shows how far a step is."""
    return _FILLED[int(step.share * (len(_FILLED) - 1) + 1e-9)]


def rows_of(steps: Iterable[StepReport], is_open: Callable[[StepReport], bool] = lambda _: True) -> list[MapRow]:
    """Return a row per recipe of some steps, in order of first occurrence.

    A row is open if `is_open` is true of one of its steps.
    """
    found: dict[str, list[StepReport]] = {}
    for step in steps:
        found.setdefault(step.name.partition("/")[0], []).append(step)
    return [MapRow(recipe, tuple(each), any(map(is_open, each))) for recipe, each in found.items()]


def map_rows(report: Report) -> list[MapRow]:
    """Return a row per recipe, with those used in started decks first."""
    opened = {step.name for deck in report.decks if deck.begun for step in deck.steps}
    rows = rows_of(report.steps, lambda step: step.name in opened)
    return sorted(rows, key=lambda row: not row.is_open)


def counts(steps: Sequence[StepReport]) -> str:
    """Return how many steps have each standing, as text with signs."""
    return " · ".join(f"{sign} {sum(each.word == word for each in steps)} {word}" for word, sign in SIGNS.items())


def step_facts(step: StepReport, missed: str) -> list[tuple[str, str]]:
    """Return the facts on a step as (label, text) pairs: its standing, how it was practised, and where it is used.

    `missed` describes its latest miss; it is shown after the day of that.
    """
    facts = [("standing", f"{sign(step)} {step.word}")]
    if step.state is not None:
        facts += [("right on", f"{step.days} of {DAYS} days, at {step.places} of {step.places_wanted} drills")]
        facts += [("pace", _pace(step))]
        facts += [("recall", percent(step.recall or 0)), ("due", due_words(step.due_day, step.around.day))]
    if step.missed:
        facts.append(("missed", f"{days_ago(date.fromordinal(step.missed.day), step.around.day)}, {missed}"))
    return [*facts, ("used in", _used(step))]


def _pace(step: StepReport) -> str:
    """Return a step's pace compared with the learner's usual one, as text."""
    known, usual = step.state, step.around.learner.usual
    if known is None or known.pace is None:
        return "not measured yet"
    if usual is None:
        return f"{known.pace:.1f} times the default"
    return f"{known.pace / usual:.1f} times your usual"


def _used(step: StepReport) -> str:
    """Return the number and the names of the drills that use a step, as text."""
    count = len(step.drills)
    return f"{count} {'drill' if count == 1 else 'drills'}: {', '.join(plain(each, keep='') for each in step.drills)}"
