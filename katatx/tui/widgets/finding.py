"""The widget with the explanation of a claim, its working, and pictures.

A claim is a calculation with its result, as an audited page states it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from textual.app import ComposeResult
from textual.containers import VerticalScroll
from textual.widgets import Static

from katatx.pictures.parts import Line, Picture
from katatx.tui.widgets.painted import painted_lines
from katatx.tui.widgets.question.drawn import PicturesView
from katatx.tui.widgets.redrawn import RedrawnOnResize

_STYLES = {
    "label": "bold",
    "faint": "$foreground 60%",
    "number": "",
    "right": "bold $text-success",
    "carried": "bold $text-warning",
    "wrong": "bold $text-error",
    "true": "bold $text-success",
    "unchecked": "bold",
}
# The scroll bar's column stays free, so that the width is known before layout.
_EDGE = 1
Lay = Callable[[int], Sequence[Line]]


class FindingView(RedrawnOnResize, VerticalScroll):
    """The explanation of a claim, laid out for its width; its title names `key`, which scrolls it, if there is more."""

    def __init__(self, key: str) -> None:
        super().__init__(id="finding", can_focus=False)
        self._key = key
        self._title = ""
        self._lay: Lay = lambda width: ()
        self._lay_working: Lay = lambda width: ()

    def compose(self) -> ComposeResult:
        """Yield the explanation, the pictures and the working."""
        yield Static(id="said", markup=False)
        yield PicturesView("pictures")
        yield Static(id="worked", markup=False)

    def show(self, title: str, lay: Lay) -> None:
        """Show an explanation under a title, without working; `lay` returns its lines for a width in cells."""
        self._title = title
        self._set_title(title)
        self._lay, self._lay_working = lay, lambda width: ()
        self.query_one(PicturesView).show(())
        self._draw()
        self.scroll_home(animate=False)

    def show_working(self, lay: Lay, pictures: Sequence[Picture]) -> None:
        """Add the working and pictures to the explanation; `lay` returns the working's lines for a width in cells."""
        self._lay_working = lay
        self.query_one(PicturesView).show(pictures)
        self._draw()

    def more(self) -> None:
        """Scroll down a page; at the end, return to the top."""
        if self.scroll_offset.y >= self.max_scroll_y:
            self.scroll_home(animate=False)
        else:
            self.scroll_page_down(animate=False)

    def _draw(self) -> None:
        """Draw the explanation and the working for the widget's width."""
        width = max(16, self.scrollable_content_region.width - _EDGE)
        self.query_one("#said", Static).update(painted_lines(self._lay(width), _STYLES))
        working, view = painted_lines(self._lay_working(width), _STYLES), self.query_one("#worked", Static)
        view.update(working)
        view.display = bool(working)
        self.call_after_refresh(self._show_more)

    def watch_virtual_size(self) -> None:
        """Update the title after the contents have changed their size: pictures come after the layout of the rest."""
        self.call_after_refresh(self._show_more)

    def _show_more(self) -> None:
        """Show the title, with the key for more if there is something to scroll."""
        self._set_title(f"{self._title} · {self._key} for more" if self.max_scroll_y else self._title)

    def _set_title(self, title: str) -> None:
        """Show a title; Textual puts spaces around it in a frame, but not in a rule."""
        self.border_title = title if self.styles.border_left[0] else f" {title} "
