"""The drills of a deck as rows: their standing, when they are due, and which of their lines lack."""

from __future__ import annotations

from katatx.notation.quoting import plain
from katatx.practice.report import DrillReport

# The narrowest window in which each column has its place.
_COLUMNS = {"": 0, "drill": 0, "standing": 0, "due": 0, "section": 78, "lacking": 110}
_SIGNS = {"new": "○", "learning": "◐", "automatic": "●"}
_LONGEST_SECTION = 28


def heading(width: int) -> tuple[str, ...]:
    """Return what the cells of a row are, in a window of so many columns."""
    return tuple(name for name, least in _COLUMNS.items() if width >= least)


def drill_row(drill: DrillReport, section: str, width: int) -> tuple[str, ...]:
    """The cells of a drill."""
    lacks = "" if drill.word in ("new", "automatic") else drill.sentence
    due = "now" if drill.is_due else drill.due_day or ""
    shown = plain(section, keep="")
    cells = (
        _SIGNS[drill.word],
        plain(drill.drill, keep=""),
        drill.word,
        due,
        shown if len(shown) <= _LONGEST_SECTION else f"{shown[: _LONGEST_SECTION - 1]}…",
        lacks,
    )
    return tuple(cell for cell, least in zip(cells, _COLUMNS.values(), strict=True) if width >= least)
