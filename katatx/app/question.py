"""The screen of a question: one sheet with what is asked, the answer, the verdict and the working.

The same screen asks a drill, a choice, a wrong line to find, a line of a kata and a stage of a lesson; another opens a
deck. Times are those of key events, so that painting does not count.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from functools import cache, partial
from typing import ClassVar, TypeVar

from rich.text import Text
from textual import events
from textual.actions import parse
from textual.binding import Binding, BindingType
from textual.containers import Horizontal
from textual.widget import Widget
from textual.widgets import Digits, Static

from katatx.app.answer import AnswerField
from katatx.app.dialogs import ConfirmScreen, Dialog, PauseScreen
from katatx.app.frame import Card, Frame, Laid, Rows, screen_of
from katatx.app.keys import HELP, MOVING, PAGE_DOWN, PAGE_UP, PALETTE, names_of
from katatx.errors import KatatxError
from katatx.notation.quoting import plain
from katatx.questions.outcome import Outcome
from katatx.questions.working import opened_next
from katatx.sessions.lesson import deck_before, is_example, lesson_before
from katatx.sessions.sitting import Sitting
from katatx.show.ask import example_lines, in_words, kata_lines, option_rows, words_in, words_lines
from katatx.show.figures import figures_of
from katatx.show.given import given_lines, opening, prompt_lines
from katatx.show.tables import tables_for
from katatx.show.text import Lay, bar, clock, columns, line, spaced, wrapped
from katatx.show.verdict import SIGNS, verdict_of
from katatx.show.way import WHOLE_PAGE, title_of, way_lines
from katatx.show.working import whole_working, working_lines

# A key pressed again within so many seconds is ignored: the key that graded a wrong answer must not leave it, and the
# key that opened a question must not answer it.
_MOMENT = 0.6
# Seconds for painting before slower work begins.
_DELAY = 0.02
# A wait of more seconds is not the learner's time: another terminal had locked the log.
_PATIENCE = 0.5
# Cells in which figures and verdicts are tried; rows of a table, those seen of it at first, of an idea in a low window.
_TRIED, _LONGEST_TABLE, _SEEN, _IDEA = 56, 12, 8, 7
_HELPING = ("hint", "words", "tables")
_Result = TypeVar("_Result")


class DeckScreen(Frame[None]):
    """Opens a deck: what it is for, its lessons, the numbers that run through it, and its words."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter,n", "dismiss", "go on", id="open-deck", tooltip="go on to the first lesson"),
        Binding("q,escape", "stop", "stop", key_display="q", id="leave-deck", tooltip="begin another time"),
        HELP,
        *MOVING,
    ]
    stopped = False

    def __init__(self, title: str, parts: Mapping[str, Lay]) -> None:
        super().__init__()
        self.deck_title, self.parts = title, parts

    def where(self) -> Text:
        return line((self.deck_title, "b"))

    def middle(self) -> Iterable[Widget]:
        yield from (Card(title, Laid(lay)) for title, lay in self.parts.items())

    def action_stop(self) -> None:
        self.stopped = True
        self.dismiss()


class QuestionScreen(Frame[None]):
    """Asks the questions of a sitting one after the other.

    `judged` is True once the answer is graded, and at a lesson's worked example; `stopped` once the sitting was left.
    `begun` is the time from which the answer's time counts, `key_time` that of the last key, `first_key` that of the
    answer's first; `paused` are the seconds not counted, `rest` is the longest time without a key. All keys before
    `deaf_until` are ignored, and a key of `ignored` before its time, until another is pressed. `chosen` is the option
    pointed at, `offered` the last key, `looked_up` "words" or "tables", `waits` how much is painted soon; `owes` is
    True while only the sign of a verdict is painted.
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "grade", "answer", id="grade", tooltip="check your answer"),
        Binding("n,enter", "next", "next", key_display="n", id="next", tooltip="the next question"),
        Binding("r", "again", "again", id="again", tooltip="the same once more, with fresh numbers"),
        Binding("u", "take_back", "undo", id="take-back", tooltip="take this answer back and write it again"),
        Binding("h", "hint", "hint", id="hint", tooltip="a hint; it counts as help"),
        Binding("h", "working", "working", id="working", tooltip="the whole working"),
        Binding("w", "look_up('words')", "words", id="words", tooltip="all words of this deck (free)"),
        Binding("v", "look_up('tables')", "tables", id="tables", tooltip="all tables: e^x, ln, roots, sines (free)"),
        Binding("k", "skip", "skip", id="skip", tooltip="leave it for later"),
        Binding("p", "pause", "pause", show=False, id="pause", tooltip="cover the question and stop the clock"),
        Binding("q,escape", "stop", "stop", key_display="q", id="stop", tooltip="stop here; earlier answers are kept"),
        HELP,
        Binding("up", "point(-1)", "up", show=False, id="point-up", tooltip="the choice or line above"),
        Binding("down", "point(1)", "down", show=False, id="point-down", tooltip="the choice or line below"),
        PAGE_UP,
        PAGE_DOWN,
        Binding("ctrl+c", "stop_now", "stop at once", show=False, id="stop-now", tooltip="stop; what is typed is lost"),
    ]
    TYPED = frozenset({"grade", "hint", "words", "tables", "skip", "pause", "stop", "help", "point-up"})
    WRITTEN = (
        ("a number", "0.25  1/4  √2  sqrt(2)  e^2  -inf  50%"),
        ("a row", "0.047 0.953  or  [0.047, 0.953]"),
        ("a grid", "row after row; or in brackets: [1 2; 3 4]"),
    )

    def __init__(self, sitting: Sitting) -> None:
        super().__init__()
        self.sitting, self.is_lesson = sitting, not sitting.plan.is_recorded
        self.sitting_held = None if self.is_lesson else sitting
        self.judged = self.stopped = self.owes = False
        self.outcome: Outcome | None = None
        self.chosen: int | None = None
        self.begun = self.key_time = self.paused = self.rest = self.deaf_until = 0.0
        self.first_key: float | None = None
        self.ignored: dict[str, float] = {}
        self.offered: events.Key | None = None
        self.looked_up = ""
        self.figure: Lay | None = None
        self.waits = 0

    # What stands where.

    def where(self) -> Text:
        question = self.sitting.question
        if question is None:
            return Text()
        here = WHOLE_PAGE if self.sitting.plan.kata is not None else plain(question.section, keep="")
        return line((f"{title_of(question.prepared.deck)} › ", "dim"), (here, "b"))

    def count(self) -> Text:
        """Return which question it is, a bar, and the time; in a lesson its stages as dots."""
        sitting = self.sitting
        if self.is_lesson:
            names = list(sitting.plan.names)
            at = len(names) if sitting.turn is None else names.index(sitting.turn.drill) + 1
            dots = [("● ", "lead") if number < at else ("○ ", "dim") for number in range(len(names))]
            said = "worked" if at == 1 else "you work every line" if at == len(names) else "you work one line"
            return line(("lesson  ", "dim"), *dots, (f" {said}", "dim"))
        done = bar(sitting.finished, 0, sitting.total, 12 if self.app.size.width >= 80 else 6, "lead")
        return line((f"{sitting.finished} of {sitting.total} done  ", "dim"), done, (self._clock(), "dim"))

    def _clock(self) -> str:
        if self.sitting.is_untimed or not self.katatx.look.clock:
            return ""
        runs = 0.0 if self.judged else max(0.0, self.katatx.ticks() - self.begun)
        kata, answered = self.sitting.plan.kata, self.outcome if self.judged else None
        done = kata.seconds if kata else answered.seconds if answered else 0.0
        return f"   {clock(done + runs, runs=True)}"

    def left(self) -> Iterable[Widget]:
        yield Card(name="way")

    def middle(self) -> Iterable[Widget]:
        yield from (Card(name=name) for name in ("task", "example"))
        yield Card("", Rows(), name="options")
        yield AnswerField(self.take_key)
        joy = Horizontal(Digits("", id="time"), Laid(name="said"), id="joy")
        yield Card("", joy, Laid(name="shown"), name="verdict")
        yield from (Card(name=name) for name in ("lines", "looked-up", "rest", "shown-before", "near-words", "erratum"))

    def right(self) -> Iterable[Widget]:
        yield from (Card(name=name) for name in ("its-words", "its-tables", "before"))

    def on_mount(self) -> None:
        self.set_interval(1.0, self._tick)
        opened_at = self.katatx.ticks()
        self.ignored = {self.katatx.last_key: opened_at + _MOMENT}
        with self.leaving_out_what_fails():
            self._ask(opened_at)

    def on_resize(self, event: events.Resize) -> None:
        self.call_after_refresh(self._come_into_view)

    @property
    def field(self) -> AnswerField:
        return self.query_one(AnswerField)

    # Asking.

    def _ask(self, at: float) -> None:
        """Show the current question, or its lesson first; the clock starts at `at`, the time of the last key.

        Without a question, end. Raises KatatxError if that fails.
        """
        question = self.sitting.question
        if question is None:
            end = self.dismiss if self.is_lesson else self.action_stop_now
            end()
            return
        if (deck := deck_before(self.sitting)) is not None:
            words = partial(words_lines, self.sitting.words, ())
            self._teach(DeckScreen(title_of(deck), {**opening(deck), "words": words}))
            return
        if (lesson := lesson_before(self.sitting)) is not None:
            self._teach(QuestionScreen(lesson))
            return
        self.outcome, self.judged, self.chosen = None, is_example(self.sitting), None
        self.begun, self.key_time, self.first_key, self.paused, self.rest = at, at, None, 0.0, 0.0
        self.field.display = not (self.judged or question.choices)
        self.looked_up = ""
        self.field.begin("what should stand there?" if question.spot else "your answer")
        if not self.field.display:
            self.set_focus(None)
        self.card("example").lay()
        self._paint()
        self.sheet.scroll_home(animate=False)
        self.refresh_bindings()
        # Show the prompt before anything is worked out, which would delay the terminal's output.
        self._soon(self._work_out)

    def _soon(self, do: Callable[[], None]) -> None:
        """Do something that may fail once what is painted now is on the terminal, unless the question is over then."""
        question = self.sitting.question

        def now() -> None:
            self.waits -= 1
            if question is self.sitting.question is not None and not self.stopped:
                with self.leaving_out_what_fails():
                    do()

        self.waits += 1
        self.set_timer(_DELAY, now)

    def _work_out(self) -> None:
        """Work the question out, and show what follows from that."""
        question = self.sitting.current
        if question.answer_type == "matrix" and not self.judged:
            self.field.offer_cells((len(question.key), len(question.key[0])))
        self.field.wanted = question.wanted.words if self.field.shape else question.wanted_words
        self._echo()
        self._paint_working()
        self._paint_asides()
        self.run_worker(self.sitting.prepare, thread=True, exclusive=True, exit_on_error=False)

    # Painting. What is laid out later works nothing out that may fail.

    def _paint(self) -> None:
        """Show all that is known of the question without working it out."""
        question, whole, kata = self.sitting.current, self.sitting.log.whole, self.sitting.plan.kata
        deck = question.prepared.deck
        self.show_bar()
        here = question.section if kata is None else WHOLE_PAGE
        self.card("way").lay(lambda width: way_lines(deck, whole, here, self.way_rows, width), "the way")
        idea = question.above[1:-1] if question.opened else ()  # without its headings
        number = self.sitting.number
        self.card("task").lay(
            lambda width: spaced(
                [line((each, "dim")) for each in idea if not (self.has_class("-tiny") and len(each) > _IDEA * width)],
                prompt_lines(question),
                given_lines(question.given, question.asked, width),
                [line((question.advice or "", "dim"))],
            ),
            f"line {number}: {in_words(question.line)}" if question.line else plain(question.section, keep=""),
            "fresh numbers" * question.is_fresh,
            "",
        )
        example = question.example
        self.card("shown-before").lay(partial(example_lines, example) if example else None, "worked on other numbers")
        self.card("lines").lay(None if kata is None else partial(kata_lines, kata), "your lines")
        self._paint_options()
        self._paint_outcome()

    def _paint_options(self) -> None:
        """Show the options; after the verdict with a sign at the true one, and what is said of each."""
        question, outcome, card = self.sitting.current, self.outcome, self.card("options")
        card.display = bool(question.options)
        rows = partial(option_rows, question, outcome, self.chosen)
        card.query_one(Rows).show_rows(rows, len(question.options), None if self.judged else self.chosen)
        if question.spot is not None:
            self.field.display = not self.judged  # its line then says what was written
            card.show("which line went wrong?", "" if self.judged else "↑ ↓ or a click", "" if self.judged else "lit")
        elif not self.judged:
            card.show("your answer", f"one of {len(question.options)}", "lit")

    def _paint_working(self) -> None:
        """Show the open part of the working: above the answer in a lesson, below the task as a hint."""
        question, opened = self.sitting.current, self.sitting.opened
        is_told = self.judged and self.outcome is not None and not (self.is_lesson and self.outcome.is_right)
        if is_told or not (self.is_lesson or opened.lines):
            self.card("example").lay()
            return
        steps, worked = self.sitting.steps, self.is_lesson and self.judged
        asked = None if question.up_to is None or self.judged else question.up_to - 1
        title = ("worked" if self.judged else "your turn") if self.is_lesson else f"hint {opened.lines} of {len(steps)}"
        lay = partial(working_lines, steps[: question.up_to], opened, asked=asked, worked=worked)
        is_all = self.judged or opened_next(steps, opened) is None
        self.card("example").lay(lay, title, "" if is_all else f"{self.key('hint')}: the next part")

    def _paint_asides(self) -> None:
        """Show words and the tables that are needed where there is room for them, and the answers before this one."""
        from katatx.show.progress import latest_answers

        sitting = self.sitting
        if self.judged and self.outcome is None:
            self.figure = partial(figures_of, sitting.steps)
        self._paint_rest()
        self.card("looked-up").lay()
        lit = words_in(sitting.words, (sitting.current.prompt, *sitting.current.sheet))
        words = partial(words_lines, lit, lit) if lit else None
        self._paint_aside("words", words, partial(words_lines, sitting.words, lit))
        tables = partial(tables_for, sitting.steps, rows=_LONGEST_TABLE)
        needed = partial(tables, only_needed=True)
        self._paint_aside("tables", needed if needed(_TRIED) else None, tables)
        self.card("near-words").lay(None if self.looked_up else words, "words", kind="quiet spare near")
        deck, drill = sitting.current.prepared.deck, sitting.current.prepared.drill.id
        before = partial(latest_answers, sitting.log, deck, drill, sitting.log.settings.day_of(sitting.clock()))
        self.card("before").lay(before if before(_TRIED) else None, "how it went", kind="quiet spare")

    def _paint_aside(self, what: str, needed: Lay | None, every: Lay) -> None:
        """Show the words or tables that are needed in the third column; if looked up, all below the answer."""
        self.card(f"its-{what}").lay(needed, what, kind="quiet spare")
        if self.looked_up == what:
            self.card("looked-up").lay(every, f"{what}   {self.key(what)}: close", kind="")

    def _paint_outcome(self) -> None:
        outcome, sitting, card = self.outcome, self.sitting, self.card("verdict")
        card.display = outcome is not None and (outcome.is_right or not (self.judged and sitting.current.choices))
        told = None if outcome is None else cache(lambda width: verdict_of(outcome, sitting, width))
        self.figure = None if told is None else lambda width: told(width).figure
        note = outcome.erratum if outcome is not None and outcome.tells_truth else None
        self.card("erratum").lay(partial(wrapped, note) if note else None, "the page", kind="quiet spare")
        self._paint_rest()
        if told is None:
            return
        first = told(_TRIED)
        again = f"{self.key('again')}: again" * (self.is_lesson and first.kind == "bad")
        card.show(first.title, first.again or again, first.kind)
        digits = self.query_one("#time", Digits)
        digits.update(first.time)
        digits.set_class(not first.time, "off")
        self.query_one("#said", Laid).show(lambda width: told(width).lines)
        self._show_in_verdict(lambda width: spaced(told(width).working, told(width).instead))

    def _paint_rest(self) -> None:
        """Show the answer's figure after a verdict, and before it which keys help, unless an example does."""
        title, told = "as shares of 1", self.figure
        if not self.judged:
            helping = _HELPING if self.card("example").has_class("off") else _HELPING[1:]
            keys = [found for name, found in self.keys_now().items() if name in helping]
            helps = [((names_of(key), "lead"), key[0].tooltip) for key in keys if not self.sitting.current.example]
            title, told = "if you are stuck", partial(columns, "ll", helps, 3)
        self.card("rest").lay(told if told and told(_TRIED) else None, title, kind="quiet spare")

    def _show_in_verdict(self, lay: Lay) -> None:
        shown = self.query_one("#shown", Laid)
        shown.show(lay)
        shown.display = bool(lay(_TRIED))

    def _come_into_view(self) -> None:
        """Scroll to the verdict, else to the answer if the question is longer than the window."""
        if not self.is_running:
            return
        card = self.card("options" if self.judged and not self.card("verdict").display else "verdict")
        if card.display:
            self.sheet.scroll_to_widget(card, animate=False, top=card.outer_size.height > self.sheet.size.height // 2)
        elif self.field.display and (self.typed or self.sitting.current.spot is None):
            self.sheet.scroll_to_widget(self.field, animate=False)

    def _tick(self) -> None:
        if not self.judged and self.is_active:
            self.query_one("#count", Static).update(self.count(), layout=False)

    # Keys.

    def on_key(self, event: events.Key) -> None:
        """Handle a key that no answer field was offered, since there was none."""
        if event is not self.offered and (self.take_key(event) or self.field.take_late(event)):
            event.stop()
            event.prevent_default()

    def take_key(self, event: events.Key) -> bool:
        """Handle a key; return whether it is used up, that is, no part of an answer.

        A letter right after a letter is one of a word, as in `sqrt`, and no command.
        """
        self.offered = event
        if event.time < max(self.deaf_until, self.ignored.get(event.key, 0.0)):
            return True
        self.ignored = {}
        self.rest, self.key_time = max(self.rest, event.time - self.key_time), event.time
        if self.stopped or not self.is_active:
            return True  # it was meant for what covers this screen now
        action = self.action_of(event.key)
        in_word = not self.judged and (event.character or "").isalpha() and self.field.word[-1:].isalpha()
        if action is not None and not in_word:
            self._do(action, event)
            return True
        if event.key in self.katatx.keys.get("palette", PALETTE.key).split(","):
            return False
        if self.judged or self._picks(event):
            return True
        if event.is_printable and self.first_key is None:
            self.first_key = event.time
        return False

    def _do(self, action: str, event: events.Key) -> None:
        """Perform one of the screen's actions at once; what fails leaves the question out."""
        _, name, arguments = parse(action)
        with self.leaving_out_what_fails():
            self._tell()
            getattr(self, f"action_{name}")(*arguments)
        if name == "grade" and self.outcome is not None and not self.outcome.is_right:
            self.ignored = {event.key: event.time + _MOMENT}

    def _picks(self, event: events.Key) -> bool:
        """Choose an option by its number or letter; return whether there are choices."""
        question = self.sitting.question
        if question is None or not question.choices:
            return False
        at = question.pointed_at(event.character or "")
        if at is not None:
            self._point_at(at)
        return True

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        if self.stopped or not self.is_mounted or not super().check_action(action, parameters):
            return False
        question, plan, judged, lesson = self.sitting.question, self.sitting.plan, self.judged, self.is_lesson
        is_right = judged and self.outcome is not None and self.outcome.is_right
        return {
            "grade": not judged,
            "pause": not (judged or lesson),
            "hint": not judged and plan.kata is None,
            "skip": lesson or not (judged or plan.kata),
            "next": judged,
            "again": judged and (plan.repeats or (lesson and self.outcome is not None)),
            "take_back": judged and not lesson and self.outcome is not None,
            "working": is_right and plan.kata is None,
            "look_up": not is_right,
            "point": bool(question and question.options) and not judged,
        }.get(action, True)

    def action_point(self, by: int) -> None:
        at, count = self.chosen, len(self.sitting.current.options)
        self._point_at(((0 if by > 0 else -1) if at is None else at + by) % count)

    def _point_at(self, at: int) -> None:
        self.chosen = at
        self._paint_options()

    def on_rows_picked(self, event: Rows.Picked) -> None:
        if not self.judged:
            self._point_at(event.row)

    # Answering.

    @property
    def typed(self) -> str:
        """Return the answer: what is typed, or what selects the option, or both for a wrong line to find."""
        text = self.field.value if self.field.display else ""
        at = self.chosen
        return text if at is None else self.sitting.current.pointing_at(at, f"{at + 1}: {text}")

    def on_answer_field_typed(self, event: AnswerField.Typed) -> None:
        """Say how the answer is read, a moment after the letter is painted; an answer not graded is forgotten."""
        if self.judged:
            return
        if self.first_key is None and self.field.value:  # what is pasted
            self.first_key = event.time
        if self.outcome is not None and self.outcome.typed != self.typed:
            self.outcome = None
            self._paint_outcome()
        self._soon(self._echo)
        if not self.sheet.region.contains_region(self.field.region):
            self._come_into_view()

    def _echo(self) -> None:
        """Say in the answer's lower edge how it is read, or what is wanted."""
        if self.judged or self.outcome or not self.field.display:
            return
        read = self.sitting.current.read_back(self.typed)
        if read.partition(": ")[0] == self.typed.strip() or (self.field.shape and self.field.numbers):
            read = ""  # as it stands there
        self.field.say(self.field.is_partly or read or self.field.wanted)

    def action_grade(self) -> None:
        """Grade the answer, once all cells are written; once it is recorded, show the verdict, its sign first."""
        if not self.typed.strip():
            self.field.say("nothing is written yet")
            if self.sitting.current.choices:
                self.notify("Choose one first.")
            return
        if self.field.is_partly:
            return
        first = None if self.first_key is None else self.first_key - self.begun
        with self._waiting():
            self.outcome = self.sitting.answer(self.typed, self.key_time - self.begun, first, self.paused, self.rest)
        self.judged, self.owes = not self.outcome.judgement.verdict.costs_nothing, True
        if self.judged:
            sign, kind = SIGNS[self.outcome.is_right]
            said = self.field.wanted if self.field.display else self.sitting.when_again
            card, title = (self.field, f"{sign[0]} your answer") if self.field.display else (self.card("options"), sign)
            card.show(title, said, kind)
            self._soon(self._tell)
        else:
            self.field.say(self.field.wanted)
            self._tell()

    def _tell(self) -> None:
        """Paint all else of a verdict, unless that is done: a moment after its sign, or before another key."""
        if not self.owes or self.outcome is None:
            return
        self.owes = False
        if self.judged:
            self.field.show_cells(self.outcome.wrong_cells)
            self._paint_working()
        self._soon(self._paint_asides)
        self._paint()
        self.refresh_bindings()
        self.call_after_refresh(self._come_into_view)

    def action_hint(self) -> None:
        with self._waiting():
            uncovered = self.sitting.hint()
        if uncovered is None:
            self.field.say("every line is open")
        self._paint_working()
        self._paint_rest()

    def action_working(self) -> None:
        self._show_in_verdict(partial(whole_working, self.sitting.steps))
        self.call_after_refresh(self._come_into_view)

    @contextmanager
    def _waiting(self) -> Iterator[None]:
        """Return a context that may wait for the log: a long wait is not timed, and keys pressed in it are ignored."""
        begun = self.katatx.ticks()
        yield
        now = self.katatx.ticks()
        if now - begun > _PATIENCE:
            self.deaf_until = now
            self._stand_still(now - begun)

    def action_next(self) -> None:
        self.sitting.advance()
        self._ask(self.key_time)

    def action_skip(self) -> None:
        if self.is_lesson:
            self.dismiss()
        elif self.sitting.skip():
            self._ask(self.key_time)
        else:
            self.notify("There is no other question to skip to.")

    def action_again(self) -> None:
        if self.sitting.ask_again():
            self._ask(self.key_time)

    def action_take_back(self) -> None:
        """Undo the answer: show its question again with the time used so far."""
        with self._waiting():
            outcome = self.sitting.undo()
        if outcome is None:
            self.notify("This answer cannot be taken back now; try again in a moment.")
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
            with self.leaving_out_what_fails():
                if self.sitting.leave_out(error):
                    self._ask(self.key_time)
                else:
                    self.stopped = True
                    self.katatx.fail(error)

    # Other screens.

    def _teach(self, screen: DeckScreen | QuestionScreen) -> None:
        """Show a deck's opening or a lesson, and then what comes next, unless it was stopped."""

        def go_on(_: None) -> None:
            if screen.stopped:
                self.action_stop_now()
                return
            with self.leaving_out_what_fails():
                self._ask(self.katatx.ticks())

        self.app.push_screen(screen, go_on)
        if self.sitting.outcomes and isinstance(screen, QuestionScreen):
            screen.notify(f"A new section begins with a lesson: {screen.sitting.plan.title}.")

    def action_look_up(self, what: str) -> None:
        self.looked_up = "" if what == self.looked_up else what
        self._paint_asides()
        see, card = self.sheet.scroll_to_region, self.card("looked-up")  # its first lines, below the question
        self.call_after_refresh(lambda: see(card.virtual_region._replace(height=_SEEN), animate=False))

    def action_pause(self) -> None:
        self.add_class("paused")
        self._open_over(PauseScreen(), lambda _: self.remove_class("paused"))

    def _open_over(self, other: Dialog[_Result], then: Callable[[_Result | None], object]) -> None:
        """Open another screen, and call `then` with its result; the clock stands still until it is closed."""
        at = self.katatx.ticks()

        def go_on(result: _Result | None) -> None:
            self.key_time = self.katatx.ticks()
            self._stand_still(self.key_time - at)
            then(result)

        self.app.push_screen(other, go_on)

    def _stand_still(self, seconds: float) -> None:
        self.begun, self.paused = self.begun + seconds, self.paused + seconds
        if self.first_key is not None:
            self.first_key += seconds

    def action_stop(self) -> None:
        """Close what is looked up; otherwise stop, asking first if an answer is typed."""
        if self.looked_up:
            self.action_look_up(self.looked_up)
            return
        self.leave(self.action_stop_now)

    def leave(self, then: Callable[[], object]) -> None:
        """Call `then`, which ends or replaces the sitting, after asking if an answer is typed."""
        if self.judged or self.stopped or not (self.field.display and self.field.value.strip()):
            then()
            return

        def answered(leaves: bool | None) -> None:
            if leaves:
                with self.leaving_out_what_fails():
                    then()

        kept = "A lesson begins again from its start." if self.is_lesson else "Earlier answers are kept."
        self._open_over(ConfirmScreen(f"What you have typed will be lost. {kept}", "stop?", stops=True), answered)

    def action_stop_now(self) -> None:
        """End the sitting: a lesson closes, and with it the sitting it belongs to; others show their summary."""
        self.stopped = True
        if self.is_lesson:
            self.dismiss()
            return
        self.app.push_screen(screen_of("Summary")(self.sitting))
