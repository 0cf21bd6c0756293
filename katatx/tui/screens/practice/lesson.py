"""The screen of a lesson."""

from __future__ import annotations

from textual import events

from katatx.sessions.lesson import is_example
from katatx.sessions.sitting import Sitting
from katatx.tui.actions import LESSON_ASKING, LESSON_EXAMPLE, LESSON_JUDGED, SKIP, Action
from katatx.tui.screens.practice.question import QuestionScreen
from katatx.tui.widgets.panels import close_panels
from katatx.tui.widgets.question.answer_box import AnswerBox
from katatx.tui.widgets.question.echo import EchoLine
from katatx.tui.widgets.question.task import Task
from katatx.tui.widgets.question.working import WorkingView


class LessonScreen(QuestionScreen):
    """The screen of a lesson, opened over another screen; nothing is timed or recorded."""

    def __init__(self, lesson: Sitting) -> None:
        super().__init__(lesson)
        self.lesson = lesson

    @property
    def actions(self) -> tuple[Action, ...]:
        """Return the actions available in the present stage."""
        if is_example(self.lesson):
            return LESSON_EXAMPLE
        return LESSON_JUDGED if self.judged else LESSON_ASKING

    def on_key(self, event: events.Key) -> None:
        """Handle the keys of the worked example, which has no answer line."""
        if is_example(self.lesson) and self.take_key(event):
            event.stop()

    def show_working(self) -> None:
        """Show the working, from the top for a worked example.

        Raises KatatxError if the question cannot be worked.
        """
        self.query_one(WorkingView).from_top = is_example(self.lesson)
        super().show_working()

    def come_into_view(self) -> None:
        """Scroll as for a question, but show a worked example from its top."""
        super().come_into_view()
        if is_example(self.lesson):
            for sheet in self.query(Task):
                sheet.scroll_home(animate=False)

    def action_skip(self) -> None:
        """Continue without an answer; if one is typed, say that it must be deleted first."""
        if self.query_one(AnswerBox).value.strip():
            self.tell(f"{self.katatx.keys.shown(SKIP)} skips only an empty answer; delete what is typed first")
        else:
            self.action_next()

    def action_leave_lesson(self) -> None:
        """Close an open panel, or else the lesson, after a confirmation if an answer is typed."""
        if not close_panels(self):
            self.leave(self.action_back)

    def action_stop_now(self) -> None:
        """Close the lesson; the screen below it goes on."""
        self.action_back()

    def _ask(self, at: float) -> None:
        """Show the current stage, with its working in place of the answer line if it is the worked example.

        After the last stage, close the lesson. `at` is the time of the last key. Raises KatatxError if the stage cannot
        be worked.
        """
        example = is_example(self.lesson)
        for widget in (self.query_one(AnswerBox), self.query_one(EchoLine)):
            widget.display = not example
        super()._ask(at)
        if example:
            self.judged = True
            self.show_working()
