"""The container of a question's prompt, above the answer line."""

from __future__ import annotations

from textual.containers import VerticalScroll
from textual.geometry import Size
from textual.widget import Widget

# The least number of lines shown.
_LEAST = 2


class Task(VerticalScroll):
    """A container as high as its contents, but leaving room for the widgets below it; if too high it scrolls."""

    def __init__(self, *children: Widget) -> None:
        super().__init__(*children, id="task", can_focus=False)

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        """Return the height of the contents, at most what the widgets below leave, or two lines if that is more."""
        height = super().get_content_height(container, viewport, width)
        sheet = self.parent
        others = [] if sheet is None else [each for each in sheet.children if each is not self]
        below = sum(_height(each, container, viewport, width) for each in others if isinstance(each, Widget))
        return min(height, max(_LEAST, container.height - below))

    @property
    def lines_hidden(self) -> int:
        """Return the number of lines that do not fit."""
        return max(0, self.virtual_size.height - self.size.height)


def _height(widget: Widget, container: Size, viewport: Size, width: int) -> int:
    """Return the number of lines, with margins, that a widget with automatic height takes; 0 if it is hidden."""
    if not widget.display:
        return 0
    least = widget.styles.min_height
    lines = widget.get_content_height(container, viewport, width - widget.gutter.width)
    return max(lines, int(least.value) if least is not None else 0) + widget.gutter.height + widget.styles.margin.height
