"""The editor of a worksheet, and its margin with verdicts."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, ClassVar

from rich.segment import Segment
from rich.style import Style
from rich.text import Text
from textual import events
from textual.binding import Binding, BindingType
from textual.cache import LRUCache
from textual.geometry import Offset, Region
from textual.strip import Strip
from textual.widget import Widget
from textual.widgets import TextArea

from katatx.worksheet.files import shown

if TYPE_CHECKING:
    from katatx.worksheet.marks import Mark

# The longest text that can be pasted.
LONGEST_PASTE = 200_000
_MOST_STRIPS = 500
_CLOSED_BY = {"(": ")", "[": "]", "{": "}"}
_OPENED_BY = {closing: opening for opening, closing in _CLOSED_BY.items()}


class WorksheetEditor(TextArea):
    """A text area that offers each key to its owner first and wraps long lines.

    `take_key` returns whether the owner consumed a key; `tell` shows a notice.
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("ctrl+home", "move_to_end(True)", show=False),
        Binding("ctrl+end", "move_to_end(False)", show=False),
    ]

    def __init__(self, text: str, take_key: Callable[[events.Key], bool], tell: Callable[[str], None]) -> None:
        # Set before super().__init__, which calls notify_style_update.
        self._plain_strips: LRUCache[tuple[object, ...], Strip] = LRUCache(_MOST_STRIPS)
        # How many rows the wrapped text has: counting them takes time.
        self._height = 0
        super().__init__(text, soft_wrap=True, show_line_numbers=True, compact=True, id="editor")
        self.cursor_blink = False  # no needless painting while nobody types
        self.take_key = take_key
        self.tell = tell

    def notify_style_update(self) -> None:
        """Drop cached strips after a change of styles."""
        self._plain_strips.clear()
        super().notify_style_update()

    def render_lines(self, crop: Region) -> list[Strip]:
        """Return the visible rows."""
        self._height = self.wrapped_document.height
        return super().render_lines(crop)

    def render_line(self, y: int) -> Strip:
        """Return the strip of row `y` of the window, kept if neither the cursor nor a selection is on its line.

        A text area that wraps lines would draw all of them again whenever the cursor moves.
        """
        at = y + self.scroll_offset.y
        if at >= self._height:
            return super().render_line(y)
        line, column = self.wrapped_document.offset_to_location(Offset(0, at))
        first, last = sorted(self.selection)
        if first[0] <= line <= last[0]:
            return super().render_line(y)
        wrapped = tuple(self.wrapped_document.get_offsets(line))
        key = line, column, wrapped, self.document.get_line(line), self.size, self.gutter_width, self.theme
        if key not in self._plain_strips:
            self._plain_strips[key] = super().render_line(y)
        return self._plain_strips[key]

    def get_line(self, line_index: int) -> Text:
        """Return a line with its comment dim: all from the first `#`, if that begins the line or follows a space."""
        text = super().get_line(line_index)
        at = text.plain.find("#")
        if at >= 0 and (at == 0 or text.plain[at - 1].isspace()):
            text.stylize("dim italic", at)
        return text

    def find_matching_bracket(self, bracket: str, search_from: tuple[int, int]) -> tuple[int, int] | None:
        """Return the (row, column) of the bracket that matches `bracket` at `search_from`, on the same line; None if
        there is none.

        Brackets match in pairs of one kind, each inside or outside another pair; if pairs cross, there is none.
        """
        if bracket not in _CLOSED_BY and bracket not in _OPENED_BY:
            return None
        row, column = search_from
        line, forward = self.document.get_line(row), bracket in _CLOSED_BY
        matches = _CLOSED_BY if forward else _OPENED_BY
        wanted: list[str] = []
        for at in range(column, len(line)) if forward else range(column, -1, -1):
            if line[at] in matches:
                wanted.append(matches[line[at]])
            elif line[at] in matches.values():
                if not wanted or line[at] != wanted.pop():
                    return None
                if not wanted:
                    return row, at
        return None

    def action_move_to_end(self, first: bool) -> None:
        """Move the cursor to the beginning of the text if `first`, else to its end."""
        self.move_cursor((0, 0) if first else self.document.end)

    def on_key(self, event: events.Key) -> None:
        """Offer a key to the owner before Textual handles it."""
        if self.take_key(event):
            event.stop()
            event.prevent_default()

    def on_paste(self, event: events.Paste) -> None:
        """Replace the selection by pasted text, cut to 200,000 characters; a notice says if it was cut.

        Control characters but tabs become "�".
        """
        event.stop()
        event.prevent_default()
        if len(event.text) > LONGEST_PASTE:
            self.tell(f"only the first {LONGEST_PASTE:,} characters are pasted")
        text = shown(event.text[:LONGEST_PASTE])
        self.move_cursor(self.replace(text, *self.selection, maintain_selection_offset=False).end_location)

    def scroll_cursor_visible(self, center: bool = False, animate: bool = False) -> Offset:
        """Scroll to the cursor, and return by how much.

        While Textual undoes an edit, the cursor can still be below the end of the text; it is left until it is moved.
        """
        if self.cursor_location[0] >= self.document.line_count:
            return Offset()
        return super().scroll_cursor_visible(center, animate)

    def lines_from(self, top: int, height: int) -> dict[int, int]:
        """Return which line begins at which row of the wrapped text, as {row: line}, for `height` rows from row `top`
        on.
        """
        beginning: dict[int, int] = {}
        first, _ = self.wrapped_document.offset_to_location(Offset(0, top))
        row = self.wrapped_document.location_to_offset((first, 0)).y
        for line in range(first, self.document.line_count):
            if row >= top + height:
                break
            if row >= top:
                beginning[row] = line
            row += 1 + len(self.wrapped_document.get_offsets(line))
        return beginning


class Margin(Widget):
    """The marks of an editor's lines, each beside its line's first row.

    `mark_at` returns the mark of the line with an index from 0, None if it has none.
    """

    COMPONENT_CLASSES: ClassVar[set[str]] = {
        "margin--right", "margin--wrong", "margin--again", "margin--value", "margin--cursor",
    }  # fmt: skip

    def __init__(self, editor: WorksheetEditor) -> None:
        super().__init__(id="margin")
        self.can_focus = False
        self.editor = editor
        self.mark_at: Callable[[int], Mark | None] = lambda _: None
        # Which line begins at which row of the window.
        self._beginning: dict[int, int] = {}
        self._drawn_strips: LRUCache[tuple[Mark | None, bool, int], Strip] = LRUCache(_MOST_STRIPS)

    def on_mount(self) -> None:
        """Follow the editor's scrolling, and the wrapping of its lines, which a resized window changes."""
        self.watch(self.editor, "scroll_y", self._follow, init=False)
        self.watch(self.editor, "virtual_size", self._follow, init=False)

    def _follow(self) -> None:
        """Repaint when lines move in the editor."""
        self.refresh()

    def notify_style_update(self) -> None:
        """Drop cached strips after a change of styles."""
        self._drawn_strips.clear()
        super().notify_style_update()

    def render_lines(self, crop: Region) -> list[Strip]:
        """Return the visible rows, after finding which line begins at which row."""
        top = round(self.editor.scroll_y)
        self._beginning = {row - top: line for row, line in self.editor.lines_from(top, self.size.height).items()}
        return super().render_lines(crop)

    def render_line(self, y: int) -> Strip:
        """Return the mark of the line that begins at row `y` of the window; blanks if none begins there."""
        row = self._beginning.get(y)
        mark = None if row is None else self.mark_at(row)
        is_cursor = row is not None and row == self.editor.cursor_location[0]
        key = mark, is_cursor, self.size.width
        if key not in self._drawn_strips:
            self._drawn_strips[key] = self._drawn(*key)
        return self._drawn_strips[key]

    def _drawn(self, mark: Mark | None, is_cursor: bool, width: int) -> Strip:
        """Return a mark, None for blanks, as a strip of `width` cells; `is_cursor` colours it as the cursor's."""
        kind = "" if mark is None else mark.kind
        style = self.get_component_rich_style(f"margin--{kind}") if kind else self.rich_style
        if is_cursor:
            style += Style(bgcolor=self.get_component_rich_style("margin--cursor").bgcolor)
        text = Text("" if mark is None else f" {mark.sign} {mark.words}", no_wrap=True)
        text.truncate(width, overflow="ellipsis", pad=True)
        return Strip([Segment(text.plain, style)], width)
