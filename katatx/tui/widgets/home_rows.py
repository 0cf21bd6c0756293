"""The list on the home screen: today's review and the decks, with tomorrow and the weak spot in between.

Widths are in columns of the terminal.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from textwrap import wrap
from typing import TYPE_CHECKING

from textual.content import Content
from textual.widgets import OptionList
from textual.widgets.option_list import Option

from katatx.notation.quoting import plain
from katatx.tui.widgets.row_list import ELSEWHERE, HERE
from katatx.views.home_lines import (
    LONGEST_NAME,
    DeckCells,
    deck_cells,
    share_bar,
    tomorrow_words,
    upcoming_words,
)
from katatx.views.stats.report import DeckReport, Report
from katatx.views.table import shortened

if TYPE_CHECKING:
    from katatx.views.stats.weak_spot import WeakSpot
    from katatx.views.upcoming import Upcoming

_GAP = 2
_FIRST = "your first ones; press"
_LABELS = ("Today", "Tomorrow", "Weak spot")
_LEAST_BAR, _USUAL_BAR, _MOST_BAR = 8, 16, 28


@dataclass(frozen=True, slots=True)
class HomeRow:
    """One or more lines of the list; `deck` is the deck's name, "" except for a deck's row.

    Rows with `is_choice` can be selected.
    """

    lines: tuple[Content, ...]
    deck: str = ""
    is_choice: bool = True

    def drawn(self, here: bool) -> Content:
        """Return the row, marked if it is selected (`here`)."""
        first, *more = self.lines
        sign = HERE if here else ELSEWHERE
        return Content("\n").join([Content(sign) + first, *(Content(ELSEWHERE) + line for line in more)])


class HomeRows(OptionList):
    """The list widget of the home screen."""

    def __init__(self) -> None:
        super().__init__(id="rows", markup=False)
        self._rows: Sequence[HomeRow] = ()
        self._marked: int | None = None

    @property
    def here(self) -> HomeRow | None:
        """Return the selected row; None before the list is filled."""
        return None if self.highlighted is None or not self._rows else self._rows[self.highlighted]

    def fill(self, rows: Sequence[HomeRow]) -> None:
        """Fill the list, keeping the cursor on its deck, or else on today's review."""
        deck = "" if self.here is None else self.here.deck
        at = next((at for at, row in enumerate(rows) if row.is_choice and row.deck == deck), 0)
        self._rows, self._marked = rows, at
        self.clear_options()
        options = [Option(row.drawn(number == at), disabled=not row.is_choice) for number, row in enumerate(rows)]
        self.add_options(options)
        self.highlighted = at

    def watch_highlighted(self, highlighted: int | None) -> None:
        """Mark the newly selected row."""
        if highlighted is not None and highlighted != self._marked and highlighted < len(self._rows):
            for number in (self._marked, highlighted):
                if number is not None:
                    self.replace_option_prompt_at_index(number, self._rows[number].drawn(number == highlighted))
            self._marked = highlighted
        super().watch_highlighted(highlighted)


def rows_of_home(
    report: Report, upcoming: Upcoming | None, weak: WeakSpot | None, room: int, key: str, practise: str
) -> list[HomeRow]:
    """Return the rows for a width of `room` columns: today's review, tomorrow, the weak spot if any, and the decks.

    Started decks come before new ones. A new learner gets today's review, with advice, and the decks only.

    `upcoming` (what a review would ask) and `weak` (the weak spot) are None until calculated; their room is kept. `key`
    is the key that starts today's review, and `practise` the one that practises the selected row.
    """
    decks = sorted((deck for deck in report.decks if deck.present), key=lambda deck: not deck.begun)
    cells = [deck_cells(deck, report.day) for deck in decks]
    label, room = label_width(report), room - len(HERE)
    if not report.days:
        rows = [today_row(upcoming, label, room, key, f"{_FIRST} {practise}"), HomeRow((Content(""),), is_choice=False)]
        return [*rows, *_first_rows(decks, cells, label, room)]
    rows = [today_row(upcoming, label, room, key)]
    rows.append(HomeRow((_labelled("Tomorrow", tomorrow_words(report, room - label), label),), is_choice=False))
    if report.weakest is not None:
        rows.append(_weak_spot_row(weak, label, room))
    rows.append(HomeRow((Content(""),), is_choice=False))
    return [*rows, *_deck_rows(decks, cells, label, room)]


def label_width(report: Report) -> int:
    """Return the width of the column with the rows' names, including the gap after it."""
    names = (plain(deck.name, LONGEST_NAME, keep="") for deck in report.decks if deck.present)
    return max(map(len, (*_LABELS, *names))) + _GAP


def _labelled(name: str, text: str, label: int) -> Content:
    """Return a line with a dim name, padded to `label` columns, and a text."""
    return Content.assemble((name.ljust(label), "dim"), text)


def today_row(upcoming: Upcoming | None, label: int, room: int, key: str, advice: str = "") -> HomeRow:
    """Return the two-line row of today's review: its length, and the kinds of its questions.

    `upcoming` is None until calculated; then only the name is shown. `advice` is shown in place of the kinds, if there
    are any. `label` is the width of the names' column, and `room` that of the row. `key`, which starts the review, is
    shown at the end of the first line if there is a question and room.
    """
    asked, kinds = ("", "") if upcoming is None else upcoming_words(upcoming)
    kinds = advice if advice and kinds else kinds
    start = f"{key} start" if upcoming is not None and upcoming.planned else ""
    left = room - label - len(asked)
    first = Content.assemble(("Today".ljust(label), "bold"), shortened(asked, room - label))
    if start and left >= len(start) + _GAP:
        first = Content.assemble(first, " " * (left - len(start)), (key, "bold $accent"), (start[len(key) :], "bold"))
    return HomeRow((first, Content(" " * label + shortened(kinds, room - label))))


def _weak_spot_row(weak: WeakSpot | None, label: int, room: int) -> HomeRow:
    """Return the two-line row of the weak spot: what happened, and if that takes one line, where and when.

    `label` is the width of the names' column, and `room` that of the row. For None, the row has only its name.
    """
    if weak is None:
        return HomeRow((_labelled("Weak spot", "", label), Content("")), is_choice=False)
    first, *more = wrap(weak.words, room - label)[:2]
    second = Content(more[0]) if more else Content.styled(shortened(weak.where, room - label), "dim")
    return HomeRow((_labelled("Weak spot", first, label), Content(" " * label) + second), is_choice=False)


def _deck_rows(decks: Sequence[DeckReport], cells: Sequence[DeckCells], label: int, room: int) -> list[HomeRow]:
    """Return the rows of decks: name, bar, and the other texts of `cells`, of which the last are left out without room.

    `label` is the width of the names' column, and `room` that of a row.
    """
    columns = [_column([each.automatic for each in cells], right=True), _column([each.word for each in cells])]
    left = room - label - sum(len(column[0]) + _GAP for column in columns if column)
    katas = [f"kata {each.kata}" if each.kata else "" for each in cells]
    for more in (_column([each.last for each in cells]), _column(katas)):
        if more and left - len(more[0]) - _GAP >= _USUAL_BAR:
            columns.append(more)
            left -= len(more[0]) + _GAP
    width = max(_LEAST_BAR, min(_MOST_BAR, left))
    rows = []
    for at, (deck, each) in enumerate(zip(decks, cells, strict=True)):
        texts = "".join(" " * _GAP + column[at] for column in columns if column)
        bar = (share_bar(deck, width), "$primary" if deck.begun else "dim")
        rows.append(HomeRow((Content.assemble(each.name.ljust(label), bar, texts),), deck.name))
    return rows


def _first_rows(decks: Sequence[DeckReport], cells: Sequence[DeckCells], label: int, room: int) -> list[HomeRow]:
    """Return the rows of decks for a new learner: name, number of steps, and title, cut to the room.

    `label` is the width of the names' column, and `room` that of a row.
    """
    sizes = _column([f"{each.automatic} steps" for each in cells], right=True)
    rows = []
    for deck, each, size in zip(decks, cells, sizes, strict=True):
        title = shortened(each.title, max(0, room - label - len(size) - _GAP))
        line = Content.assemble(each.name.ljust(label), size, " " * _GAP, (title, "dim"))
        rows.append(HomeRow((line,), deck.name))
    return rows


def _column(texts: Sequence[str], right: bool = False) -> list[str]:
    """Return texts padded to the same width, at the left if `right`; [] if all are empty."""
    width = max(map(len, texts), default=0)
    return [text.rjust(width) if right else text.ljust(width) for text in texts] if width else []
