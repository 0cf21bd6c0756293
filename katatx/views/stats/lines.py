"""The text of `katatx stats`: all steps, a deck, a drill, a step, or the lines of a recipe.

All functions return lines of spans; `width` is in cells. Attempts are given oldest first.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from katatx.decks.loading import Deck
from katatx.notation.quoting import plain
from katatx.pictures.parts import Line, Span
from katatx.plots import count_lines
from katatx.progress.records import Attempt
from katatx.views.days import counted
from katatx.views.spans import BLANK, joined, wrapped
from katatx.views.stats.browser_lines import drills_table
from katatx.views.stats.facts import drill_facts, step_facts
from katatx.views.stats.mistakes import Mistake, mistakes
from katatx.views.stats.plots import days_plot, drill_times, forecast_plot, step_times
from katatx.views.stats.report import DeckReport, DrillReport, Report, StepReport
from katatx.views.stats.tables import (
    decks_table,
    drills_of,
    lines_table,
    missed_last,
    steps_table,
    used_in_table,
)
from katatx.views.table import shortened

_TURNS_SHOWN = 8
_STEPS_SHOWN = 12
Decks = Mapping[str, Deck]


def stats_lines(report: Report, decks: Decks, width: int) -> list[Line]:
    """Return an overview: decks, steps, frequent mistakes, practice by day, and what is due.

    If nothing was practised, it is the decks and a sentence that says so. `width` is in cells.
    """
    table = decks_table([deck for deck in report.decks if deck.present], report.day).printed(width)
    lines = [*table, BLANK]
    if not report.attempts:
        return [*lines, _text("Nothing practised yet.", width)]
    answers = f"{counted(report.attempts, 'answer')}; {report.automatic} of {len(report.steps)} steps automatic."
    made = mistakes((drill for deck in report.decks for drill in deck.drills), decks)
    return joined(
        [*lines, _text(answers, width)],
        _practised(report.steps, width),
        _weakest(report, width),
        mistake_lines(made, width),
        days_plot(report.days, report.day, width),
        forecast_plot(report, width),
    )


def deck_stats_lines(report: Report, deck: DeckReport, decks: Decks, width: int) -> list[Line]:
    """Return a deck's steps and drills, its mistakes, and what is due; `report` must be on this deck alone.

    `width` is in cells.
    """
    steps = f"{deck.automatic} of {len(deck.steps)} steps automatic, {counted(deck.due, 'question')} today"
    kata = f"; kata clean and in time on {deck.kata_day}" if deck.kata_day else ""
    gone = [_text("* not in the deck as it is now; the history is kept", width)]
    drills = drills_table(deck.drills, decks, with_deck=False).printed(width)
    return joined(
        [_text(plain(deck.title, keep=""), width), _text(f"{steps}{kata}.", width)],
        steps_table(deck.steps, deck.name).printed(width) if deck.steps else [],
        [*drills, *(gone if len(deck.present) < len(deck.drills) else [])],
        mistake_lines(mistakes(deck.drills, decks), width),
        forecast_plot(report, width),
    )


def drill_stats_lines(drill: DrillReport, attempts: Sequence[Attempt], decks: Decks, width: int) -> list[Line]:
    """Return a drill's standing, its steps, its times compared with the target, and its mistakes.

    `attempts` are the answers at it, oldest first, and `width` is in cells.
    """
    name = f"{plain(drill.deck, keep='')}/{plain(drill.drill, keep='')}"
    lines = lines_table(drill)
    return joined(
        [_text(name, width), *wrapped(drill_facts(drill, attempts), width)],
        lines.printed(width) if lines.rows else [],
        drill_times(attempts, drill.around.day, width),
        mistake_lines(mistakes([drill], decks), width),
    )


def step_stats_lines(
    step: StepReport, report: Report, attempts: Sequence[Attempt], decks: Decks, width: int
) -> list[Line]:
    """Return a step's standing and pace, its times, its mistakes, and the drills that use it.

    `attempts` are the answers at those drills, oldest first, and `width` is in cells.
    """
    drills = drills_of(step, report)
    used = used_in_table(step, drills).printed(width) if drills else []
    return joined(
        [_text(f"{step.words} ({plain(step.name, keep='')})", width), *wrapped(step_facts(step), width)],
        step_times(attempts, report.day, width),
        mistake_lines(mistakes_on(step, drills, decks), width),
        used,
    )


def recipe_stats_lines(name: str, steps: Sequence[StepReport], width: int) -> list[Line]:
    """Return how many of a recipe's steps are automatic, and a table of them in their order; `width` is in cells."""
    automatic = f"{sum(step.automatic for step in steps)} of {counted(len(steps), 'step')} automatic."
    return joined([_text(f"{plain(name, keep='')}: {automatic}", width)], steps_table(steps).printed(width))


def mistakes_on(step: StepReport, drills: Sequence[DrillReport], decks: Decks) -> list[Mistake]:
    """Return the mistakes made on a step's line at some drills, most frequent first."""
    return [each for each in mistakes(drills, decks) if each.step == step.name]


def mistake_lines(made: Sequence[Mistake], width: int) -> list[Line]:
    """Return the first eight mistakes as bars with counts, under a heading; [] if there are none.

    `made` must be sorted, most frequent first.
    """
    if not made:
        return []
    bars = count_lines([(each.words, each.times) for each in made[:_TURNS_SHOWN]], width)
    return [(Span("Mistakes most often made", "strong"),), *(tuple(Span(*part) for part in line) for line in bars)]


def _text(text: str, width: int) -> Line:
    """Return a text as one line, shortened to `width`."""
    return (Span(shortened(text, width)),)


def _practised(steps: Sequence[StepReport], width: int) -> list[Line]:
    """Return a table of the practised steps that are next to be automatic, at most twelve, with a heading.

    Returns [] if there are none.
    """
    begun = [step for step in steps if step.state is not None and not step.automatic]
    nearest = sorted(begun, key=lambda step: (-step.share, step.name))[:_STEPS_SHOWN]
    if not nearest:
        return []
    more = f"and {len(begun) - len(nearest)} more; katatx stats DECK shows all of a deck"
    rows = steps_table(nearest).printed(width)
    return [
        (Span("Next to be automatic", "strong"),),
        *rows,
        *([_text(more, width)] if len(begun) > len(nearest) else []),
    ]


def _weakest(report: Report, width: int) -> list[Line]:
    """Return lines on the weakest step missed in the last seven days (`Report.weakest`); [] if there is none."""
    weakest = report.weakest
    if weakest is None:
        return []
    name = weakest.words
    # Quoted for a shell if it has a space.
    focus = f'"{name}"' if " " in name else name
    sentences = (
        f"Weakest step of the week: {name}.",
        f"Last missed {missed_last(weakest)}.",
        f"katatx review --focus {focus} practises it.",
    )
    return wrapped([(Span(each),) for each in sentences], width)
