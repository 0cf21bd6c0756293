"""How the learner stands, over all decks or in one."""

from __future__ import annotations

from collections.abc import Iterator

from textual.containers import ScrollableContainer
from textual.widget import Widget
from textual.widgets import Static

from katatx.errors import KatatxError
from katatx.practice.desk import Desk
from katatx.practice.report import Report
from katatx.practice.stats_lines import deck_stats_lines, stats_lines
from katatx.tui.actions import STATS_SCREEN
from katatx.tui.messages import Failed
from katatx.tui.screens.paging import PageScreen

_MARGIN = 6
_WIDEST = 100


class StatsScreen(PageScreen):
    """The same lines as `katatx stats` prints; a wide table is scrolled sideways."""

    CSS_PATH = "stats.tcss"
    ACTIONS = STATS_SCREEN

    def __init__(self, desk: Desk, deck: str | None = None) -> None:
        super().__init__()
        self.desk = desk
        self.deck = deck
        self.report: Report | None = None

    def compose_body(self) -> Iterator[Widget]:
        yield Static("Stats" if self.deck is None else f"Stats · {self.deck}", id="place", markup=False)
        with ScrollableContainer(id="stats", classes="page"):
            yield Static(id="lines", markup=False)

    def on_resize(self) -> None:
        super().on_resize()
        report = self._read()
        if report is None:
            return
        width = min(_WIDEST, max(30, self.size.width - _MARGIN))
        lines = stats_lines(report, width) if self.deck is None else deck_stats_lines(report, report.decks[0], width)
        self.query_one("#lines", Static).update("\n".join(lines))

    def _read(self) -> Report | None:
        """Return what it tells, read once: while it is looked at nothing is answered."""
        if self.report is None:
            try:
                self.report = self.desk.report(self.deck)
            except KatatxError as error:
                self.post_message(Failed(error))
        return self.report

    def on_mount(self) -> None:
        self.page.focus()
