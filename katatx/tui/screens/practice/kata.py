"""The screen of a kata: a question with the learner's lines beside it."""

from __future__ import annotations

from collections.abc import Iterator

from textual.widget import Widget

from katatx.questions.outcome import Outcome
from katatx.sessions.sitting import Sitting
from katatx.tui.screens.practice.drill import DrillScreen
from katatx.tui.styles import stylesheet
from katatx.tui.widgets.question.clock import ClockView
from katatx.tui.widgets.question.kata_lines import KataLinesView


class KataScreen(DrillScreen):
    """The screen of a session at a kata; the true working stays hidden until the end, except for hints."""

    CSS_PATH = [stylesheet("question"), stylesheet("kata")]  # noqa: RUF012 - as Textual declares it

    def __init__(self, sitting: Sitting) -> None:
        super().__init__(sitting)
        assert sitting.plan.kata is not None
        self.kata = sitting.plan.kata

    def compose_side(self) -> Iterator[Widget]:
        """Yield the list of lines, and the working."""
        yield KataLinesView()
        yield from super().compose_side()

    def take_in(self, outcome: Outcome) -> None:
        """Show the progress after a graded answer, the time of all lines so far, and the answered line."""
        super().take_in(outcome)
        self.query_one(ClockView).show(self.sitting.seconds_before)
        self.query_one(KataLinesView).show(self.kata.lines_so_far)

    def show_working(self) -> None:
        """Show the uncovered part of the working.

        Once there is any, it replaces the list of lines where there is no room for both. Raises KatatxError if the line
        cannot be worked.
        """
        super().show_working()
        self.set_class(self.sitting.opened.lines > 0, "-hinted")

    def _ask(self, at: float) -> None:
        """Show the current line, or stop if there is none; the clock starts at `at`, the time of the last key."""
        self.query_one(KataLinesView).show(self.kata.lines_so_far)
        super()._ask(at)
