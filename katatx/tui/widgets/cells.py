"""A grid of cells, one for each number of a matrix."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from textual import events
from textual.content import Content
from textual.geometry import Size
from textual.message import Message
from textual.widget import Widget

_NARROWEST = 7
_WIDEST = 14
# What stands between numbers and not in them.
_NO_NUMBER = frozenset("[];,")
# What ends a number, as it does on a line.
_GO_ON = {"space", "comma", "tab", "right"}
_MOVES = {"left": (0, -1), "shift+tab": (0, -1), "up": (-1, 0), "down": (1, 0)}


class CellGrid(Widget, can_focus=True):
    """Rows of cells. Letters go into the cell under the cursor; arrows and tab move it.

    `take_key` says whether the owner has dealt with a key; keys that fill and move cells are not
    offered. `first_key` is when the first letter came.
    """

    class Changed(Message):
        """A cell was filled, emptied or left."""

    def __init__(self, take_key: Callable[[events.Key], bool]) -> None:
        super().__init__(id="cells")
        self.take_key = take_key
        self.cells: list[list[str]] = [[""]]
        self.at = (0, 0)
        self.first_key: float | None = None
        self.frozen = False

    def begin(self, rows: int, width: int) -> None:
        """Empty cells in so many rows."""
        self.cells = [[""] * width for _ in range(rows)]
        self.at = (0, 0)
        self._show()

    def fill(self, rows: Sequence[Sequence[str]]) -> None:
        """Fill every cell; the rows fit."""
        self.cells = [list(row) for row in rows]
        self._show()

    @property
    def shape(self) -> tuple[int, int]:
        """Rows, and cells in each."""
        return len(self.cells), len(self.cells[0])

    @property
    def is_empty(self) -> bool:
        """Return whether nothing is typed."""
        return not any(cell for row in self.cells for cell in row)

    @property
    def empty_cells(self) -> list[tuple[int, int]]:
        """The cells that wait for a number."""
        return [(r, c) for r, row in enumerate(self.cells) for c, cell in enumerate(row) if not cell]

    @property
    def value(self) -> str:
        """Return what is typed, as one answer."""
        return "[" + ", ".join("[" + ", ".join(row) + "]" for row in self.cells) + "]"

    def write(self, text: str) -> None:
        """Write a number into the cell under the cursor, in place of what stands there."""
        self.cell = text[:_WIDEST]

    def go_to(self, cell: tuple[int, int]) -> None:
        """Put the cursor on a cell."""
        self.at = cell
        self._show()

    async def _on_key(self, event: events.Key) -> None:
        if self.take(event):
            event.stop()
            event.prevent_default()

    def take(self, event: events.Key) -> bool:
        """Do what a key stands for; whether it stood for anything. Once graded, only the owner's keys do."""
        if self.frozen or not self.display:
            return self.take_key(event)
        return self._moves(event) or self._deletes(event) or self.take_key(event) or self._types(event)

    def _moves(self, event: events.Key) -> bool:
        if event.key in _MOVES:
            down, right = _MOVES[event.key]
            self._move(down, right)
            return True
        if event.key not in _GO_ON:
            return False
        if event.key in ("space", "comma") and not self.cell:
            return True
        self._move(0, 1)
        return True

    def _move(self, down: int, right: int) -> None:
        rows, width = self.shape
        place = (self.at[0] + down) * width + self.at[1] + right
        if 0 <= place < rows * width:
            self.at = divmod(place, width)
        self._show()

    def _deletes(self, event: events.Key) -> bool:
        if event.key not in ("backspace", "delete", "ctrl+u"):
            return False
        if event.key == "backspace" and not self.cell:
            self._move(0, -1)
        else:
            self.cell = self.cell[:-1] if event.key == "backspace" else ""
        return True

    def _types(self, event: events.Key) -> bool:
        if not event.is_printable or event.character is None:
            return False
        if event.character in _NO_NUMBER:
            return True
        self.first_key = self.first_key or event.time
        self.cell = (self.cell + event.character)[:_WIDEST]
        return True

    @property
    def cell(self) -> str:
        """Return what stands in the cell under the cursor."""
        row, column = self.at
        return self.cells[row][column]

    @cell.setter
    def cell(self, text: str) -> None:
        row, column = self.at
        self.cells[row][column] = text
        self._show()

    def _show(self) -> None:
        self.refresh(layout=True)
        if self.is_attached:
            self.scroll_visible(animate=False)
            self.post_message(self.Changed())

    @property
    def _width(self) -> int:
        return max(_NARROWEST, *(len(cell) + 1 for row in self.cells for cell in row))

    def get_content_width(self, container: Size, viewport: Size) -> int:
        return self.shape[1] * (self._width + 2)

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        return len(self.cells)

    def render(self) -> Content:
        """Every cell in brackets, the one under the cursor in angles: it is seen without colour."""
        rows = (
            Content.assemble(*(self._drawn(cell, (r, c) == self.at) for c, cell in enumerate(row)))
            for r, row in enumerate(self.cells)
        )
        return Content("\n").join(rows)

    def _drawn(self, cell: str, here: bool) -> Content:
        if here and self.has_focus:
            return Content.assemble(("›", "bold"), (f"{cell}▏".ljust(self._width), "reverse"), ("‹", "bold"))
        return Content.assemble(("[", "dim"), cell.ljust(self._width), ("]", "dim"))
