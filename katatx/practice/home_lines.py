"""Decks as lines: what is due, how far each is to automatic, when it was last practised."""

from __future__ import annotations

from collections.abc import Sequence

from katatx.practice.report import DeckReport, Report

_BAR = 12


def home_lines(report: Report) -> list[str]:
    """A line a deck under a heading, then what is due in all."""
    rows = [deck_row(deck) for deck in report.decks if deck.present]
    return [*aligned([HEADING, *rows]), "", f"{report.due} due today."]


HEADING = ("deck", "due", "automatic", "", "begun", "last practised", "page")


def deck_row(deck: DeckReport) -> tuple[str, ...]:
    """The cells of a deck."""
    drills = len(deck.present)
    return (
        deck.name,
        str(deck.due),
        f"{deck.automatic} of {drills}",
        bar(deck.automatic, drills),
        str(deck.begun),
        deck.last_day or "never",
        deck.title,
    )


def bar(done: int, total: int) -> str:
    """How much of a whole is done, as text."""
    filled = done * _BAR // total if total else 0
    return "█" * filled + "░" * (_BAR - filled)


def aligned(rows: Sequence[Sequence[str]]) -> list[str]:
    """Rows as lines, their cells under each other."""
    widths = [max(len(row[at]) for row in rows) for at in range(len(rows[0]))]
    return ["  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip() for row in rows]
