"""Where an answer is written: on one line, or in a grid of cells."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from textual import events, on
from textual.app import ComposeResult
from textual.containers import Container
from textual.message import Message
from textual.widgets import Input

from katatx.practice.reading import rows_of
from katatx.tui.widgets.answer_line import AnswerLine, pasted
from katatx.tui.widgets.cells import CellGrid

# Cells beyond that are no help to look at; such a matrix is written on the line.
_MOST_ROWS = 16
_MOST_COLUMNS = 12
# What parts numbers: text without any goes into one cell.
_PARTING = frozenset(" ,;[]")


class AnswerBox(Container):
    """The line, or for a matrix the cells, and always the line again for whoever types a bracket.

    `take_key` says whether the screen has dealt with a key.
    """

    class Typed(Message):
        """What is typed has changed."""

    @dataclass
    class Unfit(Message):
        """What was pasted does not fit the cells, of which some are filled."""

        text: str

    def __init__(self, take_key: Callable[[events.Key], bool]) -> None:
        super().__init__(id="answer")
        self.line = AnswerLine(self._key_of_line)
        self.cells = CellGrid(self._key_of_cells)
        self.take_key = take_key
        self.in_cells = False
        self.shape: tuple[int, int] | None = None

    def compose(self) -> ComposeResult:
        yield self.line
        yield self.cells

    def on_mount(self) -> None:
        self._lay_out(in_cells=False)

    def begin(self) -> None:
        """Clear what is typed for a new question."""
        self.line.value = ""
        self.cells.frozen = self.line.frozen = False
        self.line.first_key = self.cells.first_key = None
        self._lay_out(in_cells=False)

    def offer_cells(self, shape: tuple[int, int]) -> None:
        """Cells for a matrix of a shape, unless its line is begun already or they would be too many."""
        if shape[0] > _MOST_ROWS or shape[1] > _MOST_COLUMNS:
            return
        self.shape = shape
        if self.value:
            return
        self.cells.begin(*shape)
        self._lay_out(in_cells=True)

    @property
    def value(self) -> str:
        """Return what is typed; empty where nothing is."""
        if not self.in_cells:
            return self.line.value
        return "" if self.cells.is_empty else self.cells.value

    @value.setter
    def value(self, text: str) -> None:
        self.line.value = text
        self.line.cursor_position = len(text)

    @property
    def first_key(self) -> float | None:
        """Return when the first letter came."""
        return self.cells.first_key if self.in_cells and self.cells.first_key else self.line.first_key

    @property
    def word(self) -> str:
        """Return what stands before the cursor, in the line or the cell it is in."""
        return self.cells.cell if self.in_cells else self.line.value[: self.line.cursor_position]

    def freeze(self) -> None:
        """It is graded: nothing is typed any more."""
        self.cells.frozen = self.line.frozen = True

    def go_to_empty_cell(self) -> int:
        """Put the cursor on the next empty cell, if any; how many there are."""
        empty = self.cells.empty_cells if self.in_cells else []
        if empty:
            self.cells.go_to(next((cell for cell in empty if cell > self.cells.at), empty[0]))
        return len(empty)

    def move_first_key(self, by: float) -> None:
        """The clock stood still for so many seconds."""
        for part in (self.line, self.cells):
            if part.first_key is not None:
                part.first_key += by

    def _lay_out(self, in_cells: bool) -> None:
        self.in_cells = in_cells
        self.line.display, self.cells.display = not in_cells, in_cells
        self.screen.set_focus(self.cells if in_cells else self.line, scroll_visible=False)

    def _key_of_line(self, event: events.Key) -> bool:
        if not self.in_cells:
            return self._goes_back_to_cells(event) or self.take_key(event)
        self.cells.take(event)  # typed before they were there: it came to the line, and is meant for them
        return True

    def _goes_back_to_cells(self, event: events.Key) -> bool:
        """Once more back, on a line that is empty, there are the cells again."""
        if event.key != "backspace" or self.line.value or self.shape is None or self.line.frozen:
            return False
        self.cells.begin(*self.shape)
        self._lay_out(in_cells=True)
        return True

    def _key_of_cells(self, event: events.Key) -> bool:
        if not self.in_cells:  # typed before they were gone
            if not self.take_key(event):
                self.line.take_late(event)
            return True
        if event.character == "[" and self.cells.is_empty:
            self._write_on_line("[", event.time)
            return True
        return self.take_key(event)

    def _write_on_line(self, text: str, at: float) -> None:
        self.line.first_key = self.cells.first_key or at
        self.cells.first_key = None
        self._lay_out(in_cells=False)
        self.value = text

    @on(events.Paste)
    def _paste_cells(self, event: events.Paste) -> None:
        """A whole matrix in any form that is read goes into its cells; what does not fit, onto the line to be seen."""
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
    def _tell(self, event: Message) -> None:
        event.stop()
        self.post_message(self.Typed())
