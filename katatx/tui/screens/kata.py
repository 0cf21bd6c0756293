"""A kata: the same sheet, with the page's lines beside it as the learner has worked them."""

from __future__ import annotations

from collections.abc import Iterator

from textual.widget import Widget

from katatx.practice.kata import KataSitting
from katatx.practice.outcome import Outcome
from katatx.tui.screens.drill import DrillScreen
from katatx.tui.widgets.kata_lines import KataLinesView


class KataScreen(DrillScreen):
    """Line after line, each from the learner's own before it; the true working stays covered to the end."""

    CSS_PATH = ["drill.tcss", "kata.tcss"]  # noqa: RUF012 - as Textual declares it

    def __init__(self, sitting: KataSitting) -> None:
        super().__init__(sitting)
        self.kata = sitting

    def compose_side(self) -> Iterator[Widget]:
        yield KataLinesView()
        yield from super().compose_side()

    def take_in(self, outcome: Outcome) -> None:
        super().take_in(outcome)
        self.query_one(KataLinesView).show(self.kata.lines_so_far)

    def show_working(self) -> None:
        super().show_working()
        # Where there is no room for both, hints take the place of the lines.
        self.set_class(self.sitting.opened.lines > 0, "-hinted")

    def _ask(self, at: float) -> None:
        self.query_one(KataLinesView).show(self.kata.lines_so_far)
        super()._ask(at)
