"""The sections of the statistics screen: each is a table with details on its rows."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from katatx.notation.quoting import plain
from katatx.pictures.parts import Line, Span
from katatx.views.days import counted, short_day
from katatx.views.spans import joined
from katatx.views.stats.browser_lines import drills_table
from katatx.views.stats.facts import drill_facts, step_facts
from katatx.views.stats.lines import Decks, mistake_lines, mistakes_on
from katatx.views.stats.mistakes import Mistake, mistakes
from katatx.views.stats.plots import days_plot, forecast_plot
from katatx.views.stats.report import DeckReport, Report, StepReport
from katatx.views.stats.tables import days_table, decks_table, drills_of, mistakes_table, steps_table
from katatx.views.table import Column, Table, row

_DUE = (Column("day"), Column("steps due", right=True))


@dataclass(frozen=True)
class Section:
    """A section: its name, its table, and the text shown if the table is empty (`empty`).

    `tell(row, width, height)` returns details on a row, or on the whole section for None, with plots `height` lines
    high. `step`, `deck` and `drill` (as `deck/drill`) return what a row links to, or None. Rows are indexes into the
    table.
    """

    name: str
    table: Table
    empty: str
    tell: Callable[[int | None, int, int], Sequence[Line]]
    step: Callable[[int], str | None] = lambda at: None
    deck: Callable[[int], str | None] = lambda at: None
    drill: Callable[[int], str | None] = lambda at: None


def sections(report: Report, decks: Decks) -> list[Section]:
    """Return the sections over all decks: steps, decks, mistakes and days."""
    present = [deck for deck in report.decks if deck.present]
    drills = [drill for deck in report.decks for drill in deck.drills]
    return [
        _steps(report, report.steps, decks, ""),
        Section(
            "decks",
            decks_table(present, report.day),
            "There are no decks.",
            lambda at, width, _: [] if at is None else _deck_lines(present[at], decks, width),
            deck=lambda at: present[at].name,
        ),
        _mistakes(mistakes(drills, decks)),
        Section(
            "days",
            days_table(report.days, report.day),
            "Nothing practised yet.",
            lambda _, width, height: joined(
                days_plot(report.days, report.day, width, height), forecast_plot(report, width, height)
            ),
        ),
    ]


def deck_sections(report: Report, deck: DeckReport, decks: Decks) -> list[Section]:
    """Return the sections of one deck: steps, drills, mistakes and due. `report` must be on this deck alone."""
    forecast = [(day, count) for day, count in report.forecast if count]
    rows = (row(f"{day:%a} {short_day(day, report.day)}", str(count), keys=(day, count)) for day, count in forecast)
    due = Table(_DUE, tuple(rows))
    return [
        _steps(report, deck.steps, decks, deck.name),
        Section(
            "drills",
            drills_table(deck.drills, decks, with_deck=False),
            "It has no drills.",
            lambda at, width, _: [] if at is None else _drill_lines(deck, at, decks, width),
            drill=lambda at: f"{deck.drills[at].deck}/{deck.drills[at].drill}" if deck.drills[at].in_deck else None,
        ),
        _mistakes(mistakes(deck.drills, decks)),
        Section(
            "due",
            due,
            "Nothing comes due in the next two weeks.",
            lambda _, width, height: forecast_plot(report, width, height),
        ),
    ]


def _steps(report: Report, steps: Sequence[StepReport], decks: Decks, deck: str) -> Section:
    """Return the section of steps; `deck` limits the count of drills to that deck, "" counts all.

    Practised steps come first, those not yet automatic before others, and those that are farthest first.
    """
    # Practised steps come first, and among them those closest to automatic.
    shown = sorted(steps, key=lambda each: (each.state is None, each.automatic, -each.share))

    def tell(at: int | None, width: int, height: int) -> Sequence[Line]:
        """Return details on the step in row `at`; [] for None."""
        if at is None:
            return []
        step = shown[at]
        made = mistake_lines(mistakes_on(step, drills_of(step, report), decks), width)
        return joined([(Span(step.words, "strong"),)], step_facts(step), made)

    return Section(
        "steps",
        steps_table(shown, deck),
        "There are no steps yet: no drill in the decks asks for a calculation.",
        tell,
        step=lambda at: shown[at].name,
    )


def _mistakes(made: Sequence[Mistake]) -> Section:
    """Return the section of mistakes."""

    def tell(at: int | None, width: int, height: int) -> Sequence[Line]:
        """Return details on the mistake in row `at`; [] for None."""
        if at is None:
            return []
        each = made[at]
        instead = f"Instead: {each.instead}." if each.instead else ""
        places = [(Span(f"  {plain(place, keep='')}"),) for place in each.places]
        step = f" on the line {plain(each.step, keep='')}" if each.step else ""
        head: list[Line] = [(Span(each.words, "strong"),), (Span(f"made {counted(each.times, 'time')}{step}"),)]
        return joined(head, [(Span(instead),)] if instead else [], [(Span("at", "faint"),), *places])

    return Section(
        "mistakes",
        mistakes_table(made),
        "No known mistakes so far.",
        tell,
        step=lambda at: made[at].step,
        drill=lambda at: made[at].places[0],
    )


def _deck_lines(deck: DeckReport, decks: Decks, width: int) -> list[Line]:
    """Return details on a deck: its title, how far its steps and drills are, and its mistakes; `width` is in cells."""
    steps = f"{deck.automatic} of {counted(len(deck.steps), 'step')} automatic, {counted(deck.due, 'question')} today"
    started = f"{deck.begun} of {counted(len(deck.present), 'drill')} started"
    head: list[Line] = [(Span(plain(deck.title, keep=""), "strong"),), (Span(steps),), (Span(started),)]
    return joined(head, mistake_lines(mistakes(deck.drills, decks), width))


def _drill_lines(deck: DeckReport, at: int, decks: Decks, width: int) -> list[Line]:
    """Return details on a deck's drill with index `at`: its id, its standing and its mistakes; `width` is in cells."""
    drill = deck.drills[at]
    head: list[Line] = [(Span(plain(drill.drill, keep=""), "strong"),)]
    return joined(head, drill_facts(drill, ()), mistake_lines(mistakes([drill], decks), width))
