"""The text of an audited page: line numbers, signs, coloured claims, and a cursor.

A claim is a calculation with its result, as the page states it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import accumulate, pairwise
from typing import ClassVar

from rich.segment import Segment
from rich.style import Style
from textual import events
from textual.geometry import Region, Size
from textual.message import Message
from textual.scroll_view import ScrollView
from textual.strip import Strip

from katatx.pictures.parts import cells
from katatx.views.audited.lines import ShownLine
from katatx.views.audited.marks import SIGNS, Stretch, chosen_on, sign_of, stretches
from katatx.views.audited.page import PageView
from katatx.views.audited.rows import Row, Rows

# The cursor's sign before the number; a space, the verdict's sign and a space after it.
_BEFORE, _BEHIND = 1, 3
_NARROWEST = 20
# Rows kept visible around the target of a jump.
_AROUND = 3
# Styles that only set a background.
_BACKGROUNDS = ("here", "chosen", "found", "found-here")
# A line of the page as displayed, and a column of it, both from 0.
Place = tuple[int, int]


class PageText(ScrollView, can_focus=True, inherit_bindings=False):
    """The text of an audited page; only visible rows are painted.

    A line of the page is wrapped into rows. `row` is the index of the cursor's row, `chosen` the number of the selected
    claim (its index on the page, None for none), and `unchecked` whether unchecked claims are marked. The worst claim
    of a row is the first wrong one, or else carried, right or, if these are marked, unchecked one; claims whose sign is
    shown in the row come before all others.
    """

    COMPONENT_CLASSES: ClassVar[set[str]] = {
        "page--number", "page--here", "page--right", "page--carried", "page--wrong", "page--unchecked", "page--figure",
        "page--chosen", "page--found", "page--found-here",
    }  # fmt: skip

    class Moved(Message):
        """A page was shown, or the cursor or the selected claim was set, perhaps to the same as before."""

    def __init__(self) -> None:
        super().__init__(id="text")
        self.view: PageView | None = None
        self.rows = Rows((), _NARROWEST)
        self.row = 0
        self.chosen: int | None = None
        self.unchecked = True
        self._found: dict[int, list[Place]] = {}
        self._found_here: tuple[int, int, int] | None = None
        self._digits = 2
        self._styles: dict[str, Style] = {}

    # ---- contents

    def show(self, view: PageView, last_number: int, place: Place, chosen: int | None) -> None:
        """Show a page with the cursor at a (line, column) from 0, at the same height of the window; post `Moved`.

        `last_number` is the highest line number, and `chosen` the number of the selected claim, None for none. Matches
        of a search are no longer highlighted.
        """
        height = self.row - self.scroll_offset.y
        self.view, self._digits = view, max(2, len(str(last_number)))
        self.rows = Rows(view.lines, self._room)
        self.row, self.chosen = self.rows.at(*place), chosen
        self._found, self._found_here = {}, None
        self._fit(height, around=_AROUND)
        self.post_message(self.Moved())

    def mark_found(self, places: Sequence[tuple[int, int, int]], here: int | None) -> None:
        """Highlight the matches of a search, (line, start, stop) from 0; `here` is the index of the current one or
        None.
        """
        self._found = {}
        for line, start, stop in places:
            self._found.setdefault(line, []).append((start, stop))
        self._found_here = None if here is None else places[here]
        self.refresh()

    @property
    def place(self) -> Place:
        """Return the line and column at which the cursor's row begins."""
        row = self._row(self.row)
        return row.line, row.start

    @property
    def _room(self) -> int:
        """Return the number of columns for text, at least 20."""
        return max(_NARROWEST, self.scrollable_content_region.width - self._left)

    @property
    def _left(self) -> int:
        """Return the number of columns before the text."""
        return _BEFORE + self._digits + _BEHIND

    def on_resize(self) -> None:
        """Wrap the lines again, keeping the cursor's height in the window."""
        if self.view is None:
            return
        if self.rows.width != self._room:
            height, place = self.row - self.scroll_offset.y, self.place
            self.rows = Rows(self.view.lines, self._room)
            self.row = self.rows.at(*place)
            self._fit(height)
        else:
            self._come_into_view()

    def notify_style_update(self) -> None:
        """Drop cached styles after a change of styles."""
        self._styles.clear()
        super().notify_style_update()

    # ---- moving

    def move(self, by: int) -> None:
        """Move the cursor down by `by` rows (up if negative), stop at the ends, and select the worst claim there."""
        self.move_to(self.row + by)

    def page(self, by: int) -> None:
        """Move the cursor down by `by` windows (up if negative), less two rows each; select the worst claim there."""
        self.move(by * max(1, self.scrollable_content_region.height - 2))

    def move_to(self, index: int) -> None:
        """Move the cursor to the row with this index, or the nearest there is, and select the worst claim there."""
        if self.view is None or not len(self.rows):
            return
        self.row = min(max(0, index), len(self.rows) - 1)
        self.chosen = self._worst_here()
        self._moved(around=0)

    def go_to(self, place: Place, chosen: int | None) -> None:
        """Move the cursor to a (line, column), from 0, and select the claim `chosen`, or for None the row's worst one.

        The rows next to it become visible, and `Moved` is posted. Do nothing before a page is shown.
        """
        if not len(self.rows):  # nothing is laid out yet
            return
        self.row = self.rows.at(*place)
        self.chosen = self._worst_here() if chosen is None else chosen
        self._moved(around=_AROUND)

    def choose_again(self) -> None:
        """Select the worst claim of the cursor's row, after the marks changed."""
        self.chosen = self._worst_here()
        self._moved(around=0)

    def _worst_here(self) -> int | None:
        """Return the number of the worst claim on the cursor's row; None if there is none."""
        if self.view is None or not len(self.rows):
            return None
        row = self._row(self.row)
        return chosen_on(self.view.marks.on(row.line), row.start, row.stop, unchecked=self.unchecked)

    def _moved(self, around: int) -> None:
        """Scroll so that `around` rows next to the cursor are visible, repaint, and post `Moved`."""
        self._come_into_view(around)
        self.refresh()
        self.post_message(self.Moved())

    def _fit(self, height: int, around: int = 0) -> None:
        """Set the scroll range, and scroll so that the cursor is `height` rows below the top of the window.

        The `around` rows on each side of it are made visible too.
        """
        self.virtual_size = Size(self.scrollable_content_region.width, len(self.rows))
        self.scroll_to(y=max(0, self.row - height), animate=False, immediate=True, force=True)
        self._come_into_view(around)
        self.refresh()
        self.call_after_refresh(self._place_bar)

    def _place_bar(self) -> None:
        """Move the scroll bar to the text's position; one created with the text has not followed it."""
        if self.show_vertical_scrollbar:
            self.vertical_scrollbar.position = self.scroll_y

    def _come_into_view(self, around: int = 0) -> None:
        """Scroll so that the cursor and `around` rows on each side are visible."""
        window = self.scrollable_content_region.height
        around = min(around, max(0, (window - 1) // 2))
        top = max(0, self.row - around)
        region = Region(0, top, 1, min(len(self.rows), self.row + around + 1) - top)
        self.scroll_to_region(region, animate=False, force=True, immediate=True)

    def on_click(self, event: events.Click) -> None:
        """Move the cursor to the clicked row, and select the claim that was clicked, or else the row's worst one."""
        at = event.y + self.scroll_offset.y
        if self.view is None or at >= len(self.rows):
            return
        self.move_to(at)
        row = self._row(at)
        ends = accumulate(cells(each) for each in self._line(row).text[row.start : row.stop])
        column = row.start + sum(end <= event.x - self._left for end in ends)
        clicked = chosen_on(self.view.marks.on(row.line), column, column + 1, unchecked=self.unchecked)
        if event.x >= self._left and clicked is not None:
            self.chosen = clicked
            self._moved(around=0)

    # ---- painting

    def render_line(self, y: int) -> Strip:
        """Return row `y` of the window, from 0; blanks below the text."""
        index, width = y + self.scroll_offset.y, self.scrollable_content_region.width
        base = self.rich_style
        if self.view is None or index >= len(self.rows):
            return Strip.blank(width, base)
        here = index == self.row
        if here:
            base += self._part_style("here")
        segments = [Segment(text, base + style) for text, style in self._painted(self._row(index), here)]
        return Strip(segments).adjust_cell_length(width, base)

    def _painted(self, row: Row, here: bool) -> Iterator[tuple[str, Style]]:
        """Yield the (text, style) pieces of a row: cursor, line number, sign, and text; `here` marks the cursor's."""
        assert self.view is not None
        line, marks = self._line(row), self.view.marks.on(row.line)
        number = str(line.number) if line.number and not row.start else ""
        yield "▸" if here else " ", Style(bold=True)
        yield f"{number.rjust(self._digits)} ", Style(bold=True) if here else self._part_style("number")
        verdict = sign_of(marks, row.start, row.stop, unchecked=self.unchecked)
        yield (
            (" ", Style()) if verdict is None else (SIGNS[verdict], self._part_style(verdict.value) + Style(bold=True))
        )
        yield " ", Style()
        chosen = self.chosen
        for part in stretches(line.text, marks, row.start, row.stop, chosen, unchecked=self.unchecked):
            yield from self._split_at_matches(row, part)

    def _split_at_matches(self, row: Row, part: Stretch) -> Iterator[tuple[str, Style]]:
        """Yield the (text, style) pieces of a stretch, split at the matches of a search."""
        style = self._style(part)
        found = self._found.get(row.line, ())
        edges = sorted({part.start, part.stop, *(at for place in found for at in place if part.start < at < part.stop)})
        for start, stop in pairwise(edges):
            match = next((place for place in found if place[0] <= start < place[1]), None)
            name = "found-here" if match and (row.line, *match) == self._found_here else "found"
            text = part.text[start - part.start : stop - part.start]
            yield text, style if match is None else style + self._part_style(name)

    def _style(self, part: Stretch) -> Style:
        """Return the style of a stretch."""
        if part.verdict is None:
            return Style()
        style = self._part_style("figure") if part.is_figure else self._part_style(part.verdict.value)
        return style + self._part_style("chosen") if part.is_chosen else style

    def _part_style(self, name: str) -> Style:
        """Return the style of the component `page--NAME`, without the widget's own background.

        Some components give only a background, the others only a colour; all give bold and the like.
        """
        if name not in self._styles:
            full = self.get_component_rich_style(f"page--{name}")
            color, ground = (None, full.bgcolor) if name in _BACKGROUNDS else (full.color, None)
            self._styles[name] = Style(color=color, bgcolor=ground) + _weight_of(full)
        return self._styles[name]

    def _row(self, index: int) -> Row:
        """Return the row with an index; an empty one if the page has no rows."""
        return self.rows[index] if len(self.rows) else Row(0, 0, 0)

    def _line(self, row: Row) -> ShownLine:
        """Return the line that a row is part of."""
        assert self.view is not None
        return self.view.lines[row.line]


def _weight_of(style: Style) -> Style:
    """Return a style's attributes without its colours."""
    return Style(bold=style.bold, italic=style.italic, underline=style.underline, reverse=style.reverse)
