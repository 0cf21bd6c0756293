"""The screen of a question: the question, the answer, the verdict, and the working."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, TypeVar

from textual import events, work
from textual.containers import Container, Horizontal
from textual.screen import Screen
from textual.widget import Widget
from textual.widgets import Static

from katatx.errors import KatatxError
from katatx.questions.numbers import read_size
from katatx.sessions.lesson import lesson_before, lesson_for
from katatx.sessions.sitting import Sitting
from katatx.tui.actions import SHEET_DOWN, SHEET_UP, TABLES, WORDS, Action
from katatx.tui.messages import Failed
from katatx.tui.screens.practice.judged import MOMENT, JudgedScreen
from katatx.tui.styles import stylesheet
from katatx.tui.widgets.panels import Panel, close_panels, open_or_close
from katatx.tui.widgets.progress import ProgressLine
from katatx.tui.widgets.question.answer_box import AnswerBox
from katatx.tui.widgets.question.clock import ClockView
from katatx.tui.widgets.question.drawn import PicturesView
from katatx.tui.widgets.question.echo import EchoLine
from katatx.tui.widgets.question.options import OptionsView
from katatx.tui.widgets.question.prompt import prompted
from katatx.tui.widgets.question.room import Body, Sheet
from katatx.tui.widgets.question.task import Task
from katatx.tui.widgets.question.verdict import VerdictView
from katatx.tui.widgets.question.working import WorkingView

if TYPE_CHECKING:
    from katatx.tui.widgets.section import Part

# Seconds for painting before slower work begins.
_DELAY = 0.03
# A wait of more seconds is not the learner's time: another terminal had locked the log.
_PATIENCE = 0.5
_Result = TypeVar("_Result")


class QuestionScreen(JudgedScreen):
    """The screen of questions. Times are those of key events, so that painting does not count.

    `paused` are the seconds not counted, `rest` is the longest time without a key, and keys before `deaf_until` are
    ignored. `left` is when another screen was opened over this one, or None. `pointed_to` is the text that selecting an
    option of the question typed last; "" before. `echoes` is True while the line that says how the answer is read is to
    be updated. `opening_key` is the key that opened this screen at the time `opened_at`; "" after the next key.
    """

    CSS_PATH = [stylesheet("question")]  # noqa: RUF012 - as Textual declares it

    def __init__(self, asking: Sitting) -> None:
        super().__init__(asking)
        self.paused = 0.0
        self.rest = 0.0
        self.deaf_until = 0.0
        self.left: float | None = None
        self.pointed_to = ""
        self.echoes = False
        self.opening_key = ""
        self.opened_at = 0.0

    def compose_body(self) -> Iterator[Widget]:
        """Yield the title, the question with the answer line, and the working."""
        with Horizontal(id="head"):
            yield Static(id="place", markup=False)
            yield ClockView()
            yield ProgressLine()
        with Body(self.lines_kept_for_side):
            with Sheet():
                with Task():
                    yield Static(id="prompt", markup=False)
                    yield PicturesView("given")
                    yield OptionsView()
                    yield Static(id="advice", markup=False)
                yield AnswerBox(self.take_key)
                yield EchoLine()
                yield VerdictView()
            with Container(id="side"):
                yield from self.compose_side()

    def compose_side(self) -> Iterator[Widget]:
        """Yield the widgets beside the question."""
        yield WorkingView()

    def on_resize(self) -> None:
        """Keep the selected option, the typed answer or the verdict visible."""
        super().on_resize()
        self.call_after_refresh(self._keep_in_view)

    def _keep_in_view(self) -> None:
        """Scroll to the selected option if selecting it was the last that was typed, else to the verdict.

        Without a verdict, scroll to the question's end if text stands above it. Do nothing if the screen is closed.
        """
        if not self.query(AnswerBox):  # the screen is being closed
            return
        if self._is_pointing:
            self._show_pointed_at(from_top=True)
        else:
            self.come_into_view()

    @property
    def _is_pointing(self) -> bool:
        """Return whether selecting an option was the last that was typed, and the answer is not graded."""
        return bool(self.pointed_to) and self.query_one(AnswerBox).value == self.pointed_to and not self.judged

    def on_task_measured(self) -> None:
        """Keep the selected option visible after the question was wrapped anew."""
        if self.query(AnswerBox) and self._is_pointing:
            self.call_after_refresh(self._keep_in_view)

    def _show_pointed_at(self, from_top: bool = False) -> None:
        """Share the room again, and scroll to the selected option; see `Task.show_region` for `from_top`."""
        self.share_room()
        self.query_one(Task).show_region(self.query_one(OptionsView).region_pointed_at, from_top)

    def on_mount(self, event: events.Mount) -> None:
        """Show the first question and start the clock."""
        self.query_one(ClockView).display = self.katatx.look.clock
        self.set_interval(1.0, self._show_time)
        self.opening_key, self.opened_at = self.katatx.last_key, event.time
        with self.leaving_out_what_fails():
            self._ask(event.time)

    @property
    def footer_actions(self) -> Sequence[Action]:
        """Return the actions for the footer, until the verdict with what scrolls to hidden lines of the question.

        That comes second; if lines are hidden at both ends, what scrolls up comes last.
        """
        task, outcome = self.query_one(Task), self.query_one(VerdictView).outcome
        if self.judged and outcome is not None:
            return self.actions
        first, *others = self.actions
        ends = ((task.hides_below, SHEET_DOWN), (task.hides_above, SHEET_UP))
        scrolling = [replace(action, words="more", in_footer=True) for hides, action in ends if hides]
        return [first, *scrolling[:1], *others, *scrolling[1:]]

    def on_task_hides_other(self) -> None:
        """Show which key scrolls to the hidden lines of the question."""
        self.show_keys()

    @property
    def help_first(self) -> Sequence[Part]:
        """Return the help section with the page's terms."""
        from katatx.tui.screens.help import words_help

        return words_help(self.asking.words)

    @property
    def help_parts(self) -> Sequence[Part]:
        """Return the help sections on answers and verdicts."""
        from katatx.tui.screens.help import question_help

        return question_help()

    def take_key(self, event: events.Key) -> bool:
        """Handle a key; return whether it is used up, that is, no part of an answer.

        Keys that come too soon are used up without effect, as are those without an action once the question is graded,
        and all but the one that stops while another screen is on top or after the session was left. `q` stops at any
        time except where it can be typed, in `sqrt`.
        """
        opened_twice = event.key == self.opening_key and event.time - self.opened_at < MOMENT
        if event.time < self.deaf_until or opened_twice:
            return True
        self.opening_key = ""  # the next press of it counts
        self.rest, self.key_time = max(self.rest, event.time - self.key_time), event.time
        action = self.katatx.keys.doing(self.actions).get(event.key)
        if self.stopped or not self.is_active:
            # Accept only the key that stops, pressed twice before the dialog appeared; other keys were for the dialog.
            if action is not None and action.id in ("stop", "stop-now"):
                self.take_stopping_again()
            return True
        writing_root = not self.judged and event.character == "q" and self.query_one(AnswerBox).word.endswith("s")
        if action is None or writing_root:
            return self.judged
        if not self.comes_too_soon(action, event):
            self.do(action)
        return True

    def do(self, action: Action) -> None:
        """Perform an action, unless `check_action` refuses it.

        If it raises KatatxError, leave the question out and ask the next one that can be worked. If none is left, or
        the error is the log's, end the app with the error.
        """
        with self.leaving_out_what_fails():
            super().do(action)

    def do_from_palette(self, action: Action) -> None:
        """Perform an action that was clicked or chosen in the palette, as if its key were pressed now.

        Do nothing if the session was left or another screen covers this one.
        """
        self.key_time = self.katatx.ticks()
        if not self.stopped:
            super().do_from_palette(action)

    @contextmanager
    def leaving_out_what_fails(self) -> Iterator[None]:
        """Return a context in which a KatatxError leaves the question out and asks the next one that can be worked.

        If none is left, or the error is the log's, the app ends with the error.
        """
        try:
            yield
        except KatatxError as error:
            self._go_on_without(error)

    def _go_on_without(self, error: KatatxError) -> None:
        """Leave out this question, which raised `error`, and all following ones that cannot be worked.

        End the app with the error if none is left, or if it is the log's.
        """
        failed: KatatxError | None = error
        while failed is not None:
            try:
                if not self.asking.leave_out(failed):
                    self.stopped = True
                    self.post_message(Failed(failed))
                    return
                self._ask(self.key_time)
                failed = None
            except KatatxError as another:
                failed = another

    def action_grade(self) -> None:
        """Grade the typed answer; the verdict is shown after the session has recorded the answer.

        With nothing typed, say so. With some cells empty, go to the next of them instead.
        """
        box, at = self.query_one(AnswerBox), self.key_time
        if not box.value.strip():
            self.tell("nothing typed yet; write your answer")
            return
        if box.go_to_empty_cell():
            return
        first = None if box.first_key is None else box.first_key - self.begun
        outcome = self._waiting(lambda: self.asking.answer(box.value, at - self.begun, first, self.paused, self.rest))
        self.query_one(EchoLine).clear()
        view = self.query_one(VerdictView)
        view.show(outcome)
        if not outcome.judgement.verdict.costs_nothing:
            self.judged, self.graded_at = True, at
            box.freeze()
            self.take_in(outcome)
            self.show_keys()
        self.call_after_refresh(self.come_into_view)

    def action_hint(self) -> None:
        """Uncover the next part of the working, which counts as help; say so if all is uncovered.

        A long wait for the log is not counted.
        """
        at, deaf_until = self.katatx.ticks(), self.deaf_until
        hint = self._waiting(self.asking.hint)
        if self.deaf_until > deaf_until:  # the wait was long
            self.stand_still(self.katatx.ticks() - at)
        self.show_working()
        if hint is None:
            self.tell("every line is uncovered")

    def show_working(self) -> None:
        """Show the uncovered part of the working.

        Raises KatatxError if the question cannot be worked.
        """
        question = self.asking.question
        if question is not None:
            self.query_one(WorkingView).show(self.asking.steps, self.asking.opened, question.pictures_of)
            self.call_after_refresh(self.come_into_view)

    def action_point_up(self) -> None:
        """Select the option above, by typing what selects it; from the first or from none, the last."""
        self._point(-1)

    def action_point_down(self) -> None:
        """Select the option below, by typing what selects it; from the last or from none, the first."""
        self._point(1)

    def action_sheet_up(self) -> None:
        """Scroll the open panel up one page, or the question if none is open."""
        self._scroll(-1)

    def action_sheet_down(self) -> None:
        """Scroll the open panel down one page, or the question if none is open."""
        self._scroll(1)

    def _scroll(self, direction: int) -> None:
        """Scroll the open panel one page down (1) or up (-1), or the question if none is open."""
        task = self.query_one(Task)
        scrolled = next(iter(self.query(Panel)), task)
        if scrolled is task:
            task.note_moved()
        (scrolled.scroll_page_down if direction > 0 else scrolled.scroll_page_up)(animate=False)

    def action_words(self) -> None:
        """Open or close the panel with the page's terms."""
        from katatx.tui.widgets.question.words import WordsView

        self._open_or_close("words", WORDS, WordsView(self.asking.words_beside))

    def action_tables(self) -> None:
        """Open or close the panel with the lookup tables the question needs, or with all tables if it needs none.

        Raises KatatxError if the question cannot be worked.
        """
        from katatx.tui.widgets.question.tables import TablesView
        from katatx.views.lookup_tables import tables_for

        self._open_or_close("tables", TABLES, TablesView(tables_for(self.asking.steps)))

    def _open_or_close(self, name: str, action: Action, contents: Static) -> None:
        """Open or close the panel `name` with these contents; `action` is the one that does so."""
        closes, down, up = map(self.katatx.keys.shown, (action, SHEET_DOWN, SHEET_UP))
        open_or_close(self, Panel(name, contents, closes=closes, down=down, up=up))

    def action_lesson(self) -> None:
        """Open the lesson of the question's section again; a message says if there is none."""
        self.open_lesson(partial(lesson_for, self.asking))

    def tell(self, notice: str) -> None:
        """Show a notice in the line below the answer, and scroll to it."""
        echo = self.query_one(EchoLine)
        echo.tell(notice)
        self.call_after_refresh(echo.scroll_visible, animate=False)

    def _teach(self, lesson: Sitting) -> None:
        """Open a lesson, and show the question when the lesson is closed."""
        from katatx.tui.screens.practice.lesson import LessonScreen

        def go_on(_: None) -> None:
            """Show the question after its lesson."""
            with self.leaving_out_what_fails():
                self._ask(self.katatx.ticks())

        self.app.push_screen(LessonScreen(lesson), go_on)

    def action_clock(self) -> None:
        """Hide or show the clock."""
        clock = self.query_one(ClockView)
        clock.display = not clock.display

    def action_pause(self) -> None:
        """Cover the screen and stop the clock until a key is pressed."""
        from katatx.tui.screens.practice.pause import PauseScreen

        at = self.key_time

        def go_on(then: float | None) -> None:
            """Exclude the pause from the answer's time; `then` is the time of the key that ended it."""
            self.stand_still((at if then is None else then) - at)
            self.key_time = at if then is None else then

        self.app.push_screen(PauseScreen(), go_on)

    def open_over(self, other: Screen[None]) -> None:
        """Open another screen and stop the clock until it is closed."""
        self.left = self.katatx.ticks()
        super().open_over(other)

    def on_screen_resume(self) -> None:
        """Restart the clock if `open_over` stopped it; it runs on under other screens, such as help."""
        if self.left is not None:
            self.key_time = self.katatx.ticks()
            self.stand_still(self.key_time - self.left)
            self.left = None

    def stand_still(self, seconds: float) -> None:
        """Exclude seconds from the answer's time."""
        self.query_one(AnswerBox).move_first_key(seconds)
        self.begun, self.paused = self.begun + seconds, self.paused + seconds

    def on_answer_box_typed(self) -> None:
        """Clear the last verdict and schedule the line that says how the answer is read.

        Do nothing if the answer is graded, or the verdict is on the text that is typed now.
        """
        verdict = self.query_one(VerdictView)
        if verdict.outcome is not None:
            # A late event for text that was typed before Enter and is already judged.
            if self.judged or verdict.outcome.typed == self.query_one(AnswerBox).value:
                return
            verdict.clear()
        if not self.echoes:
            # Paint the typed text first; reading it would delay the terminal's output.
            self.echoes = True
            self.set_timer(_DELAY, self._echo)

    def on_answer_box_unfit(self, event: AnswerBox.Unfit) -> None:
        """Show a message that pasted text does not fit the cells, which stay as they are."""
        rows, width = self.query_one(AnswerBox).cells.shape
        size = read_size(event.text)
        self.tell(f"not pasted, since it does not fit {rows} rows of {width}: {size}")

    def _echo(self) -> None:
        """Show how the typed answer will be read, and mark the option it selects.

        Do nothing if the answer is graded, or the verdict is on the text that is typed now.
        """
        self.echoes = False
        question, box = self.asking.question, self.query_one(AnswerBox)
        outcome = self.query_one(VerdictView).outcome
        if question is None or self.judged or (outcome is not None and outcome.typed == box.value):
            return
        echo = self.query_one(EchoLine)
        echo.show(question, box)
        if self.has_more_above:  # the answer may be the last line in view
            self.call_after_refresh(echo.scroll_visible, animate=False)
        if question.options:
            self.query_one(OptionsView).point(question.pointed_at(box.value))

    def _waiting(self, do: Callable[[], _Result]) -> _Result:
        """Return the result of `do`, which may wait for the log; keys pressed during a wait of over half a second are
        ignored.
        """
        begun = self.katatx.ticks()
        try:
            return do()
        finally:
            if self.katatx.ticks() - begun > _PATIENCE:
                self.deaf_until = self.katatx.ticks()

    def _point(self, by: int) -> None:
        """Select the next or previous (`by` -1) option, wrapping around, by typing what selects it."""
        question, box = self.asking.question, self.query_one(AnswerBox)
        if question is None:
            return
        now = question.pointed_at(box.value)
        option = (0 if by > 0 else len(question.options) - 1) if now is None else (now + by) % len(question.options)
        box.value = question.pointing_at(option, box.value)
        self.pointed_to = box.value
        self.query_one(OptionsView).point(option)
        self._show_pointed_at()

    def _ask(self, at: float) -> None:
        """Show the current question, or its lesson first; the clock starts at `at`, the time of the last key.

        If there is no question, stop the session. Raises KatatxError if that fails.
        """
        question = self.asking.question
        if question is None:
            self.action_stop_now()
            return
        lesson = lesson_before(self.asking)
        if lesson is not None:
            self._teach(lesson)
            return
        self.judged, self.begun, self.key_time, self.paused, self.rest = False, at, at, 0.0, 0.0
        self.pointed_to = ""
        self.query_one("#place", Static).update(self.asking.heading)
        self.query_one("#prompt", Static).update(prompted(question))
        self.query_one("#given", PicturesView).show(question.pictures)
        self.query_one(OptionsView).show(question.options)
        self.set_class(bool(question.options), "-pointing")
        advice = self.query_one("#advice", Static)
        advice.update(question.advice or "")
        advice.display = question.advice is not None
        self.query_one(EchoLine).clear()
        self.query_one(VerdictView).clear()
        self.close_working()
        task = self.query_one(Task)
        task.scroll_home(animate=False)
        task.keeps_end = self.has_more_above
        self.query_one(AnswerBox).begin(question.first_behind, question.size_foreseen)
        close_panels(self)
        self.query_one(ProgressLine).show(self.asking.finished, self.asking.total)
        self.query_one(ClockView).show(None if self.asking.is_untimed else self.asking.seconds_before)
        self.show_keys()
        # Show the prompt before anything is worked out, which would delay the terminal's output.
        self.set_timer(_DELAY, self._prepare_working)

    def _prepare_working(self) -> None:
        """Work out the present question and show its covered working; prepare its judging in another thread.

        A question that cannot be worked is left out for the next one.
        """
        question = self.asking.question
        if question is None or self.stopped:
            return
        with self.leaving_out_what_fails():
            if not self.judged:
                self.query_one(AnswerBox).want(question)
                self._echo()
                self.show_working()
            self._look_ahead(self.asking.prepare)

    def _show_time(self) -> None:
        """Update the clock, unless the question is graded, untimed or covered."""
        if not self.judged and self.is_active and not self.asking.is_untimed:
            elapsed = max(0.0, self.katatx.ticks() - self.begun)
            self.query_one(ClockView).show(self.asking.seconds_before + elapsed)

    @work(thread=True, exclusive=True, exit_on_error=False)
    def _look_ahead(self, prepare: Callable[[], None]) -> None:
        """Call `prepare` in a thread, to prepare judging the question."""
        prepare()
