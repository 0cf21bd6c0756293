"""The screen of a question: one sheet with what is asked, the answer, the verdict and the working.

The same screen asks a drill, a choice, a wrong line to find, a line of a kata and a stage of a lesson. Times are those
of key events, so that painting does not count.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from functools import partial
from typing import ClassVar, TypeVar

from rich.text import Text
from textual import events, work
from textual.binding import Binding, BindingType
from textual.containers import Horizontal
from textual.geometry import Size
from textual.widget import Widget
from textual.widgets import Digits, OptionList, Static

from katatx.app.answer import AnswerField
from katatx.app.aside import AsideScreen, PauseScreen
from katatx.app.confirm import ConfirmScreen
from katatx.app.frame import Card, Frame, part
from katatx.app.keys import HELP, PAGE_DOWN, PAGE_UP
from katatx.errors import KatatxError
from katatx.notation.quoting import plain
from katatx.questions.outcome import Outcome
from katatx.questions.question import Question
from katatx.sessions.lesson import is_example, lesson_before, lesson_for
from katatx.sessions.sitting import Sitting
from katatx.show.ask import (
    advice_of,
    asked_above,
    count_of,
    help_lines,
    kata_lines,
    option_rows,
    where_of,
    words_lines,
)
from katatx.show.figures import figures_of
from katatx.show.given import given_lines
from katatx.show.tables import tables_for
from katatx.show.text import block, line, running
from katatx.show.verdict import Verdict, verdict_of
from katatx.show.way import title_of, way_lines
from katatx.show.working import whole_working, working_lines

# A key pressed again within so many seconds is ignored: the key that graded a wrong answer must not leave it, and the
# key that opened a question must not answer it.
_MOMENT = 0.6
# In a lower window the time is not written large.
_TALL = 24
# Seconds for painting before slower work begins.
_DELAY = 0.03
# A wait of more seconds is not the learner's time: another terminal had locked the log.
_PATIENCE = 0.5
# Cells of the third column, and of a dialog.
_ASIDE, _DIALOG = 34, 58
_Result = TypeVar("_Result")


def screen_of(sitting: Sitting) -> QuestionScreen:
    """Return a new screen for a sitting."""
    return QuestionScreen(sitting)


class Choices(OptionList, can_focus=True, inherit_bindings=False):
    """The options of a question, which take the focus where nothing is typed beside them."""

    def __init__(self, take_key: Callable[[events.Key], bool]) -> None:
        super().__init__(id="choices", compact=True, markup=False)
        self.take_key = take_key

    def on_key(self, event: events.Key) -> None:
        if self.take_key(event):
            event.stop()
            event.prevent_default()


class QuestionScreen(Frame[None]):
    """Asks the questions of a sitting one after the other.

    `judged` is True once the answer is graded, and at a lesson's worked example; `stopped` once the sitting was left.
    `begun` is the time from which the answer's time counts, `key_time` that of the last key, `graded_at` that of the
    grading; `paused` are the seconds not counted, `rest` is the longest time without a key. Keys before `deaf_until`
    are ignored, and so is `opening_key` a moment after it opened this screen. `waits` counts what is painted
    soon. `painted` is the window's size when the question was last painted, None before.
    """

    CSS = """
    #answer {
        height: auto; border: round $lead; background: $surface; padding: 0 2;
        border-title-color: $lead; border-title-style: bold; border-subtitle-color: $dim;
    }
    #answer.good { border: round $success; border-title-color: $success; }
    #answer.bad { border: round $error; border-title-color: $error; }
    #answer.good .input--cursor, #answer.bad .input--cursor {
        background: $surface; color: $foreground; text-style: none;
    }
    .-low #answer, .-tiny #answer { padding: 0 1; }
    #line { height: 1; border: none; padding: 0; background: $surface; }
    #line:focus { background-tint: $surface 0%; }
    #cells { width: auto; height: auto; background: $surface; }
    #choices { background: $surface; }
    #joy { height: auto; } #joy Static { width: 1fr; } #time { width: auto; margin-right: 3; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "grade", "answer", id="grade", tooltip="grade what is typed"),
        Binding("n,enter", "next", "next", key_display="n", id="next", tooltip="the next question"),
        Binding("r", "again", "again", id="again", tooltip="the same once more, with fresh numbers"),
        Binding("u", "take_back", "undo", id="take-back", tooltip="take this answer back and write it again"),
        Binding("h", "hint", "hint", id="hint", tooltip="the next line of the working; it counts as help"),
        Binding("h", "working", "working", id="working", tooltip="the whole working"),
        Binding("w", "words", "words", id="words", tooltip="what the words mean; it costs nothing"),
        Binding("v", "tables", "tables", id="tables", tooltip="powers of e, roots, sines; it costs nothing"),
        Binding("x", "skip", "skip", show=False, id="skip", tooltip="go on without an answer"),
        Binding("p", "pause", "pause", show=False, id="pause", tooltip="cover the question and stop the clock"),
        Binding("o", "lesson", "lesson", show=False, id="lesson", tooltip="this section's lesson again"),
        Binding("q,escape", "stop", "stop", key_display="q", id="stop", tooltip="stop here; every answer is kept"),
        HELP,
        Binding("up", "point(-1)", "up", show=False, id="point-up", tooltip="the choice or line above"),
        Binding("down", "point(1)", "down", show=False, id="point-down", tooltip="the choice or line below"),
        PAGE_UP,
        PAGE_DOWN,
        Binding("ctrl+c", "stop_now", "stop at once", show=False, id="stop-now", tooltip="stop; what is typed is lost"),
    ]
    TYPED = frozenset({"grade", "hint", "words", "tables", "skip", "pause", "lesson", "stop", "help", "point-up"})
    WRITTEN = (
        ("a number", "0.25  1/4  √2  sqrt(2)  e^2  -inf  50%"),
        ("a row", "0.047 0.953  or  [0.047, 0.953]"),
        ("a grid", "in cells, arrows and tab move; or [1 2; 3 4] on the line"),
    )

    def __init__(self, sitting: Sitting) -> None:
        super().__init__()
        self.sitting = sitting
        self.judged = self.stopped = False
        self.outcome: Outcome | None = None
        self.begun = self.key_time = self.graded_at = self.paused = self.rest = self.deaf_until = 0.0
        self.waits = 0
        self.opening_key, self.opened_at = "", 0.0
        self.painted: Size | None = None

    @property
    def sitting_held(self) -> Sitting | None:
        return self.sitting if self.sitting.plan.is_recorded else None

    @property
    def is_lesson(self) -> bool:
        return not self.sitting.plan.is_recorded

    # What stands where.

    def where(self) -> Text:
        return where_of(self.sitting)

    def count(self) -> Text:
        seconds = None
        if not self.sitting.is_untimed and self.katatx.look.clock:
            seconds = self.sitting.seconds_before
            seconds += self.outcome.seconds if self.judged and self.outcome else max(0.0, self._now() - self.begun)
        return line(
            count_of(self.sitting, 16 if self.app.size.width >= 80 else 6),
            ("" if seconds is None else f"   {running(seconds)}", "dim"),
        )

    def left(self) -> Iterable[Widget]:
        question = self.sitting.question
        title = "" if question is None else title_of(question.prepared.deck)
        yield Card(title, part("", "way"), kind="fill quiet")

    def middle(self) -> Iterable[Widget]:
        yield Card(
            "", part("", "above"), part("", "prompt"), part("", "given"), part("", "advice-on-lines"), name="task"
        )
        yield Card("", part("", "worked"), kind="quiet", name="example")
        yield Card("", Choices(self.take_key), kind="lit", name="options")
        yield AnswerField(self.take_key)
        joy = Horizontal(Digits("", id="time"), part("", "said"), id="joy")
        yield Card("", joy, part("", "compared"), part("", "advice"), name="verdict")
        yield Card("your lines", part("", "rows"), kind="quiet", name="lines")
        yield Card("", part("", "more"), kind="quiet", name="rest")

    def right(self) -> Iterable[Widget]:
        yield Card("words", part("", "words"), sub="w")
        yield Card("tables", part("", "tables"), sub="v")
        yield Card("figure", part("", "figure"), name="figured")

    def on_mount(self) -> None:
        self.set_interval(1.0, self._tick)
        self.opening_key, self.opened_at = self.katatx.last_key, self._now()
        with self.leaving_out_what_fails():
            self._ask(self.opened_at)

    def on_resize(self) -> None:
        # Before the first painting a lesson covers this, and the options are not there yet.
        if self.sitting.question is None or self.painted is None:
            return
        if self.painted != self.app.size:
            self._paint()
        self.call_after_refresh(self._come_into_view)

    def _card(self, name: str) -> Card:
        return self.query_one(f"#{name}", Card)

    def _write(self, name: str, text: Text | str | Iterable[Text]) -> None:
        """Write text into a part; an empty one takes no room."""
        shown = text if isinstance(text, Text | str) else block(text)
        found = self.query_one(f"#{name}", Static)
        found.update(shown)
        found.display = bool(shown)

    def _fill(self, name: str, part: str, lines: list[Text], title: str, kind: str = "quiet") -> None:
        """Show a card with a part; one with nothing in it takes no room."""
        self._write(part, lines)
        self._card(name).show(title, kind=kind)
        self._card(name).display = bool(lines)

    @property
    def field(self) -> AnswerField:
        return self.query_one(AnswerField)

    @property
    def choices(self) -> Choices:
        return self.query_one(Choices)

    # Asking.

    def _ask(self, at: float) -> None:
        """Show the current question, or its lesson first; the clock starts at `at`, the time of the last key.

        Without a question, end. Raises KatatxError if that fails.
        """
        question = self.sitting.question
        if question is None:
            self.action_stop_now()
            return
        lesson = lesson_before(self.sitting)
        if lesson is not None:
            self.painted = None
            self._teach(lesson)
            return
        self.outcome, self.judged = None, is_example(self.sitting)
        self.begun, self.key_time, self.paused, self.rest = at, at, 0.0, 0.0
        self.field.display = not (self.judged or question.choices)
        self.choices.clear_options()
        self.choices.add_options([""] * len(question.options))
        self.choices.highlighted = None
        self.field.begin("what should stand there?" if question.spot else "your answer")
        if question.choices:
            self.set_focus(self.choices)
        elif self.judged:
            self.set_focus(None)
        self._paint()
        self.sheet.scroll_home(animate=False)
        self.refresh_bindings()
        # Show the prompt before anything is worked out, which would delay the terminal's output.
        self._soon(self._work_out)

    def _soon(self, do: Callable[[], None]) -> None:
        """Do something once what is painted now is on the terminal."""
        self.waits += 1
        self.set_timer(_DELAY, partial(self._do_waiting, do))

    def _do_waiting(self, do: Callable[[], None]) -> None:
        self.waits -= 1
        do()

    def _work_out(self) -> None:
        """Work the question out: cells for a matrix, what is wanted, the lines of a lesson; prepare the rest aside.

        A question that cannot be worked is left out for the next one.
        """
        question = self.sitting.question
        if question is None or self.stopped:
            return
        with self.leaving_out_what_fails():
            if question.answer_type == "matrix" and not self.judged:
                self.field.offer_cells((len(question.key), len(question.key[0])))
            self._echo()
            self._paint_working()
            self._paint_asides()
            self._look_ahead(self.sitting.prepare)

    @work(thread=True, exclusive=True, exit_on_error=False)
    def _look_ahead(self, prepare: Callable[[], None]) -> None:
        prepare()

    def _paint(self) -> None:
        """Paint all that is known of the question in this window."""
        question, room = self.sitting.current, self.room
        self.painted = self.app.size
        self.show_bar()
        self._write("way", self._way(question))
        fresh = "fresh numbers" if question.is_fresh else ""
        self._card("task").show(plain(question.line or question.section, keep=""), fresh)
        self._write("above", asked_above(question, room))
        self._write("prompt", question.prompt)
        self._write("given", given_lines(question, room))
        self._card("options").display = bool(question.options)
        self._paint_options(question)
        kata = self.sitting.plan.kata
        self._fill("lines", "rows", [] if kata is None else kata_lines(kata.result, room), "your lines")
        self._write("advice-on-lines", advice_of(question, room))
        self._paint_outcome()

    def _way(self, question: Question) -> list[Text]:
        deck, kata = question.prepared.deck, self.sitting.plan.kata is not None
        return way_lines(deck, self.sitting.log.whole, question.section, kata, rows=self.app.size.height - 7)

    def _paint_options(self, question: Question) -> None:
        """Paint the options; after the verdict with a sign at the true one, and what is said of each."""
        rows = option_rows(question, self.outcome, self.choices.highlighted, self.room)
        for at, row in enumerate(rows):
            self.choices.replace_option_prompt_at_index(at, row)
        card = self._card("options")
        if self.outcome is not None and self.judged and question.choices:
            if self.outcome.is_right:
                card.show("✓ right", kind="good")
            else:
                card.show("✗ not yet", self.sitting.when_again, "bad")
        else:
            card.show("which line?" if question.spot else "your answer", f"one of {len(rows)}", "lit")

    def _paint_working(self) -> None:
        """Paint the open part of the working: above the answer in a lesson, below it as a hint."""
        question, opened, steps = self.sitting.current, self.sitting.opened, self.sitting.steps
        asked = None if question.up_to is None or self.judged else question.up_to - 1
        lines = []
        if opened.lines or self.is_lesson:
            shown, worked = steps[: question.up_to], self.is_lesson and self.judged
            lines = working_lines(shown, opened, self.room, asked=asked, named=True, worked=worked)
        title = "worked" if is_example(self.sitting) else f"hint {opened.lines} of {len(steps)}"
        self._fill("example", "worked", lines, "your turn" if self.is_lesson and not self.judged else title)

    def _paint_asides(self) -> None:
        """Paint the third column, where there is one: words, tables, and after the verdict the answer's figure."""
        if not self.query("#right") or self.app.size.width < 160:
            return
        self._write("words", self._words(_ASIDE))
        self._write("tables", self._tables(_ASIDE, 16))
        steps = self.sitting.steps
        figure = figures_of(steps[-1].value, _ASIDE) if self.judged and steps else []
        self._write("figure", figure)
        self._card("figured").display = bool(figure)

    def _words(self, width: int) -> list[Text]:
        question = self.sitting.current
        return words_lines(self.sitting.words, (question.prompt, *question.sheet), width)

    def _tables(self, width: int, rows: int) -> list[Text]:
        """Return the tables that the working needs, one below the other."""
        question, lines = self.sitting.current, list[Text]()
        for table in tables_for(self.sitting.steps):
            title = [line((table.title, "b"))] if not lines else [line(), line((table.title, "b"))]
            lines += [*title, *table.lines(width, rows, (question.prompt, *question.sheet))]
        return lines

    def _paint_outcome(self) -> None:
        """Paint the verdict if there is one, else what is a key away."""
        card, kata = self._card("verdict"), self.sitting.plan.kata
        in_options = self.judged and bool(self.sitting.current.choices)
        card.display = self.outcome is not None and not (in_options and not self.outcome.is_right)
        if self.outcome is not None:
            self._show_verdict(card, verdict_of(self.outcome, self.sitting, self.room))
        elif not self.judged and kata is None:
            self._fill("rest", "more", help_lines(self.is_lesson), "if you are stuck", "quiet spare")
        else:
            self._fill("rest", "more", [], "")

    def _show_verdict(self, card: Card, said: Verdict) -> None:
        card.show(said.title, said.again, said.kind)
        self.query_one("#time", Digits).update(said.time)
        self.query_one("#time", Digits).display = bool(said.time) and self.app.size.height >= _TALL
        self._write("said", said.lines)
        self._write("compared", said.working)
        self._write("advice", said.instead)
        self._fill("rest", "more", said.more, said.more_title, "quiet spare")

    def _come_into_view(self) -> None:
        """Scroll to the verdict, else to the answer if the question is longer than the window."""
        if not self.is_attached or not self.query("#verdict"):
            return
        card = self._card("verdict")
        if card.display:
            self.sheet.scroll_to_widget(card, animate=False, top=card.outer_size.height > self.sheet.size.height // 2)
        elif self.field.display:
            self.sheet.scroll_to_widget(self.field, animate=False)

    def _tick(self) -> None:
        if not self.judged and self.is_active:
            self.query_one("#count", Static).update(self.count(), layout=False)

    # Keys.

    def _now(self) -> float:
        return self.katatx.ticks()

    def on_key(self, event: events.Key) -> None:
        """Handle the keys of a worked example, which has no answer field."""
        if self.focused is None and self.take_key(event):
            event.stop()
            event.prevent_default()

    def take_key(self, event: events.Key) -> bool:
        """Handle a key; return whether it is used up, that is, no part of an answer.

        `q` stops except where it can be typed, in `sqrt`.
        """
        opened_twice = event.key == self.opening_key and event.time - self.opened_at < _MOMENT
        if event.time < self.deaf_until or opened_twice:
            return True
        self.opening_key = ""  # the next press of it counts
        self.rest, self.key_time = max(self.rest, event.time - self.key_time), event.time
        if self.stopped or not self.is_active:
            return True  # it was meant for what covers this screen now
        action = self.action_of(event.key)
        writing_root = not self.judged and event.character == "q" and self.field.word.endswith("s")
        if action is None or writing_root:
            return self._picks(event) or self.judged
        if not (action == "next" and self._comes_too_soon(event)):
            self.do(action)
        return True

    def _picks(self, event: events.Key) -> bool:
        """Select a choice by its number or letter; return whether there are choices."""
        question = self.sitting.question
        if question is None or not question.choices or self.judged:
            return False
        at = question.pointed_at(event.character or "")
        if at is not None:
            self._point_at(at)
        return True

    def _comes_too_soon(self, event: events.Key) -> bool:
        """Return whether Enter comes so soon after a wrong answer that it was meant to grade it."""
        is_wrong = self.outcome is not None and not self.outcome.judgement.verdict.counts_as_right
        return is_wrong and event.key == "enter" and event.time - self.graded_at < _MOMENT

    def do(self, action: str) -> None:
        """Perform one of the screen's actions at once; what fails leaves the question out."""
        name, _, argument = action.rstrip(")").partition("(")
        with self.leaving_out_what_fails():
            getattr(self, f"action_{name}")(*([int(argument)] if argument else []))

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Return whether an action holds now."""
        if self.stopped or not self.is_mounted or not super().check_action(action, parameters):
            return False
        question, lesson = self.sitting.question, self.is_lesson
        shows = self.sitting.plan.shows_working
        return {
            "grade": not self.judged,
            "pause": not (self.judged or lesson),
            "hint": not self.judged and shows,
            "skip": lesson and not self.judged,
            "next": self.judged,
            "again": self.judged and not lesson and self.sitting.plan.repeats,
            "take_back": self.judged and not lesson and self.outcome is not None,
            "working": self.judged and shows and self.outcome is not None and self.outcome.is_right,
            "lesson": not lesson,
            "point": bool(question and question.options) and not self.judged,
        }.get(action, True)

    def action_point(self, by: int) -> None:
        """Select the next option, or the one before."""
        count, now = self.choices.option_count, self.choices.highlighted
        self._point_at(((0 if by > 0 else -1) if now is None else now + by) % count)

    def _point_at(self, at: int) -> None:
        self.choices.highlighted = at
        self._paint_options(self.sitting.current)

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """A click selects; it grades nothing."""
        if not self.judged:
            self._point_at(event.option_index)

    def action_page_up(self) -> None:
        self.sheet.scroll_page_up(animate=False)

    def action_page_down(self) -> None:
        self.sheet.scroll_page_down(animate=False)

    # Answering.

    @property
    def typed(self) -> str:
        """Return the answer: what is typed, or what selects the option, or both for a wrong line to find."""
        question, at = self.sitting.current, self.choices.highlighted
        text = self.field.value if self.field.display else ""
        return text if at is None else question.pointing_at(at, f"{at + 1}: {text}")

    def on_answer_field_typed(self) -> None:
        """Say how the answer is read, a moment after the letter is painted; an answer not graded is forgotten."""
        if not self.judged:
            if self.outcome is not None and self.outcome.typed != self.typed:
                self.outcome = None
                self._paint_outcome()
            self._soon(self._echo)

    def _echo(self) -> None:
        question, cells = self.sitting.question, self.field.cells
        if question is None or self.judged or not self.field.display:
            return
        empty = len(cells.empty_cells) if self.field.in_cells else 0
        if empty:
            whole = len(cells.cells) * len(cells.cells[0])
            self.field.say(question.wanted.words if empty == whole else f"{whole - empty} of {whole} written")
        else:
            self.field.say(question.read_back(self.typed) or question.wanted_words)

    def action_grade(self) -> None:
        """Grade the answer; the verdict is shown after it is recorded. Empty cells are gone to first."""
        typed, at, question = self.typed, self.key_time, self.sitting.current
        if not typed.strip():
            self.field.say("nothing is written yet")
            if question.choices:
                self.tell("Choose one first.")
            return
        if self.field.go_to_empty_cell():
            return
        first = None if self.field.first_key is None else self.field.first_key - self.begun
        asked = self.sitting.answer, typed, at - self.begun, first, self.paused, self.rest
        self.outcome = self._waiting(lambda: asked[0](*asked[1:]))
        if not self.outcome.judgement.verdict.costs_nothing:
            self.judged, self.graded_at = True, at
            self._freeze(self.outcome)
        self._paint_outcome()
        self.refresh_bindings()
        self.call_after_refresh(self._come_into_view)

    def _freeze(self, outcome: Outcome) -> None:
        self.field.freeze("good" if outcome.is_right else "bad", outcome.wrong_cells)
        self.show_bar()
        self._soon(self._paint_asides)
        self._paint_options(outcome.question)
        kata = self.sitting.plan.kata
        if kata is not None:
            self._write("rows", kata_lines(kata.result, self.room))
        if self.sitting.plan.shows_working and not self.is_lesson:
            self._card("example").display = False
        elif self.is_lesson:
            self._paint_working()

    def action_hint(self) -> None:
        """Uncover the next part of the working, which counts as help; a long wait for the log is not counted."""
        at, deaf_until = self._now(), self.deaf_until
        if self._waiting(self.sitting.hint) is None:
            self.field.say("every line is open")
        if self.deaf_until > deaf_until:
            self._stand_still(self._now() - at)
        self._paint_working()

    def action_working(self) -> None:
        """Show the whole working after a right answer."""
        self._write("compared", whole_working(self.sitting.steps, self.room))
        self.call_after_refresh(self._come_into_view)

    def _waiting(self, do: Callable[[], _Result]) -> _Result:
        """Return the result of `do`, which may wait for the log; keys pressed in a long wait are ignored."""
        begun = self._now()
        try:
            return do()
        finally:
            if self._now() - begun > _PATIENCE:
                self.deaf_until = self._now()

    def action_next(self) -> None:
        self.sitting.advance()
        self._ask(self.key_time)

    def action_again(self) -> None:
        if self.sitting.ask_again():
            self._ask(self.key_time)

    def action_skip(self) -> None:
        """Go on without an answer in a lesson."""
        if self.field.value.strip():
            self.field.say("delete what is written first")
        else:
            self.action_next()

    def action_take_back(self) -> None:
        """Undo the answer: show its question again with the time used so far."""
        outcome = self._waiting(self.sitting.undo)
        if outcome is None:
            self.tell("This answer cannot be taken back now; try again in a moment.")
            return
        self._ask(self.key_time)
        self.begun -= outcome.seconds
        self._tick()

    @contextmanager
    def leaving_out_what_fails(self) -> Iterator[None]:
        """Return a context in which a KatatxError leaves the question out and asks the next that can be worked.

        If none is left, or the error is the log's, the app ends with the error.
        """
        try:
            yield
        except KatatxError as error:
            failed: KatatxError | None = error
            while failed is not None:
                failed = self._go_on_without(failed)

    def _go_on_without(self, error: KatatxError) -> KatatxError | None:
        """Leave out the question that raised `error`; return the error of the next one, if that fails too."""
        try:
            if self.sitting.leave_out(error):
                self._ask(self.key_time)
            else:
                self.stopped = True
                self.katatx.fail(error)
        except KatatxError as another:
            return another
        return None

    # Other screens.

    def _teach(self, lesson: Sitting) -> None:
        """Show a lesson, and then the question."""

        def go_on(_: None) -> None:
            with self.leaving_out_what_fails():
                self._ask(self._now())

        self.app.push_screen(QuestionScreen(lesson), go_on)

    def action_lesson(self) -> None:
        """Show the lesson of the question's section again."""
        lesson = lesson_for(self.sitting)
        if lesson is None:
            self.tell("This section has no lesson.")
        else:
            self._open_over(QuestionScreen(lesson))

    def action_words(self) -> None:
        self.app.push_screen(AsideScreen("words", self._words(_DIALOG)))

    def action_tables(self) -> None:
        self.app.push_screen(AsideScreen("tables", self._tables(_DIALOG, 12)))

    def action_pause(self) -> None:
        self._open_over(PauseScreen())

    def _open_over(
        self, other: Frame[None] | PauseScreen | ConfirmScreen, then: Callable[[bool], None] | None = None
    ) -> None:
        """Open another screen; the clock stands still until it is closed."""
        at = self._now()

        def go_on(result: object) -> None:
            self._stand_still(self._now() - at)
            self.key_time = self._now()
            if then is not None:
                then(bool(result))

        self.app.push_screen(other, go_on)

    def _stand_still(self, seconds: float) -> None:
        self.field.stand_still(seconds)
        self.begun, self.paused = self.begun + seconds, self.paused + seconds

    def action_stop(self) -> None:
        """Stop, asking first if an answer is typed."""
        self.leave(self.action_stop_now)

    def leave(self, then: Callable[[], None]) -> None:
        """Call `then`, which ends or replaces the sitting, after asking if an answer is typed."""
        if self.judged or self.stopped or not (self.field.display and self.field.value.strip()):
            then()
            return

        def answered(leaves: bool) -> None:
            if leaves:
                with self.leaving_out_what_fails():
                    then()

        self._open_over(ConfirmScreen("What is written is lost.", "stop?", stops=True), answered)

    def action_stop_now(self) -> None:
        """End the sitting: a lesson closes, others show their summary."""
        if self.is_lesson:
            self.dismiss()
            return
        from katatx.app.summary import SummaryScreen

        self.stopped = True
        self.app.push_screen(SummaryScreen(self.sitting))
