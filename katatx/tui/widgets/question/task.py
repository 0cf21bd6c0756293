"""The container of a question's prompt, above the answer line."""

from __future__ import annotations

from textual import events
from textual.containers import VerticalScroll
from textual.geometry import Region, Size
from textual.message import Message
from textual.widget import Widget


class Task(VerticalScroll):
    """A container as high as its contents; where it is placed lower, it scrolls.

    `hides_above` and `hides_below` are whether there are lines that are scrolled out of it. `keeps_end` is whether its
    end stays visible in another size: it matters more than its beginning, or was scrolled to.
    """

    class HidesOther(Message):
        """There are lines scrolled out of it at another end than before, or none any more."""

    class Measured(Message):
        """Its contents have another size than before, as after lines were wrapped anew."""

    def __init__(self, *children: Widget) -> None:
        super().__init__(*children, id="task", can_focus=False)
        self.hides_above = self.hides_below = False
        self.keeps_end = False
        self._measured = self.size, self.virtual_size
        self._is_moved = False  # whether a key or the mouse scrolled it since its size last changed

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        """Return the height of the contents at `width`, less the columns of a scroll bar if the style reserves them.

        Textual would then forget those, and add a line for a scroll bar at the bottom, which does not come.
        """
        if self.styles.scrollbar_gutter != "stable":
            return super().get_content_height(container, viewport, width)
        beside = width - self.styles.scrollbar_size_vertical
        return super().get_content_height(container, viewport, beside) - self.styles.scrollbar_size_horizontal

    @property
    def lines_hidden(self) -> int:
        """Return the number of lines that do not fit."""
        return max(0, self.virtual_size.height - self.size.height)

    def watch_scroll_y(self, old_value: float, new_value: float) -> None:
        """Note what is scrolled out after scrolling, and whether a key or the mouse scrolled to the end.

        A position that only follows from another size says nothing about the end, nor does one where all is visible.
        """
        super().watch_scroll_y(old_value, new_value)
        is_scrolled = self._is_moved and self._measured == (self.size, self.virtual_size)
        self._note_hidden()
        if is_scrolled and (self.hides_above or self.hides_below):
            self.keeps_end = not self.hides_below

    def note_moved(self) -> None:
        """Note that a key or the mouse scrolls it."""
        self._is_moved = True

    on_mouse_scroll_down = on_mouse_scroll_up = on_scroll_to = note_moved

    def show_region(self, region: Region, from_top: bool = False) -> None:
        """Scroll so that a region of the contents is visible; with `from_top`, no farther down than that needs.

        Whether the end stays visible in another size does not change.
        """
        keeps_end = self.keeps_end
        if from_top and not keeps_end:
            self.scroll_home(animate=False, immediate=True)
        self.scroll_to_region(region, animate=False, immediate=True)
        self.keeps_end = keeps_end

    def on_resize(self, event: events.Resize) -> None:
        """Scroll to the end if that stays visible; note what is scrolled out in the new size."""
        self._is_moved = False
        if self.keeps_end:
            self.scroll_end(animate=False)
        self.call_after_refresh(self._note_hidden)

    def watch_virtual_size(self) -> None:
        """Note what is scrolled out after the contents or their size have changed, and post `Measured`."""
        self._is_moved = False
        self.call_after_refresh(self._note_hidden)
        self.post_message(self.Measured())

    def _note_hidden(self) -> None:
        """Note at which ends lines are scrolled out, and post `HidesOther` if these have changed."""
        self._measured = self.size, self.virtual_size
        end = max((each.virtual_region.bottom for each in self.displayed_children), default=0)  # without its margin
        hidden = self.scroll_offset.y > 0, self.scroll_offset.y + self.scrollable_content_region.height < end
        if hidden != (self.hides_above, self.hides_below):
            self.hides_above, self.hides_below = hidden
            self.post_message(self.HidesOther())
