"""How the learner stands, over all decks or in one."""

from __future__ import annotations

from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import ScrollableContainer
from textual.screen import Screen
from textual.widgets import Static

from katatx.errors import KatatxError
from katatx.practice.desk import Desk
from katatx.practice.stats_lines import deck_stats_lines, stats_lines
from katatx.tui.messages import Failed

_MARGIN = 6
_WIDEST = 100


class StatsScreen(Screen[None]):
    """The same lines as `katatx stats` prints; a wide table is scrolled sideways."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("q,escape,enter", "leave", "Back", id="back")]

    def __init__(self, desk: Desk, deck: str | None = None) -> None:
        super().__init__()
        self.desk = desk
        self.deck = deck

    def compose(self) -> ComposeResult:
        yield Static("Stats" if self.deck is None else f"Stats · {self.deck}", id="place", markup=False)
        with ScrollableContainer(id="stats"):
            yield Static(id="lines", markup=False)
        yield Static("arrows and page keys scroll · q back", id="keys", markup=False)

    def on_resize(self) -> None:
        width = min(_WIDEST, max(30, self.size.width - _MARGIN))
        try:
            report = self.desk.report(self.deck)
        except KatatxError as error:
            self.post_message(Failed(error))
            return
        lines = stats_lines(report, width) if self.deck is None else deck_stats_lines(report, report.decks[0], width)
        self.query_one("#lines", Static).update("\n".join(lines))

    def on_mount(self) -> None:
        self.query_one("#stats", ScrollableContainer).focus()

    def action_leave(self) -> None:
        """Back to where it was opened."""
        if self.is_active:
            self.dismiss()
