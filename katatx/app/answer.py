"""The answer field: one framed line, or cells for a matrix, with what is wanted in its lower edge.

Keys reach it in the order in which they were pressed, and it offers each to the screen first: a key that is a command
now is none of the answer, and what is typed fast after Enter is neither lost nor taken for a command.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import ClassVar, cast

from rich.text import Text
from textual import events, on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Container, ScrollableContainer
from textual.geometry import Size
from textual.message import Message
from textual.reactive import Reactive
from textual.widget import Widget
from textual.widgets import Input

from katatx.app.frame import Frame, plain_title
from katatx.notation.answers import LONGEST_ANSWER
from katatx.notation.quoting import plain
from katatx.questions.numbers import read_size, rows_of
from katatx.show.text import line

# Returns whether a key is used up: a command, or nothing that may be typed now.
TakeKey = Callable[[events.Key], bool]
# Larger matrices are typed on the line.
_MOST_ROWS, _MOST_COLUMNS = 16, 12
_NARROWEST, _WIDEST = 6, 14
_PARTING = frozenset(" ,;[]")
_MOVES = {"left": -1, "shift+tab": -1, "right": 1, "tab": 1}
_EDITING = {each.key: each.action for each in Binding.make_bindings([*ScrollableContainer.BINDINGS, *Input.BINDINGS])}


def pasted(text: str) -> str:
    """Return pasted text as one line of at most `LONGEST_ANSWER` characters, its rows joined by semicolons."""
    rows = [row.strip() for row in text[:LONGEST_ANSWER].expandtabs(1).splitlines() if row.strip()]
    return plain("; ".join(rows)[:LONGEST_ANSWER], LONGEST_ANSWER, keep="")


class AnswerLine(Input, inherit_bindings=False):
    """An input line; `take_key` is offered each key first."""

    BINDINGS: ClassVar[list[BindingType]] = []  # editing keys are performed in order, by `on_key`
    # The line has a fixed place, so a new letter needs no layout while it fits; layout would double a key's cost.
    virtual_size = Reactive(Size(0, 0))

    def __init__(self, take_key: TakeKey) -> None:
        super().__init__(id="line", max_length=LONGEST_ANSWER, select_on_focus=False, compact=True)
        self.cursor_blink = False  # no needless painting while nobody types
        self.take_key = take_key

    def check_consume_key(self, key: str, character: str | None = None) -> bool:
        """Return whether a key is typed: not one of a command, which the footer shows."""
        return cast("Frame[None]", self.screen).action_of(key) is None

    def watch_virtual_size(self, size: Size) -> None:
        """Lay out the line again if the text is longer than it, so that it scrolls."""
        if size.width >= self.content_size.width:
            self.refresh(layout=True)

    async def on_key(self, event: events.Key) -> None:
        """Offer a key to the screen; perform an editing key at once, which letters would overtake later."""
        if self.take_key(event):
            event.stop()
            event.prevent_default()
        elif event.key in _EDITING:
            event.stop()
            event.prevent_default()
            await self.run_action(_EDITING[event.key])

    def on_paste(self, event: events.Paste) -> None:
        event.prevent_default()  # the field pastes


class CellGrid(Widget, can_focus=True):
    """A grid of cells: text goes into the cell `at` (row, column); arrows, tab and space move on.

    `wrong` are the cells to light once the answer is graded, None before.
    """

    class Changed(Message):
        """A cell or the cursor was set."""

    def __init__(self, take_key: TakeKey) -> None:
        super().__init__(id="cells")
        self.take_key = take_key
        self.fill([[""]])

    def fill(self, rows: Sequence[Sequence[str]]) -> None:
        """Show other cells, with the cursor on the first."""
        self.cells, self.at = [list(row) for row in rows], (0, 0)
        self.wrong: frozenset[tuple[int, int]] | None = None
        self._show()

    @property
    def empty(self) -> list[tuple[int, int]]:
        return [(r, c) for r, row in enumerate(self.cells) for c, cell in enumerate(row) if not cell]

    @property
    def is_empty(self) -> bool:
        return not any(cell for row in self.cells for cell in row)

    @property
    def value(self) -> str:
        """Return the cells as one answer: `[[1, 2], [3, 4]]`. Several numbers in a cell make its row longer."""
        rows = (", ".join(", ".join(cell.split()) for cell in row) for row in self.cells)
        return "[" + ", ".join(f"[{row}]" for row in rows) + "]"

    def on_key(self, event: events.Key) -> None:
        if self.take(event):
            event.stop()
            event.prevent_default()

    def take(self, event: events.Key) -> bool:
        """Handle a key; return whether it is used up."""
        if self.wrong is not None:
            return self.take_key(event)
        return self._edits(event) or self.take_key(event) or self._types(event)

    def _edits(self, event: events.Key) -> bool:
        """Move the cursor, or delete; space and comma move from a cell with text, and begin a number in the last."""
        key, columns = event.key, len(self.cells[0])
        is_last = self.at == (len(self.cells) - 1, columns - 1)
        by = _MOVES | {"up": -columns, "down": columns}
        if key in by:
            self._move(by[key])
        elif key in ("space", "comma") and self.cell and not is_last:
            self._move(1)
        elif key in ("space", "comma"):
            self.cell = f"{self.cell.rstrip()} " if self.cell else ""
        elif key == "backspace" and not self.cell:
            self._move(-1)
        elif key in ("backspace", "delete", "ctrl+u"):
            self.cell = self.cell[:-1] if key == "backspace" else ""
        else:
            return False
        return True

    def _move(self, by: int) -> None:
        width = len(self.cells[0])
        place = self.at[0] * width + self.at[1] + by
        if 0 <= place < len(self.cells) * width:
            self.go_to(divmod(place, width))

    def go_to(self, cell: tuple[int, int]) -> None:
        self.at = cell
        self._show()

    def _types(self, event: events.Key) -> bool:
        """Type a character into the cell; signs that part numbers are used up, but not typed."""
        if not event.is_printable or event.character is None:
            return False
        if event.character not in _PARTING:
            self.cell = (self.cell + event.character)[: _WIDEST + 2 * (" " in self.cell)]
        return True

    @property
    def cell(self) -> str:
        return self.cells[self.at[0]][self.at[1]]

    @cell.setter
    def cell(self, text: str) -> None:
        self.cells[self.at[0]][self.at[1]] = text
        self._show()

    def _show(self) -> None:
        size = self.get_content_width(self.size, self.size), len(self.cells)
        self.refresh(layout=size != self.size)
        if self.is_attached:
            self.scroll_visible(animate=False)
            self.post_message(self.Changed())

    @property
    def _width(self) -> int:
        return max(_NARROWEST, *(len(cell) + 1 for row in self.cells for cell in row))

    def get_content_width(self, container: Size, viewport: Size) -> int:
        return len(self.cells[0]) * (self._width + 2)

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        return len(self.cells)

    def render(self) -> Text:
        rows = (line(*(self._drawn((r, c)) for c in range(len(row)))) for r, row in enumerate(self.cells))
        return Text("\n").join(rows)

    def _drawn(self, at: tuple[int, int]) -> Text:
        """Return a cell: the one under the cursor with a caret, a wrong one with its sign."""
        text = self.cells[at[0]][at[1]]
        if at == self.at and self.has_focus and self.wrong is None:
            drawn, style = f"{text}▏", "reverse"
        elif at in (self.wrong or ()):
            drawn, style = f"✗{text}", "wrong b"
        else:
            drawn, style = text or "·", "dim" * (not text)
        return line((drawn.rjust(self._width), style), "  ")


class AnswerField(Container):
    """The line or the cells, in one frame. `shape` is that of the matrix asked for, None if the answer is none."""

    class Typed(Message):
        """What is typed has changed."""

    def __init__(self, take_key: TakeKey) -> None:
        super().__init__(id="answer")
        self.line = AnswerLine(self._key_of_line)
        self.cells = CellGrid(self._key_of_cells)
        self.take_key = take_key
        self.in_cells = self.is_frozen = False
        self.shape: tuple[int, int] | None = None
        self.cells.display = False

    def compose(self) -> ComposeResult:
        yield self.line
        yield self.cells

    def begin(self, title: str) -> None:
        """Clear it for another question."""
        self.line.value, self.shape, self.is_frozen = "", None, False
        self.border_title = title
        self.say("")
        self.set_classes("")
        self._lay_out(in_cells=False)

    def offer_cells(self, shape: tuple[int, int]) -> None:
        """Show cells for a matrix, unless something is typed or it is too large; offered once a question."""
        if self.shape == shape or shape[0] > _MOST_ROWS or shape[1] > _MOST_COLUMNS:
            return
        self.shape = shape
        if not self.line.value:
            self._show_cells(shape)

    def _show_cells(self, shape: tuple[int, int]) -> None:
        self.cells.fill([[""] * shape[1] for _ in range(shape[0])])
        self._lay_out(in_cells=True)

    def say(self, words: str) -> None:
        """Write into the lower edge what is wanted, or how the answer is read."""
        self.border_subtitle = plain_title(words)

    @property
    def value(self) -> str:
        if not self.in_cells:
            return self.line.value
        return "" if self.cells.is_empty else self.cells.value

    @value.setter
    def value(self, text: str) -> None:
        self.line.value = text
        self.line.cursor_position = len(text)

    @property
    def word(self) -> str:
        """Return the text before the cursor."""
        return self.cells.cell if self.in_cells else self.line.value[: self.line.cursor_position]

    @property
    def empty_cells(self) -> tuple[int, int]:
        """Return how many cells are empty, and how many there are."""
        cells = self.cells
        return (len(cells.empty), len(cells.cells) * len(cells.cells[0])) if self.in_cells else (0, 0)

    def go_to_empty_cell(self) -> bool:
        """Put the cursor on the next empty cell, or else the first; return whether there is one."""
        empty = self.cells.empty if self.in_cells else []
        if empty:
            self.cells.go_to(next((cell for cell in empty if cell > self.cells.at), empty[0]))
        return bool(empty)

    def freeze(self, kind: str, wrong: frozenset[tuple[int, int]] = frozenset()) -> None:
        """Block typing after the answer is graded; `kind` is good or bad, `wrong` the cells to light."""
        self.is_frozen, self.cells.wrong = True, wrong
        self.set_classes(kind)
        self.cells.refresh()

    def _lay_out(self, in_cells: bool) -> None:
        self.in_cells = in_cells
        self.line.display, self.cells.display = not in_cells, in_cells
        if self.display:
            self.screen.set_focus(self.cells if in_cells else self.line, scroll_visible=False)

    # Keys, which may reach one part after the other took its place.

    def take_late(self, event: events.Key) -> bool:
        """Type a key that was pressed before there was a field; return whether it is used up."""
        if self.display and self.in_cells:
            self.cells.take(event)
        elif self.display and event.is_printable and event.character:
            self.line.insert_text_at_cursor(event.character)
        return self.display

    def _key_of_line(self, event: events.Key) -> bool:
        if self.in_cells:
            return self.take_late(event)
        if event.key == "backspace" and not self.line.value and self.shape and not self.is_frozen:
            self._show_cells(self.shape)
            return True
        return self.take_key(event)

    def _key_of_cells(self, event: events.Key) -> bool:
        """Handle a key that arrived at the cells; a bracket in empty cells goes back to the line."""
        if not self.in_cells:
            return self.take_key(event) or self.take_late(event)
        if event.character == "[" and self.cells.is_empty and not self.is_frozen:
            self._lay_out(in_cells=False)
            self.value = "["
            return True
        return self.take_key(event)

    @on(events.Paste)
    def _paste(self, event: events.Paste) -> None:
        """Paste: into cells a matrix of their shape, into a cell one number; other text goes on the line."""
        event.stop()
        text = pasted(event.text)
        rows = rows_of(text) if self.in_cells else None
        if self.is_frozen or not text:
            return
        if not self.in_cells:
            self.line.insert_text_at_cursor(text)
        elif rows is not None and (len(rows), len(rows[0])) == self.shape:
            self.cells.fill(rows)
        elif not set(text) & _PARTING:
            self.cells.cell = text[:_WIDEST]
        elif self.cells.is_empty:
            self._lay_out(in_cells=False)
            self.value = text
        elif self.shape:
            self.say(f"not pasted: it does not fit {self.shape[0]} rows of {self.shape[1]} ({read_size(text)})")

    @on(Input.Changed)
    @on(CellGrid.Changed)
    def _post_typed(self, event: Message) -> None:
        event.stop()
        self.post_message(self.Typed())
