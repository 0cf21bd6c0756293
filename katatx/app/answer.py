"""The answer field: one framed line, below it the cells of a matrix, with what is wanted in its lower edge.

Keys reach it in the order in which they were pressed, and it offers each to the screen first: a key that is a command
now is none of the answer, and what is typed fast after Enter is neither lost nor taken for a command.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import ClassVar, cast

from rich.text import Text
from textual import events
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import ScrollableContainer
from textual.geometry import Size
from textual.message import Message
from textual.reactive import Reactive
from textual.widgets import Input

from katatx.app.frame import Card, Frame, Laid
from katatx.notation.answers import LONGEST_ANSWER
from katatx.notation.quoting import plain
from katatx.questions.numbers import rows_of
from katatx.show.text import columns, line

# Returns whether a key is used up: a command, or nothing that may be typed now.
TakeKey = Callable[[events.Key], bool]
# Larger matrices are shown without cells.
_MOST_ROWS, _MOST_COLUMNS = 16, 12
# Signs that part the rows of a matrix.
_PARTING = frozenset(";[]")
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
        return super().check_consume_key(key, character) and cast("Frame[None]", self.screen).action_of(key) is None

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


class AnswerField(Card):
    """The line, in a frame; below it the cells of a matrix, which numbers fill one after the other.

    `shape` is that of the matrix asked for, None if the answer is none; `wanted` says the form, and `wrong` are the
    cells to light. A graded answer, whose kind is good or bad, cannot be changed.
    """

    class Typed(Message):
        """The typed text has changed."""

    def __init__(self, take_key: TakeKey) -> None:
        super().__init__(name="answer")
        self.line = AnswerLine(take_key)
        self.shape: tuple[int, int] | None = None
        self.wrong: frozenset[tuple[int, int]] = frozenset()
        self.wanted = ""

    def compose(self) -> ComposeResult:
        yield self.line
        yield Laid(name="cells")

    def begin(self, title: str) -> None:
        self.line.value, self.shape, self.wanted = "", None, ""
        self.show(title, kind="typing")
        self.show_cells()
        if self.display:
            self.screen.set_focus(self.line, scroll_visible=False)

    def offer_cells(self, shape: tuple[int, int]) -> None:
        """Show cells for a matrix, unless it is too large."""
        if shape[0] <= _MOST_ROWS and shape[1] <= _MOST_COLUMNS:
            self.shape = shape
            self.show_cells()

    def say(self, words: str) -> None:
        """Write into the lower edge what is wanted, or how the answer is read."""
        self.border_subtitle = line(words)

    @property
    def numbers(self) -> list[str]:
        """Return the numbers typed one after the other for the cells; none where signs part the rows."""
        text = self.line.value
        return [] if self.shape is None or _PARTING & set(text) else text.replace(",", " ").split()

    @property
    def is_partly(self) -> str:
        """Return how many of the cells are written if some are not yet; else ""."""
        rows, columns = self.shape or (0, 0)
        count = len(self.numbers)
        return f"{count} of {rows * columns} written" if 0 < count < rows * columns else ""

    @property
    def value(self) -> str:
        """Return what is typed, for a matrix in brackets if it fills its cells: `[[1, 2], [3, 4]]`."""
        numbers, (rows, columns) = self.numbers, self.shape or (0, 0)
        if not numbers or len(numbers) != rows * columns:
            return self.line.value
        parts = (", ".join(numbers[at : at + columns]) for at in range(0, rows * columns, columns))
        return "[" + ", ".join(f"[{part}]" for part in parts) + "]"

    @property
    def word(self) -> str:
        return self.line.value[: self.line.cursor_position]

    def show_cells(self, wrong: frozenset[tuple[int, int]] = frozenset()) -> None:
        """Show the cells if there are any, with those that were answered wrong lit."""
        self.wrong = wrong
        cells = self.query_one("#cells", Laid)
        cells.display = self.shape is not None
        self.line.display = self.has_class("typing") or self.shape is None or not self._grid
        if self.shape is not None:
            cells.show(lambda width: self._cells())

    @property
    def _grid(self) -> list[str]:
        """Return the numbers for the cells, whatever parts them."""
        given = rows_of(self.line.value) if _PARTING & set(self.line.value) else None
        return [each for row in given for each in row] if given else self.numbers

    def _cells(self) -> list[Text]:
        """Return the matrix with what is typed: a dot in an empty cell, a caret in the next, a sign at a wrong one."""
        rows, count = self.shape or (1, 1)
        numbers = self._grid
        ahead = ["▏" if self.has_class("typing") else "·", *["·"] * (rows * count)]
        shown = [*((each, "") for each in numbers), *((each, "dim") for each in ahead)][: rows * count]
        for row, column in self.wrong:
            shown[row * count + column] = f"✗ {shown[row * count + column][0]}", "wrong b"
        return columns("l" + "." * count, [("", *shown[at : at + count]) for at in range(0, len(shown), count)], 3)

    def take_late(self, event: events.Key) -> bool:
        """Type a key that was pressed before there was a field; return whether it is used up."""
        is_typed = bool(self.display and event.is_printable and event.character)
        if is_typed:
            self.line.insert_text_at_cursor(event.character or "")
        return is_typed

    def on_paste(self, event: events.Paste) -> None:
        event.stop()
        if self.has_class("typing"):
            self.line.insert_text_at_cursor(pasted(event.text))

    def on_input_changed(self, event: Input.Changed) -> None:
        event.stop()
        self.show_cells()
        self.post_message(self.Typed())
