"""The grid of cells for a matrix."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from textual import events
from textual.content import Content
from textual.geometry import Size
from textual.message import Message
from textual.widget import Widget

from katatx.pictures.parts import BLANK

_NARROWEST = 6
_WIDEST = 14
# Characters between numbers.
_NO_NUMBER = frozenset("[];,")
# Keys that end a number.
_GO_ON = {"space", "comma", "tab", "right"}
_MOVES = {"left": (0, -1), "shift+tab": (0, -1), "up": (-1, 0), "down": (1, 0)}


class CellGrid(Widget, can_focus=True):
    """An editable grid of cells: text goes into the cell under the cursor; arrows and tab move it.

    `take_key` returns whether the owner consumed a key. Keys that move the cursor or delete text are not offered to it;
    others are, before they are typed. `at` is the (row, column) of the cursor, from 0. `first_key` is the time of the
    first typed or pasted character, None before it. When `frozen`, nothing can be typed, and the owner is offered all
    keys.
    """

    class Changed(Message):
        """Cells or the cursor were set, perhaps to the same as before."""

    def __init__(self, take_key: Callable[[events.Key], bool]) -> None:
        super().__init__(id="cells")
        self.take_key = take_key
        self.cells: list[list[str]] = [[""]]
        self.at = (0, 0)
        self.first_key: float | None = None
        self.frozen = False

    def begin(self, rows: int, width: int) -> None:
        """Show empty cells in `rows` rows of `width`, with the cursor on the first."""
        self.cells = [[""] * width for _ in range(rows)]
        self.at = (0, 0)
        self._show()

    def fill(self, rows: Sequence[Sequence[str]]) -> None:
        """Fill all cells with the texts of `rows`, which must have the grid's shape."""
        self.cells = [list(row) for row in rows]
        self._show()

    @property
    def shape(self) -> tuple[int, int]:
        """Return the number of rows, and of cells in each."""
        return len(self.cells), len(self.cells[0])

    @property
    def is_empty(self) -> bool:
        """Return whether all cells are empty."""
        return not any(cell for row in self.cells for cell in row)

    @property
    def empty_cells(self) -> list[tuple[int, int]]:
        """Return the (row, column) of each empty cell, from 0, row by row."""
        return [(r, c) for r, row in enumerate(self.cells) for c, cell in enumerate(row) if not cell]

    @property
    def value(self) -> str:
        """Return the cells' text as one answer: `[[1, 2], [3, 4]]`; empty cells give empty texts.

        Several numbers in a cell make its row longer, so that the answer has not the grid's shape.
        """
        rows = (", ".join(", ".join(cell.split()) for cell in row) for row in self.cells)
        return "[" + ", ".join(f"[{row}]" for row in rows) + "]"

    def write(self, text: str) -> None:
        """Replace the text of the cell under the cursor by `text`, cut to 14 characters."""
        self.cell = text[:_WIDEST]

    def go_to(self, cell: tuple[int, int]) -> None:
        """Put the cursor on a cell, given as (row, column) from 0."""
        self.at = cell
        self._show()

    def on_key(self, event: events.Key) -> None:
        """Handle a key before Textual does."""
        if self.take(event):
            event.stop()
            event.prevent_default()

    def take(self, event: events.Key) -> bool:
        """Handle a key; return whether it is consumed. When frozen or hidden, only the owner handles it."""
        if self.frozen or not self.display:
            return self.take_key(event)
        return self._moves(event) or self._deletes(event) or self.take_key(event) or self._types(event)

    def _moves(self, event: events.Key) -> bool:
        """Move the cursor if the key does that; return whether the key is one that moves.

        Space and comma move only from a cell with text; in the last one they begin another number.
        """
        if event.key in _MOVES:
            down, right = _MOVES[event.key]
            self._move(down, right)
            return True
        if event.key not in _GO_ON:
            return False
        if event.key not in ("space", "comma"):
            self._move(0, 1)
        elif self.cell and self.at == (len(self.cells) - 1, len(self.cells[0]) - 1):
            self.cell = f"{self.cell.rstrip()} "
        elif self.cell:
            self._move(0, 1)
        return True

    def _move(self, down: int, right: int) -> None:
        """Move the cursor by rows and columns, continuing in the next or previous row, but not beyond the grid."""
        rows, width = self.shape
        place = (self.at[0] + down) * width + self.at[1] + right
        if 0 <= place < rows * width:
            self.at = divmod(place, width)
        self._show()

    def _deletes(self, event: events.Key) -> bool:
        """Delete text if the key does that; return whether it does.

        Backspace deletes the last character, and in an empty cell moves the cursor back; delete and ctrl+u empty the
        cell.
        """
        if event.key not in ("backspace", "delete", "ctrl+u"):
            return False
        if event.key == "backspace" and not self.cell:
            self._move(0, -1)
        else:
            self.cell = self.cell[:-1] if event.key == "backspace" else ""
        return True

    def _types(self, event: events.Key) -> bool:
        """Type a character into the cell, up to 14, or 16 with a space; return whether the key is printable.

        Square brackets, semicolons and commas are consumed, but not typed.
        """
        if not event.is_printable or event.character is None:
            return False
        if event.character in _NO_NUMBER:
            return True
        self.first_key = self.first_key or event.time
        self.cell = (self.cell + event.character)[: _WIDEST + 2 * (" " in self.cell)]
        return True

    @property
    def cell(self) -> str:
        """Return the text of the cell under the cursor."""
        row, column = self.at
        return self.cells[row][column]

    @cell.setter
    def cell(self, text: str) -> None:
        """Set the text of the cell under the cursor."""
        row, column = self.at
        self.cells[row][column] = text
        self._show()

    def _show(self) -> None:
        """Repaint the grid, keep it in view, and post `Changed`."""
        # Usually no cell grows, so no new layout is needed.
        size = self.get_content_width(self.size, self.size), len(self.cells)
        self.refresh(layout=size != self.size)
        if self.is_attached:
            self.scroll_visible(animate=False)
            self.post_message(self.Changed())

    @property
    def _width(self) -> int:
        """Return the width of every cell: one more than the longest text, at least 6."""
        return max(_NARROWEST, *(len(cell) + 1 for row in self.cells for cell in row))

    def get_content_width(self, container: Size, viewport: Size) -> int:
        """Return the width of the grid with its brackets."""
        return self.shape[1] * (self._width + 2) + 4

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        """Return the number of rows."""
        return len(self.cells)

    def render(self) -> Content:
        """Return the grid in brackets, empty cells as blanks, the one under the cursor in angle marks."""
        rows = (
            Content.assemble(
                (f"{left} ", "dim"),
                *(self._drawn(cell, (r, c) == self.at) for c, cell in enumerate(row)),
                (f" {right}", "dim"),
            )
            for r, (row, (left, right)) in enumerate(zip(self.cells, self._brackets, strict=True))
        )
        return Content("\n").join(rows)

    @property
    def _brackets(self) -> list[tuple[str, str]]:
        """Return the (left, right) bracket pieces of each row."""
        last = len(self.cells) - 1
        if not last:
            return [("[", "]")]
        return [("⎡", "⎤") if r == 0 else ("⎣", "⎦") if r == last else ("⎢", "⎥") for r in range(last + 1)]

    def _drawn(self, cell: str, here: bool) -> Content:
        """Return a cell, marked if it is under the cursor (`here`)."""
        if here and self.has_focus and not self.frozen:
            return Content.assemble(("›", "bold"), (f"{cell}▏".ljust(self._width), "reverse"), ("‹", "bold"))
        if not cell and not self.frozen:
            return Content.assemble(" ", (BLANK.ljust(self._width), "dim"), " ")
        return Content(f" {cell.ljust(self._width)} ")
