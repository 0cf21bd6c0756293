"""One question at a time: the sheet, the answer line, the verdict, the covered working."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from textual import events, work
from textual.app import ComposeResult
from textual.containers import Container, Horizontal, VerticalScroll
from textual.screen import Screen
from textual.widgets import Static

from katatx.errors import KatatxError
from katatx.practice.sitting import Sitting
from katatx.tui.messages import Failed, SittingOver
from katatx.tui.widgets.answer_line import AnswerLine
from katatx.tui.widgets.progress import ProgressLine
from katatx.tui.widgets.verdict import VerdictView
from katatx.tui.widgets.working import WorkingView

# What each key does; while an answer is typed, only keys that begin no number are commands.
_ANY_TIME_KEYS = {
    "tab": "uncover", "h": "uncover", "question_mark": "help", "q": "leave", "ctrl+c": "leave",
    "pageup": "scroll_up", "pagedown": "scroll_down",
}  # fmt: skip
_ASKING_KEYS = {**_ANY_TIME_KEYS, "enter": "grade", "p": "pause"}
_JUDGED_KEYS = {**_ANY_TIME_KEYS, "enter": "go_on", "n": "go_on", "space": "uncover", "down": "uncover"}
_BREATH = 0.03
_ASKING = "enter grade · h uncover a line · p pause · ? help · q stop"
_JUDGED = "enter next · h uncover a line · ? help · q stop"
_JUDGED_COVERED = "enter next · ? help · q stop"


class DrillScreen(Screen[None]):
    """Asks, grades, uncovers, goes on. What it shows is what the sitting says."""

    VERTICAL_BREAKPOINTS = [(0, "-short"), (16, "-tall")]  # noqa: RUF012 - as Textual declares it
    HORIZONTAL_BREAKPOINTS = [(0, "-narrow"), (100, "-wide")]  # noqa: RUF012 - as Textual declares it

    def __init__(self, sitting: Sitting) -> None:
        super().__init__()
        self.sitting = sitting
        self.judged = False
        self.stopped = False
        self.uncovered = 0
        self.begun = 0.0
        self.paused = 0.0
        self.last_key = 0.0
        self.rest = 0.0

    def compose(self) -> ComposeResult:
        with Horizontal(id="head"):
            yield Static(id="place", markup=False)
            yield ProgressLine()
        with Container(id="body"):
            with VerticalScroll(id="sheet", can_focus=False):
                yield Static(id="prompt", markup=False)
                yield Static(id="given", markup=False)
                yield AnswerLine(self.take_key)
                yield VerdictView()
            yield WorkingView()
        yield Static(id="keys", markup=False)

    def on_mount(self, event: events.Mount) -> None:
        with self._failing_in_one_line():
            self._ask(event.time)

    def take_key(self, event: events.Key) -> bool:
        """Do what a key stands for; False where it is part of an answer.

        `q` stops at any moment, but for the one place it can be typed: in `sqrt`.
        """
        self.rest, self.last_key = max(self.rest, event.time - self.last_key), event.time
        writing_root = event.character == "q" and self.query_one(AnswerLine).value.endswith("s")
        command = (_JUDGED_KEYS if self.judged else _ASKING_KEYS).get(event.key)
        if self.stopped and command != "leave":
            return True
        if command is None or (writing_root and not self.judged):
            return self.judged
        with self._failing_in_one_line():
            getattr(self, f"key_to_{command}")(event.time)
        return True

    @contextmanager
    def _failing_in_one_line(self) -> Iterator[None]:
        try:
            yield
        except KatatxError as error:
            self.stopped = True  # what was typed ahead is for nobody
            self.post_message(Failed(error))

    def key_to_grade(self, at: float) -> None:
        """Grade what is typed. Nothing is shown that is not on disk."""
        line = self.query_one(AnswerLine)
        first = None if line.first_key is None else line.first_key - self.begun
        outcome = self.sitting.answer(line.value, at - self.begun, first, self.paused, self.rest)
        view = self.query_one(VerdictView)
        view.show(outcome)
        view.scroll_visible(animate=False)
        if not outcome.judgement.verdict.costs_nothing:
            self.judged = True
            line.cursor_blink = False
            self._show_progress()
            self.query_one("#keys", Static).update(_JUDGED if self.sitting.shows_working else _JUDGED_COVERED)

    def key_to_go_on(self, at: float) -> None:
        """The next question, or the summary."""
        self.sitting.advance()
        self._ask(at)

    def key_to_uncover(self, _: float) -> None:
        """Uncover the next worked line; before the answer it counts as help."""
        if self.judged and not self.sitting.shows_working:
            return
        steps = self.sitting.steps
        if self.uncovered < len(steps):
            if not self.judged:
                self.sitting.uncover()
            self.uncovered += 1
            self.query_one(WorkingView).show(steps, self.uncovered)

    def key_to_scroll_up(self, _: float) -> None:
        """Show what of the sheet a small window hides."""
        self.query_one("#sheet", VerticalScroll).scroll_page_up(animate=False)

    def key_to_scroll_down(self, _: float) -> None:
        """And back."""
        self.query_one("#sheet", VerticalScroll).scroll_page_down(animate=False)

    def key_to_leave(self, _: float) -> None:
        """Stop here; everything answered is kept. Pressed again at once, leave for good."""
        if self.stopped:
            self.post_message(SittingOver())
        else:
            self._stop()

    def key_to_pause(self, at: float) -> None:
        """Cover the sheet, and stop the clock until a key is pressed."""
        from katatx.tui.screens.pause import PauseScreen

        if not self.is_active:  # the key was pressed twice
            return

        def go_on(then: float | None) -> None:
            away = (at if then is None else then) - at
            line = self.query_one(AnswerLine)
            if line.first_key is not None:
                line.first_key += away
            self.begun, self.last_key, self.paused = self.begun + away, at + away, self.paused + away

        self.app.push_screen(PauseScreen(), go_on)

    def key_to_help(self, _: float) -> None:
        """Show the keys."""
        from katatx.tui.screens.help import HelpScreen

        if self.is_active:
            self.app.push_screen(HelpScreen(self.sitting.words))

    def _ask(self, at: float) -> None:
        """Put the question up; the clock starts with the key that asked for it."""
        question = self.sitting.question
        if question is None:
            self._stop()
            return
        self.judged, self.begun, self.last_key, self.paused, self.rest = False, at, at, 0.0, 0.0
        self.uncovered = self.sitting.uncovered
        self.query_one("#place", Static).update(self.sitting.heading)
        self.query_one("#prompt", Static).update(question.prompt)
        given = self.query_one("#given", Static)
        sheet = question.sheet
        given.update("\n".join(sheet))
        given.display = bool(sheet)
        self.query_one(VerdictView).clear()
        self.query_one(WorkingView).clear()
        self.query_one("#sheet", VerticalScroll).scroll_home(animate=False)
        self.query_one("#keys", Static).update(_ASKING)
        self.query_one(AnswerLine).begin()
        self._show_progress()
        # The prompt is on the screen before anything is worked out for it: working out
        # would keep the thread that writes to the terminal waiting.
        self.set_timer(_BREATH, self._prepare_working)

    def _prepare_working(self) -> None:
        if self.sitting.question is None or self.stopped:
            return
        with self._failing_in_one_line():
            self.query_one(WorkingView).show(self.sitting.steps, self.uncovered)
            self._look_ahead(self.sitting.plan_ahead())

    def _stop(self) -> None:
        from katatx.tui.screens.summary import SummaryScreen

        self.stopped = True
        self.app.push_screen(SummaryScreen(self.sitting))

    def _show_progress(self) -> None:
        self.query_one(ProgressLine).show(self.sitting.finished, self.sitting.total)

    @work(thread=True, exclusive=True, exit_on_error=False)
    def _look_ahead(self, work_ahead: Callable[[], Callable[[], None]]) -> None:
        self.app.call_from_thread(work_ahead())
