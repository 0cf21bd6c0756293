"""Decks as lines: what is due, how many of its skills are automatic, when it was last practised."""

from __future__ import annotations

from collections.abc import Sequence

from katatx.notation.quoting import plain
from katatx.plots import bar
from katatx.practice.report import DeckReport, Report

_BAR = 12
_ANY_WIDTH = 1000


def home_lines(report: Report, width: int = _ANY_WIDTH) -> list[str]:
    """A line a deck under a heading, then what is due in all."""
    rows = [deck_row(deck, width) for deck in report.decks if deck.present]
    return [*aligned([heading(width), *rows]), "", today(report)]


# The narrowest window in which each column has its place.
_COLUMNS = {"deck": 0, "due": 0, "automatic": 0, "": 0, "practised": 0, "begun": 70, "kata": 84, "page": 100}
# What the columns before it take, with a deck's name of eleven letters.
_BEFORE_TITLE = 80
_SHORTEST_TITLE = 20


def today(report: Report) -> str:
    """Return what a review holds today."""
    due = f"{report.due} {'skill' if report.due == 1 else 'skills'} due today"
    new = f", {report.new} drills not begun" if report.new else ""
    return f"{due}{new}{f', {report.repeats} missed to repeat' if report.repeats else ''}."


def heading(width: int = _ANY_WIDTH) -> tuple[str, ...]:
    """Return what the cells of a row are, in a window of so many columns."""
    return tuple(name for name, least in _COLUMNS.items() if width >= least)


def deck_row(deck: DeckReport, width: int = _ANY_WIDTH) -> tuple[str, ...]:
    """The cells of a deck."""
    skills = len(deck.skills)
    title, longest = plain(deck.title, keep=""), max(_SHORTEST_TITLE, width - _BEFORE_TITLE)
    cells = (
        deck.name,
        str(deck.due),
        f"{deck.automatic} of {skills}",
        bar(deck.automatic, skills, _BAR),
        deck.last_day or "never",
        f"{deck.begun} of {len(deck.present)}",
        deck.kata_day or "",
        title if len(title) <= longest else f"{title[: longest - 1]}…",
    )
    return tuple(cell for cell, least in zip(cells, _COLUMNS.values(), strict=True) if width >= least)


def aligned(rows: Sequence[Sequence[str]]) -> list[str]:
    """Rows as lines, their cells under each other."""
    widths = [max(len(row[at]) for row in rows) for at in range(len(rows[0]))]
    return ["  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip() for row in rows]
