"""One question at a time: the sheet, the answer line, the verdict, the covered working."""

from __future__ import annotations

from typing import ClassVar

from textual import events, on, work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Container, Horizontal, VerticalScroll
from textual.screen import Screen
from textual.widgets import ProgressBar, Static

from katatx.practice.session import Session
from katatx.practice.sheet import sheet_lines
from katatx.progress.errors import LogError
from katatx.tui.screens.help import HelpScreen
from katatx.tui.screens.summary import SummaryScreen
from katatx.tui.widgets.answer_line import AnswerLine
from katatx.tui.widgets.verdict import VerdictView
from katatx.tui.widgets.working import WorkingView

_ASKING = "enter grade · h uncover a line · ? help · q stop"
_JUDGED = "enter next · h uncover a line · ? help · q stop"


class DrillScreen(Screen[None]):
    """Asks, grades, uncovers, goes on. What it shows is what the session says."""

    HORIZONTAL_BREAKPOINTS = [(0, "-narrow"), (100, "-wide")]  # noqa: RUF012 - as Textual declares it
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("tab", "uncover", "Uncover a line", id="uncover", priority=True),
        Binding("h,space,down", "uncover", "Uncover a line", id="uncover-more"),
        Binding("enter,n", "next", "Next", id="next"),
        Binding("q", "leave", "Stop", id="leave"),
        Binding("question_mark", "help", "Help", id="help"),
    ]

    def __init__(self, session: Session) -> None:
        super().__init__()
        self.session = session
        self.judged = False
        self.uncovered = 0
        self.begun = 0.0

    def compose(self) -> ComposeResult:
        with Horizontal(id="head"):
            yield Static(id="place", markup=False)
            yield ProgressBar(total=self.session.total, show_eta=False, show_percentage=False, id="progress")
            yield Static(id="count", markup=False)
        with Container(id="body"):
            with VerticalScroll(id="sheet", can_focus=False):
                yield Static(id="prompt", markup=False)
                yield Static(id="given", markup=False)
                yield AnswerLine()
                yield VerdictView()
            yield WorkingView()
        yield Static(id="keys", markup=False)

    def on_mount(self, event: events.Mount) -> None:
        self._ask(event.time)

    @on(AnswerLine.Answered)
    def _answered(self, answered: AnswerLine.Answered) -> None:
        if self.judged:
            return
        first = None if answered.first_key is None else answered.first_key - self.begun
        try:
            outcome = self.session.answer(answered.text, answered.at - self.begun, first)
        except LogError as error:
            self._fail(error)
            return
        view = self.query_one(VerdictView)
        view.show(outcome)
        view.scroll_visible(animate=False)
        if not outcome.judgement.verdict.costs_nothing:
            self.judged = True
            self.query_one(AnswerLine).disabled = True
            self.set_focus(None)
            self._show_progress()
            self.query_one("#keys", Static).update(_JUDGED)

    @on(AnswerLine.Command)
    async def _command(self, command: AnswerLine.Command) -> None:
        await self.run_action(f"screen.{command.name}")

    def on_key(self, event: events.Key) -> None:
        if self.judged and event.key in ("enter", "n"):
            event.stop()
            self._go_on(event.time)

    def action_next(self) -> None:
        """Named for the help screen; `on_key` does it, because it needs the key's time."""

    def action_uncover(self) -> None:
        """Uncover the next worked line; before the answer it counts as help."""
        steps = self.session.steps
        if self.uncovered >= len(steps):
            return
        if not self.judged:
            try:
                self.session.uncover()
            except LogError as error:
                self._fail(error)
                return
        self.uncovered += 1
        self.query_one(WorkingView).show(steps, self.uncovered)

    def action_leave(self) -> None:
        """Stop here; everything answered is kept."""
        self.app.switch_screen(SummaryScreen(self.session))

    def action_help(self) -> None:
        """Show this screen's keys."""
        self.app.push_screen(HelpScreen())

    def _go_on(self, at: float) -> None:
        if self.session.advance() is None:
            self.app.switch_screen(SummaryScreen(self.session))
        else:
            self._ask(at)

    def _ask(self, at: float) -> None:
        """Put the question up; the clock starts with the key that asked for it."""
        question = self.session.question
        if question is None:
            self.app.switch_screen(SummaryScreen(self.session))
            return
        self.judged, self.begun = False, at
        self.uncovered = self.session.uncovered
        drill = question.prepared.drill
        fresh = question.seed is not None and question.prepared.draws is not None
        self.query_one("#place", Static).update(
            f"{self.session.deck.name} · {drill.section}{' · fresh numbers' * fresh}"
        )
        self.query_one("#prompt", Static).update(question.prompt)
        given = self.query_one("#given", Static)
        given.update("\n".join(sheet_lines(question)))
        given.display = bool(sheet_lines(question))
        self.query_one(VerdictView).clear()
        self.query_one(WorkingView).show(self.session.steps, self.uncovered)
        self.query_one("#sheet", VerticalScroll).scroll_home(animate=False)
        self.query_one("#keys", Static).update(_ASKING)
        self.query_one(AnswerLine).begin()
        self._show_progress()
        self._look_ahead()

    def _show_progress(self) -> None:
        done, total = self.session.finished, self.session.total
        self.query_one(ProgressBar).update(total=total, progress=done)
        self.query_one("#count", Static).update(f"{done} of {total} done")

    @work(thread=True, exclusive=True, exit_on_error=False)
    def _look_ahead(self) -> None:
        self.session.look_ahead()

    def _fail(self, error: LogError) -> None:
        from katatx.tui.app import KatatxApp

        if isinstance(self.app, KatatxApp):
            self.app.fail(error)
