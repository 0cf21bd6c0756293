"""One question at a time: the sheet, the answer, the verdict, the covered working."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TypeVar

from textual import events, work
from textual.containers import Container, Horizontal, VerticalScroll
from textual.widget import Widget
from textual.widgets import Static

from katatx.errors import KatatxError
from katatx.practice.outcome import Outcome
from katatx.practice.reading import read_numbers
from katatx.practice.sitting import Sitting
from katatx.practice.working import line_of
from katatx.tui.actions import ASKING, ASKING_TO_POINT, JUDGED, JUDGED_COVERED, Action
from katatx.tui.messages import Failed, SittingOver
from katatx.tui.screen import KatatxScreen
from katatx.tui.widgets.answer_box import AnswerBox
from katatx.tui.widgets.clock import ClockView
from katatx.tui.widgets.drawn import PicturesView
from katatx.tui.widgets.echo import EchoLine
from katatx.tui.widgets.options import OptionsView
from katatx.tui.widgets.progress import ProgressLine
from katatx.tui.widgets.verdict import VerdictView
from katatx.tui.widgets.working import WorkingView

_BREATH = 0.03
# The part of a narrow window's height that is the working's in any case.
_SIDE = 0.4
# Longer than that was not the learner's: the log was locked by another terminal.
_PATIENCE = 0.5
_Found = TypeVar("_Found")


class DrillScreen(KatatxScreen[None]):
    """Asks, grades, uncovers, goes on. What it shows is what the sitting says.

    Times are those of the key events, so that no painting counts.
    """

    CSS_PATH = ["drill.tcss"]  # noqa: RUF012 - as Textual declares it

    def __init__(self, sitting: Sitting) -> None:
        super().__init__()
        self.sitting = sitting
        self.judged = False
        self.stopped = False
        self.begun = 0.0
        self.paused = 0.0
        self.key_time = 0.0
        self.rest = 0.0
        self.deaf_until = 0.0
        self.pointed_to = ""
        self.echoes = False

    def compose_body(self) -> Iterator[Widget]:
        with Horizontal(id="head"):
            yield Static(id="place", markup=False)
            yield ClockView()
            yield ProgressLine()
        with Container(id="body"):
            with VerticalScroll(id="sheet", can_focus=False):
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
        """Yield what stands beside the sheet."""
        yield WorkingView()

    def on_resize(self) -> None:
        """Keep in view what is pointed at, what is typed, or the verdict on it."""
        super().on_resize()
        pointing = self.pointed_to and self.query_one(AnswerBox).value == self.pointed_to
        self.call_after_refresh(self._show_pointed_at if pointing and not self.judged else self.come_into_view)

    def _show_pointed_at(self) -> None:
        self._share_room()
        region = self.query_one(OptionsView).region_pointed_at
        self.query_one("#sheet", VerticalScroll).scroll_to_region(region, animate=False)

    def come_into_view(self) -> None:
        """Share the room anew, and show of the sheet what matters now."""
        self._share_room()
        if self.judged:
            self.query_one(VerdictView).scroll_visible(animate=False)
        elif self.query_one(AnswerBox).value or self.sitting.opened.lines:
            self.query_one(EchoLine).scroll_visible(animate=False)

    def _share_room(self) -> None:
        """In a narrow window the working stands under the sheet: it has what the sheet leaves, and two fifths
        of the room in any case.
        """
        side, sheet = self.query_one("#side"), self.query_one("#sheet", VerticalScroll)
        if self.has_class("-wide"):
            side.styles.max_height = None
            return
        room = self.query_one("#body").size.height
        side.styles.max_height = max(int(room * _SIDE), room - sheet.virtual_size.height)

    def on_mount(self, event: events.Mount) -> None:
        self.query_one(ClockView).display = self.katatx.look.clock
        self.set_interval(1.0, self._show_time)
        with self.failing_in_one_line():
            self._ask(event.time)

    @property
    def sitting_held(self) -> Sitting:
        return self.sitting

    @property
    def actions(self) -> tuple[Action, ...]:
        if self.judged:
            return JUDGED if self.sitting.shows_working else JUDGED_COVERED
        question = self.sitting.question
        return ASKING_TO_POINT if question is not None and question.options else ASKING

    @property
    def help_text(self) -> str:
        from katatx.tui.screens.help import question_help

        return question_help(self.sitting.words)

    def take_key(self, event: events.Key) -> bool:
        """Do what a key stands for; False where it is part of an answer.

        `q` stops at any moment, but for the one place it can be typed: in `sqrt`.
        """
        if event.time < self.deaf_until:
            return True
        self.rest, self.key_time = max(self.rest, event.time - self.key_time), event.time
        action = self.katatx.keys.doing(self.actions).get(event.key)
        if self.stopped or not self.is_active:
            # Pressed twice, as before the summary stood; anything else was for the screen on top.
            if self.stopped and action is not None and action.id == "stop":
                self.action_stop()
            return True
        writing_root = not self.judged and event.character == "q" and self.query_one(AnswerBox).word.endswith("s")
        if action is None or writing_root:
            return self.judged
        self.do(action)
        return True

    def do(self, action: Action) -> None:
        """Do an action, at the time of its key."""
        with self.failing_in_one_line():
            super().do(action)

    def do_from_palette(self, action: Action) -> None:
        self.key_time = self.katatx.ticks()
        if not self.stopped:
            super().do_from_palette(action)

    @contextmanager
    def failing_in_one_line(self) -> Iterator[None]:
        """What fails ends the app; what was typed ahead is for nobody."""
        try:
            yield
        except KatatxError as error:
            self.stopped = True
            self.post_message(Failed(error))

    def action_grade(self) -> None:
        """Grade what is typed. Nothing is shown that is not on disk."""
        box, at = self.query_one(AnswerBox), self.key_time
        if not box.value.strip():
            self.query_one(EchoLine).tell("nothing typed yet; write your answer")
            return
        if box.go_to_empty_cell():
            return
        first = None if box.first_key is None else box.first_key - self.begun
        outcome = self._waiting(lambda: self.sitting.answer(box.value, at - self.begun, first, self.paused, self.rest))
        self.query_one(EchoLine).clear()
        view = self.query_one(VerdictView)
        view.show(outcome)
        if not outcome.judgement.verdict.costs_nothing:
            self.judged = True
            box.freeze()
            self.take_in(outcome)
            self.show_keys()
        self.call_after_refresh(self.come_into_view)

    def take_in(self, outcome: Outcome) -> None:
        """A graded answer: how far it is now, and where it went wrong."""
        self.query_one(ProgressLine).show(self.sitting.finished, self.sitting.total)
        if not self.sitting.shows_working:
            return
        self.show_working()
        turns, question = outcome.judgement.wrong_turns, self.sitting.question
        if turns and question is not None and not question.options:
            self.query_one(WorkingView).mark(line_of(self.sitting.steps, turns[0]))

    def action_next(self) -> None:
        """The next question, or the summary."""
        self.sitting.advance()
        self._ask(self.key_time)

    def action_again(self) -> None:
        """The same drill on fresh numbers."""
        if self.sitting.ask_again():
            self._ask(self.key_time)

    def action_hint(self) -> None:
        """Open a step more of the working; it counts as help."""
        with self._standing_still():
            told = self._waiting(self.sitting.hint)
        self.show_working()
        if told is None:
            self.query_one(EchoLine).tell("every line is uncovered")

    def show_working(self) -> None:
        """What of the working lies open."""
        question = self.sitting.question
        if question is not None:
            self.query_one(WorkingView).show(self.sitting.steps, self.sitting.opened, question.pictures_of)
            self.call_after_refresh(self.come_into_view)

    def action_uncover(self) -> None:
        """Uncover the next worked line, once graded."""
        self.query_one(WorkingView).uncover()
        self.call_after_refresh(self.come_into_view)

    def action_explain(self) -> None:
        """Open the line under the cursor a level deeper."""
        self.query_one(WorkingView).explain()
        self.call_after_refresh(self.come_into_view)

    def action_line_up(self) -> None:
        """The worked line above."""
        self.query_one(WorkingView).move(-1)

    def action_line_down(self) -> None:
        """The worked line below."""
        self.query_one(WorkingView).move(1)

    def action_point_up(self) -> None:
        """Mean the choice or line above."""
        self._point(-1)

    def action_point_down(self) -> None:
        """Mean the choice or line below."""
        self._point(1)

    def action_sheet_up(self) -> None:
        """Show what of the sheet a small window hides."""
        self.query_one("#sheet", VerticalScroll).scroll_page_up(animate=False)

    def action_sheet_down(self) -> None:
        """And back."""
        self.query_one("#sheet", VerticalScroll).scroll_page_down(animate=False)

    def action_clock(self) -> None:
        """Hide the clock, or show it."""
        clock = self.query_one(ClockView)
        clock.display = not clock.display

    def action_stop(self) -> None:
        """Stop here; everything answered is kept. Pressed again at once, leave for good."""
        if self.stopped:
            self.post_message(SittingOver(self.sitting))
        else:
            self._stop()

    def action_pause(self) -> None:
        """Cover the sheet, and stop the clock until a key is pressed."""
        from katatx.tui.screens.pause import PauseScreen

        at = self.key_time

        def go_on(then: float | None) -> None:
            self.stand_still((at if then is None else then) - at)
            self.key_time = at if then is None else then

        self.app.push_screen(PauseScreen(), go_on)

    def stand_still(self, seconds: float) -> None:
        """So many seconds were not the learner's."""
        self.query_one(AnswerBox).move_first_key(seconds)
        self.begun, self.paused = self.begun + seconds, self.paused + seconds

    def on_answer_box_typed(self) -> None:
        """Tell how what is typed will be read, once it is painted itself; what was said of it before is over."""
        verdict = self.query_one(VerdictView)
        if verdict.outcome is not None:
            # Told late, of what was typed before Enter and is judged already.
            if self.judged or verdict.outcome.typed == self.query_one(AnswerBox).value:
                return
            verdict.clear()
        if not self.echoes:
            # What is typed is painted first: reading it would keep the thread that writes to the terminal waiting.
            self.echoes = True
            self.set_timer(_BREATH, self._echo)

    def on_answer_box_unfit(self, event: AnswerBox.Unfit) -> None:
        """Say so; what is in the cells stays."""
        rows, width = self.query_one(AnswerBox).cells.shape
        told = read_numbers(event.text).rpartition(": ")[2]
        self.query_one(EchoLine).tell(f"pasted {told}: that does not fit {rows} rows of {width}, and was left out")

    def _echo(self) -> None:
        self.echoes = False
        question, box = self.sitting.question, self.query_one(AnswerBox)
        if question is None or self.judged:
            return
        self.query_one(EchoLine).show(question, box)
        if question.options:
            self.query_one(OptionsView).point(question.pointed_at(box.value))
        if box.value != self.pointed_to:
            self.query_one(EchoLine).scroll_visible(animate=False)

    @contextmanager
    def _standing_still(self) -> Iterator[None]:
        """Waiting for a log that another terminal writes to is no time of the learner's."""
        before, deaf = self.katatx.ticks(), self.deaf_until
        yield
        if self.deaf_until > deaf:
            self.stand_still(self.katatx.ticks() - before)

    def _waiting(self, do: Callable[[], _Found]) -> _Found:
        """Do what may have to wait. Keys pressed meanwhile were meant for nothing that could be seen."""
        begun = self.katatx.ticks()
        found = do()
        if self.katatx.ticks() - begun > _PATIENCE:
            self.deaf_until = self.katatx.ticks()
        return found

    def _point(self, by: int) -> None:
        question, box = self.sitting.question, self.query_one(AnswerBox)
        if question is None:
            return
        now = question.pointed_at(box.value)
        option = (0 if by > 0 else len(question.options) - 1) if now is None else (now + by) % len(question.options)
        box.value = question.pointing_at(option, box.value)
        self.pointed_to = box.value
        self.query_one(OptionsView).point(option)
        self._show_pointed_at()

    def _ask(self, at: float) -> None:
        """Put the question up; the clock starts with the key that asked for it."""
        question = self.sitting.question
        if question is None:
            self._stop()
            return
        self.judged, self.begun, self.key_time, self.paused, self.rest = False, at, at, 0.0, 0.0
        self.query_one("#place", Static).update(self.sitting.heading)
        self.query_one("#prompt", Static).update(question.prompt)
        self.query_one("#given", PicturesView).show(question.pictures)
        self.query_one(OptionsView).show(question.options)
        self.set_class(bool(question.options), "-pointing")
        advice = self.query_one("#advice", Static)
        advice.update(question.advice or "")
        advice.display = question.advice is not None
        self.query_one(EchoLine).clear()
        self.query_one(VerdictView).clear()
        self.query_one(WorkingView).clear()
        self.query_one("#sheet", VerticalScroll).scroll_home(animate=False)
        self.query_one(AnswerBox).begin()
        self.query_one(ProgressLine).show(self.sitting.finished, self.sitting.total)
        self.query_one(ClockView).show(0.0)
        self.show_keys()
        # The prompt is on the screen before anything is worked out for it: working out
        # would keep the thread that writes to the terminal waiting.
        self.set_timer(_BREATH, self._prepare_working)

    def _prepare_working(self) -> None:
        question = self.sitting.question
        if question is None or self.stopped:
            return
        with self.failing_in_one_line():
            if question.answer_type == "matrix" and not self.judged:
                self.query_one(AnswerBox).offer_cells((len(question.key), len(question.key[0])))
            if not self.judged:
                self.show_working()
            self._look_ahead(self.sitting.plan_ahead())

    def _stop(self) -> None:
        from katatx.tui.screens.summary import SummaryScreen

        self.stopped = True
        self.app.push_screen(SummaryScreen(self.sitting))

    def _show_time(self) -> None:
        if not self.judged and self.is_active:
            self.query_one(ClockView).show(max(0.0, self.katatx.ticks() - self.begun))

    @work(thread=True, exclusive=True, exit_on_error=False)
    def _look_ahead(self, work_ahead: Callable[[], Callable[[], None]]) -> None:
        self.app.call_from_thread(work_ahead())
