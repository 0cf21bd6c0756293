"""Tables of skills, decks, mistakes and days, for screens and the command line.

A go is a clean answer of a day at a drill, counted for a skill; ten make the skill full at that drill.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date

from katatx.notation.quoting import plain
from katatx.pictures.parts import Span
from katatx.plots import bar, count_bar
from katatx.progress.whole import PracticeDay
from katatx.views.days import ago_words, due_words, percent, short_day
from katatx.views.stats.browser_lines import ORDER, ROLES
from katatx.views.stats.mistakes import Mistake, mistake_words
from katatx.views.stats.report import DeckReport, DrillReport, Report, SkillReport
from katatx.views.stats.skill_map import SIGNS, goes_words
from katatx.views.table import Column, Row, Table, row
from scoring.skills import GOES

_BAR = 10

SKILLS = (
    Column(""),
    Column("skill", cut=True),
    Column("goes of 10", falls=True),
    Column("standing", rank=3),
    Column("due", rank=2),
    Column("drills", rank=4, right=True, falls=True),
    Column("missed last", rank=5, cut=True),
)
DECKS = (
    Column("deck", cut=True),
    Column("automatic", falls=True),
    Column("due", rank=1, right=True, falls=True),
    Column("practised", rank=2, falls=True),
    Column("started", rank=3, falls=True),
    Column("kata clean", rank=4, falls=True),
    Column("page", rank=5, cut=True),
)
MISTAKES = (
    Column("times", right=True, falls=True),
    Column("mistake", cut=True),
    Column("drills", rank=1, right=True, falls=True),
    Column("skill", rank=2, cut=True),
)
DAYS = (
    Column("day", falls=True),
    Column("answers", right=True, falls=True),
    Column("right", right=True, falls=True),
    Column("minutes", rank=1, right=True, falls=True),
)
LINES = (
    Column(""),
    Column("skill", cut=True),
    Column("goes here", falls=True),
    Column("standing", rank=1),
    Column("due", rank=2),
)
USED_IN = (
    Column(""),
    Column("drill", cut=True),
    Column("goes here", falls=True),
    Column("standing", rank=1),
    Column("due", rank=2),
)


def goes_cell(goes: float) -> Span:
    """Return a number of goes, 0 to 10, as a bar and in figures."""
    return Span(f"{bar(round(goes), GOES, _BAR)} {goes_words(goes):>2}", "bar" if goes else "faint")


def skills_table(skills: Sequence[SkillReport], deck: str = "") -> Table:
    """Return a table with a row per skill, in the given order.

    `deck` limits the count of each skill's drills to that deck; "" counts all.
    """
    return Table(SKILLS, tuple(_skill_row(skill, deck) for skill in skills))


def _skill_row(skill: SkillReport, deck: str) -> Row:
    """Return the table row of a skill."""
    role, miss = ROLES[skill.word], skill.missed
    drills = sum(place.startswith(f"{deck}/") for place in skill.drills) if deck else len(skill.drills)
    return row(
        Span(SIGNS[skill.word], role),
        plain(skill.name, keep=""),
        goes_cell(skill.goes),
        Span(skill.word, role),
        Span(due_words(skill.due_day, skill.around.day), "target" if skill.is_due else ""),
        str(drills),
        Span(missed_last(skill), "faint"),
        keys=(
            ORDER[skill.word], skill.name, skill.goes, ORDER[skill.word], skill.due_day, drills,
            None if miss is None else -miss.day,
        ),
    )  # fmt: skip


def missed_last(skill: SkillReport) -> str:
    """Return when, where and how a skill was last missed: `yesterday at attention/match: softmax: skipped e^`.

    Returns "" if it never was.
    """
    miss = skill.missed
    if miss is None:
        return ""
    turn = f": {mistake_words(miss.turn)}" if miss.turn else ""
    return (
        f"{ago_words(date.fromordinal(miss.day).isoformat(), skill.around.day)} at {plain(miss.place, keep='')}{turn}"
    )


def decks_table(decks: Sequence[DeckReport], today: date) -> Table:
    """Return a table with a row per deck, in the given order."""
    return Table(DECKS, tuple(_deck_row(deck, today) for deck in decks))


def _deck_row(deck: DeckReport, today: date) -> Row:
    """Return the table row of a deck."""
    skills = len(deck.skills)
    kata = "" if deck.kata_day is None else ago_words(deck.kata_day, today)
    return row(
        plain(deck.name, keep=""),
        Span(f"{bar(deck.automatic, skills, _BAR)} {deck.automatic} of {skills}", "bar" if deck.automatic else "faint"),
        Span(str(deck.due), "target" if deck.due else ""),
        ago_words(deck.last_day, today),
        f"{deck.begun} of {len(deck.present)}",
        kata,
        Span(plain(deck.title, keep=""), "faint"),
        keys=(
            deck.name, deck.automatic / max(1, skills), deck.due, deck.last_day, deck.begun, deck.kata_day, deck.title,
        ),
    )  # fmt: skip


def mistakes_table(mistakes: Sequence[Mistake]) -> Table:
    """Return a table with a row per mistake, in the given order."""
    most = max((each.times for each in mistakes), default=0)
    rows = (
        row(
            Span(f"{count_bar(each.times, most, 8):<8} {each.times:>3,}", "bar"),
            each.words,
            str(len(each.places)),
            Span(plain(each.skill or "", keep=""), "faint"),
            keys=(each.times, each.words.casefold(), len(each.places), each.skill),
        )
        for each in mistakes
    )
    return Table(MISTAKES, tuple(rows))


def days_table(days: Sequence[PracticeDay], today: date) -> Table:
    """Return a table with a row per day with answers, latest first."""
    rows = (
        row(
            f"{each.day:%a} {short_day(each.day, today)}",
            f"{each.attempts:,}",
            percent(each.right / each.attempts) if each.attempts else "",
            f"{each.seconds / 60:.0f}" if each.seconds >= 60 else "<1",
            keys=(each.day, each.attempts, each.right / max(1, each.attempts), each.seconds),
        )
        for each in sorted(days, key=lambda each: each.day, reverse=True)
    )
    return Table(DAYS, tuple(rows))


def lines_table(drill: DrillReport) -> Table:
    """Return a table of the skills that a drill uses, with their goes at this drill."""
    rows = (
        row(
            Span(SIGNS[skill.word], ROLES[skill.word]),
            plain(skill.name, keep=""),
            goes_cell(goes := goes_at(skill, f"{drill.deck}/{drill.drill}")),
            Span(skill.word, ROLES[skill.word]),
            Span(due_words(skill.due_day, skill.around.day), "target" if skill.is_due else ""),
            keys=(ORDER[skill.word], skill.name, goes, ORDER[skill.word], skill.due_day),
        )
        for skill in drill.skills
    )
    return Table(LINES, tuple(rows))


def used_in_table(skill: SkillReport, drills: Sequence[DrillReport]) -> Table:
    """Return a table of `drills`, which use a skill, with the skill's goes at each."""
    rows = (
        row(
            Span(SIGNS[drill.word], ROLES[drill.word]),
            plain(f"{drill.deck}/{drill.drill}", keep=""),
            goes_cell(goes := goes_at(skill, f"{drill.deck}/{drill.drill}")),
            Span(drill.word, ROLES[drill.word]),
            due_words(drill.due_day, drill.around.day),
            keys=(ORDER[drill.word], f"{drill.deck}/{drill.drill}", goes, ORDER[drill.word], drill.due_day),
        )
        for drill in drills
    )
    return Table(USED_IN, tuple(rows))


def goes_at(skill: SkillReport, place: str) -> float:
    """Return how many goes of a skill count at the drill `place` (`deck/drill`), from 0 to 10."""
    return 0.0 if skill.skill is None else min(GOES, skill.skill.goes_at(place))


def drills_of(skill: SkillReport, report: Report) -> list[DrillReport]:
    """Return the drills that use a skill, in page order."""
    used = set(skill.drills)
    return [drill for deck in report.decks for drill in deck.present if f"{drill.deck}/{drill.drill}" in used]
