"""The table of drills: their standing, when they are due, and what they lack."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from katatx.decks.loading import Deck
from katatx.notation.quoting import plain
from katatx.pictures.parts import Span
from katatx.views.days import due_words
from katatx.views.stats.report import DrillReport
from katatx.views.stats.step_map import SIGNS
from katatx.views.table import Column, Row, Table, row, shortened

ROLES = {"new": "faint", "learning": "", "automatic": "right"}
# Sort order of the column "standing".
ORDER = {"automatic": 0, "learning": 1, "new": 2}
_LONGEST_SECTION = 28
_COLUMNS = (
    Column(""),
    Column("drill", cut=True),
    Column("standing"),
    Column("deck", rank=1),
    Column("due", rank=2),
    Column("section", rank=3, cut=True),
    Column("lacking", rank=4, cut=True),
)
_DECK = 3


def drills_table(drills: Sequence[DrillReport], decks: Mapping[str, Deck], with_deck: bool) -> Table:
    """Return a table with a row per drill, in the given order; `with_deck` adds the deck column.

    Drills no longer in their deck are marked with an asterisk.
    """
    rows = tuple(_row(number, drill, decks) for number, drill in enumerate(drills))
    table = Table(_COLUMNS, rows)
    return table if with_deck else without(table, _DECK)


def without(table: Table, column: int) -> Table:
    """Return a table without the column at index `column`."""
    kept = [at for at in range(len(table.columns)) if at != column]
    rows = (Row(tuple(each.cells[at] for at in kept), tuple(each.keys[at] for at in kept)) for each in table.rows)
    return Table(tuple(table.columns[at] for at in kept), tuple(rows))


def _row(number: int, drill: DrillReport, decks: Mapping[str, Deck]) -> Row:
    """Return the table row of a drill; `number` is its position before sorting."""
    due = "now" if drill.is_due else due_words(drill.due_day, drill.around.day)
    lacks = "" if drill.word in ("new", "automatic") else drill.sentence
    section = decks[drill.deck].by_id[drill.drill].section if drill.in_deck else ""
    role = ROLES[drill.word]
    name = plain(drill.drill, keep="")
    return row(
        Span(SIGNS[drill.word], role),
        Span(name if drill.in_deck else f"{name}*"),
        Span(drill.word, role),
        plain(drill.deck, keep=""),
        Span(due, "target" if due == "now" else ""),
        shortened(plain(section, keep=""), _LONGEST_SECTION),
        Span(plain(lacks, keep=""), "faint"),
        keys=(ORDER[drill.word], drill.drill, ORDER[drill.word], drill.deck, drill.due_day, number, lacks or None),
    )
