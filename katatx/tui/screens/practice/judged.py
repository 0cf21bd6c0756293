"""The part of a question's screen that follows an answer: the working, the next question, stop.

A question is judged when its answer is graded. The sheet is what stands above the working: the question, the answer and
the verdict. Times are those of key events, in seconds.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable
from contextlib import AbstractContextManager
from typing import TYPE_CHECKING, TypeVar

from textual import events

from katatx.questions.outcome import Outcome
from katatx.sessions.sitting import Sitting
from katatx.tui.actions import ASKING, ASKING_TO_POINT, GRADE, JUDGED, JUDGED_COVERED, JUDGED_OPEN, Action
from katatx.tui.screen import KatatxScreen
from katatx.tui.widgets.panels import close_panels
from katatx.tui.widgets.progress import ProgressLine
from katatx.tui.widgets.question.answer_box import AnswerBox
from katatx.tui.widgets.question.options import OptionsView
from katatx.tui.widgets.question.task import Task
from katatx.tui.widgets.question.verdict import VerdictView
from katatx.tui.widgets.question.working import WorkingView

if TYPE_CHECKING:
    from katatx.tui.widgets.question.wrong_working import WrongWorkingView

# A working with an uncovered line gets at least this share of a narrow window's height.
_SIDE = 0.4
# Lines of the question kept visible above a wrong answer's working: the typed answer and the verdict.
_LEAST_SHEET = 5
# A key pressed again within so many seconds is ignored: the key that graded a wrong answer must not leave it, and the
# key that opened a question must not answer it.
MOMENT = 0.6
_Result = TypeVar("_Result")


class JudgedScreen(KatatxScreen[None]):
    """The base class of a question's screen, with everything after an answer; `asking` gives the questions.

    `judged` is True once the answer is graded, and at a lesson's worked example; `stopped` once the session was left.
    `begun` is the time from which the answer's time counts, `key_time` that of the last key, and `graded_at` that of
    the grading.
    """

    def __init__(self, asking: Sitting) -> None:
        super().__init__()
        self.asking = asking
        self.judged = False
        self.stopped = False
        # How often the stop key was pressed again before the dialog to confirm appeared.
        self.stops_again = 0
        self.begun = 0.0
        self.key_time = 0.0
        self.graded_at = 0.0

    @abstractmethod
    def _ask(self, at: float) -> None:
        """Show the current question, or stop if there is none; the clock starts at `at`, the time of the last key.

        Raises KatatxError if that fails.
        """

    @abstractmethod
    def _waiting(self, do: Callable[[], _Result]) -> _Result:
        """Return the result of `do`, which may wait for the log; keys pressed during a long wait are ignored."""

    @abstractmethod
    def show_working(self) -> None:
        """Show the uncovered part of the working.

        Raises KatatxError if the question cannot be worked.
        """

    @abstractmethod
    def _show_time(self) -> None:
        """Update the clock."""

    @abstractmethod
    def stand_still(self, seconds: float) -> None:
        """Exclude some seconds, in which the learner could not answer, from the answer's time."""

    @abstractmethod
    def leaving_out_what_fails(self) -> AbstractContextManager[None]:
        """Return a context in which a KatatxError leaves the question out, or ends the app with the error."""

    @property
    def actions(self) -> tuple[Action, ...]:
        """Return the actions available for the question's state."""
        if self.judged:
            if not self.asking.plan.shows_working:
                return JUDGED_COVERED
            return JUDGED if self.is_right else JUDGED_OPEN
        question = self.asking.question
        return ASKING_TO_POINT if question is not None and question.options else ASKING

    @property
    def is_right(self) -> bool:
        """Return whether the answer just graded counts as right; False if none is."""
        outcome = self.query_one(VerdictView).outcome
        return outcome is not None and outcome.judgement.verdict.counts_as_right

    def comes_too_soon(self, action: Action, event: events.Key) -> bool:
        """Return whether a key comes so soon after a wrong answer that it was meant to grade it, not to leave its
        verdict.

        It is a key that grades, pressed within `MOMENT` seconds of the grading. `action` is what it would do now.
        """
        if not self.judged or action.id != "next" or self.is_right:
            return False
        return event.key in self.katatx.keys.of(GRADE) and event.time - self.graded_at < MOMENT

    def take_in(self, outcome: Outcome) -> None:
        """Show the progress after a graded answer; unless the working stays hidden, as in a kata, show it too.

        The option that is the answer is then marked if the truth may be told. Raises KatatxError if the question cannot
        be worked.
        """
        self.query_one(ProgressLine).show(self.asking.finished, self.asking.total)
        if not self.asking.plan.shows_working:
            return
        if outcome.tells_truth:
            self.query_one(OptionsView).tell_answer(outcome.question)
        if outcome.judgement.verdict.counts_as_right:
            self.show_working()
        else:
            # Paint the verdict first: the learner's working must be calculated and its widgets created.
            self.call_after_refresh(self._open_working, outcome)

    def _open_working(self, outcome: Outcome) -> None:
        """Show a wrong answer's working at its mistake, or the true working if there are no numbers to compare.

        Do nothing if the question has been left in the meantime.
        """
        from katatx.tui.widgets.question.wrong_working import WrongWorkingView
        from katatx.views.wrong_lines import picture_of, wrong_working

        if not self.judged or self.asking.question is not outcome.question:
            return
        steps = self.asking.steps
        working = wrong_working(outcome, steps)
        if working is None:
            self.show_working()
            self.query_one(WorkingView).open_all()
            self.call_after_refresh(self.come_into_view)
            return
        view = self._wrong_working
        if view is None:
            view = WrongWorkingView()
            self.query_one("#side").mount(view)
        view.show(working, picture_of(outcome, working, steps), outcome.instead, self.asking.when_again)
        self.query_one(WorkingView).add_class("-replaced")
        self.come_into_view()

    def close_working(self) -> None:
        """Hide and clear the working before the next question."""
        view = self._wrong_working
        if view is not None:
            view.display = False
        working = self.query_one(WorkingView)
        working.remove_class("-replaced")
        working.clear()

    @property
    def _wrong_working(self) -> WrongWorkingView | None:
        """Return the widget of a wrong answer's working; None if it has not been needed yet."""
        views = self.query("#wrong-working")
        return views.first() if views else None  # type: ignore[return-value]

    def come_into_view(self) -> None:
        """Share the room again, and scroll to the verdict, or to why the answer was not graded, if there is one.

        Until it is graded, also scroll to the question's end if text stands above it.
        """
        if not self.query("#side"):  # the screen is being closed
            return
        self.share_room()
        if self.has_more_above and not self.judged:
            self.query_one(Task).scroll_end(animate=False)
        self.query_one(VerdictView).come_into_view()

    def on_wrong_working_view_settled(self) -> None:
        """Keep the verdict visible after the working has taken its room."""
        self.query_one(VerdictView).come_into_view()

    @property
    def has_more_above(self) -> bool:
        """Return whether there is text above the question, which may push it out of view."""
        return bool(self.asking.question is not None and self.asking.question.above)

    def lines_kept_for_side(self, room: int) -> int:
        """Return how many of `room` lines the working below the question gets even if the question needs them.

        It is all of them for a wrong answer's working, two fifths for another one with an uncovered line, else none;
        what the working does not need stays with the question.
        """
        view = self._wrong_working
        if view is not None and view.display:
            return room
        return int(room * _SIDE) if any(each.opened.lines for each in self.query(WorkingView)) else 0

    def share_room(self) -> None:
        """Fit a wrong answer's working to its room.

        Below the question it gets what its table and picture need if all of the question and the verdict stay visible;
        else what its table needs, up to all but five lines. Beside the question it gets the full height. Do nothing if
        none is shown.
        """
        view = self._wrong_working
        if view is None or not view.display:
            return
        width, room = self.query_one("#body").size
        if self.has_class("-wide"):
            view.fit(room)
            return
        free = room - self.query_one(VerdictView).virtual_region.bottom - self.query_one(Task).lines_hidden
        least = min(view.height_wanted(width, at_ease=False), room - _LEAST_SHEET)
        whole = view.height_wanted(width, at_ease=True)
        view.fit(whole if whole <= free else least)

    def action_next(self) -> None:
        """Show the next question; after the last one, show the summary, or close a lesson.

        Raises KatatxError if the question cannot be worked.
        """
        self.asking.advance()
        self._ask(self.key_time)

    def action_again(self) -> None:
        """Show the same drill with other numbers; do nothing if it cannot be asked again."""
        if self.asking.ask_again():
            self._ask(self.key_time)

    def action_uncover(self) -> None:
        """Uncover the next line of the working completely; do nothing if all are uncovered."""
        self.query_one(WorkingView).uncover()
        self.call_after_refresh(self.come_into_view)

    def action_explain(self) -> None:
        """Open or close the lines nested in the selected line of the working.

        If a line of the true working has none, do so for the only line that has; else do nothing.
        """
        view = self._wrong_working
        if view is not None and view.display:
            view.explain()
        else:
            self.query_one(WorkingView).explain()
        self.call_after_refresh(self.come_into_view)

    def action_line_up(self) -> None:
        """Move the selection one line up in the working; above the first, scroll."""
        self._move(-1)

    def action_line_down(self) -> None:
        """Move the selection one line down in the working; below the last, scroll."""
        self._move(1)

    def _move(self, by: int) -> None:
        """Select the next or previous (`by` -1) line of the working; beyond the ends, scroll."""
        view = self._wrong_working
        if view is not None and view.display:
            view.move(by)
        else:
            self.query_one(WorkingView).move(by)

    def action_stop(self) -> None:
        """Stop the session, after a confirmation if an answer is typed."""

        def stop() -> None:
            """Stop the session, and leave its summary too if the stop key was pressed again meanwhile."""
            self.action_stop_now()
            if self.stops_again > 1:
                self.action_stop_now()

        self.stops_again = 0
        self.leave(stop)

    def leave(self, then: Callable[[], None]) -> None:
        """Call `then`, which ends or replaces the session, after a confirmation if an answer is typed.

        If the learner goes on instead, the time of the dialog is not counted.
        """
        if self.judged or self.stopped or not self.query_one(AnswerBox).value.strip():
            then()
            return
        from katatx.tui.screens.confirm import StopScreen

        at = self.katatx.ticks()

        def answered(leaves: bool | None) -> None:
            """Call `then` if the learner leaves; otherwise exclude the time of the dialog."""
            if leaves:
                with self.leaving_out_what_fails():  # a dialog's answer is not in the context of the key that opened it
                    then()
            else:
                self.stand_still(max(0.0, self.katatx.ticks() - at))

        self.app.push_screen(StopScreen("Stop? What is typed is lost.", self.katatx.keys), answered)

    @abstractmethod
    def action_stop_now(self) -> None:
        """Stop without confirmation."""

    def take_stopping_again(self) -> None:
        """Treat another press of the stop key as a confirmation, or as leaving the summary if the session is
        stopped.
        """
        from katatx.tui.screens.confirm import StopScreen

        if self.stopped:
            self.action_stop_now()
        elif isinstance(self.app.screen, StopScreen):
            self.stops_again += 1
            self.app.screen.call_later(self.app.screen.action_stop_anyway)  # it may not be laid out yet

    def action_how_to_stop(self) -> None:
        """Close an open panel, or else show which key stops."""
        if close_panels(self):
            return
        stop = next(action for action in self.actions if action.id == "stop")
        self.tell(f"{self.katatx.keys.shown(stop)} stops; every answer is kept")
