"""The sections of the statistics screen: each is a table with details on its rows."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from katatx.notation.quoting import plain
from katatx.pictures.parts import Line, Span
from katatx.views.days import counted, short_day
from katatx.views.spans import joined
from katatx.views.stats.browser_lines import drills_table
from katatx.views.stats.facts import drill_facts, skill_facts
from katatx.views.stats.lines import Decks, mistake_lines, mistakes_on
from katatx.views.stats.mistakes import Mistake, mistakes
from katatx.views.stats.plots import days_plot, forecast_plot
from katatx.views.stats.report import DeckReport, Report, SkillReport
from katatx.views.stats.tables import days_table, decks_table, drills_of, mistakes_table, skills_table
from katatx.views.table import Column, Table, row

_DUE = (Column("day"), Column("skills due", right=True))


@dataclass(frozen=True)
class Section:
    """A section: its name, its table, and the text shown if the table is empty (`empty`).

    `tell(row, width, height)` returns details on a row, or on the whole section for None, with plots `height` lines
    high. `skill`, `deck` and `drill` (as `deck/drill`) return what a row links to, or None. Rows are indexes into the
    table.
    """

    name: str
    table: Table
    empty: str
    tell: Callable[[int | None, int, int], Sequence[Line]]
    skill: Callable[[int], str | None] = lambda at: None
    deck: Callable[[int], str | None] = lambda at: None
    drill: Callable[[int], str | None] = lambda at: None


def sections(report: Report, decks: Decks) -> list[Section]:
    """Return the sections over all decks: skills, decks, mistakes and days."""
    present = [deck for deck in report.decks if deck.present]
    drills = [drill for deck in report.decks for drill in deck.drills]
    return [
        _skills(report, report.skills, decks, ""),
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
    """Return the sections of one deck: skills, drills, mistakes and due. `report` must be on this deck alone."""
    forecast = [(day, count) for day, count in report.forecast if count]
    rows = (row(f"{day:%a} {short_day(day, report.day)}", str(count), keys=(day, count)) for day, count in forecast)
    due = Table(_DUE, tuple(rows))
    return [
        _skills(report, deck.skills, decks, deck.name),
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


def _skills(report: Report, skills: Sequence[SkillReport], decks: Decks, deck: str) -> Section:
    """Return the section of skills; `deck` limits the count of drills to that deck, "" counts all.

    Practised skills come first, those not yet automatic before others, and those with the most goes first.
    """
    # Practised skills come first, and among them those closest to automatic.
    shown = sorted(skills, key=lambda each: (each.skill is None, each.automatic, -each.goes))

    def tell(at: int | None, width: int, height: int) -> Sequence[Line]:
        """Return details on the skill in row `at`; [] for None."""
        if at is None:
            return []
        skill = shown[at]
        made = mistake_lines(mistakes_on(skill, drills_of(skill, report), decks), width)
        return joined([(Span(plain(skill.name, keep=""), "strong"),)], skill_facts(skill), made)

    return Section(
        "skills",
        skills_table(shown, deck),
        "There are no skills yet: no drill in the decks asks for a calculation.",
        tell,
        skill=lambda at: shown[at].name,
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
        skill = f" on the line {plain(each.skill, keep='')}" if each.skill else ""
        head: list[Line] = [(Span(each.words, "strong"),), (Span(f"made {counted(each.times, 'time')}{skill}"),)]
        return joined(head, [(Span(instead),)] if instead else [], [(Span("at", "faint"),), *places])

    return Section(
        "mistakes",
        mistakes_table(made),
        "No known mistakes so far.",
        tell,
        skill=lambda at: made[at].skill,
        drill=lambda at: made[at].places[0],
    )


def _deck_lines(deck: DeckReport, decks: Decks, width: int) -> list[Line]:
    """Return details on a deck: its title, how far its skills and drills are, and its mistakes; `width` is in cells."""
    skills = f"{deck.automatic} of {counted(len(deck.skills), 'skill')} automatic, {deck.due} due"
    started = f"{deck.begun} of {counted(len(deck.present), 'drill')} started"
    head: list[Line] = [(Span(plain(deck.title, keep=""), "strong"),), (Span(skills),), (Span(started),)]
    return joined(head, mistake_lines(mistakes(deck.drills, decks), width))


def _drill_lines(deck: DeckReport, at: int, decks: Decks, width: int) -> list[Line]:
    """Return details on a deck's drill with index `at`: its id, its standing and its mistakes; `width` is in cells."""
    drill = deck.drills[at]
    head: list[Line] = [(Span(plain(drill.drill, keep=""), "strong"),)]
    return joined(head, drill_facts(drill, ()), mistake_lines(mistakes([drill], decks), width))
