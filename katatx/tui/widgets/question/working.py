"""The widget with the working, uncovered line by line."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from textual.app import ComposeResult
from textual.containers import VerticalScroll
from textual.content import Content
from textual.widgets import Static

from katatx.questions.working import NOTHING_OPEN, Opened, Path, WorkingLine, step_at, working_lines
from katatx.tui.widgets.hanging import hanging
from katatx.tui.widgets.question.drawn import PicturesView
from katatx.tui.widgets.redrawn import RedrawnOnResize

if TYPE_CHECKING:
    from katatx.pictures.parts import Picture
    from katatx.questions.working import Step

_COVER = "▒" * 12
_INDENT = 2


class WorkingView(RedrawnOnResize, VerticalScroll):
    """The lines of a working, covered until uncovered. After the verdict a cursor selects lines to expand.

    A path is a line's position: its index, then that of a line nested in it, and so on. `at` is the path of the line
    with the cursor, None if there is none, and `explained` are those of the expanded lines. `opened` says how much is
    uncovered.
    """

    def __init__(self) -> None:
        super().__init__(id="working", can_focus=False)
        self.draw: Callable[[Step], Sequence[Picture]] = lambda _: ()
        self.steps: Sequence[Step] = ()
        self.opened = NOTHING_OPEN
        self.explained: set[Path] = set()
        self.at: Path | None = None
        # Whether to show the working from its first line instead of the one uncovered last.
        self.from_top = False

    def compose(self) -> ComposeResult:
        """Yield the lines and the picture."""
        yield Static(id="lines", markup=False)
        yield PicturesView("picture")

    def clear(self) -> None:
        """Show nothing."""
        self.steps, self.opened, self.explained, self.at = (), NOTHING_OPEN, set(), None
        self.border_title = "working"
        self.query_one("#lines", Static).update("")
        self.query_one(PicturesView).show(())

    def show(self, steps: Sequence[Step], opened: Opened, draw: Callable[[Step], Sequence[Picture]]) -> None:
        """Show a working with its uncovered part; `draw` returns the pictures of a step."""
        self.steps, self.opened, self.draw = steps, opened, draw
        self._draw()

    def open_all(self) -> None:
        """Uncover every line, with the cursor on the first."""
        self.opened, self.at = Opened(len(self.steps), "value"), (0,)
        self._draw()

    def uncover(self) -> None:
        """Uncover the next line completely, or the rest of one partly uncovered, and move the cursor to it.

        Do nothing if all are uncovered.
        """
        whole = self.opened.lines - (self.opened.step != "value")
        if whole < len(self.steps):
            self.opened = Opened(whole + 1, "value")
            self.at = (whole,)
            self._draw()

    def move(self, by: int) -> None:
        """Move the cursor by `by` uncovered lines; beyond the ends, scroll.

        Without a cursor, begin at the first line, or at the last if `by` is negative.
        """
        paths = [line.path for line in self._lines() if line.texts]
        now = paths.index(self.at) if self.at in paths else -1 if by > 0 else len(paths)
        if 0 <= now + by < len(paths):
            self.at = paths[now + by]
            self._draw()
        else:
            self.scroll_relative(y=2 * by, animate=False)

    def explain(self) -> None:
        """Expand or collapse the selected line; if it has nothing to expand, the only line that has."""
        lines = {line.path: line for line in self._lines()}
        here = lines.get(self.at) if self.at is not None else None
        if here is None or not here.explains:  # or the only line that can be expanded
            openable = [line for line in lines.values() if line.explains]
            here = openable[0] if len(openable) == 1 else None
        if here is not None:
            self.at = here.path
            self.explained ^= {here.path}
            self._draw()

    def watch_show_vertical_scrollbar(self) -> None:
        """Wrap the lines again for the width that the scroll bar leaves."""
        if self.steps:
            self.call_after_refresh(self._draw)

    def _lines(self) -> list[WorkingLine]:
        """Return the lines of the working, also covered ones, and those nested in expanded ones."""
        return list(working_lines(self.steps, self.opened, self.explained))

    def _draw(self) -> None:
        """Draw the title, the lines and the picture of the selected one, and scroll to the cursor's line.

        Without a cursor it scrolls to the last uncovered line, or to the first with `from_top`.
        """
        lines = self._lines()
        width = max((len(line.name) for line in lines), default=0)
        drawn = [self._drawn(line, width) for line in lines if not line.covered]
        drawn += self._covers(sum(line.covered for line in lines))
        whole = self.opened.lines - (self.opened.step != "value")
        noun = "line" if len(self.steps) == 1 else "lines"
        self.border_title = f"working, {whole} of {len(self.steps)} {noun} uncovered"
        self.query_one("#lines", Static).update(Content("\n").join(drawn))
        step = step_at(self.steps, self.opened, self.at)
        self.query_one(PicturesView).show(() if step is None else self.draw(step))
        last = 0 if self.from_top else self.opened.lines - 1
        place = next((index for index, line in enumerate(lines) if line.path == self.at), last)
        above = sum(str(each).count("\n") + 1 for each in drawn[: max(0, place)])
        self.call_after_refresh(self.scroll_to, y=max(0, above - 1), animate=False)

    def _covers(self, count: int) -> list[Content]:
        """Return lines for `count` covered ones: one each in a wide window, else one line with at most seven signs."""
        cover = Content.styled(_COVER, "dim")
        if not count or self.screen.has_class("-wide"):
            return [Content.assemble("  ", cover)] * count
        return [Content.assemble("  ", Content(" ").join([Content.styled(_COVER[:6], "dim")] * min(count, 7)))]

    def _drawn(self, line: WorkingLine, width: int) -> Content:
        """Return a line with its name, padded to `width`, and its calculations, wrapped; a cover if there are none."""
        cursor = "▸ " if line.path == self.at else "  "
        sign = "" if not line.explains else " ⌄" if line.explained else " ›"
        indent = " " * (_INDENT * line.depth)
        margin = " " * (len(cursor) + len(indent) + width + 2)
        room = (self.scrollable_content_region.width or self.app.size.width) - len(sign)
        name = Content.assemble(cursor, indent, (line.name.ljust(width), "bold"), "  ")
        if not line.texts:
            return name.append(Content.styled(_COVER, "dim"))
        texts = "\n".join(hanging(margin, text, room) for text in line.texts)
        return Content.assemble(name, texts[len(margin) :], (sign, "bold"))
