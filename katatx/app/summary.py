"""The end of a sitting: what it came to."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, ClassVar

from rich.text import Text
from textual.binding import Binding, BindingType
from textual.widget import Widget
from textual.widgets import OptionList, Static

from katatx.app.frame import Card, Frame, options, part
from katatx.app.keys import HELP, MOVING
from katatx.sessions.summing_up import summary_of
from katatx.show.text import block
from katatx.show.way import title_of, way_lines

if TYPE_CHECKING:
    from katatx.sessions.sitting import Sitting
    from katatx.show.summary import Part, Shown

_SEQUELS = {"redo": "redo-misses", "rework": "rework", "kata_again": "kata-again"}


class SummaryScreen(Frame[None]):
    """Shows what a sitting came to: its parts as cards, the missed ones or a kata's lines in a list, and the working
    behind the one under the cursor. `is_left` once it is closed.
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding(
            "m", "redo", "redo the missed", id="redo-misses", tooltip="answer what you missed again, on new numbers"
        ),
        Binding("r", "rework", "from the slip on", id="rework", tooltip="work the kata again from its first slip"),
        Binding("k", "kata_again", "the whole kata", id="kata-again", tooltip="work the whole kata on new numbers"),
        Binding("y", "copy", "copy", id="copy-result", tooltip="copy this as plain text"),
        Binding("enter,q,escape", "close", "go on", key_display="↵", id="close", tooltip="leave this summary"),
        HELP,
        *MOVING,
    ]
    CSS = """
    SummaryScreen #heading { margin-bottom: 0; }
    SummaryScreen.-low .brief, SummaryScreen.-tiny .brief { display: none; }
    """

    def __init__(self, sitting: Sitting) -> None:
        super().__init__()
        self.sitting = sitting
        self.summary = summary_of(sitting)
        self.sequels = sitting.sequels
        self.is_left = False
        self.shown: Shown = self.summary.shown(80)

    def where(self) -> Text:
        return self.shown.where

    def count(self) -> Text:
        return self.shown.count

    def left(self) -> Iterable[Widget]:
        if self.summary.deck and self.summary.whole:
            yield Card(title_of(self.summary.deck), part("", "way"), kind="quiet")

    def middle(self) -> Iterable[Widget]:
        shown = self.shown
        is_kata = self.sitting.plan.kata is not None
        yield from (self._card(each, f"before-{at}") for at, each in enumerate(shown.before))
        if shown.rows.lines:
            rows = options([], at=None, name="rows")
            rows.can_focus = False
            key = self.key("redo-misses")
            heading = [part(block(shown.rows.head), "heading")] if shown.rows.head else []
            yield Card(
                shown.rows.title,
                *heading,
                rows,
                sub=shown.rows.under if is_kata else f"{key}: redo them",
                name="listed",
            )
            yield Card("", part("", "behind"), name="worked", kind="" if is_kata else "brief")
        yield from (self._card(each, f"after-{at}") for at, each in enumerate(shown.after))

    def _card(self, made: Part, name: str) -> Card:
        return Card(made.title, part("", name), sub=made.under, kind=made.kind)

    def on_resize(self) -> None:
        self.shown = shown = self.summary.shown(self.room)
        for name, parts in (("before", shown.before), ("after", shown.after)):
            for at, each in enumerate(parts):
                self.query_one(f"#{name}-{at}", Static).update(block(each.lines))
        deck, whole, kata = self.summary.deck, self.summary.whole, self.sitting.plan.kata is not None
        if deck and whole:
            rows = self.size.height - (7 if self.size.height >= 30 else 4)
            self.query_one("#way", Static).update(block(way_lines(deck, whole, self.summary.here, kata, rows=rows)))
        if shown.rows.lines:
            before = self.rows.highlighted
            if shown.rows.head:
                self.query_one("#heading", Static).update(block(shown.rows.head))
            self.rows.clear_options()
            self.rows.add_options(shown.rows.lines)
            self._point((shown.at or 0) if before is None else before)

    @property
    def rows(self) -> OptionList:
        return self.query_one("#rows", OptionList)

    def _point(self, at: int) -> None:
        """Put the cursor on a row, and show the working behind it."""
        self.rows.highlighted = at
        found = self.shown.behind(at)
        card = self.query_one("#worked", Card)
        for kind in ("good", "bad"):
            card.set_class(kind == found.kind, kind)
        card.border_title = found.title
        self.query_one("#behind", Static).update(block(found.lines))

    def on_option_list_option_highlighted(self, event: OptionList.OptionHighlighted) -> None:
        self._point(event.option_index)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        allowed = super().check_action(action, parameters)
        return allowed and (action not in _SEQUELS or _SEQUELS[action] in self.sequels)

    def action_up(self) -> None:
        self._step(-1)

    def action_down(self) -> None:
        self._step(1)

    def _step(self, by: int) -> None:
        """Move the cursor; without rows, or past their ends, the sheet scrolls."""
        to = (self.rows.highlighted or 0) + by if self.shown.rows.lines else -1
        if 0 <= to < len(self.shown.rows.lines):
            self._point(to)
        else:
            self.sheet.scroll_relative(y=by, animate=False)

    def action_redo(self) -> None:
        self._follow("redo-misses")

    def action_rework(self) -> None:
        self._follow("rework")

    def action_kata_again(self) -> None:
        self._follow("kata-again")

    def action_copy(self) -> None:
        self.app.copy_to_clipboard(self.shown.text)
        self.tell("Copied as plain text.")

    def action_close(self) -> None:
        if not self.is_left:
            self.is_left = True
            self.katatx.over(self.sitting)

    def _follow(self, name: str) -> None:
        """Leave this for the sitting that follows, unless it cannot be opened."""
        if self.is_left:
            return
        with self.telling():
            following = self.sequels[name]()
            self.is_left = True
            self.katatx.over(self.sitting, following)
