"""The end of a sitting: what it came to."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache
from typing import TYPE_CHECKING, ClassVar

from rich.text import Text
from textual.binding import Binding, BindingType
from textual.widget import Widget

from katatx.app.frame import Card, Frame, Laid, Rows
from katatx.app.keys import HELP, MOVING
from katatx.sessions.summing_up import summary_of
from katatx.show.way import WHOLE_PAGE, way_lines

if TYPE_CHECKING:
    from katatx.sessions.sitting import Sitting
    from katatx.show.summary import Part, Shown

# What is told whatever the width is made for so many cells.
_ANY = 80


class SummaryScreen(Frame[None]):
    """Shows what a sitting came to: its parts as cards, the missed ones or a kata's lines in a list, and the working
    behind the one under the cursor.
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("m", "follow('redo-misses')", "redo the missed", id="redo-misses", tooltip="the missed on new numbers"),
        Binding("r", "follow('rework')", "from the slip on", id="rework", tooltip="the kata again from its first slip"),
        Binding("k", "follow('kata-again')", "the whole kata", id="kata-again", tooltip="all of it on new numbers"),
        Binding("y", "copy", "copy", id="copy-result", tooltip="copy this as plain text"),
        Binding("enter,q,escape", "close", "leave", key_display="↵", id="close", tooltip="leave this summary"),
        HELP,
        *MOVING,
    ]

    CSS = "SummaryScreen #sheet { width: 2fr; } SummaryScreen #right { width: 1fr; max-width: 66; }"

    def __init__(self, sitting: Sitting) -> None:
        super().__init__()
        self.sitting = sitting
        self.summary = summary_of(sitting)
        self.sequels = sitting.sequels
        self.at_width = cache(self.summary.shown)
        self.at = self.shown.at or 0

    @property
    def shown(self) -> Shown:
        return self.at_width(_ANY)

    def where(self) -> Text:
        return self.shown.where

    def count(self) -> Text:
        return self.shown.count

    def left(self) -> Iterable[Widget]:
        if self.summary.deck and self.summary.whole:
            yield Card(name="way")

    def middle(self) -> Iterable[Widget]:
        shown = self.shown
        yield from (self._card("before", at) for at in range(len(shown.before)))
        if shown.rows.lines:
            yield Card(shown.rows.title, Rows(), name="listed")
            yield Card(kind="near", name="worked")
        yield from (self._card("after", at, "near") for at in range(len(shown.after)))

    def right(self) -> Iterable[Widget]:
        return [Card(name="worked-beside"), *(self._card("after", at) for at in range(len(self.shown.after)))]

    def _card(self, place: str, at: int, where: str = "") -> Card:
        def part_for(width: int) -> Part:
            parts: Sequence[Part] = getattr(self.at_width(width), place)
            return parts[at]

        made = part_for(_ANY)
        name = next(iter(self.sequels), "close")
        told = next(each.description for each in self.BINDINGS if isinstance(each, Binding) and each.id == name)
        sub = f"{self.key(name)}: {told}" * ("lit" in made.kind)
        return Card(made.title, Laid(lambda width: part_for(width).lines), sub=sub, kind=f"{made.kind} {where}")

    def on_mount(self) -> None:
        deck, whole, is_kata = self.summary.deck, self.summary.whole, self.sitting.plan.kata is not None
        if deck and whole:
            here = WHOLE_PAGE if is_kata else self.summary.here
            self.card("way").lay(lambda width: way_lines(deck, whole, here, self.way_rows, width), "the way")
        if self.shown.rows.lines:
            self._point(self.at)

    def _point(self, at: int) -> None:
        self.at, rows = at, self.shown.rows.lines
        self.query_one(Rows).show_rows(lambda width: self.at_width(width).rows.lines, len(rows), at)
        found, spare = self.shown.behind(at), "near" if self.sitting.plan.kata is not None else "near spare"
        for name, where in (("worked", spare), ("worked-beside", "")):
            kind = f"{found.kind} {where}"
            self.card(name).lay(lambda width: self.at_width(width).behind(at).lines, found.title, kind=kind)

    def on_rows_picked(self, event: Rows.Picked) -> None:
        self._point(event.row)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        allowed = super().check_action(action, parameters)
        return allowed and (action != "follow" or parameters[0] in self.sequels)

    def action_move(self, by: int, pages: bool = False) -> None:
        """Move the cursor; without rows, or past their ends, the sheet scrolls."""
        to = -1 if pages else self.at + by
        if 0 <= to < len(self.shown.rows.lines):
            self._point(to)
        else:
            super().action_move(by, pages)

    def action_copy(self) -> None:
        self.app.copy_to_clipboard(self.shown.text)
        self.notify("Copied as plain text.")

    def action_close(self) -> None:
        self.katatx.over(self.sitting)

    def action_follow(self, name: str) -> None:
        """Leave this for the sitting that follows, unless it cannot be opened."""
        with self.telling():
            self.katatx.over(self.sitting, self.sequels[name]())
