"""Tables of steps, decks, mistakes and days, for screens and the command line."""

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
from katatx.views.stats.report import DeckReport, DrillReport, Report, StepReport
from katatx.views.stats.step_map import SIGNS
from katatx.views.table import Column, Row, Table, row
from scoring.steps import DAYS as DAYS_WANTED

_BAR = 10

STEPS = (
    Column(""),
    Column("step", cut=True),
    Column("right days", falls=True),
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
    Column("step", rank=2, cut=True),
)
DAYS = (
    Column("day", falls=True),
    Column("answers", right=True, falls=True),
    Column("right", right=True, falls=True),
    Column("minutes", rank=1, right=True, falls=True),
)
LINES = (
    Column(""),
    Column("step", cut=True),
    Column("standing", rank=1),
    Column("due", rank=2),
)
USED_IN = (
    Column(""),
    Column("drill", cut=True),
    Column("standing", rank=1),
    Column("due", rank=2),
)


def far_cell(step: StepReport) -> Span:
    """Return how far a step is, as a bar and as its days of five."""
    return Span(f"{bar(step.days, DAYS_WANTED, _BAR)} {step.days}/{DAYS_WANTED}", "bar" if step.days else "faint")


def steps_table(steps: Sequence[StepReport], deck: str = "") -> Table:
    """Return a table with a row per step, in the given order.

    `deck` limits the count of each step's drills to that deck; "" counts all.
    """
    return Table(STEPS, tuple(_step_row(step, deck) for step in steps))


def _step_row(step: StepReport, deck: str) -> Row:
    """Return the table row of a step."""
    role, miss = ROLES[step.word], step.missed
    drills = sum(place.startswith(f"{deck}/") for place in step.drills) if deck else len(step.drills)
    return row(
        Span(SIGNS[step.word], role),
        step.words,
        far_cell(step),
        Span(step.word, role),
        Span(due_words(step.due_day, step.around.day), "target" if step.is_due else ""),
        str(drills),
        Span(missed_last(step), "faint"),
        keys=(
            ORDER[step.word], step.name, step.share, ORDER[step.word], step.due_day, drills,
            None if miss is None else -miss.day,
        ),
    )  # fmt: skip


def missed_last(step: StepReport) -> str:
    """Return when, where and how a step was last missed: `yesterday at attention/match: softmax: skipped e^`.

    Returns "" if it never was.
    """
    miss = step.missed
    if miss is None:
        return ""
    turn = f": {mistake_words(miss.turn)}" if miss.turn else ""
    return f"{ago_words(date.fromordinal(miss.day).isoformat(), step.around.day)} at {plain(miss.place, keep='')}{turn}"


def decks_table(decks: Sequence[DeckReport], today: date) -> Table:
    """Return a table with a row per deck, in the given order."""
    return Table(DECKS, tuple(_deck_row(deck, today) for deck in decks))


def _deck_row(deck: DeckReport, today: date) -> Row:
    """Return the table row of a deck."""
    steps = len(deck.steps)
    kata = "" if deck.kata_day is None else ago_words(deck.kata_day, today)
    return row(
        plain(deck.name, keep=""),
        Span(f"{bar(deck.automatic, steps, _BAR)} {deck.automatic} of {steps}", "bar" if deck.automatic else "faint"),
        Span(str(deck.due), "target" if deck.due else ""),
        ago_words(deck.last_day, today),
        f"{deck.begun} of {len(deck.present)}",
        kata,
        Span(plain(deck.title, keep=""), "faint"),
        keys=(
            deck.name, deck.automatic / max(1, steps), deck.due, deck.last_day, deck.begun, deck.kata_day, deck.title,
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
            Span(plain(each.step or "", keep=""), "faint"),
            keys=(each.times, each.words.casefold(), len(each.places), each.step),
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
    """Return a table of the steps that a drill uses."""
    rows = (
        row(
            Span(SIGNS[step.word], ROLES[step.word]),
            step.words,
            Span(step.word, ROLES[step.word]),
            Span(due_words(step.due_day, step.around.day), "target" if step.is_due else ""),
            keys=(ORDER[step.word], step.name, ORDER[step.word], step.due_day),
        )
        for step in drill.steps
    )
    return Table(LINES, tuple(rows))


def used_in_table(step: StepReport, drills: Sequence[DrillReport]) -> Table:
    """Return a table of `drills`, which use a step."""
    rows = (
        row(
            Span(SIGNS[drill.word], ROLES[drill.word]),
            plain(f"{drill.deck}/{drill.drill}", keep=""),
            Span(drill.word, ROLES[drill.word]),
            due_words(drill.due_day, drill.around.day),
            keys=(ORDER[drill.word], f"{drill.deck}/{drill.drill}", ORDER[drill.word], drill.due_day),
        )
        for drill in drills
    )
    return Table(USED_IN, tuple(rows))


def drills_of(step: StepReport, report: Report) -> list[DrillReport]:
    """Return the drills that use a step, in page order."""
    used = set(step.drills)
    return [drill for deck in report.decks for drill in deck.present if f"{drill.deck}/{drill.drill}" in used]
