"""The screen of a practice session: its questions, undo, and the summary at the end."""

from __future__ import annotations

from katatx.sessions.sitting import Sitting
from katatx.tui.messages import SittingOver
from katatx.tui.screens.practice.question import QuestionScreen


class DrillScreen(QuestionScreen):
    """The screen of a session at drills."""

    def __init__(self, sitting: Sitting) -> None:
        super().__init__(sitting)
        self.sitting = sitting

    @property
    def sitting_held(self) -> Sitting | None:
        """Return the session that this screen is for."""
        return self.sitting

    def action_take_back(self) -> None:
        """Undo the answer: show its question again, with nothing typed and the time used so far.

        If it cannot be undone, as while the log is out of reach, a message says so. Raises LogError, changing nothing,
        if the log cannot be written.
        """
        outcome = self._waiting(self.sitting.undo)
        if outcome is None:
            self.tell(
                "this answer cannot be undone: your record of answers cannot be written now; try again in a moment"
            )
            return
        self.stopped = False
        self._ask(self.key_time)
        self.begun -= outcome.seconds
        self._show_time()

    def action_stop_now(self) -> None:
        """Stop the session without confirmation and show the summary; called again, leave the summary too.

        It is left by posting `SittingOver`. Raises LogError if the log cannot be read.
        """
        if self.stopped:
            self.post_message(SittingOver(self.sitting))
            return
        from katatx.tui.screens.practice.summary import SummaryScreen

        self.stopped = True
        self.app.push_screen(SummaryScreen(self.sitting))
