"""The widget for answers: a line, or a grid of cells."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from textual import events, on
from textual.app import ComposeResult
from textual.containers import Container
from textual.message import Message
from textual.widgets import Input

from katatx.questions.answer_form import Behind
from katatx.questions.numbers import rows_of
from katatx.tui.widgets.question.answer_line import AnswerLine, pasted
from katatx.tui.widgets.question.cells import CellGrid

if TYPE_CHECKING:
    from katatx.questions.question import Question

# Larger matrices are typed on the line.
_MOST_ROWS = 16
_MOST_COLUMNS = 12
# Characters between numbers; text without any goes into one cell.
_PARTING = frozenset(" ,;[]")


class AnswerBox(Container):
    """A line for the answer, or cells for a matrix, which `[` typed into empty cells turns back into the line.

    `take_key` is offered keys and returns whether it used one up. `in_cells` is True while the cells are shown, and
    `shape` is the (rows, columns) of the matrix, None if the answer is none or too large for cells, or not known yet.
    """

    class Typed(Message):
        """The typed text has changed, or the cursor in the cells has moved."""

    @dataclass
    class Unfit(Message):
        """Pasted text does not fit the cells, some of which are filled."""

        text: str

    def __init__(self, take_key: Callable[[events.Key], bool]) -> None:
        super().__init__(id="answer")
        self.line = AnswerLine(self._key_of_line, placeholder="")
        self.cells = CellGrid(self._key_of_cells)
        self.take_key = take_key
        self.in_cells = False
        self.shape: tuple[int, int] | None = None

    def compose(self) -> ComposeResult:
        """Yield the line and the cells."""
        yield self.line
        yield self.cells

    def on_mount(self) -> None:
        """Show the line or the cells."""
        self._lay_out(self.in_cells)

    def begin(self, behind: Callable[[str], Behind], shape: tuple[int, ...] | None) -> None:
        """Clear the answer for a new question; show cells if `shape` is a matrix that is not too large.

        `behind` returns the hint shown after the typed text.
        """
        self.line.value = ""
        self.line.show_behind(behind)
        self.shape = None
        self.cells.frozen = self.line.frozen = False
        self.line.first_key = self.cells.first_key = None
        self._lay_out(in_cells=False)
        if shape is not None and len(shape) == 2:
            self.offer_cells((shape[0], shape[1]))

    def want(self, question: Question) -> None:
        """Show the hint, and for a matrix the cells, that fit a question; this works the question out.

        Raises KatatxError if it cannot be worked.
        """
        if question.answer_type == "matrix":
            self.offer_cells((len(question.key), len(question.key[0])))
        self.line.show_behind(question.behind)

    def offer_cells(self, shape: tuple[int, int]) -> None:
        """Show cells for a matrix of `shape`, (rows, columns), unless something is typed or it is larger than 16 by 12.

        The same shape is offered only once, since the learner may have gone back to the line.
        """
        if shape[0] > _MOST_ROWS or shape[1] > _MOST_COLUMNS:
            return
        if self.value or self.shape == shape:
            self.shape = shape
            return
        self.shape = shape
        self.cells.begin(*shape)
        self._lay_out(in_cells=True)

    @property
    def value(self) -> str:
        """Return the typed text, of the line or of the cells; "" if there is none."""
        if not self.in_cells:
            return self.line.value
        return "" if self.cells.is_empty else self.cells.value

    @value.setter
    def value(self, text: str) -> None:
        """Set the text of the line, not of the cells, and put the cursor at its end."""
        self.line.value = text
        self.line.cursor_position = len(text)

    @property
    def first_key(self) -> float | None:
        """Return the time of the first key of the answer, in seconds of the clock of key events; None before it."""
        return self.cells.first_key if self.in_cells and self.cells.first_key else self.line.first_key

    @property
    def word(self) -> str:
        """Return the text before the cursor in the line, or all text of the cell under the cursor."""
        return self.cells.cell if self.in_cells else self.line.value[: self.line.cursor_position]

    def freeze(self) -> None:
        """Block typing after the answer is graded."""
        self.cells.frozen = self.line.frozen = True

    def go_to_empty_cell(self) -> int:
        """Put the cursor on the next empty cell, or else the first, and return the number of empty cells.

        On the line it is 0.
        """
        empty = self.cells.empty_cells if self.in_cells else []
        if empty:
            self.cells.go_to(next((cell for cell in empty if cell > self.cells.at), empty[0]))
        return len(empty)

    def move_first_key(self, by: float) -> None:
        """Add `by` seconds to the time of the first key, if there was one, because the clock stood still."""
        for part in (self.line, self.cells):
            if part.first_key is not None:
                part.first_key += by

    def _lay_out(self, in_cells: bool) -> None:
        """Show the cells or the line, and focus it."""
        self.in_cells = in_cells
        self.line.display, self.cells.display = not in_cells, in_cells
        self.screen.set_focus(self.cells if in_cells else self.line, scroll_visible=False)

    def _key_of_line(self, event: events.Key) -> bool:
        """Handle a key that arrived at the line; return whether it is consumed.

        If the cells are shown, it was typed for them and is passed on to them.
        """
        if not self.in_cells:
            return self._goes_back_to_cells(event) or self.take_key(event)
        self.cells.take(event)  # typed for the cells before they were shown
        return True

    def _goes_back_to_cells(self, event: events.Key) -> bool:
        """Show the cells of a matrix again on backspace in an empty line; return whether that was done."""
        if event.key != "backspace" or self.line.value or self.shape is None or self.line.frozen:
            return False
        self.cells.begin(*self.shape)
        self._lay_out(in_cells=True)
        return True

    def _key_of_cells(self, event: events.Key) -> bool:
        """Handle a key that arrived at the cells; return whether it is consumed.

        If the line is shown, it was typed before that and is passed on to the line. An opening square bracket in empty
        cells shows the line.
        """
        if not self.in_cells:  # typed before the cells were hidden
            if not self.take_key(event):
                self.line.take_late(event)
            return True
        if event.character == "[" and self.cells.is_empty:
            self._write_on_line("[", event.time)
            return True
        return self.take_key(event)

    def _write_on_line(self, text: str, at: float) -> None:
        """Show the line with a text; `at` is the time of its first key if none was typed into the cells."""
        self.line.first_key = self.cells.first_key or at
        self.cells.first_key = None
        self._lay_out(in_cells=False)
        self.value = text

    @on(events.Paste)
    def _paste_cells(self, event: events.Paste) -> None:
        """Paste into the cells: a matrix of their shape fills them, a single number replaces the cell under the cursor.

        Text without spaces, commas, semicolons and brackets is taken for a single number. Other text goes on the line
        if all cells are empty; otherwise post `Unfit`. Do nothing after grading, or when the line is shown.
        """
        if not self.in_cells:
            return
        event.stop()
        if self.cells.frozen:
            return
        text = pasted(event.text)
        rows = rows_of(text)
        self.cells.first_key = self.cells.first_key or event.time
        if rows is not None and (len(rows), len(rows[0])) == self.cells.shape:
            self.cells.fill(rows)
        elif text and not set(text) & _PARTING:
            self.cells.write(text)
        elif text and self.cells.is_empty:
            self._write_on_line(text, event.time)
        elif text:
            self.post_message(self.Unfit(text))

    @on(Input.Changed)
    @on(CellGrid.Changed)
    def _post_typed(self, event: Message) -> None:
        """Post `Typed` after a change of the line or the cells."""
        event.stop()
        self.post_message(self.Typed())
