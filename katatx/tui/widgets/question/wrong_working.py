"""The widget that compares the working of a wrong answer with the true one.

Widths are in cells (positions of the terminal), heights in lines.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from textual.containers import Container, VerticalScroll
from textual.content import Content
from textual.message import Message
from textual.widget import Widget
from textual.widgets import Static

from katatx.tui.widgets.painted import painted_lines
from katatx.tui.widgets.question.drawn import STYLES, drawn
from katatx.views.wrong_table import can_open, opened_to, shown_paths, table

if TYPE_CHECKING:
    from katatx.pictures.parts import Picture
    from katatx.questions.working import Path
    from katatx.views.wrong_lines import WrongWorking

# Border and padding.
_FRAME_WIDTH, _FRAME_HEIGHT = 4, 2
_FEWEST_ROWS = 3


class WrongWorkingView(Container):
    """A table of both workings with a cursor, bars of both answers if they fit, advice, and when the drill returns.

    A path is a line's position: its index, then that of a line nested in it, and so on. `at` is the path of the line
    with the cursor, and `opened` are those of the expanded lines.
    """

    class Settled(Message):
        """The widget has been laid out with its new height."""

    def __init__(self) -> None:
        super().__init__(id="wrong-working")
        self.working: WrongWorking | None = None
        self.picture: Picture | None = None
        self.instead = ""
        self.again = ""
        self.opened: set[Path] = set()
        self.at: Path = (0,)
        self.height_given = 0
        self.top = 0  # the first row visible when the cursor was last moved

    def compose(self) -> Iterator[Widget]:
        """Yield the table, the bars and the advice."""
        with VerticalScroll(id="table", can_focus=False):
            yield Static(id="table-rows", markup=False)
        yield Static(id="bars", markup=False)
        yield Static(id="instead", markup=False)

    def on_mount(self) -> None:
        """Draw the working."""
        self.border_title = "working"
        self._draw()

    def show(self, working: WrongWorking, picture: Picture | None, instead: str, again: str) -> None:
        """Set the working to show, expanded at its mistake; `fit` must follow to draw it.

        `picture` shows both answers, or is None. `instead` is the advice, and `again` says when the drill is asked
        again; both may be "".
        """
        self.working, self.picture, self.instead, self.again = working, picture, instead, again
        self.opened, self.at = opened_to(working.mistake), working.mistake
        self.top = 0
        self.display = True

    def height_wanted(self, width: int, *, at_ease: bool) -> int:
        """Return the height it needs at a width, both with the frame.

        `at_ease` includes the picture and an empty line.
        """
        inner = width - _FRAME_WIDTH
        lines = self._rows(inner) + len(self._last_lines(inner))
        return _FRAME_HEIGHT + lines + (max(1, self._picture_height(inner)) if at_ease else 0)

    def fit(self, height: int) -> None:
        """Lay out for a height, which includes the frame: the table first, then the picture if it fits."""
        self.height_given = height
        self._draw()

    def on_resize(self) -> None:
        """Draw the working for the new size, and post `Settled`."""
        self.call_later(self._draw)
        self.call_after_refresh(self.post_message, self.Settled())

    def move(self, by: int) -> None:
        """Move the cursor by `by` visible lines; beyond the ends, scroll."""
        if self.working is None:
            return
        paths = shown_paths(self.working, self.opened)
        now = paths.index(self.at) + by if self.at in paths else 0
        if 0 <= now < len(paths):
            self.at = paths[now]
            self._draw_from_here()
        else:
            self._table.scroll_relative(y=by, animate=False)

    def explain(self) -> None:
        """Expand the selected line, or collapse it; do nothing if it has nothing to show."""
        if self.working is not None and can_open(self.working, self.at):
            self.opened ^= {self.at}
            self._draw_from_here()

    @property
    def _table(self) -> VerticalScroll:
        """Return the widget that scrolls the table's rows."""
        return self.query_one("#table", VerticalScroll)

    def _draw_from_here(self) -> None:
        """Draw the table, scrolled from where it is now as little as the cursor asks for."""
        self.top = self._table.scroll_offset.y
        self._draw()

    def _rows(self, width: int) -> int:
        """Return the number of table rows at a width."""
        return 0 if self.working is None else len(table(self.working, self.opened, self.at, width))

    def _picture_height(self, width: int) -> int:
        """Return the lines of the picture with an empty one above it."""
        return 0 if self.picture is None else 1 + len(self.picture.drawn(width))

    def _last_lines(self, width: int) -> list[Content]:
        """Return the wrapped lines below the table: the advice, and when the drill returns."""
        lines = [Content.styled(self.instead, "bold")] if self.instead else []
        lines += [Content.styled(self.again, "$foreground 70%")] if self.again else []
        return [part for line in lines for part in line.wrap(max(1, width))]

    def _draw(self) -> None:
        """Draw the table, the bars if there is room, and the advice; do nothing before there is a width."""
        working, width = self.working, self.content_size.width
        if working is None or not width or not self.is_mounted:
            return
        last = self._last_lines(width)
        rows = table(working, self.opened, self.at, width)
        room = max(_FEWEST_ROWS, self.height_given - _FRAME_HEIGHT - len(last))
        height = min(len(rows), room)
        self._table.styles.height = height
        self.query_one("#table-rows", Static).update(painted_lines((row.spans for row in rows), STYLES))
        bars = self.query_one("#bars", Static)
        above = len(rows) + self._picture_height(width)
        bars.display = self.picture is not None and above <= room
        if self.picture is not None:
            bars.update(drawn([self.picture], width))
        instead = self.query_one("#instead", Static)
        instead.display = bool(last)
        instead.styles.margin = (int((above if bars.display else len(rows)) < room), 0, 0, 0)
        instead.update(Content("\n").join(last))
        here = [number for number, row in enumerate(rows) if row.path == self.at]
        if here:
            top = _nearest_top(self.top, here[0], here[-1], height)
            self.call_after_refresh(self._table.scroll_to, y=top, animate=False)


def _nearest_top(top: int, first: int, last: int, height: int) -> int:
    """Return the index of the first row to show in `height` rows, so that the rows `first` to `last` are visible.

    It is `top` if they and the row above them are visible there, else the nearest at which they are, or 0 if it moves
    up and that shows them all. If there is no room for all of these, the last ones are left out.
    """
    if last >= top + height:
        return min(last - height + 1, max(0, first - 1))
    if first <= top:
        return 0 if last < height else max(0, first - 1)
    return top
